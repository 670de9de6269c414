package managed

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// untimely are the uses of managed variables by code that runs before main or after exit.
var untimely = kit.InHost("untimely", func(p *check.Pass) []Untimely { return findUntimely(p.Spaces, p.Declared, p.Bodies()) })

// Moment says which code runs while the CUDA runtime may not be up: before main, or after exit.
type Moment uint8

// The moments.
const (
	// staticInit is in the initialiser of a static object itself, dynamicInit in a function that it calls, threadInit in
	// either of a thread_local object's.
	staticInit Moment = iota
	dynamicInit
	threadInit
	// destruction is in the destructor of a static or thread_local object.
	destruction
	// beforeMain is in a function with the attribute constructor, afterExit in one with the attribute destructor, or that
	// atexit and its like are given.
	beforeMain
	afterExit
)

// Untimely is a use of a managed variable by code that runs while the CUDA runtime may not be up.
type Untimely struct {
	Moment Moment
	// Object is the object that is initialised or destroyed, Func the function that runs before main or after exit.
	Object *sema.Var
	Func   *sema.Func
	// Steps are the calls that lead to the use, the first in what Object or Func does itself.
	Steps []Step
	Use   *sema.Use
}

// Step is a call, and the function that makes it (nil for an initialiser).
type Step struct {
	Site   sema.Site
	Caller *sema.Func
	Callee *sema.Func
}

// maxFollowed bounds how many functions are looked at on behalf of one object or function.
const maxFollowed = 2000

// findUntimely finds the uses of managed variables before main and after exit, in the host pass. What runs then is followed through
// calls whose target is known; each object or function is told of each variable once, by the shortest way.
func findUntimely(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts) []Untimely {
	if !slices.ContainsFunc(declared.Vars, func(x *sema.Var) bool { return managed(m, x) }) {
		return nil
	}
	t := &untimelyFinder{m: m}
	for _, v := range declared.Vars {
		if m.StaticObject(v) {
			t.object(v)
		}
	}
	for _, f := range declared.Funcs {
		if f.Template != nil || f.MemberOf != nil && f.MemberOf.Dependent {
			continue
		}
		if _, yes := m.U.Attribute(f, "constructor"); yes {
			t.root(Untimely{Moment: beforeMain, Func: f}, m.U.Facts(f))
		}
		if _, yes := m.U.Attribute(f, "destructor"); yes {
			t.root(Untimely{Moment: afterExit, Func: f}, m.U.Facts(f))
		}
	}
	spaces.Each(m, bodies, func(b *sema.Facts) {
		if b.Template || b.Func == nil || !m.Of(b.Func).Space.OnHost() {
			return
		}
		t.locals(b)
		t.handlers(b)
	})
	return t.out
}

type untimelyFinder struct {
	m   *spaces.Model
	out []Untimely
	// told are the handlers and local objects that were looked at.
	told map[sema.Entity]bool
}

// managed reports whether a variable is a managed one.
func managed(m *spaces.Model, v *sema.Var) bool {
	mem, ok := m.DeviceMemory(v)
	return ok && mem&cudaspace.Managed != 0
}

// object looks at what initialises and destroys an object.
func (t *untimelyFinder) object(v *sema.Var) {
	moment := staticInit
	if v.ThreadLocal {
		moment = threadInit
	}
	t.root(Untimely{Moment: moment, Object: v}, t.m.U.VarFacts(v))
	t.destruction(v)
}

func (t *untimelyFinder) destruction(v *sema.Var) {
	u := t.m.U
	c := u.ClassOf(sema.ElementOf(u.VarType(v)))
	if c == nil {
		return
	}
	if d := c.Destructor(); d != nil && u.IsTrivial(d) == sema.No {
		t.root(Untimely{Moment: destruction, Object: v}, u.Facts(d))
	}
}

// locals looks at the destruction of a body's static objects; they are initialised when the body runs.
func (t *untimelyFinder) locals(b *sema.Facts) {
	for _, v := range b.Locals {
		if (v.Kind == sema.LocalStatic || v.ThreadLocal) && t.first(v) {
			t.destruction(v)
		}
	}
}

// handlers looks at the functions that a body has called at exit.
func (t *untimelyFinder) handlers(b *sema.Facts) {
	for i := range b.Calls {
		c := &b.Calls[i]
		if c.Callee == nil || !registersExit(c.Callee) || c.Context&spaces.Never != 0 {
			continue
		}
		for j := range b.Refs {
			if r := &b.Refs[j]; spaces.Within(r.Site, c.Full) && r.Func != nil && !r.Unknown && t.first(r.Func) {
				t.root(Untimely{Moment: afterExit, Func: r.Func}, t.m.U.Facts(r.Func))
			}
		}
	}
}

func (t *untimelyFinder) first(e sema.Entity) bool {
	if t.told == nil {
		t.told = make(map[sema.Entity]bool)
	}
	seen := t.told[e]
	t.told[e] = true
	return !seen
}

func registersExit(f *sema.Func) bool {
	if s := f.Site(); s.Chunk == nil || !s.Chunk.System && !f.CLinkage {
		return false
	}
	switch f.EntityName() {
	case "atexit", "std::atexit", "at_quick_exit", "std::at_quick_exit", "on_exit":
		return true
	}
	return false
}

// visit is a body to be looked at, with the way to it.
type visit struct {
	facts *sema.Facts
	steps []Step
}

// root follows what an object or function does, breadth first.
func (t *untimelyFinder) root(what Untimely, facts *sema.Facts) {
	queue := []visit{{facts: facts}}
	seen := map[*sema.Facts]bool{nil: true}
	told := map[*sema.Var]bool{}
	for n := 0; len(queue) > 0 && n < maxFollowed; n++ {
		v := queue[0]
		queue = queue[1:]
		b := v.facts
		if seen[b] || b.Template {
			continue
		}
		seen[b] = true
		for i := range b.Uses {
			u := &b.Uses[i]
			if u.Context&spaces.Never != 0 || u.Var == nil || told[u.Var] || u.Kind == sema.UnknownUse || u.Kind == sema.Discard || !managed(t.m, u.Var) {
				continue
			}
			told[u.Var] = true
			found := what
			found.Steps, found.Use = v.steps, u
			if found.Moment == staticInit && len(v.steps) > 0 {
				found.Moment = dynamicInit
			}
			t.out = append(t.out, found)
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			if t.runs(c) {
				steps := append(v.steps[:len(v.steps):len(v.steps)], Step{Site: c.Site, Caller: b.Func, Callee: c.Callee})
				queue = append(queue, visit{t.m.U.Facts(c.Callee), steps})
			}
		}
	}
}

// runs reports whether a call is of a known function whose body runs on the host.
func (t *untimelyFinder) runs(c *sema.Call) bool {
	f := c.Callee
	if f == nil || c.Virtual || c.IsConstant || c.Elided || c.Kind == sema.CallParenDtor || c.Kind == sema.CallStaticDtor || c.Context&spaces.Never != 0 {
		return false
	}
	if !t.m.Follows(f) {
		return false
	}
	sp := t.m.Of(f)
	return t.m.CallerDefined(f) || sp.Known && sp.Space.OnHost()
}
