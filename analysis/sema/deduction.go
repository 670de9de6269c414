package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Deduction is what is asked about the arguments of templates that nobody wrote, and about which of two templates is more
// specialised. Package sema/deduce answers it.
type Deduction interface {
	// SameArg compares template arguments.
	SameArg(a types.Arg, b types.Arg) Tri
	// DeduceCall deduces a function template's arguments from a call [temp.deduct.call].
	DeduceCall(t *Template, set *OverloadSet, args []Operand) ([]types.Arg, DeduceStatus)
	// FunctionOperand is the expression that names a function, or its address.
	FunctionOperand(fn *Func, address bool) Operand
	// DeduceConversion deduces a conversion function template's arguments from the type that is wanted
	// [temp.deduct.conv].
	DeduceConversion(t *Template, want *types.Type) ([]types.Arg, DeduceStatus)
	// DeduceAddress deduces from the function type that an overloaded name's address is converted to
	// [temp.deduct.funcaddr]; target nil deduces from explicit arguments alone.
	DeduceAddress(t *Template, set *OverloadSet, target *types.Type) ([]types.Arg, DeduceStatus)
	// MatchSpecialization matches a partial specialisation of t with actual arguments: what matchPartial deduces is
	// substituted into the specialisation's argument list, which must then be the arguments
	// [temp.spec.partial.match].
	MatchSpecialization(t *Template, ps *PartialSpec, args []types.Arg) ([]types.Arg, Tri)
	// DeduceAuto is the type that a placeholder in pattern is deduced to from an initialiser
	// [dcl.type.auto.deduct]: the whole type with the placeholder replaced.
	DeduceAuto(pattern *types.Type, init Operand) *types.Type
	// DeduceClass deduces a class template's arguments from an initialiser [over.match.class.deduct].
	DeduceClass(t *Template, args []Operand, form InitForm) (*Class, Tri)
	// InstanceArg is the one function that a template with arguments of its own names as an argument.
	InstanceArg(sc *Scope, name *ast.NameExpr, ref bool) (arg types.Arg, ok bool)
	// OverloadedArg is a template argument that names an overloaded function: the parameter's type chooses among
	// them [temp.arg.nontype].
	OverloadedArg(f Found, want *TemplateParam) (arg types.Arg, ok bool)
	// OrderTemplates orders two candidates that are specialisations of function templates [temp.func.order]: -1
	// when a's is more specialised.
	OrderTemplates(a *Candidate, b *Candidate) (int, bool)
	// OrderConstraints prefers the more constrained of two templates that are otherwise equal
	// [temp.func.order]/6.4.
	OrderConstraints(a *Template, b *Template) (int, bool)
	// OrderConstrained prefers the more constrained of two functions that are no templates [over.match.best]/2.6.
	OrderConstrained(a *Func, b *Func) (int, bool)
	// PartialMoreSpecialized reports whether partial specialisation a is more specialised than b
	// [temp.spec.partial.order].
	PartialMoreSpecialized(a *PartialSpec, b *PartialSpec) Tri
}
