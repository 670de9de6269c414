package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var noDynamicInit = &check.Rule{
	Slug: "no-dynamic-init", Number: 20061, Tag: "no_dynamic_init",
	Title:    "A variable in device memory needs code to be initialised or destroyed",
	Severity: check.Error, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Reports a variable at namespace scope in device, constant, shared or managed memory whose initialiser is no constant, or whose
class has a constructor or destructor that is not empty. Instances of variable templates count.

A constructor is empty when it has no parameters, initialises nothing and has an empty body (~return;~ and nested empty
blocks aside), in a class without virtual functions, virtual bases and default member initialisers, and the same holds for
all bases and members. A destructor is empty under the like conditions. A constexpr constructor that gives a constant is fine, before
CUDA 13.0 only where the destructor is trivial.`,
	Why:     `Nothing runs on the device before the kernels, so nobody would call the constructor.`,
	Instead: `Make the constructor ~constexpr~, initialise with constants, or let the first kernel (or ~cudaMemcpyToSymbol~) fill the variable.`,
	Bad: `
struct Range {
  int lo, hi;
  __host__ __device__ Range() { lo = 0; hi = 10; }
};
__device__ Range range;
`,
	Good: `
struct Range {
  int lo, hi;
  constexpr Range() : lo(0), hi(10) {}
};
__device__ Range range;
`,
	Stage: check.FileRead,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Var.Kind != sema.NamespaceVar || d.Decl == nil || !d.Decl.Defines || d.Pattern {
			return check.Report{}, false
		}
		merged := *d // another declaration may say where the variable lies
		if merged.Memory == 0 {
			merged.Memory, _ = spaces.MemoryOf(p.Unit, d.Var)
		}
		if merged.Memory == 0 {
			return check.Report{}, false
		}
		return dynamicReport(p, &merged, "nothing runs on the device before the kernels")
	}),
}

// dynamicReport says why code must run for a variable in device memory; ok is false where none must, for all that is known.
func dynamicReport(p *check.Pass, d *spaces.VarDecl, consequence string) (r check.Report, ok bool) {
	life := p.Unit.StaticLife(d.Var)
	if life.Dynamic == sema.No && d.Local() && !madeLast(d.In) {
		switch f := life.Latest; {
		case f != nil && f.Site.Chunk.Ord > d.Site.Chunk.Ord:
			return check.Report{
				Message: fmt.Sprintf("%s: its class has a member that is defined only behind it, so it does not count as empty here; %s", subjectOf(d), consequence),
				Related: []check.Note{{Site: f.Site, Message: "defined here"}},
			}, true
		case life.Instance != nil:
			return check.Report{
				Message: fmt.Sprintf("%s: %s is made from a template at the end of the file, so it does not count as empty here; %s",
					subjectOf(d), spell.Func(p.Unit, life.Instance), consequence),
				Related: []check.Note{{Site: life.Instance.Site(), Message: "its definition; make it constexpr or leave it to the compiler"}},
			}, true
		}
	}
	if life.Dynamic != sema.Yes {
		return r, false
	}
	for _, why := range life.Why {
		r.Related = append(r.Related, check.Note{Site: why.Site, Message: why.Text})
	}
	switch {
	case life.Folded:
		r.Message = fmt.Sprintf("%s: its initial value is constant, but its class has a destructor; %s", subjectOf(d), consequence)
	case life.Func == nil:
		r.Message = fmt.Sprintf("%s: its initialiser is evaluated at run time; %s", subjectOf(d), consequence)
		if site, has := d.Init(p.Unit); has {
			r.Related = append(r.Related, check.Note{Site: site, Message: "this is no constant"})
		}
	default:
		reason := "it is not empty"
		if len(life.Why) > 0 {
			reason = life.Why[0].Text
		}
		r.Message = fmt.Sprintf("%s: %s is not empty: %s; %s", subjectOf(d), spell.Func(p.Unit, life.Func), reason, consequence)
	}
	r.Fixes = emptyMends(p, d, life)
	return r, true
}

func subjectOf(d *spaces.VarDecl) string {
	memory := d.Memory.String() + " "
	if d.Memory == 0 {
		memory = "static "
	}
	return memory + d.Var.EntityName()
}

// madeLast reports whether a function is made at the end of the file, when everything is known.
func madeLast(f *sema.Func) bool {
	return f == nil || spaces.MadeFromTemplate(f) || f.Closure != nil
}

// emptyMends make a constructor constexpr that does nothing but initialise all members, each by itself. What it gives never reaches
// shared memory, and in a body it is still called.
func emptyMends(p *check.Pass, d *spaces.VarDecl, life sema.StaticLife) []check.Mend {
	f := life.Func
	if d.Memory&cudaspace.Shared != 0 || d.Local() && f != nil && !p.Spaces.Of(f).Space.OnDevice() {
		return nil
	}
	if f == nil || f.Kind != sema.Constructor || len(f.Decls) != 1 || f.Constexpr || f.MemberOf.Template != nil {
		return nil
	}
	c, initialised := f.MemberOf, 0
	for _, why := range life.Why {
		if !why.Initialises {
			return nil
		}
		initialised++
	}
	if initialised != len(c.Fields()) || len(c.Bases()) > 0 {
		return nil
	}
	fd := f.Decls[0]
	at := sema.Site{Chunk: fd.Site.Chunk, Span: mend.FirstToken(fd)}
	return mendOf("Make the constructor constexpr", []check.Change{{Site: at, How: check.InsertBefore, Text: "constexpr "}})
}
