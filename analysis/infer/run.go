package infer

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// cmakeRun follows a project's files of CMake as they name each other.
type cmakeRun struct {
	project *Project
	files   map[string]*cmakeFile // by path
	// done are the files that were read where others name them.
	done map[string]bool
	// said is what the files say of each folder, by the folder's CMakeLists.txt.
	said       map[string]*says
	procedures map[string]procedure
	targets    map[string][]string // the sources of each target
	// commands counts those that were read, budget is how many may be.
	commands, budget int
	// names and folders are those of byFolder.
	names   map[string][]string
	folders []string
}

// procedure is a function or a macro.
type procedure struct {
	parameters []string
	body       []statement
	macro      bool
	open       *int // how many calls of it have begun and not ended
}

// raised is a value that a function or a folder sets where it was entered.
type raised struct {
	value string
	sure  bool
}

const (
	maxOpen   = 2    // calls of one function inside each other
	maxCalls  = 40   // folders, files, functions and loops inside each other
	maxRounds = 2000 // of one loop
	maxBodies = 2000 // functions of a project
	// variablesPerCommand is how many variables are copied in the time of a command.
	variablesPerCommand = 50
	// namesPerCommand is how many names are matched with a pattern in that time.
	namesPerCommand = 50
)

func newCMakeRun(p *Project) *cmakeRun {
	return &cmakeRun{
		project: p, files: map[string]*cmakeFile{}, done: map[string]bool{}, said: map[string]*says{}, procedures: map[string]procedure{}, targets: map[string][]string{},
	}
}

// scope is that of the files of a folder.
func (r *cmakeRun) scope(dir string, said *says) *cmake {
	return &cmake{says: said, run: r, dir: dir, vars: map[string]string{}, unsure: map[string]bool{}, choice: map[string]bool{}}
}

// place is how a folder of the project is spelled in variables.
func (r *cmakeRun) place(dir string) string {
	rel, err := filepath.Rel(r.project.Root, dir)
	if err != nil || rel == "." {
		return there
	}
	return there + "/" + filepath.ToSlash(rel)
}

// inner is the scope of a function, of a folder, or of what is read to see what it may say; or of a macro, which has none of its own.
func (c *cmake) inner(said *says, macro bool) *cmake {
	in := *c
	in.says, in.depth, in.blocks, in.ended = said, c.depth+1, []block{{outer: yes, arm: c.live()}}, false
	if !macro {
		in.vars, in.unsure, in.choice, in.raised = maps.Clone(c.vars), maps.Clone(c.unsure), maps.Clone(c.choice), map[string]raised{}
		c.run.commands += len(c.vars) / variablesPerCommand
	}
	return &in
}

// raise takes what an inner scope set in this one.
func (c *cmake) raise(inner *cmake) {
	for name, r := range inner.raised {
		if len(c.vars) < maxSaid {
			c.vars[name], c.unsure[name] = r.value, !r.sure || c.live() != yes
			delete(c.choice, name)
		}
	}
}

// byFolder are the names of the project's files by their folders, and these, sorted. It is made when somebody asks.
func (r *cmakeRun) byFolder() (names map[string][]string, folders []string) {
	if r.names == nil {
		r.names = map[string][]string{}
		for name, at := range r.project.index.files {
			for _, folder := range at {
				r.names[folder] = append(r.names[folder], name)
			}
		}
		for _, list := range r.names {
			slices.Sort(list)
		}
		r.folders = slices.Sorted(maps.Keys(r.names))
	}
	return r.names, r.folders
}

// file is a file by its path, read at most once; nil: it cannot be read.
func (r *cmakeRun) file(path string) *cmakeFile {
	f, known := r.files[path]
	if !known {
		if text, err := r.project.disk.ReadFile(path, maxBuildFile); err == nil {
			f = &cmakeFile{path, statements(string(text))}
		}
		r.files[path] = f
	}
	return f
}

// cmakeFile is what a file says.
type cmakeFile struct {
	path string
	list []statement
}

// list reads the commands of a file, whose folder they may ask for.
func (c *cmake) list(f *cmakeFile) {
	was := c.vars["CMAKE_CURRENT_LIST_DIR"]
	c.vars["CMAKE_CURRENT_LIST_DIR"] = c.run.place(filepath.Dir(f.path))
	ended, open := c.ended, len(c.blocks)
	c.statements(f.list)
	c.ended, c.blocks = ended, c.blocks[:min(open, len(c.blocks))]
	c.vars["CMAKE_CURRENT_LIST_DIR"] = was
}

// statements reads statements up to a return. Whatever reads others in turn counts how deep (maxCalls).
func (c *cmake) statements(list []statement) {
	for i := range list {
		if c.ended || c.broke || c.run.commands >= c.run.budget {
			return
		}
		c.run.commands++
		switch s := &list[i]; s.name {
		case "return":
			c.ended = c.live() == yes
		case "function", "macro":
			c.procedure(s)
		case "foreach":
			c.loop(s.args, s.body)
		default:
			c.command(s.name, slices.Clone(s.args)) // it may be run again
		}
	}
}

// procedure notes a function or macro. What it may say counts as well where nothing is seen to call it.
func (c *cmake) procedure(s *statement) {
	if len(s.args) == 0 || c.live() == no {
		return
	}
	if len(c.run.procedures) < maxBodies {
		c.run.procedures[strings.ToLower(s.args[0])] = procedure{s.args[1:], s.body, s.name == "macro", new(int)}
	}
	if c.depth < maxCalls {
		in := c.inner(c.says, false)
		in.blocks[0].arm = in.blocks[0].arm.and(perhaps)
		in.apart = true
		in.statements(s.body)
	}
}

// called runs a function or macro of the project. It reports whether there is one of the name.
func (c *cmake) called(name string, args []string) bool {
	p, ok := c.run.procedures[name]
	if !ok || c.depth >= maxCalls || c.apart {
		return false
	}
	if *p.open >= maxOpen {
		return true // what ends it is not known
	}
	*p.open++
	defer func() { *p.open-- }()
	in := c.inner(c.says, p.macro)
	set := map[string]string{"ARGC": number(len(args)), "ARGV": strings.Join(args, ";"), "ARGN": ""}
	for i, parameter := range p.parameters {
		if i < len(args) {
			set[parameter] = args[i]
		}
	}
	if len(args) > len(p.parameters) {
		set["ARGN"] = strings.Join(args[len(p.parameters):], ";")
	}
	for i, arg := range args[:min(len(args), 10)] {
		set["ARGV"+number(i)] = arg
	}
	old := map[string]string{}
	for name, value := range set {
		if was, had := in.vars[name]; had {
			old[name] = was
		}
		in.vars[name] = value
		delete(in.unsure, name)
		delete(in.choice, name)
	}
	in.statements(p.body)
	if !p.macro {
		c.raise(in)
		return true
	}
	for name := range set {
		delete(c.vars, name)
		if was, had := old[name]; had {
			c.vars[name] = was
		}
	}
	return true
}

// loop runs the body of a foreach.
func (c *cmake) loop(args []string, body []statement) {
	if len(args) == 0 || c.live() == no || c.depth >= maxCalls {
		return
	}
	variable, sure := args[0], true
	var items []string
	take := func(value string, known bool) {
		sure = sure && known && !strings.Contains(value, "${")
		for item := range strings.SplitSeq(value, ";") {
			if item != "" {
				items = append(items, item)
			}
		}
	}
	rest := args[1:]
	in := len(rest) > 0 && rest[0] == "IN"
	if in {
		rest = rest[1:]
	}
	kind := "ITEMS"
	for _, arg := range rest {
		switch {
		case arg == "LISTS" || arg == "ITEMS" || arg == "ZIP_LISTS" || arg == "RANGE":
			kind = arg
		case kind == "LISTS":
			value, known := c.vars[arg]
			take(value, known && !c.unsure[arg])
		case kind == "ITEMS":
			take(c.expand(arg), !c.doubted(arg))
		default:
			sure = false
		}
	}
	if !sure {
		c.blocks = append(c.blocks, block{outer: c.live(), arm: c.live().and(perhaps)})
		if len(items) == 0 {
			items = []string{"${" + variable + "}"}
		}
	}
	was, had := c.vars[variable]
	open := len(c.blocks)
	c.depth++
	for _, item := range items[:min(len(items), maxRounds)] {
		c.vars[variable] = item
		c.unsure[variable] = strings.Contains(item, "${")
		c.statements(body)
		c.blocks = c.blocks[:min(open, len(c.blocks))]
		if c.broke {
			break
		}
	}
	c.broke = false
	c.depth--
	if delete(c.vars, variable); had {
		c.vars[variable] = was
	}
	if !sure {
		c.blocks = c.blocks[:min(open-1, len(c.blocks))]
	}
}

// doubted reports whether a text names a variable that may hold something else.
func (c *cmake) doubted(text string) bool {
	for part := range strings.SplitSeq(text, "${") {
		if name, _, ok := strings.Cut(part, "}"); ok && c.unsure[name] {
			return true
		}
	}
	return false
}

// include reads a file where it is included.
func (c *cmake) include(args []string) {
	if len(args) == 0 || c.depth >= maxCalls {
		return
	}
	p := c.run.project
	file := ""
	if strings.HasSuffix(args[0], ".cmake") {
		file = p.file(args[0], c.dir)
	} else if folders := p.index.files[args[0]+".cmake"]; len(folders) == 1 {
		file = filepath.Join(p.Root, filepath.FromSlash(folders[0]), args[0]+".cmake")
	}
	if file == "" {
		return
	}
	text := c.run.file(file)
	if text == nil {
		return // one that cannot be read says nothing
	}
	c.run.done[file] = true
	c.depth++
	c.list(text)
	c.depth--
}

// subdirectory reads the CMakeLists.txt of another folder.
func (c *cmake) subdirectory(args []string) {
	if len(args) == 0 || c.depth >= maxCalls || c.apart {
		return
	}
	p := c.run.project
	file := p.file(args[0]+"/CMakeLists.txt", c.dir)
	if file == "" || c.run.done[file] {
		return
	}
	text := c.run.file(file)
	if text == nil {
		return // as above
	}
	c.run.done[file] = true
	in := c.inner(&says{}, false)
	in.dir, in.blocks = filepath.Dir(file), nil
	in.vars["CMAKE_CURRENT_SOURCE_DIR"] = c.run.place(in.dir)
	in.list(text)
	c.run.said[file] = in.says
	if c.live() != no {
		c.raise(in)
	}
}

// target notes the sources of a target.
func (c *cmake) target(args []string) {
	if len(args) < 2 || len(c.run.targets) >= maxSaid {
		return
	}
	sources := c.run.targets[args[0]]
	for _, arg := range split(args[1:]) {
		if len(sources) >= maxArguments || slices.Contains(keywords, arg) || path.Ext(arg) == "" || strings.HasPrefix(arg, "$<") {
			continue
		}
		if !strings.HasPrefix(arg, "/") && !strings.HasPrefix(arg, "${") {
			arg = c.vars["CMAKE_CURRENT_SOURCE_DIR"] + "/" + arg
		}
		sources = append(sources, arg)
	}
	c.run.targets[args[0]] = sources
}
