package storage

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Misplaced is a word of CUDA's that is written where it means nothing.
type Misplaced struct {
	Kind ast.CUDAKind
	// Site is the word, Full the declaration or parameter among whose specifiers it stands, Spec those.
	Site, Full sema.Site
	Spec       *ast.Specifiers
	// What is declared: "a parameter".
	What string
}

// wordSet is a set of CUDA's words.
type wordSet uint32

func wordsOf(kinds ...ast.CUDAKind) wordSet {
	var s wordSet
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// What means nothing where: __device__ is a memory space on a variable and an execution space on a function.
var (
	ofVariables = wordsOf(ast.SpecDevice, ast.SpecConstant, ast.SpecShared, ast.SpecManaged)
	ofFunctions = wordsOf(ast.SpecHost, ast.SpecDevice, ast.SpecGlobal, ast.SpecLaunchBounds, ast.SpecClusterDims, ast.SpecMaxnreg,
		ast.SpecBlockSize, ast.SpecLocalMaxnreg, ast.SpecNoInline, ast.SpecForceInline)
	ofParameters = wordsOf(ast.SpecGridConstant)
	// anywhere are the words that headers use on what they please.
	anywhere = wordsOf(ast.SpecTexture, ast.SpecSurface, ast.SpecBuiltin, ast.SpecNVPure, ast.SpecRegisterParams, ast.SpecParent)
)

// misplaced finds CUDA's words on what they mean nothing on, outside system headers and in bodies.
func misplaced(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts, local []*sema.Class) []Misplaced {
	all := misplacedOutside.Outside(m, func(found func(Misplaced)) {
		f := &misplacedFinder{m.U, found}
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
			f.typedef(t)
		}
		for _, c := range declared.Classes {
			f.class(c)
		}
	})
	all = slices.Clone(all)
	f := &misplacedFinder{m.U, func(w Misplaced) { all = append(all, w) }}
	for _, c := range local {
		f.class(c)
		for _, m := range c.Members() {
			if fn, ok := m.(*sema.Func); ok {
				f.function(fn)
			}
		}
	}
	all = append(all, misplacedInside.In(m, bodies, func(b *sema.Facts, found func(Misplaced)) {
		f := &misplacedFinder{m.U, found}
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
	})...)
	seen := make(map[sema.Site]bool)
	return slices.DeleteFunc(all, func(w Misplaced) bool {
		again := seen[w.Site]
		seen[w.Site] = true
		return again
	})
}

var (
	misplacedOutside = spaces.NewSearch[Misplaced]()
	misplacedInside  = spaces.NewSearch[Misplaced]()
)

type misplacedFinder struct {
	u     *sema.Unit
	found func(Misplaced)
}

func (f *misplacedFinder) function(fn *sema.Func) {
	for _, d := range fn.Decls {
		f.words(d.Spec, d.Full, ofFunctions, "a function")
		f.ops(d.Dtor.Ops, d.Site.Chunk)
	}
}

func (f *misplacedFinder) variable(v *sema.Var) {
	for _, d := range v.Decls {
		if d.Dtor == nil {
			continue
		}
		f.ops(d.Dtor.Ops, d.Site.Chunk)
		if d.Spec != nil && f.surelyVariable(v, d) {
			f.words(d.Spec, d.Full, ofVariables, "a variable")
		}
	}
}

// surelyVariable reports whether a declaration cannot be one of a function, of a type or with parameters that nobody knows, or
// whose parameters are still to be typed.
func (f *misplacedFinder) surelyVariable(v *sema.Var, d *sema.VarDecl) bool {
	t := f.u.VarType(v)
	return !unfinished(d) && t.Kind != types.Unknown && t.Kind != types.Func && !mayBeParameters(d)
}

// mayBeParameters reports whether what initialises a variable stands in parentheses and may begin a parameter, as no literal does.
func mayBeParameters(d *sema.VarDecl) bool {
	in := d.Dtor.Init
	if in == nil || in.Kind != ast.InitParen {
		return false
	}
	toks := sema.Site{Chunk: d.Full.Chunk, Span: in.Span}.Tokens()
	return len(toks) < 2 || toks[1].Kind != token.Number && toks[1].Kind != token.Char && toks[1].Kind != token.String
}

// unfinished reports whether the text, or the line, ends with a declaration, before its semicolon.
func unfinished(d *sema.VarDecl) bool {
	toks := d.Full.Tokens()
	c := d.Full.Chunk
	return d.Dtor.Unended || len(toks) > 0 && int(d.Full.Span.Hi) == c.Hi-c.Lo && toks[len(toks)-1].Kind != token.Semi
}

func (f *misplacedFinder) typedef(t *sema.Typedef) {
	c := t.Site().Chunk
	spec, dtor := t.Declared()
	if spec != nil {
		f.words(spec, sema.Site{Chunk: c, Span: spec.Span}, 0, "a typedef")
		f.ops(dtor.Ops, c)
	} else if alias := t.Alias(); alias != nil {
		f.words(&alias.Spec, sema.Site{Chunk: c, Span: alias.Span}, 0, "a type alias")
		f.ops(alias.Ops, c)
	}
}

func (f *misplacedFinder) class(c *sema.Class) {
	if c.Def() != nil && len(c.Def().CUDA) > 0 {
		f.words(&ast.Specifiers{CUDA: c.Def().CUDA}, sema.Site{Chunk: c.Site().Chunk, Span: c.Def().Span}, 0, "a class")
	}
	for _, fl := range c.Fields() {
		if fl.Spec != nil && fl.Dtor != nil && !fl.Dtor.Unended && fl.Site().Chunk != nil {
			f.words(fl.Spec, sema.Site{Chunk: fl.Site().Chunk, Span: fl.Spec.Span}, 0, "a data member that is not static")
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
		f.words(&p.Spec, sema.Site{Chunk: c, Span: p.Span}, ofParameters, "a parameter")
		f.ops(p.Decl.Ops, c)
	}
}

// words looks for words that are not among those that mean something there.
func (f *misplacedFinder) words(spec *ast.Specifiers, full sema.Site, meant wordSet, what string) {
	for i := range spec.CUDA {
		s := &spec.CUDA[i]
		at := sema.Site{Chunk: full.Chunk, Span: s.Span}
		if wordsOf(s.Kind)&(meant|anywhere) != 0 || at.Chunk == nil || at.Chunk.System {
			continue
		}
		f.found(Misplaced{Kind: s.Kind, Site: at, Full: full, Spec: spec, What: what})
	}
	// A toolkit's __forceinline__ is a macro for an attribute of g++.
	for i := range spec.Attrs {
		at := sema.Site{Chunk: full.Chunk, Span: spec.Attrs[i].Span}
		if meant&wordsOf(ast.SpecForceInline) == 0 && f.u.Text(spec.Attrs[i].Name) == "always_inline" && at.Chunk != nil && !at.Chunk.System {
			f.found(Misplaced{Kind: ast.SpecForceInline, Site: at, Full: full, Spec: spec, What: what})
		}
	}
}
