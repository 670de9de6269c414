package toolchain

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cudals/analysis/infer"
)

// Origin is the database that a file's command is looked for in.
type Origin struct {
	// Path is the database's, "" where there is none; Why it is that one, a few words for people, "" where there is no other.
	Path, Why string
	// Others are databases that were found and are not used.
	Others []Unused
}

// Unused is a database that is not used, and why, a few words for people.
type Unused struct{ Path, Why string }

// given is the database that somebody names for a file, as the file or the folder that holds it, and who; "" for nobody.
func (r *Resolver) given(file string, project *Project) (path, who string) {
	switch {
	case r.settings.CompileCommands != "":
		path, who = r.settings.CompileCommands, "the settings name it"
	case project != nil && project.CompileCommands != "":
		path, who = project.CompileCommands, ProjectName+" names it"
	default:
		folder := r.clangd(file).database
		if folder == "" {
			return "", ""
		}
		path, who = filepath.Join(folder, databaseName), clangdName+" names it"
		if r.sought[path] = true; !r.m.isFile(path) {
			return "", ""
		}
	}
	if r.m.isDir(path) {
		path = DatabaseIn(r.m, path)
	}
	return path, who
}

// database finds the database that holds for a file: the one that somebody names; else, from the file's folder outwards, the first that
// has a command for it, those of one folder in the order of databasesOf. A file that none has a command for belongs to the first that
// names a file of the folder at all; far is the first that does not. One that cannot be understood means
// what it last meant; the error tells.
func (r *Resolver) database(file string, project *Project) (db, far *Database, fault error) {
	if given, _ := r.given(file, project); given != "" {
		db, ok, err := r.loadDatabase(given)
		if !ok {
			err = fmt.Errorf("%s: %w", given, fs.ErrNotExist)
		}
		return db, nil, err
	}
	var moved, near *Database
	root := r.root(filepath.Dir(file))
	for _, dir := range r.folders(file) {
		for _, path := range r.databasesOf(within{dir, listed(dir, root)}) {
			db, _, err := r.loadDatabase(path)
			fault = cmp.Or(fault, err)
			if db == nil {
				continue
			}
			if e, ok := db.Find(r.m, file); ok {
				if r.quick.isDir(e.Dir) {
					return db, nil, fault
				}
				moved = cmp.Or(moved, db) // what is built elsewhere, or was
			} else if !r.about(db, dir) {
				far = cmp.Or(far, db)
			} else if near == nil && r.near(path, dir, root) {
				if near = db; IsHeader(file) {
					return near, nil, fault // databases name sources
				}
			}
		}
	}
	return cmp.Or(moved, near), far, fault
}

// near reports whether a database of a folder may tell of a file that it has no command for: of the one around the project only one in a
// usual place may.
func (r *Resolver) near(path, dir, root string) bool {
	in := filepath.Dir(path)
	return root == "" || infer.Below(dir, root) || in == dir || in == filepath.Join(dir, "build")
}

// Origin tells which database a file's command is looked for in, and why.
func (r *Resolver) Origin(file string) Origin {
	r.mu.Lock()
	defer r.mu.Unlock()
	project, _ := r.project(file)
	db, _, _ := r.database(file, project)
	var o Origin
	if db != nil {
		o.Path = db.Path
	}
	if given, who := r.given(file, project); given != "" {
		o.Why = who
		return o
	}
	root := r.root(filepath.Dir(file))
	for _, dir := range r.folders(file) {
		in := within{dir, listed(dir, root)}
		list := r.databasesOf(in)
		if slices.Contains(r.named[in], o.Path) {
			o.Why = "the editor's configuration names it"
		}
		for _, path := range list {
			if path == o.Path {
				continue
			}
			other, _, err := r.loadDatabase(path)
			var why string
			switch {
			case other == nil && err == nil:
				continue
			case other == nil:
				why = "it cannot be understood"
			case !r.about(other, dir):
				why = "it names no file in " + dir
			case slices.Contains(r.named[in], o.Path):
				why = "the editor's configuration names another"
			case o.Path == "" || !infer.Below(o.Path, dir):
				why = "it has no command for the file"
				if _, ok := other.Find(r.m, file); ok {
					why = "a nearer one has the file's command"
				}
			case filepath.Dir(o.Path) == dir:
				why = "that of the folder itself goes first"
			default:
				if _, ok := other.Find(r.m, file); !ok {
					why = "it has no command for the file"
				} else if r.modified(path).After(r.modified(o.Path)) {
					why = "it is newer, and the other one was there when this session began"
				} else {
					why = "it is older"
				}
			}
			o.Others = append(o.Others, Unused{path, why})
		}
	}
	return o
}

// root is the folder of the outermost project that a folder belongs to.
func (r *Resolver) root(dir string) string {
	if root, ok := r.roots[dir]; ok {
		return root
	}
	root := ""
	for at := dir; ; {
		next := infer.RootOf(disk{r.quick}, at, r.settings.Folders)
		if next == "" {
			break
		}
		root = next
		if at = filepath.Dir(next); at == next {
			break
		}
	}
	r.roots[dir] = root
	return root
}

// within is a folder in which, and in whose folders of some names, databases are looked for; where it is listed, in more of these.
type within struct {
	dir    string
	listed bool
}

// listed reports whether a folder is listed for a file of a project: its folders are, and the one around it.
func listed(dir, root string) bool {
	return root != "" && (infer.Below(dir, root) || dir == filepath.Dir(root)) && dir != filepath.Dir(dir)
}

// Appeared are databases that are there now and were not when files of their folders were first asked for.
func (r *Resolver) Appeared() (paths []string) {
	now := r.Next(r.settings)
	r.mu.Lock()
	found := maps.Clone(r.found)
	r.mu.Unlock() // who asks for commands does not wait for the disk
	for in, known := range found {
		for _, path := range now.databasesOf(in) {
			if !slices.Contains(known, path) {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// databasesOf are the databases of what stands in a folder, by the file: those that an editor was told of there, that in the folder itself,
// and those of the folders that it is built in. Of these the first time the newest goes first, because somebody works with what was configured last, and from then on those
// that were there go in that order: a build elsewhere does not change what is shown.
func (r *Resolver) databasesOf(in within) []string {
	if list, ok := r.found[in]; ok {
		return list
	}
	dir := in.dir
	own := filepath.Join(dir, databaseName)
	r.sought[own] = true
	folders := []string{filepath.Join(dir, "build")}
	if in.listed {
		r.editors(in)
		more, presets := infer.BuildFolders(disk{r.quick}, dir)
		for _, path := range presets {
			r.sought[path] = true
		}
		for _, folder := range more {
			if !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		}
	}
	type built struct {
		path     string
		modified time.Time
	}
	var list []built
	add := func(path string) {
		if info, err := r.m.Stat(path); err == nil && info.Mode().IsRegular() {
			list = append(list, built{path, info.ModTime()})
		}
	}
	for _, folder := range folders {
		r.sought[filepath.Join(folder, databaseName)] = true
		add(DatabaseIn(r.m, folder))
	}
	add(filepath.Join(dir, ninjaName))
	slices.SortFunc(list, func(a, b built) int { return cmp.Or(b.modified.Compare(a.modified), cmp.Compare(a.path, b.path)) })
	for _, b := range list {
		if !slices.Contains(r.order[in], b.path) {
			r.order[in] = append(r.order[in], b.path)
		}
	}
	paths := slices.Clone(r.named[in])
	if r.m.isFile(own) && !slices.Contains(paths, own) {
		paths = append(paths, own)
	}
	for _, path := range r.order[in] {
		if slices.ContainsFunc(list, func(b built) bool { return b.path == path }) && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	r.found[in] = paths
	return paths
}

// editors finds the databases that an editor was told of in a folder.
func (r *Resolver) editors(in within) {
	databases, files := infer.EditorDatabases(disk{r.quick}, in.dir)
	for _, path := range files {
		r.sought[path] = true
	}
	for _, path := range databases {
		if r.m.isDir(path) {
			path = DatabaseIn(r.m, path)
		} else if filepath.Ext(path) == "" {
			path = filepath.Join(path, databaseName)
		}
		r.sought[path] = true
		if r.m.isFile(path) && !slices.Contains(r.named[in], path) {
			r.named[in] = append(r.named[in], path)
		}
	}
}

func (r *Resolver) modified(path string) time.Time {
	if info, err := r.m.Stat(path); err == nil {
		return info.ModTime()
	}
	return time.Time{}
}

// loadDatabase reads a database. Where it cannot be understood it is what it last was, nil where it never could be; the error tells.
func (r *Resolver) loadDatabase(path string) (db *Database, exists bool, err error) {
	l := load(r.m, r.databases, path, func() (*Database, error) {
		if filepath.Base(path) == ninjaName {
			return loadNinja(r.m, path)
		}
		return loadDatabase(r.m, path)
	})
	switch {
	case !l.exists:
		delete(r.understood, path)
	case l.err == nil:
		r.understood[path] = l.value
	}
	return r.understood[path], l.exists, l.err
}

// DatabaseIn is the file of a build folder that has the commands: its compile_commands.json, where there is none and there is one, its
// build.ninja.
func DatabaseIn(m *Machine, folder string) string {
	path := filepath.Join(folder, databaseName)
	if ninja := filepath.Join(folder, ninjaName); !m.isFile(path) && m.isFile(ninja) {
		return ninja
	}
	return path
}

// about reports whether a database names a file in a folder. One that does not is of another place or machine.
func (r *Resolver) about(db *Database, dir string) bool {
	key := db.Path + "\x00" + dir
	is, ok := r.abouts[key]
	if !ok {
		is = slices.ContainsFunc(db.Entries, func(e Entry) bool {
			return infer.Below(e.File, dir) || r.m.Windows && infer.Below(strings.ToLower(e.File), strings.ToLower(dir))
		})
		r.abouts[key] = is
	}
	return is
}
