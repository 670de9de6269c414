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

// Declaration is one declaration of a function that says a word of CUDA's.
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

// Declarations lists the declarations of functions that say a word of CUDA's outside system headers, wherever they stand: at
// namespace scope, in classes and as friends, in blocks, of templates and explicit specialisations. The instances of function
// templates that bodies and explicit instantiations name come last.
func (m *Model) Declarations(
	declared sema.Declared, bodies []*sema.Facts, local []*sema.Class, e *Emission,
) []Declaration {
	l := &declarationLister{m: m, seen: map[sema.Site]bool{}, instances: map[*sema.Func]bool{}}
	for _, f := range declared.Funcs {
		l.own(f)
	}
	for _, b := range bodies {
		for _, f := range b.LocalFuncs {
			l.own(f)
		}
	}
	for _, c := range local {
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
	for _, f := range declared.Instantiated {
		for _, fd := range f.InstSites {
			l.instance(f, fd.Site)
		}
	}
	for _, b := range bodies {
		l.named(b)
	}
	if e != nil {
		for _, f := range e.Funcs {
			if b := m.U.Facts(f); b != nil {
				l.named(b)
			}
		}
	}
	return l.found
}

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
	found     []Declaration
	seen      map[sema.Site]bool
	instances map[*sema.Func]bool
}

// says reports whether a declaration of the person's own says a word of CUDA's, be it of a parameter.
func says(fd *sema.FuncDecl) bool {
	if fd.Site.Chunk == nil || fd.Site.Chunk.System {
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
	for _, fd := range f.Decls {
		if says(fd) && !l.seen[fd.Site] && !(f.Specialization && fd.InClass) { // a member's specialisation has its template's as well
			l.seen[fd.Site] = true
			l.found = append(l.found, Declaration{Func: f, Decl: fd})
		}
	}
	// An explicit specialisation is held against the template's declaration, which is instantiated for that.
	if f.Specialization && f.Template != nil && len(f.Args) > 0 && len(f.Decls) > 0 && says(f.Decls[0]) {
		if fd := f.Template.Func.Decls[0]; says(fd) {
			l.found = append(l.found, Declaration{Func: f, Decl: fd, Instance: true, Named: f.Decls[0].Site})
		}
	}
}

// named notes the instances that a body names.
func (l *declarationLister) named(b *sema.Facts) {
	if b.Template && l.m.Opts.Pass == toolchain.DevicePass {
		return
	}
	for i := range b.Launches {
		l.instance(b.Launches[i].Kernel, b.Launches[i].Site)
	}
	for i := range b.Refs {
		l.instance(b.Refs[i].Func, b.Refs[i].Site)
	}
	for i := range b.Calls {
		l.instance(b.Calls[i].Callee, b.Calls[i].Site)
	}
}

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
		l.found = append(l.found, Declaration{Func: f, Decl: fd, Instance: true, Named: at})
	}
}
