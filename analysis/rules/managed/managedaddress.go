package managed

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

func isManaged(p *check.Pass, v *sema.Var) bool {
	mem, ok := spaces.MemoryOf(p.Unit, v)
	return ok && mem&cudaspace.Managed != 0
}

// checkManagedArguments reports managed variables whose address is a template argument.
func checkManagedArguments(p *check.Pass) {
	if !slices.ContainsFunc(p.Declared.Vars, func(v *sema.Var) bool { return isManaged(p, v) }) {
		return
	}
	seen := map[sema.Site]bool{}
	kit.EachArguments(p, func(args []types.Arg, within sema.Site) {
		v := kit.AddressIn(args, func(v *sema.Var) bool { return isManaged(p, v) })
		if v == nil {
			return
		}
		at, ok := mentionIn(within, v)
		if !ok || seen[at] || at.Chunk.System {
			return
		}
		seen[at] = true
		p.Report(check.Report{
			Site: at,
			Message: fmt.Sprintf("%s is __managed__, so its address is no constant expression and no template argument; pass a pointer to it",
				v.EntityName()),
			Related: []check.Note{{Site: v.Site(), Message: v.EntityName() + " is declared __managed__ here"}},
		})
	})
}

// mentionIn is the first token within a site that names an entity.
func mentionIn(within sema.Site, e sema.Entity) (sema.Site, bool) {
	for i, t := range within.Tokens() {
		if t.Sym == e.Sym() {
			lo := within.Span.Lo + int32(i)
			return sema.Site{Chunk: within.Chunk, Span: ast.Span{Lo: lo, Hi: lo + 1}}, true
		}
	}
	return sema.Site{}, false
}

// checkManagedConstexpr reports constexpr pointers and references whose initialiser takes the address of a managed variable.
func checkManagedConstexpr(p *check.Pass) {
	for _, x := range p.Declared.Vars {
		managedConstexpr(p, x, p.Unit.VarFacts(x))
	}
	for _, b := range p.Bodies() {
		for _, x := range b.Locals {
			managedConstexpr(p, x, b)
		}
	}
}

func managedConstexpr(p *check.Pass, x *sema.Var, b *sema.Facts) {
	if !x.Constexpr {
		return
	}
	if t := p.Unit.VarType(x); t.Kind != types.Pointer && !t.IsRef() {
		return
	}
	for _, d := range p.Unit.VarDecls(x) {
		within := sema.Site{Chunk: d.Site.Chunk, Span: d.Dtor.Span}
		for i := range b.Uses {
			u := &b.Uses[i]
			if u.Context&sema.ConstexprInit == 0 || u.Kind != sema.AddressOf && u.Kind != sema.Bind || !spaces.Within(u.Site, within) || !isManaged(p, u.Var) ||
				slices.ContainsFunc(b.Calls, func(c sema.Call) bool { return spaces.Within(u.Site, c.Full) }) {
				continue
			}
			p.Report(check.Report{
				Site: u.Site,
				Message: fmt.Sprintf("%s is __managed__, so its address is no constant expression and cannot initialise %s, which is constexpr; drop constexpr",
					u.Var.EntityName(), x.EntityName()),
				Related: []check.Note{{Site: u.Var.Site(), Message: u.Var.EntityName() + " is declared __managed__ here"}},
			})
		}
	}
}
