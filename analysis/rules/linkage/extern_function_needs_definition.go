package linkage

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var externFunctionNeedsDefinition = &check.Rule{
	Slug: "extern-function-needs-definition", Tag: "extern-function-needs-definition",
	Title:    "A device function is called that the file does not define",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "external-linkage", Chapter: "Linkage",
	What: `Reports a call, in what is compiled for the device, of a function that runs on the device and is only declared, when the
file is not compiled with ~-rdc=true~ (or ~-dc~). What headers of the system or the toolkit declare, templates and
virtual calls are not looked at; nor is a file that includes something that was not found. Where no declaration says
~extern~ it is a hint: the definition may yet be written.`,
	Why: `Without relocatable device code nothing is linked: each file's device code must be complete. nvcc's front end accepts
the call, and ptxas ends with ~Unresolved extern function~.`,
	Happens: `With nvcc 13.0 on an H200: ptxas refused the example: "Unresolved extern function".`,
	Instead: `Define the function in this file or in a header that it includes, or compile all files with ~-rdc=true~.`,
	Bad: `
// flags: -rdc=false
__device__ float turbulence(float x);
__global__ void shade(float *p) { *p = turbulence(*p); }
`,
	Good: `
// flags: -rdc=false
__device__ float turbulence(float x) { return x * x; }
__global__ void shade(float *p) { *p = turbulence(*p); }
`,
	Check: checkUndefined,
}

func checkUndefined(p *check.Pass) {
	u := p.Unit
	if p.Command.RDC.On || !p.Flagged(p.Command.RDC) || len(u.PP.Missing) > 0 {
		return
	}
	said := map[*sema.Func]bool{}
	for _, f := range p.Emission.Funcs() {
		caller := p.Spaces.Of(f)
		b := u.Facts(f)
		if b == nil || b.Template || f.Implicit || !caller.Known || !caller.Space.OnDevice() || len(b.Bad) > 0 {
			continue
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			if c.Virtual || c.IsConstant || c.Context&removed != 0 || said[c.Callee] || !mend.Unresolved(p, c.Callee) {
				continue
			}
			said[c.Callee] = true
			name := spell.Func(u, c.Callee)
			p.Report(check.Report{
				Site: c.Site, Func: f, Severity: doubt(c.Callee),
				Message: name + " is declared but not defined in this file: without -rdc=true, ptxas ends with \"Unresolved extern function\"; " +
					"define it here, or compile with -rdc=true",
				Related: []check.Note{{Site: c.Callee.Site(), Message: name + " is declared here"}},
			})
		}
	}
}

// doubt is the severity where nothing says that the definition is meant to be in another file: it may not be written yet.
func doubt(f *sema.Func) *check.Severity {
	for _, fd := range f.Decls {
		if fd.Spec.Flags&ast.Extern != 0 {
			return nil
		}
	}
	hint := check.Hint
	return &hint
}

// removed are the circumstances of a call of which nothing may be left in the compiled code.
const removed = sema.Discarded | sema.Undecided | sema.Dead | sema.Folded | sema.Constant
