package classes

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/cudaspace"
)

var esaOnDefaultedFunctionIgnored = &check.Rule{
	Slug: "esa-on-defaulted-function-ignored", Number: 20012, Tag: "esa_on_defaulted_function_ignored",
	Title:    "An execution space is written on a function that the compiler generates",
	Severity: check.Warning, Passes: check.InHost | check.InDevice,
	Section: "compiler-generated-functions", Chapter: "Classes",
	What: `Reports ~__host__~, ~__device__~ and ~__global__~ on a member function that its class defaults where it declares
it: ~__host__ __device__ Vec() = default;~.`,
	Why: `The compiler generates such a function and ignores the words, those on a virtual function only before CUDA 13.0: it can run wherever all that it calls can run. The words
promise something that a member or base class may break.`,
	Instead: `Leave the execution space out. Where it must be fixed, default the function outside the class, or write its body.`,
	Bad: `
struct Vec {
  __host__ __device__ Vec() = default;
  float x, y, z;
};
`,
	Good: `
struct Vec {
  Vec() = default;
  float x, y, z;
};
`,
	Check: checkDefaultedAnnotations,
}

func checkDefaultedAnnotations(p *check.Pass) {
	for _, f := range p.Declared.Funcs {
		reportDefaulted(p, f)
	}
	for _, c := range kit.LocalClasses.Of(p) {
		for _, e := range c.Members() {
			if f, ok := e.(*sema.Func); ok {
				reportDefaulted(p, f)
			}
		}
	}
}

func reportDefaulted(p *check.Pass, f *sema.Func) {
	if !f.DefaultedFirst || f.Implicit || len(f.Decls) == 0 || p.Unit.PatternFunc(f) != f {
		return
	}
	if p.Command.Release().DefaultedVirtuals && p.Unit.IsVirtual(f) != sema.No {
		return // there the words count
	}
	fd := f.Decls[0]
	if !fd.InClass || fd.FriendIn != nil || fd.Body == nil || fd.Body.Kind != ast.BodyDefault {
		return
	}
	// Each word is ignored by itself, and they are one mistake with one mend.
	var words ast.Span
	var space cudaspace.Space
	for i := range fd.Spec.CUDA {
		s := &fd.Spec.CUDA[i]
		word := map[ast.CUDAKind]cudaspace.Space{
			ast.SpecHost: cudaspace.Host, ast.SpecDevice: cudaspace.Device, ast.SpecGlobal: cudaspace.Global,
		}[s.Kind]
		if word == 0 {
			continue
		}
		if space == 0 {
			words.Lo = s.Lo
		}
		words.Hi = s.Hi
		space |= word
	}
	if space == 0 {
		return
	}
	p.Report(check.Report{
		Site: sema.Site{Chunk: fd.Site.Chunk, Span: words},
		Message: fmt.Sprintf("%s has no effect on %s, which is defaulted in its class; the compiler decides where it runs",
			space, spell.Func(p.Unit, f)),
		Fixes: []check.Mend{{
			Title: "Remove the execution space of " + spell.Func(p.Unit, f), Preferred: true,
			Changes: mend.Respecify(p.Unit, fd.Full, fd.Spec, mend.IsExecutionSpace, ""),
		}},
	})
}
