package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/prelude"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// result implements workspace.Result.
type result struct {
	in    workspace.Input
	views []*view
	// lineage is shared with the other versions of the document; version is what it counted when this one was made.
	lineage *lineage
	version int64
	// doc is what questions are put to.
	doc         *locate.Document
	diagnostics []check.Diagnostic
	includes    []string
	sought      []string
	// lent are the files that are read for what they bring before the document; false for those that are read for themselves too.
	lent  map[string]bool
	stats workspace.Stats
	// engine analyses what is asked for later.
	engine *Engine
	// read is what the command was told by, nil where it says all itself.
	read *plain
	// wide is doc with the views aside that somebody asked last.
	wide *locate.Document
	// beside are the judged views of other architectures than the first, as who asks about their parts sees them. Who has the turn aside uses it.
	beside map[int]*asideView
	// dark is what unseen found; nil until somebody asks.
	dark []dark
	// tokens are what Tokens found; nil until somebody asks.
	tokens   []workspace.Token
	tokensOf *locate.Document
}

// newResult makes the result of views while line is held; old is the earlier version's, or nil.
func newResult(in workspace.Input, views []*view, line *lineage, old *result) *result {
	r := &result{
		in: in, views: views, lineage: line, version: line.version.Load(),
		stats: workspace.Stats{Files: 1, Lines: len(in.File.Lines), Unknown: map[string]int{}, Missing: map[string]int{}},
	}
	if old != nil && slices.EqualFunc(views, old.views, func(a, b *view) bool { return sameInclusions(a.Preprocessed, b.Preprocessed) }) {
		r.includes = old.includes
	} else {
		r.includes = included(in.File.Path, views)
	}
	r.sought = sought(views)
	r.lent = lentFiles(views)
	r.diagnose()
	for _, v := range views {
		v.Unit.Attempt(sema.Site{}, func() { r.count(v) })
	}
	r.missingHeaders()
	r.cutShort()
	r.faults()
	used := map[source.Place]bool{} // comments that silence something
	r.diagnostics = slices.DeleteFunc(r.diagnostics, func(d check.Diagnostic) bool {
		by, ignored := check.Ignored(&d)
		used[by] = used[by] || ignored
		return ignored
	})
	r.unusedIgnores(used)
	r.sort()
	return r
}

// sameInclusions reports whether two views of a document entered the same files; false where there is no first.
func sameInclusions(a, b *preprocess.Unit) bool {
	return a != nil && slices.EqualFunc(a.Inclusions, b.Inclusions, func(x, y preprocess.Inclusion) bool {
		return x.File == y.File || x.File == a.Main && y.File == b.Main
	})
}

// sought lists the names of headers that the views of a document looked for in vain, or only looked for.
func sought(views []*view) []string {
	names := map[string]bool{}
	for _, v := range views {
		for _, m := range v.Preprocessed.Missing {
			names[m.Name] = true
		}
		for _, name := range v.Preprocessed.Asked {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// included lists the files that the views of a document entered, without the document itself.
func included(document string, views []*view) []string {
	var paths []string
	seen := map[string]bool{document: true}
	for _, v := range views {
		for _, inc := range v.Preprocessed.Inclusions {
			if inc.File != nil && !seen[inc.File.Path] {
				seen[inc.File.Path] = true
				paths = append(paths, inc.File.Path)
			}
		}
	}
	return paths
}

func (r *result) Diagnostics() []check.Diagnostic { return r.diagnostics }
func (r *result) Includes() []string              { return r.includes }
func (r *result) Sought() []string                { return r.sought }
func (r *result) Command() *toolchain.Command     { return r.in.Command }
func (r *result) Stats() workspace.Stats          { return r.stats }

// Through is the host pass's: device passes read the same files, but for what tests __CUDA_ARCH__.
func (r *result) Through() string {
	if through := r.views[0].Preprocessed.Through; through != nil {
		return through.Path
	}
	return ""
}

// Stale implements workspace.Result.
func (r *result) Stale() bool { return r.lineage.version.Load() != r.version }

// ask runs fn while nobody else uses the models; it does not where they serve a newer version already.
func (r *result) ask(ctx context.Context, fn func()) { r.askOf(ctx, nil, fn) }

// askOf is ask for a fn that uses further views. Where nobody waits for it any more, it is given up, unless it is over soon, and the
// models with it.
func (r *result) askOf(ctx context.Context, more []*view, fn func()) {
	if !r.lineage.turn.take(ctx) {
		return
	}
	defer r.lineage.turn.give()
	if r.Stale() {
		return
	}
	whole := false
	used := slices.Concat(r.views, more)
	defer func() {
		for _, v := range used {
			if !whole || v.Unit.Exhausted() {
				v.model.unit = nil
			}
			v.Unit.StopWhen(nil)
			v.Unit.Questioned(false)
		}
	}()
	late, stopped := 0, false
	for _, v := range used {
		v.Unit.Questioned(true)
		v.Unit.StopWhen(func() bool {
			if stopped = stopped || ctx.Err() != nil && late == mostLate; !stopped && ctx.Err() != nil {
				late++
			}
			return stopped
		})
	}
	unlessStopped(fn)
	if whole = !stopped; stopped {
		r.lineage.version.Add(1) // what was half made answers nothing
	}
}

// mostLate is how often a question looks whether anybody waits for it before it is given up: a few milliseconds. What has been done by then
// need not be done again, and most questions have been answered.
const mostLate = 16

// unlessStopped runs fn to its end or up to where it is stopped.
func unlessStopped(fn func()) {
	defer func() {
		if p := recover(); p != nil {
			if _, enough := p.(sema.Enough); !enough {
				panic(p)
			}
		}
	}()
	fn()
}

// sort orders the findings: the document's own first. The order in which instances were made tells nothing to anybody.
func (r *result) sort() {
	slices.SortStableFunc(r.diagnostics, func(a, b check.Diagnostic) int {
		p, q := a.Place, b.Place
		if p.File.Path != q.File.Path {
			switch r.in.File.Path {
			case p.File.Path:
				return -1
			case q.File.Path:
				return 1
			}
		}
		return cmp.Or(cmp.Compare(p.File.Path, q.File.Path), cmp.Compare(p.Span.Start, q.Span.Start), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message))
	})
}

// swallowed reports whether a report is about what an #include brought into a declaration whose braces are still to be typed: that is none
// of the declaration's.
func (v *view) swallowed(rep *report) bool {
	if !v.Unit.Unbalanced || rep.Site.IsZero() {
		return false
	}
	seg, lo, hi := rep.Site.Present()
	return lo < hi && seg.Brought(lo)
}

// diagnostic turns a report into a diagnostic; ok is false for what is not shown: warnings in system headers, as with nvcc.
func (r *result) diagnostic(v *view, rep *report) (check.Diagnostic, bool) {
	place := rep.Place()
	if place.IsZero() || v.doubtful(rep) || v.swallowed(rep) {
		return check.Diagnostic{}, false
	}
	d := check.Diagnostic{
		Rule: rep.rule.Slug, Number: rep.rule.Number, Tag: rep.rule.Tag, Group: rep.rule.Group,
		Severity: rep.severity(), Message: rep.Message, Fault: faultOf(v.Unit, rep), Place: place, Deprecated: rep.Deprecated,
	}
	if !rep.Site.IsZero() && rep.Site.Chunk.System {
		if d.Severity != check.Error {
			return check.Diagnostic{}, false
		}
		// Nobody can mend a system header: the finding is shown at the person's own code that brought it about.
		own, ok := r.ownSite(v, rep.Func)
		if !ok {
			return check.Diagnostic{}, false
		}
		if !prelude.Holds(place.File.Path) {
			d.Related = append(d.Related, check.Related{Place: place, Message: "found here, in " + spell.Func(v.Unit, rep.Func)})
		}
		d.Place = own
	}
	if r.lent[d.Place.File.Path] {
		return check.Diagnostic{}, false // whoever opens the includer hears of it
	}
	for i := range rep.Related {
		n := &rep.Related[i]
		if p := n.Place(); !p.IsZero() && !prelude.Holds(p.File.Path) {
			d.Related = append(d.Related, check.Related{Place: p, Message: n.Message})
		}
	}
	for _, m := range rep.Fixes {
		if f, ok := fixOf(m); ok {
			if f.Rename != nil {
				f.Rename.Unit = r.in.File.Path
			}
			d.Fixes = append(d.Fixes, f)
		}
	}
	return d, true
}

// lentFiles are the files that the views read only for what they bring before the document.
func lentFiles(views []*view) map[string]bool {
	lent := map[string]bool{}
	for _, v := range views {
		if v.Preprocessed.Through == nil {
			continue
		}
		for i := range v.Preprocessed.Inclusions {
			if in := &v.Preprocessed.Inclusions[i]; in.File != nil {
				always, seen := lent[in.File.Path]
				lent[in.File.Path] = in.Lent && (always || !seen)
			}
		}
	}
	return lent
}

// ownSite is the last place outside system headers on the way that brought a function to the device.
func (r *result) ownSite(v *view, f *sema.Func) (source.Place, bool) {
	if f == nil || v.Emission == nil {
		return source.Place{}, false
	}
	chain := v.Emission.Chain(f)
	for i := len(chain) - 1; i >= 0; i-- {
		if s := chain[i].Site; s.Chunk != nil && !s.Chunk.System {
			if p, _ := check.PlaceOf(s); !p.IsZero() {
				return p, true
			}
		}
	}
	return source.Place{}, false
}

// step is a use that is on the way from the device's roots to a function: what uses, how and where.
type step struct {
	by  *sema.Func
	how string
	at  source.Place
}

// way tells who brings a function to the device. It is put into words where it is shown: of a template's instances only one's is.
func (v *view) way(f *sema.Func) []step {
	if f == nil || v.Emission == nil {
		return nil
	}
	var out []step
	for _, e := range v.Emission.Chain(f) {
		if e.From == nil {
			continue
		}
		if p, _ := check.PlaceOf(e.Site); !p.IsZero() && !prelude.Holds(p.File.Path) {
			out = append(out, step{by: e.From, how: cmp.Or(e.How, "called"), at: p})
		}
	}
	return out
}

// words are what is shown of a way.
func (v *view) words(way []step) []check.Related {
	out := make([]check.Related, len(way))
	for i, s := range way {
		out[i] = check.Related{Place: s.at, Message: fmt.Sprintf("%s here, in %s", s.how, spell.Func(v.Unit, s.by))}
	}
	return out
}

func fixOf(m check.Mend) (check.Fix, bool) {
	f := check.Fix{Title: m.Title, Preferred: m.Preferred, Rename: m.Rename}
	for _, c := range m.Changes {
		p, ok := c.PlaceOf()
		if !ok || p.IsZero() {
			return f, false
		}
		if c.How == check.Remove {
			p.Span.End = blanksAfter(p.File.Text, p.Span.End)
		}
		f.Edits = append(f.Edits, check.Edit{Place: p, Text: c.Text})
	}
	return f, f.Rename != nil || len(f.Edits) > 0
}

// missingKey is the place of an #include. Views may hold a file in versions of their own, of the same text.
type missingKey struct {
	path string
	span source.Span
}

// missingHeaders adds a hint for each #include that found no file.
func (r *result) missingHeaders() {
	seen := map[missingKey]bool{}
	for _, v := range r.views {
		for _, m := range v.Preprocessed.Missing {
			if in := &v.Preprocessed.Inclusions[m.Inclusion]; in.System || in.Lent {
				continue
			}
			p := source.Place{File: v.Preprocessed.Inclusions[m.Inclusion].File, Span: m.At}
			if p.File == nil || seen[missingKey{p.File.Path, p.Span}] {
				continue
			}
			seen[missingKey{p.File.Path, p.Span}] = true
			r.stats.MissingHeaders++
			r.stats.Missing[m.Name]++
			r.stats.MissingAt = append(r.stats.MissingAt, workspace.MissingAt{Header: m.Name, At: p})
			if project := r.in.Command.Inferred; project != nil && !project.Owns(m.Name) {
				continue // what a project depends on and this machine has not is said once for all of it
			}
			r.diagnostics = append(r.diagnostics, check.Diagnostic{
				Rule: "missing-header", Tag: "missing-header", Severity: check.Hint, Passes: check.InHost | check.InDevice, Place: p, Header: m.Name,
				Message: fmt.Sprintf("%s was not found; what depends on it is unknown, and nothing is said of it", m.Name),
			})
		}
	}
}

// cutShort says that a view's analysis was given up half-way.
func (r *result) cutShort() {
	for _, v := range r.views {
		if !v.cutShort {
			continue
		}
		r.stats.CutShort = 1
		r.diagnostics = append(r.diagnostics, check.Diagnostic{
			Rule: "cut-short", Tag: "cut-short", Severity: check.Hint, Passes: check.InHost | check.InDevice,
			Place: source.Place{File: r.in.File},
			Message: "this file asks for more work than the analysis may do; what it had not reached by then is unknown, and nothing " +
				"is said of it",
		})
		return
	}
}

// faults says what was not judged because something failed: nothing unknown looks clean.
func (r *result) faults() {
	said := map[source.Place]bool{}
	say := func(at source.Place, message string) {
		if said[at] {
			return
		}
		said[at] = true
		r.diagnostics = append(r.diagnostics, check.Diagnostic{
			Rule: "internal-fault", Tag: "internal-fault", Severity: check.Info, Passes: check.InHost | check.InDevice,
			Place: at, Message: message + " (please report it; the log has the details)",
		})
	}
	for _, v := range r.views {
		for _, f := range v.Unit.Faults() {
			at, ok := check.PlaceOf(f.Site)
			if !ok || at.File.Path != r.in.File.Path {
				at = source.Place{File: r.in.File}
			}
			say(at, "an internal fault: what cudals says of this is not complete")
		}
		for _, rule := range v.failed {
			say(source.Place{File: r.in.File}, "an internal fault: the rule "+rule.Slug+" did not judge this file")
		}
	}
}

// unknownSpace is why a call whose callee is known may not be understood.
const unknownSpace = "for whom the callee is, a missing header or a guess decides"

// obscure are the calls whose callee, or its space, is not known.
var obscure = spaces.NewSearch[*sema.Call]()

// count adds a view to the statistics. Calls are counted once for each body: in device code those of the device pass, in host code
// those of the host pass.
func (r *result) count(v *view) {
	s := &r.stats
	if v.Pass == toolchain.DevicePass && v.Arch != r.views[1].Arch {
		return
	}
	search := obscure.On(v.Spaces)
	listed := map[workspace.UnknownAt]bool{} // a template's calls have one place, however many instances it has
	for _, b := range v.countedBodies() {
		if b.Func == nil {
			continue
		}
		sp := v.Spaces.Of(b.Func).Space
		unknown, known := b.UnknownSites, b.Untargeted+len(b.Calls)
		for _, c := range search.Of(b, func(found func(*sema.Call)) {
			for i := range b.Calls {
				if c := &b.Calls[i]; c.Callee == nil || !v.Spaces.Of(c.Callee).Known {
					found(c)
				}
			}
		}) {
			known--
			if c.Callee != nil {
				unknown = append(unknown[:len(unknown):len(unknown)], sema.UnknownCall{Site: c.Site, Reason: unknownSpace})
			}
		}
		if v.Pass == toolchain.DevicePass && sp.OnDevice() {
			s.DeviceCalls += known + len(unknown)
			s.DeviceCallsKnown += known
			for _, u := range unknown {
				s.Unknown[u.Reason]++
				p, _ := check.PlaceOf(u.Site)
				at := workspace.UnknownAt{At: check.RegionOf(p), Reason: u.Reason}
				if !p.IsZero() && !listed[at] && len(s.UnknownAt) < workspace.MaxUnknownAt {
					listed[at] = true
					s.UnknownAt = append(s.UnknownAt, at)
				}
			}
		} else if v.Pass == toolchain.HostPass && sp&cudaspace.Host != 0 && !sp.OnDevice() {
			s.HostCalls += known + len(unknown)
			s.HostCallsKnown += known
		}
	}
}

// countedBodies are the bodies outside system headers and of what another file lends that the view analysed: definitions that are no
// templates, and instances.
func (v *view) countedBodies() []*sema.Facts {
	var out []*sema.Facts
	seen := map[*sema.Facts]bool{}
	add := func(f *sema.Facts) {
		if f == nil || f.Template || seen[f] || f.Func == nil || f.Func.Site().Chunk == nil {
			return
		}
		if in := &v.Preprocessed.Inclusions[f.Func.Site().Chunk.Inclusion]; !in.System && !in.Lent {
			seen[f] = true
			out = append(out, f)
		}
	}
	for _, b := range v.Bodies {
		add(b)
	}
	if v.Emission != nil {
		for _, f := range v.Emission.Funcs() {
			add(v.Unit.Facts(f))
		}
	}
	return out
}
