package toolchain

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"cudals/analysis/infer"
	"cudals/cudaspace"
)

// Settings are what a person says outside the project's files: on the command line or in the editor.
type Settings struct {
	// CompileCommands is a compile_commands.json, or the folder that holds it; "" looks for one above each file.
	CompileCommands string
	// Toolkit is a CUDA toolkit's folder, "none" for the embedded prelude, or "" to look for one.
	Toolkit string
	// CUDAVersion is the version of CUDA, 0 for what a toolkit tells.
	CUDAVersion cudaspace.Version
	// Platform is the target, one of Platforms, or "" for what a file's command tells.
	Platform string
	// Flags, when not nil, are the whole command of every file (what stands after "--"); databases are not looked at.
	Flags []string
	// ExtraFlags are added to every command.
	ExtraFlags []string
	// Arch is the one architecture to compile for, whatever a file's command says; 0 for what that says.
	Arch int
	// Dir is the folder that relative paths of Flags and ExtraFlags start from.
	Dir string
	// Folders are those that a person opened: projects, where nothing marks one.
	Folders []string
}

// Resolver finds the command of each file, and remembers what it read. It is safe for concurrent use.
type Resolver struct {
	m        *Machine
	settings Settings
	inferred *inferences

	mu        sync.Mutex
	quick     *Machine                      // of m, as it was at first
	databases map[string]*loaded[*Database] // by path
	projects  map[string]*loaded[*Project]  // by path
	good      map[string]*Project           // what was last understood of each, by path
	// understood is what was last understood of each database, by path; found are those of each folder, and order is in which order they
	// are asked, those too that are gone for the moment.
	understood map[string]*Database
	// named are those that an editor was told of in a folder.
	found, order, named map[within][]string
	roots               map[string]string               // of projects, by folder
	abouts              map[string]bool                 // see about
	sought              map[string]bool                 // files that matter, and that were not read or are named in a command
	flags               map[string]*loaded[[]string]    // compile_flags.txt, by path
	clangds             map[string]*loaded[*clangdFile] // .clangd, by path
	commands            map[string]*Command             // by file and includer
	completed           map[completion]*Command         // by what is completed
	fragments           map[string]map[string]string    // see parts
	// sticky holds which file's command a header borrows, so that it does not change from one moment to the next.
	sticky map[string]string
	// chosen holds through which file a person wants a header to be read: itself for none.
	chosen map[string]string
}

// loaded is a file's content.
type loaded[T any] struct {
	value  T
	err    error
	exists bool
}

// NewResolver makes a Resolver that sees a machine.
func NewResolver(m *Machine, settings Settings) *Resolver {
	return &Resolver{
		m: m, settings: settings, quick: m.remembering(), good: map[string]*Project{},
		inferred:  &inferences{projects: map[string]*inference{}},
		databases: map[string]*loaded[*Database]{}, projects: map[string]*loaded[*Project]{}, flags: map[string]*loaded[[]string]{}, clangds: map[string]*loaded[*clangdFile]{},
		commands: map[string]*Command{}, completed: map[completion]*Command{}, fragments: map[string]map[string]string{}, sticky: map[string]string{},
		chosen: map[string]string{}, understood: map[string]*Database{}, found: map[within][]string{}, order: map[within][]string{}, named: map[within][]string{},
		roots: map[string]string{}, sought: map[string]bool{}, abouts: map[string]bool{},
	}
}

// Next is a new Resolver of the same machine, for when the settings or a configuration file changed: r keeps answering as it did.
// A .cudals.yaml or a database that cannot be understood now means to it what it last meant to r, and of several databases those that r
// knew go first.
func (r *Resolver) Next(settings Settings) *Resolver {
	next := NewResolver(r.m, settings)
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.Copy(next.good, r.good)
	maps.Copy(next.understood, r.understood)
	for in, order := range r.order {
		next.order[in] = slices.Clip(order)
	}
	next.inferred = r.inferred
	return next
}

// IsConfiguration reports whether a file is one after whose change the Next Resolver is due.
func IsConfiguration(path string) bool {
	switch filepath.Base(path) {
	case databaseName, ninjaName, flagsName, clangdName, ProjectName:
		return true
	}
	return infer.IsPresets(path) || infer.IsEditorFile(path)
}

// LookedFor are the files of which IsConfiguration holds, and those that somebody names in their place, that were looked for, there or
// not.
func (r *Resolver) LookedFor() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Concat(slices.Collect(maps.Keys(r.databases)), slices.Collect(maps.Keys(r.projects)),
		slices.Collect(maps.Keys(r.flags)), slices.Collect(maps.Keys(r.clangds)), slices.Collect(maps.Keys(r.sought)))
}

// Project is the configuration that holds for a file: that of the nearest .cudals.yaml above it, or nil. Of one that cannot be
// understood it is the last that could, or nil; the error tells.
func (r *Resolver) Project(file string) (*Project, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.project(file)
}

func (r *Resolver) project(file string) (*Project, error) {
	for _, dir := range r.folders(file) {
		path := filepath.Join(dir, ProjectName)
		l := load(r.m, r.projects, path, func() (*Project, error) { return loadProject(r.m, path) })
		if !l.exists {
			delete(r.good, path)
			continue
		}
		if l.err == nil {
			r.good[path] = l.value
		}
		return r.good[path], l.err
	}
	return nil, nil
}

// folders are the folder of a file and those above it; then the same of the file's path without symbolic links.
func (r *Resolver) folders(file string) []string {
	var list []string
	for _, file := range []string{file, r.m.real(file)} {
		for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
			if !slices.Contains(list, dir) {
				list = append(list, dir)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return list
}

// load returns a file's content, read at most once.
func load[T any](m *Machine, cache map[string]*loaded[T], path string, read func() (T, error)) *loaded[T] {
	if l, ok := cache[path]; ok {
		return l
	}
	l := &loaded[T]{}
	if _, err := m.Stat(path); err == nil {
		l.exists = true
		l.value, l.err = read()
		if errors.Is(l.err, fs.ErrNotExist) {
			l.exists = false
		}
	}
	cache[path] = l
	return l
}

// Command finds how a file is compiled. includer is a file that is known to include it, directly or not, and "" when
// none is: a header without a command of its own borrows the includer's, else that of the file that looks nearest.
// The result is never nil; what went wrong on the way is in its Problems and its ProjectError.
func (r *Resolver) Command(file, includer string) *Command {
	file = filepath.Clean(file)
	r.mu.Lock()
	defer r.mu.Unlock()
	key := file + "\x00" + includer
	if c, ok := r.commands[key]; ok {
		return c
	}
	c := r.resolve(file, includer)
	r.commands[key] = c
	return c
}

// Database is the compilation database that holds for a file, nil when there is none.
func (r *Resolver) Database(file string) (*Database, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	project, _ := r.project(file) // what is wrong with it is in the command
	db, _, err := r.database(file, project)
	return db, err
}

func (r *Resolver) resolve(file, includer string) *Command {
	project, err := r.project(file)
	in := r.input(file, project)
	a := asked{in: &in, faults: []error{err}}
	if r.settings.Flags != nil {
		in.Args, in.Complete = r.settings.Flags, true
		in.Dir = cmp.Or(r.settings.Dir, in.Dir)
	} else {
		r.ask(&a, file, includer, project)
	}
	r.edit(&in, project)
	c := Parse(r.quick, in)
	if project != nil && len(project.Archs) > 0 {
		setArchs(c, project.Archs)
	}
	c.WrittenArchs = c.Archs
	if r.settings.Arch != 0 {
		c.Archs, c.ArchsGiven, c.ArchsWritten = []int{r.settings.Arch}, true, true
	}
	if in.Source != "" && in.Source != file && r.m.real(in.Source) != r.m.real(file) {
		c.BorrowedFrom = in.Source
		if len(a.doubtful) == 0 {
			c.Through = in.Source
		}
	} else if !c.Given && (IsHeader(file) || r.chosen[file] != "") {
		c.Through = cmp.Or(r.chosen[file], includer)
	}
	if r.chosen[file] == file {
		c.Through = ""
	}
	if len(a.doubtful) > 0 {
		r.doubt(c, in, a.doubtful)
	}
	r.respell(c)
	for _, err := range a.faults {
		if fault := (*FileError)(nil); errors.As(err, &fault) {
			c.Faults = append(c.Faults, fault)
		} else if err != nil {
			a.problems = append(a.problems, err.Error())
		}
	}
	c.Problems = append(a.problems, c.Problems...)
	for _, path := range c.Responses {
		r.sought[path] = true
	}
	return c
}

// input is what settings and project say of a file's command, before a database is asked.
func (r *Resolver) input(file string, project *Project) Input {
	in := Input{File: file, Dir: filepath.Dir(file), Toolkit: r.settings.Toolkit, Dialect: project.dialect()}
	if in.Toolkit != "" && in.Toolkit != NoToolkit && !filepath.IsAbs(in.Toolkit) {
		in.Toolkit = filepath.Join(r.settings.Dir, in.Toolkit)
	}
	in.Version, in.Platform = r.settings.CUDAVersion, r.settings.Platform
	if project == nil {
		return in
	}
	in.Toolkit = cmp.Or(in.Toolkit, project.Toolkit)
	if in.Version == 0 && project.CUDAVersion != "" {
		in.Version, _ = cudaspace.ParseVersion(project.CUDAVersion) // parseProject refused what is wrong
	}
	in.Platform = cmp.Or(in.Platform, project.Platform)
	return in
}

// asked is what asking for a file's command yields.
type asked struct {
	in       *Input
	problems []string
	faults   []error
	doubtful []Entry // other commands of the database, when which one is borrowed is a guess
}

// ask looks for a file's command: in the database, in flags that lie beside it, in what the folder tells.
func (r *Resolver) ask(a *asked, file, includer string, project *Project) {
	db, far, err := r.database(file, project)
	a.faults = append(a.faults, err)
	if db != nil {
		a.problems = append(a.problems, db.Problems...)
		if entry, guess, ok := r.choose(db, file, includer); ok {
			a.in.Args, a.in.HasCompiler, a.in.Complete = entry.Args, true, true
			a.in.Dir, a.in.Source = entry.Dir, entry.File
			r.forClang(a.in)
			if guess {
				a.doubtful = db.Entries
			}
			return
		}
	} else if far != nil {
		if a.problems = append(a.problems, far.Problems...); len(far.Entries) > 0 {
			a.problems = append(a.problems, far.Path+": it names no file of this project, so it is not used")
		}
	}
	if flags, dir := r.compileFlags(file); flags != nil {
		a.in.Args, a.in.Dir, a.in.Complete = flags, dir, true
	} else if project != nil && project.Flags.Complete {
		a.in.Complete = true
	} else {
		r.unknown(a.in)
	}
}

// forClang edits a command of clang's as clangd does. nvcc's are not: what is taken from them there is what clang does not know.
func (r *Resolver) forClang(in *Input) {
	compiler, rest := splitCompiler(in.Args)
	if dialectOf(compiler, rest, *in) != Clang {
		return
	}
	edits := r.clangd(in.File)
	flags := append(removeFlags(rest, edits.remove, Clang), edits.add...)
	in.Args = append(slices.Clone(in.Args[:len(in.Args)-len(rest)]), flags...)
}

// unknown fills in what is said of a file that has no command, for clangd.
func (r *Resolver) unknown(in *Input) {
	edits := r.clangd(in.File)
	in.Args = edits.fallback()
	if len(in.Args) > 0 && in.Dialect == DialectUnknown {
		in.Dialect = dialectOf("", nil, *in) // flags of clang's do not make it the compiler
	}
	if in.Toolkit == "" && isNvcc(programName(edits.compiler)) && filepath.IsAbs(edits.compiler) && r.m.isFile(edits.compiler) {
		in.Toolkit = filepath.Dir(filepath.Dir(edits.compiler))
	}
}

// choose picks the command of a database for a file; guess tells that it is another file's, by its looks alone.
func (r *Resolver) choose(db *Database, file, includer string) (entry Entry, guess, ok bool) {
	if e, ok := db.Find(r.m, file); ok {
		return e, false, true
	}
	key := db.Path + "\x00" + file
	if source, ok := r.sticky[key]; ok {
		if e, ok := db.Find(r.m, source); ok {
			return e, false, true
		}
	}
	if includer != "" {
		if e, ok := db.Find(r.m, filepath.Clean(includer)); ok {
			r.sticky[key] = e.File
			return e, false, true
		}
	}
	if whole := r.whole(file); whole != "" {
		if e, ok := db.Find(r.m, whole); ok {
			r.sticky[key] = e.File
			return e, false, true
		}
	}
	if IsHeader(file) {
		if found := r.includers(db, file, false); len(found) > 0 {
			r.sticky[key] = found[0].File
			return found[0], false, true
		}
	}
	// Likeness is not remembered as sticky: it is always the same, and a real includer is to replace it.
	near := db.nearest(file, 1)
	if len(near) == 0 || isCUDAName(file) && !near[0].cuda() {
		return Entry{}, false, false // a plain C++ file's flags say nothing of CUDA
	}
	return near[0], true, true
}

// compileFlags reads the compile_flags.txt above a file, one argument a line, as clangd has it: it holds for all files
// below its folder and is complete.
func (r *Resolver) compileFlags(file string) (flags []string, dir string) {
	for _, dir := range r.folders(file) {
		path := filepath.Join(dir, flagsName)
		l := load(r.m, r.flags, path, func() ([]string, error) {
			text, err := r.m.read(path, maxResponseFile)
			if err != nil {
				return nil, err
			}
			flags := []string{}
			for line := range strings.Lines(string(text)) {
				if line = strings.TrimSpace(line); line != "" {
					flags = append(flags, line)
				}
			}
			return flags, nil
		})
		if l.exists && l.err == nil {
			return l.value, dir
		}
	}
	return nil, ""
}

// edit applies the flags that the project and the settings remove and add.
func (r *Resolver) edit(in *Input, project *Project) {
	head := 0
	dialect := in.Dialect
	if in.HasCompiler {
		compiler, rest := splitCompiler(in.Args)
		head = len(in.Args) - len(rest)
		dialect = dialectOf(compiler, rest, *in)
	} else if dialect == DialectUnknown {
		dialect = dialectOf("", in.Args, *in)
	}
	flags := slices.Clone(in.Args[head:])
	if project != nil {
		flags = removeFlags(flags, project.Flags.Remove, dialect)
		flags = append(flags, absoluteFlags(project.Flags.Add, project.Dir, dialect)...)
	}
	flags = append(flags, absoluteFlags(r.settings.ExtraFlags, r.settings.Dir, dialect)...)
	in.Args = append(slices.Clone(in.Args[:head]), flags...)
}

// folderOptions are options whose value is a path, for making paths absolute before they meet a command of another
// folder.
var folderOptions = []string{
	"--include-path", "--system-include", "--pre-include", "--options-file", "--cuda-path", "-isystem", "-iquote",
	"-idirafter", "-include", "-optf", "-I",
}

// absoluteFlags makes the relative paths of include flags start from dir.
func absoluteFlags(flags []string, dir string, dialect Dialect) []string {
	if dir == "" {
		return flags
	}
	var out []string
	abs := func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(dir, path)
	}
	for i := 0; i < len(flags); {
		n := width(flags[i:], dialect)
		option := slices.Clone(flags[i : i+n])
		i += n
		for _, name := range folderOptions {
			rest, ok := strings.CutPrefix(option[0], name)
			if !ok {
				continue
			}
			switch {
			case rest == "" && len(option) == 2:
				option[1] = abs(option[1])
			case strings.HasPrefix(rest, "="):
				option[0] = name + "=" + abs(rest[1:])
			case rest != "" && !strings.HasPrefix(name, "--"):
				option[0] = name + abs(rest)
			}
			break
		}
		out = append(out, option...)
	}
	return out
}

func setArchs(c *Command, spellings []string) {
	var s archSet
	for _, spelling := range spellings {
		_ = s.add(spelling, c.Release()) // parseProject refused what is wrong
	}
	if list := s.list(); len(list) > 0 {
		c.Archs, c.ArchFeatures, c.ArchsGiven = list, s.features, true
		c.ArchsWritten = true
	}
}

// doubt weakens a command that is another file's by likeness alone: a switch in which the database's CUDA commands
// differ is then a guess.
func (r *Resolver) doubt(c *Command, in Input, entries []Entry) {
	type switches struct {
		dialect                                   Dialect
		std                                       string
		archs                                     string
		lambda, constexpr, rdc, list, moveForward bool
	}
	seen := map[switches]bool{}
	const most = 200 // commands of one project differ early or not at all
	checked := 0
	first := true
	var base switches
	for _, e := range entries {
		if !e.cuda() && !c.HostOnly {
			continue
		}
		if checked++; checked > most {
			break
		}
		flags := in
		flags.File, flags.Source, flags.Dir, flags.Args = e.File, e.File, e.Dir, e.Args
		flags.HasCompiler, flags.Toolkit = true, NoToolkit
		other := Parse(r.quick, flags)
		s := switches{
			dialect: other.Dialect, std: fmt.Sprint(other.Std, other.GNU), archs: fmt.Sprint(other.Archs),
			lambda: other.ExtendedLambda.On, constexpr: other.RelaxedConstexpr.On, rdc: other.RDC.On,
			list: other.NoHostDeviceInitializerList.On, moveForward: other.NoHostDeviceMoveForward.On,
		}
		if first {
			base, first = s, false
		}
		seen[s] = true
	}
	for s := range seen {
		c.ExtendedLambda.Given = c.ExtendedLambda.Given && s.lambda == base.lambda
		c.RelaxedConstexpr.Given = c.RelaxedConstexpr.Given && s.constexpr == base.constexpr
		c.RDC.Given = c.RDC.Given && s.rdc == base.rdc
		c.NoHostDeviceInitializerList.Given = c.NoHostDeviceInitializerList.Given && s.list == base.list
		c.NoHostDeviceMoveForward.Given = c.NoHostDeviceMoveForward.Given && s.moveForward == base.moveForward
		c.StdGiven = c.StdGiven && s.std == base.std
		c.ArchsGiven = c.ArchsGiven && s.archs == base.archs
	}
}
