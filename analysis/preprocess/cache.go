package preprocess

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Cache holds what expansions share: files, their directive trees, and the expansions of headers with what they read
// and wrote. It is safe for concurrent use; results never depend on what it holds.
type Cache struct {
	in     *token.Interner
	words  *words
	known  *knowledge
	reader source.Reader
	trees  sync.Pool // of *treeRoom
	rooms  sync.Pool // of *room

	mu    sync.RWMutex
	epoch uint64 // grows whenever something that was read may have changed
	files map[string]*fileState
	// mains holds the latest version of each main file while it is expanded, for passes that run at once; it may be newer
	// than what includers see.
	mains    map[string]weak.Pointer[fileState]
	lists    map[listKey]*searchList
	resolved map[lookup]found
	// canon holds one Macro for each predefined definition, so that passes whose predefined macros stand at different
	// offsets still agree.
	canon      map[string]*Macro
	predefined map[source.Hash]*tree

	most     int64         // bytes; see bound
	turns    atomic.Uint64 // expansions so far
	grown    atomic.Int64  // bytes since it was weighed last
	weighing sync.Mutex
	readers  atomic.Int32 // at work; see readAhead
}

// NewCache returns an empty cache over a reader.
func NewCache(in *token.Interner, reader source.Reader) *Cache {
	c := &Cache{
		in: in, words: newWords(in), known: newKnowledge(in), reader: reader,
		files: make(map[string]*fileState), mains: make(map[string]weak.Pointer[fileState]), lists: make(map[listKey]*searchList),
		resolved: make(map[lookup]found), canon: make(map[string]*Macro), predefined: make(map[source.Hash]*tree),
		most: maxCached,
	}
	c.trees.New = func() any { return new(treeRoom) }
	c.rooms.New = func() any { return new(room) }
	return c
}

// Interner is the interner of all the cache's tokens.
func (c *Cache) Interner() *token.Interner { return c.in }

// fileState is one version of a file with everything that was made of it.
type fileState struct {
	load sync.Once
	file *source.File
	err  error
	tree *tree
	// since is what tells the tree from that of the version before; nil where that is not known.
	since *difference
	once  token.Sym // the pseudo-macro that says that #pragma once was met

	ready atomic.Bool   // file and tree are there
	used  atomic.Uint64 // the last expansion that needed it

	// stale: the file may have changed. Guarded by Cache.mu.
	stale   bool
	mu      sync.Mutex
	entries []*entry
	// segments are those that somebody still holds, by hash: an equal one takes their place in what is made anew.
	segments map[uint64][]weak.Pointer[Segment]
	swept    int // segments left by the last sweep
}

// Bounds of what is kept.
const (
	maxEntries    = 24 // of one version of a file
	maxPredefined = 64 // texts of predefined macros
	maxLists      = 256
)

// Invalidate forgets what is known of path: its text, and whether there is such a file. What was expanded from it is
// looked at again at its next use.
func (c *Cache) Invalidate(path string) {
	path = filepath.Clean(path)
	c.mu.Lock()
	defer c.mu.Unlock()
	touched := false
	if fs := c.files[path]; fs != nil {
		fs.stale, touched = true, true
	}
	base := filepath.Base(path)
	for key := range c.resolved {
		if filepath.Base(key.name) == base {
			delete(c.resolved, key)
			touched = true
		}
	}
	if touched {
		c.epoch++
	}
}

// present is the number of the present state of files.
func (c *Cache) present() uint64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.epoch
}

// file returns the present version of a file, or nil when it cannot be read.
func (c *Cache) file(path string) *fileState {
	c.mu.RLock()
	fs := c.files[path]
	stale := fs != nil && fs.stale
	c.mu.RUnlock()
	if fs == nil || stale {
		fs = c.reload(path)
	}
	c.ensure(fs, path)
	if fs.err != nil {
		return nil
	}
	return fs
}

// readable is file, for the path of an answered lookup.
func (c *Cache) readable(path string) *fileState {
	if path == "" {
		return nil
	}
	return c.file(path)
}

// ensure loads a state that nobody has loaded yet.
func (c *Cache) ensure(fs *fileState, path string) {
	fs.load.Do(func() {
		if fs.file == nil && fs.err == nil {
			fs.file, fs.err = c.reader.ReadFile(path)
		}
		if fs.err == nil {
			c.fill(fs, path)
		}
	})
}

func (c *Cache) fill(fs *fileState, path string) {
	if fs.tree == nil {
		fs.tree = c.build(fs.file)
	}
	fs.once = c.in.Sym("#once " + path)
	fs.segments = make(map[uint64][]weak.Pointer[Segment])
	fs.ready.Store(true)
	c.grown.Add(fs.weight())
}

func (c *Cache) build(file *source.File) *tree {
	room := c.trees.Get().(*treeRoom)
	defer c.trees.Put(room)
	return buildTree(file, c.in, c.words, room)
}

// reload puts a new state for path in place of a stale one. A file that was touched but reads as before keeps its
// state.
func (c *Cache) reload(path string) *fileState {
	c.mu.RLock()
	old, epoch := c.files[path], c.epoch
	c.mu.RUnlock()
	fresh := &fileState{}
	if old != nil {
		c.ensure(old, path)
		fresh.file, fresh.err = c.reader.ReadFile(path)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.files[path]
	if now != old {
		return now // another goroutine was faster
	}
	if old != nil && old.err == nil && fresh.err == nil && old.file.Hash == fresh.file.Hash {
		if c.epoch == epoch {
			old.stale = false
		}
		return old
	}
	fresh.stale = c.epoch != epoch // it may have been read before what changed meanwhile
	c.files[path] = fresh
	return fresh
}

// main returns the state of a main file's version; was is that of another one, or nil.
func (c *Cache) main(file *source.File, was *fileState) *fileState {
	match := func(fs *fileState) bool { return fs != nil && fs.file != nil && fs.file.Hash == file.Hash }
	c.mu.RLock()
	fs := c.mains[file.Path].Value()
	c.mu.RUnlock()
	if !match(fs) {
		fresh := &fileState{file: file}
		c.mu.Lock()
		if fs = c.mains[file.Path].Value(); !match(fs) {
			fs = fresh
			c.mains[file.Path] = weak.Make(fs)
		}
		c.mu.Unlock()
	}
	fs.load.Do(func() {
		if was != nil {
			fs.tree, fs.since = editTree(was.tree, file, c.in, c.words)
		}
		c.fill(fs, file.Path)
	})
	return fs
}

// predefinedTree is the tree of a text of predefined macros, with definitions shared between such texts.
func (c *Cache) predefinedTree(file *source.File) *tree {
	c.mu.RLock()
	t := c.predefined[file.Hash]
	c.mu.RUnlock()
	if t != nil {
		return t
	}
	t = c.build(file)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range t.items {
		m := t.items[i].macro
		if m == nil {
			continue
		}
		key := string(file.Slice(t.items[i].span))
		if known := c.canon[key]; known != nil {
			t.items[i].macro = known
		} else {
			c.canon[key] = m
		}
	}
	if len(c.predefined) >= maxPredefined {
		clear(c.predefined)
	}
	c.predefined[file.Hash] = t
	return t
}

// segment returns the kept segment that is equal to the given parts, or makes one of copies of them.
func (fs *fileState) segment(grown *atomic.Int64, toks []token.Token, exps []Expansion, files []*source.File) *Segment {
	s := &Segment{File: fs.file, Toks: toks, Exps: exps, Files: files}
	return fs.kept(grown, s, func() { s.Toks, s.Exps = slices.Clone(toks), slices.Clone(exps) })
}

// kept returns the kept segment that is equal to s, or keeps s, after it has been made ready for that.
func (fs *fileState) kept(grown *atomic.Int64, s *Segment, ready func()) *Segment {
	h := hashSegment(s.Toks, s.Exps)
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, p := range fs.segments[h] {
		if k := p.Value(); k != nil && slices.Equal(k.Toks, s.Toks) && slices.Equal(k.Exps, s.Exps) && slices.Equal(k.Files, s.Files) {
			return k
		}
	}
	if len(fs.segments) > 2*fs.swept+64 {
		maps.DeleteFunc(fs.segments, func(_ uint64, list []weak.Pointer[Segment]) bool {
			return !slices.ContainsFunc(list, func(p weak.Pointer[Segment]) bool { return p.Value() != nil })
		})
		fs.swept = len(fs.segments)
	}
	ready()
	s.Pragmas = pragmasOf(s.Toks)
	fs.segments[h] = append(fs.segments[h], weak.Make(s))
	s.Derived.grown = grown
	grown.Add(s.weight())
	return s
}

func pragmasOf(toks []token.Token) []int32 {
	var out []int32
	for i := range toks {
		if toks[i].Kind == token.Pragma {
			out = append(out, int32(i))
		}
	}
	return out
}

func hashSegment(toks []token.Token, exps []Expansion) uint64 {
	const prime = 0x9E3779B97F4A7C15
	h := uint64(len(toks))
	mix := func(v uint64) {
		h = (h ^ v) * prime
		h ^= h >> 29
	}
	for i := range toks {
		t := &toks[i]
		mix(uint64(t.Sym)<<32 | uint64(t.Loc))
		h += uint64(t.Kind)<<8 | uint64(t.Flags)
	}
	for i := range exps {
		e := &exps[i]
		mix(uint64(e.Spelled)<<32 | uint64(e.Macro))
		mix(uint64(e.At.Start)<<32 | uint64(e.At.End))
		h += uint64(e.Parent)
	}
	return h
}

// An entry is the expansion of one inclusion, nested inclusions and all, with all that it depends on. It may stand for
// any inclusion of the file whose reads would have the same answers.
type entry struct {
	node
	fs *fileState
	// absent and present are what was read: names that were no macros, and macros.
	absent  []token.Sym
	present []read
	writes  []write
	lookups []lookupResult // of this file and the files spliced into it; children have their own
	// usesNext: an #include_next was resolved, so the folder in which the file itself was found matters.
	usesNext bool
	from     int
	// open: the file ends in the middle of a declaration, so in this context it is no segment of its own. Such an entry
	// has no parts; it only says so.
	open    bool
	tokens  int // all segments'
	entered int // inclusions, this one too
	height  int // of the tree of inclusions below

	mu      sync.Mutex
	checked map[*searchList]uint64 // the epoch at which the entry was last found to hold
	dead    atomic.Bool            // it holds no more, whatever the search path
	used    atomic.Uint64          // the last expansion that needed it
}

type read struct {
	sym token.Sym
	// definedOnly: only whether there is a definition was asked.
	definedOnly bool
	m           *Macro
}

type write struct {
	sym token.Sym
	m   *Macro
}

// holds reports whether what the entry knows of files is still so.
func (c *Cache) holds(e *entry, list *searchList, epoch uint64) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.dead.Load() {
		return false
	}
	if at, ok := e.checked[list]; ok && at >= epoch {
		return true
	}
	if c.file(e.fs.file.Path) != e.fs {
		e.dead.Store(true)
		return false
	}
	for i := range e.lookups {
		l := e.lookups[i].lookup
		l.list = list
		if f := c.find(l); f.path != e.lookups[i].path || f.system != e.lookups[i].system {
			return false
		}
		// What a file without entry of its own contributed is part of this one; that it was skipped depends on its text too.
		if e.lookups[i].read && c.readable(e.lookups[i].path) != e.lookups[i].file {
			e.dead.Store(true)
			return false
		}
	}
	for _, child := range e.children {
		if !c.holds(child, list, epoch) {
			e.dead.Store(child.dead.Load())
			return false
		}
	}
	if e.checked == nil || len(e.checked) > 64 {
		e.checked = make(map[*searchList]uint64, 1)
	}
	e.checked[list] = epoch
	return true
}

// candidates are the entries of a file, most recently used first.
func (fs *fileState) candidates() []*entry {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return fs.entries
}

// use puts e first among its file's entries.
func (fs *fileState) use(e *entry) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if len(fs.entries) > 0 && fs.entries[0] == e {
		return
	}
	// Readers hold older slices, so a new one is made.
	entries := make([]*entry, 0, len(fs.entries)+1)
	entries = append(entries, e)
	for _, other := range fs.entries {
		if other != e && len(entries) < maxEntries && !other.dead.Load() {
			entries = append(entries, other)
		}
	}
	fs.entries = entries
}

// searchList is a Config's search path, interned.
type searchList struct {
	folders []Folder // Quote, Include, Last
	quotes  int
	last    int // where Last begins, before which the finder is asked
	finder  Finder
	mounted string // Config.Mounted
}

type listKey struct {
	folders string
	finder  Finder
}

func (c *Cache) searchList(config *Config) *searchList {
	var key strings.Builder
	all := slices.Concat(config.Quote, config.Include, config.Last)
	last := len(all) - len(config.Last)
	for i, f := range all {
		if i == len(config.Quote) {
			key.WriteByte(1)
		}
		if i == last {
			key.WriteByte(3)
		}
		key.WriteString(f.Path)
		key.WriteByte(b2u(f.System) * 2)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key.WriteByte(4)
	key.WriteString(config.Mounted)
	k := listKey{key.String(), config.Finder}
	list := c.lists[k]
	if list == nil {
		if len(c.lists) >= maxLists {
			clear(c.lists)
			clear(c.resolved)
		}
		list = &searchList{folders: all, quotes: len(config.Quote), last: last, finder: config.Finder, mounted: config.Mounted}
		c.lists[k] = list
	}
	return list
}

// lookup is a question where an include's file is.
type lookup struct {
	list *searchList
	name string
	dir  string // the includer's folder, for the quoted form; otherwise ""
	// from is the first folder of the list that is searched; angled stands for the first that <> searches.
	from int
	// near is the includer's folder where the list's finder is asked, else "".
	near string
}

const angled = -1

// lookup is the question that an #include asks in a file of a folder, which is of the system or not.
func (list *searchList) lookup(name, dir string, quoted, system bool) lookup {
	l := lookup{list: list, name: name, from: angled}
	if list.finder != nil && !system {
		l.near = dir
	}
	if quoted {
		l.dir, l.from = dir, 0
	}
	return l
}

func (l lookup) folders() []Folder {
	if l.from == angled {
		return l.list.folders[l.list.quotes:]
	}
	return l.list.folders[min(l.from, len(l.list.folders)):]
}

type lookupResult struct {
	lookup
	found
	// file is the version that was read; nil when only the existence was asked, or none could be read.
	file *fileState
	read bool
}

// found is the answer: a path, or "" for none.
type found struct {
	path string
	// index is that of the folder in the list; -1 for the includer's own, whose System it then shares.
	index  int
	system bool
}

// answered reports whether the answer to a lookup is known, and the file that it names was read.
func (c *Cache) answered(l lookup) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	f, ok := c.resolved[l]
	if !ok || f.path == "" {
		return ok
	}
	fs := c.files[f.path]
	return fs != nil && fs.ready.Load()
}

// find answers a lookup.
func (c *Cache) find(l lookup) found {
	c.mu.RLock()
	f, ok := c.resolved[l]
	epoch := c.epoch
	c.mu.RUnlock()
	if ok {
		return f
	}
	f = c.search(l)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.epoch == epoch {
		c.resolved[l] = f
	}
	return f
}

func (c *Cache) search(l lookup) found {
	if l.name == "" || strings.IndexByte(l.name, 0) >= 0 {
		return found{index: -1}
	}
	if filepath.IsAbs(l.name) {
		if path := filepath.Clean(l.name); c.reader.Exists(path) {
			return found{path: path, index: -1}
		}
		return found{index: -1}
	}
	if l.dir != "" {
		if path := filepath.Join(l.dir, l.name); c.reader.Exists(path) {
			return found{path: path, index: -1}
		}
	}
	folders := l.folders()
	first := len(l.list.folders) - len(folders)
	for i, folder := range folders {
		if first+i == l.list.last {
			if f := l.elsewhere(); f.path != "" {
				return f
			}
		}
		if path := filepath.Join(folder.Path, l.name); c.reader.Exists(path) {
			return found{path: path, index: first + i, system: folder.System}
		}
	}
	if l.list.last == len(l.list.folders) {
		if f := l.elsewhere(); f.path != "" {
			return f
		}
	}
	return c.mounted(l)
}

// mounted looks for what stands behind Config.Mounted in a name.
func (c *Cache) mounted(l lookup) found {
	if l.list.mounted != "" {
		if i := strings.LastIndex(l.name, l.list.mounted); i >= 0 {
			name := l.name[i+len(l.list.mounted):]
			for i, folder := range l.list.folders {
				if path := filepath.Join(folder.Path, name); folder.System && c.reader.Exists(path) {
					return found{path: path, index: i, system: true}
				}
			}
		}
	}
	return found{index: -1}
}

// elsewhere asks the list's finder.
func (l lookup) elsewhere() found {
	if l.near == "" {
		return found{index: -1}
	}
	path, system := l.list.finder.Find(l.name, l.near)
	return found{path: path, index: l.list.last, system: system}
}

// searched lists the folders that a lookup looks in.
func (l lookup) searched() []string {
	var dirs []string
	if l.dir != "" {
		dirs = append(dirs, l.dir)
	}
	for _, f := range l.folders() {
		dirs = append(dirs, f.Path)
	}
	return dirs
}
