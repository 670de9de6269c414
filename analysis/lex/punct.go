package lex

import "cudals/analysis/token"

// alone are the punctuators that no longer one begins with.
var alone = [256]token.Kind{
	'(': token.LParen, ')': token.RParen, '{': token.LBrace, '}': token.RBrace, '[': token.LBracket, ']': token.RBracket,
	';': token.Semi, ',': token.Comma, '?': token.Question, '~': token.Tilde,
}

// scanPunct finds the operator or punctuator at the start of b by the rule of the longest match.
func scanPunct(b []byte) (token.Kind, int) {
	if k := alone[b[0]]; k != token.EOF {
		return k, 1
	}
	var c1, c2, c3 byte
	if len(b) > 1 {
		c1 = b[1]
	}
	if len(b) > 2 {
		c2 = b[2]
	}
	if len(b) > 3 {
		c3 = b[3]
	}
	switch b[0] {
	case ':':
		switch c1 {
		case ':':
			return token.ColonCol, 2
		case '>':
			return token.RBracket, 2
		}
		return token.Colon, 1
	case '.':
		return scanDot(c1, c2)
	case '+':
		return doubled(c1, '+', token.Plus, token.PlusPlus, token.PlusEq)
	case '&':
		return doubled(c1, '&', token.Amp, token.AndAnd, token.AmpEq)
	case '|':
		return doubled(c1, '|', token.Pipe, token.OrOr, token.PipeEq)
	case '-':
		return scanMinus(c1, c2)
	case '#':
		if c1 == '#' {
			return token.HashHash, 2
		}
		return token.Hash, 1
	case '%':
		return scanPercent(c1, c2, c3)
	case '<':
		return scanLess(c1, c2, c3)
	case '>':
		return scanGreater(c1, c2)
	case '*':
		return withEq(c1, token.Star, token.StarEq)
	case '/':
		return withEq(c1, token.Slash, token.SlashEq)
	case '^':
		return withEq(c1, token.Caret, token.CaretEq)
	case '!':
		return withEq(c1, token.Not, token.NotEq)
	case '=':
		return withEq(c1, token.Assign, token.EqEq)
	}
	return token.Other, 1
}

func scanDot(c1, c2 byte) (token.Kind, int) {
	switch {
	case c1 == '.' && c2 == '.':
		return token.Ellipsis, 3
	case c1 == '*':
		return token.DotStar, 2
	}
	return token.Dot, 1
}

func scanMinus(c1, c2 byte) (token.Kind, int) {
	switch {
	case c1 == '>' && c2 == '*':
		return token.ArrowStar, 3
	case c1 == '>':
		return token.Arrow, 2
	}
	return doubled(c1, '-', token.Minus, token.MinusMinus, token.MinusEq)
}

// scanPercent is what begins with %: digraphs among it.
func scanPercent(c1, c2, c3 byte) (token.Kind, int) {
	switch c1 {
	case '>':
		return token.RBrace, 2
	case ':':
		if c2 == '%' && c3 == ':' {
			return token.HashHash, 4
		}
		return token.Hash, 2
	}
	return withEq(c1, token.Percent, token.PercentEq)
}

func scanLess(c1, c2, c3 byte) (token.Kind, int) {
	switch c1 {
	case '<':
		switch c2 {
		case '=':
			return token.ShlEq, 3
		case '<':
			return token.LaunchOpen, 3
		}
		return token.Shl, 2
	case '=':
		if c2 == '>' {
			return token.Spaceship, 3
		}
		return token.LessEq, 2
	case '%':
		return token.LBrace, 2
	case ':':
		// vector<::T> is no digraph, but a<:::b:> is.
		if c2 == ':' && c3 != ':' && c3 != '>' {
			return token.Less, 1
		}
		return token.LBracket, 2
	}
	return token.Less, 1
}

func scanGreater(c1, c2 byte) (token.Kind, int) {
	if c1 != '>' {
		return withEq(c1, token.Greater, token.GreaterEq)
	}
	switch c2 {
	case '=':
		return token.ShrEq, 3
	case '>':
		return token.LaunchClose, 3
	}
	return token.Shr, 2
}

// doubled is an operator that may stand twice, or before an equals sign.
func doubled(next, itself byte, once, twice, eq token.Kind) (token.Kind, int) {
	if next == itself {
		return twice, 2
	}
	return withEq(next, once, eq)
}

func withEq(next byte, plain, eq token.Kind) (token.Kind, int) {
	if next == '=' {
		return eq, 2
	}
	return plain, 1
}
