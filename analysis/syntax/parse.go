package syntax

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// Body reads a function's body: from the colon of the member initialisers, the brace or try, to the end.
func Body(in Input, span ast.Span) *ast.FuncBody {
	p := newParser(in, span)
	p.realign()
	b := &ast.FuncBody{Span: span}
	try := p.acceptCode(kTry)
	if p.is(token.Colon) {
		m := p.mark()
		b.Inits = p.memInits()
		if p.failed {
			from := p.pos
			p.reset(m)
			p.skipTo(token.LBrace)
			p.noteBad(min(from, p.pos))
		}
	}
	if p.is(token.LBrace) {
		b.Block = p.block()
	}
	if p.failed || b.Block == nil {
		p.bad = append(p.bad, span)
		if b.Block == nil {
			b.Block = &ast.Block{Span: span}
		}
		p.failed = false
	}
	if try {
		b.Handlers = p.handlers()
		if p.failed {
			p.bad = append(p.bad, p.span(p.pos, len(p.toks)))
		}
	}
	b.Bad = p.bad
	return b
}

func (p *parser) memInits() []*ast.MemInit {
	var out []*ast.MemInit
	p.next()
	for !p.failed {
		start := p.pos
		i := &ast.MemInit{}
		if p.tok() == kTypename {
			p.next()
		}
		if p.tok() == kDecltype {
			from := p.pos
			part := ast.NamePart{}
			switch t := p.decltype().(type) {
			case *ast.NamedType:
				i.Name = t.Name
			case *ast.DecltypeType:
				part.Kind, part.Expr, part.Span = ast.NameDecltype, t.X, t.Span
				i.Name = &ast.Name{Span: p.from(from), Parts: []ast.NamePart{part}}
			default:
				p.fail()
			}
		} else {
			i.Name = p.name(declaredName)
		}
		switch {
		case p.is(token.LParen):
			p.within(func() { i.Args = p.exprList() })
		case p.is(token.LBrace):
			i.Brace = true
			p.within(func() { i.Args = p.braceElems() })
		default:
			p.fail()
		}
		i.Pack = p.accept(token.Ellipsis)
		i.Span = p.from(start)
		if p.failed {
			break // it may have no name
		}
		out = append(out, i)
		if !p.accept(token.Comma) {
			break
		}
	}
	return out
}

// Expr reads a span as an expression, comma operators included; a BadExpr when it is none.
func Expr(in Input, span ast.Span) ast.Expr {
	p := newParser(in, span)
	x := p.packed(p.argumentOrComma())
	if p.failed || p.pos != len(p.toks) {
		return &ast.BadExpr{Span: span}
	}
	return x
}

func (p *parser) argumentOrComma() ast.Expr {
	if p.is(token.LBrace) {
		return p.initListExpr()
	}
	return p.expr()
}

// ExprList reads a span as a list of expressions, braced lists and pack expansions. An element that cannot be read is a
// BadExpr.
func ExprList(in Input, span ast.Span) []ast.Expr {
	p := newParser(in, span)
	var out []ast.Expr
	for p.pos < p.end {
		m := p.mark()
		x := p.packed(p.argument())
		if p.failed || p.pos < p.end && !p.is(token.Comma) {
			p.reset(m)
			p.failed, p.end = false, m.end
			for p.pos < p.end && !p.is(token.Comma) {
				switch p.tok() {
				case code(token.LParen), code(token.LBracket), code(token.LBrace):
					p.pos = min(p.closer(), p.end-1)
				}
				p.pos++
			}
			x = &ast.BadExpr{Span: p.span(m.pos, p.pos)}
		}
		out = append(out, x)
		if p.pos < p.end {
			p.pos, p.sub = p.pos+1, 0
		}
	}
	return out
}

// Init reads the tree of an initialiser that was deferred.
func Init(in Input, init *ast.Init) *ast.Init {
	out := *init
	out.Parsed = true
	if init.Kind == ast.InitEq {
		out.Args = []ast.Expr{Expr(in, init.X.Span)}
		return &out
	}
	p := newParser(in, init.X.Span)
	if init.Kind == ast.InitParen {
		out.Args = p.exprList()
	} else {
		out.Args = p.braceElems()
	}
	if p.failed || p.pos != len(p.toks) {
		out.Args = ExprList(in, init.X.Span)
	}
	return &out
}

// Word classifies tokens for those who cut text without reading it.
type Word uint8

// The words that a cutter of declarations tells apart.
const (
	WordNone Word = iota // punctuation and literals
	WordName             // an identifier that is no keyword
	WordKeyword
	WordTemplate
	WordNamespace
	WordInline
	WordExtern
	WordClassKey // struct, class, union
	WordEnum
	WordUsing
	WordOperator
	WordRequires
	WordTry
	WordCatch
	WordConstexpr // constexpr, consteval
	WordAuto
	WordDecltype
	WordBuiltin   // a word of a fundamental type
	WordConst     // const, volatile
	WordSpecifier // static, typedef, virtual, explicit, friend, …
	WordCUDA      // one of CUDA's specifiers
	WordAttribute // what is followed by arguments that declare nothing: __attribute__, alignas, __declspec
	WordAccess
	WordStaticAssert
	WordAsm
	WordConcept
	WordNew
	WordTypename
	WordReturn // return and other keywords of statements
)

var words = func() (w [256]Word) {
	for c := firstKeyword; c <= kWhile; c++ {
		w[c] = WordKeyword
	}
	for _, c := range []code{kShort, kInt, kLong, kFloat, kDouble, kSigned, kUnsigned, kVoid, kInt128, kComplex, kBool, kChar, kBuiltinType} {
		w[c] = WordBuiltin
	}
	for _, c := range []code{
		kStatic, kTypedef, kVirtual, kExplicit, kFriend, kMutable, kThreadLocal, kRegister, kConstinit, kExtension, kExport, kNoreturn,
	} {
		w[c] = WordSpecifier
	}
	for _, c := range []code{
		kReturn, kIf, kElse, kFor, kWhile, kDo, kSwitch, kCase, kDefault, kBreak, kContinue, kGoto, kCoReturn, kCoYield, kThrow, kDelete,
	} {
		w[c] = WordReturn
	}
	for c, word := range map[code]Word{
		kTemplate: WordTemplate, kNamespace: WordNamespace, kInline: WordInline, kExtern: WordExtern, kStruct: WordClassKey,
		kClass: WordClassKey, kUnion: WordClassKey, kEnum: WordEnum, kUsing: WordUsing, kOperator: WordOperator,
		kRequires: WordRequires, kTry: WordTry, kCatch: WordCatch, kConstexpr: WordConstexpr, kConsteval: WordConstexpr,
		kAuto: WordAuto, kDecltype: WordDecltype, kConst: WordConst, kVolatile: WordConst, kCUDA: WordCUDA,
		kAttribute: WordAttribute, kAlignas: WordAttribute, kDeclspec: WordAttribute, kPublic: WordAccess,
		kPrivate: WordAccess, kProtected: WordAccess, kStaticAssert: WordStaticAssert, kAsm: WordAsm, kConcept: WordConcept,
		kNew: WordNew, kTypename: WordTypename, kTrait: WordName, kTransform: WordName,
	} {
		w[c] = word
	}
	w[token.Ident] = WordName
	return w
}()

// Words classifies the tokens of one interner.
type Words struct{ lang *language }

// WordsOf returns the classifier for an interner.
func WordsOf(in *token.Interner) Words { return Words{languageOf(in)} }

// Of classifies a token.
func (w Words) Of(t token.Token) Word {
	if t.Kind != token.Ident {
		return WordNone
	}
	return words[w.lang.code(t)]
}

// CUDA is the specifier of CUDA's that begins with token i, as the word itself or as the attribute that a toolkit defines it as.
func (w Words) CUDA(in *token.Interner, toks []token.Token, i int) (kind ast.CUDAKind, ok bool) {
	switch w.Of(toks[i]) {
	case WordCUDA:
		return w.lang.cuda[toks[i].Sym], true
	case WordAttribute:
		if i+3 < len(toks) && toks[i+1].Kind == token.LParen && toks[i+2].Kind == token.LParen {
			kind, ok = cudaAttributes[in.Text(toks[i+3].Sym)]
		}
	}
	return kind, ok
}

// AlternativeToken is the operator that an alternative token such as "and" stands for.
func AlternativeToken(text string) (op string, ok bool) {
	c, ok := keywordCodes[text]
	if !ok || c >= firstKeyword {
		return "", false
	}
	return token.Kind(c).String(), true
}
