package device

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var cudaDeviceCodeUnsupportedOperator = &check.Rule{
	Slug: "cuda-device-code-unsupported-operator", Number: 20188, Tag: "cuda_device_code_unsupported_operator",
	Title:    "Device code asks for type information at run time",
	Severity: check.Error, Passes: check.InDevice,
	Section: "run-time-type-information-rtti", Chapter: "Device code",
	What: `Reports ~typeid~ and ~dynamic_cast~ in a ~__device__~, ~__global__~ or ~__host__ __device__~ function, whether or not it is used:
also of a type that is known, for a cast to a base, and in an operand that nobody evaluates.`,
	Why: `No type information is generated for the device. The compiler refuses the program.`,
	Instead: `Keep a tag in the base class and compare it, or call a virtual function. Where the type is known, use ~static_cast~,
~std::is_same~ or a template.`,
	Bad: `
struct Shape { __device__ virtual float area() const { return 0; } };
struct Disc : Shape { float r; };

__device__ bool isDisc(const Shape *s) { return dynamic_cast<const Disc *>(s) != nullptr; }
`,
	Good: `
enum class Kind { shape, disc };
struct Shape { Kind kind = Kind::shape; };
struct Disc : Shape { float r; };

__device__ bool isDisc(const Shape *s) { return s->kind == Kind::disc; }
`,
	Check: kit.DeviceConstructs(func(c *spaces.BodyConstruct) (what, advice string) {
		if c.Kind == sema.Typeid {
			return "typeid", "device code has no type information; keep a tag in the object, or compare types when compiling"
		}
		return "dynamic_cast", "device code has no type information; keep a tag in the base, or call a virtual function"
	}, sema.Typeid, sema.DynamicCast),
}
