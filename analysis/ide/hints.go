package ide

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Hints are what is shown between the words of a span of the document, in order.
func Hints(doc *locate.Document, span source.Span) []workspace.Hint {
	var out []workspace.Hint
	l := &hintLister{path: doc.Input.File.Path, span: span, seen: map[shownHint]bool{}}
	for _, l.View = range slices.Backward(doc.Views) {
		l.View.Unit.Attempt(sema.Site{}, l.list)
	}
	out = l.hints
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
	*locate.View
	path  string
	span  source.Span
	seen  map[shownHint]bool
	hints []workspace.Hint
}

func (l *hintLister) list() {
	here := l.Here()
	for _, c := range here.Classes {
		if l.shows(c.DefSite()) {
			l.Unit.Attempt(c, func() { l.class(c) })
		}
	}
	for _, x := range here.Lambdas {
		if l.shows(x.Site) {
			l.Unit.Attempt(x.Site, func() {
				l.lambda(x)
				l.captures(x)
			})
		}
	}
	for _, x := range here.Launches {
		if l.shows(x.Full) {
			l.Unit.Attempt(x.Full, func() { l.launch(x.In, x.Launch) })
		}
	}
}

// shows reports whether a site can be among what is shown.
func (l *hintLister) shows(s sema.Site) bool {
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
	fmt.Fprintf(&b, "`%s`\n", spell.Func(l.Unit, f))
	describe.WriteList(&b, "", l.Reasons(f))
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
	info := l.Spaces.Of(f)
	if !info.Known || info.Space.Effective() == cudaspace.Host {
		return
	}
	h := workspace.Hint{Kind: workspace.HintSpace, Label: l.Space(f), Tooltip: l.because(f)}
	if info.Context != nil {
		h.Target, _ = check.PlaceOf(info.Context.Site())
	}
	l.add(sema.Site{Chunk: x.Site.Chunk, Span: x.Expr.Intro}, true, h)
}

// captures tells what a lambda takes along to the device because it is used, behind what lets it.
func (l *hintLister) captures(x *sema.Lambda) {
	call := locate.CallOf(x)
	if call == nil || !l.Spaces.Of(call).Space.OnDevice() {
		return
	}
	var names, reasons []string
	for _, c := range x.Captures {
		if c.Implicit {
			name := describe.Captured(l.View, c)
			names = append(names, name)
			reasons = append(reasons, fmt.Sprintf("- `%s` %s", name, describe.CaptureText(l.View, c)))
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
	var names, where, reasons []string
	for _, m := range c.Members() {
		if f, ok := m.(*sema.Func); ok && f.DefaultedFirst && !f.Deleted && !f.Implicit && spaces.Written(f.Decls[0].Spec) == 0 {
			if l.Unit.IsTrivial(f) != sema.Yes {
				l.add(f.Decls[0].Full, true, workspace.Hint{Kind: workspace.HintSpace, Label: l.Space(f), Tooltip: l.because(f)})
			}
		}
	}
	for _, f := range l.Unit.ImplicitMembers(c) {
		if f.Deleted || l.Unit.IsTrivial(f) == sema.Yes {
			continue
		}
		if f.Special() != sema.DefaultCtor && f.Special() != sema.Dtor && l.Spaces.Possible(f) == cudaspace.HostDevice {
			continue // copies that can be made anywhere
		}
		names, where = append(names, describe.SpecialNames[f.Special()]), append(where, l.Space(f))
		reasons = append(reasons, l.because(f))
	}
	if len(names) > 0 && c.Def().Name != nil {
		head := c.Def().Name.Span
		if n := len(c.Def().Bases); n > 0 {
			head.Lo, head.Hi = c.Def().Bases[n-1].Lo, c.Def().Bases[n-1].Hi
		}
		l.add(sema.Site{Chunk: c.DefSite().Chunk, Span: head}, true, workspace.Hint{
			Kind: workspace.HintSpace, Label: spacesOf(names, where), Tooltip: strings.Join(reasons, "\n"),
		})
	}
}

// spacesOf tells the spaces of a class's implicit members in a few words, because editors cut longer hints: each space once for those in a
// row that have it, and for many that all have one no names.
func spacesOf(names, where []string) string {
	const few = 2
	var b strings.Builder
	for lo := 0; lo < len(names); {
		hi := lo + 1
		for hi < len(names) && where[hi] == where[lo] {
			hi++
		}
		if lo > 0 {
			b.WriteString(", ")
		}
		if hi-lo == len(names) && hi > few {
			b.WriteString("implicit members")
		} else {
			b.WriteString(strings.Join(names[lo:hi], ", "))
		}
		b.WriteString(": " + where[lo])
		lo = hi
	}
	return b.String()
}

func (l *hintLister) launch(b *sema.Facts, x *sema.Launch) {
	fixed := describe.FixedSize(l.View, x.Kernel)
	names, docs := describe.ConfigNames, argumentDocs(fixed)
	if fixed != nil && fixed.Clusters {
		names[0] = "clusters"
	}
	for i, s := range x.ConfigSites {
		if i < len(names) && !says(describe.AsWritten(s), names[i]) {
			l.add(s, false, workspace.Hint{Kind: workspace.HintLaunch, Label: names[i] + ":", Tooltip: docs[i]})
		}
		if i == 0 || i == 1 && fixed == nil {
			l.total(b, x, i, fixed.Unit())
		}
	}
	if x.Kernel == nil {
		return
	}
	params := l.Unit.Params(x.Kernel)
	for i := range x.Args {
		if i < len(params) {
			if name := describe.ParamName(l.Unit, params[i]); name != "" && !l.spelled(x.Args[i].Site, name) {
				h := workspace.Hint{Kind: workspace.HintArgument, Label: name + ":"}
				h.Tooltip = fmt.Sprintf("```cuda-cpp\n%s\n```", describe.ParamText(l.View, x.Kernel, i))
				l.add(x.Args[i].Site, false, h)
			}
		}
	}
}

// says reports whether an argument is a name that has a word in it, as block_size and blockDim have block.
func says(argument, word string) bool {
	for _, w := range nameWords.FindAllString(argument, -1) {
		if strings.EqualFold(w, word) {
			return plainName.MatchString(argument)
		}
	}
	return false
}

var (
	plainName = regexp.MustCompile(`^\w+$`)
	nameWords = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)
)

// total tells how many blocks, or clusters, or threads an argument of a configuration stands for, where that is known and not what is
// written.
func (l *hintLister) total(b *sema.Facts, x *sema.Launch, i int, unit string) {
	dims, ok := describe.Dimensions(describe.ConfigValue(l.View, b, x, i))
	text := describe.AsWritten(x.ConfigSites[i])
	if !ok || text == "" {
		return
	}
	h := workspace.Hint{Kind: workspace.HintTotal, Label: "= " + describe.TimesText(dims)}
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
		if n > describe.MostThreads {
			h.Tooltip += fmt.Sprintf(" A block has %d at most: this launch fails.", describe.MostThreads)
		}
	}
	l.add(x.ConfigSites[i], true, h)
}

// spelled reports whether an argument is written as a name itself.
func (l *hintLister) spelled(s sema.Site, name string) bool {
	toks := s.Tokens()
	return len(toks) > 0 && l.Unit.Text(toks[len(toks)-1].Sym) == name
}
