package device

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var noVectorOpsOnDevice = &check.Rule{
	Slug: "no-vector-ops-on-device", Number: 20237, Tag: "no_vector_ops_on_device",
	Title:    "Device code computes with GNU vectors",
	Severity: check.Error, Passes: check.InDevice,
	Section: "host-compiler-extensions", Chapter: "Device code",
	What: `Reports arithmetic, comparisons and compound assignments of GNU vectors (~__attribute__((vector_size(16)))~) in a function that is
compiled for the device, used or not. Plain assignments, signs and elements are not reported; where the type is written,
unsupported-type-in-device-code (#20106) is.`,
	Why:     `The vectors are those of the host's processor. The compiler refuses the program.`,
	Instead: `Use ~float4~ and its like, and compute element by element.`,
	Bad: `
typedef float vec __attribute__((vector_size(16)));
__device__ void add(vec *a, const vec *b) { *a += *b; }
`,
	Good: `
__device__ void add(float4 *a, const float4 *b) {
  a->x += b->x;
  a->y += b->y;
  a->z += b->z;
  a->w += b->w;
}
`,
	Check: kit.DeviceConstructs(func(*spaces.BodyConstruct) (what, advice string) {
		return "an operation on GNU vectors", "device code has none; compute element by element"
	}, sema.VectorOperation),
}
