package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var unannotatedStaticNotAllowedInDevice = &check.Rule{
	Slug: "unannotated-static-not-allowed-in-device", Number: 20055, Tag: "unannotated_static_not_allowed_in_device",
	Title:    "A static variable of device code has no memory space",
	Severity: check.Warning, Passes: check.InDevice, Off: true,
	Section: "static-variables-within-function", Chapter: "Variables",
	What: `Reports a ~static~ local variable without a memory space in the body of a function that runs on the device, constants too.
It is off unless ~#pragma nv_diag_warning 20055~ or the configuration asks for it.`,
	Why:     `The variable is an implicit ~__device__~ one. In a ~__host__ __device__~ function the host has another of the same name.`,
	Instead: `Write ~static __device__~.`,
	Bad: `
#pragma nv_diag_warning 20055
__device__ int ticket() {
  static int next;
  return atomicAdd(&next, 1);
}
`,
	Good: `
#pragma nv_diag_warning 20055
__device__ int ticket() {
  static __device__ int next;
  return atomicAdd(&next, 1);
}
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Memory != 0 || !d.Known || d.Var.Kind != sema.LocalStatic || !d.Space.Known || !d.Space.Space.OnDevice() {
			return check.Report{}, false
		}
		r := check.Report{
			Message: fmt.Sprintf("%s is static %s, and has no memory space: it is an implicit __device__ variable", d.Var.EntityName(), inFunc(p, d)),
			Related: kit.WhySpace(p, d.In, d.Space),
		}
		if s, ok := wordOf(p.Unit, d, "static"); ok && kit.SideOf(d.Space.Space) == d.Space.Space&^1 {
			r.Fixes = mendOf("Make it __device__", []check.Change{{Site: s, How: check.InsertAfter, Text: " __device__"}})
		}
		return r, true
	}),
}
