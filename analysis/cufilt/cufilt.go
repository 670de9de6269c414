// Package cufilt shows symbols as cu++filt of CUDA 12.4 does, which is how NVIDIA's tools name kernels and variables: template
// parameters by their number, values with their types, "void scale<float, (int)4>(T1 *, T2)".
package cufilt

import (
	"strconv"
	"strings"
)

// Name is what cu++filt shows for a symbol of the Itanium C++ ABI, or for another name, which stays as it is. ok is false where
// that is not known, as of symbols that are malformed or hold what is rare.
func Name(symbol string) (name string, ok bool) {
	if !strings.HasPrefix(symbol, "_Z") {
		return symbol, symbol != ""
	}
	r := &reader{s: symbol, at: 2}
	name = r.encoding(true)
	return name, !r.failed && r.at == len(symbol)
}

// The bounds on what is shown: symbols may be written so that their names are exponentially long.
const (
	maxDepth  = 200
	maxLength = 1 << 16
)

// reader reads one symbol from its beginning to its end. Once it has failed it reads nothing more.
type reader struct {
	s      string
	at     int
	failed bool
	depth  int
	// subs are the components that may be referred to by number.
	subs []*typ
}

func (r *reader) fail() {
	r.failed, r.at = true, len(r.s)
}

// enter counts how deep things are nested; leave is called at the end of what it is called for.
func (r *reader) enter() {
	if r.depth++; r.depth > maxDepth {
		r.fail()
	}
}

func (r *reader) leave() { r.depth-- }

// peek is the next character, 0 at the end.
func (r *reader) peek() byte {
	if r.at < len(r.s) {
		return r.s[r.at]
	}
	return 0
}

func (r *reader) next() byte {
	c := r.peek()
	if c == 0 {
		r.fail()
		return 0
	}
	r.at++
	return c
}

// take reads a prefix where it stands there.
func (r *reader) take(prefix string) bool {
	if !strings.HasPrefix(r.s[r.at:], prefix) {
		return false
	}
	r.at += len(prefix)
	return true
}

func (r *reader) expect(prefix string) {
	if !r.take(prefix) {
		r.fail()
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number reads a number without sign.
func (r *reader) number() int {
	from := r.at
	for isDigit(r.peek()) {
		r.at++
	}
	n, err := strconv.Atoi(r.s[from:r.at])
	if err != nil {
		r.fail()
		return 0
	}
	return n
}

// counted is a text behind its length; "" where there is less of it.
func (r *reader) counted() string {
	length := r.number()
	if length > len(r.s)-r.at {
		r.fail()
		return ""
	}
	r.at += length
	return r.s[r.at-length : r.at]
}

// ordinal reads what counts things up to a "_": nothing is the first, 0 the second.
func (r *reader) ordinal() int {
	n := 1
	if r.peek() != '_' {
		n = r.number() + 2
	}
	r.expect("_")
	return n
}

func (r *reader) remember(t *typ) {
	if len(t.text) > maxLength {
		r.fail()
	}
	r.subs = append(r.subs, t)
}

// substitution reads what stands after "S", a reference to a component.
func (r *reader) substitution() *typ {
	from := r.at
	for c := r.peek(); isDigit(c) || c >= 'A' && c <= 'Z'; c = r.peek() {
		r.at++
	}
	digits, n := r.s[from:r.at], 0
	if digits != "" {
		v, err := strconv.ParseInt(strings.ToLower(digits), 36, 32)
		if err != nil {
			r.fail()
			return &typ{}
		}
		n = int(v) + 1
	}
	r.expect("_")
	if n >= len(r.subs) {
		r.fail()
		return &typ{}
	}
	return r.subs[n]
}

// encoding reads a function with its type, or a variable. Without its parameters a function is shown by its name alone.
func (r *reader) encoding(params bool) string {
	r.enter()
	defer r.leave()
	n := r.name(false)
	if c := r.peek(); c == 0 || c == 'E' {
		return n.text + n.qualifiers
	}
	result := ""
	if n.args && !n.unreturning {
		result = r.typ().String() + " "
	}
	list := r.params()
	if !params {
		return n.text + n.qualifiers
	}
	return result + n.text + list + n.qualifiers
}

// params reads the types of parameters up to the end of the function's type, and shows them in parentheses.
func (r *reader) params() string {
	var list []string
	for c := r.peek(); c != 0 && c != 'E' && !r.refQualified(); c = r.peek() {
		list = append(list, r.typ().String())
	}
	switch {
	case len(list) == 0:
		r.fail()
	case len(list) == 1 && list[0] == "void":
		return "()"
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// refQualified reports whether a function type's qualifier stands here, and not a reference to another type.
func (r *reader) refQualified() bool {
	rest := r.s[r.at:]
	return strings.HasPrefix(rest, "RE") || strings.HasPrefix(rest, "OE")
}
