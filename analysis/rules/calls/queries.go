package calls

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// readViolations are the calls that cross sides in bodies that the pass reads.
var readViolations = check.NewQuery("readViolations", func(p *check.Pass) []spaces.Violation {
	return findReadViolations(p.Spaces, p.Bodies())
})

// hostViolations are those in the host pass.
var hostViolations = kit.InHost("hostViolations", readViolations.Of)

// deviceViolations are those in code that is compiled for the device.
var deviceViolations = kit.InDevice("deviceViolations", func(p *check.Pass) []spaces.Violation {
	return findDeviceViolations(p.Spaces, p.Bodies(), p.Emission, readViolations.Of(p))
})

// latentViolations are those in code of the device that is not compiled.
var latentViolations = kit.InDevice("latentViolations", func(p *check.Pass) []spaces.Violation {
	return findLatentViolations(p.Spaces, p.Bodies(), p.Emission, readViolations.Of(p))
})

// inlinedViolations are those of deviceViolations that the front end comes to again when it considers inlining the callee. Then it
// says what defaults call at another place, which is left out.
var inlinedViolations = kit.InDevice("inlinedViolations", func(p *check.Pass) []spaces.Violation {
	return slices.DeleteFunc(slices.Clone(deviceViolations.Of(p)), func(v spaces.Violation) bool {
		return !v.Inlined || v.Call.Context&(sema.InDefaultArg|sema.InMemberInit) != 0
	})
})

// deducedReferences are what needs the result of a device function that is to be deduced.
var deducedReferences = kit.InHost("deducedReferences", func(p *check.Pass) []spaces.Reference {
	return findDeducedReferences(p.Spaces, p.Declared, p.Bodies())
})

// stubCalls are the calls in host code of members that nobody wrote and that call device functions.
var stubCalls = kit.InHost("stubCalls", func(p *check.Pass) []StubCall { return findStubCalls(p.Spaces, p.Declared, p.Bodies()) })
