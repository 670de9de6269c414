package toolchain

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"cudals/analysis/source"
)

// FileError is what is wrong with a file that tells how files are compiled, a .cudals.yaml or a database; all of it.
type FileError struct {
	File   *source.File
	Faults []Fault // at least one, by place
}

// Fault is one thing that is wrong with a text, at a place of it.
type Fault struct {
	Span    source.Span
	Message string
}

// Error is one line, with the line of each fault.
func (e *FileError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = fmt.Sprintf("%s:%d: %s", e.File.Path, e.File.LineOf(f.Span.Start)+1, f.Message)
	}
	return strings.Join(lines, "; ")
}

// projectText is the text of a .cudals.yaml while it is read, with what was found to be wrong with it.
type projectText struct {
	file     *source.File
	document yaml.Node
	faults   []Fault
}

// err is nil where nothing is wrong.
func (t *projectText) err() error {
	if len(t.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(t.faults, func(a, b Fault) int { return a.Span.Start - b.Span.Start })
	return &FileError{File: t.file, Faults: t.faults}
}

// wrong notes a fault at a node, or at the text's beginning where there is none.
func (t *projectText) wrong(n *yaml.Node, format string, args ...any) {
	t.faults = append(t.faults, Fault{Span: t.span(n), Message: fmt.Sprintf(format, args...)})
}

// at is what stands under a key of a key, nil where it is not found.
func (t *projectText) at(keys ...string) *yaml.Node {
	n := &t.document
	for _, key := range keys {
		if n = valueOf(n, key); n == nil {
			return nil
		}
	}
	return n
}

// item is an item of a list, or the list where it is none.
func item(list *yaml.Node, i int) *yaml.Node {
	if list != nil && list.Kind == yaml.SequenceNode && i < len(list.Content) {
		return list.Content[i]
	}
	return list
}

// span is where a node stands: its word, or the rest of its first line where that is spelled otherwise than it reads.
func (t *projectText) span(n *yaml.Node) source.Span {
	if n == nil || n.Line == 0 {
		return t.line(1)
	}
	rest := t.line(n.Line)
	start := t.file.LineSpan(min(n.Line, len(t.file.Lines)) - 1).Start
	for range n.Column - 1 { // columns count characters
		_, size := utf8.DecodeRune(t.file.Text[start:])
		start += size
	}
	if start < rest.Start || start >= rest.End {
		return rest
	}
	if n.Kind == yaml.ScalarNode && n.Value != "" && bytes.HasPrefix(t.file.Text[start:], []byte(n.Value)) {
		return source.Span{Start: start, End: start + len(n.Value)}
	}
	return source.Span{Start: start, End: rest.End}
}

// line is what is written in a line, counted from 1; one past the end is the last that there is.
func (t *projectText) line(n int) source.Span {
	span := t.file.LineSpan(max(0, min(n, len(t.file.Lines))-1))
	text := t.file.Slice(span)
	span.Start += len(text) - len(bytes.TrimLeft(text, " \t"))
	span.End = max(span.Start, span.End-len(text)+len(bytes.TrimRight(text, " \t\r\n")))
	return span
}

// keys notes each key of a mapping that the struct which it is read into does not have, and of the mappings in it. No mapping
// contains itself.
func (t *projectText) keys(n *yaml.Node, of reflect.Type, path string) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.MappingNode {
		return // that it should be one is said when it is decoded
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field, ok := fieldOf(of, key.Value)
		switch {
		case key.Tag == "!!merge":
			t.keys(value, of, path)
		case !ok:
			t.wrong(key, "unknown key `%s`%s", key.Value, advice(key.Value, path))
		case field.Kind() == reflect.Struct:
			t.keys(value, field, path+key.Value+".")
		}
	}
}

// fieldOf is the type of what stands under a key.
func fieldOf(of reflect.Type, key string) (reflect.Type, bool) {
	for i := range of.NumField() {
		if name := of.Field(i).Tag.Get("yaml"); name == key && name != "-" {
			return of.Field(i).Type, true
		}
	}
	return nil, false
}

// keyPaths are all keys that there are, those of mappings behind the mapping's own: "flags.add".
func keyPaths(of reflect.Type, path string) []string {
	var list []string
	for i := range of.NumField() {
		name := of.Field(i).Tag.Get("yaml")
		if name == "-" {
			continue
		}
		list = append(list, path+name)
		if of.Field(i).Type.Kind() == reflect.Struct {
			list = append(list, keyPaths(of.Field(i).Type, path+name+".")...)
		}
	}
	return list
}

// advice names the key that was probably meant by one that does not exist in the mapping of a path, and else those that do.
func advice(key, path string) string {
	var here []string
	best, least := "", max(1, len(key)/3)+1 // a third of the letters may be wrong
	for _, known := range keyPaths(reflect.TypeFor[Project](), "") {
		name, local := strings.CutPrefix(known, path)
		local = local && !strings.Contains(name, ".")
		distance := 0
		if local {
			here = append(here, "`"+name+"`")
		} else {
			name = known
			distance = 1 // what is near stands rather here than elsewhere
			if known == path+key {
				continue
			}
		}
		if distance += edits(key, known[strings.LastIndexByte(known, '.')+1:]); distance < least {
			best, least = name, distance
		}
	}
	if best != "" {
		return "; did you mean `" + best + "`?"
	}
	return ", known are " + strings.Join(here, ", ")
}

// edits is how many letters are to be put in, taken away, replaced or swapped with the next to make one word of another.
func edits(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	before, last, now := rows[0], rows[1], rows[2]
	for j := range now {
		now[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, now = last, now, before
		now[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			now[j] = min(last[j]+1, now[j-1]+1, replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return now[len(b)]
}

var (
	yamlLine   = regexp.MustCompile(`^line (\d+): (.*)`)
	yamlAnchor = regexp.MustCompile(`unknown anchor '(.*)' referenced`)
)

// understood notes what the library says is wrong, in words for people who never heard of Go types.
func (t *projectText) understood(err error) {
	var typeError *yaml.TypeError
	lines := []string{strings.TrimPrefix(err.Error(), "yaml: ")}
	if errors.As(err, &typeError) {
		lines = typeError.Errors
	}
	for _, message := range lines {
		span := t.line(1) // of the first line the library does not name the number
		if m := yamlAnchor.FindStringSubmatch(message); m != nil {
			if at := bytes.Index(t.file.Text, []byte("*"+m[1])); at >= 0 {
				span = source.Span{Start: at, End: at + 1 + len(m[1])}
			}
		}
		if m := yamlLine.FindStringSubmatch(message); m != nil {
			n, _ := strconv.Atoi(m[1])
			message = m[2]
			if strings.HasPrefix(message, "did not find expected") {
				n++ // the library counts the lines of its parser's own errors, and only of these, from 0
			}
			span = t.line(n)
		}
		for _, r := range [][2]string{
			{"cannot unmarshal !!str", "text stands"},
			{"cannot unmarshal !!map", "a mapping stands"},
			{"cannot unmarshal !!seq", "a list stands"},
			{"cannot unmarshal !!int", "a number stands"},
			{"cannot unmarshal !!float", "a number stands"},
			{"cannot unmarshal !!bool", "true or false stands"},
			{"into []string", "where a list is expected"},
			{"into string", "where text is expected"},
			{"into bool", "where true or false is expected"},
			{"into map[string]string", "where a mapping is expected"},
			{"into toolchain.FlagEdits", "where a mapping is expected"},
			{"into toolchain.RuleEdits", "where a mapping is expected"},
			{"into toolchain.Project", "where a mapping is expected"},
		} {
			message = strings.Replace(message, r[0], r[1], 1)
		}
		t.faults = append(t.faults, Fault{Span: span, Message: message})
	}
}

// unreadable is the error of a .cudals.yaml that is there and cannot be read.
func unreadable(path string, err error) error {
	message := strings.TrimPrefix(err.Error(), path+": ")
	return &FileError{File: source.NewFile(path, nil), Faults: []Fault{{Message: filepath.Base(path) + " cannot be read: " + message}}}
}
