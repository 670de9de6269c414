package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var threadLocalInDeviceCode = &check.Rule{
	Slug: "thread-local-in-device-code", Number: 20114, Tag: "thread_local_in_device_code",
	Title:    "Device code declares a thread_local variable",
	Severity: check.Error, Passes: check.InDevice,
	Section: "thread-local", Chapter: "Variables",
	What: `Reports a ~thread_local~ variable in the body of a function that runs on the device, its lambdas included. Functions that
nobody calls count, templates once they are instantiated. ~__thread~ is not looked at.`,
	Why: `Thread storage belongs to host threads; the device has none. nvcc refuses the program.`,
	Instead: `Leave ~thread_local~ out: each device thread has its own copy of a plain local variable. What must outlive the function
goes into an array with one element for each thread.`,
	Bad: `
__global__ void walk(int *out) {
  thread_local int step = 0;
  out[threadIdx.x] = ++step;
}
`,
	Good: `
__global__ void walk(int *out) {
  int step = 0;
  out[threadIdx.x] = ++step;
}
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Memory != 0 || !d.Known || d.Var.Kind != sema.LocalStatic || !d.Space.Known || !d.Space.Space.OnDevice() {
			return check.Report{}, false
		}
		if _, ok := wordOf(p.Unit, d, "thread_local"); !ok {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("%s is thread_local %s; the device has no thread storage", d.Var.EntityName(), inFunc(p, d)),
			Func:    d.In, Related: kit.WhySpace(p, d.In, d.Space),
			Fixes: plainVariable(p, d),
		}, true
	}),
}

// plainVariable makes a variable of a thread an automatic one, which does not begin with zero by itself.
func plainVariable(p *check.Pass, d *spaces.VarDecl) []check.Mend {
	mends := dropWord(p, d, "thread_local")
	if _, static := wordOf(p.Unit, d, "static"); static || d.Decl == nil {
		return nil
	}
	if _, has := d.Init(p.Unit); !has && len(mends) > 0 {
		if p.Unit.ClassOf(p.Unit.VarType(d.Var)) != nil {
			return nil
		}
		at := sema.Site{Chunk: d.Site.Chunk, Span: d.Decl.Dtor.Span}
		mends[0].Changes = append(mends[0].Changes, check.Change{Site: at, How: check.InsertAfter, Text: " = {}"})
	}
	return mends
}
