package flow

import (
	"maps"

	"cudals/analysis/sema"
)

// Cache keeps what was found of the bodies of one unit, over all versions of its text that the unit is moved to. Like the unit
// it serves one goroutine at a time.
type Cache struct {
	Unit   *sema.Unit
	values map[*sema.Func]*entry
	// version counts the versions of the text.
	version int
}

// entry is what is kept of one function.
type entry struct {
	values *Values
	flow   *sema.Flow
	// version is the last one that the entry was found to hold for.
	version int
}

// NewCache returns an empty cache.
func NewCache(u *sema.Unit) *Cache { return &Cache{Unit: u, values: map[*sema.Func]*entry{}} }

// Renew tells that the unit may have been moved to another version of its text. Where functions may have been declared anew, nothing is
// kept that was found in the bodies of others: to ask for these would be to read them again.
func (c *Cache) Renew(declares bool) {
	c.version++
	if declares {
		maps.DeleteFunc(c.values, func(_ *sema.Func, e *entry) bool { return e.values != nil && len(e.values.quieted) > 0 })
	}
}

// Values tells where the values in a function's body come from; nil where there is no body, or it is not understood.
func (c *Cache) Values(f *sema.Func) *Values {
	c.Unit.Depend() // other bodies are looked into
	e := c.values[f]
	if e != nil && e.version == c.version {
		return e.values
	}
	g := c.Unit.Flow(f)
	if e == nil || e.flow != g || !e.values.holds() {
		e = &entry{flow: g}
		c.values[f] = e
		e.values = Of(c.Unit, g)
	}
	e.version = c.version
	return e.values
}
