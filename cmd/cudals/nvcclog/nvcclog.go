// Package nvcclog reads the diagnostics in logs of nvcc, cudafe++, clang and gcc.
package nvcclog

import (
	"bufio"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Line is what one line of a compiler's log tells.
type Line struct {
	File         string
	Line, Column int // Column 0 when the log has none
	Number       int // of the diagnostic, 0 when the log has none (the front end prints none with hard errors)
	Message      string
	// Names are the entities that the message quotes, without parameters and scopes: what remains the same however the
	// front end spells them.
	Names []string
	// Signatures are those of the entities that are quoted with parameters, as Unscoped writes them.
	Signatures []string
}

var (
	// place(line): error: text    place(line): error #20014-D: text    the front end
	// place(line,col): error C1234: text                               with Microsoft's compiler
	// place:line:col: error: text                                      clang and gcc
	edgLine   = regexp.MustCompile(`^(.+?)\((\d+)(?:,\s*(\d+))?\)\s*:\s*(?:catastrophic |fatal )?(error|warning|remark)\s*(?:#?(\d+)(?:-[A-Z])?)?\s*:\s*(.*)$`)
	clangLine = regexp.MustCompile(`^(.+?):(\d+):(?:(\d+):)?\s*(?:fatal )?(error|warning|remark|note)\s*(?:#?(\d+)(?:-[A-Z])?)?\s*:\s*(.*)$`)
	// compiled names the translation unit at the end of its diagnostics.
	compiled = regexp.MustCompile(`detected in the compilation of "([^"]+)"`)
	// operatorName is the name of an operator or a conversion, without its parameters.
	operatorName = regexp.MustCompile(`^operator(?:\(\)|[^\w(][^(]*|$)`)
	scopes       = regexp.MustCompile(`\w*::`)
	quoted       = regexp.MustCompile(`["“']([^"”']+)["”']`)
)

const nameChars = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Read finds the diagnostics in a compiler's log, and the files that were compiled as far as it names them. The lines
// below a diagnostic that tell how it came about belong to it.
func Read(r io.Reader) (lines []Line, units []string, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if l, ok := parse(in.Text()); ok {
			lines = append(lines, l)
		} else if m := compiled.FindStringSubmatch(in.Text()); m != nil && !slices.Contains(units, m[1]) {
			units = append(units, m[1])
		}
	}
	return lines, units, in.Err()
}

func parse(text string) (Line, bool) {
	text = strings.TrimRight(text, "\r ")
	m := edgLine.FindStringSubmatch(text)
	if m == nil {
		m = clangLine.FindStringSubmatch(text)
	}
	if m == nil {
		return Line{}, false
	}
	l := Line{File: strings.TrimSpace(m[1]), Message: m[6]}
	l.Line, _ = strconv.Atoi(m[2])
	l.Column, _ = strconv.Atoi(m[3])
	l.Number, _ = strconv.Atoi(m[5])
	for _, q := range quoted.FindAllStringSubmatch(l.Message, -1) {
		if name := plainName(q[1]); name != "" {
			l.Names = append(l.Names, name)
		}
		if strings.HasSuffix(q[1], ")") || strings.HasSuffix(q[1], ") const") {
			l.Signatures = append(l.Signatures, Unscoped(q[1]))
		}
	}
	return l, l.Line > 0
}

// plainName is the unqualified name of an entity as a compiler prints it, mangled or not.
func plainName(entity string) string {
	entity = strings.TrimSpace(entity)
	if strings.HasPrefix(entity, "_Z") {
		entity = demangle.Filter(entity, demangle.NoParams, demangle.NoTemplateParams)
	}
	// Parameters and template arguments are cut off by brackets: what is inside of them is not the name.
	var plain strings.Builder
	depth := 0
	for i := 0; i < len(entity); i++ {
		switch c := entity[i]; {
		case operatorName.MatchString(entity[i:]) && (i == 0 || !strings.ContainsAny(entity[i-1:i], nameChars)):
			return strings.TrimSpace(operatorName.FindString(entity[i:]))
		case c == '<' || c == '(':
			if c == '(' && depth == 0 && plain.Len() > 0 {
				return lastPart(plain.String())
			}
			depth++
		case c == '>' || c == ')':
			depth = max(depth-1, 0)
		case depth == 0:
			plain.WriteByte(c)
		}
	}
	return lastPart(plain.String())
}

// Unscoped is a text of C++ names without scopes, template arguments and spaces: compilers differ in these.
func Unscoped(text string) string {
	var b strings.Builder
	depth := 0
	for _, c := range text {
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth = max(depth-1, 0)
		case depth == 0 && c != ' ':
			b.WriteRune(c)
		}
	}
	return scopes.ReplaceAllString(b.String(), "")
}

// lastPart is the last component of a qualified name that may have a type before it.
func lastPart(name string) string {
	name = strings.TrimSpace(name)
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	if i := strings.LastIndexAny(name, " *&"); i >= 0 {
		name = name[i+1:]
	}
	return name
}
