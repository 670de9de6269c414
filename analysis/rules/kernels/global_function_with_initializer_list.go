package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var globalFunctionWithInitializerList = &check.Rule{
	Slug: "global-function-with-initializer-list", Number: 20115, Tag: "global_function_with_initializer_list",
	Title:    "A kernel parameter is a std::initializer_list",
	Severity: check.Error, Passes: check.InDevice,
	Section: "global-functions-and-function-templates", Chapter: "Kernels",
	What: `Reports a kernel parameter of type ~std::initializer_list~, const or not, also behind an alias; of a template also where
it depends on parameters. References, pointers and derived classes are not looked at.`,
	Why: `An initializer_list is a pair of pointers to an array on the host's stack. The launch copies the pointers, not the
array.`,
	Instead: `Pass the values in a structure that holds an array, or copy them to device memory and pass a pointer.`,
	Bad: `
namespace std {
template <class T>
class initializer_list {
  const T *first;
  unsigned long count;
};
}
__global__ void store(float *out, std::initializer_list<float> values) {}
`,
	Good: `
struct Four { float v[4]; };
__global__ void store(float *out, Four values) { *out = values.v[0]; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		for i, t := range kit.ParamTypes(p.Unit, d.Func) {
			if t.Kind == types.Expansion {
				t = t.Elem
			}
			if c, ok := t.Decl.(*sema.Class); ok && t.Kind == types.Class && kit.InitializerList(c) {
				say(kit.OnLineOf(d.Decl.Site, kit.ParamSite(d, i)), kit.ParamName(p.Unit, d, i)+", a kernel, is a std::initializer_list, which points to an array on the "+
					"host; pass a structure with an array, or a pointer to device memory")
			}
		}
	}),
}
