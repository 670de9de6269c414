package infer

import (
	"path/filepath"
	"regexp"
	"strings"
)

// makeRun follows a makefile and what it includes.
type makeRun struct {
	*says
	project *Project
	dir     string // of the makefile
	vars    map[string]string
	blocks  []block
	lines   *int // read in the whole project
	// included are the files that others include: what they say of commands counts there.
	included map[string]bool
}

const (
	maxLines  = 300_000
	maxNested = 20
)

// readMake reads a makefile.
func readMake(p *Project, file, text string, included map[string]bool, lines *int) *says {
	m := makeRun{says: &says{}, project: p, dir: filepath.Dir(file), vars: map[string]string{}, included: included, lines: lines}
	rel, err := filepath.Rel(p.Root, m.dir)
	if err == nil {
		m.vars["CURDIR"] = strings.TrimSuffix(there+"/"+filepath.ToSlash(rel), "/.")
		m.vars["PWD"] = m.vars["CURDIR"]
	}
	m.read(text, 0)
	return m.says
}

var (
	makeSet     = regexp.MustCompile(`^(?:(?:override|export|private)\s+)*([A-Za-z_][A-Za-z0-9_.-]{0,99})\s*(::?:?=|\?=|\+=|=)\s*(.*)$`)
	makeBranch  = regexp.MustCompile(`^(ifeq|ifneq|ifdef|ifndef|else|endif)\b\s*(.*)$`)
	makeCompare = regexp.MustCompile(`^(?:\(\s*([^,]*?)\s*,\s*(.*?)\s*\)|["']([^"']*)["']\s*["']([^"']*)["'])\s*$`)
	makeInclude = regexp.MustCompile(`^[-s]?include\s+(.*)$`)
	makeName    = regexp.MustCompile(`\$[({]([A-Za-z_][A-Za-z0-9_.]*)[)}]`)
	makeCall    = regexp.MustCompile(`\$[({](addprefix|abspath|realpath|strip|patsubst)\s+((?:[^(){}$]|\$\{[^{}]*\})*)[)}]`)
	makeOpaque  = regexp.MustCompile(`\$\([^()]*\)`)
)

// read reads the lines of a makefile.
func (m *makeRun) read(text string, depth int) {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\\\n", " "), "\n")
	open := len(m.blocks)
	for i := 0; i < len(lines) && *m.lines < maxLines; i++ {
		*m.lines++
		recipe := strings.HasPrefix(lines[i], "\t")
		line := strings.TrimSpace(lines[i])
		if !recipe {
			line, _, _ = strings.Cut(line, "#")
			line = strings.TrimSpace(line)
		}
		if found := branchOf(line); found != nil {
			m.branch(found[1], found[2], lines[i+1:])
			continue
		}
		if line == "" || m.live() == no {
			continue
		}
		if name, ok := strings.CutPrefix(line, "define "); ok && !recipe {
			for i++; i < len(lines) && strings.TrimSpace(lines[i]) != "endef"; i++ {
				m.commands(m.expand(lines[i]), maybe)
			}
			delete(m.vars, name)
			continue
		}
		if !recipe && strings.HasPrefix(strings.TrimLeft(line, "-s"), "include") {
			found := makeInclude.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			m.include(m.expand(found[1]), depth)
			continue
		}
		if strings.Contains(line, "=") && !recipe {
			if found := makeSet.FindStringSubmatch(line); found != nil {
				m.set(found[1], found[2], m.expand(found[3]))
				continue
			}
		}
		m.commands(m.expand(line), maybe)
	}
	m.blocks = m.blocks[:min(open, len(m.blocks))]
}

// branchOf are the parts of a line that begins or ends a part that is not always read, or nil.
func branchOf(line string) []string {
	if !strings.HasPrefix(line, "if") && !strings.HasPrefix(line, "e") {
		return nil
	}
	return makeBranch.FindStringSubmatch(line)
}

func (m *makeRun) live() truth {
	if len(m.blocks) == 0 {
		return yes
	}
	return m.blocks[len(m.blocks)-1].arm
}

// set takes an assignment.
func (m *makeRun) set(name, operator, value string) {
	how := maybe
	if m.live() == yes {
		how = some
	}
	m.commands(value, how)
	old, set := m.vars[name]
	switch {
	case operator == "?=" && set:
		return
	case operator == "+=":
		value = old + " " + value
	}
	if len(value) > maxVariable || len(m.vars) >= maxSaid {
		return
	}
	if m.live() == yes || !set {
		m.vars[name] = value
	}
	if m.live() != yes {
		m.vars[name] = "${" + name + "}" // it may be either
	}
}

// include reads a file where it is included.
func (m *makeRun) include(names string, depth int) {
	for name := range strings.FieldsSeq(names) {
		file := m.project.file(name, m.dir)
		if file == "" || depth >= maxNested {
			continue
		}
		if text, err := m.project.disk.ReadFile(file, maxBuildFile); err == nil {
			m.included[file] = true
			m.read(string(text), depth+1)
		}
	}
}

// branch takes a line that begins or ends a part that is not always read; rest stands after it.
func (m *makeRun) branch(word, argument string, rest []string) {
	if word == "endif" {
		m.blocks = m.blocks[:max(0, len(m.blocks)-1)]
		return
	}
	if word != "else" {
		is := m.condition(word, argument)
		switch {
		case is == yes && len(rest) > 0 && strings.HasPrefix(strings.TrimSpace(rest[0]), "$(error"):
			is = no // whoever builds says something else
			if found := makeCompare.FindStringSubmatch(argument); found != nil {
				delete(m.vars, strings.Trim(found[1]+found[3], "$(){}"))
			}
		case is == perhaps && m.chosen(argument, rest):
			is = yes
		}
		m.blocks = append(m.blocks, block{outer: m.live(), taken: is, arm: m.live().and(is)})
		return
	}
	if len(m.blocks) == 0 {
		return
	}
	b := &m.blocks[len(m.blocks)-1]
	is := yes
	if found := makeBranch.FindStringSubmatch(argument); found != nil {
		is = m.condition(found[1], found[2])
	}
	b.arm = b.outer.and(is).and(b.taken.not())
	b.taken = b.taken.or(is)
}

// condition decides a test.
func (m *makeRun) condition(word, argument string) truth {
	is := perhaps
	switch word {
	case "ifdef", "ifndef":
		if value, set := m.vars[argument]; set {
			is = truthOf(value != "")
		} else if side(argument) > 0 {
			is = yes
		} else if ofAMD(argument) {
			is = no
		}
	default:
		found := makeCompare.FindStringSubmatch(argument)
		if found == nil {
			return perhaps
		}
		a, b := strings.Trim(m.expand(found[1]+found[3]), " '\""), strings.Trim(m.expand(found[2]+found[4]), " '\"")
		name := makeName.FindStringSubmatch(a)
		switch {
		case !strings.Contains(a+b, "$"):
			is = truthOf(a == b)
		case name != nil && name[0] == a && side(name[1]) > 0 && constant(b) != perhaps:
			is = constant(b)
		}
	}
	if word == "ifneq" || word == "ifndef" {
		is = is.not()
	}
	return is
}

// chosen reports whether whoever builds must say which of several things a variable is: then the first may be taken.
func (m *makeRun) chosen(argument string, rest []string) bool {
	found := makeCompare.FindStringSubmatch(argument)
	if found == nil {
		return false
	}
	name := makeName.FindString(m.expand(found[1] + found[3]))
	if name == "" || found[2]+found[4] == "" {
		return false
	}
	depth := 0
	for _, line := range rest {
		next := branchOf(strings.TrimSpace(line))
		switch {
		case next == nil:
		case next[1] == "endif" && depth == 0:
			return false
		case next[1] == "endif":
			depth--
		case next[1] == "else" && depth == 0:
			also := makeBranch.FindStringSubmatch(next[2])
			if also == nil || also[1] != "ifeq" {
				return false
			}
			other := makeCompare.FindStringSubmatch(also[2])
			return other != nil && makeName.FindString(m.expand(other[1]+other[3])) == name
		case next[1] != "else":
			depth++
		}
	}
	return false
}

// unknown stands for what only make itself can tell.
const unknown = "${?}"

// expand puts values in the place of variables that are known; others stand as ${NAME}.
func (m *makeRun) expand(text string) string {
	for range 10 {
		if !strings.Contains(text, "$") {
			return text
		}
		before, room := text, maxVariable
		text = makeName.ReplaceAllStringFunc(text, func(reference string) string {
			name := reference[2 : len(reference)-1]
			value, ok := m.vars[name]
			if room -= len(value); room >= 0 && ok && !strings.Contains(value, "${"+name+"}") {
				return value
			}
			return "${" + name + "}"
		})
		if room < 0 {
			return ""
		}
		text = makeCall.ReplaceAllStringFunc(text, func(call string) string {
			found := makeCall.FindStringSubmatch(call)
			return called(found[1], found[2])
		})
		if len(text) > maxVariable {
			return ""
		}
		if text == before {
			break
		}
	}
	return makeOpaque.ReplaceAllLiteralString(text, unknown)
}

// called is what a function of make makes of its arguments.
func called(name, arguments string) string {
	prefix, words := "", arguments
	switch name {
	case "addprefix":
		prefix, words, _ = strings.Cut(arguments, ",")
	case "patsubst":
		parts := strings.SplitN(arguments, ",", 3)
		ending, ok := "", false
		if len(parts) == 3 {
			prefix, ending, ok = strings.Cut(parts[1], "%")
		}
		if !ok || ending != "" || parts[0] != "%" {
			return unknown
		}
		words = parts[2]
	}
	var out []string
	for word := range strings.FieldsSeq(words) {
		out = append(out, prefix+word)
	}
	return strings.Join(out, " ")
}
