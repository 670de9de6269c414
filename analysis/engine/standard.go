package engine

import (
	"context"
	"slices"
	"strings"

	"cudals/analysis/preprocess"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// followText raises a guessed language version to C++20 where the text is certainly that. pp is the host pass's text where the
// version was asked for and left, else nil.
func (e *Engine) followText(ctx context.Context, in *workspace.Input) (pp *preprocess.Unit, err error) {
	c := in.Command
	if c.Given || c.StdGiven || c.Std >= 20 {
		return nil, nil
	}
	pp, err = preprocess.Expand(ctx, e.cache, in.File, toolchain.Config(c, toolchain.HostPass, c.Archs[0]))
	if err != nil {
		return nil, err
	}
	s := signs{in: e.cache.Interner()}
	if !s.unit(pp) {
		return pp, nil
	}
	raised := *c
	raised.Std, raised.StdGiven = 20, true
	in.Command = &raised
	return nil, nil
}

// signs looks for what only C++20 has.
type signs struct{ in *token.Interner }

// unit reports whether a person's own text in a unit is C++20.
func (s signs) unit(pp *preprocess.Unit) bool {
	own := func(inclusion int) bool { return inclusion >= 0 && !pp.Inclusions[inclusion].System }
	for i := range pp.Inclusions {
		inc := &pp.Inclusions[i]
		if inc.System && own(inc.Parent) && slices.Contains(headers20, s.name(inc, pp)) {
			return true
		}
	}
	for i := range pp.Missing {
		if m := &pp.Missing[i]; own(m.Inclusion) && slices.Contains(headers20, m.Name) {
			return true
		}
	}
	for i := range pp.Segments {
		if seg := &pp.Segments[i]; own(seg.Inclusion) && s.segment(seg.Segment) {
			return true
		}
	}
	return false
}

// name is the header's name as its includer writes it.
func (s signs) name(inc *preprocess.Inclusion, pp *preprocess.Unit) string {
	return strings.Trim(string(pp.Inclusions[inc.Parent].File.Slice(inc.At)), "<>\"")
}

type signsKey struct{}

func (s signs) segment(seg *preprocess.Segment) bool {
	return seg.Derived.Get(signsKey{}, func() any { return s.tokens(seg.Toks) }).(bool)
}

func (s signs) tokens(toks []token.Token) bool {
	at := func(i int) token.Token {
		if i < 0 || i >= len(toks) {
			return token.Token{}
		}
		return toks[i]
	}
	is := func(i int, kinds ...token.Kind) bool { return slices.Contains(kinds, at(i).Kind) }
	text := func(i int) string { return s.in.Text(at(i).Sym) }
	for i, t := range toks {
		switch t.Kind {
		case token.Spaceship:
			return true
		case token.Less: // []<class T>
			if is(i-1, token.RBracket) && (text(i+1) == "class" || text(i+1) == "typename") {
				return true
			}
		case token.Ident:
			switch s.in.Text(t.Sym) {
			case "concept":
				if is(i+1, token.Ident) && is(i+2, token.Assign) {
					return true
				}
			case "requires":
				if is(i-1, token.Greater, token.RParen, token.Assign, token.AndAnd, token.OrOr, token.Not, token.LParen) &&
					is(i+1, token.Ident, token.LParen, token.LBrace, token.Not) {
					return true
				}
			case "consteval", "constinit":
				if is(i+1, token.Ident) {
					return true
				}
			case "co_await", "co_yield", "co_return":
				return true
			case "enum":
				if text(i-1) == "using" {
					return true
				}
			case "std":
				if is(i+1, token.ColonCol) && is(i+2, token.Ident) && text(i-2) != "cuda" && slices.Contains(names20, text(i+2)) {
					return true
				}
			}
		}
	}
	return false
}

// headers20 are the headers of C++20's library.
var headers20 = []string{
	"barrier", "bit", "compare", "concepts", "coroutine", "format", "latch", "numbers", "ranges", "semaphore", "source_location",
	"span", "stop_token", "syncstream",
}

// names20 are names that C++20's library declares and no earlier one does.
var names20 = []string{
	"bit_cast", "bit_ceil", "bit_floor", "bit_width", "common_reference_with", "constructible_from", "convertible_to",
	"copy_constructible", "coroutine_handle", "countl_zero", "countr_zero", "default_initializable", "derived_from",
	"equality_comparable", "floating_point", "has_single_bit", "integral", "invocable", "is_constant_evaluated", "jthread",
	"move_constructible", "partial_ordering", "popcount", "predicate", "ranges", "regular", "remove_cvref", "remove_cvref_t",
	"same_as", "semiregular", "signed_integral", "source_location", "span", "ssize", "stop_token", "strong_ordering",
	"suspend_always", "suspend_never", "to_address", "to_array", "totally_ordered", "type_identity", "type_identity_t",
	"unsigned_integral", "weak_ordering",
}
