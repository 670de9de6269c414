package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var illegalInit = &check.Rule{
	Slug: "illegal-init", Number: 20053, Tag: "illegal_init",
	Title:    "A __shared__ variable has an initialiser",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "shared", Chapter: "Variables",
	What: `Reports any initialiser of a ~__shared__~ variable: ~= 0~, ~{}~, arguments of a constructor, what a reference is bound to.`,
	Why: `Shared memory exists once for each thread block and begins with whatever the block before left there. No thread is in
charge of a first value.`,
	Instead: `Let one thread assign the value, and wait for it: ~if (threadIdx.x == 0) total = 0; __syncthreads();~`,
	Bad: `
__global__ void sum(const int *in, int *out) {
  __shared__ int total = 0;
  atomicAdd(&total, in[threadIdx.x]);
  __syncthreads();
  *out = total;
}
`,
	Good: `
__global__ void sum(const int *in, int *out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, in[threadIdx.x]);
  __syncthreads();
  *out = total;
}
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Memory&cudaspace.Shared == 0 || kit.Member(d) || kit.TemplateVar(d) {
			return check.Report{}, false
		}
		if _, ok := d.Init(p.Unit); !ok {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("%s is __shared__ and cannot have an initialiser; let one thread assign the value, then call __syncthreads()", d.Var.EntityName()),
			Fixes:   dropInit(p, d),
		}, true
	}),
}
