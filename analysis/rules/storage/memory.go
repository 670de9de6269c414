package storage

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// variablesIn lists the variables that the unit's own code declares in one memory space: at namespace scope, in classes, as
// templates, and in bodies. Managed variables are in a space of their own.
func variablesIn(p *check.Pass, space cudaspace.Memory) []*sema.Var {
	var out []*sema.Var
	add := func(v *sema.Var) {
		if mem, ok := spaces.MemoryOf(p.Unit, v); ok && memorySpace(mem) == space && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	for _, v := range slices.Concat(p.Declared.Vars, p.Declared.VarTemplates) {
		add(v)
	}
	for _, b := range p.Bodies {
		for _, v := range b.Locals {
			add(v)
		}
	}
	return out
}

// memorySpace is the space that counts of those that a declaration says.
func memorySpace(mem cudaspace.Memory) cudaspace.Memory {
	for _, m := range []cudaspace.Memory{cudaspace.Managed, cudaspace.Shared, cudaspace.Constant, cudaspace.DeviceMemory} {
		if mem&m != 0 {
			return m
		}
	}
	return 0
}
