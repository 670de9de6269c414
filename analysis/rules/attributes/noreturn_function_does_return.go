package attributes

import (
	"cudals/analysis/check"
	"cudals/analysis/flow"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var noreturnFunctionDoesReturn = &check.Rule{
	Slug: "noreturn-function-does-return", Number: 1305, Tag: "noreturn_function_does_return",
	Title:    "A function declared noreturn returns",
	Severity: check.Warning, Passes: check.InHost | check.InDevice,
	Section: "noreturn-annotation", Chapter: "Attributes",
	What: `Reports each return statement, and the closing brace, by which a function declared ~[[noreturn]]~ or
~__attribute__((noreturn))~ can return. As nvcc 12.4's front end does, it believes a noreturn call only where it is a
statement of its own: ~assert(0)~ and ~asm("trap;")~ end nothing.`,
	Why: `Callers are compiled as if nothing came after the call. Where the function returns all the same, they run into
whatever code happens to follow.`,
	Instead: `End all ways through the function with a call that does not return, such as ~__trap()~ or ~abort()~, with a throw
expression in host code, or with ~__builtin_unreachable()~ where the way is never taken. Or drop the attribute.`,
	Bad: `
[[noreturn]] __device__ void fail(int *status, int code) {
  *status = code;
}

__global__ void run(int *status, int n) {
  if (n < 0) fail(status, 1);
}
`,
	Good: `
extern "C" __device__ __attribute__((noreturn)) void __trap();

[[noreturn]] __device__ void fail(int *status, int code) {
  *status = code;
  __trap();
}

__global__ void run(int *status, int n) {
  if (n < 0) fail(status, 1);
}
`,
	Check: checkNoreturn,
}

func checkNoreturn(p *check.Pass) {
	u := p.Unit
	for _, r := range returning.In(p.Spaces, kit.Read.Of(p), func(b *sema.Facts, found func(check.Report)) {
		if b.Func == nil || b.Decl == nil || b.Template || !u.NoReturn(b.Func) {
			return
		}
		g := u.Flow(b.Func)
		if g == nil || g.Unclear {
			return
		}
		attr, _ := u.Attribute(b.Func, "noreturn")
		report := func(at sema.Site, message string) {
			found(check.Report{
				Site: at, Func: b.Func, Message: message,
				Related: []check.Note{{Site: attr, Message: "is declared never to return here"}},
			})
		}
		// What stands in an arm that a constant rules out counts, as it does for the front end.
		reached := flow.Reached(g, func(k sema.EdgeKind) bool { return k != sema.EdgeUnknown })
		for i, block := range g.Blocks {
			for _, e := range block.Events {
				if reached[i] && e.Kind == sema.EventReturn {
					report(e.Site, spell.Func(u, b.Func)+" is declared noreturn, and returns here")
				}
			}
		}
		if reached[g.End] {
			report(g.Closing, spell.Func(u, b.Func)+" is declared noreturn, and can reach the end of its body: "+
				"end it with a call that does not return, or drop the attribute")
		}
	}) {
		p.ReportOnce(r)
	}
}

var returning = spaces.NewJudgement[check.Report]()
