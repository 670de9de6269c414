package crosscheck

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Finding is a line of what the compiler says about the file.
type Finding struct {
	Line    int // from 1
	Error   bool
	Number  int // 0 where the compiler does not tell it, as of errors
	Message string
	// Source is the line as the compiler shows it, macros expanded, and Column where in it the mark stands, from 0; "" where it shows none.
	Source string
	Column int
}

// said is how nvcc's front ends write: file(line): error|warning #number-D: message.
var said = regexp.MustCompile(`^(.+)\((\d+)\): (?:catastrophic )?(error|warning)(?: #(\d+)(?:-D)?)?: (.*)$`)

// indent stands before the lines that nvcc's front ends show.
const indent = "  "

// parse reads what the compiler says about a file. Both passes say much twice; it is listed once.
func parse(output []byte, file string) []Finding {
	var out []Finding
	lines := strings.Split(strings.ReplaceAll(string(output), "\r\n", "\n"), "\n")
	for i, l := range lines {
		m := said.FindStringSubmatch(l)
		if m == nil || filepath.Clean(m[1]) != filepath.Clean(file) {
			continue
		}
		f := Finding{Error: m[3] == "error", Message: strings.TrimSpace(m[5])}
		f.Line, _ = strconv.Atoi(m[2])
		f.Number, _ = strconv.Atoi(m[4])
		if i+2 < len(lines) && strings.TrimSpace(lines[i+2]) == "^" && strings.HasPrefix(lines[i+1], indent) {
			f.Source, f.Column = lines[i+1][len(indent):], strings.IndexByte(lines[i+2], '^')-len(indent)
		}
		if !slices.ContainsFunc(out, func(o Finding) bool { return o.Line == f.Line && o.Number == f.Number && o.Message == f.Message }) {
			out = append(out, f)
		}
	}
	return out
}
