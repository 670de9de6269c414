package storage

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/memory"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

// constantBank is where the variables in constant memory lie.
var constantBank = kit.InDevice("constantBank", func(p *check.Pass) *memory.Bank {
	return memory.Constants(memory.Input{
		Unit: p.Unit, Spaces: p.Spaces, Declared: p.Declared, System: p.SystemConstants, Bodies: p.Bodies(), Emission: p.Emission,
		RDC: p.Command.RDC.On, Debug: p.Command.DeviceDebug, CUDA: int(p.Command.Version()),
	})
})

// storageWord is how long a variable in a body lives: what the person wrote, or what the memory space makes of it.
func storageWord(d *spaces.VarDecl) string {
	if d.Automatic() && d.Memory&cudaspace.Shared == 0 {
		return "an automatic"
	}
	return "a static"
}

// inFunc says where a variable in a body stands: "in f(), which is __host__".
func inFunc(p *check.Pass, d *spaces.VarDecl) string {
	return fmt.Sprintf("in %s, which is %s", spell.Func(p.Unit, d.In), kit.SideOf(d.Space.Space))
}

// Mends of a declaration.

// dropMemory removes the memory space from a declaration that declares nothing else.
func dropMemory(p *check.Pass, d *spaces.VarDecl) []check.Mend {
	return dropVarSpecifiers(p, d, d.Memory.String(), mend.IsMemorySpace)
}

func dropVarSpecifiers(p *check.Pass, d *spaces.VarDecl, name string, which func(ast.CUDAKind) bool) []check.Mend {
	if d.Decl != nil && !d.Decl.Alone || !livesWithout(p, d, which) {
		return nil
	}
	return mendOf("Remove "+name, mend.Respecify(p.Unit, d.Full, d.Spec, which, ""))
}

// madeOnDevice reports whether what makes or destroys a variable's object may run on the device alone.
func madeOnDevice(p *check.Pass, v *sema.Var) bool {
	t := sema.ElementOf(p.Unit.VarType(v))
	c := p.Unit.ClassOf(t)
	if c == nil {
		return false
	}
	device := func(f *sema.Func) bool { return f != nil && p.Spaces.Of(f).Space == cudaspace.Device }
	return device(c.Destructor()) || slices.ContainsFunc(c.Ctors(), func(e sema.Entity) bool {
		f, ok := e.(*sema.Func)
		return ok && device(f)
	})
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
		return d.Space.Space&cudaspace.Host == 0 || !madeOnDevice(p, d.Var)
	}
	return !kit.UsedOn(p, d.Var, cudaspace.Device) && !kit.InitialisedWith(p, d.Var, func(u *sema.Use) bool {
		mem, known := spaces.MemoryOf(p.Unit, u.Var)
		return mem != 0 || !known
	})
}

// changeMemory puts another memory space in the place of a declaration's own.
func changeMemory(p *check.Pass, d *spaces.VarDecl, to cudaspace.Memory) []check.Mend {
	if d.Decl != nil && !d.Decl.Alone {
		return nil
	}
	return mendOf(fmt.Sprintf("Make it %s", to), mend.Respecify(p.Unit, d.Full, d.Spec, mend.IsMemorySpace, to.String()))
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
	before := d.Full
	before.Span.Hi = d.Site.Span.Lo
	if d.Spec != nil && d.Spec.Hi > d.Spec.Lo {
		before.Span.Hi = min(before.Span.Hi, d.Spec.Hi)
	}
	return wordIn(u, before, word)
}

// wordIn is the first place of a word among tokens.
func wordIn(u *sema.Unit, s sema.Site, word string) (sema.Site, bool) {
	i := slices.IndexFunc(s.Tokens(), func(t token.Token) bool { return u.Text(t.Sym) == word })
	s.Span.Lo += int32(i)
	s.Span.Hi = s.Span.Lo + 1
	return s, i >= 0
}

// memoryWord is the place of the memory space in a declaration.
func memoryWord(d *spaces.VarDecl) sema.Site {
	return kit.SpecifierOr(d.Site, d.Spec, mend.IsMemorySpace)
}

// addWord writes a word before a declaration.
func addWord(p *check.Pass, d *spaces.VarDecl, title, word string) []check.Mend {
	return mendOf(title, []check.Change{{Site: mend.SpecifiersAt(p.Unit, d.Full), How: check.InsertBefore, Text: word + " "}})
}

// dropInit removes the initialiser of a declaration that can be without.
func dropInit(p *check.Pass, d *spaces.VarDecl) []check.Mend {
	t := p.Unit.VarType(d.Var)
	if d.Decl == nil || d.Decl.Dtor.Init == nil || !standsAsStatement(d) || t.IsRef() || t.IsConst() || placeholder(d.Spec) {
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
