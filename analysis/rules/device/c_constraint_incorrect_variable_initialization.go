package device

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var cConstraintIncorrectVariableInitialization = &check.Rule{
	Slug: "c-constraint-incorrect-variable-initialization", Number: 20268, Tag: "C_constraint_incorrect_variable_initialization",
	Title:    "The asm operand for a string is initialised at run time or elsewhere",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports an operand with the constraint ~C~ that is a variable without initialiser, or one whose initialiser is computed at run time.`,
	Why:     `The operand becomes part of the instruction's text, so that the compiler must know it.`,
	Instead: `Name a ~static const char~ array that is initialised where it is declared, or a ~static constexpr~ one in the class.`,
	Bad: `
// flags: --cuda-version=12.5
extern const char text[];
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Good: `
// flags: --cuda-version=12.5
static const char text[] = "here";
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Check: textRule(func(p *check.Pass, v *sema.Var) string {
		static := v.Kind == sema.NamespaceVar || v.Kind == sema.LocalStatic // what a block declares extern may have its initialiser outside
		if static && !inSharedMemory(p.Unit, v) && (!initialised(p.Unit, v) || p.Unit.IsConstantInit(v) == sema.No) {
			return `the constraint "C" takes an array that is initialised with constants where it is declared`
		}
		return ""
	}),
}

// initialised reports whether some declaration of a variable has an initialiser.
func initialised(u *sema.Unit, v *sema.Var) bool {
	return slices.ContainsFunc(u.VarDecls(v), func(d *sema.VarDecl) bool { return d.Dtor != nil && d.Dtor.Init != nil })
}

func inSharedMemory(u *sema.Unit, v *sema.Var) bool {
	return slices.ContainsFunc(u.VarDecls(v), func(d *sema.VarDecl) bool {
		return d.Spec != nil && slices.ContainsFunc(d.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == ast.SpecShared })
	})
}
