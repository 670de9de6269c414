package ast

import (
	"fmt"
	"reflect"
)

// Inspect calls f for each node of a tree in the order of the text, parents first; it goes into a node's parts only where f
// returns true. Nodes are pointers to this package's types. A TypeID that stands for the same tokens as an Expr (see
// TemplateArg, Query and Paren) is visited like any other part.
//
// It finds the parts by reflection and serves tests, dumps and what is seldom asked; analyses switch over the types they know.
func Inspect(n any, f func(n any) bool) { inspect(reflect.ValueOf(n), f) }

func inspect(v reflect.Value, f func(n any) bool) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			inspect(v.Elem(), f)
		}
	case reflect.Pointer:
		if !v.IsNil() && f(v.Interface()) {
			inspect(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			inspect(v.Index(i), f)
		}
	case reflect.Struct:
		if v.CanAddr() && partTypes[v.Type()] && !f(v.Addr().Interface()) {
			return
		}
		for i := range v.NumField() {
			if k := v.Field(i).Kind(); k == reflect.Interface || k == reflect.Pointer || k == reflect.Slice || k == reflect.Struct {
				inspect(v.Field(i), f)
			}
		}
	}
}

var spanType = reflect.TypeFor[Span]()

// partTypes are the nodes that stand in their parents by value.
var partTypes = map[reflect.Type]bool{
	reflect.TypeFor[NamePart]():    true,
	reflect.TypeFor[TemplateArg](): true,
	reflect.TypeFor[Specifiers]():  true,
	reflect.TypeFor[CUDASpec]():    true,
	reflect.TypeFor[Attr]():        true,
	reflect.TypeFor[TypeOp]():      true,
	reflect.TypeFor[Declarator]():  true,
	reflect.TypeFor[Base]():        true,
	reflect.TypeFor[Enumerator]():  true,
	reflect.TypeFor[Capture]():     true,
	reflect.TypeFor[AsmOperand]():  true,
	reflect.TypeFor[Requirement](): true,
}

// Check verifies what holds for every tree: spans lie within n tokens and are not inverted, and statements, declarations
// and expressions lie within those that hold them. It returns the first fault found.
func Check(root any, n int32) error {
	var fault error
	var stack []Span
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		if fault != nil {
			return
		}
		switch v.Kind() {
		case reflect.Interface:
			if !v.IsNil() {
				visit(v.Elem())
			}
			return
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i))
			}
			return
		case reflect.Pointer:
			if v.IsNil() {
				return
			}
			node, ok := v.Interface().(Node)
			if !ok {
				visit(v.Elem())
				return
			}
			s := node.Pos()
			if s.Lo < 0 || s.Hi < s.Lo || s.Hi > n {
				fault = fmt.Errorf("%T at [%d,%d) of %d tokens", v.Interface(), s.Lo, s.Hi, n)
				return
			}
			switch v.Interface().(type) {
			case Stmt, Decl, Expr:
				if k := len(stack); k > 0 && (s.Lo < stack[k-1].Lo || s.Hi > stack[k-1].Hi) {
					fault = fmt.Errorf("%T at [%d,%d) is not within its parent's [%d,%d)", v.Interface(), s.Lo, s.Hi, stack[k-1].Lo, stack[k-1].Hi)
					return
				}
				stack = append(stack, s)
				visit(v.Elem())
				stack = stack[:len(stack)-1]
			default:
				visit(v.Elem())
			}
			return
		case reflect.Struct:
			for i := range v.NumField() {
				visit(v.Field(i))
			}
		}
	}
	visit(reflect.ValueOf(root))
	return fault
}
