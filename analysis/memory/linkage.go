package memory

import (
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// linkage tells who else has an entity, as it stands in the object.
type linkage uint8

const (
	// internal: no other file can name it, so that what nobody uses here is dropped.
	internal linkage = iota
	// shared: any file that needs it has a copy, of which the linker takes one.
	shared
	// external: it is defined in this file alone, and others can name it.
	external
)

func (c *collector) anyInternal(args []types.Arg) bool {
	for i := range args {
		a := &args[i]
		if a.Type != nil && c.hasInternal(a.Type) || c.anyInternal(a.Pack) {
			return true
		}
	}
	return false
}

// hasInternal reports whether a type names a class or an enumeration of an unnamed namespace.
func (c *collector) hasInternal(t *types.Type) bool {
	if t == nil {
		return false
	}
	if slices.ContainsFunc(t.Params, c.hasInternal) {
		return true
	}
	if e, ok := t.Decl.(sema.Entity); ok && (t.Kind == types.Class || t.Kind == types.Enum) && unnamed(e) {
		return true
	}
	return c.hasInternal(t.Elem) || c.hasInternal(t.Class) || c.anyInternal(t.Args)
}

// unnamed reports whether an entity stands in an unnamed namespace.
func unnamed(e sema.Entity) bool {
	for {
		if ns, ok := e.(*sema.Namespace); ok && (ns == nil || ns.Unnamed) {
			return ns != nil
		}
		p, ok := e.(interface{ Parent() sema.Entity })
		if !ok || p.Parent() == nil {
			return false
		}
		e = p.Parent()
	}
}

// varLinkage is the linkage of a variable as C++ has it.
func (c *collector) varLinkage(v *sema.Var) linkage {
	switch {
	case v.Kind == sema.LocalStatic:
		return internal // its function alone can name it
	case v.CLinkage && !v.Static:
		return external // wherever it stands
	case unnamed(v) || c.anyInternal(v.Args):
		return internal
	case v.Kind == sema.StaticMember:
		if v.Inline || v.Constexpr || v.Args != nil {
			return shared
		}
		return external
	case v.Static:
		return internal
	case v.Inline || v.Args != nil:
		return shared
	case !v.Extern && (v.Constexpr || c.Unit.VarType(v).IsConst()):
		return internal
	}
	return external
}
