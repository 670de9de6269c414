package attributes

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// Effect is a read or write of memory that a function's caller can see too: of variables that live longer than the call, and
// through the pointers and references that the function is given.
type Effect struct {
	Site  sema.Site
	Write bool
	// Var is the variable; Param is the parameter that leads to the memory, and neither is set where this does.
	Var, Param *sema.Var
	// Callee makes the access on the function's behalf; nil where the function does itself.
	Callee *sema.Func
}

// effects are the certain ones of a function and of what it calls, in order of the text. Constants are left out: nobody sees
// them change.
func effects(m *spaces.Model, flows *flow.Cache, f *sema.Func) []Effect {
	return findEffects(m, flows, f, 0)
}

func findEffects(m *spaces.Model, flows *flow.Cache, f *sema.Func, depth int) []Effect {
	v := flows.Values(f)
	if v == nil || depth > spaces.MaxDereferenceDepth {
		return nil
	}
	var out []Effect
	for i := range v.Flow.Blocks {
		for j := range v.Flow.Blocks[i].Events {
			e := &v.Flow.Blocks[i].Events[j]
			switch {
			case e.Context&spaces.NotRun != 0 || e.Site.IsZero():
			case e.Kind == sema.EventAccess:
				switch e.Use {
				case sema.Read, sema.Write, sema.ReadWrite:
					out = addEffect(m, out, v, Effect{Site: e.Site, Write: e.Use != sema.Read}, v.Memory(e.Place))
				}
			case e.Kind == sema.EventCall && e.Call.Callee != nil:
				out = addCalled(m, out, flows, v, e, depth)
			}
		}
	}
	return out
}

// addCalled adds what a call does to memory that the caller's caller can see.
func addCalled(m *spaces.Model, out []Effect, flows *flow.Cache, v *flow.Values, e *sema.Event, depth int) []Effect {
	callee := e.Call.Callee
	if strings.HasPrefix(spaces.Global(m.U, callee), "atomic") && len(e.Call.Args) > 0 {
		return addEffect(m, out, v, Effect{Site: e.Site, Write: true, Callee: callee}, v.Origins(e.Call.Args[0]))
	}
	if callee.MemberOf != nil {
		return out // what members do to their own object is for the object's owner to say
	}
	for _, x := range findEffects(m, flows, callee, depth+1) {
		own := Effect{Site: e.Site, Write: x.Write, Callee: callee, Var: x.Var}
		switch {
		case x.Var != nil:
			out = append(out, own)
		case x.Param != nil && x.Param.Index < len(e.Call.Args):
			out = addEffect(m, out, v, own, v.Origins(e.Call.Args[x.Param.Index]))
		}
	}
	return out
}

// addEffect adds an effect on memory that may come from somewhere if the caller certainly sees it.
func addEffect(m *spaces.Model, out []Effect, v *flow.Values, e Effect, origins []flow.Origin) []Effect {
	for _, o := range origins {
		var ok bool
		if e, ok = visible(m, v, e, o); !ok {
			return out
		}
	}
	if len(origins) == 0 {
		return out
	}
	return append(out, e)
}

// visible completes an effect by where the memory that it is on comes from; ok is false where the caller does not see it, or
// may not.
func visible(m *spaces.Model, v *flow.Values, e Effect, o flow.Origin) (_ Effect, ok bool) {
	switch o.Kind {
	case flow.Param:
		e.Param = o.Var
		return e, true
	case flow.This:
		return e, true
	case flow.Address:
		e.Var = v.Variable(o.Place)
		if e.Var == nil {
			return e, false
		}
		t := sema.ElementOf(m.U.VarType(e.Var))
		mem, known := spaces.MemoryOf(m.U, e.Var)
		lasting := e.Var.Kind != sema.LocalVar && e.Var.Kind != sema.ParamVar && e.Var.Kind != sema.BindingVar || mem&cudaspace.Shared != 0
		constant := !e.Write && (t.CV&ast.Const != 0 || e.Var.Constexpr || mem&cudaspace.Constant != 0)
		return e, known && lasting && !constant && !t.IsRef() && e.Var.Anonymous == nil
	}
	return e, false
}
