package infer

import (
	"cmp"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// template is a header that a build makes of another file.
type template struct {
	out  string // what it makes, as others may include it: the end of a path
	file string // of what
}

var (
	templateLine = regexp.MustCompile(`^[ \t]*#[ \t]*(cmakedefine01|cmakedefine|define)[ \t]+([A-Za-z_]\w*(?:\(\))?)(?:[ \t]+(.*?))?[ \t\r]*$`)
	templateName = regexp.MustCompile(`@([A-Za-z_]\w*)@|\$\{([A-Za-z_]\w*)\}`)
	defineLine   = regexp.MustCompile(`^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]*(.*?)[ \t\r]*$`)
)

// configure takes a header that CMake makes of a template: what it will define, as far as that can be told.
func (c *cmake) configure(args []string) {
	if len(args) < 2 {
		return
	}
	p := c.run.project
	file := p.file(args[0], c.dir)
	out := args[1]
	if rest, ok := strings.CutPrefix(out, "${"); ok {
		_, out, _ = strings.Cut(rest, "}")
	}
	out = strings.Trim(path.Clean(filepath.ToSlash(out)), "/")
	if name := path.Base(out); strings.Contains(path.Dir(out), "$") && !strings.ContainsRune(name, '$') {
		// A folder that nothing tells is likely the build file's own, in the folder that is built in.
		if rel, err := filepath.Rel(p.Root, c.dir); err == nil {
			out = path.Join(filepath.ToSlash(rel), name)
		}
	}
	if file == "" || !header(out) || strings.ContainsRune(out, '$') || len(p.templates) >= maxSaid {
		return
	}
	text, err := p.disk.ReadFile(file, maxBuildFile)
	if err != nil {
		return // one that cannot be read says nothing
	}
	if !slices.Contains(p.templates, template{out, file}) {
		p.templates = append(p.templates, template{out, file})
	}
	c.run.done[file] = true
	defer c.inHeader(len(c.defines))
	for line := range strings.SplitSeq(string(text), "\n") {
		c.templateLine(line)
	}
}

// made stands for a header of which only the definitions matter that the command makes.
const made = "/cudals-prelude/cudals/made.h"

// exports takes the header that CMake makes for a library's symbols.
func (c *cmake) exports(args []string) {
	if len(args) == 0 || len(c.run.project.templates) >= maxSaid {
		return
	}
	base, out, names := strings.ToUpper(args[0]), strings.ToLower(args[0])+"_export.h", map[string]string{}
	for i := 1; i+1 < len(args); i++ {
		switch args[i] {
		case "BASE_NAME":
			base, out = strings.ToUpper(args[i+1]), strings.ToLower(args[i+1])+"_export.h"
		case "EXPORT_FILE_NAME", "EXPORT_MACRO_NAME", "NO_EXPORT_MACRO_NAME", "DEPRECATED_MACRO_NAME":
			names[args[i]] = args[i+1]
		}
	}
	if file := names["EXPORT_FILE_NAME"]; file != "" {
		out = file
		if at := strings.LastIndexByte(file, '}'); at >= 0 {
			out = file[at+1:]
		}
	}
	c.run.project.templates = append(c.run.project.templates, template{strings.Trim(out, "/"), made})
	defer c.inHeader(len(c.defines))
	for _, kind := range []struct{ option, suffix string }{
		{"EXPORT_MACRO_NAME", "_EXPORT"},
		{"NO_EXPORT_MACRO_NAME", "_NO_EXPORT"},
		{"DEPRECATED_MACRO_NAME", "_DEPRECATED"},
		{"", "_DEPRECATED_EXPORT"},
		{"", "_DEPRECATED_NO_EXPORT"},
	} {
		c.define(cmp.Or(names[kind.option], base+kind.suffix)+"=", c.when(yes))
	}
}

// inHeader marks the definitions from a number on as those of a header that the build makes.
func (c *cmake) inHeader(from int) {
	for i := range c.defines[from:] {
		c.defines[from+i].made = true
	}
}

// header reports whether something may be included, by its name.
func header(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return slices.Contains([]string{".h", ".hh", ".hpp", ".hxx", ".cuh", ".inc"}, ext)
}

// templateLine takes a line of a template.
func (c *cmake) templateLine(line string) {
	how := c.when(yes)
	found := templateLine.FindStringSubmatch(line)
	if found == nil {
		if strings.HasPrefix(line, "@") {
			value, known := c.configured(line)
			for text := range strings.SplitSeq(value, "\n") {
				if made := defineLine.FindStringSubmatch(text); made != nil && known {
					c.define(made[1]+"="+made[2], how)
				}
			}
		}
		return
	}
	kind, name, rest := found[1], found[2], found[3]
	if kind == "define" {
		if value, known := c.configured(rest); (known || value != "" && !strings.ContainsAny(value, "${")) && templateName.MatchString(rest) && !strings.Contains(rest, `"`) {
			c.define(name+"="+value, how)
		}
		return
	}
	is := c.holds(name)
	value, known := c.configured(rest)
	switch {
	case kind == "cmakedefine01" && is != perhaps:
		c.define(name+"="+number(max(0, int(is))), how)
	case is == yes && known:
		c.define(name+"="+value, how)
	case is == perhaps:
		c.define(name, maybe)
	}
}

// configured puts values in the place of the variables of a template.
func (c *cmake) configured(text string) (value string, known bool) {
	known = true
	value = templateName.ReplaceAllStringFunc(text, func(name string) string {
		name = strings.Trim(name, "@${}")
		_, ok := c.value(name)
		known = known && ok == yes
		return c.vars[name]
	})
	return value, known
}

// configuredAs are the templates of which a header of a name may be made.
func (p *Project) configuredAs(name string) (file string) {
	for _, t := range p.templates {
		if t.out == name || strings.HasSuffix(t.out, "/"+name) || strings.HasSuffix(name, "/"+t.out) {
			return t.file
		}
	}
	return ""
}
