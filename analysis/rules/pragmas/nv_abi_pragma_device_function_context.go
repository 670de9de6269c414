package pragmas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/cudaspace"
)

var nvAbiPragmaDeviceFunctionContext = &check.Rule{
	Slug: "nv-abi-pragma-device-function-context", Number: 20319, Tag: "nv_abi_pragma_device_function_context",
	Title:    "A pragma nv_abi stands in a host function",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What:    `Reports ~#pragma nv_abi~ in the body of a function that runs on the host alone.`,
	Why:     `The pragma says how many registers of the device a call preserves. The compiler refuses it in host code.`,
	Instead: `Remove it, or put it before the call in device code that it is meant for.`,
	Bad: `
// flags: --cuda-version=13.0
void run(void (*step)()) {
#pragma nv_abi preserve_n_data(16)
  step();
}
`,
	Good: `
// flags: --cuda-version=13.0
__device__ void run(void (*step)()) {
#pragma nv_abi preserve_n_data(16)
  step();
}
`,
	Check: placedRule(func(p *check.Pass, a placedABI) string {
		if a.in != nil && a.Next == sema.ABIExpression && a.in.Space.Known && a.in.Space.Space == cudaspace.Host {
			return "stands in " + spell.Func(p.Unit, a.in.Func) + ", which is __host__: it is for device code"
		}
		return ""
	}),
}
