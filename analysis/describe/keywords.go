package describe

import "regexp"

var DiagPragmas = []struct{ Name, Doc string }{
	{"nv_diag_suppress", "Silences warnings from here on, by number or tag. Errors stay."},
	{"nv_diag_warning", "Makes warnings of remarks and of what was silenced."},
	{"nv_diag_error", "Makes errors of warnings."},
	{"nv_diag_remark", "Makes remarks of warnings, which nobody is shown."},
	{"nv_diag_once", "Says a warning once for each file."},
	{"nv_diag_default", "Takes back what pragmas said of a warning."},
	{"nv_diagnostic push", "Keeps what pragmas have said of warnings, until `pop`."},
	{"nv_diagnostic pop", "Brings back what held at the last `push`."},
	{"nv_exec_check_disable", "The next function is not asked whether it calls what its side cannot call."},
	{"unroll", "Unrolls the next loop: wholly, or as often as the number says."},
}

// Word is one of CUDA's words: what a list of completions shows, what is inserted where that differs, and what the
// word means.
type Word struct{ Label, Text, Doc string }

var PragmaLine = regexp.MustCompile(`^\s*#\s*pragma\s+(.*)$`)

var (
	FunctionWords = []Word{
		{"__global__", "", "A kernel: runs on the device and is launched by the host."},
		{"__device__", "", "Of a function: runs on the device. Of a variable: lives in the device's global memory."},
		{"__host__", "", "Runs on the host, as does what has no execution space."},
		{"__host__ __device__", "", "Compiled for both sides."},
		{"__launch_bounds__", "__launch_bounds__(${1:maxThreads})", "The most threads that a block of the kernel is launched with, which bounds the registers of each."},
		{"__cluster_dims__", "__cluster_dims__(${1:x}, ${2:y}, ${3:z})", "How many blocks a cluster of the kernel has (from sm_90)."},
		{"__maxnreg__", "__maxnreg__(${1:registers})", "The most registers that a thread of the kernel gets."},
		{"__forceinline__", "", "Inlined wherever it is called."},
		{"__noinline__", "", "Not inlined, if that can be."},
	}
	VariableWords = []Word{
		{"__constant__", "", "Lives in constant memory: device code reads it, the host writes it."},
		{"__managed__", "", "Lives in memory that both sides reach."},
	}
	BodyWords = []Word{
		{"__shared__", "", "Lives in the shared memory of the block."},
		{"extern __shared__", "extern __shared__ ${1:float} ${2:shared}[];", "The dynamic shared memory of the block, as many bytes as the launch says."},
		{"__syncthreads()", "__syncthreads();", "Waits for all threads of the block, and makes what they wrote seen."},
		{"__syncwarp()", "__syncwarp();", "Waits for the threads of the warp."},
	}
	ParamWords = []Word{{"__restrict__", "", "No other pointer leads to what this one does."}}
	GridWords  = []Word{{"__grid_constant__", "", "The parameter of a kernel is read where it lies, without a copy for each thread; it is to be const."}}
)

// Keyword is what is said of a word that CUDA adds to C++, "" for others.
func Keyword(name string) string {
	switch name {
	case "__int128", "__int128_t", "__uint128_t":
		return int128Hint
	}
	for _, list := range [][]Word{FunctionWords, VariableWords, BodyWords, ParamWords, GridWords} {
		for _, w := range list {
			if w.Label == name {
				return w.Doc
			}
		}
	}
	return moreWords[name]
}

// moreWords are the words that nobody needs to be proposed.
var moreWords = map[string]string{
	"__shared__":  "Lives in the shared memory of the block.",
	"__nv_pure__": "Has no effect but its result, which depends on its arguments alone.",
	"__align__":   "As `alignas`: at least so many bytes.",
}
