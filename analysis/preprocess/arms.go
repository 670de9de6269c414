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

// Unseen are the parts of the main file that are certainly left out, in order: what stands between the directives of arms that are not
// read, those aside whose conditions are doubtful.
func (u *Unit) Unseen(in *token.Interner) []source.Span {
	var out []source.Span
	end := 0
	for _, a := range Arms(u.Main, in) {
		doubtful := slices.ContainsFunc(u.Doubts, func(d Doubt) bool {
			return d.Inclusion == 0 && d.At.Start <= a.If.Start && a.If.End <= d.At.End
		})
		if a.Directive.Start < end || slices.Contains(u.live, a.Directive) {
			continue
		}
		if !doubtful {
			out = append(out, a.Text)
		}
		end = a.Text.End
	}
	return out
}

// Arms lists the arms of a file's conditionals in the order in which they begin. It reads the file anew.
func Arms(f *source.File, in *token.Interner) []Arm {
	t := buildTree(f, in, newWords(in), new(treeRoom))
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
		a := Arm{Directive: it.span, If: ifs[it.end], Text: source.Span{Start: it.span.End, End: len(f.Text)}}
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
