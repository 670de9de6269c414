package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

func extendedLambdaParentTemplateParamUnnamed() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "extended-lambda-parent-template-param-unnamed", Number: 20315, Tag: "extended_lambda_parent_template_param_unnamed",
			Title:    "An extended lambda in a class template with an unnamed parameter",
			Severity: check.Error, Passes: check.InHost | check.InDevice,
			Section: "extended-lambda-restrictions", Chapter: "Lambdas",
			Doc: kit.Ticks(`
## What it does

Reports an extended lambda in a member function of a class template one of whose parameters has no name.

## Why is this bad?

nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type names the template arguments
of what stands around it. CUDA 12 accepted such templates, and later versions refuse them.

## What to do instead

Give each template parameter a name.
`),
			Bad: `
// flags: --extended-lambda --cuda-version=13.0
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class>
struct Field {
    void clear(float *p) { run<<<1, 32>>>([p] __device__(int i) { p[i] = 0.f; }); }
};
`,
			Good: `
// flags: --extended-lambda --cuda-version=13.0
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class T>
struct Field {
    void clear(float *p) { run<<<1, 32>>>([p] __device__(int i) { p[i] = 0.f; }); }
};
`,
		},
		Check: lambdaParents(unnamedInClass),
	}
}
