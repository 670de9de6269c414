package infer

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// readCMake reads the commands of a CMakeLists.txt or a .cmake file that say how files are compiled. Of a condition that cannot be
// decided both sides are read. outer holds what files of outer folders set variables to; a name after chosen that somebody chooses it.
func (r *cmakeRun) readCMake(file, text string, outer map[string]string) *says {
	c := r.scope(filepath.Dir(file), &says{})
	c.whole = c.dir == r.project.Root && filepath.Base(file) == "CMakeLists.txt"
	for name, value := range outer {
		if option, ok := strings.CutPrefix(name, chosen); ok {
			c.choice[option] = true
			continue
		}
		c.vars[name] = value
	}
	for name := range c.vars {
		c.unsure[name] = !c.choice[name] // the file may be another folder's
	}
	c.vars["PROJECT_SOURCE_DIR"], c.vars["CMAKE_SOURCE_DIR"] = there, there
	c.vars["CMAKE_CURRENT_SOURCE_DIR"] = r.place(c.dir)
	r.files[file] = &cmakeFile{file, statements(text)}
	c.list(r.files[file])
	c.says.variables = c.vars
	for name := range c.choice {
		c.says.variables[chosen+name] = ""
	}
	return c.says
}

// chosen stands before the names of options among variables.
const chosen = "\x00"

// Bounds of what is read of CMake: commands of a whole project, arguments of one, bytes of a variable.
const (
	maxCommands  = 200_000
	maxArguments = 4000
	maxVariable  = 1 << 16
	// bytesPerCommand is how many bytes are put in the place of variables in the time of a command.
	bytesPerCommand = 256
)

// cmake is the reading of one folder's files, or of a function that they call.
type cmake struct {
	*says
	run *cmakeRun
	dir string // of the CMakeLists.txt, absolute
	// vars are variables; unsure are those that may hold something else, choice those that whoever builds may set.
	vars           map[string]string
	unsure, choice map[string]bool
	// raised are those that are set where the folder or function was entered, with whether that is sure.
	raised map[string]raised
	blocks []block
	depth  int
	ended  bool // by a return
	broke  bool // a loop has ended by a break
	// whole: the reading began with the project's own file, so that what is not set by now whoever builds would have to.
	whole bool
	// apart: this is a function's body, of which is only looked what it may say.
	apart bool
}

func (c *cmake) command(name string, args []string) {
	if c.branch(name, args) || c.live() == no {
		return
	}
	raw := args
	if args = c.expanded(args); c.called(name, args) {
		return
	}
	switch name {
	case "option", "cmake_dependent_option":
		c.option(args, name != "option")
	case "set":
		if len(args) > 1 {
			c.set(args[0], args[1:])
		}
	case "unset":
		if len(args) > 0 {
			c.set(args[0], args[1:])
		}
	case "list", "string", "math", "get_filename_component", "file", "cmake_parse_arguments", "get_target_property":
		c.compute(name, args, raw)
	case "include":
		c.include(args)
	case "add_subdirectory":
		c.subdirectory(args)
	case "configure_file":
		c.configure(args)
	case "generate_export_header":
		c.exports(args)
	case "check_type_size":
		if len(args) > 1 {
			c.set(args[1], []string{sizes[args[0]]})
		}
	case "find_path", "find_file", "find_library", "find_program":
		c.search(name, args)
	case "break":
		c.broke = c.live() == yes
	case "add_library", "add_executable", "target_sources", "cuda_add_library", "cuda_add_executable":
		c.target(args)
	case "project":
		c.vars["PROJECT_SOURCE_DIR"] = c.vars["CMAKE_CURRENT_SOURCE_DIR"]
		if len(args) > 0 {
			c.vars[args[0]+"_SOURCE_DIR"] = c.vars["CMAKE_CURRENT_SOURCE_DIR"]
		}
		c.versioned(args)
	default:
		c.compiling(name, args, raw)
	}
}

// expanded are arguments with the values of variables.
func (c *cmake) expanded(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = c.expand(arg)
	}
	return out
}

// compiling executes what says how files are compiled. raw are the arguments as they are written.
func (c *cmake) compiling(name string, args, raw []string) {
	switch name {
	case "include_directories", "cuda_include_directories":
		c.includes(raw)
	case "target_include_directories":
		c.includes(raw[min(1, len(raw)):])
	case "add_definitions", "add_compile_definitions":
		c.definitions(raw, false)
	case "target_compile_definitions":
		c.definitions(raw[min(1, len(raw)):], true)
	case "target_compile_features":
		for _, arg := range args {
			c.word(arg, "", c.when(yes))
		}
	case "set_source_files_properties":
		c.sources(args, "PROPERTIES")
	case "set_target_properties", "set_property":
		if name == "set_property" && len(args) > 0 && args[0] == "SOURCE" {
			c.sources(args[1:], "PROPERTY")
		}
		for i, arg := range args[:max(0, len(args)-1)] {
			c.property(arg, args[i+1])
		}
	case "target_compile_options", "add_compile_options":
		c.silences(strings.Join(raw, ";"))
		c.generated(raw, yes, false, func(arg string, is truth) { c.commands(arg, min(c.when(is), some)) })
	case "target_link_libraries", "message", "install", "mark_as_advanced", "cmake_minimum_required", "find_package":
	default:
		// Whatever else takes the name of a variable may set it.
		for _, arg := range raw {
			if _, known := c.vars[arg]; known {
				c.unsure[arg] = true
			}
		}
	}
}

// definitions defines macros; target: for one target, which may be none that is built.
func (c *cmake) definitions(raw []string, target bool) {
	c.generated(raw, yes, false, func(arg string, is truth) {
		how := c.when(is)
		arg = strings.TrimPrefix(arg, "-D")
		if how == always && target && !c.on(arg) {
			how = some
		}
		c.define(arg, how)
	})
}

// versioned takes the version of a project.
func (c *cmake) versioned(args []string) {
	at := slices.Index(args, "VERSION")
	if at < 1 || at+1 >= len(args) {
		return
	}
	for _, name := range []string{"PROJECT", args[0]} {
		c.set(name+"_VERSION", args[at+1:at+2])
		for i, part := range strings.SplitN(args[at+1], ".", 4) {
			c.set(name+"_VERSION_"+[]string{"MAJOR", "MINOR", "PATCH", "TWEAK"}[i], []string{part})
		}
	}
}

// when is how certain it is that the command which is read has its effect, under a further condition.
func (c *cmake) when(is truth) certainty {
	if c.live().and(is) == yes {
		return always
	}
	return maybe
}

// option takes a variable that whoever builds may set, with its default.
func (c *cmake) option(args []string, depends bool) {
	if len(args) < 2 || len(c.vars) >= maxSaid {
		return
	}
	name, value := args[0], "OFF"
	if len(args) > 2 {
		value = args[2]
	}
	if _, set := c.vars[name]; !set {
		c.vars[name] = likely(name, value)
	}
	c.choice[name] = true
	c.unsure[name] = depends || c.live() != yes
}

// likely is what whoever builds CUDA code sets a variable to of which value is the default.
func likely(name, value string) string {
	if _, err := strconv.Atoi(value); err == nil || value == "" || constant(value) == perhaps {
		return value // there is more to it than yes and no
	}
	switch {
	case side(name) > 0:
		return "ON"
	case refusal(name):
		return "OFF"
	}
	return value
}

// on reports whether a variable is known to be on.
func (c *cmake) on(name string) bool {
	value, known := c.value(name)
	return known == yes && constant(value) == yes
}

// keywords stand among the arguments of commands about targets.
var keywords = []string{"PUBLIC", "PRIVATE", "INTERFACE", "SYSTEM", "BEFORE", "AFTER"}

// includes takes the arguments of a command that names include folders.
func (c *cmake) includes(args []string) {
	c.generated(args, yes, false, func(arg string, _ truth) { c.folder(arg) })
}

// sources takes the properties of source files, which stand after a word.
func (c *cmake) sources(args []string, word string) {
	at := slices.Index(args, word)
	if at < 0 {
		return
	}
	for i := at + 1; i+1 < len(args); i += 2 {
		if args[i] != "LANGUAGE" || args[i+1] != "CUDA" {
			continue
		}
		for _, file := range split(args[:at]) {
			if len(c.cuda) < maxSaid && !slices.Contains([]string{"", "APPEND", "APPEND_STRING"}, file) {
				c.cuda = append(c.cuda, file)
			}
		}
	}
}

// set makes a variable of what it is set to.
func (c *cmake) set(name string, values []string) {
	where := ""
	for i, v := range values {
		if v == "CACHE" || v == "PARENT_SCOPE" {
			if where = v; values[len(values)-1] == "FORCE" {
				where = ""
			}
			values = values[:i]
			break
		}
	}
	value := strings.TrimPrefix(strings.Join(values, ";"), ";")
	if len(value) > maxVariable {
		return
	}
	if where == "PARENT_SCOPE" {
		if c.raised != nil && len(c.raised) < maxSaid {
			c.raised[name] = raised{value, c.live() == yes}
		}
		return
	}
	if where == "CACHE" {
		c.cached(name, value)
		return
	}
	delete(c.choice, name)
	c.tell(name, value)
	if len(c.vars) < maxSaid {
		c.vars[name] = value
		c.unsure[name] = c.live() != yes
	}
}

// cached takes the default of a variable that whoever builds may set. What stands there already counts.
func (c *cmake) cached(name, value string) {
	if old, set := c.vars[name]; set && !c.unsure[name] {
		c.unsure[name] = old != value && c.live() != yes
		return
	}
	c.tell(name, value)
	if len(c.vars) < maxSaid {
		c.vars[name], c.choice[name], c.unsure[name] = likely(name, value), true, false
	}
}

// tell takes what variables of some names say of commands.
func (c *cmake) tell(name, value string) {
	c.property(strings.TrimPrefix(name, "CMAKE_"), value)
	if strings.Contains(name, "FLAGS") || strings.Contains(name, "OPTIONS") {
		c.commands(value, min(c.when(yes), some))
	}
}

// property takes a property of a target, or a variable that sets it for all.
func (c *cmake) property(name, value string) {
	switch name {
	case "CUDA_STANDARD":
		c.word("cuda_std_"+value, "", maybe)
	case "CXX_STANDARD":
		c.flags.cxx = max(c.flags.cxx, standardOf("cxx_std_"+value))
	case "CUDA_ARCHITECTURES":
		for arch := range strings.SplitSeq(value, ";") {
			arch, _, _ = strings.Cut(arch, "-")
			c.flags.arch(strings.TrimRight(arch, "af"))
		}
	case "CUDA_SEPARABLE_COMPILATION":
		if strings.EqualFold(value, "on") || strings.EqualFold(value, "true") {
			c.flags.RDC = true
		}
	case "CUDA_PTX_COMPILATION":
		c.flags.DeviceOnly = c.flags.DeviceOnly || constant(value) == yes
	case "INCLUDE_DIRECTORIES", "INTERFACE_INCLUDE_DIRECTORIES":
		c.includes([]string{value})
	}
}

// split takes lists apart, but not inside generator expressions, which spaces do not end either.
func split(args []string) []string { return splitAt(strings.Join(args, ";"), ';') }

// splitAt takes a text apart at a separator that stands in no generator expression.
func splitAt(text string, separator byte) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(text) && len(out) < maxArguments; i++ {
		switch {
		case strings.HasPrefix(text[i:], "$<"):
			depth++
		case text[i] == '>' && depth > 0:
			depth--
		case text[i] == separator && depth == 0:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}

// generated takes each of the arguments of a command, without those that are keywords, and with it whether it is there: lists are taken
// apart, variables replaced by what they hold, unless they were, and generator expressions by what they enclose.
func (c *cmake) generated(args []string, is truth, expanded bool, take func(arg string, is truth)) {
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > maxCalls {
		return
	}
	for _, arg := range split(args) {
		condition, inner, ok := generator(arg)
		switch {
		case slices.Contains(keywords, arg):
		case !ok && !expanded && strings.Contains(arg, "${"):
			c.generated([]string{c.expand(arg)}, is, true, take)
		case !ok:
			take(arg, is)
		case condition == "IF":
			if arms := splitAt(inner, ','); len(arms) == 3 {
				first := c.generator(arms[0])
				c.generated(arms[1:2], is.and(first), expanded, take)
				c.generated(arms[2:], is.and(first.not()), expanded, take)
			}
		default:
			if is := is.and(c.generator(condition)); is != no {
				c.generated([]string{inner}, is, expanded, take)
			}
		}
	}
}

// generator takes a generator expression apart: what stands before its colon and after it.
func generator(arg string) (before, after string, ok bool) {
	rest, ok := strings.CutPrefix(arg, "$<")
	if !ok {
		return "", "", false
	}
	rest = strings.TrimSuffix(rest, ">")
	before = splitAt(rest, ':')[0]
	return before, strings.TrimPrefix(rest[len(before):], ":"), true
}

// generator decides what a generator expression hangs on.
func (c *cmake) generator(condition string) truth {
	before, after, ok := generator(condition)
	if !ok {
		before = condition
	}
	if len(condition) > 10*maxCondition {
		return perhaps
	}
	switch before {
	case "1", "BUILD_INTERFACE":
		return yes
	case "0", "INSTALL_INTERFACE":
		return no
	case "BOOL":
		if strings.Contains(after, "${") {
			return c.holds(after)
		}
		return truthOf(constant(after) != no)
	case "NOT":
		return c.generator(after).not()
	case "AND", "OR":
		is := truthOf(before == "AND")
		for _, arm := range splitAt(after, ',') {
			if before == "AND" {
				is = is.and(c.generator(arm))
			} else {
				is = is.or(c.generator(arm))
			}
		}
		return is
	case "COMPILE_LANGUAGE", "COMPILE_LANG_AND_ID":
		if slices.Contains(splitAt(after, ','), "CUDA") {
			return yes
		}
	}
	return perhaps
}

// expand puts values in the place of variables that are known.
func (c *cmake) expand(text string) string {
	for range 10 {
		begin := strings.LastIndex(text, "${")
		for begin >= 0 {
			end := strings.IndexByte(text[begin:], '}')
			if end < 0 {
				return text
			}
			if value, ok := c.vars[text[begin+2:begin+end]]; ok && value != text {
				if text = text[:begin] + value + text[begin+end+1:]; len(text) > maxVariable {
					return ""
				}
				c.run.commands += len(text) / bytesPerCommand
			}
			begin = strings.LastIndex(text[:begin], "${")
		}
		if !c.known(text) {
			break
		}
	}
	return text
}

// known reports whether a text mentions a variable that is known.
func (c *cmake) known(text string) bool {
	for {
		begin := strings.Index(text, "${")
		if begin < 0 {
			return false
		}
		text = text[begin+2:]
		end := strings.IndexByte(text, '}')
		if end < 0 {
			return false
		}
		if _, ok := c.vars[text[:end]]; ok {
			return true
		}
	}
}

// nextCommand reads a command: a name and the arguments in its parentheses.
func nextCommand(text string) (name string, args []string, rest string, ok bool) {
	for {
		text = skip(text)
		n := 0
		for n < len(text) && (text[n] == '_' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' || n > 0 && text[n] >= '0' && text[n] <= '9') {
			n++
		}
		if n == 0 {
			if text == "" {
				return "", nil, "", false
			}
			text = text[1:]
			continue
		}
		name, text = text[:n], strings.TrimLeft(text[n:], " \t")
		if !strings.HasPrefix(text, "(") {
			continue
		}
		args, rest = arguments(text[1:], conditional[strings.ToLower(name)])
		return name, args, rest, true
	}
}

// conditional are the commands whose parentheses mean something.
var conditional = map[string]bool{"if": true, "elseif": true}

// skip leaves out white space and comments.
func skip(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n\ufeff")
		if !strings.HasPrefix(text, "#") {
			return text
		}
		if _, rest, ok := bracket(text[1:]); ok {
			text = rest
			continue
		}
		_, text, _ = strings.Cut(text, "\n")
	}
}

// bracket reads an argument in brackets: [=[ … ]=].
func bracket(text string) (inner, rest string, ok bool) {
	if !strings.HasPrefix(text, "[") {
		return "", text, false
	}
	n := 1
	for n < len(text) && text[n] == '=' {
		n++
	}
	if n >= len(text) || text[n] != '[' {
		return "", text, false
	}
	inner, rest, ok = strings.Cut(text[n+1:], "]"+text[1:n]+"]")
	return inner, rest, ok
}

// arguments reads up to the closing parenthesis; those inside are arguments where they mean something.
func arguments(text string, parentheses bool) (args []string, rest string) {
	depth := 0
	for len(args) < maxArguments {
		text = skip(text)
		if text == "" {
			return args, ""
		}
		switch text[0] {
		case '(':
			depth++
			text = text[1:]
			if parentheses {
				args = append(args, "(")
			}
			continue
		case ')':
			text = text[1:]
			if depth == 0 {
				return args, text
			}
			depth--
			if parentheses {
				args = append(args, ")")
			}
			continue
		case '"':
			n := stringEnd(text, 0)
			args = append(args, text[1:n])
			text = text[min(n+1, len(text)):]
			continue
		}
		if inner, after, ok := bracket(text); ok {
			args, text = append(args, inner), after
			continue
		}
		n := 1
		for n < len(text) && !strings.ContainsRune(" \t\r\n()", rune(text[n])) {
			if text[n] == '"' { // NAME="a value": the quotes are part of the argument
				n = stringEnd(text, n)
			}
			n = min(n+1, len(text))
		}
		args, text = append(args, text[:n]), text[n:]
	}
	return args, text
}

// stringEnd is where the quote stands that ends the string which begins at i, or the text ends.
func stringEnd(text string, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i, len(text))
}
