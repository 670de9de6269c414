package preprocess

import "sync"

// Derived memoises values computed from a segment, one for each key. Keys are types private to the computing package, as
// with context.Context.
type Derived struct {
	mu     sync.Mutex
	values map[any]any
}

// Get returns the value for key, computing it with make at most once. A make that panics leaves nothing behind.
func (d *Derived) Get(key any, compute func() any) any {
	d.mu.Lock()
	defer d.mu.Unlock()
	if v, ok := d.values[key]; ok {
		return v
	}
	v := compute()
	if d.values == nil {
		d.values = make(map[any]any, 1)
	}
	d.values[key] = v
	return v
}
