package preprocess

import (
	"path/filepath"
	"runtime"
	"sort"
	"sync/atomic"

	"cudals/analysis/token"
)

// The passes of a unit come to its headers in the same order and at about the same time. While one makes the tree of a header the
// other waits for it, and the processors that have nothing to do are no help. So the headers that are certain to come are read
// beside the passes: those that a branch includes which is being read.

// inclusion is an #include that names its file, by its index among the items of a tree.
type inclusion struct {
	item int32
	// arm is the branch of a conditional that it stands in, as an index of items; -1 outside of all.
	arm int32
}

// noteInclude keeps the next item, an #include, for readers ahead.
func (b *treeBuilder) noteInclude(it *item) {
	if it.lo == it.hi || b.toks[it.lo].Kind != token.Header {
		return
	}
	in := inclusion{item: int32(len(b.items)), arm: -1}
	if n := len(b.stack); n > 0 {
		in.arm = b.stack[n-1]
	}
	b.includes = append(b.includes, in)
}

// including are the inclusions of a branch, in order.
func (t *tree) including(arm int32) []inclusion {
	lo := sort.Search(len(t.includes), func(i int) bool { return t.includes[i].arm >= arm })
	hi := lo
	for hi < len(t.includes) && t.includes[hi].arm == arm {
		hi++
	}
	return t.includes[lo:hi]
}

// headerName is the name in an #include that names its file.
func (t *tree) headerName(it *item, in *token.Interner) (name string, quoted bool) {
	text := in.Text(t.toks[it.lo].Sym)
	return text[1 : len(text)-1], text[0] == '"'
}

// aheadReader reads files for an expander that is going to include them.
type aheadReader struct {
	cache *Cache
	list  *searchList
	// done: the expander has ended.
	done atomic.Bool
}

// maxAhead is how deep inclusions are followed.
const maxAhead = 64

// readAhead has the files read that c includes in a branch that it reads, but for the first, which is needed at once.
func (x *expander) readAhead(c *cursor, arm int32) {
	later := c.tree.including(arm)
	if len(later) < 2 {
		return
	}
	if later = later[1:]; !x.ahead.lacks(c, later) {
		return
	}
	if x.cache.readers.Add(1) >= int32(max(2, runtime.GOMAXPROCS(0))) {
		x.cache.readers.Add(-1)
		return
	}
	r, t, dir, system := x.ahead, c.tree, c.dir, c.mode == modeSystem
	go func() {
		defer r.cache.readers.Add(-1)
		defer func() { _ = recover() }() // the expander comes upon the same, and says so
		r.read(t, later, dir, system, 0)
	}()
}

// lacks reports whether a file that c includes was not read yet.
func (r *aheadReader) lacks(c *cursor, includes []inclusion) bool {
	for _, in := range includes {
		name, quoted := c.tree.headerName(&c.tree.items[in.item], r.cache.in)
		if !r.cache.answered(r.list.lookup(name, c.dir, quoted, c.mode == modeSystem)) {
			return true
		}
	}
	return false
}

// read reads what a tree includes, and what that includes in turn outside of all conditionals but a guard.
func (r *aheadReader) read(t *tree, includes []inclusion, dir string, system bool, depth int) {
	for _, in := range includes {
		if r.done.Load() || depth > maxAhead {
			return
		}
		name, quoted := t.headerName(&t.items[in.item], r.cache.in)
		l := r.list.lookup(name, dir, quoted, system)
		if r.cache.answered(l) {
			continue
		}
		f := r.cache.find(l)
		fs := r.cache.readable(f.path)
		if fs == nil {
			continue
		}
		within := int32(-1)
		if fs.tree.guard != 0 {
			within = 0
		}
		r.read(fs.tree, fs.tree.including(within), filepath.Dir(f.path), f.system || f.index < 0 && system, depth+1)
	}
}
