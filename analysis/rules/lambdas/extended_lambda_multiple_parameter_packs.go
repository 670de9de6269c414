package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

func extendedLambdaMultipleParameterPacks() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "extended-lambda-multiple-parameter-packs", Number: 20317, Tag: "extended_lambda_multiple_parameter_packs",
			Title:    "An extended lambda in a function template with several packs",
			Severity: check.Error, Passes: check.InHost | check.InDevice,
			Section: "extended-lambda-restrictions", Chapter: "Lambdas",
			Doc: kit.Ticks(`
## What it does

Reports an extended lambda in a function template with more than one template parameter pack, or with one that is not the last.

## Why is this bad?

nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type names the template arguments
of what stands around it. CUDA 12 accepted such templates, and later versions refuse them.

## What to do instead

Leave one pack, and put it last; a second one may be an argument of a class template that the function takes.
`),
			Bad: `
// flags: --extended-lambda --cuda-version=13.0
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class... T, int N = 32>
void clear(float *p, T...) { run<<<1, N>>>([p] __device__(int i) { p[i] = 0.f; }); }
`,
			Good: `
// flags: --extended-lambda --cuda-version=13.0
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <int N, class... T>
void clear(float *p, T...) { run<<<1, N>>>([p] __device__(int i) { p[i] = 0.f; }); }
`,
		},
		Check: lambdaParents(severalPacks),
	}
}
