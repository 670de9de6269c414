package storage

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/small"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// variablesIn lists the variables that the unit's own code declares in one memory space: at namespace scope, in classes, as
// templates, and in bodies. Managed variables are in a space of their own.
func variablesIn(p *check.Pass, space cudaspace.Memory) []*sema.Var {
	var out small.Set[*sema.Var]
	for _, v := range inMemory.Of(p) {
		if mem, ok := spaces.MemoryOf(p.Unit, v); ok && memorySpace(mem) == space {
			out.Add(v)
		}
	}
	return out.All
}

// inMemory are the variables of which a memory space is written.
var inMemory = check.NewQuery("inMemory", func(p *check.Pass) []*sema.Var {
	written := func(list []*sema.Var, found func(*sema.Var)) {
		for _, v := range list {
			if mem, _ := spaces.MemoryOf(p.Unit, v); mem != 0 {
				found(v)
			}
		}
	}
	outside := variablesWritten.Outside(p.Spaces, func(found func(*sema.Var)) {
		written(slices.Concat(p.Declared.Vars, p.Declared.VarTemplates), found)
	})
	inside := variablesWritten.In(p.Spaces, p.Bodies(), func(b *sema.Facts, found func(*sema.Var)) { written(b.Locals, found) })
	return slices.Concat(outside, inside)
})

var variablesWritten = spaces.NewSearch[*sema.Var]()

// memorySpace is the space that counts of those that a declaration says.
func memorySpace(mem cudaspace.Memory) cudaspace.Memory {
	for _, m := range []cudaspace.Memory{cudaspace.Managed, cudaspace.Shared, cudaspace.Constant, cudaspace.DeviceMemory} {
		if mem&m != 0 {
			return m
		}
	}
	return 0
}
