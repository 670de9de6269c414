package storage

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var staticVarWithDynamicInit = &check.Rule{
	Slug: "static-var-with-dynamic-init", Number: 20054, Tag: "static_var_with_dynamic_init",
	Title:    "A static variable of device code needs code to be initialised or destroyed",
	Severity: check.Error, Passes: check.InDevice,
	Section: "static-variables-within-function", Chapter: "Variables",
	What: `Reports a ~static~ local variable of a function that runs on the device whose initialiser is no constant, or whose class has
a constructor or destructor that is not empty. For a ~__shared__~ variable it is a warning, since a constructor that is not
empty never runs. #20061 says which constructors are empty; here they must be defined before the function, which those of class
templates never are, but for functions that are made from templates themselves. A default constructor that nobody wrote passes where
it is ~constexpr~, whatever the initialisers of the members call; that of a local class does not.`,
	Why: `There is no guard that would let one thread run the initialisation while all others wait. nvcc refuses the program; the
~__shared__~ variable holds whatever was in the memory before.`,
	Instead: `Initialise with a constant and assign in the body; make the constructor ~constexpr~; let one thread set up a ~__shared__~
variable and call ~__syncthreads()~.`,
	Bad: `
__device__ int next(int first) {
  static int id = first;
  return atomicAdd(&id, 1);
}
`,
	Good: `
__device__ int next() {
  static int id = 100;
  return atomicAdd(&id, 1);
}
`,
	Stage: check.BodyMade,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		shared := d.Memory&cudaspace.Shared != 0
		if !d.Local() || d.Pattern || d.Decl == nil || d.Var.InRange || !d.Space.Known || !d.Space.Space.OnDevice() ||
			d.Var.Kind != sema.LocalStatic && (d.Var.Kind != sema.LocalVar || !shared) || d.Var.ThreadLocal {
			return check.Report{}, false
		}
		if _, has := d.Init(p.Unit); has && shared {
			return check.Report{}, false // refused anyway
		}
		consequence := "no thread would run that"
		if shared {
			consequence = "no thread runs it"
		}
		r, wrong := dynamicReport(p, d, consequence)
		if !wrong && constexprByDefault(p.Unit, d) {
			wrong = true
			r.Message = subjectOf(d) + ": it is constexpr without an initialiser, and a constructor at run time is what the compiler makes of that; write {}"
			r.Fixes = preferred(mendOf("Write {}", []check.Change{
				{Site: sema.Site{Chunk: d.Site.Chunk, Span: d.Decl.Dtor.Span}, How: check.InsertAfter, Text: "{}"},
			}))
		}
		r.Func, r.Related = d.In, append(r.Related, kit.WhySpace(p, d.In, d.Space)...)
		if shared {
			warning := check.Warning
			r.Severity = &warning
		}
		return r, wrong
	}),
}

// constexprByDefault reports whether a variable is constexpr and made by default, by a constructor that does something. nvcc 12.4's front
// end folds that for variables that are const, and for those with {}, and not for these.
func constexprByDefault(u *sema.Unit, d *spaces.VarDecl) bool {
	t := sema.ElementOf(u.VarType(d.Var))
	c := u.ClassOf(t)
	if _, has := d.Init(u); has || c == nil || !d.Var.Constexpr {
		return false
	}
	s := u.SpecialsOf(c)
	return !s.Uncertain && s.DefaultCtor != nil && u.IsTrivial(s.DefaultCtor) == sema.No
}
