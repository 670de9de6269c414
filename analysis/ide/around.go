package ide

import (
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// around is what encloses a cursor, as far as brackets and the words before them tell: what somebody types ends nowhere yet.
type around struct {
	frames []frame
	// head are the tokens since the last declaration or statement ended, template headers left out.
	head []token.Token
	// params are the template parameters of what is being declared.
	params []string
	// angles: the cursor is between the < and > of a template header.
	angles bool
	// brackets are those that are open since then, the innermost last.
	brackets []token.Kind
}

// frame is one pair of braces.
type frame struct {
	kind   frameKind
	names  []token.Sym // of a namespace or class, as its head qualifies them
	params []string    // the template parameters that its head declares
	args   []string    // of a body the names that its head declares in parentheses
}

type frameKind uint8

const (
	ofBody frameKind = iota // of a function, or a list of initialisers
	ofNamespace
	ofClass
	ofEnum
	ofLinkage // extern "C"
)

// in is what the innermost braces are of.
func (a *around) in() frameKind {
	for _, f := range slices.Backward(a.frames) {
		if f.kind != ofLinkage {
			return f.kind
		}
	}
	return ofNamespace
}

// around looks at what encloses the cursor.
func (p *proposer) around() *around {
	if p.enclosing != nil {
		return p.enclosing
	}
	a := &around{}
	p.enclosing = a
	skipped := p.LeavesOut
	if len(p.LeftOut()) == 0 || p.LeavesOut(p.Word.Start) {
		skipped = func(int) bool { return false }
	}
	begin := func() { a.head, a.params, a.brackets = nil, nil, nil }
	for i := 0; i < len(p.Tokens); i++ {
		t := p.Tokens[i]
		if skipped(t.Loc.Offset()) {
			continue
		}
		switch t.Kind {
		case token.LBrace:
			f := p.frame(a)
			if f.kind == ofBody {
				f.args = p.argNames(a.head)
			}
			a.frames = append(a.frames, f)
			begin()
			continue
		case token.RBrace:
			a.frames = a.frames[:max(0, len(a.frames)-1)]
			begin()
			continue
		case token.Semi:
			if !slices.Contains(a.brackets, token.LParen) {
				begin()
				continue
			}
		case token.LParen, token.LBracket, token.LaunchOpen:
			a.brackets = append(a.brackets, t.Kind)
		case token.RParen, token.RBracket, token.LaunchClose:
			a.brackets = a.brackets[:max(0, len(a.brackets)-1)]
		case token.Ident:
			if p.spelled(i) == "template" && i+1 < len(p.Tokens) && p.Tokens[i+1].Kind == token.Less && len(a.brackets) == 0 {
				if i = p.header(a, i+1); i < 0 {
					a.angles = true
					return a
				}
				continue
			}
		}
		a.head = append(a.head, t)
	}
	return a
}

// initialises reports whether the cursor is behind the colon that a constructor's initialisers follow.
func (a *around) initialises() bool {
	depth := 0
	for i, t := range a.head {
		switch t.Kind {
		case token.LParen:
			depth++
		case token.RParen:
			depth--
		case token.Colon:
			if depth == 0 && i > 0 && slices.ContainsFunc(a.head[:i], func(t token.Token) bool { return t.Kind == token.RParen }) {
				return true
			}
		}
	}
	return false
}

// header reads a template header from its < on, and is the index of its >; -1 where that is missing.
func (p *proposer) header(a *around, less int) int {
	depth := 0
	last := ""
	declares := func() {
		if last != "" {
			a.params = append(a.params, last)
		}
		last = ""
	}
	value := false // what stands behind = declares nothing
	for i := less; i < len(p.Tokens); i++ {
		switch p.Tokens[i].Kind {
		case token.Less, token.LParen:
			depth++
		case token.RParen:
			depth--
		case token.Shr:
			depth -= 2
		case token.Greater:
			depth--
		case token.Assign:
			value = true
		case token.Semi, token.LBrace, token.RBrace:
			return i - 1 // it has no end
		case token.Comma:
			if depth == 1 {
				declares()
				value = false
			}
		case token.Ident:
			if !value && depth == 1 {
				last = p.spelled(i)
			}
		}
		if depth <= 0 {
			declares()
			return i
		}
	}
	declares()
	return -1
}

// classKeys are the words that a class's or enum's head has.
var classKeys = map[string]frameKind{"class": ofClass, "struct": ofClass, "union": ofClass, "enum": ofEnum}

// behindParams are the words that stand between a function's parameters and its body.
var behindParams = map[string]bool{"const": true, "volatile": true, "noexcept": true, "override": true, "final": true, "mutable": true, "try": true}

// wordOf is the spelling of an identifier or keyword, "" of any other token.
func (p *proposer) wordOf(t token.Token) string {
	if t.Kind != token.Ident {
		return ""
	}
	return p.Cursor.Interner.Text(t.Sym)
}

// inCode reports whether a brace stands in brackets or in a body, and begins no local class.
func (p *proposer) inCode(a *around) bool {
	return len(a.brackets) > 0 || a.in() == ofBody && len(a.frames) > 0 && !p.localClass(a)
}

// frame is what the head before a brace says of it.
func (p *proposer) frame(a *around) frame {
	f := frame{params: a.params}
	if p.inCode(a) {
		return f
	}
	depth := 0
	name := token.Sym(0)
	for i, t := range a.head {
		switch t.Kind {
		case token.LParen, token.LBracket:
			depth++
			name = 0 // an attribute's word, or a function's name
			continue
		case token.RParen, token.RBracket:
			depth--
			continue
		}
		word := p.wordOf(t)
		switch key, is := classKeys[word]; {
		case depth > 0:
		case word == "namespace":
			f.kind = ofNamespace
		case f.kind == ofNamespace:
			if word != "" && word != "inline" {
				f.names = append(f.names, t.Sym)
			}
		case t.Kind == token.String && i > 0 && i == len(a.head)-1:
			f.kind = ofLinkage
		case is && f.kind != ofEnum:
			f.kind, name = key, 0
		case f.kind != ofClass:
		case t.Kind == token.Colon || t.Kind == token.Less:
			if name != 0 {
				f.names = append(f.names, name)
				return f
			}
		case t.Kind == token.ColonCol:
			f.names = append(f.names, name)
			name = 0
		case word != "" && !behindParams[word]:
			name = t.Sym
		}
	}
	if f.kind == ofClass {
		if name == 0 && slices.ContainsFunc(a.head, func(t token.Token) bool { return t.Kind == token.LParen }) {
			return frame{params: a.params} // struct S f() {
		}
		f.names = append(f.names, name)
	}
	return f
}

// argNames are the names that stand last before each comma and at the end of the first parentheses of a head: those of a function's parameters.
func (p *proposer) argNames(head []token.Token) []string {
	var out []string
	depth, last, value := 0, "", false
	for _, t := range head {
		switch t.Kind {
		case token.LParen, token.LBracket, token.Less:
			depth++
		case token.RParen, token.RBracket, token.Greater:
			depth--
		case token.Assign:
			value = true
		case token.Ident:
			if depth == 1 && !value {
				last = p.Cursor.Interner.Text(t.Sym)
			}
		}
		if end := depth == 0 && t.Kind == token.RParen; end || depth == 1 && t.Kind == token.Comma {
			if last != "" {
				out = append(out, last)
			}
			if last, value = "", false; end {
				return out
			}
		}
	}
	return out
}

// localClass reports whether the braces that begin in a body are those of a class.
func (p *proposer) localClass(a *around) bool {
	return len(a.head) > 0 && classKeys[p.Cursor.Interner.Text(a.head[0].Sym)] != ofBody
}

// scopes are the namespaces and classes around, the innermost last, as far as they are known, from the global namespace on.
func (p *proposer) scopes(a *around) []sema.Entity {
	out := []sema.Entity{p.Unit.Global}
	for _, f := range a.frames {
		for _, name := range f.names {
			if name == 0 || f.kind == ofEnum {
				continue
			}
			found := p.inside(out[len(out)-1], name)
			if len(found) == 0 {
				return out
			}
			switch e := found[0].(type) {
			case *sema.Namespace, *sema.Class:
				out = append(out, e)
			case *sema.Template:
				c := p.Unit.PatternClass(e)
				if c == nil {
					return out
				}
				out = append(out, c)
			default:
				return out
			}
		}
	}
	return out
}
