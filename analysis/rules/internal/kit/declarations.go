package kit

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

// Say reports what is wrong with a declaration.
type Say func(at sema.Site, message string, fixes ...check.Mend)

// DeclarationRule makes the check of a rule about declarations of functions, each by itself. A place is reported once: what a
// template shows, its instances do not show again.
func DeclarationRule(judge func(p *check.Pass, d *spaces.Declaration, say Say)) func(*check.Pass) {
	return judgeDeclarations(judge, func(*spaces.Declaration) bool { return true }, false)
}

// DirectiveRule is DeclarationRule for a fault that nvcc 12.4's front end finds in each explicit instantiation once more.
func DirectiveRule(judge func(p *check.Pass, d *spaces.Declaration, say Say)) func(*check.Pass) {
	return judgeDeclarations(judge, func(*spaces.Declaration) bool { return true }, true)
}

// KernelRule is declarationRule for declarations that say __global__.
func KernelRule(judge func(p *check.Pass, d *spaces.Declaration, say Say)) func(*check.Pass) {
	return judgeDeclarations(judge, (*spaces.Declaration).Kernel, false)
}

// judgeDeclarations makes the check of a rule about those declarations that are chosen, with directives of all explicit instantiations.
func judgeDeclarations(
	judge func(p *check.Pass, d *spaces.Declaration, say Say), chosen func(*spaces.Declaration) bool, directives bool,
) func(*check.Pass) {
	read := spaces.NewJudgement[check.Report]()
	emitted := spaces.NewJudgement[check.Report]()
	return func(p *check.Pass) {
		var seen map[sema.Site]bool
		read, emitted := read.On(p.Spaces), emitted.On(p.Spaces)
		look := func(d *spaces.Declaration, found func(check.Report)) {
			judge(p, d, func(at sema.Site, message string, fixes ...check.Mend) {
				r := check.Report{Site: at, Message: message, Fixes: fixes}
				if d.Instance && !d.Named.IsZero() {
					r.Related = []check.Note{{Site: d.Named, Message: spell.Func(p.Unit, d.Func) + " is named here"}}
				}
				found(r)
			})
		}
		for _, part := range functions.Of(p) {
			if p.Unit.Stopped() {
				return
			}
			search := read
			if part.Emitted {
				search = emitted
			}
			for _, r := range search.Of(part.Body, func(found func(check.Report)) {
				for i := range part.List {
					if d := &part.List[i]; chosen(d) {
						look(d, found)
					}
				}
				if !directives || part.Body != nil {
					return
				}
				for _, f := range p.Declared.Instantiated {
					for _, fd := range f.InstSites {
						look(&spaces.Declaration{Func: f, Decl: fd}, found)
					}
				}
			}) {
				if !seen[r.Site] {
					if seen == nil {
						seen = make(map[sema.Site]bool)
					}
					seen[r.Site] = true
					p.Report(r)
				}
			}
		}
	}
}

// OnLineOf is a place where it begins on the anchor's line, and else the anchor. nvcc 12.4's front end names the anchor's line, and
// people look there with the compiler's output beside them.
func OnLineOf(anchor, at sema.Site) sema.Site {
	if lineOf(at) == lineOf(anchor) {
		return at
	}
	return anchor
}

// lineOf is the line on which a place begins.
func lineOf(s sema.Site) int {
	seg, lo, hi := s.Present()
	place, _ := seg.Range(lo, hi)
	return place.File.LineOf(place.Span.Start)
}

// Part is the place of a part of a declaration, its name where there is none.
func Part(d *spaces.Declaration, span ast.Span) sema.Site {
	if span.IsEmpty() {
		return d.Decl.Site
	}
	return sema.Site{Chunk: d.Decl.Site.Chunk, Span: span}
}

// CudaSpecifier is the place of a declaration's first CUDA specifier of some kinds, its name where there is none.
func CudaSpecifier(fd *sema.FuncDecl, which func(ast.CUDAKind) bool) sema.Site {
	return SpecifierOr(fd.Site, fd.Spec, which)
}

// SpecifierOr is the place of the first CUDA specifier of some kinds, that of the declared name where there is none.
func SpecifierOr(name sema.Site, spec *ast.Specifiers, which func(ast.CUDAKind) bool) sema.Site {
	for i := range spec.CUDA {
		if s := &spec.CUDA[i]; which(s.Kind) {
			return sema.Site{Chunk: name.Chunk, Span: s.Span}
		}
	}
	return name
}

// WrittenAs is what a word of a toolkit's becomes among some tokens of a chunk, where a token of them comes from that word.
func WrittenAs(c *sema.Chunk, among ast.Span, at sema.Site, word string) (whole sema.Site, ok bool) {
	place, _ := check.PlaceOf(at)
	if place.IsZero() || string(place.File.Slice(place.Span)) != word {
		return whole, false
	}
	same := func(i int32) bool {
		p, _ := check.PlaceOf(sema.Site{Chunk: c, Span: ast.Span{Lo: i, Hi: i + 1}})
		return p == place
	}
	span := at.Span
	for span.Lo > among.Lo && same(span.Lo-1) {
		span.Lo--
	}
	for span.Hi < among.Hi && same(span.Hi) {
		span.Hi++
	}
	return sema.Site{Chunk: c, Span: span}, true
}

// DeclarationsOf are all declarations that a person wrote of a function, of its template where it is an instance.
func DeclarationsOf(u *sema.Unit, f *sema.Func) []*sema.FuncDecl {
	if f.Template != nil && f.Args != nil && !f.Specialization {
		f = f.Template.Func
	}
	u.CompleteDecls(f)
	return f.Decls
}

// Agreeing are all declarations whose types have to agree with a function's: those of it, and the explicit instantiations of its
// template.
func Agreeing(p *check.Pass, f *sema.Func) []*sema.FuncDecl {
	list := slices.Clone(DeclarationsOf(p.Unit, f))
	for _, o := range p.Declared.Instantiated {
		if f.Template != nil && o.Template == f.Template {
			list = append(list, o.InstSites...)
		}
	}
	return list
}

// ParamSite is the place of parameter i, or of the name where parameters are not written.
func ParamSite(d *spaces.Declaration, i int) sema.Site {
	if p := d.Decl.Param(i); p != nil {
		return Part(d, p.Span)
	}
	return d.Decl.Site
}

// ParamName completes a message: "parameter x of k(int)".
func ParamName(u *sema.Unit, d *spaces.Declaration, i int) string {
	what := fmt.Sprintf("parameter %d", i+1)
	if p := d.Decl.Param(i); p != nil && p.Decl.Name != nil {
		what = "parameter " + u.Text(p.Decl.Name.Last().Sym)
	}
	return what + " of " + spell.Func(u, d.Func)
}

// ByValue makes parameter i of a function one that is passed by value, in all declarations. There is no such mend where the
// type says more than the reference, where a launch could not copy the object, and for templates of which instances are declared.
func ByValue(pass *check.Pass, f *sema.Func, i int) []check.Mend {
	if !copiedByLaunch(pass.Unit, f, i) || f.Template != nil && slices.ContainsFunc(pass.Declared.Funcs, func(o *sema.Func) bool {
		return o.Template == f.Template && (o.Specialization || o.ExplicitInst)
	}) {
		return nil
	}
	m := check.Mend{Title: "Pass the parameter by value"}
	for _, fd := range Agreeing(pass, f) {
		p := fd.Param(i)
		if p == nil || len(p.Decl.Ops) == 0 {
			return nil
		}
		op := p.Decl.Ops[len(p.Decl.Ops)-1]
		if op.Kind != ast.OpLRef && op.Kind != ast.OpRRef ||
			slices.ContainsFunc(p.Decl.Ops, func(op ast.TypeOp) bool { return op.Kind == ast.OpArray || op.Kind == ast.OpFunc }) {
			return nil
		}
		m.Changes = append(m.Changes, check.Change{Site: sema.Site{Chunk: fd.Site.Chunk, Span: op.Span}})
	}
	return []check.Mend{m}
}

// copiedByLaunch reports whether a launch could pass the object that parameter i refers to, copying its bytes.
func copiedByLaunch(u *sema.Unit, f *sema.Func, i int) bool {
	params := ParamTypes(u, f)
	if i >= len(params) {
		return false
	}
	t := params[i].NonRef().Unqual()
	if c := u.ClassOf(t); c != nil {
		return u.IsTriviallyCopyable(c) == sema.Yes && !InitializerList(c)
	}
	return !t.IsUnknown() && t.Kind != types.Array && !(t.Kind == types.Basic && t.Basic == ast.VaList)
}

// InitializerList reports whether a class is a std::initializer_list.
func InitializerList(c *sema.Class) bool {
	return c.Template != nil && c.Template.EntityName() == "std::initializer_list"
}

// ParamTypes are the types of a function's parameters; none where its type is not known.
func ParamTypes(u *sema.Unit, f *sema.Func) []*types.Type {
	if t := u.FuncType(f); t.Kind == types.Func {
		return t.Params
	}
	return nil
}

// IsPattern reports whether a declaration is a function template's own, whose dependent parts only instances decide.
func IsPattern(d *spaces.Declaration) bool {
	return !d.Instance && d.Func.Template != nil && d.Func.Args == nil
}

// DeclaredParams are the types of a declaration's parameters as they are written, qualifiers of the parameters themselves
// included: for each parameter one type, for a bound pack those of its elements.
func DeclaredParams(u *sema.Unit, fd *sema.FuncDecl) [][]*types.Type {
	if fd.Sig == nil {
		return nil
	}
	var out [][]*types.Type
	for _, v := range u.AddParams(fd.Scope.Child(sema.FuncScope), nil, fd.Sig) {
		var list []*types.Type
		for _, e := range v.Elems {
			list = append(list, u.VarType(e))
		}
		if v.Elems == nil {
			list = append(list, u.VarType(v))
		}
		out = append(out, list)
	}
	return out
}
