package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Comparison reports whether f is a defaulted comparison operator [class.compare.default]: what it does is to compare the
// parts of a class in order.
func (f *Func) Comparison() bool {
	// Which special member an assignment is shows only when its class is complete.
	return f.Defaulted && f.Special() == NotSpecial && f.Kind == OperatorFunc && f.Spelling != f.Unit.OperatorSym(token.Assign)
}

// addImplicitEquality declares the operator== that a class with a defaulted operator<=> has when it declares none
// [class.compare.default]/6.
func (u *Unit) addImplicitEquality(c *Class, spaceship *Func) {
	sym := u.OperatorSym(token.EqEq)
	if c.members[sym] != nil {
		return
	}
	arg := u.T.LRef(u.T.Qualify(u.ClassType(c), ast.Const))
	f := u.implicitMember(c, OperatorFunc, NotSpecial, sym, types.FuncType{
		Result: u.T.Basic(ast.Bool), Params: []*types.Type{arg}, CV: ast.Const,
	})
	f.Place, f.Access = spaceship.Place, spaceship.Access
	c.members[sym] = &declSet{Linked: []LinkedEntity{{Entity: f}}}
}

// CommonOrdering is the weakest of the results of <=> [class.spaceship]; nil where one is none of the library's.
func (u *Unit) CommonOrdering(results []*types.Type) *types.Type {
	weakest := 0
	for _, t := range results {
		rank := slices.IndexFunc(orderings, func(name string) bool { return t.Unqual() == u.ordering(name) })
		if rank < 0 {
			return nil
		}
		weakest = max(weakest, rank)
	}
	return u.ordering(orderings[weakest])
}

// orderings are the results of <=>, the strongest first.
var orderings = []string{"strong_ordering", "weak_ordering", "partial_ordering"}

// ordering is a class of <compare>, unknown where that is not included.
func (u *Unit) ordering(name string) *types.Type {
	std := u.Global.Nested[u.Sym("std")]
	if std == nil {
		return u.T.Unknown()
	}
	for _, e := range u.LookupQualified(std, u.Sym(name), MaxOrd).Entities {
		if c, ok := e.(*Class); ok {
			return u.ClassType(c)
		}
	}
	return u.T.Unknown()
}

// BuiltinOrdering is what the built-in <=> gives for two operands.
func (u *Unit) BuiltinOrdering(x, y *types.Type) *types.Type {
	if x.IsFloating() || y.IsFloating() {
		return u.ordering("partial_ordering")
	}
	return u.ordering("strong_ordering")
}
