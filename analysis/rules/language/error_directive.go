package language

import (
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

var errorDirective = &check.Rule{
	Slug: "error-directive", Tag: "error-directive",
	Title:    "A pass comes to an #error directive",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "constexpr-functions-and-function-templates", Chapter: "Preprocessing",
	What: `Reports an ~#error~ directive that is not skipped, with its text, and the passes that come to it.`,
	Why: `The preprocessor ends there. As nvcc preprocesses a file once for the host and once for each architecture, it may do so in one
pass alone.`,
	Instead: `What the text says. Many such directives ask for a flag: ~__CUDACC_RELAXED_CONSTEXPR__~ is defined with
~--expt-relaxed-constexpr~, ~__CUDACC_EXTENDED_LAMBDA__~ with ~--extended-lambda~, ~__CUDACC_RDC__~ with ~-rdc=true~.`,
	Bad: `
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#error "compile with --expt-relaxed-constexpr"
#endif
`,
	Good: `
// flags: --expt-relaxed-constexpr
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#error "compile with --expt-relaxed-constexpr"
#endif
`,
	Check: checkErrorDirectives,
}

// checkErrorDirectives is silent where a header is missing or a flag was guessed, and of headers that are read by themselves:
// whoever includes them may define what decides whether the directive is live.
func checkErrorDirectives(p *check.Pass) {
	if !p.Command.Given || p.Kind == toolchain.DevicePass && !p.Command.ArchsGiven {
		return
	}
	pp := p.Unit.PP
	if toolchain.IsHeader(pp.Main.Path) || len(pp.Missing) > 0 || pp.Uncertain {
		return
	}
	for i := range pp.Diagnostics {
		d := &pp.Diagnostics[i]
		in := pp.Inclusions[d.Inclusion]
		text, ok := errorText(d.Message)
		if d.Severity != preprocess.Error || in.System || in.File == nil || !ok {
			continue
		}
		if text == "" {
			text = "an #error directive without a text"
		}
		p.Report(check.Report{At: source.Place{File: in.File, Span: d.At}, Message: text})
	}
}

// errorText is the text of an #error directive.
func errorText(directive string) (string, bool) {
	rest, ok := strings.CutPrefix(directive, "#")
	if !ok {
		return "", false
	}
	rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "error")
	return strings.TrimSpace(rest), ok
}
