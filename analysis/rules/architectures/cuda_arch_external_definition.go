package architectures

import (
	"fmt"

	"cudals/analysis/check"
)

var cudaArchExternalDefinition = &check.Rule{
	Slug: "cuda-arch-external-definition", Tag: "cuda-arch-external-definition",
	Title:    "Whether there is a definition depends on __CUDA_ARCH__",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "cuda-arch", Chapter: "Architectures",
	What: `Under separate compilation (~-rdc=true~), reports functions and device variables with external linkage that are defined in
one pass and not in the other. It names the ~#if~ that decides.`,
	Why: `Other objects of the program rely on the definition. The linker of the side that has none fails, or the host compiler does
where the code that nvcc adds names the variable. The front end says nothing. A function that runs on the host alone breaks the
guide's word and no build.`,
	Instead: `Define the entity for all passes, and use ~__CUDA_ARCH__~ inside of the body.`,
	Bad: `
// flags: -rdc=true
__host__ __device__ float mix(float a, float b, float t);
#ifndef __CUDA_ARCH__
__host__ __device__ float mix(float a, float b, float t) { return a + t * (b - a); }
#endif
`,
	Good: `
// flags: -rdc=true
__host__ __device__ float mix(float a, float b, float t);
__host__ __device__ float mix(float a, float b, float t) {
#ifdef __CUDA_ARCH__
  return __fmaf_rn(t, b - a, a);
#else
  return a + t * (b - a);
#endif
}
`,
	Compare: compareDefinitions,
}

func compareDefinitions(a, b *check.Pass) {
	if rdc := a.Command.RDC; !rdc.On || !rdc.Given {
		return
	}
	for _, d := range oneSided(side(a), side(b)) {
		has, lacks, v := a, b, d.A
		if v.Site.IsZero() {
			has, lacks, v = b, a, d.B
		}
		r := check.Report{Site: v.Site, Related: ifNotes(d.If)}
		fate := "under separate compilation the link fails"
		if v.Func != nil && !has.Spaces.Of(v.Func).Space.OnDevice() {
			fate = "the guide forbids that, though nothing fails as long as it is host code alone that uses it"
			if a.Command.Inferred != nil { // nobody said how the file is compiled
				hint := check.Hint
				r.Severity = &hint
			}
		}
		r.Message = fmt.Sprintf("%s is defined in %s, but not in %s; %s", v.Type, passName(has), passName(lacks), fate)
		has.Report(r)
	}
}
