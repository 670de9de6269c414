package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"go.uber.org/zap"

	"cudals/analysis/locate"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// aside is what other architectures see of a document than the one that is judged. It is made when somebody asks about a place that no
// judged view sees, and under a lock of its own, so that no analysis waits for it.
type aside struct {
	turn turn
	// made: somebody waited for it once, so that later versions are made in little time.
	made atomic.Bool
	// views are the device passes that were asked for, by architecture, of the versions in which they were.
	views map[int]*asideView
}

// hanging is what was found of names in the files that a version of the document includes.
type hanging struct {
	names []token.Sym
	of    *preprocess.Unit
	hangs map[token.Sym]bool
}

// asideView is a view that nothing is reported of.
type asideView struct {
	*view
	version int64
	in      workspace.Input
	// was is the last version's that has a model.
	was *view
	// doc is the document as the view sees it.
	doc *locate.Document
}

// mostAside is how many other architectures are looked at for a place that no judged view sees: each reads all headers once.
const mostAside = 4

// dark is a part of the document that no judged view sees, with the names on which that hangs. The parts of one conditional share them.
type dark struct {
	at    source.Span
	names []token.Sym
}

// alike reports whether two parts hang on the same names because they are of one conditional.
func (d dark) alike(o dark) bool {
	return len(d.names) == len(o.names) && (len(d.names) == 0 || &d.names[0] == &o.names[0])
}

// leftOutOfAll are the parts of the document that none of some views sees.
func leftOutOfAll(views []*view) []dark {
	out := []dark{}
	for i, v := range views {
		if i > 0 {
			out = within(out, leftOut(v))
			continue
		}
		for _, arm := range v.LeftOut() {
			out = append(out, dark{arm.Text, arm.Names})
		}
	}
	return out
}

// unseenArchs adds to views, which are preprocessed, the device passes of the newest other architectures of the command that see some of the
// parts of the document that none of the views sees.
func (e *Engine) unseenArchs(ctx context.Context, in workspace.Input, views []*view, parts []dark, old *result) ([]*view, error) {
	archs := slices.Clone(in.Command.Archs[1:])
	slices.Sort(archs)
	for _, arch := range slices.Backward(slices.Compact(archs)) {
		if len(parts) == 0 {
			break
		}
		v := newView(toolchain.DevicePass, arch)
		if err := each(in.File.Path, []*view{v}, func(v *view) error { return e.expand(ctx, in, v, old.view(v.Pass, v.Arch)) }); err != nil {
			return nil, err
		}
		if rest := within(parts, leftOut(v)); !slices.EqualFunc(rest, parts, func(a, b dark) bool { return a.at == b.at }) {
			views, parts = append(views, v), rest
		}
	}
	return views, nil
}

// namesIn are the names on which parts of the document hang.
func namesIn(parts []dark) (out []token.Sym) {
	for i, p := range parts {
		if i == 0 || !p.alike(parts[i-1]) {
			out = append(out, p.names...)
		}
	}
	return out
}

// hangs tells which of some names in conditions may mean something else for another architecture than that of a view.
func (e *Engine) hangs(judged *view, names []token.Sym) map[token.Sym]bool {
	arch := func(name token.Sym) bool { return strings.HasPrefix(judged.Interner.Text(name), "__CUDA_ARCH") }
	hangs := map[token.Sym]bool{}
	var macros map[token.Sym]bool
	for _, name := range names {
		if macros == nil && !arch(name) {
			macros = e.cache.Hang(judged.Preprocessed, arch)
		}
		hangs[name] = arch(name) || macros[name]
	}
	return hangs
}

// whole are the views that questions about places are put to first: those of the whole document.
func (r *result) whole() []*view {
	if r.in.AllArchs {
		return r.views
	}
	return r.views[:min(2, len(r.views))]
}

// unseen are the parts of the document that none of the views of the whole sees, though another architecture may. the turn is taken.
func (r *result) unseen() []dark {
	if r.dark == nil && len(r.in.Command.OtherArchs()) > 0 {
		r.dark = r.lineage.unseen(r.engine, r.whole())
	}
	return r.dark
}

// unseen are the parts of the document that none of some views sees, though another architecture may. the turn is taken.
func (l *lineage) unseen(e *Engine, views []*view) []dark {
	parts := leftOutOfAll(views)
	if len(parts) == 0 {
		return parts
	}
	names, judged := namesIn(parts), views[len(views)-1]
	h := &l.hanging
	if !slices.Equal(h.names, names) || !sameInclusions(h.of, judged.Preprocessed) {
		*h = hanging{names, judged.Preprocessed, e.hangs(judged, names)}
	}
	var last dark
	may := false // other architectures see the last
	return slices.DeleteFunc(parts, func(d dark) bool {
		if !d.alike(last) {
			may = slices.ContainsFunc(d.names, func(name token.Sym) bool { return h.hangs[name] })
		}
		last = d
		return !may
	})
}

// leftOut are the parts of the document that a view does not see, in order.
func leftOut(v *view) (out []source.Span) {
	for _, arm := range v.LeftOut() {
		out = append(out, arm.Text)
	}
	return out
}

// within are the parts of some that lie in spans; both are in order, and none overlaps another.
func within(parts []dark, spans []source.Span) []dark {
	out := []dark{}
	for _, x := range parts {
		for len(spans) > 0 && spans[0].End <= x.at.Start {
			spans = spans[1:]
		}
		for _, y := range spans {
			if y.Start >= x.at.End {
				break
			}
			if both, ok := common(x.at, y); ok {
				out = append(out, dark{both, x.names})
			}
		}
	}
	return out
}

// common is what two spans have in common.
func common(a, b source.Span) (source.Span, bool) {
	both := source.Span{Start: max(a.Start, b.Start), End: min(a.End, b.End)}
	return both, both.Start < both.End
}

// seen is a part of the document with the view aside that sees it.
type seen struct {
	at source.Span
	by *asideView
}

// look finds who sees parts of the document. The turn aside is taken.
func (r *result) look(ctx context.Context, parts []dark) (found []seen) {
	others := r.in.Command.OtherArchs()
	for _, arch := range others[:min(len(others), mostAside)] {
		if len(parts) == 0 || r.Stale() {
			break
		}
		v := r.expandAside(ctx, arch)
		if v == nil {
			break
		}
		left := leftOut(v.view)
		for _, p := range parts {
			for _, span := range without(p.at, left) {
				found = append(found, seen{span, v})
			}
		}
		parts = within(parts, left)
	}
	return found
}

// without are the parts of a span outside of others, which are in order.
func without(span source.Span, others []source.Span) (out []source.Span) {
	first, _ := slices.BinarySearchFunc(others, span.Start, func(o source.Span, at int) int { return cmp.Compare(o.End, at+1) })
	for _, o := range others[first:] {
		if o.Start >= span.End {
			break
		}
		if span.Start < o.Start {
			out = append(out, source.Span{Start: span.Start, End: o.Start})
		}
		span.Start = min(o.End, span.End)
	}
	if span.Start < span.End {
		out = append(out, span)
	}
	return out
}

// expandAside preprocesses the document for an architecture where no view of it is judged, nil where that fails. The turn aside is taken.
func (r *result) expandAside(ctx context.Context, arch int) *asideView {
	a := &r.lineage.aside
	was := a.views[arch]
	if was != nil && was.version == r.version {
		return was
	}
	if judged := r.view(toolchain.DevicePass, arch); judged != nil {
		delete(a.views, arch)
		if r.beside[arch] == nil {
			if r.beside == nil {
				r.beside = map[int]*asideView{}
			}
			r.beside[arch] = &asideView{view: judged, version: r.version, in: r.in, doc: r.doc.Beside(judged.View)}
		}
		return r.beside[arch]
	}
	v := &asideView{view: newView(toolchain.DevicePass, arch), version: r.version, in: r.in}
	v.in.Command, v.unjudged, v.doc = r.in.Command.For(arch), true, r.doc.Beside(v.View)
	err := each(r.in.File.Path, []*view{v.view}, func(x *view) error { return r.engine.expand(ctx, v.in, x, was.known()) })
	if err != nil {
		return nil
	}
	switch {
	case was == nil:
	case was.Unit != nil:
		v.was = was.view
	default:
		v.was = was.was
	}
	if a.views == nil {
		a.views = map[int]*asideView{}
	}
	a.views[arch] = v
	return v
}

// known is the view, nil where there is none.
func (v *asideView) known() *view {
	if v == nil {
		return nil
	}
	return v.view
}

// analyzeAside makes the model of a view aside. The turn aside is taken.
func (r *result) analyzeAside(ctx context.Context, v *asideView) bool {
	if v.Unit != nil {
		return true
	}
	err := each(r.in.File.Path, []*view{v.view}, func(x *view) error { return r.engine.analyzeView(ctx, v.in, x, v.was) })
	if v.was = nil; err != nil {
		if ctx.Err() == nil {
			r.engine.log.Error("another architecture cannot be looked at", zap.Error(err))
		}
		v.Unit = nil
		delete(r.lineage.aside.views, v.Arch)
		return false
	}
	r.engine.logFaults(r.in.File.Path, []*view{v.view})
	v.Unit.StopWhen(nil)
	if !v.faulty() && !v.Unit.Exhausted() {
		v.model.unit = v.Unit
	}
	return true
}

// askedAt is what a question about a place is answered with: where no judged view sees the place, by the first architecture that does.
func askedAt[T any](ctx context.Context, r *result, offset int, question func(*locate.Document) T) T {
	var out T
	var here []dark
	r.ask(ctx, func() {
		if here = within(r.unseen(), []source.Span{{Start: offset, End: offset + 1}}); len(here) == 0 {
			out = question(r.doc)
		}
	})
	if len(here) > 0 {
		r.aside(ctx, here, func(found []seen) {
			doc := r.doc
			if len(found) > 0 {
				doc = found[0].by.doc
			}
			out = question(doc)
		})
	}
	return out
}

// askedWide is what a question about the whole document is answered with, of which others see parts that no judged view does.
func askedWide[T any](ctx context.Context, r *result, question func(d *locate.Document, found []seen) T) T {
	var out T
	var parts []dark
	r.ask(ctx, func() {
		if parts = r.unseen(); len(parts) == 0 {
			out = question(r.doc, nil)
		}
	})
	if len(parts) > 0 {
		r.aside(ctx, parts, func(found []seen) {
			var more []*locate.View
			for _, s := range found {
				if !slices.Contains(more, s.by.View) {
					more = append(more, s.by.View)
				}
			}
			if r.wide == nil || !slices.Equal(r.wide.Views, slices.Concat(more, r.doc.Views)) {
				r.wide = r.doc.With(more)
			}
			out = question(r.wide, found)
		})
	}
	return out
}

// askedAnywhere is what a question about a place is answered with; where the judged views know nothing, as of a name in a macro that they
// do not use, by who sees other parts of the document.
func askedAnywhere[T any](ctx context.Context, r *result, offset int, question func(*locate.Document) *T) *T {
	if out := askedAt(ctx, r, offset, question); out != nil {
		return out
	}
	return askedWide(ctx, r, func(d *locate.Document, found []seen) *T {
		if len(found) == 0 {
			return nil
		}
		return question(d)
	})
}

// aside puts a question to all who see parts of the document, each of which has its model then.
func (r *result) aside(ctx context.Context, parts []dark, question func([]seen)) {
	a := &r.lineage.aside
	if !a.turn.take(ctx) {
		return
	}
	defer a.turn.give()
	made := make(map[*asideView]bool) // one that cannot be made is not tried again for each part that it sees
	found := slices.DeleteFunc(r.look(ctx, parts), func(s seen) bool {
		ok, tried := made[s.by]
		if !tried {
			ok = ctx.Err() == nil && r.analyzeAside(ctx, s.by)
			made[s.by] = ok
		}
		return !ok
	})
	var views []*view
	for _, s := range found {
		views = append(views, s.by.view)
	}
	r.askOf(ctx, views, func() {
		question(found)
		a.made.Store(true)
	})
}

// listed is what a question about the whole document is answered with that is asked again and again: the first answer waits for no other
// architecture (see Aside).
func listed[T any](ctx context.Context, r *result, question func(d *locate.Document, found []seen) T) T {
	if r.lineage.aside.made.Load() {
		return askedWide(ctx, r, question)
	}
	return asked(ctx, r, func(d *locate.Document) T { return question(d, nil) })
}

// Aside implements workspace.Queries.
func (r *result) Aside(ctx context.Context) bool {
	if r.lineage.aside.made.Load() {
		return false
	}
	return askedWide(ctx, r, func(_ *locate.Document, found []seen) bool { return len(found) > 0 })
}
