package mangle

import (
	"slices"
	"strconv"

	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// What is local to a function is named inside of the function's encoding. Closures are counted among those of their function
// that have the same parameters, other entities among those of the same name.

// holder is the function in whose body a scope is, a closure's call operator where it is in one; nil for none, and where a
// generic lambda's instance would have to be told.
func holder(f *sema.Func, l *sema.Lambda) *sema.Func {
	if l != nil {
		return l.Call
	}
	return f
}

// home is the function that a class is local to, or one around it; nil for none.
func (m *mangler) home(e sema.Entity) *sema.Func {
	c, ok := e.(*sema.Class)
	switch {
	case !ok:
		return nil
	case !c.Local:
		return m.home(c.Parent())
	case c.Scope == nil || c.Lambda != nil && (c.Lambda.InDefaultArg || c.Lambda.InMemberInit):
		m.fail(local)
		return nil
	}
	f := holder(c.Scope.Func, c.Scope.Lambda)
	if f == nil {
		m.fail(local)
	}
	return f
}

// inside writes that what follows is local to a function, if it is.
func (m *mangler) inside(home *sema.Func) {
	if home != nil {
		m.out("Z")
		m.encoding(home)
		m.out("E")
	}
}

// facts are those of the body that something local stands in.
func (m *mangler) facts(f *sema.Func) *sema.Facts {
	if f != nil {
		if facts := m.u.Facts(f); facts != nil {
			return facts
		}
	}
	m.fail(local)
	return &sema.Facts{}
}

// localVar writes a static variable of a function.
func (m *mangler) localVar(v *sema.Var) {
	f := holder(v.Func, v.Lambda)
	facts := m.facts(f)
	m.inside(f)
	m.source(m.u.Text(v.Sym()))
	before := 0
	for _, o := range facts.Locals {
		if o.Kind == sema.LocalStatic && o.Sym() == v.Sym() && standsBefore(o, v) {
			before++
		}
	}
	m.discriminator(before)
}

// standsBefore orders entities of one function.
func standsBefore(a, b sema.Entity) bool { return a.Site().Span.Lo < b.Site().Span.Lo }

// discriminator writes how many entities of one name stand before one.
func (m *mangler) discriminator(before int) {
	switch {
	case before > 10:
		m.out("__" + strconv.Itoa(before-1) + "_")
	case before > 0:
		m.out("_" + strconv.Itoa(before-1))
	}
}

// discriminate writes which class of its name in a function a class is, or the one around it that is local.
func (m *mangler) discriminate(e sema.Entity) {
	c, ok := e.(*sema.Class)
	for ok && !c.Local {
		c, ok = c.Parent().(*sema.Class)
	}
	if !ok || c.Lambda != nil {
		return
	}
	facts := m.facts(m.home(c))
	var same []*sema.Class
	for _, o := range facts.LocalClasses {
		if o.Local && o.Lambda == nil && o.Sym() == c.Sym() && o != c && standsBefore(o, c) && !slices.Contains(same, o) {
			same = append(same, o)
		}
	}
	m.discriminator(len(same))
}

// localClass writes a class that is local to a function, or to a class that is, as a type.
func (m *mangler) localClass(c *sema.Class, home *sema.Func) {
	key, ok := m.seen(func(p *mangler) { p.classPrefix(c) })
	if ok {
		return
	}
	if !c.Local {
		m.inside(home)
		m.out("N")
		m.classPrefix(c)
		m.out("E")
		m.discriminate(c)
		return
	}
	m.inside(home)
	m.unqualified(c)
	m.discriminate(c)
	m.note(key)
}

// localPrefix writes a local class as part of a nested name: what is inside of the function.
func (m *mangler) localPrefix(c *sema.Class) {
	full := func(p *mangler) {
		p.inside(p.home(c))
		p.unqualified(c)
		p.discriminate(c)
	}
	if m.subs == nil {
		full(m)
		return
	}
	if key, ok := m.seen(full); !ok {
		m.unqualified(c)
		m.note(key)
	}
}

// unqualified writes the name of a local class.
func (m *mangler) unqualified(c *sema.Class) {
	if c.Lambda == nil {
		m.source(m.className(c))
		return
	}
	own := m.plain(func(p *mangler) { p.signature(c.Lambda) })
	if m.unknown != "" {
		return
	}
	before := 0
	list := m.signatures(m.facts(m.home(c)))
	for i := range list {
		l := &list[i]
		if l.lambda == c.Lambda || !standsBefore(l.lambda.Class, c) {
			continue
		}
		l.ask(m)
		if l.unknown != "" {
			m.fail(l.unknown)
		}
		m.hashed = m.hashed || l.hashed
		if l.text == own {
			before++
		}
	}
	m.out("Ul")
	m.signature(c.Lambda)
	m.out("E")
	if before > 0 {
		m.out(strconv.Itoa(before - 1))
	}
	m.out("_")
}

// spelling is what the signatures of a body's lambdas depend on.
type spelling struct {
	of               *sema.Facts
	level, expanding int
	chunk            *sema.Chunk
	spelled          bool
}

// signed is a lambda with its signature, once that was asked for, or why it cannot be spelled.
type signed struct {
	lambda        *sema.Lambda
	asked, hashed bool
	text, unknown string
	// work is what it took.
	work int
}

// signatures are the lambdas of a body, each once, whose signatures are spelled once for all symbols.
func (m *mangler) signatures(of *sema.Facts) []signed {
	key := spelling{of, m.level, m.expanding, m.chunk, m.spelled}
	list, ok := m.names.lambdas[key]
	if !ok {
		seen := make(map[*sema.Lambda]bool, len(of.Lambdas))
		for _, l := range of.Lambdas {
			if !seen[l] {
				seen[l] = true
				list = append(list, signed{lambda: l})
			}
		}
		m.names.lambdas[key] = list
	}
	return list
}

// ask spells the signature. Its parameters may be closures that stand before it.
func (s *signed) ask(m *mangler) {
	if s.asked {
		*m.work += s.work
		return
	}
	before, p := *m.work, m.apart()
	p.signature(s.lambda)
	s.text, s.unknown, s.hashed, s.work = p.b.String(), p.unknown, p.hashed, *m.work-before
	s.asked = s.unknown != tooLong // a symbol that holds less else may have room for it
}

// signature writes the parameters of a closure's call operator.
func (m *mangler) signature(l *sema.Lambda) {
	f, level := l.Call, m.level
	if l.CallT != nil {
		f = l.CallT.Func
		m.level = m.levelOf(l.CallT)
	}
	if t := m.u.FuncType(f); t.Kind == types.Func {
		m.params(t)
	} else {
		m.fail(untyped)
	}
	m.level = level
}
