package mitigations

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

var templateParamQualMismatch = &check.Rule{
	Slug: "template-param-qual-mismatch", Number: 20287, Tag: "template_param_qual_mismatch",
	Title:    "A function template is defined with parameters of another const than it is declared with",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "templates", Chapter: "Templates",
	What: `Reports the definition of a function template, members apart, one of whose parameters is ~const~ or ~volatile~ where that of the first declaration
is not, or the other way round. The command must have ~-drive-os-5.2.39-check-mitigations-subset~.`,
	Why:     `The qualifiers are no part of the function's type, and the language allows it. Compilers of Drive OS 5.2 mix them up.`,
	Instead: `Write both alike.`,
	Bad: `
// flags: --cuda-version=13.0 -drive-os-5.2.39-check-mitigations-subset
template <class T> __device__ T twice(const T x);
template <class T> __device__ T twice(T x) { return 2 * x; }
`,
	Good: `
// flags: --cuda-version=13.0 -drive-os-5.2.39-check-mitigations-subset
template <class T> __device__ T twice(const T x);
template <class T> __device__ T twice(const T x) { return 2 * x; }
`,
	Check: asked(func(p *check.Pass) {
		for _, f := range p.Declared.Funcs {
			if f.Template == nil || f.Args != nil || f.MemberOf != nil || len(f.Decls) < 2 {
				continue
			}
			first, def := f.Decls[0], p.Unit.Definition(f)
			if def == nil || def == first || def.Site.Chunk.System || def.Dtor.Name == nil || len(def.Dtor.Name.Parts) > 1 {
				continue
			}
			judgeQualifiers(p, first, def)
		}
	}),
}

func judgeQualifiers(p *check.Pass, first, def *sema.FuncDecl) {
	was, is := kit.DeclaredParams(p.Unit, first), kit.DeclaredParams(p.Unit, def)
	for i := range min(len(was), len(is), len(def.Sig.Params)) {
		if len(was[i]) == 0 || len(is[i]) == 0 || was[i][0].IsUnknown() || is[i][0].IsUnknown() {
			continue
		}
		a, b := was[i][0], is[i][0]
		if a.IsConst() == b.IsConst() && a.IsVolatile() == b.IsVolatile() {
			continue
		}
		p.Report(check.Report{
			Site:    sema.Site{Chunk: def.Site.Chunk, Span: def.Sig.Params[i].Span},
			Message: fmt.Sprintf("parameter %d is qualified otherwise than in the template's first declaration; compilers of Drive OS 5.2 mix them up", i+1),
			Related: []check.Note{{Site: first.Site, Message: "is declared here"}},
		})
	}
}
