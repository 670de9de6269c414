package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var extendedHostDeviceGenericLambda = &check.Rule{
	Slug: "extended-host-device-generic-lambda", Number: 20157, Tag: "extended_host_device_generic_lambda",
	Title:    "A __host__ __device__ lambda is generic",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended ~__host__ __device__~ lambda with ~auto~ parameters or template parameters of its own.
~__device__~ lambdas may be generic.`,
	Why:     `nvcc hides a ~__host__ __device__~ lambda behind a wrapper that is made for one signature.`,
	Instead: `Write the parameter types, make the lambda ~__device__~, or use a functor with a call operator template.`,
	Bad: `
// flags: --extended-lambda
float twice(float v)
{
    auto f = [] __host__ __device__(auto x) { return x + x; };
    return f(v);
}
`,
	Good: `
// flags: --extended-lambda
float twice(float v)
{
    auto f = [] __host__ __device__(float x) { return x + x; };
    return f(v);
}
`,
	Check: extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if !l.HostDevice() || !l.Generic() {
			return nil
		}
		return lambdaReport(l.IntroSite(), "an extended __host__ __device__ lambda is generic; write the types of its parameters, or use a functor")
	}),
}
