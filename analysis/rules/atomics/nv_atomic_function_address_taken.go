package atomics

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

func nvAtomicFunctionAddressTaken() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "nv-atomic-function-address-taken", Number: 20311, Tag: "nv_atomic_function_address_taken",
			Title:    "The address of an atomic builtin is taken",
			Severity: check.Error, Passes: check.InDevice,
			Section: "atomic-functions", Chapter: "Atomic functions",
			Doc: kit.Ticks(`
## What it does

Reports an ~__nv_atomic_~ function that device code names as a value: gives to a variable, or to a function.

## Why is this bad?

The functions are instructions, which have no address.

## What to do instead

Write a lambda or a function that calls it.
`),
			Bad: `
// flags: --cuda-version=13.0
__device__ void tally(int *p) {
  auto add = __nv_atomic_add;
}
`,
			Good: `
// flags: --cuda-version=13.0
__device__ void tally(int *p) {
  auto add = [](int *p, int n) { __nv_atomic_add(p, n, __NV_ATOMIC_RELAXED); };
  add(p, 1);
}
`,
		},
		Check: func(p *check.Pass) {
			const nothing = sema.Unevaluated | sema.Undecided | sema.Discarded | sema.Folded
			said := map[sema.Site]bool{}
			kit.EachBody(p, func(b *sema.Facts) {
				if i := p.Spaces.Of(b.Func); b.Func == nil || !i.Known || !i.Space.OnDevice() {
					return
				}
				for _, r := range b.Refs {
					if isBuiltin(r.Func) && !r.Compared && r.Context&nothing == 0 && !called(r.Site) && !said[r.Site] {
						said[r.Site] = true
						p.Report(check.Report{Site: r.Site, Func: b.Func, Message: r.Func.EntityName() + " is an instruction and has no address; call it"})
					}
				}
			})
		},
	}
}

// most is how many tokens behind a name are looked at.
const most = 8

// called reports whether a name is called behind the parentheses that it stands in.
func called(name sema.Site) bool {
	rest := sema.Site{Chunk: name.Chunk, Span: ast.Span{Lo: name.Span.Hi, Hi: name.Span.Hi + most}}.Tokens()
	for len(rest) > 1 && rest[0].Kind == token.RParen {
		if rest = rest[1:]; rest[0].Kind == token.LParen {
			return true
		}
	}
	return false
}
