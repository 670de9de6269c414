package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/toolchain"
)

// variableUses are the uses of variables on the side where they do not live: of device memory in the host pass, of host
// memory in the device pass.
var variableUses = check.NewQuery("variableUses", func(p *check.Pass) VariableUses {
	if p.Kind == toolchain.DevicePass {
		return deviceUses(p.Spaces, p.Bodies(), p.Emission)
	}
	return hostUses(p.Spaces, p.Bodies())
})
