package pragmas

import (
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
)

var noMatchingOmpBeginDeclareVariant = &check.Rule{
	Slug: "no-matching-omp-begin-declare-variant", Number: 20253, Tag: "no_matching_omp_begin_declare_variant",
	Title:    "#pragma omp end declare variant without a beginning",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "pragma-directives", Chapter: "Device code",
	What: `Reports ~#pragma omp end declare variant~ that no ~#pragma omp begin declare variant~ precedes, with and without the flag for OpenMP.
They nest, and those in headers count.`,
	Why:     `Nothing is there to be closed. The compiler refuses the program.`,
	Instead: `Remove the pragma, or write the other one.`,
	Bad: `
__device__ float root(float x) { return x; }
#pragma omp end declare variant
`,
	Good: `
#pragma omp begin declare variant match(device={kind(gpu)})
__device__ float root(float x) { return x; }
#pragma omp end declare variant
`,
	Check: checkVariants,
}

func checkVariants(p *check.Pass) {
	open := 0
	p.Unit.LooseTokens(func(seg *preprocess.Segment, site func(i, n int) sema.Site) {
		for _, i := range seg.Pragmas {
			switch words := strings.Fields(p.Unit.Text(seg.Toks[i].Sym)); {
			case startsWith(words, "omp", "begin", "declare", "variant"):
				open++
			case !startsWith(words, "omp", "end", "declare", "variant"):
			case open > 0:
				open--
			default:
				p.Report(check.Report{Site: site(int(i), 1), Message: "no #pragma omp begin declare variant stands before this one"})
			}
		}
	})
}

func startsWith(words []string, start ...string) bool {
	return len(words) >= len(start) && slices.Equal(words[:len(start)], start)
}
