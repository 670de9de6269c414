package kernels

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/lex"
	"cudals/analysis/memory"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
)

// leastSaving is how many bytes another order must save to be worth a word.
const leastSaving = 8

var kernelParamsPadding = &check.Rule{
	Slug: "kernel-params-padding", Tag: "kernel-params-padding",
	Title:    "Another order of parameters would save padding",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Pedantic,
	Section: "function-parameters", Chapter: "Kernels",
	What: `Points at a kernel whose parameters would take at least 8 bytes less if those with the strictest alignment came first.`,
	Why:  `It is not, as long as the parameters fit: every launch copies some bytes more into constant memory.`,
	Instead: `Put pointers and doubles first, then 4-byte types, then smaller ones. Where nobody else can launch the kernel, since it is static
and its name stands nowhere but at its declarations and launches, a quick-fix changes all of these.`,
	Bad: `
__global__ void blend(bool on, double *to, char mode, double *from, short n) { if (on) *to = *from * n + mode; }
`,
	Good: `
__global__ void blend(double *to, double *from, short n, bool on, char mode) { if (on) *to = *from * n + mode; }
`,
	Check: func(pass *check.Pass) {
		for _, k := range laidOut.Of(pass) {
			f := k.Func
			if f.Args != nil || k.Unknown != "" {
				continue
			}
			order := k.Order()
			if better := k.Reordered(order); k.Total-better >= leastSaving {
				pass.Report(check.Report{
					Site: f.Site(),
					Message: fmt.Sprintf(
						"the parameters of %s take %d bytes, %d of them padding; from the most aligned to the least they would take %d",
						spell.Func(pass.Unit, f), k.Total, k.Padding(), better),
					Fixes: reorderParams(pass, f, order),
				})
			}
		}
	},
}

// laidOut are the kernels that are compiled, with their parameters in their places.
var laidOut = kit.InDevice("laidOut", func(p *check.Pass) []*memory.Kernel {
	var out []*memory.Kernel
	search := layouts.On(p.Spaces)
	for _, f := range p.Emission.Funcs() {
		if !memory.IsKernel(p.Spaces, f) {
			continue
		}
		layOut := func(found func(*memory.Kernel)) {
			found(memory.LayOut(p.Unit, f, memory.Target{Arch: p.Arch, CUDA: int(p.Command.Version())}))
		}
		if b := p.Unit.Facts(f); b != nil {
			out = append(out, search.Of(b, layOut)...)
		} else {
			layOut(func(k *memory.Kernel) { out = append(out, k) })
		}
	}
	return out
})

var layouts = spaces.NewSearch[*memory.Kernel]()

// reorderParams puts the parameters of a kernel and the arguments of its launches into an order; there is no such mend where
// somebody else may launch the kernel, or its name is used for anything else.
func reorderParams(pass *check.Pass, f *sema.Func, order []int) []check.Mend {
	if !f.InternalLinkage || f.Template != nil || f.MemberOf != nil {
		return nil
	}
	var lists [][]sema.Site
	for _, d := range f.Decls {
		var sites []sema.Site
		for _, p := range d.Sig.Params {
			if p.Default != nil || p.Decl.Pack {
				return nil
			}
			sites = append(sites, sema.Site{Chunk: d.Site.Chunk, Span: p.Span})
		}
		lists = append(lists, sites)
	}
	for _, body := range pass.Bodies() {
		for i := range body.Launches {
			if l := &body.Launches[i]; l.Kernel == f {
				var sites []sema.Site
				for _, arg := range l.Args {
					sites = append(sites, arg.Site)
				}
				lists = append(lists, sites)
			}
		}
	}
	if timesWritten(pass, f.Sym()) != len(lists) {
		return nil
	}
	mend := check.Mend{Title: "Put the parameters, and the arguments of launches, from the most aligned to the least"}
	for _, sites := range lists {
		changes := permuted(pass.Unit.PP.Main, sites, order)
		if changes == nil {
			return nil
		}
		mend.Changes = append(mend.Changes, changes...)
	}
	return []check.Mend{mend}
}

// permuted puts what stands at sites into an order; nil where they are not all written in one file as they stand.
func permuted(file *source.File, sites []sema.Site, order []int) []check.Change {
	if len(sites) != len(order) {
		return nil
	}
	texts := make([]string, len(sites))
	for i, site := range sites {
		p, exact := check.PlaceOf(site)
		if !exact || p.File.Path != file.Path {
			return nil
		}
		texts[i] = string(p.File.Slice(p.Span))
	}
	var changes []check.Change
	for i, from := range order {
		if i != from {
			changes = append(changes, check.Change{Site: sites[i], Text: texts[from]})
		}
	}
	return changes
}

// timesWritten counts how often a name stands in the unit's own files, in macros and in what is compiled out too.
func timesWritten(p *check.Pass, name token.Sym) int {
	n := 0
	for _, f := range ownFiles(p) {
		in := token.NewInterner()
		for _, t := range lex.Tokens(f, in) {
			if t.Kind == token.Ident && in.Text(t.Sym) == p.Unit.Text(name) {
				n++
			}
		}
	}
	return n
}

// ownFiles are the files of the unit outside system folders.
func ownFiles(p *check.Pass) []*source.File {
	files := map[*source.File]bool{}
	for _, in := range p.Unit.PP.Inclusions {
		if in.File != nil && !in.System {
			files[in.File] = true
		}
	}
	return slices.SortedFunc(maps.Keys(files), func(a, b *source.File) int { return strings.Compare(a.Path, b.Path) })
}
