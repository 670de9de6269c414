package managed

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// managedArg is a managed variable whose address is among template arguments.
func managedArg(p *check.Pass, args []types.Arg) *sema.Var {
	for i := range args {
		a := &args[i]
		switch a.Kind {
		case types.ValueArg:
			if v, ok := a.Value.Entity.(*sema.Var); ok && a.Value.Kind == types.AddressValue && isManaged(p, v) {
				return v
			}
		case types.TypeArg:
			if v := managedInType(p, a.Type); v != nil {
				return v
			}
		case types.PackArg:
			if v := managedArg(p, a.Pack); v != nil {
				return v
			}
		}
	}
	return nil
}

// managedInType is a managed variable among the template arguments of a type.
func managedInType(p *check.Pass, t *types.Type) *sema.Var {
	for t != nil && t.Kind != types.Class {
		t = t.Elem
	}
	if t == nil {
		return nil
	}
	return managedArg(p, t.Args)
}

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
	report := func(v *sema.Var, within sema.Site) {
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
	}
	variable := func(x *sema.Var) {
		if v := managedInType(p, p.Unit.VarType(x)); v != nil {
			for _, d := range p.Unit.VarDecls(x) {
				report(v, sema.Site{Chunk: d.Site.Chunk, Span: d.Spec.Span})
			}
		}
	}
	instance := func(f *sema.Func, within sema.Site) {
		if f != nil {
			if v := managedArg(p, f.Args); v != nil {
				report(v, within)
			}
		}
	}
	for _, x := range p.Declared.Vars {
		variable(x)
	}
	for _, b := range p.Bodies() {
		for _, x := range b.Locals {
			variable(x)
		}
		for i := range b.Calls {
			instance(b.Calls[i].Callee, b.Calls[i].Full)
		}
		for i := range b.Refs {
			instance(b.Refs[i].Func, b.Refs[i].Site)
		}
		for i := range b.Launches {
			instance(b.Launches[i].Kernel, b.Launches[i].Full)
		}
	}
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
