package constant

import (
	"math"
	"math/bits"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Result is what a builtin function yields.
type Result struct {
	// Kind is the fundamental type, and void where there is none.
	Kind ast.BuiltinKind
	// Pointer: a pointer to Kind; Const: to what is const. Unknown: the type depends on the arguments.
	Pointer, Const, Unknown bool
}

// BuiltinSort tells apart the builtins that mean something else than calling a function.
type BuiltinSort uint8

const (
	// Ordinary evaluates its arguments and yields its result.
	Ordinary BuiltinSort = iota
	// Evaluated asks whether a constant is being evaluated.
	Evaluated
	// ConstantOperand asks whether its operand is a constant, and leaves nothing of it.
	ConstantOperand
	// FirstArgument is its first argument, about which it tells something.
	FirstArgument
	// Choice is its second or third argument as the first, a constant, says.
	Choice
	// ObjectAddress is the address of its operand, whatever operators there are.
	ObjectAddress
	// TextLength is the length of a string.
	TextLength
	// StackMemory takes memory of the caller's frame.
	StackMemory
)

// Builtin is a function that gcc and clang know without declaration.
type Builtin struct {
	Sort   BuiltinSort
	Result Result
	// NoReturn: it never returns.
	NoReturn bool
	// Bits is the value for an integer argument, of as many bits as Width says; ok is false where there is none.
	Bits  func(n uint64, width int) (value int64, ok bool)
	Width int
	// Test is the answer to a question about a floating-point argument: 1 where it is true, otherwise 0.
	Test func(x float64) bool
	// Float is the value of a function that does not look at its arguments.
	Float func() float64
	// Called: nvcc's front ends, 12.4's and 13.0's, never know its value while compiling.
	Called bool
}

// Value is the builtin's value for an argument; ok is false where it is not known. t is the type of the result.
func (b *Builtin) Value(arg types.Value, t *types.Type) (v types.Value, ok bool) {
	switch {
	case b.Float != nil:
		return types.Value{Kind: types.FloatValue, Type: t, Float: b.Float()}, true
	case b.Test != nil:
		if arg.Kind != types.FloatValue || inexact(arg.Type, arg.Float) {
			return v, false
		}
		return Int(t, Truth(b.Test(arg.Float))), true
	case b.Bits == nil || arg.Kind != types.IntValue:
		return v, false
	}
	n := uint64(arg.Int)
	if b.Width < 64 {
		n &= 1<<b.Width - 1
	}
	value, ok := b.Bits(n, b.Width)
	return Int(t, value), ok
}

// Folds reports whether nvcc's front end may replace a call by a value, or not look at it, where no constant is required.
func (b *Builtin) Folds() bool {
	switch b.Sort {
	case Evaluated, StackMemory:
		return false
	case Ordinary:
		floating := b.Result.Kind == ast.Float || b.Result.Kind == ast.Double || b.Result.Kind == ast.LongDouble
		return b.Bits != nil || b.Test != nil || b.NoReturn || floating && !b.Called
	}
	return true
}

// lookupBuiltin finds a builtin by its name; ok is false for a name that is none.
func lookupBuiltin(name string) (b Builtin, ok bool) {
	if b, ok = builtins[name]; ok {
		return b, true
	}
	for _, f := range families {
		if strings.HasPrefix(name, f.prefix) && strings.HasSuffix(name, f.suffix) {
			return f.Builtin, true
		}
	}
	return Builtin{}, false
}

// TypedBuiltin is lookupBuiltin with the type of the result, which is of table t.
func TypedBuiltin(t *types.Table, name string) (b Builtin, result *types.Type, ok bool) {
	if b, ok = lookupBuiltin(name); !ok {
		return b, nil, false
	}
	r := b.Result
	switch result = t.Basic(r.Kind); {
	case r.Unknown:
		return b, t.Unknown(), true
	case r.Pointer && r.Const:
		return b, t.Pointer(t.Qualify(result, ast.Const)), true
	case r.Pointer:
		return b, t.Pointer(result), true
	}
	return b, result, true
}

// LookupLibrary finds the builtin that a function of the C library is for nvcc 12.4's front end, which folds its calls. The others, of which
// gcc knows many, are calls.
func LookupLibrary(name string) (b Builtin, ok bool) {
	switch name {
	case "abs", "ceil", "strlen":
		return lookupBuiltin("__builtin_" + name)
	}
	return b, false
}

var (
	unknown = Result{Unknown: true}
	address = Result{Kind: ast.Void, Pointer: true}
	text    = Result{Kind: ast.CharT, Pointer: true, Const: true}
)

func of(k ast.BuiltinKind) Result { return Result{Kind: k} }

// builtins are those that have a name of their own.
var builtins = table(map[string]Builtin{
	"unreachable trap abort exit":           {Result: of(ast.Void), NoReturn: true},
	"prefetch free assume":                  {Result: of(ast.Void)},
	"expect expect_with_probability":        {Sort: FirstArgument, Result: of(ast.Long)},
	"labs lrint lround lrintf lroundf":      {Result: of(ast.Long), Called: true},
	"llabs llrint llround llrintf llroundf": {Result: of(ast.LongLong), Called: true},
	"is_constant_evaluated":                 {Sort: Evaluated, Result: of(ast.Bool)},
	"strlen":                                {Sort: TextLength, Result: of(ast.ULong)},
	"object_size wcslen":                    {Result: of(ast.ULong)},
	"constant_p":                            {Sort: ConstantOperand, Result: of(ast.Int)},
	"LINE":                                  {Result: of(ast.Int)},
	"ilogb ilogbf ilogbl clrsb clrsbl clrsbll finite finitef finitel isinf_sign fpclassify": {Result: of(ast.Int), Called: true},
	"isgreater isgreaterequal isless islessequal islessgreater isunordered":                 {Result: of(ast.Int), Called: true},
	"FILE FUNCTION": {Result: text},
	"alloca":        {Sort: StackMemory, Result: address},
	"memcpy memmove memset memchr malloc calloc realloc": {Result: address},
	"return_address frame_address assume_aligned":        {Result: address},
	"addressof":   {Sort: ObjectAddress, Result: unknown},
	"choose_expr": {Sort: Choice, Result: unknown},
	"launder operator_new operator_delete shuffle source_location bit_cast": {Result: unknown},

	"bswap16":  {Result: of(ast.UShort), Width: 16, Bits: func(n uint64, _ int) (int64, bool) { return int64(bits.ReverseBytes16(uint16(n))), true }},
	"bswap32":  {Result: of(ast.UInt), Width: 32, Bits: func(n uint64, _ int) (int64, bool) { return int64(bits.ReverseBytes32(uint32(n))), true }},
	"bswap64":  {Result: of(ast.ULong), Width: 64, Bits: func(n uint64, _ int) (int64, bool) { return int64(bits.ReverseBytes64(n)), true }},
	"bswap128": {Result: of(ast.UInt128)},

	"abs":      {Result: of(ast.Int), Width: 32, Bits: absolute},
	"clz":      {Result: of(ast.Int), Width: 32, Bits: leadingZeros},
	"ctz":      {Result: of(ast.Int), Width: 32, Bits: trailingZeros},
	"ffs":      {Result: of(ast.Int), Width: 32, Bits: firstSet},
	"popcount": {Result: of(ast.Int), Width: 32, Bits: ones},
	"parity":   {Result: of(ast.Int), Width: 32, Bits: parity},

	"clzl clzll":           {Result: of(ast.Int), Width: 64, Bits: leadingZeros},
	"ctzl ctzll":           {Result: of(ast.Int), Width: 64, Bits: trailingZeros},
	"ffsl ffsll":           {Result: of(ast.Int), Width: 64, Bits: firstSet},
	"popcountl popcountll": {Result: of(ast.Int), Width: 64, Bits: ones},
	"parityl parityll":     {Result: of(ast.Int), Width: 64, Bits: parity},

	// As nvcc 12.4's front end folds them: isinf is 1 for either infinity. isnormal, which hangs on the type, and signbit, which it
	// does not fold for NaN, are left out.
	"isnan":    {Result: of(ast.Int), Test: math.IsNaN},
	"isinf":    {Result: of(ast.Int), Test: infinite},
	"isfinite": {Result: of(ast.Int), Test: finite},
})

// families are the builtins of which what they begin or end with tells the result, in the order in which they are asked.
var families = []struct {
	prefix, suffix string
	Builtin
}{
	{"__builtin_va_", "", Builtin{Result: of(ast.Void)}},
	{"__builtin_", "_overflow", Builtin{Result: of(ast.Bool)}},
	{"__builtin_clz", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_ctz", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_ffs", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_popcount", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_parity", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_is", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_signbit", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_fpclassify", "", Builtin{Result: of(ast.Int)}},
	{"__builtin_", "cmp", Builtin{Result: of(ast.Int)}},
	{"__builtin_", "", Builtin{Result: unknown}},
	{"__sync_", "", Builtin{Result: unknown}},
	{"__atomic_", "", Builtin{Result: unknown}},
	{"__nv_", "", Builtin{Result: unknown}},
}

// table gives each name in the keys its entry, and adds the mathematical functions, which come as double, float and long double.
func table(named map[string]Builtin) map[string]Builtin {
	out := map[string]Builtin{}
	for names, b := range named {
		for name := range strings.FieldsSeq(names) {
			out["__builtin_"+name] = b
		}
	}
	out["alloca"] = out["__builtin_alloca"]
	// Of these nvcc's front ends know the value while compiling, of the others never.
	const folded = "ceil copysign fabs huge_val inf nan nans"
	const called = `acos acosh asin asinh atan atan2 atanh cbrt cos cosh drem erf erfc exp exp10 exp2
		expm1 fdim floor fma fmax fmin fmod frexp gamma hypot j0 j1 jn ldexp lgamma log log10 log1p log2 logb modf
		nearbyint nextafter nexttoward pow pow10 powi remainder remquo rint round roundeven scalb scalbln scalbn significand
		sin sinh sqrt tan tanh tgamma trunc y0 y1 yn`
	values := map[string]func() float64{
		"huge_val": func() float64 { return math.Inf(1) }, "inf": func() float64 { return math.Inf(1) }, "nan": math.NaN,
	}
	for _, list := range []struct {
		names  string
		called bool
	}{{folded, false}, {called, true}} {
		for name := range strings.FieldsSeq(list.names) {
			for suffix, kind := range map[string]ast.BuiltinKind{"": ast.Double, "f": ast.Float, "l": ast.LongDouble} {
				if _, taken := out["__builtin_"+name+suffix]; !taken {
					out["__builtin_"+name+suffix] = Builtin{Result: of(kind), Float: values[name], Called: list.called}
				}
			}
		}
	}
	return out
}

func absolute(n uint64, _ int) (int64, bool) {
	x := int64(int32(n))
	return max(x, -x), x != math.MinInt32
}

func leadingZeros(n uint64, width int) (int64, bool) {
	return int64(bits.LeadingZeros64(n) - (64 - width)), n != 0
}

func trailingZeros(n uint64, _ int) (int64, bool) { return int64(bits.TrailingZeros64(n)), n != 0 }

func firstSet(n uint64, _ int) (int64, bool) {
	if n == 0 {
		return 0, true
	}
	return int64(bits.TrailingZeros64(n)) + 1, true
}

func ones(n uint64, _ int) (int64, bool) { return int64(bits.OnesCount64(n)), true }

func parity(n uint64, _ int) (int64, bool) { return int64(bits.OnesCount64(n) & 1), true }

func infinite(x float64) bool { return math.IsInf(x, 0) }

func finite(x float64) bool { return !math.IsNaN(x) && !infinite(x) }
