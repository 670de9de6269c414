package memory

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// A variable whose initialiser refers to one that comes later has that one made in front of itself. What is made so, other files
// could name, which puts it before all others, unless it is internal in C++, too.

// refers reports whether a variable that is no constant stands on the device with an initialiser.
func (c *collector) refers(v *sema.Var) bool {
	mem, _ := spaces.MemoryOf(c.Unit, v)
	return mem&(cudaspace.DeviceMemory|cudaspace.Managed) != 0 && len(c.references(v)) > 0
}

// references are the constants to which a variable's initialiser refers, in the order of the text.
func (c *collector) references(v *sema.Var) []*sema.Var {
	if v.Kind == sema.LocalStatic {
		return nil
	}
	var uses []*sema.Use
	facts := c.Unit.VarFacts(v)
	for i := range facts.Uses {
		u := &facts.Uses[i]
		if u.Var.Kind != sema.LocalStatic && u.Kind != sema.Read && u.Kind != sema.Discard && c.constant(u.Var) {
			uses = append(uses, u)
		}
	}
	slices.SortStableFunc(uses, func(x, y *sema.Use) int { return cmp.Compare(x.Site.Span.Lo, y.Site.Span.Lo) })
	out := make([]*sema.Var, len(uses))
	for i, u := range uses {
		out[i] = u.Var
	}
	return out
}

// referred moves what initialisers refer to, and leaves out what is no constant.
func (c *collector) referred(list []item) []item {
	at := map[*sema.Var]int{}
	for i := range list {
		at[list[i].v] = i
	}
	var out []item
	placed := map[*sema.Var]bool{}
	for i := range list {
		for _, v := range c.references(list[i].v) {
			if n, ok := at[v]; ok && n > i && !placed[v] {
				early := list[n]
				early.early = true
				placed[v] = true
				out = append(out, early)
			}
		}
		if it := list[i]; !placed[it.v] {
			placed[it.v] = true
			if c.constant(it.v) {
				out = append(out, it)
			}
		}
	}
	return out
}
