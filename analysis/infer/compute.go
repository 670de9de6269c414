package infer

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sizes are those of types of the builds for which commands are inferred.
var sizes = map[string]string{
	"char": "1", "int8_t": "1", "short": "2", "int16_t": "2", "int": "4", "int32_t": "4", "float": "4", "unsigned int": "4", "long": "8",
	"long long": "8", "int64_t": "8", "uint64_t": "8", "size_t": "8", "ssize_t": "8", "double": "8", "void*": "8", "void *": "8", "off_t": "8",
	"unsigned long": "8", "unsigned long long": "8", "time_t": "8", "long double": "16",
}

func number(n int) string { return strconv.Itoa(n) }

// compute takes a command that computes the value of a variable. Where it cannot be told the variable may hold anything.
func (c *cmake) compute(name string, args, raw []string) {
	out, value, ok := "", "", false
	if name == "cmake_parse_arguments" {
		c.parse(args)
		return
	}
	if len(args) > 1 {
		operation := strings.ToUpper(args[0])
		switch name {
		case "list":
			out, value, ok = c.listed(operation, args[1:])
		case "string":
			out, value, ok = c.text(operation, args[1:])
		case "math":
			if len(args) > 2 {
				out = args[1]
				value, ok = sum(args[2])
			}
		case "get_filename_component":
			if out = args[0]; len(args) > 2 {
				value, ok = c.filename(args[1], args[2])
			}
		case "get_target_property":
			if out = args[0]; len(args) > 2 && args[2] == "SOURCES" {
				sources, known := c.run.targets[args[1]]
				value, ok = strings.Join(sources, ";"), known
			}
		case "file":
			if operation == "GLOB" || operation == "GLOB_RECURSE" {
				out, ok = args[1], true
				value = strings.Join(c.glob(args[2:], operation == "GLOB_RECURSE"), ";")
			}
		}
	}
	doubted := slices.ContainsFunc(raw, c.doubted) || name == "list" && c.unsure[out]
	switch {
	case ok && out != "" && len(value) <= maxVariable:
		c.set(out, strings.Split(value, ";"))
		c.unsure[out] = c.unsure[out] || doubted
	default:
		for _, arg := range raw {
			if _, known := c.vars[arg]; known {
				c.unsure[arg] = true
			}
		}
	}
}

// listed is what an operation makes of a list.
func (c *cmake) listed(operation string, args []string) (out, value string, ok bool) {
	items := strings.Split(c.vars[args[0]], ";")
	if c.vars[args[0]] == "" {
		items = nil
	}
	out = args[0]
	switch operation {
	case "APPEND":
		items = append(items, args[1:]...)
	case "PREPEND":
		items = append(slices.Clone(args[1:]), items...)
	case "REMOVE_ITEM":
		items = slices.DeleteFunc(items, func(item string) bool { return slices.Contains(args[1:], item) })
	case "REMOVE_DUPLICATES":
		var once []string
		for _, item := range items {
			if len(once) < maxArguments && !slices.Contains(once, item) {
				once = append(once, item)
			}
		}
		items = once
	case "FILTER":
		if len(args) < 4 {
			return "", "", false
		}
		re, err := regexp.Compile(strings.ReplaceAll(args[3], `\\`, `\`))
		if err != nil {
			return "", "", false
		}
		items = slices.DeleteFunc(items, func(item string) bool { return re.MatchString(item) != (args[1] == "INCLUDE") })
	case "LENGTH":
		if len(args) < 2 {
			return "", "", false
		}
		return args[1], number(len(items)), true
	case "GET":
		at, err := strconv.Atoi(last(args[1 : len(args)-1]))
		if len(args) != 3 || err != nil {
			return "", "", false
		}
		if at < 0 {
			at += len(items)
		}
		if at < 0 || at >= len(items) {
			return "", "", false
		}
		return args[2], items[at], true
	default:
		return "", "", false
	}
	return out, strings.Join(items, ";"), true
}

func last(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return items[len(items)-1]
}

// text is what an operation makes of strings.
func (c *cmake) text(operation string, args []string) (out, value string, ok bool) {
	switch {
	case operation == "APPEND":
		return args[0], c.vars[args[0]] + strings.Join(args[1:], ""), true
	case operation == "TOUPPER" && len(args) == 2:
		return args[1], upper(args[0], strings.ToUpper), !strings.Contains(args[0], "${")
	case operation == "TOLOWER" && len(args) == 2:
		return args[1], upper(args[0], strings.ToLower), !strings.Contains(args[0], "${")
	case operation == "REPLACE" && len(args) > 3 && args[0] != "":
		return args[2], strings.ReplaceAll(strings.Join(args[3:], ""), args[0], args[1]), !strings.Contains(args[3], "${")
	case operation == "STRIP" && len(args) == 2:
		return args[1], strings.TrimSpace(args[0]), true
	case operation == "CONCAT" && len(args) > 1:
		return args[0], strings.Join(args[1:], ""), true
	case operation == "REGEX" && len(args) > 3 && !strings.Contains(last(args), "${"):
		return matched(strings.ToUpper(args[0]), args[1:])
	}
	return "", "", false
}

var groupNumber = regexp.MustCompile(`\\\\?(\d)`)

// matched is what an operation makes of strings by a regular expression.
func matched(operation string, args []string) (out, value string, ok bool) {
	re, err := regexp.Compile(strings.ReplaceAll(args[0], `\\`, `\`))
	if err != nil {
		return "", "", false
	}
	switch {
	case operation == "MATCH":
		return args[1], re.FindString(strings.Join(args[2:], "")), true
	case operation == "REPLACE" && len(args) > 3:
		by := groupNumber.ReplaceAllString(strings.ReplaceAll(args[1], "$", "$$"), "$${$1}")
		return args[2], re.ReplaceAllString(strings.Join(args[3:], ""), by), true
	}
	return "", "", false
}

// upper changes the case of letters.
func upper(text string, change func(string) string) string { return change(text) }

var arithmetic = regexp.MustCompile(`^\s*(-?\d{1,9})\s*(?:([-+*])\s*(\d{1,9})\s*)?$`)

// sum is the value of an expression of one operator.
func sum(expression string) (string, bool) {
	found := arithmetic.FindStringSubmatch(expression)
	if found == nil {
		return "", false
	}
	a, _ := strconv.Atoi(found[1])
	b, _ := strconv.Atoi(found[3])
	switch found[2] {
	case "-":
		a -= b
	case "+":
		a += b
	case "*":
		a *= b
	}
	return number(a), true
}

// filename is a part of a path.
func (c *cmake) filename(name, part string) (string, bool) {
	base := path.Base(name)
	switch part {
	case "ABSOLUTE", "REALPATH":
		if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "${") {
			return name, true
		}
		return c.vars["CMAKE_CURRENT_SOURCE_DIR"] + "/" + name, true
	case "NAME":
		return base, true
	case "NAME_WE":
		base, _, _ = strings.Cut(base, ".")
		return base, true
	case "DIRECTORY", "PATH":
		return path.Dir(name), true
	}
	return "", false
}

// glob are the project's files that patterns match.
func (c *cmake) glob(args []string, deep bool) []string {
	var out []string
	names, folders := c.run.byFolder()
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "RELATIVE":
			i++
			continue
		case "LIST_DIRECTORIES", "CONFIGURE_DEPENDS", "true", "false", "TRUE", "FALSE":
			continue
		}
		folder := c.run.project.folder(path.Dir(args[i]), c.dir)
		rel, err := filepath.Rel(c.run.project.Root, folder)
		pattern := path.Base(args[i])
		if folder == "" || err != nil || strings.ContainsAny(path.Dir(args[i]), "*?") {
			continue
		}
		if rel = filepath.ToSlash(rel); rel == "." {
			rel = ""
		}
		take := func(at string) {
			c.run.commands += len(names[at]) / namesPerCommand
			for _, name := range names[at] {
				if match, err := path.Match(pattern, name); err == nil && match && len(out) < maxArguments {
					out = append(out, there+"/"+path.Join(at, name))
				}
			}
		}
		below := rel + "/"
		if rel == "" {
			below = ""
		} else {
			take(rel)
		}
		first, _ := slices.BinarySearch(folders, below)
		for _, at := range folders[first:] {
			if !strings.HasPrefix(at, below) || !deep && at != rel {
				break
			}
			take(at)
		}
	}
	slices.Sort(out)
	return out
}

// parse is cmake_parse_arguments.
func (c *cmake) parse(args []string) {
	if len(args) < 4 {
		return
	}
	prefix, options, ones, many, from := args[0], args[1], args[2], args[3], args[4:]
	names := func(list string) []string { return strings.FieldsFunc(list, func(r rune) bool { return r == ';' }) }
	for _, name := range names(options) {
		c.set(prefix+"_"+name, []string{"FALSE"})
	}
	for _, name := range names(ones + ";" + many) {
		c.set(prefix+"_"+name, []string{""})
	}
	to := ""
	for _, arg := range split(from) {
		switch {
		case slices.Contains(names(options), arg):
			c.set(prefix+"_"+arg, []string{"TRUE"})
			to = ""
		case slices.Contains(names(ones), arg) || slices.Contains(names(many), arg):
			to = arg
		case slices.Contains(names(ones), to):
			c.set(prefix+"_"+to, []string{arg})
			to = ""
		default:
			key := prefix + "_" + to
			if to == "" {
				key = prefix + "_UNPARSED_ARGUMENTS"
			}
			c.set(key, []string{c.vars[key], arg})
		}
	}
}

// search takes a command that looks for something on the machine: a header is looked for where the compiler would, anything else is not
// known to be there.
func (c *cmake) search(name string, args []string) {
	if len(args) < 2 {
		return
	}
	if _, set := c.vars[args[0]]; set {
		return
	}
	if name != "find_path" && name != "find_file" {
		c.set(args[0], []string{args[0] + "-NOTFOUND"})
		c.unsure[args[0]] = true
		return
	}
	p, found := c.run.project, args[0]+"-NOTFOUND"
	for _, header := range args[1:] {
		if header == "PATHS" || header == "HINTS" || header == "PATH_SUFFIXES" {
			break
		}
		for _, folder := range append([]string{"/usr/include"}, p.deps...) {
			if file := path.Join(folder, header); strings.Contains(header, ".") && p.disk.IsFile(file) {
				found = folder
			}
		}
		if len(p.index.suffixed(path.Clean(header))) > 0 {
			found = there // with the project itself
		}
	}
	c.set(args[0], []string{found})
}
