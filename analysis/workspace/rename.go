package workspace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// Names tells what one name means wherever a translation unit's own files have it.
type Names struct {
	// Files are all files that the unit read outside of system folders, itself included.
	Files []*source.File
	// Entities are those that can be told from all others, Other the places where the name means something else, Unknown those
	// where it is not known what it means. A place at which several things are meant is there several times.
	Entities       []Named
	Other, Unknown []source.Place
	// Dependent are those where it is the name of a member of what depends on template parameters.
	Dependent []source.Place
	// Made are uses of macros that put the name together out of parts, or others out of it.
	Made []source.Place
	// Taken is why a new name cannot be given to what a namespace declares, Elsewhere why it cannot be given to a function that is found by
	// its arguments, Macro why it can be given to nothing; "" where it can.
	Taken, Elsewhere, Macro string
}

// Named is one entity.
type Named struct {
	// Path is its qualified name.
	Path string
	// Declared are the places of its name in declarations; they tell whether the entities of two units are one.
	Declared []source.Place
	// Mentioned are all places of its name, in macros' definitions too.
	Mentioned []source.Place
	// Defined: the unit has its definition; Internal: no other unit can name it.
	Defined, Internal bool
	// Overload tells a function from others of its path.
	Overload string
	// Overrides are the declarations of the functions that a member function overrides.
	Overrides []source.Place
	// Virtual: it overrides another function or may be overridden; Loose: it is a member of a class of which not all bases are known.
	Virtual, Loose bool
	// Argued: it is a function that is looked for in the namespaces of its arguments, too.
	Argued bool
	// Fixed is why it must have the name that it has; "" where it need not.
	Fixed string
}

// RefusedError says why something is not renamed.
type RefusedError struct{ Reason string }

// Error implements error.
func (e *RefusedError) Error() string { return e.Reason }

func refused(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

// ErrMany tells that more translation units have to be read than were allowed.
var ErrMany = errors.New("many files may mention it")

// mostRenamed bounds how many translation units are read for one renaming.
const mostRenamed = 200

// renameLimit is how long one renaming may take.
const renameLimit = time.Minute

// Rename is the mend of a fix that renames: the edits in all files of the workspace, open or not, that mention what is renamed, and
// the name that it gets. That is to, or for "" the one that the fix proposes, or one like it that is not taken. most bounds how many
// translation units are read; 0 is the bound for a fix that was chosen. The error is ctx's, or wraps ErrMany, or is a RefusedError:
// nothing is renamed unless it is known of every mention of the name what it means.
func (s *Snapshot) Rename(ctx context.Context, r *check.Rename, to string, most int) ([]check.Edit, string, error) {
	limited, cancel := s.w.within(ctx, renameLimit, new(atomic.Int64)) // all that is worked is worked for it
	defer cancel()
	edits, name, err := s.rename(limited, r, to, most, s.names, func() (sourceTree, error) {
		return s.sources(limited, s.folderOf(r.Unit), map[string]bool{r.Name: true})
	})
	if err != nil && overtime(limited) {
		err = refused("it takes longer than %v to find out who mentions %s", renameLimit, r.Name)
	}
	return edits, name, err
}

// References are the places in all files of the workspace, open or not, at which what r names is declared or mentioned, as far as it is
// known of them what the name means there. whole tells that all files were read that may have some, which ends after a time. The error is
// ctx's.
func (s *Snapshot) References(ctx context.Context, r *check.Rename) (mentions []Mention, whole bool, err error) {
	limited, cancel := s.w.within(ctx, elsewhereLimit, new(atomic.Int64))
	defer cancel()
	tree, err := s.sources(limited, s.folderOf(r.Unit), map[string]bool{r.Name: true})
	if err != nil {
		return nil, false, ctx.Err()
	}
	n := s.renaming(r, tree, s.names)
	n.partial = true
	if whole = n.read(limited, r.Unit) == nil; ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	n.grow()
	roles := map[spot]Role{}
	var places []source.Place
	for _, unit := range n.units {
		for i := range unit.Entities {
			e := &unit.Entities[i]
			if !n.is(e) {
				continue
			}
			places = append(places, e.Mentioned...)
			for _, p := range e.Declared {
				roles[spotOf(p)] = RoleDeclares
			}
		}
	}
	for _, p := range n.once(places) {
		mentions = append(mentions, Mention{Place: p, Role: roles[spotOf(p)]})
	}
	return mentions, whole, nil
}

// namesIn tells what a name means in the translation unit of one file.
type namesIn func(ctx context.Context, path, name, to string) (*Names, error)

// once asks for a name in a file once.
func (ask namesIn) once() namesIn {
	type question struct{ path, name, to string }
	var mu sync.Mutex
	answers := map[question]*Names{}
	return func(ctx context.Context, path, name, to string) (*Names, error) {
		q := question{path, name, to}
		mu.Lock()
		known := answers[q]
		mu.Unlock()
		if known != nil {
			return known, nil
		}
		names, err := ask(ctx, path, name, to)
		if err == nil {
			mu.Lock()
			answers[q] = names
			mu.Unlock()
		}
		return names, err
	}
}

func (s *Snapshot) rename(ctx context.Context, r *check.Rename, to string, most int, names namesIn, sources func() (sourceTree, error)) ([]check.Edit, string, error) {
	if to != "" && !s.w.opts.Engine.IsName(to) {
		return nil, "", refused("%q cannot be a name", to)
	}
	tree, err := sources()
	if err != nil {
		return nil, "", err
	}
	n := s.renaming(r, tree, names)
	n.to, n.most = to, most
	if err := n.read(ctx, r.Unit); err != nil {
		return nil, "", err
	}
	places, err := n.places()
	if err != nil {
		return nil, "", err
	}
	name, err := n.fresh(to)
	if err != nil {
		return nil, "", err
	}
	edits := make([]check.Edit, 0, len(places))
	for _, p := range places {
		edits = append(edits, check.Edit{Place: p, Text: name})
	}
	return edits, name, nil
}

// RenameWithin are the edits that give what one declaration of a document has for itself another name.
func (s *Snapshot) RenameWithin(file *source.File, r *Renaming, to string) ([]check.Edit, error) {
	switch {
	case r.Refused != "":
		return nil, refused("%s", r.Refused)
	case !s.w.opts.Engine.IsName(to):
		return nil, refused("%q cannot be a name", to)
	case to != r.Name && slices.Contains(r.Taken, to):
		return nil, refused("%s is a name there already", to)
	}
	var edits []check.Edit
	for _, at := range r.Places {
		edits = append(edits, check.Edit{Place: source.Place{File: file, Span: at}, Text: to})
	}
	return edits, nil
}

// spot is a place by its path: units may read different versions of a file.
type spot struct {
	path  string
	start int
}

func spotOf(p source.Place) spot { return spot{p.File.Path, p.Span.Start} }

// renaming is one Rename.
type renaming struct {
	s      *Snapshot
	names  namesIn
	tree   sourceTree
	rename *check.Rename
	to     string // "" for the name that is proposed
	most   int    // units, 0 for mostRenamed
	// partial: what some units tell is of use without the others.
	partial bool
	root    string // the folder of the workspace; "" for none
	// declared are the places where what is renamed is declared, as far as the units that were read tell.
	declared map[spot]bool
	units    map[string]*Names
}

func (s *Snapshot) renaming(r *check.Rename, tree sourceTree, names namesIn) *renaming {
	return &renaming{s: s, names: names, tree: tree, rename: r, root: s.folderOf(r.Unit), declared: map[spot]bool{}, units: map[string]*Names{}}
}

// read reads the translation units that may mention what is renamed, the document first.
func (n *renaming) read(ctx context.Context, document string) error {
	if err := n.readUnits(ctx, []string{document}); err != nil {
		return err
	}
	n.declared[spot{n.rename.File, n.rename.Start}] = true
	if !n.grow() {
		return refused("the declaration of %s is not understood", n.rename.Path)
	}
	var headers []string
	for {
		reaching := n.tree.reaching(n.declaring())
		open := n.open()
		needed := n.tree.reaching(open)
		var next, others []string
		headers = headers[:0]
		for path, f := range n.tree {
			switch {
			case n.units[path] != nil:
			case toolchain.IsHeader(path):
				if f.mentions[n.rename.Name] && reaching[path] && !n.seen(path) {
					headers = append(headers, path)
				}
			case reaching[path] && (f.mentions[n.rename.Name] || needed[path]):
				next = append(next, path)
			case !reaching[path] && f.mentions[n.rename.Name]:
				others = append(others, path)
			}
		}
		if len(next) == 0 {
			next = others // they may declare the same without an #include
		}
		if len(next) == 0 {
			next = headers // that none of the others include
		}
		if len(next) == 0 {
			return nil
		}
		if err := n.readUnits(ctx, next); err != nil {
			return err
		}
		n.grow()
	}
}

// readUnits reads units in parallel.
func (n *renaming) readUnits(ctx context.Context, paths []string) error {
	slices.Sort(paths)
	switch all := len(n.units) + len(paths); {
	case n.most > 0 && all > n.most:
		return fmt.Errorf("%d: %w", all, ErrMany)
	case all > mostRenamed && !n.partial:
		return refused("%d files may mention %s, more than are looked at", all, n.rename.Name)
	}
	found := make([]*Names, len(paths))
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(cap(n.s.w.slots))
	for i, path := range paths {
		group.Go(func() (err error) {
			found[i], err = n.names(working, path, n.rename.Name, n.to)
			if _, failed := IsRefused(err); failed && n.partial {
				found[i], err = &Names{}, nil
			}
			return err
		})
	}
	err := group.Wait()
	for i, path := range paths {
		if found[i] != nil {
			n.units[path] = found[i]
		}
	}
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	return nil
}

// names asks the engine about a name in one file.
func (s *Snapshot) names(ctx context.Context, path, name, to string) (*Names, error) {
	in, err := s.onDisk(ctx, path)
	if err != nil {
		return nil, refused("%v", err)
	}
	names, failure, err := guard(ctx, s.w, in.File, func(ctx context.Context) (*Names, error) {
		return s.w.opts.Engine.Names(ctx, in, name, to)
	})
	if failure != "" {
		return nil, refused("%s: %s", path, failure)
	}
	return names, err
}

// lender is the file whose command a header borrows.
func (w *Workspace) lender(path string, resolver *resolvers) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.graph.lender(path, resolver)
}

// grow finds what is renamed in the units that were read, by its declarations, and reports whether any has it. What a unit declares
// under the same path without defining it is the same, too, where others can name it, and so are functions that override each other.
func (n *renaming) grow() bool {
	found, defined, internal := false, false, false
	add := func(places []source.Place) (added bool) {
		for _, p := range places {
			if at := spotOf(p); !n.declared[at] {
				n.declared[at], added = true, true
			}
		}
		return added
	}
	for again := true; again; {
		again = false
		for _, unit := range n.units {
			for i := range unit.Entities {
				e := &unit.Entities[i]
				if !n.is(e) && !slices.ContainsFunc(e.Overrides, func(p source.Place) bool { return n.declared[spotOf(p)] }) {
					continue
				}
				found, defined, internal = true, defined || e.Defined, internal || e.Internal
				again = add(e.Declared) || again
				again = add(e.Overrides) || again
			}
		}
		for _, unit := range n.units {
			for i := range unit.Entities {
				if e := &unit.Entities[i]; found && !internal && n.same(e, defined) && !n.is(e) {
					again = add(e.Declared) || again
				}
			}
		}
	}
	return found
}

// same reports whether an entity that is declared elsewhere is what is renamed, by its path.
func (n *renaming) same(e *Named, defined bool) bool {
	switch {
	case n.rename.Member || e.Internal || e.Path != n.rename.Path || len(e.Declared) == 0:
		return false
	case n.rename.Overload == "" && e.Overload != "":
		return true // overloads have one name
	case n.rename.Overload != e.Overload:
		return false
	}
	return !(e.Defined && defined)
}

// is reports whether an entity of a unit is what is renamed.
func (n *renaming) is(e *Named) bool {
	return slices.ContainsFunc(e.Declared, func(p source.Place) bool { return n.declared[spotOf(p)] })
}

// declaring are the files with declarations of what is renamed.
func (n *renaming) declaring() map[string]bool {
	out := map[string]bool{}
	for at := range n.declared {
		out[at.path] = true
	}
	return out
}

func (n *renaming) seen(path string) bool {
	for _, unit := range n.units {
		if slices.ContainsFunc(unit.Files, func(f *source.File) bool { return f.Path == path }) {
			return true
		}
	}
	return false
}

// open are the files that have the name where no unit tells yet what it means.
func (n *renaming) open() map[string]bool {
	out := map[string]bool{}
	for path, f := range n.tree {
		if f.mentions[n.rename.Name] && !n.seen(path) {
			out[path] = true
		}
	}
	for _, p := range n.unknown() {
		out[p.File.Path] = true
	}
	return out
}

// unknown are the places of which no unit knows what the name means there, in order.
func (n *renaming) unknown() []source.Place {
	known := map[spot]bool{}
	for _, unit := range n.units {
		for i := range unit.Entities {
			for _, p := range unit.Entities[i].Mentioned {
				known[spotOf(p)] = true
			}
		}
		for _, p := range unit.Other {
			known[spotOf(p)] = true
		}
	}
	var out []source.Place
	for _, unit := range n.units {
		unknown := unit.Unknown
		if n.rename.Member {
			unknown = slices.Concat(unknown, unit.Dependent)
		}
		for _, p := range unknown {
			if at := spotOf(p); !known[at] {
				known[at] = true
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, source.Place.Compare)
	return out
}

// places are those of the name that are to be edited, in order.
func (n *renaming) places() ([]source.Place, error) {
	mine, others, concerned, err := n.mentioned()
	if err != nil {
		return nil, err
	}
	for _, p := range n.unknown() {
		if concerned[p.File.Path] {
			return nil, refused("%s: it is not known what %s means there", n.tell(p), n.rename.Name)
		}
	}
	var out []source.Place
	for at, p := range mine {
		switch {
		case others[at]:
			return nil, refused("%s: %s means something else there, too", n.tell(p), n.rename.Name)
		case n.root == "" && (len(mine) > 0 && p.File.Path != n.rename.File || toolchain.IsHeader(p.File.Path)):
			return nil, refused("%s is in no folder of the workspace, so that it is not known who includes it", p.File.Path)
		case n.root != "" && n.s.folderOf(p.File.Path) == "":
			return nil, refused("%s is outside of the workspace", p.File.Path)
		}
		out = append(out, p)
	}
	out = n.once(out)
	slices.SortFunc(out, source.Place.Compare)
	return out, nil
}

// mentioned are the places where the name stands for what is renamed, those where it stands for something else, and the files of the units
// that have it.
func (n *renaming) mentioned() (mine map[spot]source.Place, others map[spot]bool, concerned map[string]bool, err error) {
	mine, others, concerned = map[spot]source.Place{}, map[spot]bool{}, map[string]bool{}
	virtual, loose := false, false
	for _, unit := range n.units {
		has := false
		for i := range unit.Entities {
			e := &unit.Entities[i]
			is := n.is(e)
			if is && e.Fixed != "" {
				return nil, nil, nil, refused("%s keeps its name: %s", n.rename.Name, e.Fixed)
			}
			if is && e.Argued && unit.Elsewhere != "" && !n.rename.Member {
				return nil, nil, nil, refused("%s", unit.Elsewhere)
			}
			has, virtual, loose = has || is, virtual || is && e.Virtual, loose || e.Loose && e.Overload != ""
			for _, p := range e.Mentioned {
				if is {
					mine[spotOf(p)] = p
				} else {
					others[spotOf(p)] = true
				}
			}
		}
		for _, p := range unit.Other {
			others[spotOf(p)] = true
		}
		if !has {
			continue
		}
		for _, f := range unit.Files {
			concerned[f.Path] = true
		}
		if unit.Macro != "" || unit.Taken != "" && !n.rename.Member {
			return nil, nil, nil, refused("%s", cmp.Or(unit.Macro, unit.Taken))
		}
		for _, p := range unit.Made {
			return nil, nil, nil, refused("%s: a macro puts the name %s together, or another out of it", n.tell(p), n.rename.Name)
		}
	}
	if virtual && loose {
		return nil, nil, nil, refused("a function %s is virtual, and of a class that has one not all bases are known", n.rename.Name)
	}
	return mine, others, concerned, nil
}

// once has each place of a file once that was read by several paths, by symbolic links: by the one that is open, else by its own.
func (n *renaming) once(places []source.Place) []source.Place {
	by := map[string]*source.File{} // by the path without links
	reals := map[string]string{}
	slices.SortFunc(places, source.Place.Compare)
	for _, p := range places {
		path := p.File.Path
		if reals[path] != "" {
			continue
		}
		own, err := filepath.EvalSymlinks(path)
		if err != nil {
			own = path // it is open and not on disk
		}
		reals[path] = own
		if by[own] == nil || n.s.docs[by[own].Path] == nil && (n.s.docs[path] != nil || path == own) {
			by[own] = p.File
		}
	}
	var out []source.Place
	seen := map[spot]bool{}
	for _, p := range places {
		if f := by[reals[p.File.Path]]; f.Hash == p.File.Hash {
			p.File = f
		}
		if !seen[spotOf(p)] {
			seen[spotOf(p)] = true
			out = append(out, p)
		}
	}
	return out
}

// tell is a place for people.
func (n *renaming) tell(p source.Place) string {
	at := check.RegionOf(p)
	if rel, err := filepath.Rel(n.root, at.File); n.root != "" && err == nil {
		at.File = filepath.ToSlash(rel)
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}

// fresh is the new name: one that stands in no file that was read.
func (n *renaming) fresh(to string) (string, error) {
	files := map[string]*source.File{}
	for _, unit := range n.units {
		for _, f := range unit.Files {
			files[f.Path] = f
		}
	}
	taken := func(name string) *source.File {
		for _, path := range slices.Sorted(maps.Keys(files)) {
			if hasWord(files[path].Text, name) {
				return files[path]
			}
		}
		return nil
	}
	if to != "" {
		if f := taken(to); f != nil {
			return "", refused("%s has the name %s already", filepath.Base(f.Path), to)
		}
		return to, nil
	}
	name := n.rename.To
	for i := 2; taken(name) != nil; i++ {
		name = fmt.Sprint(n.rename.To, i)
	}
	return name, nil
}

// sourceTree is what the files of C++ and CUDA below a folder say without being understood.
type sourceTree map[string]*sourceFile

type sourceFile struct {
	// includes are the last parts of the names of its #include directives; anything: one of them is a macro's.
	includes []string
	anything bool
	// mentions are those of the names in question that it has, in comments too.
	mentions map[string]bool
}

var includeLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(["<]([^">\n]*)[">]|\w)`)

// sources reads all files below a folder of the workspace for some names.
func (s *Snapshot) sources(ctx context.Context, root string, names map[string]bool) (sourceTree, error) {
	tree := sourceTree{}
	if root == "" {
		return tree, nil
	}
	files := 0
	err := Walk(root, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if files++; files > mostSearched {
			return refused("the workspace has more files than are looked at")
		}
		switch {
		case err != nil:
			return nil //nolint:nilerr // a folder that may not be read holds nothing for us
		case entry.IsDir():
			if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
				return fs.SkipDir
			}
		case (cxx(path) || toolchain.IsHeader(path)) && regular(entry, path):
			if file, err := s.w.opts.Files.ReadFile(path); err == nil {
				tree[path] = sourceOf(file.Text, names)
			}
		}
		return nil
	})
	return tree, err
}

func sourceOf(text []byte, names map[string]bool) *sourceFile {
	f := &sourceFile{mentions: map[string]bool{}}
	for i := 0; i < len(text); i++ {
		from := i
		for i < len(text) && source.WordByte(text[i]) {
			i++
		}
		if word := text[from:i]; names[string(word)] {
			f.mentions[string(word)] = true
		}
	}
	for _, m := range includeLine.FindAllSubmatch(text, -1) {
		if m[1][0] != '"' && m[1][0] != '<' {
			f.anything = true
		} else if m[2] != nil {
			f.includes = append(f.includes, filepath.Base(filepath.FromSlash(string(m[2]))))
		}
	}
	return f
}

// hasWord reports whether a text has a name, in comments too.
func hasWord(text []byte, name string) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return false
		}
		i += from
		from = i + len(name)
		if (i == 0 || !source.WordByte(text[i-1])) && (from == len(text) || !source.WordByte(text[from])) {
			return true
		}
	}
}

// reaching are the files that are among some, or may include one of them. Which of several files of one name an #include means
// is not asked.
func (t sourceTree) reaching(some map[string]bool) map[string]bool {
	includers := map[string][]string{}
	out := map[string]bool{}
	var queue []string
	add := func(path string) {
		if !out[path] {
			out[path] = true
			queue = append(queue, path)
		}
	}
	for path, f := range t {
		if some[path] || f.anything && len(some) > 0 {
			add(path)
		}
		for _, name := range f.includes {
			includers[name] = append(includers[name], path)
		}
	}
	for path := range some {
		add(path)
	}
	for len(queue) > 0 {
		path := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, includer := range includers[filepath.Base(path)] {
			add(includer)
		}
	}
	return out
}

// IsRefused reports whether an error says why something is not renamed, and what it says.
func IsRefused(err error) (reason string, ok bool) {
	var r *RefusedError
	if errors.As(err, &r) {
		return r.Reason, true
	}
	return "", false
}
