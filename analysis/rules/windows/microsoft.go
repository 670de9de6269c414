package windows

import (
	"strings"

	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// LayoutReason is why Microsoft's compiler may lay out a type otherwise than device code does, which follows the Itanium ABI.
type LayoutReason uint8

// The reasons, from the Programming Guide's section on Windows.
const (
	sameLayout LayoutReason = iota
	memberPointers
	virtualFunctions
	virtualBases
	severalEmptyBases
	emptyBaseAsFirstField
)

// Doubtful is a part of a type whose layout the two compilers may decide otherwise.
type Doubtful struct {
	Why LayoutReason
	// Class is the class whose layout is in doubt; nil for a pointer to member. At is where it, or the member of that type,
	// is declared.
	Class *sema.Class
	At    sema.Site
}

// maxLayoutDepth bounds how deep members of members are looked at.
const maxLayoutDepth = 32

// microsoftLayout tells why a type's layout may differ between device code and Microsoft's compiler. What is not known
// counts as the same.
func microsoftLayout(u *sema.Unit, t *types.Type) Doubtful {
	return findMicrosoftLayout(u, t, maxLayoutDepth)
}

func findMicrosoftLayout(u *sema.Unit, t *types.Type, depth int) Doubtful {
	t = sema.ElementOf(t)
	if t.Kind == types.MemberPointer {
		return Doubtful{Why: memberPointers}
	}
	c := u.ClassOf(t)
	if c == nil || depth == 0 {
		return Doubtful{}
	}
	if why := classLayout(u, c); why != sameLayout {
		return Doubtful{Why: why, Class: c, At: c.Site()}
	}
	for _, f := range c.Fields() {
		if d := findMicrosoftLayout(u, u.FieldType(f), depth-1); d.Why != sameLayout {
			if d.At.IsZero() {
				d.At = f.Site()
			}
			return d
		}
	}
	for _, b := range c.Bases() {
		if b.Class != nil {
			if d := findMicrosoftLayout(u, u.ClassType(b.Class), depth-1); d.Why != sameLayout {
				return d
			}
		}
	}
	return Doubtful{}
}

// classLayout is the doubt about a class itself, apart from its members' and bases' own.
func classLayout(u *sema.Unit, c *sema.Class) LayoutReason {
	if u.IsPolymorphic(c) == sema.Yes {
		return virtualFunctions
	}
	bases, empty := 0, 0
	for _, b := range hierarchy(c, maxLayoutDepth) {
		if b.virtual {
			return virtualBases
		}
		bases++
		if u.IsEmptyClass(b.class) == sema.Yes {
			empty++
		}
	}
	switch {
	case len(c.Bases()) > 1 && empty > 1:
		return severalEmptyBases
	case bases > 0 && empty == bases && len(c.Fields()) > 0:
		for _, b := range hierarchy(c, maxLayoutDepth) {
			if startsWith(u, u.FieldType(c.Fields()[0]), b.class, maxLayoutDepth) {
				return emptyBaseAsFirstField
			}
		}
	}
	return sameLayout
}

type baseOf struct {
	class   *sema.Class
	virtual bool
}

// hierarchy are the direct and indirect bases of a class that are known.
func hierarchy(c *sema.Class, depth int) []baseOf {
	var out []baseOf
	if depth == 0 {
		return nil
	}
	for _, b := range c.Bases() {
		if b.Class != nil {
			out = append(out, baseOf{b.Class, b.Virtual})
			out = append(out, hierarchy(b.Class, depth-1)...)
		}
	}
	return out
}

// startsWith reports whether an empty class b lies at offset 0 of an object of type t: as a base, or so within the first
// member.
func startsWith(u *sema.Unit, t *types.Type, b *sema.Class, depth int) bool {
	t = sema.ElementOf(t)
	c := u.ClassOf(t)
	if c == nil || depth == 0 {
		return false
	}
	if c == b {
		return true
	}
	for _, base := range hierarchy(c, maxLayoutDepth) {
		if base.class == b {
			return true
		}
	}
	return len(c.Fields()) > 0 && startsWith(u, u.FieldType(c.Fields()[0]), b, depth-1)
}

// Crossing is an object that passes between host and device by its bytes.
type Crossing struct {
	Site sema.Site
	Type *types.Type
	// Kernel is the kernel that takes the object as an argument, Copy the function of the runtime that copies it.
	Kernel, Copy *sema.Func
}

// crossings are the objects of class type and the pointers to members that pass between the sides: parameters of kernels,
// at the kernel or, of a template's instance, at the launch; and what cudaMemcpy and its kin copy.
func crossings(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts) []Crossing {
	var out []Crossing
	for _, f := range declared.Funcs {
		if i := m.Of(f); i.Known && i.Space&cudaspace.Global != 0 && f.Args == nil && f.Template == nil {
			out = append(out, parameters(m, f, f.Site())...)
		}
	}
	spaces.Each(m, bodies, func(b *sema.Facts) {
		for i := range b.Launches {
			if l := &b.Launches[i]; l.Kernel != nil && l.Kernel.Template != nil && !l.Dependent {
				out = append(out, parameters(m, l.Kernel, l.Site)...)
			}
		}
		seen := map[sema.Site]bool{} // a copy has two ends
		for i := range b.Erased {
			if e := &b.Erased[i]; copies(e.Callee) && crosses(m.U, e.Pointee) && !seen[e.Call] {
				seen[e.Call] = true
				out = append(out, Crossing{Site: e.Site, Type: e.Pointee, Copy: e.Callee})
			}
		}
	})
	return out
}

func parameters(m *spaces.Model, f *sema.Func, at sema.Site) []Crossing {
	t := m.U.FuncType(f)
	if t.Kind != types.Func {
		return nil
	}
	var out []Crossing
	for _, p := range t.Params {
		if crosses(m.U, p) {
			out = append(out, Crossing{Site: at, Type: p, Kernel: f})
		}
	}
	return out
}

func crosses(u *sema.Unit, t *types.Type) bool {
	return t.Kind == types.MemberPointer || u.ClassOf(t) != nil && u.Complete(u.ClassOf(t)) == sema.Complete
}

// copies reports whether a function is one of the runtime's that copy bytes between host and device.
func copies(f *sema.Func) bool {
	return f.CLinkage && strings.HasPrefix(f.EntityName(), "cudaMemcpy")
}

// floatConstants are the uses in device code of values of const floating variables of the host, which a front end that
// imitates Microsoft's compiler does not fold. bodies are those that the pass reads.
func floatConstants(m *spaces.Model, bodies []*sema.Facts) []spaces.VarUse {
	var out []spaces.VarUse
	spaces.Each(m, bodies, func(b *sema.Facts) {
		sp, ok := m.DeviceBody(b)
		if !ok || b.Template || b.Func.Implicit {
			return
		}
		for i := range b.Uses {
			u := &b.Uses[i]
			v := u.Var
			if u.Kind != sema.Read || v.Constexpr || u.Dependent || !m.HostVariable(v) || !m.Constant(v) || m.LocalToHost(v) {
				continue
			}
			if t := m.U.VarType(v); t.IsFloating() && !t.IsVolatile() {
				out = append(out, spaces.VarUse{Func: b.Func, Space: sp, Use: u, Site: u.Site})
			}
		}
	})
	return out
}
