package templates

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var templateGlobalNoDef = &check.Rule{
	Slug: "template-global-no-def", Number: 20280, Tag: "template_global_no_def",
	Title:    "A kernel template is used that the file does not define",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "templates", Chapter: "Templates",
	What: `Reports the declaration of a kernel template, or of a specialisation of one, that the file uses and does not define, where the file is
compiled as a whole program (without ~-rdc=true~) and its launch stubs are static, as they are from CUDA 13.0 on. With 12.8 and 12.9,
whose compilers announce it under the number 20281, it is reported unless ~-static-global-template-stub=false~ is given. A file that
includes something that was not found is not judged.`,
	Why: `What launches an instance is then local to each file: an instance that another file makes cannot be linked with.`,
	Instead: `Define the template in the file that launches it, or launch it through a host function of the file that has it. Compile with
~-rdc=true~, or with ~-static-global-template-stub=false~, where all files see one definition.`,
	Bad: `
// flags: --cuda-version=13.0 -rdc=false
template <class T> __global__ void scale(T *p);
void run(float *p) { scale<<<1, 32>>>(p); }
`,
	Good: `
// flags: --cuda-version=13.0 -rdc=false
template <class T> __global__ void scale(T *p) { p[threadIdx.x] *= 2; }
void run(float *p) { scale<<<1, 32>>>(p); }
`,
	Check: checkUndefinedKernels,
}

// declaredElsewhere reports whether an instance is declared to be instantiated in another file.
func declaredElsewhere(f *sema.Func) bool {
	return slices.ContainsFunc(f.InstSites, func(fd *sema.FuncDecl) bool { return fd.ExternInst })
}

func checkUndefinedKernels(p *check.Pass) {
	u := p.Unit
	if !staticStubs(p) || len(u.PP.Missing) > 0 {
		return
	}
	said := map[*sema.Func]bool{}
	use := func(f *sema.Func, at sema.Site) {
		if f == nil || said[f] || f.Template == nil || f.Args == nil || f.MemberOf != nil || !kernel(p.Spaces, f) {
			return
		}
		said[f] = true
		if u.Definition(f) != nil && (f.ExplicitInst || !declaredElsewhere(f)) || u.MayDeclareMore(f) || len(f.Decls) == 0 {
			return
		}
		p.Report(check.Report{
			Site: f.Decls[0].Site,
			Message: spell.Func(u, f) + " is used and not defined in this file, and what launches it in another file is local to that: " +
				"define it here, or compile with -rdc=true or -static-global-template-stub=false",
			Related: []check.Note{{Site: at, Message: "it is used here"}},
		})
	}
	const unused = sema.Undecided | sema.Discarded
	spaces.Each(p.Spaces, p.Spaces.WithInstances(p.Bodies()), func(b *sema.Facts) {
		if b.Template || len(b.Bad) > 0 || b.Func != nil && !p.Emission.Contains(b.Func) {
			return
		}
		for i := range b.Launches {
			if l := &b.Launches[i]; !l.Dependent {
				use(l.Kernel, l.Full)
			}
		}
		for i := range b.Refs {
			if r := &b.Refs[i]; !r.Unknown && r.Context&unused == 0 {
				use(r.Func, r.Site)
			}
		}
	})
}
