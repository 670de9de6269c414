package preprocess

import (
	"errors"
	"path/filepath"

	"cudals/analysis/source"
)

// A header means what it means where it is included: behind the macros and declarations of the file that does so. Such a file is
// read first, up to the #include by which the main file is reached.

// lend reads the text before the main file and returns the file that lent it; nil where the main file stands for itself.
func (x *expander) lend(into *node) *source.File {
	if x.through == "" {
		return nil
	}
	fs := x.cache.file(x.through)
	if fs == nil || fs == x.main {
		x.standAlone()
		return nil
	}
	x.grow()
	n := &node{file: fs.file, lent: true}
	x.seeking = true
	x.enter(&cursor{tree: fs.tree, fs: fs, node: n, dir: filepath.Dir(x.through), index: -1})
	x.run()
	x.seeking = false
	switch {
	case x.restart:
		return nil
	case !errors.Is(x.stopped, errReached):
		if x.ctx.Err() == nil {
			x.standAlone()
		}
		return nil
	}
	x.stopped = nil
	into.parts = append(into.parts, part{kind: partChild, child: n})
	return fs.file
}

// standAlone begins the unit again without text before the main file.
func (x *expander) standAlone() {
	x.through, x.restart = "", true
}

// reach ends the reading of the text before the main file, at the #include in the file of c that brings it.
func (x *expander) reach(c *cursor) {
	x.spoil() // who reads on in these files reads more of them
	if c.spliced || x.expanding || x.inDoubt(c) || x.guesses()&afterMissing != 0 || !x.out.boundary(x.w) {
		x.standAlone()
		x.stopped = errRestart
		return
	}
	x.flush(c.fs, c.node)
	x.stopped = errReached
}

// readsMain reports whether an entry brings the main file.
func (x *expander) readsMain(e *entry) bool {
	if holds, known := x.holdsMain[e]; known {
		return holds
	}
	holds := false
	for i := range e.lookups {
		holds = holds || e.lookups[i].read && e.lookups[i].path == x.main.file.Path
	}
	for i := 0; i < len(e.children) && !holds; i++ {
		holds = x.readsMain(e.children[i])
	}
	if x.holdsMain == nil {
		x.holdsMain = make(map[*entry]bool)
	}
	x.holdsMain[e] = holds
	return holds
}
