package ide

import (
	"slices"

	"cudals/analysis/describe"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// What stands at a cursor is no expression yet: operands are looked at token by token, and names by what the text around them declares.
// Of a template, an operand has the type that it has in an instance.

// longest is how many parts an operand has at most that is looked at.
const longest = 64

// operand is the type of the operand that ends with a token, and the first token of it; nil where that is not known.
func (p *proposer) operand(i int, f *sema.Func) (t *types.Type, start int) {
	if p.steps++; i < 0 || p.steps > longest {
		return nil, i
	}
	switch p.Tokens[i].Kind {
	case token.RBracket:
		t, start = p.operand(p.opens(i)-1, f)
		return p.applied(t, "[]"), start
	case token.RParen:
		return p.parenthesised(i, f)
	case token.Ident:
		if p.spelled(i) == "this" {
			if f == nil || f.MemberOf == nil {
				return nil, i
			}
			return p.Unit.T.Pointer(p.Unit.ClassType(f.MemberOf)), i
		}
		e, start := p.meaning(i, f)
		switch e := e.(type) {
		case *sema.Var:
			return p.varType(e, f), start
		case *sema.Field:
			return p.Unit.FieldType(e).NonRef(), start
		}
	}
	return nil, i
}

func (p *proposer) spelled(i int) string { return p.Cursor.Interner.Text(p.Tokens[i].Sym) }

// varType is the type of a variable, of one whose type depends on template parameters that in the first instance of the function.
func (p *proposer) varType(x *sema.Var, f *sema.Func) *types.Type {
	t := p.Unit.VarType(x)
	if !t.IsDependent() && t.Kind != types.Unknown {
		return t.NonRef()
	}
	for _, i := range describe.Instances(p.View, f) {
		if x.Param != nil {
			if params := p.Unit.FuncType(i).Params; x.Index < len(params) {
				return params[x.Index].NonRef()
			}
		}
		if facts := p.Unit.Facts(i); facts != nil {
			if n := slices.IndexFunc(facts.Locals, func(l *sema.Var) bool { return l.Site() == x.Site() }); n >= 0 {
				return p.Unit.VarType(facts.Locals[n]).NonRef()
			}
		}
	}
	return nil
}

// applied is what an operator makes of an operand: *, -> or [] with any argument.
func (p *proposer) applied(t *types.Type, operator string) *types.Type {
	switch c := p.Unit.ClassOf(t); {
	case t == nil:
	case t.Kind == types.Pointer || t.Kind == types.Array:
		return t.Elem
	case c != nil:
		for _, e := range p.Unit.LookupMember(c, outline.OperatorSym(p.Cursor.Interner, operator)).Entities {
			if fn, ok := e.(*sema.Func); ok {
				return p.Unit.ResultType(fn).NonRef()
			}
		}
	}
	return nil
}

// wordsBefore are the words that an operand in parentheses may stand behind, where another word would be called.
var wordsBefore = map[string]bool{"return": true, "else": true, "case": true, "throw": true, "co_return": true, "co_yield": true, "co_await": true}

// casts are the casts with a type in angle brackets.
var casts = map[string]bool{"static_cast": true, "reinterpret_cast": true, "const_cast": true, "dynamic_cast": true}

// parenthesised is the operand that ends with a closing parenthesis: a call, a cast, an object that is made, or what stands in between.
func (p *proposer) parenthesised(i int, f *sema.Func) (*types.Type, int) {
	open := p.opens(i)
	if open < 0 {
		return nil, i
	}
	if open > 0 {
		switch p.Tokens[open-1].Kind {
		case token.Ident:
			if wordsBefore[p.spelled(open-1)] {
				break
			}
			e, start := p.meaning(open-1, f)
			switch e := e.(type) {
			case *sema.Func:
				return p.Unit.ResultType(e).NonRef(), start
			case *sema.Var:
				return p.applied(p.varType(e, f), "()"), start
			}
			return p.typeOf(e), start
		case token.Greater:
			less := p.opens(open - 1)
			if less < 1 || !casts[p.spelled(less-1)] {
				return nil, i
			}
			return p.typeNamed(less+1, open-1, f), less - 1
		case token.RBracket, token.RParen, token.RBrace:
			return nil, i
		}
	}
	t, start := p.operand(i-1, f)
	switch first := open + 1; {
	case start == first:
		return t, open
	case start == first+1 && p.Tokens[first].Kind == token.Star:
		return p.applied(t, "*"), open
	case p.Tokens[first].Kind == token.LParen && p.opens(start-1) == first:
		return p.typeNamed(first+1, start-1, f), open
	}
	return nil, i
}

// typeNamed is the type that tokens name: a class or what points to it; nil for any other.
func (p *proposer) typeNamed(from, to int, f *sema.Func) *types.Type {
	pointers := 0
	for ; to > from; to-- {
		if k := p.Tokens[to-1].Kind; k == token.Star {
			pointers++
		} else if k != token.Amp && k != token.AndAnd && p.spelled(to-1) != "const" {
			break
		}
	}
	if to <= from {
		return nil
	}
	e, _ := p.meaning(to-1, f)
	t := p.typeOf(e)
	for ; t != nil && pointers > 0; pointers-- {
		t = p.Unit.T.Pointer(t)
	}
	return t.NonRef()
}

// typeOf is the type that an entity is; nil for another entity.
func (p *proposer) typeOf(e sema.Entity) *types.Type {
	switch e := e.(type) {
	case *sema.Class:
		return p.Unit.ClassType(e)
	case *sema.Enum:
		return p.Unit.EnumType(e)
	case *sema.Typedef:
		return p.Unit.TypedefType(e)
	}
	return nil
}

// opens is the index of the bracket that one closes, -1 for none.
func (p *proposer) opens(closing int) int {
	depth, angles := 0, 0
	if closing >= 0 && p.Tokens[closing].Kind == token.Greater {
		angles = 1
	}
	for i := closing; i >= 0; i-- {
		switch p.Tokens[i].Kind {
		case token.RParen, token.RBracket, token.RBrace:
			depth++
		case token.LParen, token.LBracket, token.LBrace:
			if depth--; depth == 0 && angles == 0 {
				return i
			}
		case token.Greater:
			if angles > 0 && i < closing {
				angles++
			}
		case token.Less:
			if angles > 0 && depth == 0 {
				if angles--; angles == 0 {
					return i
				}
			}
		case token.Semi:
			if angles > 0 {
				return -1
			}
		}
	}
	return -1
}

// meaning is what the name at a token means in the function around it, the first of several functions, nil where nothing tells, and the
// first token of what it is a part of.
func (p *proposer) meaning(i int, f *sema.Func) (sema.Entity, int) {
	list, start := p.meanings(i, f)
	if len(list) == 0 {
		return nil, start
	}
	return list[0], start
}

// meanings are all entities that meaning chooses from.
func (p *proposer) meanings(i int, f *sema.Func) (list []sema.Entity, start int) {
	name := p.Tokens[i].Sym
	if i > 0 {
		switch before := p.Tokens[i-1].Kind; before {
		case token.Dot, token.Arrow:
			c, start := p.classAt(i-2, before == token.Arrow, f)
			if c == nil {
				return nil, start
			}
			return p.Unit.LookupMember(c, name).Entities, start
		case token.ColonCol:
			scope, start := p.qualifier(i-1, f)
			return p.inside(scope, name), start
		}
	}
	if f == nil {
		for _, e := range slices.Backward(p.scopes(p.around())) {
			if list = p.inside(e, name); len(list) > 0 {
				return list, i
			}
		}
		return nil, i
	}
	for _, n := range p.locals(f) {
		if n.name == p.spelled(i) {
			return []sema.Entity{n.of}, i
		}
	}
	if f.MemberOf != nil {
		if found := p.Unit.LookupMember(f.MemberOf, name); len(found.Entities) > 0 {
			return found.Entities, i
		}
	}
	for _, d := range f.Decls {
		if d.Body != nil {
			return p.Unit.LookupUnqualified(d.Scope, name).Entities, i
		}
	}
	return nil, i
}

// classAt is the class whose members follow an operand and a dot or an arrow, and the operand's first token; nil where it is not known.
func (p *proposer) classAt(i int, arrow bool, f *sema.Func) (*sema.Class, int) {
	t, start := p.operand(i, f)
	for n := 0; arrow && t != nil && n < longest; n++ {
		arrow = t.Kind != types.Pointer // what an operator -> returns is asked for its own
		t = p.applied(t, "->")
	}
	return p.Unit.ClassOf(t), start
}

// qualifier is the namespace, class or enum that what is written before :: names, and its first token; nil where that is not known.
func (p *proposer) qualifier(colons int, f *sema.Func) (scope sema.Entity, start int) {
	i := colons - 1
	if p.steps++; p.steps > longest {
		return nil, colons
	}
	if i >= 0 && p.Tokens[i].Kind == token.Greater {
		i = p.opens(i) - 1 // any instance's names are those of the template
	}
	if i < 0 || p.Tokens[i].Kind != token.Ident || wordsBefore[p.spelled(i)] {
		return p.Unit.Global, colons
	}
	e, start := p.meaning(i, f)
	switch x := e.(type) {
	case *sema.Namespace, *sema.Class, *sema.Enum:
		return e, start
	case *sema.Template:
		if c := p.Unit.PatternClass(x); c != nil {
			return c, start
		}
	case *sema.Typedef:
		switch d := p.Unit.TypedefType(x).Decl.(type) {
		case *sema.Class:
			return d, start
		case *sema.Enum:
			return d, start
		}
	}
	return nil, start
}

// inside are the entities of a name in a namespace, class or enum.
func (p *proposer) inside(scope sema.Entity, name token.Sym) []sema.Entity {
	switch scope := scope.(type) {
	case *sema.Namespace:
		return p.Unit.LookupQualified(scope, name, sema.MaxOrd).Entities
	case *sema.Class:
		return p.Unit.LookupMember(scope, name).Entities
	case *sema.Enum:
		for _, e := range scope.Enumerators {
			if e.Sym() == name {
				return []sema.Entity{e}
			}
		}
	}
	return nil
}
