package sema

import (
	"slices"
	"strconv"

	"cudals/analysis/ast"
)

// abbreviated makes a function template of a function with parameters declared with auto [dcl.fct]/22: they have template parameters
// of their own, behind those that are written.
func (u *Unit) abbreviated(r *RawDecl) {
	dt, invented := u.inventDeclarator(r.Dtor)
	if invented == nil {
		return
	}
	r.Dtor = dt
	classes := 0
	for i := range r.Name.Parts[:len(r.Name.Parts)-1] {
		if r.Name.Parts[i].HasArgs {
			classes++
		}
	}
	outer, requires := r.scope, ast.Expr(nil)
	heads := r.Heads
	if n := len(heads); n > classes {
		last := heads[n-1]
		heads, outer, requires = heads[:n-1], last.Outer, last.Requires
		invented = slices.Concat(last.Params, invented)
	}
	h := u.TemplateScope(outer, invented, requires)
	r.Heads, r.scope = append(slices.Clone(heads), h), h.Scope
}

// abbreviation is a function's declarator in which names of invented template parameters stand for auto.
type abbreviation struct {
	dtor   *ast.Declarator
	params []*ast.TemplateParam
}

// inventDeclarator is the declarator that an abbreviated function template has with the parameters that it lacks; without those, the
// declarator itself. For one declarator it is always the same: functions are told by it.
func (u *Unit) inventDeclarator(dt *ast.Declarator) (*ast.Declarator, []*ast.TemplateParam) {
	if dt.Func() == nil || u.Std < 14 { // before C++20 front ends take it as an extension
		return dt, nil
	}
	if a, ok := u.abbreviations[dt]; ok {
		return a.dtor, a.params
	}
	sig, invented := u.InventParams(dt.Func())
	if invented == nil {
		return dt, nil
	}
	out := *dt
	out.Ops = slices.Clone(dt.Ops)
	out.Ops[len(out.Ops)-1].Func = sig
	if u.abbreviations == nil {
		u.abbreviations = make(map[*ast.Declarator]abbreviation)
	}
	u.abbreviations[dt] = abbreviation{&out, invented}
	return &out, invented
}

// InventParams gives each parameter declared with auto a template parameter of its own [dcl.fct]/22.
func (u *Unit) InventParams(sig *ast.FuncSig) (*ast.FuncSig, []*ast.TemplateParam) {
	var out *ast.FuncSig
	var invented []*ast.TemplateParam
	for i, p := range sig.Params {
		a, ok := p.Spec.Type.(*ast.AutoType)
		if !ok || a.Decltype {
			continue
		}
		if out == nil {
			copied := *sig
			out = &copied
			out.Params = slices.Clone(sig.Params)
		}
		sym := u.Sym("auto:" + strconv.Itoa(1+len(invented))) // as nobody can write it
		tp := &ast.TemplateParam{Span: p.Span, Kind: ast.ParamType, Sym: sym, Pack: p.Decl.Pack, Constraint: a.Constraint}
		invented = append(invented, tp)
		cp := *p
		cp.Spec.Type = &ast.NamedType{Span: a.Span, Name: &ast.Name{Span: a.Span, Parts: []ast.NamePart{{Span: a.Span, Sym: sym}}}}
		out.Params[i] = &cp
	}
	if out == nil {
		return sig, nil
	}
	return out, invented
}
