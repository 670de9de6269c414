package traits

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// sortTraits are the traits that say what sort of type one is, whatever its class is like.
var sortTraits = map[string]func(t *types.Type) sema.Tri{
	"__is_enum": func(t *types.Type) sema.Tri { return sema.TriOf(t.Kind == types.Enum) },
	"__is_scoped_enum": func(t *types.Type) sema.Tri {
		e, ok := t.Decl.(*sema.Enum)
		return sema.TriOf(t.Kind == types.Enum && ok && e.Scoped)
	},
	"__is_void": func(t *types.Type) sema.Tri { return sema.TriOf(t.IsVoid()) },
	"__is_integral": func(t *types.Type) sema.Tri {
		// The extended integers count only under GNU's dialects.
		if t.Kind == types.Basic && (t.Basic == ast.Int128 || t.Basic == ast.UInt128) {
			return sema.UnknownTri
		}
		return sema.TriOf(t.IsIntegral())
	},
	"__is_floating_point": func(t *types.Type) sema.Tri {
		if t.Kind == types.Basic && (t.Basic == ast.Float128 || t.Basic == ast.Float16) {
			return sema.UnknownTri
		}
		return sema.TriOf(t.IsFloating())
	},
	"__is_arithmetic":  func(t *types.Type) sema.Tri { return sema.TriOf(t.IsArithmetic()) },
	"__is_fundamental": func(t *types.Type) sema.Tri { return sema.TriOf(isFundamental(t)) },
	"__is_compound":    func(t *types.Type) sema.Tri { return sema.TriOf(!isFundamental(t)) },
	"__is_scalar":      func(t *types.Type) sema.Tri { return sema.TriOf(t.IsScalar()) },
	"__is_object": func(t *types.Type) sema.Tri {
		return sema.TriOf(!t.IsRef() && t.Kind != types.Func && !t.IsVoid())
	},
	"__is_array": func(t *types.Type) sema.Tri { return sema.TriOf(t.Kind == types.Array) },
	"__is_bounded_array": func(t *types.Type) sema.Tri {
		return sema.TriOf(t.Kind == types.Array && t.Len != types.NoLen)
	},
	"__is_unbounded_array": func(t *types.Type) sema.Tri {
		return sema.TriOf(t.Kind == types.Array && t.Len == types.NoLen)
	},
	"__is_function":         func(t *types.Type) sema.Tri { return sema.TriOf(t.Kind == types.Func) },
	"__is_pointer":          func(t *types.Type) sema.Tri { return sema.TriOf(t.Kind == types.Pointer) },
	"__is_reference":        func(t *types.Type) sema.Tri { return sema.TriOf(t.IsRef()) },
	"__is_lvalue_reference": func(t *types.Type) sema.Tri { return sema.TriOf(t.Kind == types.LRef) },
	"__is_rvalue_reference": func(t *types.Type) sema.Tri { return sema.TriOf(t.Kind == types.RRef) },
	"__is_member_pointer":   func(t *types.Type) sema.Tri { return sema.TriOf(t.Kind == types.MemberPointer) },
	"__is_member_function_pointer": func(t *types.Type) sema.Tri {
		return sema.TriOf(t.Kind == types.MemberPointer && t.Elem.Kind == types.Func)
	},
	"__is_member_object_pointer": func(t *types.Type) sema.Tri {
		return sema.TriOf(t.Kind == types.MemberPointer && t.Elem.Kind != types.Func)
	},
	"__is_nullptr":  func(t *types.Type) sema.Tri { return sema.TriOf(t.IsNullptr()) },
	"__is_const":    func(t *types.Type) sema.Tri { return sema.TriOf(t.IsConst()) },
	"__is_volatile": func(t *types.Type) sema.Tri { return sema.TriOf(t.IsVolatile()) },
	"__is_signed": func(t *types.Type) sema.Tri {
		if t.Kind == types.Basic && t.Basic >= ast.Bool && t.IsIntegral() {
			return sema.TriOf(t.IsSigned())
		}
		return sema.TriOf(t.IsFloating())
	},
	"__is_unsigned": func(t *types.Type) sema.Tri { return sema.TriOf(t.IsIntegral() && !t.IsSigned()) },
}

func isFundamental(t *types.Type) bool { return t.IsArithmetic() || t.IsVoid() || t.IsNullptr() }
