package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var zeroSizeParNotAllowed = &check.Rule{
	Slug: "zero-size-par-not-allowed", Number: 20212, Tag: "zero_size_par_not_allowed",
	Title:    "A parameter of device code has size zero",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "function-parameters", Chapter: "Kernels",
	What: `Reports a definition of a ~__device__~, ~__global__~ or ~__host__ __device__~ function that takes something of size zero
by value: a class whose members are arrays without elements. Empty classes have size one. Templates are judged in the
instances that are named.`,
	Why: `Arrays without elements are an extension of gcc's. Device code passes parameters by their size, and there is nothing to
pass; host and device would disagree about the arguments behind it.`,
	Instead: `Pass a pointer to the object, or give the class a member.`,
	Bad: `
struct Trailer { unsigned char bytes[0]; };
__global__ void append(unsigned char *to, Trailer t) { *to = sizeof(t); }
`,
	Good: `
struct Trailer { unsigned char bytes[0]; };
__global__ void append(unsigned char *to, Trailer *t) { *to = sizeof(*t); }
`,
	Check: kit.DeclarationRule(judgeZeroSize),
}

func judgeZeroSize(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	u := p.Unit
	if kit.IsPattern(d) || d.Decl.Body == nil || d.Instance && d.Func.Specialization || !spaces.Written(d.Decl.Spec).OnDevice() ||
		d.Func.MemberOf != nil && (d.Func.MemberOf.Dependent || d.Func.MemberOf.Template != nil) {
		return
	}
	for i, t := range kit.ParamTypes(u, d.Func) {
		if t.Kind != types.Class || t.IsDependent() || !d.Instance && ofTemplate(u, t) || incomplete(d, u.ClassOf(t)) {
			continue
		}
		if size, _, ok := u.Size(t); ok && size == 0 {
			say(kit.ParamSite(d, i), kit.ParamName(u, d, i)+", which runs on the device, has size zero, as "+spell.Type(u, t, d.Func)+
				" has no data; pass a pointer to it")
		}
	}
}

// ofTemplate reports whether a type is an instance of a class template, whose size the front end does not know when it reads the
// definition of a function that is no template.
func ofTemplate(u *sema.Unit, t *types.Type) bool {
	c := u.ClassOf(t)
	return c != nil && c.Template != nil
}

// incomplete reports whether a declaration stands in the definition of class c, or of one in it.
func incomplete(d *spaces.Declaration, c *sema.Class) bool {
	var in sema.Entity
	switch {
	case d.Decl.FriendIn != nil:
		in = d.Decl.FriendIn
	case d.Decl.InClass:
		in = d.Func.MemberOf
	}
	for k, ok := in.(*sema.Class); ok; k, ok = k.Parent().(*sema.Class) {
		if k == c {
			return true
		}
	}
	return false
}
