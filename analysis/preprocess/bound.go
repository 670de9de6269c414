package preprocess

import (
	"cmp"
	"slices"
	"sync/atomic"
	"unsafe"

	"cudals/analysis/token"
)

// How much a cache keeps, in bytes as they are counted here: texts, trees, expansions, and what is derived from segments. Units
// hold their own segments; what they do not share with the cache is not counted.
const (
	maxCached = 320 << 20
	// maxResolved bounds the answers where a header is.
	maxResolved = 1 << 17
)

const (
	tokenSize     = int64(unsafe.Sizeof(token.Token{}))
	itemSize      = int64(unsafe.Sizeof(item{}))
	macroSize     = int64(unsafe.Sizeof(Macro{}))
	expansionSize = int64(unsafe.Sizeof(Expansion{}))
	segmentSize   = int64(unsafe.Sizeof(Segment{}))
	entrySize     = int64(unsafe.Sizeof(entry{}))
	partSize      = int64(unsafe.Sizeof(part{}))
	readSize      = int64(unsafe.Sizeof(read{}))
	writeSize     = int64(unsafe.Sizeof(write{}))
	lookupSize    = int64(unsafe.Sizeof(lookupResult{}))
	pointerSize   = int64(unsafe.Sizeof((*entry)(nil)))
	symSize       = int64(unsafe.Sizeof(token.Sym(0)))
)

// Grew notes that something of a size was kept with a segment's derived values.
func (d *Derived) Grew(bytes int64) {
	d.bytes.Add(bytes)
	if d.grown != nil {
		d.grown.Add(bytes)
	}
}

// weight is what a segment takes, with what is derived from it.
func (s *Segment) weight() int64 {
	return segmentSize + int64(len(s.Toks))*tokenSize + int64(len(s.Exps))*expansionSize + s.Derived.bytes.Load()
}

// weight is what a file takes by itself.
func (fs *fileState) weight() int64 {
	w := int64(len(fs.file.Text))
	if t := fs.tree; t != nil {
		w += int64(len(t.toks))*tokenSize + int64(len(t.items))*itemSize
		for i := range t.items {
			if m := t.items[i].macro; m != nil {
				w += macroSize + int64(len(m.Body))*tokenSize + int64(len(m.Params))*symSize
			}
		}
	}
	return w
}

// weight is what an entry takes without its segments and children.
func (e *entry) weight() int64 {
	return entrySize + int64(len(e.parts))*partSize + int64(len(e.children))*pointerSize + int64(len(e.absent))*symSize +
		int64(len(e.present))*readSize + int64(len(e.writes))*writeSize + int64(len(e.lookups))*lookupSize
}

// stamp notes that an expansion, by its number, needs a thing.
func stamp(at *atomic.Uint64, number uint64) (first bool) {
	for {
		was := at.Load()
		if was >= number {
			return false
		}
		if at.CompareAndSwap(was, number) {
			return true
		}
	}
}

// touch notes that an expansion uses an entry, with all that it is made of.
func (e *entry) touch(number uint64) {
	if !stamp(&e.used, number) {
		return
	}
	stamp(&e.fs.used, number)
	for i := range e.lookups {
		if fs := e.lookups[i].file; fs != nil {
			stamp(&fs.used, number)
		}
	}
	for _, child := range e.children {
		child.touch(number)
	}
}

// bound drops what was not used for the longest time when more is kept than may be. What the newest expansions share stays in
// any case: to drop it would free nothing.
func (c *Cache) bound() {
	if c.grown.Load() < c.most/8 || !c.weighing.TryLock() {
		return
	}
	defer c.weighing.Unlock()
	c.grown.Store(0)
	c.mu.Lock()
	if len(c.resolved) > maxResolved {
		clear(c.resolved)
	}
	files := make([]*fileState, 0, len(c.files))
	for _, fs := range c.files {
		files = append(files, fs)
	}
	c.mu.Unlock()
	files = slices.DeleteFunc(files, func(fs *fileState) bool { return !fs.ready.Load() })
	oldest := c.oldest(files)
	if oldest == 0 {
		return
	}
	for _, fs := range files {
		fs.mu.Lock()
		// Readers hold the slice, so a new one is made.
		fs.entries = slices.DeleteFunc(slices.Clone(fs.entries), func(e *entry) bool { return e.dead.Load() || e.used.Load() < oldest })
		fs.mu.Unlock()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for path, fs := range c.files {
		if fs.ready.Load() && fs.used.Load() < oldest {
			delete(c.files, path)
			c.epoch++ // nobody would be told any more that it changes
		}
	}
}

// oldest is the number of the first expansion of those whose things are kept; 0 to keep all.
func (c *Cache) oldest(files []*fileState) uint64 {
	type thing struct {
		used  uint64
		fs    *fileState
		entry *entry
	}
	var things []thing
	for _, fs := range files {
		things = append(things, thing{fs.used.Load(), fs, nil})
		for _, e := range fs.candidates() {
			if !e.dead.Load() {
				things = append(things, thing{e.used.Load(), nil, e})
			}
		}
	}
	slices.SortFunc(things, func(a, b thing) int { return cmp.Compare(b.used, a.used) })
	w := weigher{entries: map[*entry]bool{}, segments: map[*Segment]bool{}}
	keep := len(things) // those that make up three quarters of what may be kept
	for i, t := range things {
		if t.fs != nil {
			w.sum += t.fs.weight()
		} else {
			w.entry(t.entry)
		}
		if w.sum > c.most/4*3 {
			keep = min(keep, i)
		}
	}
	if w.sum <= c.most || keep == len(things) {
		return 0
	}
	return min(things[keep].used+1, things[0].used)
}

// weigher sums up what things take that share parts.
type weigher struct {
	sum      int64
	entries  map[*entry]bool
	segments map[*Segment]bool
}

func (w *weigher) entry(e *entry) {
	if w.entries[e] {
		return
	}
	w.entries[e] = true
	w.sum += e.weight()
	for i := range e.parts {
		if s := e.parts[i].segment; s != nil && !w.segments[s] {
			w.segments[s] = true
			w.sum += s.weight()
		}
	}
	for _, child := range e.children {
		w.entry(child)
	}
}
