package storage

import (
	"cmp"
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

var externEntityTreatedAsStatic = &check.Rule{
	Slug: "extern-entity-treated-as-static", Number: 20044, Tag: "extern_entity_treated_as_static",
	Title:    "An extern variable in device memory is defined nowhere in the file",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Linkage",
	What: `Reports an ~extern~ declaration of a ~__device__~, ~__constant__~ or ~__managed__~ variable, used or not, that the file does not
define; of a ~__shared__~ variable only when code for the device uses it. Arrays without a size are exempt: that is how
dynamic shared memory is declared.`,
	Why: `Without ~-rdc=true~ each file is linked for the device on its own. The compiler treats the declaration as a definition: the
file has a variable of its own, and what another file writes to its variable of that name never shows up here.`,
	Instead: `Compile with ~-rdc=true~, or define the variable in this file.`,
	Bad: `
// flags: -rdc=false
extern __device__ int total;

__global__ void add(int n) { atomicAdd(&total, n); }
`,
	Good: `
// flags: -rdc=false
extern __device__ int total;
__device__ int total;

__global__ void add(int n) { atomicAdd(&total, n); }
`,
	Stage: check.Code,
	Check: checkExternVars,
}

// externVar is a variable with its declarations in this unit, those in blocks included.
type externVar struct {
	ns   *sema.Namespace
	name string
}

func checkExternVars(p *check.Pass) {
	if rdc := p.Command.RDC; rdc.On || !p.Flagged(rdc) {
		return
	}
	first := map[externVar]*spaces.VarDecl{}
	defined := map[externVar]bool{}
	var order []externVar
	for _, part := range kit.VarDecls.Of(p) {
		for i := range part.List {
			d := &part.List[i]
			if d.Decl == nil || d.Pattern || d.Var.Template != nil || d.Var.Kind != sema.NamespaceVar && d.Var.Kind != sema.LocalExtern {
				continue
			}
			key := externVar{p.Unit.NamespaceOf(d.Var), p.Unit.Text(d.Var.Sym())}
			if first[key] == nil {
				first[key] = d
				order = append(order, key)
			}
			defined[key] = defined[key] || d.Decl.Defines && d.Var.Kind == sema.NamespaceVar || !d.Known
		}
	}
	used := usedOnDevice(p)
	for _, key := range order {
		d := first[key]
		mem, known := spaces.MemoryOf(p.Unit, d.Var)
		if defined[key] || !known || mem == 0 || inUnnamed(p, d) || !definable(p, d.Var) {
			continue
		}
		if mem&cudaspace.Shared == 0 {
			p.Report(check.Report{
				Site: d.Site,
				Message: fmt.Sprintf("%s is %s and defined nowhere in this file; without -rdc=true this file gets a variable of its own",
					d.Var.EntityName(), cmp.Or(d.Memory, mem)),
			})
		} else if used[key] {
			p.Report(check.Report{
				Site: d.Site,
				Message: fmt.Sprintf("%s is extern __shared__ and no array without a size, so it is treated as a definition; leave extern out, or the size",
					d.Var.EntityName()),
				Fixes: dropWord(p, d, "extern"),
			})
		}
	}
}

// usedOnDevice are the variables that code generated for the device uses: of shared ones the compiler sees only those, and of a
// value that is discarded nothing is left.
func usedOnDevice(p *check.Pass) map[externVar]bool {
	used := map[externVar]bool{}
	for _, f := range p.Emission.Funcs() {
		b := p.Unit.Facts(f)
		if b == nil || b.Template {
			continue
		}
		for i := range b.Uses {
			u := &b.Uses[i]
			if v := u.Var; v != nil && (v.Kind == sema.NamespaceVar || v.Kind == sema.LocalExtern) && u.Context&sema.Discarded == 0 && u.Kind != sema.Discard {
				used[externVar{p.Unit.NamespaceOf(v), p.Unit.Text(v.Sym())}] = true
			}
		}
	}
	return used
}

// definable reports whether a declaration could be taken for a definition: its type is complete.
func definable(p *check.Pass, v *sema.Var) bool {
	t := p.Unit.VarType(v)
	if t.Kind == types.Array && t.Len == types.NoLen || t.IsUnknown() || t.IsDependent() {
		return false
	}
	c := p.Unit.ClassOf(sema.ElementOf(t))
	return c == nil || p.Unit.Complete(c) == sema.Complete
}
