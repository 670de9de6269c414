package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Hints implements workspace.Queries.
func (r *result) Hints(_ context.Context, span source.Span) []workspace.Hint {
	var out []workspace.Hint
	r.ask(func() {
		l := &hintLister{path: r.in.File.Path, span: span, seen: map[shownHint]bool{}}
		for i := len(r.views) - 1; i >= 0; i-- {
			l.view = r.views[i]
			l.view.unit.Attempt(sema.Site{}, l.list)
		}
		out = l.hints
	})
	slices.SortStableFunc(out, func(a, b workspace.Hint) int { return cmp.Compare(a.Offset, b.Offset) })
	return out
}

// shownHint is what a person sees of a hint: two views that say the same say it once.
type shownHint struct {
	kind   workspace.HintKind
	offset int
	label  string
}

// hintLister collects the hints of a span of a file.
type hintLister struct {
	*view
	path  string
	span  source.Span
	seen  map[shownHint]bool
	hints []workspace.Hint
}

func (l *hintLister) list() {
	for _, c := range l.declared.Classes {
		if l.shows(c.DefSite()) {
			l.unit.Attempt(c, func() { l.class(c) })
		}
	}
	for _, b := range l.spaces.WithInstances(l.bodies) {
		l.unit.Attempt(b, func() {
			for _, lambda := range b.Lambdas {
				if l.shows(lambda.Site) {
					l.lambda(lambda)
					l.captures(lambda)
				}
			}
			for i := range b.Launches {
				if l.shows(b.Launches[i].Full) {
					l.launch(b, &b.Launches[i])
				}
			}
		})
	}
}

// shows reports whether a site can be among what is shown.
func (l *hintLister) shows(s sema.Site) bool {
	if !inDocument(s) {
		return false
	}
	p, _ := check.PlaceOf(s)
	return p.File != nil && p.File.Path == l.path && p.Span.Start <= l.span.End && l.span.Start <= p.Span.End
}

// add adds a hint before or behind a site, unless what is written there is written by a macro.
func (l *hintLister) add(s sema.Site, behind bool, h workspace.Hint) {
	p, exact := check.PlaceOf(s)
	if p.File == nil || p.File.Path != l.path || !exact {
		return
	}
	h.File, h.Offset = p.File, p.Span.Start
	if behind {
		h.Offset = p.Span.End
	}
	shown := shownHint{h.Kind, h.Offset, h.Label}
	if h.Offset < l.span.Start || h.Offset > l.span.End || l.seen[shown] {
		return
	}
	l.seen[shown] = true
	l.hints = append(l.hints, h)
}

// because is why a function has its space, in Markdown.
func (l *hintLister) because(f *sema.Func) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`\n", l.unit.Describe(f))
	list(&b, "", l.reasons(f))
	return b.String()
}

// lambda tells the space of a lambda that nothing says, where that is more than host.
func (l *hintLister) lambda(x *sema.Lambda) {
	f := x.Call
	if f == nil && x.CallT != nil {
		f = x.CallT.Func
	}
	if f == nil || spaces.WrittenAnywhere(f.Decls) != 0 {
		return
	}
	info := l.spaces.Of(f)
	if !info.Known || info.Space.Effective() == cudaspace.Host {
		return
	}
	h := workspace.Hint{Kind: workspace.HintSpace, Label: l.space(f), Tooltip: l.because(f)}
	if info.Context != nil {
		h.Target, _ = check.PlaceOf(info.Context.Site())
	}
	l.add(sema.Site{Chunk: x.Site.Chunk, Span: x.Expr.Intro}, true, h)
}

// captures tells what a lambda takes along to the device because it is used, behind what lets it.
func (l *hintLister) captures(x *sema.Lambda) {
	call := callOf(x)
	if call == nil || !l.spaces.Of(call).Space.OnDevice() {
		return
	}
	var names, reasons []string
	for _, c := range x.Captures {
		if c.Implicit {
			name := l.captured(c)
			names = append(names, name)
			reasons = append(reasons, fmt.Sprintf("- `%s` %s", name, l.captureText(c)))
		}
	}
	if len(names) == 0 {
		return
	}
	at := sema.Site{Chunk: x.Site.Chunk, Span: ast.Span{Lo: x.Expr.Intro.Lo + 1, Hi: x.Expr.Intro.Lo + 2}}
	l.add(at, true, workspace.Hint{Kind: workspace.HintCapture, Label: ": " + strings.Join(names, ", "), Tooltip: strings.Join(reasons, "\n")})
}

// class tells the spaces of the members that a class has without being told, where they do more than nothing, and of those that are
// defaulted.
func (l *hintLister) class(c *sema.Class) {
	if c.Lambda != nil || c.Def() == nil || c.Dependent || c.Template != nil && c.Site().Chunk != nil && len(c.Args) > 0 {
		return
	}
	var labels, reasons []string
	for _, m := range c.Members() {
		if f, ok := m.(*sema.Func); ok && f.DefaultedFirst && !f.Deleted && !f.Implicit && spaces.Written(f.Decls[0].Spec) == 0 {
			if l.unit.IsTrivial(f) != sema.Yes {
				l.add(f.Decls[0].Full, true, workspace.Hint{Kind: workspace.HintSpace, Label: l.space(f), Tooltip: l.because(f)})
			}
		}
	}
	for _, f := range l.unit.ImplicitMembers(c) {
		if f.Deleted || l.unit.IsTrivial(f) == sema.Yes {
			continue
		}
		if f.Special() != sema.DefaultCtor && f.Special() != sema.Dtor && l.spaces.Possible(f) == cudaspace.HostDevice {
			continue // copies that can be made anywhere
		}
		labels = append(labels, specialNames[f.Special()]+": "+l.space(f))
		reasons = append(reasons, l.because(f))
	}
	if len(labels) > 0 && c.Def().Name != nil {
		l.add(sema.Site{Chunk: c.DefSite().Chunk, Span: c.Def().Name.Span}, true, workspace.Hint{
			Kind: workspace.HintSpace, Label: strings.Join(labels, ", "), Tooltip: strings.Join(reasons, "\n"),
		})
	}
}

// specialNames are the special members in a word or two.
var specialNames = map[sema.Special]string{
	sema.DefaultCtor: "constructor", sema.CopyCtor: "copy", sema.MoveCtor: "move", sema.CopyAssign: "copy assignment",
	sema.MoveAssign: "move assignment", sema.Dtor: "destructor", sema.InheritedCtor: "inherited constructor",
}

// configNames are what the arguments of a launch's configuration are.
var configNames = [...]string{"grid", "block", "shared", "stream"}

func (l *hintLister) launch(b *sema.Facts, x *sema.Launch) {
	fixed := l.fixedSize(x.Kernel)
	names, docs := configNames, fixed.docs()
	if fixed != nil && fixed.clusters {
		names[0] = "clusters"
	}
	for i, s := range x.ConfigSites {
		if i < len(names) {
			l.add(s, false, workspace.Hint{Kind: workspace.HintLaunch, Label: names[i] + ":", Tooltip: docs[i]})
		}
		if i == 0 || i == 1 && fixed == nil {
			l.total(b, x, i, fixed.unit())
		}
	}
	if x.Kernel == nil {
		return
	}
	params := l.unit.Params(x.Kernel)
	for i := range x.Args {
		if i < len(params) {
			if name := paramName(l.unit, params[i]); name != "" && !l.spelled(x.Args[i].Site, name) {
				h := workspace.Hint{Kind: workspace.HintArgument, Label: name + ":"}
				h.Tooltip = fmt.Sprintf("```cuda-cpp\n%s\n```", l.paramText(x.Kernel, i))
				l.add(x.Args[i].Site, false, h)
			}
		}
	}
}

// total tells how many blocks, or clusters, or threads an argument of a configuration stands for, where that is known and not what is
// written.
func (l *hintLister) total(b *sema.Facts, x *sema.Launch, i int, unit string) {
	dims, ok := dimensions(l.configValue(b, x, i))
	text := asWritten(x.ConfigSites[i])
	if !ok || text == "" {
		return
	}
	h := workspace.Hint{Kind: workspace.HintTotal, Label: "= " + timesText(dims)}
	n := dims[0] * dims[1] * dims[2]
	if strings.ContainsAny(text, "(,{") {
		h.Label = fmt.Sprintf("= %d", n) // its factors stand there
	}
	if h.Label == "= "+text {
		return
	}
	h.Tooltip = fmt.Sprintf("%ss in the grid: %d.", upper(unit), n)
	if i == 1 {
		h.Tooltip = fmt.Sprintf("Threads in each block: %d.", n)
		if n > mostThreads {
			h.Tooltip += fmt.Sprintf(" A block has %d at most: this launch fails.", mostThreads)
		}
	}
	l.add(x.ConfigSites[i], true, h)
}

// spelled reports whether an argument is written as a name itself.
func (l *hintLister) spelled(s sema.Site, name string) bool {
	toks := s.Tokens()
	return len(toks) > 0 && l.unit.Text(toks[len(toks)-1].Sym) == name
}
