package toolchain

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cudals/cudaspace"
)

const (
	maxResponseFile  = 4 << 20
	maxResponseDepth = 8
	// maxArgs bounds the arguments of one command after response files are put in, because those may name each other.
	maxArgs = 1 << 18
)

// Input is a command line before it is understood.
type Input struct {
	File string // the file to be compiled, absolute
	Dir  string // the folder the command runs in, absolute
	Args []string
	// HasCompiler: Args[0] is the compiler, perhaps with a launcher such as ccache before it. Otherwise Args are flags
	// alone, of nvcc unless they say otherwise.
	HasCompiler bool
	// Complete: these are all the flags there are, so that the absence of one is knowledge.
	Complete bool
	// Source is the file that the command was written for, when File borrows it; its name tells the language.
	Source string
	// Dialect overrides what the command tells.
	Dialect Dialect
	// Platform overrides what the command tells of its target: one of Platforms, or "".
	Platform string
	// Toolkit is a toolkit's folder, or "none" for the embedded prelude, or "" to look for one.
	Toolkit string
	// Version is the version of CUDA that is asked for, 0 for that of the toolkit.
	Version cudaspace.Version
}

// Platforms are the targets that can be asked for.
var Platforms = []string{"linux", "windows"}

// Parse understands a command line. It always returns a usable command; what it could not understand is in Problems.
func Parse(m *Machine, in Input) *Command {
	p := &parser{m: m, cmd: &Command{File: in.File, Dir: in.Dir}}
	args := in.Args
	compiler := ""
	if in.HasCompiler {
		compiler, args = splitCompiler(args)
	}
	if p.cmd.Dir == "" {
		p.cmd.Dir = filepath.Dir(in.File)
	}
	p.cmd.Dialect, p.cmd.DialectGiven = in.Dialect, in.Dialect != DialectUnknown || compiler != ""
	if in.Dialect == DialectUnknown {
		p.cmd.Dialect = dialectOf(compiler, args, in)
	}
	p.cmd.Windows = isWindowsCompiler(compiler) || hasDrive(in.Dir)
	switch p.cmd.Dialect {
	case NVCC:
		p.nvcc(environmentFlags(m, "NVCC_PREPEND_FLAGS"), 0)
		p.nvcc(args, 0)
		p.nvcc(environmentFlags(m, "NVCC_APPEND_FLAGS"), 0)
	case NVRTC:
		p.nvcc(args, 0)
	default:
		p.cmd.Host.Name = compiler
		p.gcc(args, 0)
	}
	if in.Platform != "" {
		p.cmd.Windows = in.Platform == "windows"
	}
	p.finish(compiler, in)
	return p.cmd
}

// environmentFlags are the options that nvcc takes from a variable of the environment [NVCC manual, Environment Variables].
func environmentFlags(m *Machine, name string) []string {
	flags, _ := Split(m.Getenv(name)) // what can be read of them
	return flags
}

// environmentFolders are the folders that a variable of the environment adds to those of a host compiler.
func environmentFolders(m *Machine, name string) []string {
	return slices.DeleteFunc(filepath.SplitList(m.Getenv(name)), func(dir string) bool { return !filepath.IsAbs(dir) })
}

type parser struct {
	m   *Machine
	cmd *Command
	// host collects -Xcompiler's arguments: an option and its value may come in two of them.
	host     []string
	inHost   bool
	archs    archSet
	archSaid bool
	pending  []func() // architecture groups, whose meaning depends on the toolkit's version
	std      string
	hostStd  string
	language string // of -x
	cudaPath string // --cuda-path
	dopt     bool
	count    int
}

func (p *parser) problem(format string, args ...any) {
	const most = 20
	if len(p.cmd.Problems) < most {
		p.cmd.Problems = append(p.cmd.Problems, fmt.Sprintf(format, args...))
	}
}

// abs resolves a path of the command.
func (p *parser) abs(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.cmd.Dir, path)
	}
	return filepath.Clean(path)
}

// nvcc reads nvcc's options.
func (p *parser) nvcc(args []string, depth int) {
	for i := 0; i < len(args); {
		arg := args[i]
		if p.count++; p.count > maxArgs {
			p.problem("the command has too many arguments: the rest is left out")
			return
		}
		if len(arg) > 1 && arg[0] == '@' {
			p.response(arg[1:], depth)
			i++
			continue
		}
		if len(arg) < 2 || arg[0] != '-' {
			i++
			continue
		}
		o, value, hasValue, ok := nvccOption(arg)
		if !ok {
			// With --forward-unknown-opts the host compiler's flags stand among nvcc's own.
			n := width(args[i:], DialectUnknown)
			p.gcc(args[i:i+n], depth)
			i += n
			continue
		}
		i++
		if !hasValue && (o.arity == single || o.arity == list) {
			if i >= len(args) {
				p.problem("%s has no value", arg)
				return
			}
			value = args[i]
			i++
		}
		if o.action == "" {
			continue
		}
		if o.action == "optf" {
			for _, file := range splitList(value) {
				p.response(unquote(file), depth)
			}
			continue
		}
		p.apply(o.action, value)
	}
}

// response reads the arguments in a file. A file that is missing or odd leaves a problem behind.
func (p *parser) response(file string, depth int) {
	if depth >= maxResponseDepth {
		p.problem("options file %s: files name each other too deeply", file)
		return
	}
	path := p.abs(file)
	if !slices.Contains(p.cmd.Responses, path) {
		p.cmd.Responses = append(p.cmd.Responses, path)
	}
	text, err := p.m.read(path, maxResponseFile)
	if err != nil {
		p.problem("options file: %v", err)
		return
	}
	split := Split
	if p.cmd.Windows {
		split = splitWindows
	}
	args, err := split(string(text))
	if err != nil {
		p.problem("options file %s: %v", file, err)
	}
	if p.inHost || (p.cmd.Dialect != NVCC && p.cmd.Dialect != NVRTC) {
		p.gcc(args, depth+1)
	} else {
		p.nvcc(args, depth+1)
	}
}

// gcc reads options as gcc, clang and their relatives spell them.
func (p *parser) gcc(args []string, depth int) {
	for i := 0; i < len(args); {
		arg := args[i]
		if p.count++; p.count > maxArgs {
			p.problem("the command has too many arguments: the rest is left out")
			return
		}
		n := width(args[i:], DialectUnknown)
		i += n
		value := ""
		if n == 2 {
			value = args[i-1]
		}
		switch {
		case len(arg) > 1 && arg[0] == '@':
			p.response(arg[1:], depth)
		case p.cmd.Windows && len(arg) > 2 && arg[0] == '/':
			p.msvc(arg)
		case len(arg) < 2 || arg[0] != '-' || gccSeparate[arg]:
		default:
			p.gccOption(arg, value)
		}
	}
}

func (p *parser) gccOption(arg, value string) {
	for _, v := range gccValued {
		if rest, ok := strings.CutPrefix(arg, v.prefix); ok {
			if rest != "" {
				value = rest
			}
			if value != "" && v.action != "" {
				p.applyOne(v.action, value)
			}
			return
		}
	}
	name, attachedValue, hasValue := strings.Cut(arg, "=")
	switch name {
	case "-std", "--std":
		if p.inHost {
			p.hostStd = attachedValue
		} else {
			p.std = attachedValue
		}
		return
	case "--cuda-gpu-arch", "--offload-arch":
		for _, a := range splitList(attachedValue) {
			if strings.HasPrefix(a, "gfx") { // AMD's: there is no CUDA architecture to be had
				continue
			}
			p.addArch(a)
		}
		return
	case "--cuda-path":
		p.cudaPath = p.abs(attachedValue)
		return
	case "--target":
		p.target(attachedValue)
		return
	case "-target":
		p.target(value)
		return
	case "-fgpu-rdc", "-fcuda-rdc":
		p.cmd.RDC = Flag{On: true, Given: true}
		return
	case "-fno-gpu-rdc", "-fno-cuda-rdc":
		p.cmd.RDC = Flag{Given: true}
		return
	case "-w":
		p.cmd.NoWarnings = p.cmd.NoWarnings || !p.inHost
		return
	case "-Xarch_device", "-Xarch_host":
		return
	}
	if warning, ok := strings.CutPrefix(arg, "-Wno-"); ok && p.inHost {
		p.cmd.HostSilent = append(p.cmd.HostSilent, warning)
		return
	}
	if strings.HasPrefix(arg, "-O") {
		p.optimize(arg[2:])
		return
	}
	if strings.HasPrefix(arg, "-fopenmp") && (!hasValue || name == "-fopenmp") {
		arg = "-fopenmp"
	}
	p.gccFlag(arg)
}

// gccFlag reads an option of gcc that stands for itself.
func (p *parser) gccFlag(arg string) {
	switch arg {
	case "-m32":
		p.cmd.Bits32 = true
	case "-m64":
		p.cmd.Bits32 = false
	}
	p.cmd.HostMacros = append(p.cmd.HostMacros, macroFlags[arg]...)
}

// msvc reads the few options of cl.exe that matter.
func (p *parser) msvc(arg string) {
	switch rest := arg[2:]; {
	case strings.HasPrefix(arg, "/std:"):
		p.hostStd = arg[len("/std:"):]
	case arg[1] == 'D':
		p.applyOne("D", rest)
	case arg[1] == 'U':
		p.applyOne("U", rest)
	case arg[1] == 'I':
		p.applyOne("I", rest)
	case strings.HasPrefix(arg, "/FI"):
		p.applyOne("include", arg[3:])
	case strings.HasPrefix(arg, "/openmp"):
		p.cmd.HostMacros = append(p.cmd.HostMacros, "_OPENMP=200203")
	}
}

func (p *parser) target(triple string) {
	if strings.Contains(triple, "windows") || strings.Contains(triple, "mingw") {
		p.cmd.Windows = true
	}
	p.cmd.Host.Triple = strings.Replace(triple, "-unknown-", "-", 1)
}

// optimize is -O with its level. gcc defines macros for any level but 0.
func (p *parser) optimize(level string) {
	macros := p.cmd.HostMacros
	if level == "0" {
		macros = append(macros, "-__OPTIMIZE__", "__NO_INLINE__=1")
	} else {
		macros = append(macros, "__OPTIMIZE__=1", "-__NO_INLINE__")
	}
	if level == "s" || level == "z" {
		macros = append(macros, "__OPTIMIZE_SIZE__=1")
	}
	if level == "fast" {
		macros = append(macros, macroFlags["-ffast-math"]...)
	}
	p.cmd.HostMacros = macros
}

func (p *parser) addArch(spelling string) {
	p.archSaid = true
	if spelling == "all" || spelling == "all-major" {
		p.pending = append(p.pending, func() { _ = p.archs.add(spelling, p.cmd.Release()) })
		return
	}
	if err := p.archs.add(spelling, nil); err != nil {
		p.problem("%v", err)
	}
}

// settings are the actions of nvcc's options that write down what they say and need to know nothing else.
var settings = map[string]func(c *Command, value string){
	"extended-lambda":     func(c *Command, _ string) { c.ExtendedLambda = Flag{On: true, Given: true} },
	"relaxed-constexpr":   func(c *Command, _ string) { c.RelaxedConstexpr = Flag{On: true, Given: true} },
	"device-only":         func(c *Command, _ string) { c.DeviceOnly = true },
	"device-default":      func(c *Command, _ string) { c.DeviceDefault = true },
	"rdc":                 func(c *Command, value string) { c.RDC = Flag{On: value == "true", Given: true} },
	"dc":                  func(c *Command, _ string) { c.RDC = Flag{On: true, Given: true} },
	"dw":                  func(c *Command, _ string) { c.RDC = Flag{Given: true} },
	"ewp":                 func(c *Command, _ string) { c.ExtensibleWholeProgram = true },
	"static-stubs":        func(c *Command, value string) { c.StaticStubs = Flag{On: value == "true", Given: true} },
	"no-initializer-list": func(c *Command, _ string) { c.NoHostDeviceInitializerList = Flag{On: true, Given: true} },
	"no-move-forward":     func(c *Command, _ string) { c.NoHostDeviceMoveForward = Flag{On: true, Given: true} },
	"ccbin": func(c *Command, value string) {
		c.Host.Name = value
		c.Windows = c.Windows || isWindowsCompiler(value)
	},
	"target-platform": func(c *Command, value string) {
		c.Windows = c.Windows || strings.Contains(strings.ToLower(value), "windows")
	},
	"diag-suppress":     func(c *Command, value string) { c.Suppress = appendItems(c.Suppress, value) },
	"diag-error":        func(c *Command, value string) { c.AsError = appendItems(c.AsError, value) },
	"diag-warn":         func(c *Command, value string) { c.AsWarning = appendItems(c.AsWarning, value) },
	"G":                 func(c *Command, _ string) { c.DeviceDebug = true },
	"default-stream":    func(c *Command, value string) { c.PerThreadStream = value == "per-thread" },
	"no-exceptions":     func(c *Command, _ string) { c.HostMacros = append(c.HostMacros, macroFlags["-fno-exceptions"]...) },
	"w":                 func(c *Command, _ string) { c.NoWarnings = true },
	"check-mitigations": func(c *Command, _ string) { c.CheckMitigations = true },
	"Wno-deprecated-declarations": func(c *Command, _ string) {
		c.Suppress = append(c.Suppress, "1215", "1444")
		c.HostSilent = append(c.HostSilent, "deprecated-declarations")
	},
	"allow-unsupported-compiler": func(c *Command, _ string) { c.HostMacros = append(c.HostMacros, "__NV_NO_HOST_COMPILER_CHECK=1") },
}

// apply does what one of nvcc's options says.
func (p *parser) apply(action, value string) {
	c := p.cmd
	if set := settings[action]; set != nil {
		set(c, value)
		return
	}
	switch action {
	case "std":
		p.std = value
	case "arch":
		p.addArch(value)
	case "gencode":
		p.archSaid = true
		if err := p.archs.generateCode(value, nil); err != nil {
			p.problem("%v", err)
		}
	case "D", "U", "I", "isystem", "include":
		for _, item := range splitList(value) {
			p.applyOne(action, item)
		}
	case "x":
		p.language = value
	case "Xcompiler":
		for _, item := range splitList(value) {
			args, _ := Split(item)
			if c.Windows {
				args, _ = splitWindows(item)
			}
			p.host = append(p.host, args...)
		}
	case "nvcc_options":
		if !strings.HasPrefix(value, action) {
			p.nvcc([]string{"--" + value}, 0)
		}
	case "Xcudafe":
		p.cudafe(value)
	case "Werror":
		for _, kind := range splitList(value) {
			p.werror(strings.TrimSpace(kind))
		}
	case "dopt":
		p.dopt = value == "on"
	case "O":
		p.optimize(value)
	case "m32", "m64":
		p.gccFlag("-" + action)
	case "machine":
		p.gccFlag("-m" + value)
	default:
		if kind, ok := strings.CutPrefix(action, "W"); ok {
			c.AsWarning = append(c.AsWarning, warningKinds[kind]...)
		}
	}
}

// applyOne does what an option with one plain value says.
func (p *parser) applyOne(action, value string) {
	c := p.cmd
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	switch action {
	case "D":
		c.Defines = append(c.Defines, value)
	case "U":
		c.Defines = append(c.Defines, "-"+value)
	case "I":
		c.Include = append(c.Include, p.abs(value))
	case "isystem":
		c.System = append(c.System, p.abs(value))
	case "iquote":
		c.Quote = append(c.Quote, p.abs(value))
	case "idirafter":
		c.After = append(c.After, p.abs(value))
	case "include":
		if path := p.abs(value); p.m.isFile(path) {
			value = path
		}
		c.Forced = append(c.Forced, value)
	case "x":
		p.language = value
	}
}

// warningKinds are the diagnostics, by number, behind the names that -W and -Werror take.
var warningKinds = map[string][]string{
	"cross-execution-space-call": {"20011", "20014"},
	"default-stream-launch":      {"20198"},
	"ext-lambda-captures-this":   {"20178"},
	"missing-launch-bounds":      {"20238"},
	"deprecated-declarations":    {"1215", "1444"},
}

func (p *parser) werror(kind string) {
	if kind == "all-warnings" {
		p.cmd.WarningsAsErrors = true
		return
	}
	p.cmd.AsError = append(p.cmd.AsError, warningKinds[kind]...)
}

// cudafe reads -Xcudafe's value. Several options may stand in it, separated by blanks, and numbers by commas, although
// nvcc itself takes only the first of them then: what was meant is plain.
func (p *parser) cudafe(value string) {
	args, _ := Split(value)
	action := ""
	for _, arg := range args {
		for _, item := range strings.Split(arg, ",") {
			name, numbers, hasValue := strings.Cut(item, "=")
			switch {
			case !strings.HasPrefix(item, "-"):
				numbers, hasValue = item, true
			default:
				action = strings.ReplaceAll(strings.TrimLeft(name, "-"), "_", "-")
				if action == "promote-warnings" {
					p.cmd.WarningsAsErrors = true
				}
			}
			if !hasValue {
				continue
			}
			switch action {
			case "diag-suppress":
				p.cmd.Suppress = appendItems(p.cmd.Suppress, numbers)
			case "diag-error":
				p.cmd.AsError = appendItems(p.cmd.AsError, numbers)
			case "diag-warning", "diag-warn":
				p.cmd.AsWarning = appendItems(p.cmd.AsWarning, numbers)
			case "gnu-version":
				p.cmd.FrontEndGNU, _ = strconv.Atoi(numbers)
			}
		}
	}
}

func appendItems(to []string, value string) []string {
	for _, item := range splitList(value) {
		if item = strings.TrimSpace(unquote(strings.TrimSpace(item))); item != "" {
			to = append(to, item)
		}
	}
	return to
}

// finish settles what depends on the whole command, and looks at the disk.
func (p *parser) finish(compiler string, in Input) {
	c := p.cmd
	p.hostOptions()
	if p.dopt {
		c.DeviceDebug = false // nvcc defines __CUDACC_DEBUG__ for -G alone
	}

	source := in.Source
	if source == "" {
		source = in.File
	}
	c.HostOnly = hostOnly(c.Dialect, compiler, p.language, source)

	c.Asked = in.Version
	toolkit := in.Toolkit
	if toolkit == "" {
		toolkit = p.cudaPath
	}
	if toolkit != NoToolkit && c.Dialect != HIP { // CUDA's headers are none of HIP's
		var err error
		c.Toolkit, err = findToolkit(p.m, c, compiler, toolkit)
		if err != nil {
			p.problem("%v", err)
		}
	}
	c.Host, c.CompilerInclude = findHost(p.m, c.Host)
	c.CompilerInclude = slices.Concat(environmentFolders(p.m, "CPATH"), environmentFolders(p.m, "CPLUS_INCLUDE_PATH"), c.CompilerInclude)

	for _, add := range p.pending {
		add()
	}
	c.Archs = p.archs.list()
	c.ArchsWritten = len(c.Archs) > 0 && !p.archs.unknown
	c.ArchFeatures = p.archs.features
	if !c.StaticStubs.Given {
		c.StaticStubs.On = c.Release().StaticStubs
	}
	p.refused()
	c.ArchsGiven = !p.archs.unknown && (in.Complete || p.archSaid)
	if len(c.Archs) == 0 {
		c.Archs = []int{c.Release().DefaultArch}
	}
	p.standard(in.Complete)
	p.refusedStd()
	if c.Bits32 {
		p.problem("-m32: 32-bit targets are not supported, as they are not by CUDA 12: what depends on the sizes of types is unknown")
	}

	if in.Complete {
		for _, f := range []*Flag{
			&c.ExtendedLambda, &c.RelaxedConstexpr, &c.RDC,
			&c.NoHostDeviceInitializerList, &c.NoHostDeviceMoveForward,
		} {
			f.Given = true
		}
		c.Given = true
	}
}

// refused notes what the command asks for and the toolkit's nvcc does not take.
func (p *parser) refused() {
	c := p.cmd
	if !c.VersionKnown() || (c.Dialect != NVCC && c.Dialect != NVRTC) {
		return
	}
	if t := c.Toolkit; t != nil && t.Version != 0 && t.Version != c.Version() {
		p.problem("the headers in %s are CUDA %v's, and CUDA %v is asked for", t.Include, t.Version, c.Version())
	}
	for _, arch := range c.Archs {
		if feature := c.ArchFeatures[arch]; !c.Release().Takes(arch, feature) {
			name := fmt.Sprintf("sm_%d", arch)
			if feature != 0 {
				name += string(feature)
			}
			p.problem("CUDA %v does not know the architecture %s", c.Version(), name)
		}
	}
}

// refusedStd notes a language version that the toolkit's nvcc does not take.
func (p *parser) refusedStd() {
	c := p.cmd
	if last := c.Release().LastStd; p.std != "" && c.Std > last && c.VersionKnown() && c.Dialect == NVCC {
		p.problem("CUDA %v does not take -std=%s: C++%d is its newest", c.Version(), unquote(p.std), last)
	}
}

// hostOptions reads what -Xcompiler collected. nvcc puts these before its own, so that their folders come first.
func (p *parser) hostOptions() {
	c := p.cmd
	if len(p.host) == 0 {
		return
	}
	defines, quote, include, system, after := c.Defines, c.Quote, c.Include, c.System, c.After
	c.Defines, c.Quote, c.Include, c.System, c.After = nil, nil, nil, nil, nil
	language := p.language // -Xcompiler's -x would reach the host compiler alone
	p.inHost = true
	p.gcc(p.host, 0)
	p.inHost = false
	p.language = language
	c.Defines = slices.Concat(c.Defines, defines)
	c.Quote = slices.Concat(c.Quote, quote)
	c.Include = slices.Concat(c.Include, include)
	c.System = slices.Concat(c.System, system)
	c.After = slices.Concat(c.After, after)
}

// standard settles the language standard. Without -std nvcc asks the host compiler for its default, and passes none on,
// which means that the GNU extensions are on.
func (p *parser) standard(complete bool) {
	c := p.cmd
	spelling := p.std
	if spelling == "" {
		spelling = p.hostStd
	}
	if spelling != "" {
		if std, gnu, ok := parseStd(spelling); ok {
			c.Std, c.GNU, c.StdGiven = std, gnu, true
			c.Std03 = strings.HasSuffix(p.std, "98") || strings.HasSuffix(p.std, "03")
			return
		}
		p.problem("unknown language standard %q", spelling)
	}
	c.Std, c.GNU = 17, true
	switch v := c.Host.Version; {
	case c.Windows:
		c.Std, c.GNU = 14, false
	case v >= 16:
		c.Std = 20
	case v > 0 && v < 11:
		c.Std = 14
	}
	c.StdGiven = complete && spelling == "" && (c.Host.Version > 0 || c.Windows)
}

// parseStd reads the value of -std.
func parseStd(s string) (std int, gnu, ok bool) {
	s = unquote(s)
	rest, ok := strings.CutPrefix(s, "c++")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "gnu++"); ok {
			gnu = true
		}
	}
	if !ok {
		return 0, false, false
	}
	switch rest {
	case "98", "03", "0x", "11":
		std = 11
	case "1y", "14":
		std = 14
	case "1z", "17":
		std = 17
	case "2a", "20":
		std = 20
	case "2b", "23", "2c", "26", "latest":
		std = 23
	default:
		return 0, false, false
	}
	return std, gnu, true
}

// assignment is a word of a command line that sets a variable for the program after it.
var assignment = regexp.MustCompile(`^[A-Za-z_]\w*=`)

// launchers stand before a compiler and run it.
var launchers = set("ccache", "sccache", "distcc", "icecc", "buildcache", "env", "nice", "time", "cmake", "ctest",
	"fastbuild", "gomacc", "goma", "reclient", "rewrapper", "kokkos_launch_compiler", "sh", "bash", "libtool", "python", "python3")

// splitCompiler finds the compiler at the head of a command, behind variables that are set, launchers and their own arguments.
func splitCompiler(args []string) (compiler string, rest []string) {
	if i := slices.Index(args, "--") + 1; i > 0 && i < len(args) && isCompiler(programName(args[i])) {
		return args[i], args[i+1:] // CMake's launcher has words of the same kind before
	}
	first := true
	for i, arg := range args {
		switch name := programName(arg); {
		case assignment.MatchString(arg):
			continue
		case first && !launchers[name], !first && isCompiler(name):
			return arg, args[i+1:]
		}
		first = false
	}
	if len(args) == 0 {
		return "", nil
	}
	return args[0], args[1:]
}

// programName is the last part of a path, on any system, without .exe, in lower case.
func programName(path string) string {
	if i := strings.LastIndexAny(path, `/\`); i >= 0 {
		path = path[i+1:]
	}
	return strings.TrimSuffix(strings.ToLower(path), ".exe")
}

func isCompiler(name string) bool {
	return isNvcc(name) || isClang(name) || isHIP(name) || isHostCompiler(name)
}

func isNvcc(name string) bool {
	return name == "nvcc" || strings.HasPrefix(name, "nvcc-") || name == "nvcc_wrapper" || name == bazelWrapper
}

// bazelWrapper is what Bazel's toolchain for CUDA names in the place of a compiler. It calls nvcc for what is -x cuda, and gcc for
// all else.
const bazelWrapper = "crosstool_wrapper_driver_is_not_gcc"

func isClang(name string) bool { return strings.Contains(name, "clang") && !isHIP(name) }
func isHIP(name string) bool {
	return strings.HasPrefix(name, "hipcc") || strings.HasPrefix(name, "amdclang")
}

func isHostCompiler(name string) bool {
	for _, stem := range []string{
		"g++", "gcc", "c++", "cc", "cl", "icpc", "icpx", "icc", "nvc++", "mpicxx", "mpic++", "mpicc",
	} {
		i := strings.Index(name, stem)
		if i < 0 {
			continue
		}
		before, after := name[:i], name[i+len(stem):]
		if (before == "" || strings.HasSuffix(before, "-")) && (after == "" || after[0] == '-') {
			return true
		}
	}
	return false
}

func isWindowsCompiler(path string) bool {
	name := programName(path)
	return name == "cl" || name == "clang-cl" || strings.HasSuffix(strings.ToLower(path), ".exe") ||
		strings.Contains(path, `\MSVC\`)
}

func hasDrive(path string) bool {
	return len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/') && path[0] >= 'A'
}

// dialectOf tells the dialect from the compiler's name, or from the flags when there is none.
func dialectOf(compiler string, args []string, in Input) Dialect {
	name := programName(compiler)
	isHIPFile := strings.HasSuffix(in.File, ".hip") || strings.HasSuffix(in.Source, ".hip")
	for i, arg := range args {
		switch {
		case arg == "-xhip", arg == "hip" && i > 0 && args[i-1] == "-x":
			isHIPFile = true
		}
	}
	switch {
	case isHIPFile, isHIP(name):
		return HIP
	case isNvcc(name):
		return NVCC
	case isClang(name):
		return Clang
	case isHostCompiler(name):
		return DialectUnknown
	case compiler != "" && in.HasCompiler:
		return guessDialect(args, DialectUnknown)
	}
	return guessDialect(args, NVCC)
}

// guessDialect looks for flags that only one compiler has.
func guessDialect(args []string, otherwise Dialect) Dialect {
	for i, arg := range args {
		switch {
		case strings.HasPrefix(arg, "--cuda-gpu-arch"), strings.HasPrefix(arg, "--cuda-path"), arg == "-xcuda",
			strings.HasPrefix(arg, "--offload-arch=sm_"), arg == "cuda" && i > 0 && args[i-1] == "-x":
			return Clang
		case strings.HasPrefix(arg, "--offload-arch=gfx"), strings.HasPrefix(arg, "--amdgpu-target"):
			return HIP
		case strings.HasPrefix(arg, "-gencode"), strings.HasPrefix(arg, "--generate-code"), arg == "-dc",
			strings.HasPrefix(arg, "--expt-"), strings.HasPrefix(arg, "-Xcudafe"):
			return NVCC
		}
	}
	return otherwise
}

// cudaCXX are names of C++ files that tell that they are CUDA.
var cudaCXX = regexp.MustCompile(`(?i)\.cu\.(cc|cpp|cxx)$`)

// hostOnly says whether a file is compiled as plain C++.
func hostOnly(dialect Dialect, compiler, language, source string) bool {
	switch language {
	case "cu", "cuda", "hip", "cuda-cpp-output":
		return false
	case "c", "c++", "c-header", "c++-header", "objective-c++":
		return true
	}
	if dialect == DialectUnknown && isHostCompiler(programName(compiler)) {
		return true
	}
	if isHIP(programName(compiler)) {
		return false
	}
	switch programName(compiler) {
	case bazelWrapper:
		return true
	case "nvcc_wrapper": // Kokkos's: takes all C++ for CUDA
		return false
	}
	if compiler == "" && dialect == NVCC && cudaCXX.MatchString(source) {
		return false // by its name; nvcc itself would want to be told
	}
	switch strings.ToLower(filepath.Ext(source)) {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".m", ".mm":
		return true
	}
	return false
}
