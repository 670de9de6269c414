package preprocess

import (
	"sync"
	"sync/atomic"
)

// Derived memoises values computed from a segment, one for each key. Keys are types private to the computing package,
// as with context.Context.
type Derived struct {
	mu    sync.Mutex
	cells map[any]*cell
	// bytes is how much is kept, and grown the count of the cache that the segment is in, if it is in one.
	bytes atomic.Int64
	grown *atomic.Int64
}

// cell is one value, with a lock of its own: computing it may ask for other keys of the same segment.
type cell struct {
	mu    sync.Mutex
	done  bool
	value any
}

// Get returns the value for key, computing it with compute at most once. A compute that panics leaves nothing behind;
// it may call Get for other keys, but not, even indirectly, for its own.
func (d *Derived) Get(key any, compute func() any) any {
	d.mu.Lock()
	c := d.cells[key]
	if c == nil {
		if d.cells == nil {
			d.cells = make(map[any]*cell, 1)
		}
		c = new(cell)
		d.cells[key] = c
	}
	d.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.done {
		c.value = compute()
		c.done = true
	}
	return c.value
}
