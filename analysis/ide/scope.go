package ide

import (
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// named is one name in scope, and what it means.
type named struct {
	name string
	of   sema.Entity
	rank workspace.CompletionRank
}

// locals are the variables of bodies and parameters that are in scope, the nearest first.
func (p *proposer) locals(f *sema.Func) []named {
	var out []named
	scope, seen := inScope(p.Tokens), map[string]bool{}
	from := 0
	for _, d := range f.Decls {
		if full, _ := check.PlaceOf(d.Full); d.Body != nil && full.File != nil && full.File.Path == p.File.Path {
			from = full.Span.Start
		}
	}
	for _, v := range slices.Backward(p.views) {
		list := v.Names(p.File.Path)
		first, _ := slices.BinarySearchFunc(list, from, func(n locate.Name, at int) int { return n.Span.Start - at })
		for _, n := range slices.Backward(list[first:]) {
			v.Step()
			if n.Span.End > p.Word.Start || !n.Meaning.Declares || len(n.Meaning.Found) == 0 {
				continue
			}
			x := n.Meaning.Found[0]
			if !localTo(x) {
				continue
			}
			at, _ := slices.BinarySearchFunc(p.Tokens, n.Span.End, func(t token.Token, at int) int { return t.Loc.Offset() - at })
			if name := v.Unit.Text(x.Sym()); scope[at] && !seen[name] {
				seen[name] = true
				out = append(out, named{name, x, workspace.RankLocal})
			}
		}
	}
	return out
}

// localTo reports whether an entity that is declared in a body is one of its own and no member of something.
func localTo(e sema.Entity) bool {
	switch e := e.(type) {
	case *sema.Var:
		return e.Kind != sema.NamespaceVar && e.Kind != sema.StaticMember
	case *sema.Class:
		return e.Local && e.Lambda == nil
	}
	return false
}

// inScope tells of each of some tokens whether what is declared before it is in scope behind the last: no block ended since then, and no
// statement in whose head it stands.
func inScope(tokens []token.Token) []bool {
	type count struct{ blocks, parens int }
	after := make([]count, len(tokens)+1) // how many are open after the tokens before each
	for i, t := range tokens {
		after[i+1] = after[i]
		switch t.Kind {
		case token.LParen:
			after[i+1].parens++
		case token.RParen:
			after[i+1].parens--
		case token.LBrace:
			after[i+1].blocks++
		case token.RBrace:
			after[i+1].blocks--
		}
	}
	out := make([]bool, len(tokens)+1)
	outermost := after[len(tokens)].blocks // where a block ended from here on
	ended := map[int]int{}                 // at how few parentheses a statement did, by the blocks around it
	for i := len(tokens); ; i-- {
		head, ends := ended[after[i].blocks]
		out[i] = outermost >= after[i].blocks && !(ends && head < after[i].parens)
		if i == 0 {
			return out
		}
		switch tokens[i-1].Kind {
		case token.RBrace:
			outermost = min(outermost, after[i].blocks)
			fallthrough
		case token.Semi:
			if head, ends := ended[after[i].blocks]; !ends || after[i].parens < head {
				ended[after[i].blocks] = after[i].parens
			}
		}
	}
}

// spaces are the namespaces whose names are found where the cursor is: those around it, and what these use.
func (p *proposer) spaces(f *sema.Func, scopes []sema.Entity) []*sema.Namespace {
	var around []*sema.Namespace
	add := func(e sema.Entity) {
		if ns, ok := e.(*sema.Namespace); ok {
			around = append(around, ns)
		}
	}
	for _, e := range slices.Backward(scopes) {
		add(e)
	}
	if f != nil {
		for e := f.Parent(); e != nil; {
			add(e)
			parent, ok := e.(interface{ Parent() sema.Entity })
			if !ok {
				break
			}
			e = parent.Parent()
		}
	}
	return p.Unit.Visible(around...)
}

// ahead reports whether an entity is declared in the document behind the cursor.
func (p *proposer) ahead(e sema.Entity) bool {
	at, _ := check.PlaceOf(e.Site())
	return !at.IsZero() && at.File.Path == p.File.Path && at.Span.Start >= p.Word.Start
}

// visible are the names of namespaces that are found where the cursor is: what the person's own text declares, and of headers what begins
// with what is typed, once that is long enough.
func (p *proposer) visible(in []*sema.Namespace, typed string) []named {
	var out []named
	own := len(typed) < fewest
	p.out.Incomplete = p.out.Incomplete || own
	for _, ns := range in {
		syms := p.Unit.NamesWith(ns, "", true, most+1)
		if len(syms) > most {
			syms, p.out.Incomplete = p.Unit.NamesWith(ns, typed, true, most), true
		}
		if !own {
			all := p.Unit.NamesWith(ns, typed, false, most)
			p.out.Incomplete = p.out.Incomplete || len(all) == most
			syms = append(syms, all...)
		}
		for _, sym := range p.proposable(syms, []*sema.Namespace{ns}, typed) {
			for _, e := range p.Unit.Named(ns, sym) {
				if _, is := e.(*sema.Namespace); is || !p.ahead(e) {
					rank := workspace.RankNone
					if site := e.Site(); site.Chunk != nil && site.Chunk.System {
						rank = workspace.RankHeader
					}
					out = append(out, named{p.Unit.Text(sym), e, rank})
					break
				}
			}
		}
	}
	return out
}

// qualifiable are what the person's own text declares in other namespaces, by their qualified names.
func (p *proposer) qualifiable(in []*sema.Namespace) []named {
	var out []named
	seen, visible := map[string]bool{}, map[sema.Entity]bool{}
	for _, ns := range in {
		visible[ns] = true
	}
	add := func(e, parent sema.Entity, qualified string) {
		p.Step()
		if parent == nil || visible[parent] || strings.Contains(qualified, "(") || e.Sym() == 0 || seen[qualified] || p.ahead(e) {
			return
		}
		seen[qualified] = true
		out = append(out, named{qualified, e, workspace.RankNone})
	}
	for _, fn := range p.Declared.Funcs {
		if fn.MemberOf == nil && fn.Kind == sema.Ordinary && !fn.Local && !fn.Specialization && !fn.Friend && fn.Closure == nil {
			add(fn, fn.Parent(), fn.EntityName())
		}
	}
	for _, x := range p.Declared.Vars {
		if x.Kind == sema.NamespaceVar {
			add(x, x.Parent(), x.EntityName())
		}
	}
	for _, c := range p.Declared.Classes {
		if _, nested := c.Parent().(*sema.Class); !nested && !c.Local && c.Lambda == nil && len(c.Args) == 0 {
			add(c, c.Parent(), c.EntityName())
		}
	}
	for _, t := range p.Declared.Typedefs {
		if _, ok := t.Parent().(*sema.Class); !ok {
			add(t, t.Parent(), t.EntityName())
		}
	}
	return out
}

// allOf are the names of all that a class and its bases declare.
func (p *proposer) allOf(c *sema.Class) []named {
	out := p.membersOf(c, true)
	for _, sym := range p.Unit.NamesIn(c) {
		for _, e := range p.inside(c, sym) {
			if e != sema.Entity(c) && follows(e, true) {
				out = append(out, named{p.Unit.Text(sym), e, workspace.RankMember})
				break
			}
		}
	}
	return out
}

// short is how long what stands beside a proposal is at most.
const short = 24

// fewest is how many letters of a name of a header's are typed before such names are proposed, and most how many of them are.
const (
	fewest = 3
	most   = 400
)

// scope proposes the names in scope in a function, or outside of all where there is none.
func (p *proposer) scope(f *sema.Func, a *around, typed string) {
	var list []named
	if f != nil {
		list = p.locals(f)
	}
	p.templateParams(a)
	if f == nil && a.in() == ofBody {
		told := map[string]bool{}
		for _, frame := range a.frames { // of what has no end yet, no more is known
			for _, name := range frame.args {
				if told[name] {
					continue
				}
				told[name] = true
				p.add(workspace.Completion{Label: name, Text: name, Plain: name, Kind: workspace.CompleteVariable, Rank: workspace.RankLocal, Elsewhere: true})
			}
		}
	}
	scopes := p.scopes(a)
	if f != nil && f.MemberOf != nil {
		list = append(list, p.allOf(f.MemberOf)...)
	}
	for _, e := range slices.Backward(scopes) {
		if c, ok := e.(*sema.Class); ok && (f == nil || f.MemberOf != c) {
			list = append(list, p.allOf(c)...)
		}
	}
	in := p.spaces(f, scopes)
	list = append(list, p.visible(in, typed)...)
	others := p.qualifiable(in)
	if len(others) > most { // a library's own text
		p.out.Incomplete = true
		begins := func(n named) bool { return strings.HasPrefix(n.name[strings.LastIndexByte(n.name, ':')+1:], typed) }
		others = slices.DeleteFunc(others, func(n named) bool { return typed == "" || !begins(n) })
	}
	list = append(list, others...)
	seen := map[string]bool{}
	for i := range p.out.Items {
		seen[p.out.Items[i].Label] = true
	}
	launches := f == nil || p.Spaces.Of(f).Space.Effective().OnHost()
	for _, n := range list {
		if seen[n.name] {
			continue
		}
		seen[n.name] = true
		if k, is := n.of.(*sema.Func); is && launches && p.IsKernel(k) && (a.in() != ofBody || p.begins(a)) {
			continue // its launches are proposed
		}
		p.name(n, f)
	}
	p.macros(seen, typed)
}

// templateParams proposes the template parameters of what is around.
func (p *proposer) templateParams(a *around) {
	params := a.params
	for _, f := range slices.Backward(a.frames) {
		params = append(params[:len(params):len(params)], f.params...)
	}
	for _, name := range params {
		p.add(workspace.Completion{Label: name, Text: name, Plain: name, Kind: workspace.CompleteParam, Rank: workspace.RankLocal, Elsewhere: true})
	}
}

// ownMacros are the macros of a view that the person's own files define.
var ownMacros = locate.NewMemo(func(v *locate.View) map[*preprocess.Macro]bool {
	files := map[string]bool{}
	for _, i := range v.Preprocessed.Inclusions {
		if i.File != nil && !i.System {
			files[i.File.Path] = true
		}
	}
	own := map[*preprocess.Macro]bool{}
	for _, m := range v.Preprocessed.Macros() {
		if m.Place.File != nil && files[m.Place.File.Path] {
			own[m] = true
		}
	}
	return own
})

// macros proposes the macros that the person's own files define, and of others those that begin with what is typed, once that is long enough.
func (p *proposer) macros(seen map[string]bool, typed string) {
	own := ownMacros.Of(p.View)
	count := 0
	for _, m := range p.Preprocessed.Macros() {
		name := p.Cursor.Interner.Text(m.Name)
		switch {
		case name == "" || seen[name] || !m.Function && len(m.Body) == 0 || m.Place.File == nil:
			continue
		case name[0] == '_' && !strings.HasPrefix(typed, "_"):
			continue
		case !own[m] && (len(typed) < fewest || !strings.HasPrefix(name, typed)):
			continue
		case own[m] && m.Place.File.Path == p.File.Path && m.Place.Span.Start >= p.Word.Start:
			continue
		}
		if count++; count > most {
			p.out.Incomplete = true
			return
		}
		c := workspace.Completion{Label: name, Text: name, Plain: name, Kind: workspace.CompleteMacro, Elsewhere: true, Detail: "macro"}
		if m.Function {
			c.Detail = "macro (" + strings.Join(p.macroParams(m), ", ") + ")"
		}
		if !own[m] {
			c.Rank = workspace.RankHeader
		}
		if c.Beside = c.Detail; len(c.Beside) > short {
			c.Beside = "macro"
		}
		p.add(c)
	}
}

// keywords proposes words of C++ that are long enough to be worth it.
func (p *proposer) keywords(a *around) {
	words := typeWords
	switch {
	case p.Directive || a.in() == ofBody:
		words = append(words[:len(words):len(words)], statementWords...)
	default:
		words = append(words[:len(words):len(words)], declarationWords...)
	}
	for _, w := range words {
		p.add(workspace.Completion{Label: w, Text: w, Plain: w, Kind: workspace.CompleteKeyword, Rank: workspace.RankKeyword, Elsewhere: true})
	}
}

var (
	typeWords = strings.Fields("auto bool char class const constexpr decltype double enum float int long nullptr short signed sizeof static " +
		"static_assert struct typedef typename union unsigned using void volatile")
	statementWords = strings.Fields("break case catch const_cast continue default delete do else extern false for goto if new noexcept " +
		"operator reinterpret_cast return static_cast switch template this throw true try while")
	declarationWords = strings.Fields("explicit extern friend inline mutable namespace noexcept operator override private protected public " +
		"template virtual")
)

// runsElsewhere reports whether a function around the caret runs on a side that a function is not for.
func (p *proposer) runsElsewhere(f, in *sema.Func) bool {
	here, there := p.Spaces.Of(in), p.Spaces.Of(f)
	return here.Known && there.Known && !f.Constexpr && here.Space.Effective()&^there.Space.Effective() != 0
}

// hostOnly reports whether a variable certainly lies in host memory, where device code does not see even its value.
func (p *proposer) hostOnly(x *sema.Var) bool {
	mem, known := spaces.MemoryOf(p.Unit, x)
	return known && mem == 0 && (x.Kind == sema.NamespaceVar || x.Kind == sema.StaticMember) && !p.Unit.VarType(x).IsConst()
}

// name proposes a name, behind others where it is a function that runs on another side than the one around it, or a variable that is not there.
func (p *proposer) name(n named, in *sema.Func) {
	c := workspace.Completion{Label: n.name, Text: n.name, Plain: n.name, Kind: workspace.CompleteVariable, Rank: n.rank, Elsewhere: true}
	e := n.of
	if t, ok := e.(*sema.Template); ok && t.Func != nil {
		e = t.Func
	}
	switch e := e.(type) {
	case *sema.Func:
		if c.Kind = workspace.CompleteFunction; e.MemberOf != nil {
			c.Kind = workspace.CompleteMethod
		}
		c.Detail, c.Doc = title(p.View, e), "```cuda-cpp\n"+describe.Signature(p.View, e)+"\n```"
		if c.Beside = p.Space(e); in != nil && p.runsElsewhere(e, in) {
			c.Rank = workspace.RankLast
		}
	case *sema.Var:
		if c.Detail = variableTitle(p.View, e); in != nil {
			here := p.Spaces.Of(in)
			if here.Known && !here.Space.OnDevice() && e.Kind == sema.NamespaceVar && spaces.CompilerVariable(p.Unit, e) {
				return // threadIdx, which the host has not
			}
			if here.Known && !here.Space.Effective().OnHost() && p.hostOnly(e) {
				c.Rank = workspace.RankLast
			}
		}
	case *sema.Field:
		c.Kind, c.Detail = workspace.CompleteField, spell.Type(p.Unit, p.Unit.FieldType(e), nil)
	case *sema.Class, *sema.Typedef:
		c.Kind = workspace.CompleteClass
	case *sema.Template:
		if c.Kind = workspace.CompleteClass; e.Kind == sema.Concept {
			c.Kind = workspace.CompleteConcept
		}
	case *sema.Enum:
		c.Kind = workspace.CompleteEnum
	case *sema.Enumerator:
		c.Kind = workspace.CompleteConstant
	case *sema.Namespace:
		c.Kind = workspace.CompleteNamespace
	}
	if c.Beside == "" && len(c.Detail) <= short {
		c.Beside = c.Detail
	}
	p.add(c)
}
