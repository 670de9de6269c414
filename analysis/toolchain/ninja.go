package toolchain

import (
	"path/filepath"
	"slices"
	"strings"
)

// ninjaName is what a build folder has whose generator writes no compile_commands.json. It says the same, and is read as
// data.
const ninjaName = "build.ninja"

// Bounds on the reading of build files for ninja, with what they include.
const (
	maxNinjaFiles   = 1000
	maxNinjaDepth   = 16      // of variables and of files that include each other
	maxNinjaCommand = 1 << 20 // bytes of one value
	maxNinjaWork    = 1 << 30 // bytes of all values
)

// loadNinja reads the commands that a build.ninja has for C++ and CUDA files.
func loadNinja(m *Machine, path string) (*Database, error) {
	db := &Database{Path: path, byFile: map[string]int{}, byName: map[string][]string{}}
	n := &ninja{m: m, db: db, dir: filepath.Dir(path)}
	if err := n.file(path, newNinjaScope(nil), 0); err != nil {
		return nil, err
	}
	return db, nil
}

type ninja struct {
	m     *Machine
	db    *Database
	dir   string // where commands run, to which all paths are relative
	files int
	work  int // bytes of values so far
}

// ninjaScope is what a file declares, and those around it.
type ninjaScope struct {
	outer *ninjaScope
	rules map[string]map[string]string // variables of a rule, not expanded
	vars  map[string]string
}

func newNinjaScope(outer *ninjaScope) *ninjaScope {
	return &ninjaScope{outer: outer, rules: map[string]map[string]string{}, vars: map[string]string{}}
}

func (s *ninjaScope) value(name string) string {
	for ; s != nil; s = s.outer {
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	return ""
}

func (s *ninjaScope) rule(name string) map[string]string {
	for ; s != nil; s = s.outer {
		if r := s.rules[name]; r != nil {
			return r
		}
	}
	return nil
}

// file reads one file. What cannot be read among those that are included is left out.
func (n *ninja) file(path string, scope *ninjaScope, depth int) error {
	n.files++
	if n.files > maxNinjaFiles || depth > maxNinjaDepth {
		return nil
	}
	text, err := n.m.read(path, maxDatabase)
	if err != nil {
		return err
	}
	lines := ninjaLines(string(text))
	for len(lines) > 0 {
		line := lines[0]
		lines = lines[1:]
		block := 0
		for block < len(lines) && strings.HasPrefix(lines[block], " ") {
			block++
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "rule":
			scope.rules[strings.TrimSpace(rest)] = ninjaBindings(lines[:block], func(v string) string { return v })
		case "build":
			n.edge(rest, lines[:block], scope)
		case "include", "subninja":
			to := scope
			if word == "subninja" {
				to = newNinjaScope(scope)
			}
			if paths := n.paths(rest, scope.value); len(paths) > 0 {
				if err := n.file(n.absolute(paths[0]), to, depth+1); err != nil {
					n.db.problem("%v", err)
				}
			}
		case "default", "pool":
		default:
			if name, value, ok := strings.Cut(line, "="); ok {
				scope.vars[strings.TrimSpace(name)] = n.expand(strings.TrimLeft(value, " "), scope.value)
			}
		}
		lines = lines[block:]
	}
	return nil
}

func (n *ninja) absolute(path string) string {
	if filepath.IsAbs(path) || hasDrive(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(n.dir, path)
}

// edge takes what stands behind build: outputs, the rule, inputs, and below it the variables of this use.
func (n *ninja) edge(line string, block []string, scope *ninjaScope) {
	colon := 0
	for colon < len(line) && line[colon] != ':' {
		if line[colon] == '$' {
			colon++
		}
		colon++
	}
	if colon >= len(line) || len(n.db.Entries) == maxDatabaseEntries {
		return
	}
	outs := n.paths(line[:colon], scope.value)
	ins := n.paths(line[colon+1:], scope.value)
	if len(ins) < 2 || !isSource(ins[1]) {
		return
	}
	rule := scope.rule(ins[0])
	ins = ins[1:]
	own := ninjaBindings(block, func(v string) string { return n.expand(v, scope.value) })
	depth := 0
	var value func(name string) string
	value = func(name string) string {
		switch name {
		case "in":
			return quoted(ins)
		case "out":
			return quoted(outs)
		}
		if v, ok := own[name]; ok {
			return v
		}
		v, ok := rule[name]
		if !ok {
			return scope.value(name)
		}
		if depth++; depth > maxNinjaDepth {
			depth--
			return ""
		}
		v = n.expand(v, value)
		depth--
		return v
	}
	// Of several commands in one line the last that names the file compiles it.
	commands := strings.Split(value("command"), "&&")
	slices.Reverse(commands)
	for _, command := range commands {
		if args, _ := Split(command); slices.Contains(args, ins[0]) {
			n.db.add(Entry{File: n.absolute(ins[0]), Dir: n.dir, Args: args})
			return
		}
	}
}

// isSource reports whether a path is that of a text that compilers take.
func isSource(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".cu", ".c", ".cc", ".cpp", ".cxx", ".c++", ".hip":
		return true
	}
	return false
}

// quoted writes paths as a shell's words.
func quoted(paths []string) string {
	var out []string
	for _, p := range paths {
		if strings.ContainsAny(p, " '\"\\$&;()<>|*?#`") {
			p = "'" + strings.ReplaceAll(p, "'", `'\''`) + "'"
		}
		out = append(out, p)
	}
	return strings.Join(out, " ")
}

// ninjaLines are the lines of a file that say something, those put together that a $ at the end continues.
func ninjaLines(text string) []string {
	var lines []string
	var line strings.Builder
	for part := range strings.SplitSeq(text, "\n") {
		part = strings.TrimSuffix(part, "\r")
		if line.Len() > 0 {
			part = strings.TrimLeft(part, " ")
		}
		dollars := len(part) - len(strings.TrimRight(part, "$"))
		if dollars%2 == 1 {
			line.WriteString(part[:len(part)-1])
			continue
		}
		line.WriteString(part)
		if whole := line.String(); strings.TrimSpace(whole) != "" && strings.TrimLeft(whole, " ")[0] != '#' {
			lines = append(lines, whole)
		}
		line.Reset()
	}
	return lines
}

// ninjaBindings are the variables of an indented block.
func ninjaBindings(block []string, expand func(string) string) map[string]string {
	vars := map[string]string{}
	for _, line := range block {
		if name, value, ok := strings.Cut(line, "="); ok {
			vars[strings.TrimSpace(name)] = expand(strings.TrimLeft(value, " "))
		}
	}
	return vars
}

// paths are the explicit paths of a list, which ends at |.
func (n *ninja) paths(list string, value func(string) string) []string {
	var paths []string
	for start, i := 0, 0; i <= len(list); i++ {
		switch {
		case i < len(list) && list[i] == '$':
			i++
		case i == len(list) || list[i] == ' ' || list[i] == '|':
			if word := list[start:min(i, len(list))]; word != "" {
				paths = append(paths, n.expand(word, value))
			}
			if i < len(list) && list[i] == '|' {
				return paths
			}
			start = i + 1
		}
	}
	return paths
}

// expand puts the values of variables into a text.
func (n *ninja) expand(text string, value func(string) string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	if n.work > maxNinjaWork {
		return ""
	}
	var out strings.Builder
	for i := 0; i < len(text) && out.Len() <= maxNinjaCommand; i++ {
		if text[i] != '$' || i+1 == len(text) {
			out.WriteByte(text[i])
			continue
		}
		i++
		end := i
		switch {
		case text[i] == '{':
			if end = strings.IndexByte(text[i:], '}'); end < 0 {
				return out.String()
			}
			out.WriteString(value(text[i+1 : i+end]))
			i += end
		case ninjaWord(text[i]):
			for end < len(text) && ninjaWord(text[end]) {
				end++
			}
			out.WriteString(value(text[i:end]))
			i = end - 1
		default:
			out.WriteByte(text[i]) // $$, "$ ", $:
		}
	}
	n.work += out.Len()
	return out.String()
}

func ninjaWord(c byte) bool {
	return c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
