package calls

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// reportBuiltins says of calls in what is compiled for the device that they are of the host compiler's functions.
func reportBuiltins(p *check.Pass, caller cudaspace.Space) {
	if p.Command.Dialect != toolchain.NVCC {
		return
	}
	kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
		if !cudaspace.HostBuiltin(c.Word) || kit.SideOf(c.Space.Space) != caller || c.Site.Chunk.System || !p.Emission.Contains(c.Func) ||
			c.Context&(sema.Unevaluated|sema.Constant|sema.Discarded|sema.Undecided|sema.Folded) != 0 ||
			caller != cudaspace.Global && p.Spaces.ExecCheckDisabled(c.Func) {
			return
		}
		advice := "it cannot be called there"
		if instead := cudaspace.DeviceBuiltin(c.Word); instead != "" {
			advice += "; device code has " + instead
		}
		r := kit.InBody(p, c, c.Word+", a function of the host compiler", advice)
		r.Stage = check.Code
		p.Report(r)
	}, sema.BuiltinCall)
}
