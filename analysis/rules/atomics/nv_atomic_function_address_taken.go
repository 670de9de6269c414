package atomics

import (
	"slices"

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
			for _, f := range p.Emission.Funcs { // what is not compiled is not looked at
				b := p.Unit.Facts(f)
				if i := p.Spaces.Of(f); b == nil || !i.Known || !i.Space.OnDevice() || f.Site().Chunk == nil || f.Site().Chunk.System {
					continue
				}
				for _, r := range b.Refs {
					if isBuiltin(r.Func) && !r.Compared && r.Context&nothing == 0 && !called(r.Site) && !unused(p.Unit, b, r.Site) && !said[r.Site] {
						said[r.Site] = true
						p.Report(check.Report{Site: r.Site, Func: b.Func, Message: r.Func.EntityName() + " is an instruction and has no address; call it"})
					}
				}
			}
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

// unused reports whether nothing may become of an address: what a function returns, what becomes a bool, and what an ellipsis takes.
func unused(u *sema.Unit, b *sema.Facts, name sema.Site) bool {
	before := sema.Site{Chunk: name.Chunk, Span: ast.Span{Lo: max(name.Span.Lo-most, 0), Hi: name.Span.Lo}}.Tokens()
	for len(before) > 0 && (before[len(before)-1].Kind == token.Amp || before[len(before)-1].Kind == token.LParen) {
		before = before[:len(before)-1]
	}
	if n := len(before); n > 0 && u.Text(before[n-1].Sym) == "return" || n > 2 && u.Text(before[n-3].Sym) == "bool" {
		return true
	}
	return slices.ContainsFunc(b.Calls, func(c sema.Call) bool {
		return c.Callee != nil && c.Full.Chunk == name.Chunk && c.Full.Span.Lo <= name.Span.Lo && name.Span.Hi <= c.Full.Span.Hi &&
			u.FuncType(c.Callee).Variadic
	})
}
