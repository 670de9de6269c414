package preprocess

import (
	"slices"
	"strings"

	"cudals/analysis/preprocess/condition"
	"cudals/analysis/preprocess/known"
	"cudals/analysis/token"
)

// What a guess decides is in doubt. A condition is in doubt when it would come out otherwise if a name were defined that a
// missing header or the real command may define, or if a guessed value were another; all of its group is then, and what the
// group defines, or might have defined. Tokens that come of it say so in their flags. So do the tokens that come of a macro
// whose definition is in doubt, and what is read in a condition of such a macro is in doubt in turn.

// fileMode says what the preprocessor thinks of the file that it reads. It stands in the table, where entries record it.
type fileMode uint8

const (
	modeOwn      fileMode = iota
	modeDoubtful          // whether the file is included is in doubt
	// modeSystem: an installed header, which does not depend on a project's missing ones, nor on its own macros.
	modeSystem
)

// modes are what the table holds for them; nothing for the first.
var modes = [...]*Macro{nil, {builtin: state, number: int(modeDoubtful)}, {builtin: state, number: int(modeSystem)}}

// guess enters what of the Config is a guess into the table.
func (x *expander) guess() {
	if x.config.Guess == 0 {
		return
	}
	x.write(x.symGuess, &Macro{builtin: state, number: int(x.config.Guess)})
	for s, r := range x.cache.known.ranges {
		if m := x.slots[s].m; m != nil && x.config.Guess&r.guess != 0 {
			x.write(s, x.cache.doubtful(m))
		}
	}
	for _, name := range x.config.Likely {
		s := x.in.Sym(name)
		x.grow()
		if m := x.slots[s].m; m != nil {
			x.write(s, x.cache.doubtful(m))
		}
	}
}

// guesses is what of the Config, and of the headers found so far, is a guess.
func (x *expander) guesses() Guess {
	if m := x.read(x.symGuess); m != nil {
		return Guess(m.number)
	}
	return 0
}

// doubtful is the predefined macro m with its value in doubt; passes share it as they share m.
func (c *Cache) doubtful(m *Macro) *Macro {
	key := "\x00" + c.in.Text(m.Name) + " " + spell(c.in, m.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.canon[key] == nil {
		c.canon[key] = m.doubted()
	}
	return c.canon[key]
}

func (m *Macro) doubted() *Macro {
	if m.doubt || m.harmless {
		return m
	}
	d := *m
	d.doubt = true
	return &d
}

// mode is the mode of the file that is being entered.
func (x *expander) mode() fileMode {
	if m := x.read(x.symMode); m != nil {
		return fileMode(m.number)
	}
	return modeOwn
}

func (x *expander) setMode(m *Macro) {
	if x.slots[x.symMode].m != m {
		x.write(x.symMode, m)
	}
}

// inDoubt reports whether a guess decides that what c reads is live.
func (x *expander) inDoubt(c *cursor) bool { return c.mode == modeDoubtful || c.ip < c.doubtTo }

// flags are those of a token of the text that c reads.
func (x *expander) flags(c *cursor) token.Flags {
	if x.inDoubt(c) {
		return token.Guessed
	}
	return 0
}

// plain emits text that names no macro.
func (x *expander) plain(c *cursor, toks []token.Token) {
	n := len(x.out.toks)
	x.out.toks = append(x.out.toks, toks...)
	if len(toks) == 0 {
		return
	}
	x.out.toks[n].Flags |= x.carry
	x.carry = 0
	if f := x.flags(c); f != 0 {
		for i := range x.out.toks[n:] {
			x.out.toks[n+i].Flags |= f
		}
	}
}

// define executes a #define.
func (x *expander) define(c *cursor, m *Macro) {
	if m.gap {
		x.doubtMacro(m.Name) // what stands there already is likelier
		return
	}
	if x.inDoubt(c) || c.mode == modeSystem && x.cache.known.versions[m.Name] && x.guesses()&GuessedToolkit != 0 {
		d := *m.doubted()
		d.first = x.read(m.Name) == nil
		m = &d
	}
	x.write(m.Name, m)
}

// undefine executes an #undef.
func (x *expander) undefine(c *cursor, s token.Sym) {
	if x.inDoubt(c) {
		if m := x.read(s); m != nil && !m.first {
			x.write(s, &Macro{Name: s, builtin: builtinMaybe, doubt: true})
			return
		}
	}
	x.write(s, nil)
}

// doubtMacro makes what a name is defined as, or that it is not, a matter of doubt.
func (x *expander) doubtMacro(s token.Sym) {
	m := x.read(s)
	switch {
	case m == nil:
		x.write(s, &Macro{Name: s, builtin: builtinMaybe, doubt: true})
	case m.builtin == notBuiltin && !m.doubt && !m.harmless:
		x.write(s, m.doubted())
	}
}

// guessed are the flags of what a macro's name expands to.
func (m *Macro) guessed(name token.Token) token.Flags {
	f := name.Flags & token.Guessed
	switch {
	case m.doubt && m.Function:
		f |= token.Guessed // it may bring anything
	case m.doubt:
		f |= token.Doubtful
	}
	return f
}

// settable are the flags of a default's value in a condition: there the real command may set another.
func (x *expander) settable(m *Macro) token.Flags {
	if m.fallback && x.directive > 0 && x.cur.mode != modeSystem && x.guesses()&^NoToolkit != 0 {
		return token.Doubtful
	}
	return 0
}

// mayHave reports whether a header that is not found may be there for the compiler.
func (x *expander) mayHave(c *cursor) bool { return c.mode != modeSystem && x.guesses() != 0 }

// trust marks what rests on an inferred guess as likely.
func (x *expander) trust(toks []token.Token) {
	if x.config.Guess&Inferred == 0 {
		return
	}
	first := slices.IndexFunc(toks, func(t token.Token) bool { return t.Flags&token.Guessed != 0 })
	if first < 0 || x.guesses()&Inferred == 0 {
		return
	}
	for i := first; i < len(toks); i++ {
		t := &toks[i]
		if t.Flags&token.Doubtful != 0 {
			t.Flags |= token.Likely
		}
		t.Flags &^= token.Guessed // nothing is missing where only a gap may be
	}
}

// holds evaluates the condition of an #if or #elif, and tells whether it is in doubt.
func (x *expander) holds(c *cursor, it *item) (live, doubt bool) {
	switch {
	case it.test == testExpr:
		live, doubt = x.condition(c, it)
	case it.problem != "":
		return false, true
	default:
		live, doubt = x.readDefined(it.sym) == (it.test == testDefined), x.doubts(it.sym)
	}
	if live && it.once != 0 && x.read(it.once) == nil {
		doubt = false
	}
	return live, doubt
}

// condition evaluates the expression of an #if or #elif. A malformed one is reported, false and in doubt.
func (x *expander) condition(c *cursor, it *item) (live, doubt bool) {
	toks := c.tree.toks[it.lo:it.hi]
	if len(toks) == 0 {
		x.diagnose(Error, it.span, "#if with no expression")
		return false, true
	}
	var r condition.Result
	x.isolated(toks, func() { r = condition.Evaluate(x.w.condition, conditionMacros{x}) })
	if r.Problem != "" {
		x.diagnose(Error, it.span, r.Problem)
	}
	return r.Live, r.Doubt
}

// conditionMacros are what a condition is evaluated with.
type conditionMacros struct{ *expander }

func (x conditionMacros) Token(plain bool) token.Token {
	if plain {
		x.noExpand++
		defer func() { x.noExpand-- }()
	}
	return x.next()
}

func (x conditionMacros) Defined(name token.Sym) bool { return x.readDefined(name) }

func (x conditionMacros) Doubts(name token.Sym) bool { return x.doubts(name) }

func (x conditionMacros) Between(number token.Token) (least, most uint64, doubt bool) {
	return x.between(number)
}

// doubts reports whether it is a guess that a name is, or is not, defined.
func (x *expander) doubts(s token.Sym) bool {
	if m := x.slots[s].m; m != nil {
		return m.doubt && !x.cache.known.always(s)
	}
	g := x.guesses()
	if g&^NoToolkit == 0 {
		return false
	}
	own := x.cur.mode != modeSystem
	switch name := x.in.Text(s); x.cache.known.source(name) {
	case fromCommand:
		return g&GuessedFlags != 0 && (own || strings.HasPrefix(name, "__CUDACC_"))
	case fromCompiler:
		return false
	}
	return own
}

// between is the range of the value of a doubtful number, and twice 0 where it is not known. What installed headers make of
// the language version and their like is not in doubt: they adapt, and mean the same.
func (x *expander) between(t token.Token) (least, most uint64, doubt bool) {
	if !t.Loc.IsMacro() {
		return 0, 0, true
	}
	r, guess := x.cache.known.ranges[x.out.exps[t.Loc.Index()].Macro]
	return r.least, r.most, !guess || x.cur.mode != modeSystem
}

// doubtGroup notes that the group of which item begin is the #if, and live the arm that is read, hangs on a guess.
func (x *expander) doubtGroup(c *cursor, begin, live int32) {
	items := c.tree.items
	first := &items[begin]
	end := min(first.end, int32(len(items)))
	c.doubtTo = max(c.doubtTo, end+1)
	// Declarations stand here, of which those that are left out may be the right ones.
	apart := c.mode != modeSystem && x.out.boundary(x.w) && x.guesses()&Inferred == 0
	var skipped [][]token.Token
	for arm := begin; arm < end; arm = items[arm].next {
		if arm == live {
			continue
		}
		text := token.EOF // what the arm's text ends with
		var toks []token.Token
		for i := arm + 1; i < min(items[arm].next, end); i++ {
			switch it := &items[i]; {
			case it.kind == itemDefine && !it.macro.harmless:
				x.doubtMacro(it.macro.Name)
			case it.kind == itemUndef:
				x.doubtMacro(it.sym)
			case it.kind == itemText:
				text = c.tree.toks[it.hi-1].Kind
				if apart {
					toks = append(toks, c.tree.toks[it.lo:it.hi]...)
				}
			}
		}
		if len(toks) > 0 {
			skipped = append(skipped, toks)
		}
		switch {
		case c.mode == modeSystem || text == token.EOF:
		case text == token.Semi || text == token.RBrace || text == token.Colon:
			x.carry |= token.Gap
		default:
			x.carry |= token.Guessed
		}
	}
	if c.mode == modeSystem {
		return
	}
	span := first.span
	span.End = len(c.tree.file.Text)
	if first.end < int32(len(items)) {
		span.End = items[first.end].span.End
	}
	c.node.parts = append(c.node.parts, part{kind: partDoubt, at: span, skipped: skipped})
}

// knowledge is what the preprocessor knows by name.
type knowledge struct {
	compiler *known.Names
	// ranges are those of predefined macros whose values may be guesses, versions the ones that headers of the toolkit define.
	ranges   map[token.Sym]valueRange
	versions map[token.Sym]bool
	// command and other begin the names that only flags, and only other compilers define.
	command, other []string
	coroutines     token.Sym // the macro whose definedness says that the coroutine built-ins exist
}

func newKnowledge(in *token.Interner) *knowledge {
	return &knowledge{
		compiler: known.New(), coroutines: in.Sym("__cpp_impl_coroutine"), ranges: valueRanges(in),
		command: strings.Fields(commandNames), other: strings.Fields(compilerNames),
		versions: map[token.Sym]bool{in.Sym("CUDART_VERSION"): true, in.Sym("CUDA_VERSION"): true},
	}
}

// nameSource says who defines a name that is defined nowhere in the text.
type nameSource uint8

const (
	fromAnywhere nameSource = iota
	// fromCommand: the command's flags alone.
	fromCommand
	// fromCompiler: a compiler or platform that is not the one at hand.
	fromCompiler
)

// source tells who may define a name.
func (k *knowledge) source(name string) nameSource {
	prefixed := func(list []string) bool {
		return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(name, p) })
	}
	switch {
	case strings.HasPrefix(name, "__cpp_lib_"):
		return fromAnywhere
	case prefixed(k.command):
		return fromCommand
	case prefixed(k.other):
		return fromCompiler
	}
	return fromAnywhere
}

// always reports whether a macro whose value is a guess is defined in any case.
func (k *knowledge) always(s token.Sym) bool {
	_, ok := k.ranges[s]
	return ok
}

// valueRange bounds the value of a predefined macro that is a guess where any of guess is.
type valueRange struct {
	guess       Guess
	least, most uint64
}

func valueRanges(in *token.Interner) map[token.Sym]valueRange {
	return map[token.Sym]valueRange{
		in.Sym("__cplusplus"):          {GuessedStd, 201103, 202700},
		in.Sym("__CUDA_ARCH__"):        {GuessedArch, 500, 2000},
		in.Sym("__CUDACC_VER_MAJOR__"): {GuessedToolkit, 11, 20},
		in.Sym("__CUDACC_VER_MINOR__"): {GuessedToolkit, 0, 9},
		in.Sym("__CUDACC_VER_BUILD__"): {GuessedToolkit, 0, 9999},
		in.Sym("CUDART_VERSION"):       {GuessedToolkit, 11000, 20000},
		in.Sym("CUDA_VERSION"):         {GuessedToolkit, 11000, 20000},
	}
}

// commandNames begin the names that a compiler defines where a flag asks for it.
const commandNames = `
__CUDACC_RDC__ __CUDACC_EWP__ __CUDACC_EXTENDED_LAMBDA__ __CUDACC_RELAXED_CONSTEXPR__ __CUDACC_DEBUG__
__CUDA_ARCH_FEAT_ __CUDA_ARCH_SPECIFIC__ __CUDA_ARCH_FAMILY_SPECIFIC__ __CUDA_PREC_ __CUDA_FTZ __USE_FAST_MATH__
CUDA_API_PER_THREAD_DEFAULT_STREAM NDEBUG _OPENMP _OPENACC __AVX __SSE __FMA__ __BMI __F16C__ __FAST_MATH__ __OPTIMIZE
__NO_INLINE__ __SANITIZE_ __cpp_ __STRICT_ANSI__ __PIC__ __PIE__ _GLIBCXX_DEBUG
`

// compilerNames begin the names that other compilers, languages and platforms define, and those of a pass that is not this
// one.
const compilerNames = `
__CUDA_ARCH__ __CUDACC_RTC__ __CUDACC__ __CUDA__ __NVCOMPILER __NVCC__ __PGI __clang __apple_build __INTEL __ICC __ICL __ECC
__SUNPRO __IBMC __xlC__ __BORLANDC__ __DMC__ __WATCOMC__ _CRAYC __TINYC__ __EDG__ __CLING__ __CODEGEARC__ _MSC_ _MSVC_ _M_
_WIN32 _WIN64 __WIN WIN32 WIN64 __MINGW __CYGWIN__ __APPLE__ __MACH__ TARGET_OS_ __FreeBSD__ __NetBSD__ __OpenBSD__
__DragonFly__ __ANDROID__ __sun __SVR4 __hpux __HAIKU__ __EMSCRIPTEN__ __wasm _AIX __QNX __arm __aarch64__ __ARM __powerpc
__PPC __ppc __POWERPC __mips __riscv __i386 __s390 __sparc __ia64 __alpha __loongarch __SYCL_ SYCL_ __OPENCL __METAL_
__cplusplus_cli __cplusplus_winrt __OBJC__ __STDC_VERSION__ __ASSEMBLER__ __CHAR_UNSIGNED__ __BIG_ENDIAN__ __DOXYGEN__
DOXYGEN __has_ __INTELLISENSE__ __CDT_PARSER__ __JETBRAINS_IDE__ __RESHARPER__ __CPPCHECK__ __clangd__ SWIG __COVERITY__
`
