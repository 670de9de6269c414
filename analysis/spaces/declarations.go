package spaces

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Declaration is one declaration of a function that says a word of CUDA's, or that follows one that does.
type Declaration struct {
	Func *sema.Func
	Decl *sema.FuncDecl
	// Instance: Decl is a function template's, with arguments for its parameters; Named is where the instance is named, or
	// specialised.
	Instance bool
	Named    sema.Site
}

// Kernel reports whether the declaration says __global__, which counts for nothing where the function is defaulted in its class.
func (d *Declaration) Kernel() bool {
	defaulted := d.Decl.InClass && d.Decl.Body != nil && d.Decl.Body.Kind == ast.BodyDefault
	return Written(d.Decl.Spec)&cudaspace.Global != 0 && !defaulted
}

// Words are what the declarations of the function up to this one say, and the template that it specialises.
func (d *Declaration) Words() cudaspace.Space {
	return WrittenAnywhere(d.UpTo()) | WrittenAnywhere(Primary(d.Func))
}

// Primary is the first declaration of the template that a function specialises, none of any other function.
func Primary(f *sema.Func) []*sema.FuncDecl {
	if !f.Specialization || f.Template == nil || f.Template.Func == nil {
		return nil
	}
	return f.Template.Func.Decls[:min(1, len(f.Template.Func.Decls))]
}

// DeclarationsOf are the declarations of functions in a body, and those of the instances that it names; outside of bodies it is nil.
type DeclarationsOf struct {
	Body *sema.Facts
	// Emitted: the body is no one of those that the pass reads, but code is generated for it.
	Emitted bool
	List    []Declaration
}

// Declarations lists the declarations of functions that say a word of CUDA's outside system headers, or that follow one that does,
// wherever they stand: at namespace scope, in classes and as friends, in blocks, of templates and explicit specialisations; and the
// instances of function templates that bodies and explicit instantiations name. Those outside of bodies come first. What several bodies
// name is in the lists of all of them.
func (m *Model) Declarations(declared sema.Declared, bodies []*sema.Facts, e *Emission) []DeclarationsOf {
	out := []DeclarationsOf{{List: outsideDeclarations.Outside(m, func(found func(Declaration)) {
		l := m.lister(found)
		for _, f := range declared.Funcs {
			l.own(f)
		}
		for _, f := range declared.Instantiated {
			for _, fd := range f.InstSites {
				l.instance(f, fd.Site)
			}
		}
	})}}
	read := make(map[*sema.Facts]bool, len(bodies))
	for _, b := range bodies {
		read[b] = true
	}
	bodyDeclarations.each(m, bodies, func(b *sema.Facts, found func(Declaration)) {
		l := m.lister(found)
		for _, f := range b.LocalFuncs {
			l.own(f)
		}
		l.body(b)
	}, func(b *sema.Facts, list []Declaration) { out = append(out, DeclarationsOf{Body: b, List: list}) })
	if e == nil {
		return out
	}
	emitted := slices.DeleteFunc(e.Bodies(), func(b *sema.Facts) bool { return read[b] })
	emittedDeclarations.each(m, emitted, func(b *sema.Facts, found func(Declaration)) {
		m.lister(found).body(b)
	}, func(b *sema.Facts, list []Declaration) {
		out = append(out, DeclarationsOf{Body: b, Emitted: true, List: list})
	})
	return out
}

var (
	outsideDeclarations = NewSearch[Declaration]()
	bodyDeclarations    = NewSearch[Declaration]()
	emittedDeclarations = NewSearch[Declaration]()
)

// maxRedeclared bounds how many declarations of one function are held against each other: nobody writes more.
const maxRedeclared = 64

// UpTo are the declarations of the function up to this one, the nearest of them where there are very many.
func (d *Declaration) UpTo() []*sema.FuncDecl {
	decls := d.Func.Decls
	last := len(decls)
	if last <= maxRedeclared {
		if i := slices.Index(decls, d.Decl); i >= 0 {
			last = i + 1
		}
		return decls[:last]
	}
	at := d.Decl.Site.Chunk.Ord
	last, _ = slices.BinarySearchFunc(decls, at+1, func(fd *sema.FuncDecl, ord int) int { return cmp.Compare(fd.Site.Chunk.Ord, ord) })
	return decls[max(0, last-maxRedeclared):last]
}

// Near are all declarations of the function, the first of them where there are very many.
func (d *Declaration) Near() []*sema.FuncDecl {
	return d.Func.Decls[:min(len(d.Func.Decls), maxRedeclared)]
}

type declarationLister struct {
	m         *Model
	found     func(Declaration)
	seen      map[sema.Site]bool
	instances map[*sema.Func]bool
}

func (m *Model) lister(found func(Declaration)) *declarationLister {
	return &declarationLister{m: m, found: found, seen: map[sema.Site]bool{}, instances: map[*sema.Func]bool{}}
}

// body notes the members of the classes that a body defines, and the instances that it names. Of templates' definitions the device pass
// looks at instances instead.
func (l *declarationLister) body(b *sema.Facts) {
	if b.Template && l.m.Opts.Pass == toolchain.DevicePass {
		return
	}
	for _, c := range b.LocalClasses {
		if s := c.Site(); s.Chunk == nil || s.Chunk.System {
			continue
		}
		for _, member := range c.Members() {
			switch x := member.(type) {
			case *sema.Func:
				l.own(x)
			case *sema.Template:
				if x.Func != nil {
					l.own(x.Func)
				}
			}
		}
	}
	for i := range b.Launches {
		l.instance(b.Launches[i].Kernel, b.Launches[i].Site)
	}
	for i := range b.Refs {
		if r := &b.Refs[i]; r.Through == nil {
			l.instance(r.Func, r.Site)
		}
	}
	for i := range b.Calls {
		l.instance(b.Calls[i].Callee, b.Calls[i].Site)
	}
}

// ofPerson reports whether a declaration stands outside of system headers.
func ofPerson(fd *sema.FuncDecl) bool { return fd.Site.Chunk != nil && !fd.Site.Chunk.System }

// says reports whether a declaration of the person's own says a word of CUDA's, be it of a parameter.
func says(fd *sema.FuncDecl) bool {
	if !ofPerson(fd) {
		return false
	}
	return len(fd.Spec.CUDA) > 0 || fd.Sig != nil && slices.ContainsFunc(fd.Sig.Params, func(p *ast.Param) bool {
		return len(p.Spec.CUDA) > 0
	})
}

// unclear reports whether words of a missing header stand in a function's declarations: what they say of it is not known.
func (l *declarationLister) unclear(f *sema.Func) bool {
	return slices.ContainsFunc(f.Decls[:min(len(f.Decls), maxRedeclared)], l.m.U.Unexplained)
}

// own notes the declarations of a function that is no instance.
func (l *declarationLister) own(f *sema.Func) {
	instance := f.Template != nil && f.Args != nil || l.m.U.PatternFunc(f) != f
	if f.Implicit || f.Closure != nil || instance && !f.Specialization {
		return
	}
	l.m.U.CompleteDecls(f)
	if l.unclear(f) {
		return
	}
	said := slices.ContainsFunc(Primary(f), says)
	for _, fd := range f.Decls {
		said = said || says(fd)
		if said && ofPerson(fd) && !l.seen[fd.Site] && !(f.Specialization && fd.InClass) { // a member's specialisation has its template's as well
			l.seen[fd.Site] = true
			l.found(Declaration{Func: f, Decl: fd})
		}
	}
	// An explicit specialisation is held against the template's declaration, which is instantiated for that.
	if f.Specialization && f.Template != nil && len(f.Args) > 0 && len(f.Decls) > 0 && says(f.Decls[0]) {
		if fd := f.Template.Func.Decls[0]; says(fd) {
			l.found(Declaration{Func: f, Decl: fd, Instance: true, Named: f.Decls[0].Site})
		}
	}
}

// instance notes an instance that is named somewhere.
func (l *declarationLister) instance(f *sema.Func, at sema.Site) {
	if f == nil || f.Template == nil || f.Args == nil || f.Specialization || l.instances[f] || len(f.Decls) == 0 || l.unclear(f) {
		return
	}
	l.instances[f] = true
	fd := f.Decls[0]
	if d := l.m.U.Definition(f); d != nil {
		fd = d
	}
	if says(fd) && !slices.ContainsFunc(f.Args, types.Arg.IsDependent) {
		l.found(Declaration{Func: f, Decl: fd, Instance: true, Named: at})
	}
}
