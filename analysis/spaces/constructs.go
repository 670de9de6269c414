package spaces

import (
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
)

// BodyConstruct is a construct in the body where it stands.
type BodyConstruct struct {
	*sema.Construct
	Body *sema.Facts
	// Func is the function whose body it is, or for what an instance discards, the instance; nil in a variable's initialiser,
	// and in default arguments and default member initialisers as such.
	Func *sema.Func
	// Space is Func's; nothing is known of it without Func.
	Space Info
}

// OnDevice reports whether the construct stands in the text of a function that is certainly compiled for the device.
func (c *BodyConstruct) OnDevice() bool {
	return c.Space.Known && c.Space.Space.OnDevice() && c.Own()
}

// Own reports whether the construct is not one of a default argument or default member initialiser that the body uses: no pass
// blames the user for those.
func (c *BodyConstruct) Own() bool {
	return c.Func == nil || c.Context&(sema.InDefaultArg|sema.InMemberInit) == 0
}

// Constructs lists what stands in the bodies and other declarations that a pass reads, and in the device pass in the instances that these need. The
// front end looks at constructs as it reads: whether the function is used makes no difference, nor does it matter whether an
// arm of if constexpr is discarded. What an instance discards it has seen in the definition.
func (m *Model) Constructs(declared sema.Declared, bodies []*sema.Facts) []BodyConstruct {
	device := m.Opts.Pass == toolchain.DevicePass
	if device {
		bodies = m.WithInstances(bodies)
	}
	out := bodyConstructs.In(m, bodies, func(b *sema.Facts, found func(BodyConstruct)) {
		if b.Func != nil && b.Func.Implicit || b.Func == nil && b.Var == nil {
			return
		}
		part := BodyConstruct{Body: b}
		add := func(in *sema.Func, from *sema.Facts, only sema.Context) {
			if part.Func = in; in != nil {
				part.Space = m.Of(in)
			}
			for i := range from.Constructs {
				part.Construct = &from.Constructs[i]
				if part.Context&only == only && !(from.Template && device && part.Kind == sema.UnrollPragma) { // looked at in what is generated
					found(part)
				}
			}
		}
		switch {
		case !device || b.Template && m.ReadWithBody(b.Func):
			add(b.Func, b, 0)
		case !b.Template:
			add(b.Func, b, 0)
			m.ReadBefore(b.Func, add)
		}
	})
	defaults := func(b *sema.Facts) {
		if b != nil {
			for i := range b.Constructs {
				out = append(out, BodyConstruct{Construct: &b.Constructs[i], Body: b})
			}
		}
	}
	for _, f := range declared.Funcs {
		if !f.Implicit {
			defaults(m.U.DefaultFacts(f))
		}
	}
	for _, c := range declared.Classes {
		defaults(m.U.MemberInitFacts(c))
	}
	return out
}

var bodyConstructs = NewSearch[BodyConstruct]()

// ReadWithBody reports whether a template's definition is read as the body of an ordinary function is: that of a generic lambda in
// one, that of a friend that a class template defines, and what these hold.
func (m *Model) ReadWithBody(f *sema.Func) bool {
	if f == nil {
		return false
	}
	if f.Closure == nil {
		b := m.U.Facts(f)
		return b != nil && (!b.Template || f.Template == nil && b.Decl != nil && b.Decl.FriendIn != nil)
	}
	if outer := f.Closure.Outer; outer != nil {
		if outer.Call != nil {
			return m.ReadWithBody(outer.Call)
		}
		return outer.CallT != nil && m.ReadWithBody(outer.CallT.Func)
	}
	return f.Closure.Func == nil || m.ReadWithBody(f.Closure.Func)
}
