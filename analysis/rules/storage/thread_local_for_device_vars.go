package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var threadLocalForDeviceVars = &check.Rule{
	Slug: "thread-local-for-device-vars", Number: 20113, Tag: "thread_local_for_device_vars",
	Title:    "A variable in device memory is thread_local",
	Severity: check.Error, Passes: check.InDevice,
	Section: "thread-local", Chapter: "Variables",
	What: `Reports ~thread_local~ on a variable with a memory space: at namespace scope, in a class, in a body, and on a variable
template. ~__thread~ is not looked at.`,
	Why:     `Thread storage belongs to host threads; the device has none. nvcc refuses the program.`,
	Instead: `Leave ~thread_local~ out. For a value in each device thread, declare a plain variable in the kernel.`,
	Bad: `
thread_local __device__ int seed;
`,
	Good: `
__device__ int seeds[1024];
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Memory == 0 {
			return check.Report{}, false
		}
		word, ok := wordOf(p.Unit, d, "thread_local")
		if !ok {
			return check.Report{}, false
		}
		return check.Report{
			Site:    kit.OnLineOf(word, d.Site),
			Message: fmt.Sprintf("%s is %s and cannot be thread_local; the device has no thread storage", d.Var.EntityName(), d.Memory),
			Fixes:   notPerThread(p, d),
		}, true
	}),
}

// notPerThread leaves the storage to the memory space: a variable in a body needs another word for living on.
func notPerThread(p *check.Pass, d *spaces.VarDecl) []check.Mend {
	word, ok := wordOf(p.Unit, d, "thread_local")
	if _, static := wordOf(p.Unit, d, "static"); !ok || static || !d.Local() || d.Memory&cudaspace.Shared != 0 {
		return dropWord(p, d, "thread_local")
	}
	if d.Decl != nil && !d.Decl.Alone {
		return nil
	}
	return mendOf("Write static instead of thread_local", []check.Change{{Site: word, How: check.Replace, Text: "static"}})
}
