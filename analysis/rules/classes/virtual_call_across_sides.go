package classes

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
)

var virtualCallAcrossSides = &check.Rule{
	Slug: "virtual-call-across-sides", Tag: "virtual-call-across-sides",
	Title:    "A kernel calls a virtual function of an object that the host built",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "virtual-functions", Chapter: "Classes",
	What: `Reports a pointer given to a kernel that certainly leads to an object of a class with virtual functions which the host built: by
a new-expression in memory that both sides reach, or by copying the bytes of its own object with ~cudaMemcpy~. Only where the
kernel calls a virtual function through that parameter.`,
	Why: `The object holds a pointer to the virtual function table of the side that built it. On the other side there is nothing at that
address that could be called. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the launch succeeded and the next synchronisation gave ~cudaErrorIllegalAddress~.`,
	Instead: `Build the object where it is used: by placement new in a kernel. Or choose the function without virtual functions, by a template
parameter or a tag.`,
	Bad: `
#include <cuda_runtime.h>

struct Shape {
  float side;
  __host__ __device__ virtual float area() const { return side * side; }
};

__global__ void measure(const Shape *shape, float *out) { *out = shape->area(); }

void run(float *out) {
  Shape square, *shape;
  cudaMalloc((void **)&shape, sizeof *shape);
  cudaMemcpy(shape, &square, sizeof square, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(shape, out);
}
`,
	Good: `
#include <cuda_runtime.h>

struct Shape {
  float side;
  __host__ __device__ float area() const { return side * side; }
};

__global__ void measure(const Shape *shape, float *out) { *out = shape->area(); }

void run(float *out) {
  Shape square, *shape;
  cudaMalloc((void **)&shape, sizeof *shape);
  cudaMemcpy(shape, &square, sizeof square, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(shape, out);
}
`,
	Check: checkVirtualAcross,
}

func checkVirtualAcross(p *check.Pass) {
	u := p.Unit
	for _, x := range virtualAcross(p.Spaces, kit.Read.Of(p), p.Flows) {
		kernel, class := spell.Func(u, x.Launch.Callee), x.Class.EntityName()
		r := check.Report{
			Site: x.Site,
			Message: fmt.Sprintf("this leads to an object of %s that host code built: %s cannot call its virtual functions; build it in device code",
				class, kernel),
			Related: []check.Note{{Site: x.Built, Message: "host code builds the object here"}},
		}
		if !x.Copied.IsZero() {
			r.Related = append(r.Related, check.Note{Site: x.Copied, Message: "its bytes are copied to the device here"})
		}
		r.Related = append(r.Related, check.Note{Site: x.Call.Site, Message: kernel + " calls " + spell.Func(u, x.Call.Callee) + " here"})
		p.ReportOnce(r)
	}
}
