// Package memory lays out what kernels read from constant memory: their parameters, in constant bank 0, and the __constant__
// variables of a translation unit, in bank 3, where nvcc 12.4's ptxas puts them. A number is exact or it is not given.
package memory

import "cudals/cudaspace"

// The constant banks of 64-bit targets.
const (
	ParamBank = 0
	VarBank   = 3
)

// BankSize is what the __constant__ variables of a module may take together.
const BankSize = 64 << 10

// What parameters may take: from CUDA 12.1 on, some architectures allow more than all others do.
const (
	LeastParams = 4096
	MostParams  = 32764
)

// Architecture tells where parameters lie on an architecture.
type Architecture struct {
	// From and To are the first and the last architecture that this holds for, as 10*major+minor.
	From, To int
	// Base is the offset in bank 0 of the first parameter, of kernels whose parameters end at or before LargeAbove; else it is
	// LargeBase. LargeAbove of 0 means that there is but one base.
	Base, LargeAbove, LargeBase int64
	// Limit is what the sizes of all parameters may add up to, with the CUDA that Of was asked for.
	Limit int64
	// Earlier: Limit is what holds before CUDA 12.1; since then the architecture allows more.
	Earlier bool
	// Absolute: the address in the bank is aligned, not the offset from Base.
	Absolute bool
	// Documented: from documentation and not measured.
	Documented bool
}

// architectures is measured with the tools of CUDA 12.4, those from sm_100 on with CUDA 13.0, where the earlier ones are as they
// were. The first row is NVIDIA's example of a 32-bit target.
var architectures = []Architecture{
	{From: 30, To: 32, Base: 0x140, Limit: LeastParams, Documented: true},
	{From: 50, To: 62, Base: 0x140, Limit: LeastParams},
	{From: 70, To: 89, Base: 0x160, LargeAbove: 4352, LargeBase: 0x1a80, Limit: MostParams, Absolute: true},
	{From: 90, To: 90, Base: 0x210, Limit: MostParams, Absolute: true},
	{From: 100, To: 121, Base: 0x380, Limit: MostParams},
}

// Target is what kernels are compiled for, and by what.
type Target struct {
	Arch int // 10*major+minor
	CUDA int // the version of the toolkit, as CUDART_VERSION
}

// Of is what is known of an architecture; ok is false for those nobody measured.
func Of(t Target) (a Architecture, ok bool) {
	for _, a := range architectures {
		if t.Arch >= a.From && t.Arch <= a.To {
			if a.Limit > LeastParams && !cudaspace.Of(cudaspace.Version(t.CUDA)).LargeParams {
				a.Limit, a.Earlier = LeastParams, true
			}
			return a, true
		}
	}
	return Architecture{}, false
}

func roundUp(n, align int64) int64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}
