package variables

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var undefinedDeviceIdentifier = &check.Rule{
	Slug: "undefined-device-identifier", Number: 20068, Tag: "undefined_device_identifier",
	Title:    "Device code needs something that exists only on the host",
	Severity: check.Error, Passes: check.InDevice,
	Section: "const-qualified-variables", Chapter: "Variables",
	What: `Code that is compiled for the device needs the storage of a host variable, or the address of a host function. Scalar
constants are no trouble: the compiler folds them. What it does not fold are constants that are initialised at run time or
defined elsewhere, ~volatile~ ones, elements of constant arrays, string constants, and constants whose address is
taken or that are bound to a reference, as ~max(x, limit)~ does with parameters of type ~const int&~. The initialiser of a
~__device__~ variable may not name the address of a host variable or function either.

Uses that other rules speak of (#20016, #20094 to #20096 and their like) are not repeated; their findings are errors for it.
Where a pragma or a flag silences those, this error is left.`,
	Why: `Nothing in device memory answers to the name. The compiler refuses the program.`,
	Instead: `For an array of constants, write ~__constant__~ or ~__device__~ before it, or ~static constexpr~ inside the function.
For a constant that is bound to a reference, pass a copy: ~max(x, int(limit))~, or ~+limit~. For a function, add
~__device__~.`,
	Bad: `
constexpr int primes[4] = {2, 3, 5, 7};

__global__ void multiply(int *data) { data[threadIdx.x] *= primes[threadIdx.x % 4]; }
`,
	Good: `
__constant__ constexpr int primes[4] = {2, 3, 5, 7};
constexpr int limit = 100;

__global__ void multiply(int *data) {
  if (data[threadIdx.x] < limit) data[threadIdx.x] *= primes[threadIdx.x % 4];
}
`,
	Stage: check.Code,
	Check: func(p *check.Pass) {
		list := variableUses.Of(p).Undefined
		for i := range list {
			v := &list[i]
			if compoundLiteral(v) {
				continue
			}
			if relaxed := p.Command.RelaxedConstexpr; v.Callee != nil && v.Callee.Constexpr && (relaxed.On || !p.Flagged(relaxed)) {
				continue // the flag brings constexpr functions to the device
			}
			p.Report(undefinedReport(p, v))
		}
	},
}

func undefinedReport(p *check.Pass, v *spaces.VarUse) check.Report {
	u := p.Unit
	var where string
	if v.Func != nil {
		where = "in " + kit.User(p, v.Func, v.Space.Space)
	} else {
		where = "in the initialiser of " + v.Of.EntityName()
	}
	r := check.Report{Site: v.Site, Func: v.Func, Repeats: v.Repeats}
	if v.Callee != nil {
		what := "the address of host function"
		if v.Called {
			what = "host function"
		}
		r.Message = fmt.Sprintf("%s %s is undefined %s; declare it __device__", what, spell.Func(u, v.Callee), where)
		if s := v.Callee.Site(); !s.IsZero() {
			r.Related = append(r.Related, check.Note{Site: s, Message: kit.DeclaredAs(u, v.Callee, p.Spaces.Of(v.Callee))})
		}
		return r
	}
	r.Message = fmt.Sprintf("%s is %s and undefined %s: %s", v.Use.Var.EntityName(), livesIn(v), where, whyNotFolded(p, v))
	r.Related = kit.VariableNotes(v)
	r.Fixes = variableMends(p, v)
	return r
}

// whyNotFolded tells why the compiler does not put a constant in place of a variable.
func whyNotFolded(p *check.Pass, v *spaces.VarUse) string {
	u, x := p.Unit, v.Use.Var
	t := u.VarType(x)
	elem := sema.ElementOf(t)
	switch {
	case !elem.IsConst() && !x.Constexpr:
		return "give it a memory space"
	case v.Use.Kind == sema.Bind || v.Use.Kind == sema.Object:
		return "its value is a constant, but the object itself is needed here; copy it first or give it a memory space"
	case v.Use.Kind == sema.AddressOf:
		return "its value is a constant, but its address is needed here; give it a memory space"
	case elem.IsVolatile():
		return "a volatile object is no constant"
	case x.Kind == sema.BindingVar:
		return "a structured binding is no constant; pass its value as an argument"
	case u.InitDecl(x) == nil:
		return "its value is not known in this translation unit"
	case u.IsConstantInit(x) == sema.No:
		return "it is initialised at run time; pass its value as an argument"
	case staysObject(p.Spaces, x):
		return "an object that is a member of a class template is folded if the class declares it constexpr; declare it so, or give it a memory space"
	case v.Use.Element:
		return "elements of constant arrays are not folded; give the array a memory space"
	}
	return "its value is not folded here; give it a memory space"
}
