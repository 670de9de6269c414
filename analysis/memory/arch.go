// Package memory lays out what kernels read from constant memory: their parameters, in constant bank 0, and the __constant__
// variables of a translation unit, in bank 3, where nvcc 12.4's ptxas puts them. A number is exact or it is not given.
package memory

// The constant banks of 64-bit targets.
const (
	ParamBank = 0
	VarBank   = 3
)

// BankSize is what the __constant__ variables of a module may take together.
const BankSize = 64 << 10

// MostParams is what parameters may take where most is allowed.
const MostParams = 32764

// Architecture tells where parameters lie on an architecture.
type Architecture struct {
	// From and To are the first and the last architecture that this holds for, as 10*major+minor.
	From, To int
	// Base is the offset in bank 0 of the first parameter, of kernels whose parameters end at or before LargeAbove; else it is
	// LargeBase. LargeAbove of 0 means that there is but one base.
	Base, LargeAbove, LargeBase int64
	// Limit is what the sizes of all parameters may add up to.
	Limit int64
	// Absolute: the address in the bank is aligned, not the offset from Base.
	Absolute bool
	// Documented: from documentation and not measured.
	Documented bool
}

// architectures is measured with the tools of CUDA 12.4, but for the first row, which is NVIDIA's example of a 32-bit target.
var architectures = []Architecture{
	{From: 30, To: 32, Base: 0x140, Limit: 4096, Documented: true},
	{From: 50, To: 62, Base: 0x140, Limit: 4096},
	{From: 70, To: 89, Base: 0x160, LargeAbove: 4352, LargeBase: 0x1a80, Limit: 32764, Absolute: true},
	{From: 90, To: 90, Base: 0x210, Limit: 32764, Absolute: true},
}

// Of is what is known of an architecture, 10*major+minor; ok is false for those nobody measured.
func Of(arch int) (a Architecture, ok bool) {
	for _, a := range architectures {
		if arch >= a.From && arch <= a.To {
			return a, true
		}
	}
	return Architecture{}, false
}

// Architectures lists what is known.
func Architectures() []Architecture { return append([]Architecture(nil), architectures...) }

func roundUp(n, align int64) int64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}
