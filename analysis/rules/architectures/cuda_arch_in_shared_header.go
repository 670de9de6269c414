package architectures

import (
	"fmt"

	"cudals/analysis/check"
)

var cudaArchInSharedHeader = &check.Rule{
	Slug: "cuda-arch-in-shared-header", Tag: "cuda-arch-in-shared-header",
	Title:    "Objects may hold different versions of a function",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Danger,
	Section: "cuda-arch", Chapter: "Architectures",
	What: `Under separate compilation (~-rdc=true~), points at templates, inline and weak functions for the device whose bodies tell
apart architectures that the toolkit knows.`,
	Why: `Every object that needs such a function holds its own definition, and the linker keeps one of them. When the objects are
compiled for different architectures, the version of another architecture may be the one that runs. No compiler says so.`,
	Instead: `Compile all objects for the same architectures, or do not let the body depend on the architecture.`,
	Bad: `
// flags: -rdc=true
template <class T> __device__ T *scratch() {
#if __CUDA_ARCH__ < 700
  return nullptr;
#else
  __shared__ T tile[64];
  return tile;
#endif
}
`,
	Good: `
// flags: -rdc=true
template <class T> __device__ T *scratch() {
  __shared__ T tile[64];
  return tile;
}
`,
	Check: checkArchDependent,
}

func checkArchDependent(p *check.Pass) {
	if rdc := p.Command.RDC; !rdc.On || !rdc.Given {
		return
	}
	for _, f := range archDependent(side(p), p.Command.Release().Archs) {
		p.Report(check.Report{
			Site: f.Site,
			Message: fmt.Sprintf("%s depends on the value of __CUDA_ARCH__, and the linker keeps one of the definitions in all objects: compile them for the same architectures",
				f.Func.EntityName()),
			Related: []check.Note{{At: f.If, Message: "the body depends on it here"}},
		})
	}
}
