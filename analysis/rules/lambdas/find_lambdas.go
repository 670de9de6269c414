package lambdas

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// unnamedClosure reports whether a lambda certainly stands in a function and is not extended there.
func unnamedClosure(m *spaces.Model, l *sema.Lambda) bool {
	x := m.Lambda(l)
	return l.Func != nil && !l.Unexplained() && !x.Extended && (!x.Lead.OnDevice() || m.Of(l.Func).Known)
}

// Hidden tells why code elsewhere cannot name a type.
type Hidden uint8

// The reasons.
const (
	// localType: the type is local to a function, or the type of a closure.
	localType Hidden = iota
	// privateType: the type is a private or protected member of a class.
	privateType
)

// hiddenIn is the first class or enumeration that a type mentions and that is hidden: through pointers, references, arrays,
// members' pointers and template arguments; through function types where functions is set. A member of a hidden type is hidden
// with it. It is nil where there is none, as far as the type is known.
func hiddenIn(m *spaces.Model, t *types.Type, why Hidden, functions bool) sema.Entity {
	s := hiddenSearch{m: m, why: why, functions: functions}
	return s.typ(t)
}

// hiddenAmong is HiddenIn for template arguments; types alone count, not values and templates.
func hiddenAmong(m *spaces.Model, args []types.Arg, why Hidden) sema.Entity {
	s := hiddenSearch{m: m, why: why}
	return s.args(args)
}

type hiddenSearch struct {
	m         *spaces.Model
	why       Hidden
	functions bool
	// seen are classes that hide nothing: types share their parts.
	seen map[*types.Type]bool
}

func (s *hiddenSearch) typ(t *types.Type) sema.Entity {
	if t == nil {
		return nil
	}
	switch t.Kind {
	case types.Pointer, types.LRef, types.RRef, types.Array, types.Expansion:
		return s.typ(t.Elem)
	case types.MemberPointer:
		if e := s.typ(t.Elem); e != nil {
			return e
		}
		return s.typ(t.Class)
	case types.Func:
		if !s.functions {
			return nil
		}
		for _, p := range t.Params {
			if e := s.typ(p); e != nil {
				return e
			}
		}
		return s.typ(t.Elem)
	case types.Class, types.Enum:
		e, ok := t.Decl.(sema.Entity)
		if !ok || s.seen[t] {
			return nil
		}
		if s.seen == nil {
			s.seen = make(map[*types.Type]bool)
		}
		s.seen[t] = true
		return s.entity(e)
	}
	return nil
}

func (s *hiddenSearch) args(args []types.Arg) sema.Entity {
	for _, a := range args {
		var e sema.Entity
		switch a.Kind {
		case types.TypeArg:
			e = s.typ(a.Type)
		case types.PackArg:
			e = s.args(a.Pack)
		}
		if e != nil {
			return e
		}
	}
	return nil
}

// entity looks at a class or enumeration, its template arguments, and the classes around it.
func (s *hiddenSearch) entity(e sema.Entity) sema.Entity {
	for e != nil {
		var parent sema.Entity
		var args []types.Arg
		switch x := e.(type) {
		case *sema.Class:
			parent, args = x.Parent(), x.Args
		case *sema.Enum:
			parent = x.Parent()
		default:
			return nil
		}
		if s.hides(e) {
			return e
		}
		if found := s.args(args); found != nil {
			return found
		}
		outer, ok := parent.(*sema.Class)
		if !ok {
			return nil
		}
		e = outer
	}
	return nil
}

func (s *hiddenSearch) hides(e sema.Entity) bool {
	var local bool
	var access ast.Access
	switch x := e.(type) {
	case *sema.Class:
		local, access = x.Local, x.Access
		if x.Lambda != nil {
			local = unnamedClosure(s.m, x.Lambda)
		}
	case *sema.Enum:
		local, access = x.Local, x.Access
	}
	if s.why == localType {
		return local
	}
	return restricted(access)
}

// restricted reports whether a member may not be named outside of its class and those derived from it.
func restricted(a ast.Access) bool { return a == ast.Private || a == ast.Protected }

// innerLocal reports whether a class is local to a function, or a member of one that is.
func innerLocal(c *sema.Class) bool {
	for ; c != nil; c, _ = c.Parent().(*sema.Class) {
		if c.Local && c.Lambda == nil {
			return true
		}
	}
	return false
}

// hiddenCapture is a hidden type that a capture's type mentions.
func hiddenCapture(m *spaces.Model, l *spaces.Lambda, c *sema.LambdaCapture, why Hidden) sema.Entity {
	if t := captureType(m, l, c); t != nil {
		return hiddenIn(m, t, why, false)
	}
	return nil
}

// captureType is the type of the variable that is captured, or of the one that an init-capture declares; of this, and of a copy of
// the object, the class.
func captureType(m *spaces.Model, l *spaces.Lambda, c *sema.LambdaCapture) *types.Type {
	switch {
	case c.This && l.Parent != nil && l.Parent.MemberOf != nil:
		return m.U.ClassType(l.Parent.MemberOf)
	case c.Init != nil:
		return m.U.VarType(c.Init)
	case c.Var != nil:
		return m.U.VarType(c.Var)
	}
	return nil
}

// hiddenInCall is a hidden type that the parameters or the result of a lambda's call operator mention.
func hiddenInCall(m *spaces.Model, l *spaces.Lambda, why Hidden) sema.Entity {
	if l.Call == nil {
		return nil
	}
	t := m.U.FuncType(l.Call)
	if t.Kind != types.Func {
		return nil
	}
	for _, p := range slices.Concat(t.Params, []*types.Type{m.U.ResultType(l.Call)}) {
		if e := hiddenIn(m, p, why, true); e != nil {
			return e
		}
	}
	return nil
}

// inherited is the execution space that a lambda would have without annotation; zero where it is not known.
func inherited(m *spaces.Model, l *sema.Lambda) cudaspace.Space {
	i := m.Unannotated(l)
	if !i.Known {
		return 0
	}
	return i.Space
}
