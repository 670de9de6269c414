package engine

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
)

// subject is what stands at a place of the document.
type subject struct {
	view  *view
	place source.Place
	// exact: the place holds nothing else; false where a macro's invocation stands for it and more.
	exact bool
	fn    *sema.Func // a function that is declared, called, launched or named
	v     *sema.Var
	name  *sema.Construct // __func__ or one of its relatives
	call  *sema.Call      // the place is a call of fn
	// facts are those of the body that holds call or launch.
	facts  *sema.Facts
	launch *sema.Launch // the place is a launch of fn
	lambda *sema.Lambda // the place is the introducer of the lambda whose call operator is fn
	// declared: the place is a declaration of fn.
	declared bool
	// inside: the place is somewhere in fn's definition.
	inside bool
	// life are the calls that the declaration of v, which stands at the place, makes for it.
	life []*sema.Call
	// instance is the instance of a template in which fn is called, nil where the place is none of a template's.
	instance *sema.Func
}

// at finds the subject at a byte offset of the document: the innermost of all that is known to stand there, and of those that
// stand there alike the one that prefer gives the most; what it gives less than nothing does not count. The device pass knows more
// of device code, so it is asked first.
func (r *result) at(offset int, prefer func(*subject) int) *subject {
	var best *subject
	for i := len(r.views) - 1; i >= 0; i-- {
		v := r.views[i]
		var own *subject
		v.each(r.in.File.Path, offset, func(s subject) {
			if prefer(&s) < 0 {
				return
			}
			if own == nil || length(s.place) < length(own.place) || length(s.place) == length(own.place) && prefer(&s) > prefer(own) {
				own = &s
			}
		})
		if own != nil && (best == nil || length(own.place) < length(best.place)) {
			best = own
		}
	}
	return best
}

func length(p source.Place) int { return p.Span.End - p.Span.Start }

// function prefers what tells of functions: those that are named at their place to those that are called there implicitly.
func function(s *subject) int {
	switch {
	case s.fn == nil:
		return 0
	case s.named():
		return 2
	}
	return 1
}

// pointedAt prefers what a person points at: a variable to the functions that its declaration calls. In the arguments of a call it
// wants nothing of the call itself.
func pointedAt(offset int) func(*subject) int {
	return func(s *subject) int {
		switch {
		case s.v != nil || s.name != nil:
			return 3
		case s.call != nil && s.exact && bytes.ContainsAny(s.place.File.Text[s.place.Span.Start:offset], "({"):
			return -1
		}
		return function(s)
	}
}

// named reports whether a function's own name stands at the place.
func (s *subject) named() bool {
	return strings.Contains(string(s.place.File.Slice(s.place.Span)), s.view.unit.Name(s.fn))
}

// each yields everything that is known to stand at a byte offset of a file.
func (v *view) each(path string, offset int, yield func(subject)) {
	for _, s := range v.subjects() {
		if offset >= s.place.Span.Start && offset <= s.place.Span.End && s.place.File.Path == path {
			yield(s)
		}
	}
}

// subjects are all that is known to stand anywhere outside of system headers.
func (v *view) subjects() []subject {
	if v.offered != nil {
		return v.offered
	}
	v.offered = []subject{}
	offer := func(site sema.Site, s subject) {
		if site.IsZero() || site.Chunk.System {
			return
		}
		if p, exact := check.PlaceOf(site); !p.IsZero() {
			s.view, s.place, s.exact = v, p, exact
			v.offered = append(v.offered, s)
		}
	}
	body := func(f *sema.Facts) {
		var instance *sema.Func
		if f.Func != nil && (f.Func.Args != nil || v.unit.PatternFunc(f.Func) != f.Func) {
			instance = f.Func
		}
		for i := range f.Calls {
			c := &f.Calls[i]
			if c.Callee != nil {
				offer(c.Site, subject{fn: c.Callee, call: c, facts: f, instance: instance})
			}
		}
		for i := range f.Launches {
			if k := f.Launches[i].Kernel; k != nil {
				offer(f.Launches[i].Site, subject{fn: k, launch: &f.Launches[i], facts: f, instance: instance})
			}
		}
		for i := range f.Refs {
			offer(f.Refs[i].Site, subject{fn: f.Refs[i].Func, facts: f, instance: instance})
		}
		for i := range f.Constructs {
			if c := &f.Constructs[i]; c.Kind == sema.FunctionName {
				offer(c.Site, subject{name: c})
			}
		}
		for i := range f.Uses {
			offer(f.Uses[i].Site, subject{v: f.Uses[i].Var})
		}
		for _, l := range f.Lambdas {
			intro := sema.Site{Chunk: l.Site.Chunk, Span: l.Expr.Intro}
			if call := callOf(l); call != nil {
				offer(intro, subject{fn: call, lambda: l})
			}
		}
		for _, local := range f.Locals {
			mem, _ := spaces.MemoryOf(v.unit, local)
			life := v.life(local, f)
			if local.Kind == sema.LocalStatic || local.Kind == sema.LocalExtern || mem != 0 || life != nil {
				offer(local.Site(), subject{v: local, life: life})
			}
		}
	}
	for _, f := range v.declared.Funcs {
		for _, d := range f.Decls {
			offer(d.Site, subject{fn: f, declared: true})
			if d.Body != nil {
				offer(d.Full, subject{fn: f, inside: true}) // nothing nearer stands there
			}
		}
	}
	for _, x := range v.declared.Vars {
		for _, d := range x.Decls {
			if !d.Site.IsZero() && !d.Site.Chunk.System {
				offer(d.Site, subject{v: x, life: v.life(x, v.unit.VarFacts(x))})
			}
		}
	}
	for _, b := range v.everyBody() {
		body(b)
	}
	return v.offered
}

// everyBody are the bodies outside of system headers that the view analysed, those of instances last.
func (v *view) everyBody() []*sema.Facts {
	if v.instantiated != nil {
		return v.instantiated
	}
	out := slices.DeleteFunc(v.spaces.WithInstances(v.bodies), func(f *sema.Facts) bool {
		return f.Func != nil && !f.Func.Site().IsZero() && f.Func.Site().Chunk.System
	})
	defer func() { v.instantiated = out }()
	if v.emission == nil {
		return out
	}
	seen := map[*sema.Facts]bool{}
	for _, f := range out {
		seen[f] = true
	}
	for _, f := range v.emission.Funcs {
		if f.Args == nil || f.Site().IsZero() || f.Site().Chunk.System {
			continue
		}
		if facts := v.unit.Facts(f); facts != nil && !seen[facts] {
			out = append(out, facts)
		}
	}
	return out
}

// callOf is a lambda's call operator, of a generic one the template's.
func callOf(l *sema.Lambda) *sema.Func {
	if l.Call == nil && l.CallT != nil {
		return l.CallT.Func
	}
	return l.Call
}

// life are the calls that a body, or a variable's initialiser, makes at a variable's name.
func (v *view) life(x *sema.Var, f *sema.Facts) []*sema.Call {
	if f == nil {
		return nil
	}
	var calls []*sema.Call
	for i := range f.Calls {
		if c := &f.Calls[i]; c.Callee != nil && c.Site == x.Site() && done[c.Kind] != "" && c.Context&sema.InDefaultArg == 0 {
			calls = append(calls, c)
		}
	}
	return calls
}

// reasons tell where a function's space comes from, in Markdown.
func (v *view) reasons(f *sema.Func) []check.Related {
	var out []check.Related
	add := func(s sema.Site, format string, args ...any) {
		p, _ := check.PlaceOf(s)
		out = append(out, check.Related{Place: p, Message: fmt.Sprintf(format, args...)})
	}
	u := v.unit
	i := v.spaces.Of(f)
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
			add(i.Context.Site(), "a lambda has the space of the function it stands in: `%s` is `%s`", u.Describe(i.Context), v.spaces.Of(i.Context).Space)
		default:
			add(f.Site(), "a lambda outside any function is `%s`", i.Space)
		}
	case spaces.FromPrimary:
		add(i.Context.Site(), "a specialisation takes the space of the primary template")
	case spaces.FromOverridden:
		for _, o := range u.Overridden(f) {
			add(o.Site(), "overrides `%s`, which is `%s`", u.Describe(o), v.spaces.Of(o).Space)
		}
	case spaces.ByRule:
		add(f.Site(), "the compiler treats this function of the standard library as `__host__ __device__`")
	case spaces.FromVariable:
		add(i.Variable.Site(), "counts as `__device__`: it is empty, and `%s` lives in device memory", i.Variable.EntityName())
	case spaces.OfExtended:
		add(f.Site(), "what the compiler generates for an extended lambda's closure is `__host__ __device__`")
	case spaces.FromCallers:
		out = append(out, v.implicitReasons(f)...)
	}
	if !i.Known {
		add(f.Site(), "a word among the specifiers is not known, so the space may be another")
	}
	return out
}

// mostParts is how many members and bases that need the same are named.
const mostParts = 4

// implicitReasons tell what an implicit member does that decides where it can run.
func (v *view) implicitReasons(f *sema.Func) []check.Related {
	u := v.unit
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
		out = append(out, check.Related{Place: site, Message: fmt.Sprintf("%s %s `%s`, which is %s", listParts(needing[callee]), verb, u.Describe(callee), v.code(callee))})
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

// space is the space of a function as it is shown: for an implicit member the sides on which all that it calls can run.
func (v *view) space(f *sema.Func) string {
	if v.spaces.CallerDefined(f) {
		if sp := v.spaces.Possible(f); sp != 0 {
			return sp.String()
		}
		return "callable on neither side"
	}
	return v.spaces.Of(f).Space.String()
}

// code is space in Markdown.
func (v *view) code(f *sema.Func) string {
	if v.nowhere(f) {
		return v.space(f)
	}
	return "`" + v.space(f) + "`"
}

// nowhere reports whether an implicit member calls what can be called on neither side together.
func (v *view) nowhere(f *sema.Func) bool {
	return v.spaces.CallerDefined(f) && v.spaces.Possible(f) == 0
}

// deviceView is the first device view, nil for a file that is compiled for the host alone.
func (r *result) deviceView() *view {
	for _, v := range r.views {
		if v.pass == toolchain.DevicePass {
			return v
		}
	}
	return nil
}
