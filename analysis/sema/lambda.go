package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// AddCapture adds a capture unless it is there. Bodies are not always read in order: what counts of several mentions is the
// first.
func (l *Lambda) AddCapture(c *LambdaCapture) {
	for _, o := range l.Captures {
		if o.Site != c.Site && (o.Var == nil || o.Var != c.Var) && !(o.This && c.This) {
			continue
		}
		if o.Implicit && c.Implicit && o.Site.Chunk == c.Site.Chunk && c.Site.Span.Lo < o.Site.Span.Lo {
			o.Site, o.Arm, o.From = c.Site, c.Arm, c.From
		}
		return
	}
	l.Captures = append(l.Captures, c)
}

// InConstexprArm reports whether the mention by which l captures stands in an arm of an if constexpr of l's body.
func (c *LambdaCapture) InConstexprArm(l *Lambda) bool {
	if !c.Implicit || c.Arm {
		return c.Arm
	}
	for o := c.From; o != nil && o != l; o = o.Outer {
		if o.InConstexprArm {
			return true
		}
	}
	return false
}

// ParentKind says what an argument of __nv_parent, which names the function around a lambda, is.
type ParentKind uint8

// The kinds of such arguments.
const (
	// ParentUnknown: not known, a function that depends on template parameters for instance.
	ParentUnknown ParentKind = iota
	ParentFunction
	// ParentNone: no single function is meant: the name is not declared, or is that of several functions or of a template.
	ParentNone
	// ParentConstant: a constant that is no function's address.
	ParentConstant
)

// LambdaParent is one __nv_parent(f) of a lambda.
type LambdaParent struct {
	Kind ParentKind
	// Site is the whole annotation.
	Site Site
}

// Captureless reports whether a lambda has no captures and no capture-default.
func (l *Lambda) Captureless() bool {
	return l.Expr.Default == token.EOF && len(l.Expr.Captures) == 0
}

// Operator is the closure's call operator, a generic lambda's as its template has it; nil before it is declared.
func (l *Lambda) Operator() *Func {
	if l.CallT != nil {
		return l.CallT.Func
	}
	return l.Call
}

// Written reports whether a CUDA specifier is written on a lambda.
func (l *Lambda) Written(kind ast.CUDAKind) bool {
	return slices.ContainsFunc(l.Expr.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == kind })
}

// Extended reports whether a lambda is an extended one: written for the device in a function that is compiled for the host.
func (l *Lambda) Extended() Tri {
	switch {
	case !l.Written(ast.SpecDevice):
		return No
	case l.Func == nil || l.Outer != nil:
		return UnknownTri
	}
	device := false
	for _, d := range l.Func.Decls {
		for i := range d.Spec.CUDA {
			switch d.Spec.CUDA[i].Kind {
			case ast.SpecHost:
				return Yes
			case ast.SpecGlobal, ast.SpecDevice:
				device = true
			}
		}
	}
	return TriOf(!device)
}
