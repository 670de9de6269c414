package kit

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// EachArguments yields the template arguments of the types of variables, and of the functions that bodies call, name and launch, with where
// those are named.
func EachArguments(p *check.Pass, yield func(args []types.Arg, within sema.Site)) {
	variable := func(x *sema.Var) {
		if args := argsOf(p.Unit.VarType(x)); args != nil {
			for _, d := range p.Unit.VarDecls(x) {
				yield(args, sema.Site{Chunk: d.Site.Chunk, Span: d.Spec.Span})
			}
		}
	}
	instance := func(f *sema.Func, within sema.Site) {
		if f != nil && f.Args != nil {
			yield(f.Args, within)
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

// AddressIn is the first variable that is wanted whose address is among template arguments, or among those of types there.
func AddressIn(args []types.Arg, wanted func(*sema.Var) bool) *sema.Var {
	for i := range args {
		a := &args[i]
		switch a.Kind {
		case types.ValueArg:
			if v, ok := a.Value.Entity.(*sema.Var); ok && a.Value.Kind == types.AddressValue && wanted(v) {
				return v
			}
		case types.TypeArg:
			if v := AddressIn(argsOf(a.Type), wanted); v != nil {
				return v
			}
		case types.PackArg:
			if v := AddressIn(a.Pack, wanted); v != nil {
				return v
			}
		}
	}
	return nil
}

// argsOf are the template arguments of the class that a type is, or refers or points to.
func argsOf(t *types.Type) []types.Arg {
	for t != nil && t.Kind != types.Class {
		t = t.Elem
	}
	if t == nil {
		return nil
	}
	return t.Args
}
