package workspace

import "cudals/analysis/source"

// Layout is where kernel parameters and __constant__ variables of one translation unit lie in constant memory.
type Layout struct {
	Arch      int // 10*major+minor
	Constants []ConstantLayout
	// ConstantBytes is the end of the last variable; ConstantsUnknown says why it is not exact, "" where it is.
	ConstantBytes    int64
	ConstantsUnknown string
	Kernels          []KernelLayout // in order of their symbols
}

// ConstantLayout is one __constant__ variable in constant bank 3.
type ConstantLayout struct {
	Symbol, Name string // Symbol is "" where it is not known
	Type         string
	Place        source.Place
	// Offset, Size and Align are in bytes; Unknown says why some are not known, "" where all are.
	Offset, Size, Align int64
	Unknown             string
}

// KernelLayout is how the parameters of one kernel lie in constant bank 0.
type KernelLayout struct {
	Symbol, Name string
	Instance     bool // of a template
	Place        source.Place
	// Base is the offset of the first parameter in the bank, from which Offset counts; Total the end of the last, counted
	// from Base; Sum the bytes without padding, which may not exceed Limit.
	Base, Total, Sum, Limit int64
	Params                  []ParamLayout
	Unknown                 string
}

// ParamLayout is one parameter of a kernel.
type ParamLayout struct {
	Name, Type          string
	Offset, Size, Align int64
}
