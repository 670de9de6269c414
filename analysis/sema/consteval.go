package sema

// Constant evaluation: as far as array bounds, template arguments, enumerators, static assertions and the folding of
// variables need it. A result is exact, dependent, or unknown; what C++ leaves undefined, and what takes too long, is
// unknown.

// EvalOptions say in what context an expression is evaluated.
type EvalOptions struct {
	// Converted: the value is a converted constant expression, such as a template argument or a bound: a class object is
	// converted to a scalar.
	Converted bool
	// Runtime: the expression is not required to be constant, so that __builtin_is_constant_evaluated() is not true.
	Runtime bool
}
