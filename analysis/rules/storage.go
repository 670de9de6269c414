package rules

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

// storageRule makes the check of a rule about declarations of variables. judge says what is wrong with one; instances of
// one template say it once.
func storageRule(judge func(*check.Pass, *spaces.VarDecl) (check.Report, bool)) func(*check.Pass) {
	return func(p *check.Pass) {
		said := map[sema.Site]bool{}
		list := varDecls.Of(p)
		for i := range list {
			d := &list[i]
			if said[d.Site] {
				continue
			}
			if r, wrong := judge(p, d); wrong {
				said[d.Site] = true
				if r.Site.IsZero() {
					r.Site = d.Site
				}
				p.Report(r)
			}
		}
	}
}

const onDevice = cudaspace.DeviceMemory | cudaspace.Constant | cudaspace.Managed

// member reports whether a static data member is declared: those have rules of their own.
func member(d *spaces.VarDecl) bool { return d.Var.Kind == sema.StaticMember }

// templateVar reports whether a variable template, or an instance of one, is declared: the front end applies few of its
// rules to those.
func templateVar(d *spaces.VarDecl) bool { return d.Var.Template != nil && !d.Local() }

// storageWord is how long a variable in a body lives: what the person wrote, or what the memory space makes of it.
func storageWord(d *spaces.VarDecl) string {
	if d.Automatic() && d.Memory&cudaspace.Shared == 0 {
		return "an automatic"
	}
	return "a static"
}

// inFunc says where a variable in a body stands: "in f(), which is __host__".
func inFunc(p *check.Pass, d *spaces.VarDecl) string {
	return fmt.Sprintf("in %s, which is %s", p.Unit.Describe(d.In), sideOf(d.Space.Space))
}

// Mends of a declaration.

// dropMemory removes the memory space from a declaration that declares nothing else.
func dropMemory(p *check.Pass, d *spaces.VarDecl) []check.Mend {
	return dropVarSpecifiers(p, d, d.Memory.String(), isMemorySpace)
}

func dropVarSpecifiers(p *check.Pass, d *spaces.VarDecl, name string, which func(ast.CUDAKind) bool) []check.Mend {
	if d.Decl != nil && !d.Decl.Alone || !livesWithout(p, d, which) {
		return nil
	}
	return mendOf("Remove "+name, respecify(p.Unit, d.Full, d.Spec, which, ""))
}

// livesWithout reports whether a variable may live where it is without some of its memory spaces.
func livesWithout(p *check.Pass, d *spaces.VarDecl, which func(ast.CUDAKind) bool) bool {
	rest := ast.Specifiers{CUDA: slices.DeleteFunc(slices.Clone(d.Spec.CUDA), func(s ast.CUDASpec) bool { return which(s.Kind) })}
	switch mem := spaces.WrittenMemory(&rest); {
	case mem&cudaspace.Shared != 0:
		return mem&^cudaspace.Shared == 0
	case mem != 0:
		return !d.Local() || !d.Automatic()
	case d.Local():
		return true
	}
	return !usedOn(p, d.Var, cudaspace.Device) && !initialisedWith(p, d.Var, func(u *sema.Use) bool {
		mem, known := spaces.MemoryOf(p.Unit, u.Var)
		return mem != 0 || !known
	})
}

// usedOn reports whether code that is compiled for a side uses a variable.
func usedOn(p *check.Pass, v *sema.Var, side cudaspace.Space) bool {
	for _, b := range p.Spaces.Everything(p.Declared, p.Bodies) {
		if b == nil {
			continue
		}
		space := cudaspace.Host // of initialisers
		if b.Func != nil {
			space = p.Spaces.Of(b.Func).Space
		}
		if side&cudaspace.Device != 0 && space&cudaspace.Global != 0 {
			space |= cudaspace.Device
		}
		if space&side != 0 && slices.ContainsFunc(b.Uses, func(u sema.Use) bool { return sema.Written(u.Var) == sema.Written(v) }) {
			return true
		}
	}
	return false
}

// initialisedWith reports whether a variable's initialiser has a use of a kind.
func initialisedWith(p *check.Pass, v *sema.Var, is func(*sema.Use) bool) bool {
	f := p.Unit.VarFacts(v)
	return f != nil && slices.ContainsFunc(f.Uses, func(u sema.Use) bool { return is(&u) })
}

// changeMemory puts another memory space in the place of a declaration's own.
func changeMemory(p *check.Pass, d *spaces.VarDecl, to cudaspace.Memory) []check.Mend {
	if d.Decl != nil && !d.Decl.Alone {
		return nil
	}
	return mendOf(fmt.Sprintf("Make it %s", to), respecify(p.Unit, d.Full, d.Spec, isMemorySpace, to.String()))
}

// dropWord removes a word from among the specifiers of a declaration.
func dropWord(p *check.Pass, d *spaces.VarDecl, word string) []check.Mend {
	if d.Decl != nil && !d.Decl.Alone {
		return nil
	}
	if s, ok := wordOf(p.Unit, d, word); ok {
		return mendOf("Remove "+word, []check.Change{{Site: s, How: check.Remove}})
	}
	return nil
}

// wordOf is the place of a word before the declared name.
func wordOf(u *sema.Unit, d *spaces.VarDecl, word string) (sema.Site, bool) {
	for i, t := range d.Full.Tokens() {
		at := d.Full.Span.Lo + int32(i)
		if at >= d.Site.Span.Lo {
			break
		}
		if u.Text(t.Sym) == word {
			return sema.Site{Chunk: d.Full.Chunk, Span: ast.Span{Lo: at, Hi: at + 1}}, true
		}
	}
	return sema.Site{}, false
}

// memoryWord is the place of the memory space in a declaration.
func memoryWord(d *spaces.VarDecl) sema.Site { return specifierOr(d.Site, d.Spec, isMemorySpace) }

// addWord writes a word before a declaration.
func addWord(p *check.Pass, d *spaces.VarDecl, title, word string) []check.Mend {
	return mendOf(title, []check.Change{{Site: specifiersAt(p.Unit, d.Full), How: check.InsertBefore, Text: word + " "}})
}

// dropInit removes the initialiser of a declaration.
func dropInit(p *check.Pass, d *spaces.VarDecl) []check.Mend {
	t := p.Unit.VarType(d.Var)
	if d.Decl == nil || d.Decl.Dtor.Init == nil || t.IsRef() || t.IsConst() || placeholder(d.Spec) {
		return nil
	}
	site, _ := d.Init(p.Unit)
	site.Span.Lo-- // with the token before it, so that no space is left
	before := p.Unit.Text(site.Tokens()[0].Sym)
	return mendOf("Remove the initialiser", []check.Change{{Site: site, How: check.Replace, Text: before}})
}

func placeholder(s *ast.Specifiers) bool {
	_, auto := s.Type.(*ast.AutoType)
	return auto
}

// preferred marks mends that are right whatever was meant.
func preferred(mends []check.Mend) []check.Mend {
	for i := range mends {
		mends[i].Preferred = true
	}
	return mends
}

func mendOf(title string, changes []check.Change) []check.Mend {
	if len(changes) == 0 {
		return nil
	}
	return []check.Mend{{Title: title, Changes: changes}}
}

// standsAsStatement reports whether a declaration in a body is a statement of its own, and no condition or loop variable.
func standsAsStatement(d *spaces.VarDecl) bool {
	c := d.Full.Chunk
	at := c.Lo + int(d.Full.Span.Lo) - 1
	return at < c.Lo || c.Seg.Toks[at].Kind != token.LParen
}
