package spaces

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/cudaspace"
)

// Misplaced is a memory space that is written where it means nothing.
type Misplaced struct {
	Memory cudaspace.Memory
	// Site is the word, Full the declaration or parameter among whose specifiers it stands, Spec those.
	Site, Full sema.Site
	Spec       *ast.Specifiers
	// What is declared: "a parameter".
	What string
}

// Misplaced finds the memory spaces of data members that are not static, of parameters (of function types too), functions
// and typedefs, outside system headers and in bodies.
func (m *Model) Misplaced(declared sema.Declared, bodies []*sema.Facts, local []*sema.Class) []Misplaced {
	f := &misplacedFinder{seen: make(map[sema.Site]bool)}
	for _, fn := range declared.Funcs {
		f.function(fn)
	}
	for _, v := range declared.Vars {
		f.variable(v)
	}
	for _, v := range declared.VarTemplates {
		f.variable(v)
	}
	for _, t := range declared.Typedefs {
		spec, dtor := t.Declared()
		if spec != nil {
			f.words(spec, sema.Site{Chunk: t.Site().Chunk, Span: spec.Span}, "a typedef")
			f.ops(dtor.Ops, t.Site().Chunk)
		} else if alias := t.Alias(); alias != nil {
			f.ops(alias.Ops, t.Site().Chunk)
		}
	}
	for _, c := range declared.Classes {
		f.class(c)
	}
	for _, c := range local {
		f.class(c)
	}
	for _, b := range bodies {
		for _, fn := range b.LocalFuncs {
			f.function(fn)
		}
		for _, v := range b.Locals {
			f.variable(v)
		}
		for _, l := range b.Lambdas {
			if l.Expr.Sig != nil {
				f.params(l.Expr.Sig, l.Site.Chunk)
			}
		}
	}
	return f.found
}

type misplacedFinder struct {
	found []Misplaced
	seen  map[sema.Site]bool
}

func (f *misplacedFinder) function(fn *sema.Func) {
	for _, d := range fn.Decls {
		for i := range d.Spec.CUDA {
			if s := &d.Spec.CUDA[i]; s.Kind != ast.SpecDevice { // which is an execution space here
				f.word(s, d.Spec, d.Full, "a function")
			}
		}
		f.ops(d.Dtor.Ops, d.Site.Chunk)
	}
}

func (f *misplacedFinder) variable(v *sema.Var) {
	for _, d := range v.Decls {
		f.ops(d.Dtor.Ops, d.Site.Chunk)
	}
}

func (f *misplacedFinder) class(c *sema.Class) {
	for _, fl := range c.Fields() {
		if fl.Spec != nil && fl.Dtor != nil && fl.Site().Chunk != nil {
			f.words(fl.Spec, sema.Site{Chunk: fl.Site().Chunk, Span: fl.Spec.Span}, "a data member that is not static")
			f.ops(fl.Dtor.Ops, fl.Site().Chunk)
		}
	}
}

// ops looks at the parameters of function types in a declarator.
func (f *misplacedFinder) ops(ops []ast.TypeOp, c *sema.Chunk) {
	for i := range ops {
		if ops[i].Func != nil {
			f.params(ops[i].Func, c)
		}
	}
}

func (f *misplacedFinder) params(sig *ast.FuncSig, c *sema.Chunk) {
	for _, p := range sig.Params {
		f.words(&p.Spec, sema.Site{Chunk: c, Span: p.Span}, "a parameter")
		f.ops(p.Decl.Ops, c)
	}
}

func (f *misplacedFinder) words(spec *ast.Specifiers, full sema.Site, what string) {
	for i := range spec.CUDA {
		f.word(&spec.CUDA[i], spec, full, what)
	}
}

func (f *misplacedFinder) word(s *ast.CUDASpec, spec *ast.Specifiers, full sema.Site, what string) {
	one := ast.Specifiers{CUDA: []ast.CUDASpec{*s}}
	at := sema.Site{Chunk: full.Chunk, Span: s.Span}
	if mem := WrittenMemory(&one); mem != 0 && at.Chunk != nil && !at.Chunk.System && !f.seen[at] {
		f.seen[at] = true
		f.found = append(f.found, Misplaced{Memory: mem, Site: at, Full: full, Spec: spec, What: what})
	}
}
