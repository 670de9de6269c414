package constant

import (
	"math"
	"testing"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

func TestBuiltins(t *testing.T) {
	for _, test := range []struct {
		name   string
		result Result
	}{
		{"__builtin_popcountll", of(ast.Int)},
		{"__builtin_clrsbll", of(ast.Int)},
		{"__builtin_abs", of(ast.Int)},
		{"__builtin_isnan", of(ast.Int)},
		{"__builtin_isnormal", of(ast.Int)},
		{"__builtin_signbit", of(ast.Int)},
		{"__builtin_add_overflow", of(ast.Bool)},
		{"__builtin_strcmp", of(ast.Int)},
		{"__builtin_sqrtf", of(ast.Float)},
		{"__builtin_ceill", of(ast.LongDouble)},
		{"__builtin_modf", of(ast.Double)}, // not mod as float
		{"__builtin_memcpy", address},
		{"alloca", address},
		{"__builtin_va_start", of(ast.Void)},
		{"__builtin_something", unknown},
		{"__sync_fetch_and_add", unknown},
	} {
		b, ok := lookupBuiltin(test.name)
		if !ok || b.Result != test.result {
			t.Errorf("%s: %+v, %v; want %+v", test.name, b.Result, ok, test.result)
		}
	}
	for _, name := range []string{"builtin_abs", "popcount", "__builtin"} {
		if _, ok := lookupBuiltin(name); ok {
			t.Errorf("%s is no builtin", name)
		}
	}
	if b, _ := lookupBuiltin("__builtin_trap"); !b.NoReturn {
		t.Error("__builtin_trap returns")
	}
}

func TestBuiltinValues(t *testing.T) {
	table := types.NewTable()
	for _, test := range []struct {
		name  string
		arg   int64
		value int64
		ok    bool
	}{
		{"__builtin_abs", 7, 7, true},
		{"__builtin_abs", -7, 7, true},
		{"__builtin_abs", -1 << 31, 0, false},
		{"__builtin_abs", -1<<32 - 5, 5, true}, // -5 as int
		{"__builtin_clrsb", 1, 0, false},
		{"__builtin_clz", 1, 31, true},
		{"__builtin_clz", -1, 0, true},
		{"__builtin_clz", 0, 0, false},
		{"__builtin_clzll", 1, 63, true},
		{"__builtin_ctz", 8, 3, true},
		{"__builtin_ffs", 0, 0, true},
		{"__builtin_popcount", -1, 32, true},
		{"__builtin_popcountl", -1, 64, true},
		{"__builtin_parity", 7, 1, true},
		{"__builtin_bswap16", 0x1234, 0x3412, true},
		{"__builtin_bswap32", 0x12345678, 0x78563412, true},
	} {
		b, _ := lookupBuiltin(test.name)
		v, ok := b.Value(Int(table.Basic(ast.Int), test.arg), table.Basic(b.Result.Kind))
		if ok != test.ok || ok && v.Int != test.value {
			t.Errorf("%s(%d) is %d, %v; want %d, %v", test.name, test.arg, v.Int, ok, test.value, test.ok)
		}
	}
	b, _ := lookupBuiltin("__builtin_huge_valf")
	if v, ok := b.Value(types.Value{}, table.Basic(ast.Float)); !ok || !math.IsInf(v.Float, 1) {
		t.Errorf("__builtin_huge_valf() is %v, %v", v.Float, ok)
	}
}

func TestBuiltinAnswers(t *testing.T) {
	table := types.NewTable()
	floating := func(k ast.BuiltinKind, x float64) types.Value {
		return types.Value{Kind: types.FloatValue, Type: table.Basic(k), Float: x}
	}
	for _, test := range []struct {
		name  string
		arg   types.Value
		value int64
		ok    bool
	}{
		{"__builtin_isnan", floating(ast.Double, math.NaN()), 1, true},
		{"__builtin_isnan", floating(ast.Float, 1), 0, true},
		{"__builtin_isinf", floating(ast.Double, math.Inf(1)), 1, true},
		{"__builtin_isinf", floating(ast.Double, math.Inf(-1)), 1, true}, // not -1
		{"__builtin_isinf", floating(ast.Double, math.NaN()), 0, true},
		{"__builtin_isinf", floating(ast.LongDouble, math.Inf(1)), 0, false}, // be it 1e4000L
		{"__builtin_isinf", floating(ast.LongDouble, 2), 0, true},
		{"__builtin_isfinite", floating(ast.Float, 1), 1, true},
		{"__builtin_isfinite", floating(ast.Float, math.Inf(-1)), 0, true},
		{"__builtin_isfinite", floating(ast.Double, math.NaN()), 0, true},
		{"__builtin_isnan", Int(table.Basic(ast.Int), 1), 0, false}, // no floating-point argument: an error
		{"__builtin_isnan", types.Value{}, 0, false},
		{"__builtin_isnormal", floating(ast.Double, 1), 0, false},
		{"__builtin_signbit", floating(ast.Double, math.NaN()), 0, false},
	} {
		b, _ := lookupBuiltin(test.name)
		v, ok := b.Value(test.arg, table.Basic(b.Result.Kind))
		if ok != test.ok || ok && v.Int != test.value {
			t.Errorf("%s(%v) is %d, %v; want %d, %v", test.name, test.arg.Float, v.Int, ok, test.value, test.ok)
		}
	}
}
