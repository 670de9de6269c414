package preprocess

import (
	"slices"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Arm is one arm of a conditional as it is written, live or not.
type Arm struct {
	// Directive is the #if, #elif or #else that begins the arm; If is the conditional's first directive.
	Directive, If source.Span
	// Text reaches to the next directive of the same conditional.
	Text source.Span
	// Condition are the tokens of the directive's condition as they are written; none for #else.
	Condition []token.Token
}

// LeftOut is an arm of the main file that is not compiled.
type LeftOut struct {
	Arm
	// Taken is the directive of the arm of the same conditional that is compiled; empty where none is.
	Taken source.Span
	// Names are the identifiers in the conditions of all arms of the conditional.
	Names []token.Sym
	// Doubtful: which arm is compiled hangs on what is not known.
	Doubtful bool
}

// LeftOut are the arms of the main file that are not compiled, in order; none that stands within another.
func (u *Unit) LeftOut() []LeftOut {
	arms := u.from.main.tree.arms()
	live := make(map[source.Span]bool, len(u.live))
	for _, directive := range u.live {
		live[directive] = true
	}
	type conditional struct {
		taken source.Span
		names []token.Sym
	}
	of := make(map[source.Span]*conditional) // by the first directive
	for _, a := range arms {
		c := of[a.If]
		if c == nil {
			c = new(conditional)
			of[a.If] = c
		}
		if live[a.Directive] {
			c.taken = a.Directive
		}
		for _, t := range a.Condition {
			if t.Kind == token.Ident {
				c.names = append(c.names, t.Sym)
			}
		}
	}
	var out []LeftOut
	end := 0
	for _, a := range arms {
		if a.Directive.Start < end || live[a.Directive] {
			continue
		}
		end = a.Text.End
		out = append(out, LeftOut{
			Arm: a, Taken: of[a.If].taken, Names: of[a.If].names,
			Doubtful: slices.ContainsFunc(u.Doubts, func(d Doubt) bool {
				return d.Inclusion == 0 && d.At.Start <= a.If.Start && a.If.End <= d.At.End
			}),
		})
	}
	return out
}

// Define is a #define or #undef of the main file that is read.
type Define struct {
	Name token.Sym
	// Macro is nil for #undef.
	Macro *Macro
	At    source.Span
}

// Defines are the directives of the main file that define macros or take them back, in order.
func (u *Unit) Defines() []Define {
	var out []Define
	t := u.from.main.tree
	for i := 0; i < len(t.items); i++ {
		switch it := &t.items[i]; it.kind {
		case itemIf, itemElif, itemElse:
			if !it.misplaced && !slices.Contains(u.live, it.span) {
				i = max(i, int(it.next)-1)
			}
		case itemDefine:
			out = append(out, Define{it.macro.Name, it.macro, it.span})
		case itemUndef:
			out = append(out, Define{it.sym, nil, it.span})
		}
	}
	return out
}

// Arms lists the arms of a file's conditionals in the order in which they begin. It reads the file anew.
func Arms(f *source.File, in *token.Interner) []Arm {
	return buildTree(f, in, newWords(in), new(treeRoom)).arms()
}

func (t *tree) arms() []Arm {
	var arms []Arm
	ifs := map[int32]source.Span{} // by the index of the #endif
	for i := range t.items {
		it := &t.items[i]
		switch it.kind {
		case itemIf:
			ifs[it.end] = it.span
		case itemElif, itemElse:
			if it.misplaced {
				continue
			}
		default:
			continue
		}
		a := Arm{Directive: it.span, If: ifs[it.end], Text: source.Span{Start: it.span.End, End: len(t.file.Text)}}
		if int(it.next) < len(t.items) {
			a.Text.End = t.items[it.next].span.Start
		}
		if it.kind != itemElse {
			a.Condition = t.toks[it.lo:it.hi]
			if it.sym != 0 {
				a.Condition = []token.Token{{Kind: token.Ident, Sym: it.sym}}
			}
		}
		arms = append(arms, a)
	}
	return arms
}
