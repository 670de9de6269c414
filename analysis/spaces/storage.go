package spaces

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// VarDecl is one declaration of a variable outside system headers, as a pass comes across it.
type VarDecl struct {
	Var *sema.Var
	// Decl is nil for a structured binding, of which Var is the first name.
	Decl *sema.VarDecl
	Spec *ast.Specifiers
	// Site is the declared name, Full the whole declaration.
	Site, Full sema.Site
	// Memory is what this declaration says.
	Memory cudaspace.Memory
	// Known: no macro of a missing header stands among the specifiers.
	Known bool
	// In is the function in whose body the declaration stands, Space its space; nil outside of bodies.
	In    *sema.Func
	Space Info
	// Pattern: of a variable template, or in the definition of a function template or generic lambda.
	Pattern bool
	// Discarded: in a template's definition, where an instance need not have it. The front end looks at the specifiers of such
	// declarations all the same.
	Discarded bool
}

// Local reports whether the declaration stands in a body.
func (d *VarDecl) Local() bool { return d.In != nil }

// Automatic reports whether a variable in a body lives until the end of its block, its memory space aside.
func (d *VarDecl) Automatic() bool {
	return d.Var.Kind == sema.LocalVar || d.Var.Kind == sema.BindingVar && d.In != nil && !d.Var.Static
}

// Init is the initialiser that this declaration has; ok says whether there is one.
func (d *VarDecl) Init(u *sema.Unit) (site sema.Site, ok bool) {
	switch {
	case d.Var.InRange:
		return sema.Site{}, false
	case d.Decl == nil:
		return sema.Site{Chunk: d.Site.Chunk, Span: d.Var.BindingDecl.Init.Span}, true
	case d.Decl.Dtor.Init != nil:
		return sema.Site{Chunk: d.Site.Chunk, Span: d.Decl.Dtor.Init.Span}, true
	}
	return d.Site, u.InitDecl(d.Var) == d.Decl // T x(y), which reads like a function
}

// VarDecls are the declarations of variables that a pass comes across, those in bodies included: the host pass reads the
// definitions of templates, the device pass their instances, and the definitions of generic lambdas.
//
// They come in lists: those outside of bodies with nil, and those of each body. An instance of a variable template is in the list of each
// body that uses it.
func (m *Model) VarDecls(declared sema.Declared, bodies []*sema.Facts) []VarDeclsOf {
	out := []VarDeclsOf{{nil, outsideVars.Outside(m, func(found func(VarDecl)) {
		s := &storage{m: m, made: make(map[*sema.Var]bool), found: found}
		for _, v := range declared.Vars {
			s.variable(v, nil, false)
		}
		for _, v := range slices.Concat(declared.VarTemplates, declared.MemberTemplates) {
			s.variable(v, nil, true)
		}
		m.U.Stopped() // of thousands in a line, each loop takes a while without a step
		for _, v := range declared.Vars {
			if v.Template == nil {
				s.instances(m.U.VarFacts(v))
			}
		}
	})}}
	bodyVars.each(m, m.ReadBodies(bodies), func(b *sema.Facts, found func(VarDecl)) {
		s := &storage{m: m, made: make(map[*sema.Var]bool), found: found}
		for _, v := range b.Locals {
			s.variable(v, b.Func, b.Template)
		}
		s.discarded(b)
		s.instances(b)
		for _, c := range b.LocalClasses {
			for _, e := range c.Members() {
				if v, ok := e.(*sema.Var); ok {
					s.variable(v, nil, b.Template)
				}
			}
		}
	}, func(b *sema.Facts, list []VarDecl) { out = append(out, VarDeclsOf{b, list}) })
	return out
}

// VarDeclsOf are the declarations of variables in a body; outside of bodies it is nil.
type VarDeclsOf struct {
	Body *sema.Facts
	List []VarDecl
}

var (
	outsideVars = NewSearch[VarDecl]()
	bodyVars    = NewSearch[VarDecl]()
)

// ReadBodies are those of bodies that the pass's front end looks at, and others that it makes: the host pass reads the
// definitions of templates; the device pass reads instances, and definitions only of generic lambdas in functions that are no
// templates.
func (m *Model) ReadBodies(bodies []*sema.Facts) []*sema.Facts {
	if m.Opts.Pass != toolchain.DevicePass {
		return bodies
	}
	return m.Meaningful(m.WithInstances(bodies))
}

// Meaningful are those of bodies in which names have their meaning: no definitions of templates, except of generic lambdas in functions
// that are none.
func (m *Model) Meaningful(bodies []*sema.Facts) []*sema.Facts {
	var out []*sema.Facts
	generic := make(map[*sema.Facts]bool)
	Each(m, bodies, func(b *sema.Facts) {
		if b.Template && !generic[b] {
			return
		}
		out = append(out, b)
		for _, l := range b.Lambdas {
			if l.CallT != nil {
				generic[m.U.Facts(l.CallT.Func)] = true
			}
		}
	})
	return out
}

type storage struct {
	m     *Model
	made  map[*sema.Var]bool // instances of variable templates
	found func(VarDecl)
}

// instances adds the instances of variable templates that a body or initialiser uses. What only operands name that are not
// evaluated is declared, but not defined: nothing is initialised.
func (s *storage) instances(b *sema.Facts) {
	for i := range b.Uses {
		v := b.Uses[i].Var
		if v == nil || v.Template == nil || v.Args == nil || v.Kind != sema.NamespaceVar || s.made[v] {
			continue
		}
		s.made[v] = true
		if at := v.Site(); at.Chunk != nil && !at.Chunk.System {
			s.variable(v, nil, false)
		}
	}
}

// discarded adds, in the device pass, what stands in the definition that an instance was made from alone.
func (s *storage) discarded(b *sema.Facts) {
	if b.Template || s.m.Opts.Pass != toolchain.DevicePass {
		return
	}
	s.m.ReadBefore(b.Func, func(in *sema.Func, d *sema.Facts, only sema.Context) {
		locals := d.Locals
		if only != 0 {
			locals = d.Undecided
		}
		for _, v := range locals {
			s.declared(VarDecl{Var: v, In: in, Pattern: true, Discarded: true})
		}
	})
}

func (s *storage) variable(v *sema.Var, in *sema.Func, pattern bool) {
	s.declared(VarDecl{Var: v, In: in, Pattern: pattern})
}

func (s *storage) declared(d VarDecl) {
	v, in := d.Var, d.In
	if in != nil {
		d.Space = s.m.Of(in)
	}
	if b := v.BindingDecl; b != nil {
		if v.Index == 0 {
			d.Spec, d.Site = &b.Spec, v.Site()
			d.Full = sema.Site{Chunk: d.Site.Chunk, Span: b.Span}
			s.add(d)
		}
		return
	}
	for _, decl := range s.m.U.VarDecls(v) {
		d.Decl, d.Spec, d.Site, d.Full = decl, decl.Spec, decl.Site, decl.Full
		s.add(d)
	}
}

func (s *storage) add(d VarDecl) {
	d.Memory, d.Known = WrittenMemory(d.Spec), len(d.Spec.Unexplained) == 0
	s.found(d)
}
