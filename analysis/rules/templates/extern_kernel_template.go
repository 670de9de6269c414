package templates

import (
	"cudals/analysis/check"
	"cudals/analysis/sema/spell"
	"cudals/cudaspace"
)

var externKernelTemplate = &check.Rule{
	Slug: "extern-kernel-template", Number: 20278, Tag: "extern_kernel_template",
	Title:    "An instance of a kernel template is declared to be in another file",
	Severity: check.Warning, Passes: check.InHost,
	Section: "templates", Chapter: "Templates",
	What: `Reports ~extern template~ of a kernel template, in a file that is compiled as a whole program (without ~-rdc=true~) and whose launch
stubs are static, as they are from CUDA 13.0 on. With 12.8 and 12.9, whose compilers announce it under the number 20279, it is
reported unless ~-static-global-template-stub=false~ is given.`,
	Why: `What launches an instance is then local to each file: that of the other file cannot be linked with.`,
	Instead: `Instantiate the kernel in the file that launches it, or launch it through a host function of the file that has it. Compile with
~-rdc=true~, or with ~-static-global-template-stub=false~, where all files see one definition.`,
	Bad: `
// flags: --cuda-version=13.0 -rdc=false
template <class T> __global__ void scale(T *p) { p[threadIdx.x] *= 2; }
extern template __global__ void scale<float>(float *);
`,
	Good: `
// flags: --cuda-version=13.0 -rdc=false
template <class T> __global__ void scale(T *p) { p[threadIdx.x] *= 2; }
template __global__ void scale<float>(float *);
`,
	Check: func(p *check.Pass) {
		if !staticStubs(p) {
			return
		}
		for _, f := range p.Declared.Instantiated {
			if f.Template == nil || !kernel(p.Spaces, f) {
				continue
			}
			for _, fd := range f.InstSites {
				if fd.ExternInst {
					p.Report(check.Report{
						Site: fd.Site,
						Message: spell.Func(p.Unit, f) + " is declared to be instantiated in another file, whose launch stub is local to it: " +
							"instantiate it here, or compile with -rdc=true or -static-global-template-stub=false",
					})
				}
			}
		}
	},
}

// staticStubs reports whether what launches the instances of kernel templates is certainly local to the file, now or in versions
// to come.
func staticStubs(p *check.Pass) bool {
	c := p.Command
	if c.RDC.On || !p.Flagged(c.RDC) {
		return false
	}
	if !c.StaticStubs.Given {
		return c.VersionKnown() && (c.Release().StaticStubs || announced(c.Version()))
	}
	return c.StaticStubs.On
}

// announced reports whether a version's compiler says what will be once the stubs are static by default.
func announced(v cudaspace.Version) bool { return v >= 12080 && !cudaspace.Of(v).StaticStubs }
