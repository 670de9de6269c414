package kernels

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var mainMarkedDevice = &check.Rule{
	Slug: "main-marked-device", Number: 20081, Tag: "main_marked_device",
	Title:    "main is declared for the device",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Kernels",
	What: `Reports a declaration of the program's ~main~ that says ~__device__~ or ~__global__~. A ~main~ in a namespace or class
is another function.`,
	Why:     `The operating system starts ~main~ on the host.`,
	Instead: `Leave the execution space out.`,
	Bad: `
__host__ __device__ int main() { return 0; }
`,
	Good: `
__host__ int main() { return 0; }
`,
	Check: kit.DeclarationRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if !isMain(d) || spaces.Written(d.Decl.Spec)&(cudaspace.Device|cudaspace.Global) == 0 {
			return
		}
		m := check.Mend{Title: "Remove the execution space of main", Preferred: true}
		for _, fd := range d.Func.Decls {
			m.Changes = append(m.Changes, mend.Respecify(p.Unit, fd.Full, fd.Spec, mend.IsExecutionSpace, "")...)
		}
		at := kit.CudaSpecifier(d.Decl, func(k ast.CUDAKind) bool { return k == ast.SpecDevice || k == ast.SpecGlobal })
		say(at, "main runs on the host and cannot be "+spaces.Written(d.Decl.Spec).String(), m)
	}),
}

// isMain reports whether a declaration is one of the program's main.
func isMain(d *spaces.Declaration) bool {
	ns, _ := d.Func.Parent().(*sema.Namespace)
	return !d.Instance && d.Func.MemberOf == nil && (d.Decl.Block || ns != nil && ns.Parent() == nil) && d.Func.EntityName() == "main"
}
