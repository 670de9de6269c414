package cufilt

import (
	"strconv"
	"strings"
)

type kind uint8

const (
	// Types of no other kind are shown by their text, a name.
	_ kind = iota
	// pointing types stand left of the declarator: pointers, references, packs.
	pointing
	function
	array
)

// typ is a type, or another component that may be referred to.
type typ struct {
	kind kind
	// text is the name of a named type, the sign of a pointing one, the parameters and qualifiers of a function, the bound of an
	// array. cv are qualifiers as words, each followed by a space.
	text, cv string
	elem     *typ
	// simple is a class's own name, without scope and template arguments: that of its constructors.
	simple string
	// scope: read as the scope of something, or from a reference to a template: cu++filt puts no space between it and a "*".
	scope bool
}

// String is the type without a declarator.
func (t *typ) String() string { return t.left(false, false) + t.right(false) }

// left is what stands left of the declarator. inside: the declarator begins with a sign that binds less than what follows the
// declarator; space: something follows that a name must be separated from.
func (t *typ) left(inside, space bool) string {
	switch t.kind {
	case pointing:
		if t.text == "..." {
			return t.elem.left(false, false) + t.text
		}
		return t.elem.left(true, true) + t.text + t.cv
	case function, array:
		s := t.elem.left(false, true)
		if inside {
			s += "("
		}
		return s
	}
	if space && !t.scope {
		return t.cv + t.text + " "
	}
	return t.cv + t.text
}

// right is what stands right of the declarator.
func (t *typ) right(inside bool) string {
	switch t.kind {
	case pointing:
		return t.elem.right(t.text != "...")
	case function, array:
		s := t.text + t.elem.right(false)
		if inside {
			return ")" + s
		}
		return s
	}
	return ""
}

var builtins = map[byte]string{
	'v': "void", 'b': "bool", 'c': "char", 'a': "signed char", 'h': "unsigned char", 'w': "wchar_t", 's': "short",
	't': "unsigned short", 'i': "int", 'j': "unsigned int", 'l': "long", 'm': "unsigned long", 'x': "long long",
	'y': "unsigned long long", 'n': "__int128", 'o': "unsigned __int128", 'f': "float", 'd': "double", 'e': "long double",
	'g': "__float128", 'z': "...",
}

// longBuiltins have codes of several letters.
var longBuiltins = []struct{ code, name string }{
	{"Dn", "std::nullptr_t"},
	{"Du", "char8_t"},
	{"Ds", "char16_t"},
	{"Di", "char32_t"},
	{"Dh", "__fp16"},
	{"DF16_", "std::float16_t"},
	{"Da", "auto"},
	{"Dc", "decltype(auto)"},
}

var pointers = []struct{ code, sign string }{{"P", "*"}, {"R", "&"}, {"O", "&&"}, {"Dp", "..."}}

func (r *reader) typ() *typ {
	r.enter()
	defer r.leave()
	if name, ok := builtins[r.peek()]; ok {
		r.at++
		return &typ{text: name}
	}
	for _, b := range longBuiltins {
		if r.take(b.code) {
			return &typ{text: b.name}
		}
	}
	for _, p := range pointers {
		if r.take(p.code) {
			t := &typ{kind: pointing, text: p.sign, elem: r.typ()}
			r.remember(t)
			return t
		}
	}
	switch c := r.peek(); {
	case c == 'V' || c == 'K' || c == 'r':
		return r.qualified()
	case c == 'F' || strings.HasPrefix(r.s[r.at:], "DoF"):
		t := r.function("")
		r.remember(t)
		return t
	case c == 'A':
		return r.array()
	case c == 'M':
		return r.memberPointer()
	case c == 'T':
		t := &typ{text: r.templateParam()}
		r.remember(t)
		if r.peek() == 'I' {
			t = &typ{text: t.text + r.args()}
			r.remember(t)
		}
		return t
	case r.take("DT"):
		return r.decltype("((", "))")
	case r.take("Dt"):
		return r.decltype("(", ")")
	case r.take("C"):
		t := &typ{kind: pointing, elem: &typ{text: "_Complex " + r.typ().String()}} // what follows stands as after a pointer
		r.remember(t)
		return t
	}
	return r.className()
}

func (r *reader) decltype(open, end string) *typ {
	t := &typ{text: "decltype" + open + r.expression() + end}
	r.expect("E")
	r.remember(t)
	return t
}

// className reads a class or an enumeration by its name.
func (r *reader) className() *typ {
	n := r.name(false)
	t := n.component
	if t == nil {
		t = &typ{text: n.text, simple: n.simple, scope: n.referred}
		r.remember(t)
	}
	return t
}

func (r *reader) qualified() *typ {
	cv := r.qualifiers()
	words := ""
	for _, q := range []struct{ code, word string }{{"K", "const "}, {"V", "volatile "}, {"r", "restrict "}} {
		if strings.Contains(cv, q.code) {
			words += q.word
		}
	}
	if r.peek() == 'F' || strings.HasPrefix(r.s[r.at:], "DoF") {
		t := r.function(words)
		r.remember(t)
		return t
	}
	t := *r.typ()
	t.cv = words + t.cv
	r.remember(&t)
	return &t
}

// qualifiers reads letters of qualifiers.
func (r *reader) qualifiers() string {
	from := r.at
	for c := r.peek(); c == 'V' || c == 'K' || c == 'r'; c = r.peek() {
		r.at++
	}
	return r.s[from:r.at]
}

// function reads a function's type, with the words of the qualifiers before it.
func (r *reader) function(words string) *typ {
	noexcept := r.take("Do")
	r.expect("F")
	r.take("Y") // a C function
	t := &typ{kind: function, elem: r.typ()}
	t.text = r.params()
	if words != "" {
		t.text += " " + strings.TrimSuffix(words, " ")
	}
	switch {
	case r.take("RE"):
		t.text += " &"
	case r.take("OE"):
		t.text += " &&"
	default:
		r.expect("E")
	}
	if noexcept {
		t.text += " noexcept"
	}
	return t
}

func (r *reader) array() *typ {
	r.expect("A")
	bound := ""
	switch c := r.peek(); {
	case isDigit(c):
		bound = strconv.Itoa(r.number())
	case c != '_':
		bound = r.expression()
	}
	r.expect("_")
	t := &typ{kind: array, text: "[" + bound + "]", elem: r.typ()}
	r.remember(t)
	return t
}

func (r *reader) memberPointer() *typ {
	r.expect("M")
	class := r.typ().String()
	t := &typ{kind: pointing, text: " :: " + class + "::*", elem: r.typ()}
	r.remember(t)
	return t
}

// templateParam reads a parameter of a template. As a type, but not in an expression, it may be referred to.
func (r *reader) templateParam() string {
	r.expect("T")
	return "T" + strconv.Itoa(r.ordinal())
}
