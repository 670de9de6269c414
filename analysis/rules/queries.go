package rules

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
)

// What several rules ask. Some of it is there in one pass alone, and empty in the other.
var (
	// readViolations are the calls that cross sides in bodies that the pass reads.
	readViolations = check.NewQuery("readViolations", func(p *check.Pass) []spaces.Violation {
		return p.Spaces.ReadViolations(p.Bodies)
	})
	// hostViolations are those in the host pass.
	hostViolations = inHost("hostViolations", readViolations.Of)
	// deviceViolations are those in code that is compiled for the device.
	deviceViolations = inDevice("deviceViolations", func(p *check.Pass) []spaces.Violation {
		return p.Spaces.DeviceViolations(p.Bodies, p.Emission, readViolations.Of(p))
	})
	// latentViolations are those in code of the device that is not compiled.
	latentViolations = inDevice("latentViolations", func(p *check.Pass) []spaces.Violation {
		return p.Spaces.LatentViolations(p.Bodies, p.Emission, readViolations.Of(p))
	})
	// variableUses are the uses of variables on the side where they do not live: of device memory in the host pass, of host
	// memory in the device pass.
	variableUses = check.NewQuery("variableUses", func(p *check.Pass) spaces.VariableUses {
		if p.Kind == toolchain.DevicePass {
			return p.Spaces.DeviceUses(p.Bodies, p.Emission)
		}
		return p.Spaces.HostUses(p.Bodies)
	})
	// read are the bodies, with the instances of templates that the device pass reads besides.
	read = check.NewQuery("read", func(p *check.Pass) []*sema.Facts { return p.Spaces.Read(p.Bodies) })
	// varDecls are the declarations of variables that the pass comes across. Instances of one template repeat those in its body.
	varDecls = check.NewQuery("varDecls", func(p *check.Pass) []spaces.VarDecl { return p.Spaces.VarDecls(p.Declared, p.Bodies) })
	// redeclared are the declarations that contradict earlier ones.
	redeclared = check.NewQuery("redeclared", func(p *check.Pass) spaces.Redeclarations {
		return p.Spaces.Redeclarations(p.Declared, p.Bodies, p.Emission)
	})
	// overridden are the virtual functions that contradict those they override.
	overridden = check.NewQuery("overridden", func(p *check.Pass) []spaces.Override {
		return p.Spaces.Overrides(p.Declared, p.Bodies, p.Emission)
	})
	// clashes are the names in nvcc's generated code that the host compiler cannot tell apart.
	clashes = inDevice("clashes", func(p *check.Pass) []spaces.Clash { return p.Spaces.Clashes(p.Declared, p.Emission) })
	// untimely are the uses of managed variables by code that runs before main or after exit.
	untimely = inHost("untimely", func(p *check.Pass) []spaces.Untimely { return p.Spaces.Untimely(p.Declared, p.Bodies) })
	// functions are the declarations of functions that say a word of CUDA's.
	functions = check.NewQuery("functions", func(p *check.Pass) []spaces.Declaration {
		return p.Spaces.Declarations(p.Declared, p.Bodies, localClasses.Of(p), p.Emission)
	})
	// kernels are those of functions that say __global__.
	kernels = check.NewQuery("kernels", func(p *check.Pass) []spaces.Declaration {
		return slices.DeleteFunc(slices.Clone(functions.Of(p)), func(d spaces.Declaration) bool { return !d.Kernel() })
	})
	// faultyInstances are the instances of kernels and of device variables that cannot be named from outside.
	faultyInstances = inDevice("faultyInstances", func(p *check.Pass) []spaces.FaultyInstance {
		return p.Spaces.FaultyInstances(p.Declared, p.Bodies)
	})
	// deducedReferences are what needs the result of a device function that is to be deduced.
	deducedReferences = inHost("deducedReferences", func(p *check.Pass) []spaces.Reference {
		return p.Spaces.DeducedReferences(p.Declared, p.Bodies)
	})
	// constructs are what bodies contain besides calls and uses, in the device pass in instances of templates too.
	constructs = check.NewQuery("constructs", func(p *check.Pass) []spaces.BodyConstruct {
		return p.Spaces.Constructs(p.Declared, p.Bodies)
	})
	// hostAddresses are those that host code takes of what only device code can use.
	hostAddresses = inHost("hostAddresses", func(p *check.Pass) []spaces.HostAddress {
		return p.Spaces.HostAddresses(p.Declared, p.Bodies)
	})
	// stubCalls are the calls in host code of members that nobody wrote and that call device functions.
	stubCalls = inHost("stubCalls", func(p *check.Pass) []spaces.StubCall { return p.Spaces.StubCalls(p.Declared, p.Bodies) })
	// lambdas are the lambdas that the pass reads.
	lambdas = check.NewQuery("lambdas", func(p *check.Pass) []spaces.Lambda {
		return p.Spaces.Lambdas(p.Declared, p.Bodies, p.Emission)
	})
	// localClasses are the classes defined in bodies.
	localClasses = check.NewQuery("localClasses", func(p *check.Pass) []*sema.Class {
		return p.Spaces.LocalClasses(p.Bodies, p.Emission)
	})
	// constantBank is where the variables in constant memory lie.
	constantBank = inDevice("constantBank", func(p *check.Pass) *memory.Bank {
		return memory.Constants(memory.Input{
			Unit: p.Unit, Spaces: p.Spaces, Declared: p.Declared, System: p.SystemConstants, Bodies: p.Bodies, Emission: p.Emission,
			RDC: p.Command.RDC.On, Debug: p.Command.DeviceDebug, CUDA: p.Command.CUDA(),
		})
	})
)

// inHost is a query that has an answer in the host pass.
func inHost[T any](name string, answer func(*check.Pass) T) *check.Query[T] {
	return in(toolchain.HostPass, name, answer)
}

// inDevice is a query that has an answer in the device pass.
func inDevice[T any](name string, answer func(*check.Pass) T) *check.Query[T] {
	return in(toolchain.DevicePass, name, answer)
}

func in[T any](pass toolchain.Pass, name string, answer func(*check.Pass) T) *check.Query[T] {
	return check.NewQuery(name, func(p *check.Pass) (none T) {
		if p.Kind != pass {
			return none
		}
		return answer(p)
	})
}
