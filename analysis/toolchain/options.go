package toolchain

import "strings"

// arity says how an option takes its value.
type arity uint8

const (
	alone    arity = iota // no value
	single                // one value: --opt value, --opt=value
	list                  // values separated by commas
	attached              // a value only if it is attached with '='
)

// option is what is known of one of nvcc's options. Action is the name under which apply knows it; options that change
// nothing about meaning have none and are only skipped, with their value.
type option struct {
	arity  arity
	action string
}

// nvccOptions holds nvcc's options by long and short name, without dashes. An option that is missing here would make
// its value look like an input file, which is harmless, unless the value begins with a dash.
var nvccOptions = makeNvccOptions()

func makeNvccOptions() map[string]option {
	table := map[string]option{}
	add := func(a arity, action string, names ...string) {
		for _, name := range names {
			table[name] = option{a, action}
		}
	}
	add(single, "std", "std")
	add(single, "arch", "gpu-architecture", "arch")
	add(list, "code", "gpu-code", "code")
	add(list, "gencode", "generate-code", "gencode")
	add(alone, "extended-lambda", "extended-lambda", "expt-extended-lambda")
	add(alone, "relaxed-constexpr", "expt-relaxed-constexpr", "relaxed-constexpr")
	add(single, "rdc", "relocatable-device-code", "rdc")
	add(alone, "dc", "device-c", "dc")
	add(alone, "dw", "device-w", "dw")
	add(alone, "dc", "dlink-time-opt", "dlto", "lto", "gen-opt-lto")
	add(alone, "ewp", "extensible-whole-program", "ewp")
	add(alone, "no-initializer-list", "no-host-device-initializer-list", "nohdinitlist")
	add(alone, "no-move-forward", "no-host-device-move-forward", "nohdmoveforward")
	add(alone, "check-mitigations", "drive-os-5.2.39-check-mitigations-subset")
	add(list, "D", "define-macro", "D")
	add(list, "U", "undefine-macro", "U")
	add(list, "I", "include-path", "I")
	add(list, "isystem", "system-include", "isystem")
	add(list, "include", "pre-include", "include")
	add(single, "x", "x", "language")
	add(single, "ccbin", "compiler-bindir", "ccbin")
	add(list, "Xcompiler", "compiler-options", "Xcompiler")
	add(single, "nvcc_options", "nvcc_options") // of Bazel's wrapper
	add(single, "Xcudafe", "Xcudafe", "cudafe-options")
	add(list, "diag-suppress", "diag-suppress", "diag_suppress")
	add(list, "diag-error", "diag-error", "diag_error")
	add(list, "diag-warn", "diag-warn", "diag_warning")
	add(list, "Werror", "Werror")
	add(list, "optf", "options-file", "optf")
	add(alone, "G", "device-debug", "G")
	add(alone, "g", "debug", "g")
	add(single, "dopt", "dopt")
	add(alone, "fast-math", "use_fast_math", "use-fast-math")
	add(single, "default-stream", "default-stream")
	add(single, "O", "optimize", "O")
	add(alone, "no-exceptions", "no-exceptions", "noeh")
	add(alone, "w", "disable-warnings", "w")
	add(alone, "Wreorder", "Wreorder")
	add(alone, "Wdefault-stream-launch", "Wdefault-stream-launch")
	add(alone, "Wmissing-launch-bounds", "Wmissing-launch-bounds")
	add(alone, "Wext-lambda-captures-this", "Wext-lambda-captures-this")
	add(alone, "Wno-deprecated-declarations", "Wno-deprecated-declarations")
	add(alone, "allow-unsupported-compiler", "allow-unsupported-compiler")
	add(single, "target-platform", "target-platform")
	add(alone, "m32", "m32")
	add(alone, "m64", "m64")
	add(single, "machine", "machine", "m")
	add(single, "static-stubs", "static-global-template-stub")

	add(alone, "device-only", "cubin", "fatbin", "ptx", "optix-ir")
	add(alone, "device-default", "device-as-default-execution-space", "default-device") // NVRTC's
	add(alone, "", "cuda", "ltoir", "preprocess", "E",
		"generate-dependencies", "M",
		"generate-nonsystem-dependencies", "MM", "generate-dependencies-with-compile", "MD",
		"generate-nonsystem-dependencies-with-compile", "MMD", "generate-dependency-targets", "MP", "compile", "c",
		"device-link", "dlink", "link", "lib", "run", "objdir-as-tempdir", "objtemp", "use-local-env", "profile", "pg",
		"generate-line-info", "lineinfo", "shared", "forward-unknown-to-host-compiler",
		"forward-unknown-to-host-linker", "forward-unknown-opts", "dont-use-profile", "noprof", "dryrun",
		"verbose", "v",
		"fdevice-syntax-only", "keep", "save-temps", "clean-targets", "clean", "no-align-double", "no-device-link",
		"nodlink", "extra-device-vectorization", "keep-device-functions", "source-in-ptx", "src-in-ptx", "restrict",
		"Wno-deprecated-gpu-targets", "resource-usage", "res-usage", "no-compress", "compile-as-tools-patch",
		"astoolspatch", "list-gpu-code", "code-ls", "list-gpu-arch", "arch-ls", "display-error-number", "err-no",
		"no-display-error-number", "no-err-no", "augment-host-linker-script", "aug-hls", "host-relocatable-link", "r",
		"help", "h", "version", "V", "minimal", "compress-all", "device-time-trace-off")
	add(single, "", "output-file", "o", "dependency-output", "MF", "library", "l", "library-path", "L",
		"output-directory", "odir", "archiver-binary", "arbin", "cudart", "cudadevrt", "libdevice-directory", "ldir",
		"target-directory", "target-dir", "optimization-info", "opt-info", "ftemplate-backtrace-limit",
		"ftemplate-depth", "linker-options", "Xlinker", "archive-options", "Xarchive", "ptxas-options",
		"Xptxas", "nvlink-options", "Xnvlink", "threads", "t", "split-compile", "split-compile-extended", "keep-dir",
		"time", "run-args", "input-drive-prefix", "idp", "dependency-drive-prefix", "ddp", "drive-prefix", "dp",
		"dependency-target-name", "MT", "MQ", "entries", "e", "maxrregcount", "ftz", "prec-div", "prec-sqrt", "fmad",
		"qpp-config", "host-linker-script", "hls", "brief-diagnostics", "brief-diag", "jump-table-density", "jtd",
		"device-stack-protector", "compress-mode", "Ofast-compile", "Ofc",
		"device-entity-has-hidden-visibility", "frandom-seed", "random-seed", "fdevice-time-trace", "Xfatbin",
		"fatbin-options", "relocatable-ptx")
	return table
}

// nvccJoined are the letters to which nvcc lets the value be joined, as in -DNAME, -Idir, -O3.
const nvccJoined = "DUILlO"

// nvccOption recognises an argument as one of nvcc's options. value is what is attached, if hasValue.
func nvccOption(arg string) (o option, value string, hasValue, ok bool) {
	name, long := strings.CutPrefix(arg, "--")
	if !long {
		name = arg[1:]
	}
	name, value, hasValue = strings.Cut(name, "=")
	if o, ok := nvccOptions[name]; ok && !(o.arity == alone && hasValue) {
		return o, value, hasValue, true
	}
	if !long && len(arg) > 2 && strings.IndexByte(nvccJoined, arg[1]) >= 0 {
		return nvccOptions[arg[1:2]], arg[2:], true, true
	}
	return option{}, "", false, false
}

// gccSeparate are the options of gcc and clang whose value is the next argument and that change nothing about meaning.
var gccSeparate = set("-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang",
	"-L", "-l",
	"-T", "-u", "-z", "-e", "-aux-info", "--param", "-A", "-B", "-G", "-mllvm", "-imultilib", "-iprefix",
	"-iwithprefix", "-iwithprefixbefore", "-isysroot", "--sysroot", "-iframework", "-F", "-resource-dir", "-arch",
	"-Xarch_host", "-Xarch_device", "-Xcuda-ptxas", "-Xcuda-fatbinary", "-Xopenmp-target", "-dumpbase", "-dumpdir",
	"-dumpbase-ext", "-serialize-diagnostics", "-index-store-path", "-wrapper", "-imacros", "-gcc-toolchain",
	"--output", "-framework", "-Xptxas", "-fplugin-arg")

// gccValued are the options of gcc and clang with a value, joined or in the next argument, that apply knows.
// Longer names stand before their prefixes.
var gccValued = []struct{ prefix, action string }{
	{"-isystem", "isystem"},
	{"-iquote", "iquote"},
	{"-idirafter", "idirafter"},
	{"-include-pch", ""},
	{"-include", "include"},
	{"--include-directory=", "I"},
	{"--include=", "include"},
	{"-D", "D"},
	{"-U", "U"},
	{"-I", "I"},
	{"-x", "x"},
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}

// width is how many arguments the option at the head of args takes, itself included; 1 for an input file.
func width(args []string, dialect Dialect) int {
	arg := args[0]
	if len(arg) < 2 || arg[0] != '-' {
		return 1
	}
	n := 1
	if dialect == NVCC || dialect == NVRTC {
		if o, _, hasValue, ok := nvccOption(arg); ok {
			if !hasValue && (o.arity == single || o.arity == list) {
				n = 2
			}
			return min(n, len(args))
		}
	}
	if gccSeparate[arg] || arg == "-target" {
		n = 2
	}
	for _, v := range gccValued {
		if arg == v.prefix && !strings.HasSuffix(arg, "=") {
			n = 2
		}
	}
	return min(n, len(args))
}

// macroFlags are host compiler flags that only define or undefine macros, as gcc 12 does on x86-64. Spelled as
// Command.Defines.
var macroFlags = map[string][]string{
	"-fopenmp":        {"_OPENMP=201511", "_REENTRANT=1"},
	"-qopenmp":        {"_OPENMP=201511", "_REENTRANT=1"},
	"-mp":             {"_OPENMP=201511", "_REENTRANT=1"},
	"-pthread":        {"_REENTRANT=1"},
	"-pthreads":       {"_REENTRANT=1"},
	"-fno-exceptions": {"-__EXCEPTIONS", "-__cpp_exceptions"},
	"-fno-rtti":       {"-__GXX_RTTI", "-__cpp_rtti"},
	"-fPIC":           {"-__PIE__", "-__pie__"},
	"-fpic":           {"-__PIE__", "-__pie__", "__PIC__=1", "__pic__=1"},
	"-fno-pie":        {"-__PIE__", "-__pie__", "-__PIC__", "-__pic__"},
	"-fno-PIE":        {"-__PIE__", "-__pie__", "-__PIC__", "-__pic__"},
	"-funsigned-char": {"__CHAR_UNSIGNED__=1"},
	"-fsized-deallocation": {
		"__cpp_sized_deallocation=201309L",
	},
	"-fchar8_t":               {"__cpp_char8_t=202207L", "__CHAR8_TYPE__=unsigned char"},
	"-fno-char8_t":            {"-__cpp_char8_t"},
	"-fconcepts":              {"__cpp_concepts=202002L"},
	"-fcoroutines":            {"__cpp_impl_coroutine=201902L"},
	"-fsanitize=address":      {"__SANITIZE_ADDRESS__=1"},
	"-fsanitize=thread":       {"__SANITIZE_THREAD__=1"},
	"-ffast-math":             {"__FAST_MATH__=1", "__FINITE_MATH_ONLY__=1", "__NO_MATH_ERRNO__=1"},
	"-ffinite-math-only":      {"__FINITE_MATH_ONLY__=1"},
	"-fno-math-errno":         {"__NO_MATH_ERRNO__=1"},
	"-fno-threadsafe-statics": {"-__cpp_threadsafe_static_init"},
	"-m32": {
		"-_LP64", "-__LP64__", "_ILP32=1", "__ILP32__=1", "-__x86_64__", "-__x86_64", "-__amd64__", "-__amd64",
		"__i386__=1", "__i386=1",
	},
	"-msse3":           sse(1),
	"-mssse3":          sse(2),
	"-msse4.1":         sse(3),
	"-msse4.2":         sse(4),
	"-msse4":           sse(4),
	"-mavx":            sse(5),
	"-mavx2":           sse(6),
	"-mavx512f":        sse(7),
	"-mfma":            append(sse(5), "__FMA__=1"),
	"-mf16c":           append(sse(5), "__F16C__=1"),
	"-mbmi":            {"__BMI__=1"},
	"-mbmi2":           {"__BMI2__=1"},
	"-mpopcnt":         {"__POPCNT__=1"},
	"-mlzcnt":          {"__LZCNT__=1"},
	"-maes":            {"__AES__=1"},
	"-mpclmul":         {"__PCLMUL__=1"},
	"-march=x86-64-v2": sse(4),
	"-march=x86-64-v3": haswell(6),
	"-march=haswell":   haswell(6),
	"-march=x86-64-v4": append(haswell(7), "__AVX512BW__=1", "__AVX512CD__=1", "__AVX512DQ__=1", "__AVX512VL__=1"),
}

// sse is what the vector extensions up to a level define: each implies those before it.
func sse(level int) []string {
	defines := []string{"__SSE3__=1"}
	for i, names := range [][]string{
		{"__SSSE3__=1"},
		{"__SSE4_1__=1"},
		{"__SSE4_2__=1", "__POPCNT__=1", "__CRC32__=1"},
		{"__AVX__=1", "__XSAVE__=1"},
		{"__AVX2__=1"},
		{"__AVX512F__=1"},
	} {
		if level >= i+2 {
			defines = append(defines, names...)
		}
	}
	return defines[:len(defines):len(defines)]
}

// haswell is what the processors since Haswell have besides their vector extensions.
func haswell(level int) []string {
	return append(sse(level), "__FMA__=1", "__F16C__=1", "__BMI__=1", "__BMI2__=1", "__LZCNT__=1", "__MOVBE__=1")
}
