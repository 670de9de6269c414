package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// TemplateOrder is what the order of two function templates depends on.
type TemplateOrder struct {
	A, B                 *Template
	Args                 int
	Reversed, Conversion bool
}

// IsConstrained reports whether a template has associated constraints.
func IsConstrained(t *Template) bool {
	if t.Head == nil {
		return false
	}
	if t.Head.Constrained() {
		return true
	}
	if t.Func != nil {
		for _, d := range t.Func.Decls {
			if DeclRequires(d) != nil {
				return true
			}
		}
	}
	return false
}

// Constrained reports whether a template's header has constraints.
func (h *TemplateHead) Constrained() bool {
	return h.Requires != nil || slices.ContainsFunc(h.Params, func(p *ast.TemplateParam) bool { return p.Constraint != nil })
}

// DeclRequires is the trailing requires-clause of a function's declaration, nil without one.
func DeclRequires(d *FuncDecl) ast.Expr {
	switch {
	case d.Dtor != nil && d.Dtor.Requires != nil:
		return d.Dtor.Requires
	case d.Sig != nil && d.Sig.Requires != nil:
		return d.Sig.Requires
	}
	return nil
}

// DeduceStatus says how template argument deduction ended.
type DeduceStatus uint8

// The ends of deduction.
const (
	// UnknownDeduction: something unknown keeps the arguments from being known.
	UnknownDeduction DeduceStatus = iota
	Deduced
	DeduceFailed
)

// IsExpansionArg reports whether a is an unexpanded pack in an argument list.
func IsExpansionArg(a types.Arg) bool {
	switch a.Kind {
	case types.TypeArg:
		return a.Type.Kind == types.Expansion
	case types.ValueArg:
		return a.Value.Kind == types.DependentValue && a.Value.Pack
	case types.TemplateArg:
		t, ok := a.Template.(*Template)
		return ok && t.Kind == TemplateTemplate && t.Param != nil && t.Param.Pack
	}
	return false
}

// SameMemberTemplate reports whether two templates may be the same member of different instances of one class template.
func SameMemberTemplate(a, b *Template) bool {
	return a != b && a.Spelling == b.Spelling && a.MemberOf != nil && b.MemberOf != nil &&
		(a.MemberOf.Dependent || b.MemberOf.Dependent) && a.MemberOf.Template == b.MemberOf.Template
}

// AllBases are a class's direct and indirect bases, each once, closest first; known is false where there may be others.
func (u *Unit) AllBases(c *Class) (bases []*Class, known bool) {
	if c.allBases != nil {
		return c.allBases, true
	}
	seen := map[*Class]bool{c: true}
	bases, known = []*Class{}, true
	for at, next := c, 0; at != nil; next++ {
		known = known && u.Known(at)
		for _, b := range at.Bases() {
			switch {
			case b.Class == nil:
				known = false
			case !seen[b.Class]:
				seen[b.Class] = true
				bases = append(bases, b.Class)
			}
		}
		at = nil
		if next < len(bases) {
			at = bases[next]
		}
	}
	if known {
		c.allBases = bases
	}
	return bases, known
}
