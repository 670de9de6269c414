package locate

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
)

// Subject is what stands at a place of the document.
type Subject struct {
	View  *View
	Place source.Place
	// Exact: the place holds nothing else; false where a macro's invocation stands for it and more.
	Exact bool
	Func  *sema.Func // a function that is declared, called, launched or named
	Var   *sema.Var
	Name  *sema.Construct // __func__ or one of its relatives
	Call  *sema.Call      // the place is a call of fn
	// Facts are those of the body that holds call or launch.
	Facts  *sema.Facts
	Launch *sema.Launch // the place is a launch of fn
	Lambda *sema.Lambda // the place is the introducer of the lambda whose call operator is fn
	// Declared: the place is a declaration of fn.
	Declared bool
	// Inside: the place is somewhere in fn's definition.
	Inside bool
	// Life are the calls that the declaration of v, which stands at the place, makes for it.
	Life []*sema.Call
	// Instance is the instance of a template in which fn is called or the variable used, nil where the place is none of a template's.
	Instance *sema.Func
}

// At finds the subject at a byte offset of the document: the innermost of all that is known to stand there, and of those that
// stand there alike the one that prefer gives the most; what it gives less than nothing does not count. The device pass knows more
// of device code, so it is asked first.
func (doc *Document) At(offset int, prefer func(*Subject) int) *Subject {
	var best *Subject
	for _, v := range slices.Backward(doc.Views) {
		var own *Subject
		v.Each(doc.Input.File.Path, offset, func(s Subject) {
			if prefer(&s) < 0 {
				return
			}
			if own == nil || Length(s.Place) < Length(own.Place) || Length(s.Place) == Length(own.Place) && prefer(&s) > prefer(own) {
				own = &s
			}
		})
		if own != nil && (best == nil || Length(own.Place) < Length(best.Place)) {
			best = own
		}
	}
	return best
}

// Length is the number of bytes at a place.
func Length(p source.Place) int { return p.Span.End - p.Span.Start }

// PreferFunctions prefers what tells of functions: those that are named at their place to those that are called there implicitly.
func PreferFunctions(s *Subject) int {
	switch {
	case s.Func == nil:
		return 0
	case s.Named():
		return 2
	}
	return 1
}

// PreferPointedAt prefers what a person points at: a variable to the functions that its declaration calls. In the arguments of a call it
// wants nothing of the call itself.
func PreferPointedAt(offset int) func(*Subject) int {
	return func(s *Subject) int {
		switch {
		case s.Var != nil || s.Name != nil:
			return 3
		case s.Call != nil && s.Exact && bytes.ContainsAny(s.Place.File.Text[s.Place.Span.Start:offset], "({"):
			return -1
		}
		return PreferFunctions(s)
	}
}

// Named reports whether a function's own name stands at the place.
func (s *Subject) Named() bool {
	return strings.Contains(string(s.Place.File.Slice(s.Place.Span)), spell.Name(s.View.Unit, s.Func))
}

// Each yields everything that is known to stand at a byte offset of a file.
func (v *View) Each(path string, offset int, yield func(Subject)) {
	list := v.subjects()
	at := byPlace.Of(v)[path]
	n, _ := slices.BinarySearchFunc(at, offset, func(p placed, offset int) int {
		if list[p.subject].Place.Span.Start <= offset {
			return -1
		}
		return 1
	})
	var found []int
	for n--; n >= 0 && at[n].reach >= offset; n-- {
		if list[at[n].subject].Place.Span.End >= offset {
			found = append(found, at[n].subject)
		}
	}
	slices.Sort(found)
	for _, i := range found {
		yield(list[i])
	}
}

// placed is a subject of one file, by its index, in the order of their places. None of those up to it ends behind reach.
type placed struct{ subject, reach int }

var byPlace = NewMemo(func(v *View) map[string][]placed {
	list := v.subjects()
	out := map[string][]placed{}
	for i := range list {
		path := list[i].Place.File.Path
		out[path] = append(out[path], placed{subject: i})
	}
	for _, at := range out {
		slices.SortFunc(at, func(a, b placed) int {
			return cmp.Or(cmp.Compare(list[a.subject].Place.Span.Start, list[b.subject].Place.Span.Start), cmp.Compare(a.subject, b.subject))
		})
		reach := 0
		for i := range at {
			reach = max(reach, list[at[i].subject].Place.Span.End)
			at[i].reach = reach
		}
	}
	return out
})

// subjects are all that is known to stand anywhere outside of system headers.
func (v *View) subjects() []Subject {
	if v.offered != nil {
		return v.offered
	}
	v.offered = []Subject{}
	for _, f := range v.Declared.Funcs {
		for _, d := range f.Decls {
			v.offer(d.Site, Subject{Func: f, Declared: true})
			if d.Body != nil {
				v.offer(d.Full, Subject{Func: f, Inside: true}) // nothing nearer stands there
			}
		}
	}
	for _, x := range v.Declared.Vars {
		for _, d := range x.Decls {
			if !d.Site.IsZero() && !d.Site.Chunk.System {
				v.offer(d.Site, Subject{Var: x, Life: v.life(x, v.Unit.VarFacts(x))})
			}
		}
	}
	for _, b := range v.EveryBody() {
		v.offerBody(b)
	}
	return v.offered
}

// offer notes that a subject stands at a site.
func (v *View) offer(site sema.Site, s Subject) {
	v.Step()
	if site.IsZero() || site.Chunk.System {
		return
	}
	if Brought(site) {
		return
	}
	if p, exact := check.PlaceOf(site); !p.IsZero() {
		s.View, s.Place, s.Exact = v, p, exact
		v.offered = append(v.offered, s)
	}
}

// offerBody offers what stands in a body.
func (v *View) offerBody(f *sema.Facts) {
	var instance *sema.Func
	if f.Func != nil && (f.Func.Args != nil || v.Unit.PatternFunc(f.Func) != f.Func) {
		instance = f.Func
	}
	for i := range f.Calls {
		c := &f.Calls[i]
		if c.Callee != nil {
			v.offer(c.Site, Subject{Func: c.Callee, Call: c, Facts: f, Instance: instance})
		}
	}
	for i := range f.Launches {
		if k := f.Launches[i].Kernel; k != nil {
			v.offer(f.Launches[i].Site, Subject{Func: k, Launch: &f.Launches[i], Facts: f, Instance: instance})
		}
	}
	for i := range f.Refs {
		v.offer(f.Refs[i].Site, Subject{Func: f.Refs[i].Func, Facts: f, Instance: instance})
	}
	for i := range f.Constructs {
		if c := &f.Constructs[i]; c.Kind == sema.FunctionName {
			v.offer(c.Site, Subject{Name: c})
		}
	}
	for i := range f.Uses {
		v.offer(f.Uses[i].Site, Subject{Var: f.Uses[i].Var, Instance: instance})
	}
	for _, l := range f.Lambdas {
		intro := sema.Site{Chunk: l.Site.Chunk, Span: l.Expr.Intro}
		if call := CallOf(l); call != nil {
			v.offer(intro, Subject{Func: call, Lambda: l})
		}
	}
	for _, local := range f.Locals {
		mem, _ := spaces.MemoryOf(v.Unit, local)
		life := v.life(local, f)
		if local.Kind == sema.LocalStatic || local.Kind == sema.LocalExtern || mem != 0 || life != nil {
			v.offer(local.Site(), Subject{Var: local, Life: life})
		}
	}
}

// Shown are the bodies that a pass reads and those that nothing is said of, which a person may ask about all the same.
func (v *View) Shown() []*sema.Facts {
	if v.shown == nil {
		v.shown = slices.Concat(v.Bodies, v.Spaces.Headless(v.Declared))
	}
	return v.shown
}

// EveryBody are the bodies outside of system headers that the view analysed, those of instances last.
func (v *View) EveryBody() []*sema.Facts {
	if v.instantiated != nil {
		return v.instantiated
	}
	out := slices.DeleteFunc(slices.Clone(v.Spaces.WithInstances(v.Shown())), func(f *sema.Facts) bool {
		return f.Func != nil && !f.Func.Site().IsZero() && f.Func.Site().Chunk.System
	})
	defer func() { v.instantiated = out }()
	if v.Emission == nil {
		return out
	}
	seen := map[*sema.Facts]bool{}
	for _, f := range out {
		seen[f] = true
	}
	for _, f := range v.Emission.Funcs() {
		if f.Args == nil || f.Site().IsZero() || f.Site().Chunk.System {
			continue
		}
		if facts := v.Unit.Facts(f); facts != nil && !seen[facts] {
			out = append(out, facts)
		}
	}
	return out
}

// CallOf is a lambda's call operator, of a generic one the template's.
func CallOf(l *sema.Lambda) *sema.Func {
	if l.Call == nil && l.CallT != nil {
		return l.CallT.Func
	}
	return l.Call
}

// life are the calls that a body makes at a variable's name, or that the facts of the variable itself make at its declarator.
func (v *View) life(x *sema.Var, f *sema.Facts) []*sema.Call {
	if f == nil {
		return nil
	}
	var calls []*sema.Call
	for i := range f.Calls {
		c := &f.Calls[i]
		at := c.Site == x.Site() || f.Var == x && c.Site.Chunk == x.Site().Chunk && c.Site.Span.Lo <= x.Site().Span.Lo && x.Site().Span.Hi <= c.Site.Span.Hi
		if at && c.Callee != nil && LifeVerbs[c.Kind] != "" && c.Context&sema.InDefaultArg == 0 {
			calls = append(calls, c)
		}
	}
	return calls
}

// Reasons tell where a function's space comes from, in Markdown.
func (v *View) Reasons(f *sema.Func) []check.Related {
	var out []check.Related
	add := func(s sema.Site, format string, args ...any) {
		p, _ := check.PlaceOf(s)
		out = append(out, check.Related{Place: p, Message: fmt.Sprintf(format, args...)})
	}
	u := v.Unit
	i := v.Spaces.Of(f)
	switch i.Origin {
	case spaces.Declared:
		switch {
		case i.Decl == nil:
		case spaces.Written(i.Decl.Spec) == 0:
			add(i.Decl.Site, "no execution space is written, which means `%s`", i.Space)
		default:
			add(i.Decl.Site, "declared `%s`", i.Space)
		}
	case spaces.Merged:
		for _, d := range f.Decls {
			if w := spaces.Written(d.Spec); w != 0 {
				add(d.Site, "declared `%s` here", w)
			} else {
				add(d.Site, "declared without an execution space here")
			}
		}
	case spaces.FromContext:
		switch {
		case i.Context != nil:
			add(i.Context.Site(), "a lambda has the space of the function it stands in: `%s` is `%s`", spell.Func(u, i.Context), v.Spaces.Of(i.Context).Space)
		default:
			add(f.Site(), "a lambda outside any function is `%s`", i.Space)
		}
	case spaces.FromPrimary:
		add(i.Context.Site(), "a specialisation takes the space of the primary template")
	case spaces.FromOverridden:
		for _, o := range u.Overridden(f) {
			add(o.Site(), "overrides `%s`, which is `%s`", spell.Func(u, o), v.Spaces.Of(o).Space)
		}
	case spaces.ByRule:
		add(f.Site(), "the compiler treats this function of the standard library as `__host__ __device__`")
	case spaces.FromVariable:
		add(i.Variable.Site(), "counts as `__device__`: it is empty, and `%s` lives in device memory", i.Variable.EntityName())
	case spaces.OfExtended:
		add(f.Site(), "what the compiler generates for an extended lambda's closure runs where the lambda does, and where it is called")
	case spaces.FromCallers:
		out = append(out, v.ImplicitReasons(f)...)
	}
	if !i.Known {
		why := "a word among the specifiers is not known"
		if f.Unseen {
			why = "what it is declared as first was not found"
		}
		add(f.Site(), "%s, so the space may be another", why)
	}
	return out
}

// mostParts is how many members and bases that need the same are named.
const mostParts = 4

// ImplicitReasons tell what an implicit member does that decides where it can run.
func (v *View) ImplicitReasons(f *sema.Func) []check.Related {
	u := v.Unit
	p, _ := check.PlaceOf(f.Site())
	origin := "generated by the compiler"
	if f.Special() == sema.InheritedCtor {
		origin = "inherited"
	}
	out := []check.Related{{Place: p, Message: origin + ": it can run wherever all that it calls can run"}}
	var callees []*sema.Func
	needing := map[*sema.Func][]classPart{}
	for _, c := range u.SpecialCalls(f) {
		if c.Callee == nil || u.IsTrivial(c.Callee) == sema.Yes {
			continue
		}
		what := classPart{kind: "a base"}
		switch {
		case c.Field != nil && c.Field.Sym() != 0:
			what = classPart{"member", u.Text(c.Field.Sym())}
		case c.Base != nil && c.Base.Class != nil:
			what = classPart{"base", c.Base.Class.EntityName()}
		}
		if needing[c.Callee] == nil {
			callees = append(callees, c.Callee)
		}
		needing[c.Callee] = append(needing[c.Callee], what)
	}
	for _, callee := range callees {
		site, _ := check.PlaceOf(callee.Site())
		verb := "needs"
		if len(needing[callee]) > 1 {
			verb = "need"
		}
		out = append(out, check.Related{Place: site, Message: fmt.Sprintf("%s %s `%s`, which is %s", listParts(needing[callee]), verb, spell.Func(u, callee), v.SpaceCode(callee))})
	}
	return out
}

// classPart is a member or a base of a class, the latter perhaps without a name.
type classPart struct{ kind, name string }

// listParts names the first of some parts: "base `A`, members `b`, `c` and 3 more".
func listParts(parts []classPart) string {
	var b strings.Builder
	shown := parts[:min(len(parts), mostParts)]
	for i, p := range shown {
		same := i > 0 && shown[i-1].kind == p.kind && p.name != ""
		switch {
		case i == 0:
		case i == len(parts)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		if !same {
			b.WriteString(p.kind)
			if i+1 < len(shown) && shown[i+1].kind == p.kind && p.name != "" {
				b.WriteString("s")
			}
		}
		if p.name != "" {
			if !same {
				b.WriteString(" ")
			}
			b.WriteString("`" + p.name + "`")
		}
	}
	if len(parts) > len(shown) {
		fmt.Fprintf(&b, " and %d more", len(parts)-len(shown))
	}
	return b.String()
}

// Space is the space of a function as it is shown: for an implicit member the sides on which all that it calls can run.
func (v *View) Space(f *sema.Func) string {
	if v.Spaces.CallerDefined(f) {
		if sp := v.Spaces.Possible(f); sp != 0 {
			return sp.String()
		}
		return "callable on neither side"
	}
	return v.Spaces.Of(f).Space.String()
}

// SpaceCode is space in Markdown.
func (v *View) SpaceCode(f *sema.Func) string {
	if v.Nowhere(f) {
		return v.Space(f)
	}
	return "`" + v.Space(f) + "`"
}

// Nowhere reports whether an implicit member calls what can be called on neither side together.
func (v *View) Nowhere(f *sema.Func) bool {
	return v.Spaces.CallerDefined(f) && v.Spaces.Possible(f) == 0
}

// LifeVerbs is what a variable's declaration has calls do with it.
var LifeVerbs = map[sema.CallKind]string{
	sema.CallLocalCtor: "Made", sema.CallArrayCtor: "Each element is made", sema.CallConversion: "Its value is converted",
	sema.CallLocalDtor: "Destroyed", sema.CallArrayDtor: "Each element is destroyed", sema.CallStaticDtor: "Destroyed",
}
