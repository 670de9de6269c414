package describe

import (
	"fmt"
	"slices"

	"cudals/analysis/locate"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// stretch is what a call, a launch or an initialiser is written as: tokens [lo, hi) of a segment.
type stretch struct {
	seg    *preprocess.Segment
	lo, hi int
}

func stretchOf(s sema.Site) (r stretch) {
	if !s.IsZero() {
		r.seg, r.lo, r.hi = s.Present()
	}
	return r
}

func (r stretch) holds(o stretch) bool {
	return r.seg != nil && r.seg == o.seg && r.lo <= o.lo && o.hi <= r.hi
}

// withArguments is a stretch together with the brackets that follow it.
func (r stretch) withArguments() stretch {
	if r.seg == nil || r.hi >= len(r.seg.Toks) {
		return r
	}
	if k := r.seg.Toks[r.hi].Kind; k != token.LParen && k != token.LBrace {
		return r
	}
	depth := 0
	for i := r.hi; i < len(r.seg.Toks); i++ {
		switch r.seg.Toks[i].Kind {
		case token.LParen, token.LBrace, token.LBracket:
			depth++
		case token.RParen, token.RBrace, token.RBracket:
			if depth--; depth == 0 {
				return stretch{r.seg, r.lo, i + 1}
			}
		}
	}
	return r
}

// written is what a call that somebody wrote is written as, with all its arguments or operands; nothing for any other.
func written(c *sema.Call) stretch {
	switch {
	case CalledByName(c) || c.Kind == sema.CallOperator:
		return stretchOf(c.Full)
	case c.Kind == sema.CallNewCtor:
		return stretchOf(c.Full).withArguments()
	}
	return stretch{}
}

// hoverArguments tells which functions the arguments of a call or launch, or the operands of an operator, need to become what it takes,
// and what they convert to what.
func hoverArguments(v *locate.View, p *page, s *locate.Subject) {
	switch {
	case s.Facts == nil:
	case s.Launch != nil:
		all := stretchOf(s.Launch.Full)
		hoverNeeded(p, "Its arguments need", needed(v, s.Facts, all, all))
	case s.Call != nil:
		title := "Its arguments need"
		if s.Call.Kind == sema.CallOperator {
			title = "Its operands need"
		}
		all := written(s.Call)
		hoverNeeded(p, title, needed(v, s.Facts, all, all))
	}
}

// hoverInitializer tells which functions what a variable is initialised from needs for that.
func hoverInitializer(v *locate.View, p *page, x *sema.Var) {
	bodies := []*sema.Facts{v.Unit.VarFacts(x)}
	if x.Func != nil {
		bodies = slices.DeleteFunc(slices.Clone(v.EveryBody()), func(b *sema.Facts) bool {
			return b.Func == nil || v.Pattern(b.Func) != v.Pattern(x.Func)
		})
	}
	var lines []string
	for _, d := range v.Unit.VarDecls(x) {
		init := stretchOf(d.Site).withArguments() // Box b(x), which might have declared a function
		if d.Dtor != nil && d.Dtor.Init != nil {
			init = stretchOf(sema.Site{Chunk: d.Site.Chunk, Span: d.Dtor.Init.Span})
		}
		for _, b := range bodies {
			if b != nil {
				lines = append(lines, needed(v, b, init, stretch{init.seg, stretchOf(d.Site).lo, init.hi})...)
			}
		}
	}
	hoverNeeded(p, "Its initialiser needs", lines)
}

func hoverNeeded(p *page, title string, lines []string) {
	for i, line := range lines {
		switch {
		case slices.Contains(lines[:i], line) || i > mostInstances:
			continue
		case i == 0:
			p.tells = true
			p.say(title)
		case i == mostInstances:
			line = "… and more"
		}
		fmt.Fprintf(p, "- %s\n", line)
	}
}

// needed lists the conversions that a body makes in a stretch of it, and the lambdas of another one that become pointers, but for those in
// a call among the arguments: that tells of its own.
func needed(v *locate.View, facts *sema.Facts, converting, decaying stretch) []string {
	var inner []stretch
	for i := range facts.Calls {
		if w := written(&facts.Calls[i]); converting.holds(w) && w != converting {
			inner = append(inner, w)
		}
	}
	own := func(s sema.Site, within stretch) bool {
		at := stretchOf(s)
		return within.holds(at) && at != within && !slices.ContainsFunc(inner, func(w stretch) bool { return w != at && w.holds(at) })
	}
	var out []string
	for i := range facts.Calls {
		c := &facts.Calls[i]
		switch c.Kind {
		case sema.CallConversion, sema.CallTempCtor, sema.CallParamCopy:
		default:
			continue
		}
		if c.Callee == nil || c.Context&(sema.InDefaultArg|sema.InLaunch) != 0 || v.Unit.IsTrivial(c.Callee) == sema.Yes || !own(c.Site, converting) {
			continue
		}
		out = append(out, fmt.Sprintf("`%s`, which is %s: it %s", spell.Func(v.Unit, c.Callee), v.SpaceCode(c.Callee), does(v, c, facts.Func)))
	}
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Func.Closure != nil && own(r.Site, decaying) {
			out = append(out, fmt.Sprintf("the address of a lambda's function, which is %s: the lambda becomes `%s`", v.SpaceCode(r.Func), pointerTo(v, r.Func)))
		}
	}
	return out
}

// pointerTo is the type of what a lambda whose function is f becomes.
func pointerTo(v *locate.View, f *sema.Func) string {
	t := v.Unit.FuncType(f)
	return spell.Type(v.Unit, v.Unit.T.Pointer(v.Unit.T.Func(types.FuncType{
		Result: v.Unit.ResultType(f), Params: t.Params, Variadic: t.Variadic, Noexcept: t.Noexcept,
	})), f)
}

// does tells what a call in the body of f does that nobody wrote: what it converts to what, where it converts. It is "" for a
// call by name.
func does(v *locate.View, c *sema.Call, f *sema.Func) string {
	if c.From == nil {
		return ImplicitVerbs[c.Kind]
	}
	to := v.Unit.ClassType(c.Callee.MemberOf)
	if c.Kind == sema.CallConversion {
		to = v.Unit.ResultType(c.Callee)
	}
	return fmt.Sprintf("converts `%s` to `%s`", spell.Type(v.Unit, c.From, f), spell.Type(v.Unit, to, f))
}

// hoverDecayed tells where a lambda becomes a pointer to its function.
func hoverDecayed(v *locate.View, p *page, l *sema.Lambda) {
	call := locate.CallOf(l)
	for _, b := range v.EveryBody() {
		for i := range b.Refs {
			if b.Refs[i].Func == call {
				p.say("Becomes a pointer to its function: `%s`.", pointerTo(v, call))
				return
			}
		}
	}
}
