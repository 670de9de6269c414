package kit

import (
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// MemoryNote is what is said at the declaration of a variable that a finding is about.
func MemoryNote(u *sema.Unit, v *sema.Var) string { return u.Text(v.Sym()) + " is declared here" }

// SideOf is the space that the front end words a function with: of a kernel that is __host__ as well it speaks as of host code.
func SideOf(s cudaspace.Space) cudaspace.Space {
	switch {
	case s == cudaspace.Global|cudaspace.Host:
		return cudaspace.Host
	case s&cudaspace.Global != 0:
		return cudaspace.Global
	case s&cudaspace.HostDevice == cudaspace.HostDevice:
		return cudaspace.HostDevice
	}
	return s.Effective()
}

// User names the function in whose body something is, and its space: by what a person called, where it is a library's own.
func User(p *check.Pass, f *sema.Func, space cudaspace.Space) string {
	if site := f.Site(); p.Emission != nil && site.Chunk != nil && site.Chunk.System {
		if called := p.Emission.Library(f); called != nil {
			return fmt.Sprintf("what %s runs on the device", spell.Called(p.Unit, called))
		}
	}
	return fmt.Sprintf("%s, which is %s", spell.Func(p.Unit, f), SideOf(space))
}

// DeclaredAs says where a function's space comes from.
func DeclaredAs(u *sema.Unit, f *sema.Func, i spaces.Info) string {
	switch {
	case i.Origin == spaces.FromContext && i.Context != nil:
		return fmt.Sprintf("%s is %s because it stands in %s", spell.Func(u, f), SideOf(i.Space), spell.Func(u, i.Context))
	case i.Origin == spaces.FromContext:
		return fmt.Sprintf("%s is %s because it stands in no function", spell.Func(u, f), SideOf(i.Space))
	case i.Origin == spaces.FromPrimary && i.Context != nil:
		return fmt.Sprintf("%s is %s as its primary template is", spell.Func(u, f), SideOf(i.Space))
	}
	return fmt.Sprintf("%s is declared %s here", spell.Func(u, f), SideOf(i.Space))
}

// WhySpace explains the space of a caller that nobody wrote.
func WhySpace(p *check.Pass, f *sema.Func, i spaces.Info) []check.Note {
	if i.Origin == spaces.FromVariable {
		return []check.Note{{
			Site:    i.Variable.Site(),
			Message: fmt.Sprintf("%s counts as __device__: it is empty, and %s lives in device memory", spell.Func(p.Unit, f), i.Variable.EntityName()),
		}}
	}
	if i.Context == nil || f == nil || i.Origin != spaces.FromContext && i.Origin != spaces.FromPrimary {
		return nil
	}
	return []check.Note{{Site: i.Context.Site(), Message: DeclaredAs(p.Unit, f, i)}}
}

// FamilyIs reports whether all functions that a virtual function overrides, or that override it, have an execution space.
func FamilyIs(p *check.Pass, f *sema.Func, space cudaspace.Space) bool {
	u := p.Unit
	if u.IsVirtual(f) != sema.Yes {
		return true
	}
	is := func(o *sema.Func) bool {
		i := p.Spaces.Of(o)
		return p.Spaces.CallerDefined(o) || i.Known && i.Space&cudaspace.HostDevice == space
	}
	return !slices.ContainsFunc(slices.Concat(Overriders.Of(p)[f], u.Overridden(f)), func(o *sema.Func) bool { return !is(o) })
}

// UnrollNotes say why the function with an unroll pragma is compiled for a side, and in which instance it stands.
func UnrollNotes(p *check.Pass, c *spaces.BodyConstruct) []check.Note {
	notes := WhySpace(p, c.Func, c.Space)
	if len(c.Func.Args) > 0 {
		notes = append(notes, check.Note{Site: c.Func.Site(), Message: "in the instance " + spell.Func(p.Unit, c.Func)})
	}
	return notes
}

// VariableNotes point at the variable's declaration.
func VariableNotes(v *spaces.VarUse) []check.Note {
	s := v.Use.Var.Site()
	if s.IsZero() {
		return nil
	}
	where := "declared in host memory here: no memory space is written"
	if v.Memory != 0 {
		where = "declared " + v.Memory.String() + " here"
	}
	return []check.Note{{Site: s, Message: fmt.Sprintf("%s is %s", v.Use.Var.EntityName(), where)}}
}

// OnlyDeclaration is a variable's declaration, where it has one that declares nothing else: an edit of it changes this
// variable alone.
func OnlyDeclaration(p *check.Pass, v *sema.Var) *sema.VarDecl {
	decls := p.Unit.VarDecls(v)
	if len(decls) != 1 || !decls[0].Alone || v.Template != nil {
		return nil
	}
	return decls[0]
}
