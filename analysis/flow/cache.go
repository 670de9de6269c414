package flow

import "cudals/analysis/sema"

// Cache keeps what was found of the bodies of one unit. Like the unit it serves one goroutine at a time.
type Cache struct {
	Unit   *sema.Unit
	values map[*sema.Func]*Values
}

// NewCache returns an empty cache.
func NewCache(u *sema.Unit) *Cache { return &Cache{Unit: u, values: map[*sema.Func]*Values{}} }

// Values tells where the values in a function's body come from; nil where there is no body, or it is not understood.
func (c *Cache) Values(f *sema.Func) *Values {
	if v, ok := c.values[f]; ok {
		return v
	}
	c.values[f] = nil // while it is being found
	v := Of(c.Unit, c.Unit.Flow(f))
	c.values[f] = v
	return v
}
