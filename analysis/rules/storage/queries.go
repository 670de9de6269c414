package storage

import (
	"cudals/analysis/check"
	"cudals/analysis/memory"
	"cudals/analysis/rules/internal/kit"
)

// constantBank is where the variables in constant memory lie.
var constantBank = kit.InDevice("constantBank", func(p *check.Pass) *memory.Bank {
	return memory.Constants(memory.Input{
		Unit: p.Unit, Spaces: p.Spaces, Declared: p.Declared, System: p.SystemConstants, Bodies: p.Bodies(), Emission: p.Emission,
		RDC: p.Command.RDC.On, Debug: p.Command.DeviceDebug, CUDA: int(p.Command.Version()),
	})
})
