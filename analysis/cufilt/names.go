package cufilt

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// name is the name of an entity, as far as it is read.
type name struct {
	text string
	// simple is the last part alone, without template arguments; qualifiers are those of a member function, as words.
	simple, qualifiers string
	// args: it ends in template arguments; unreturning: it names what has no result, as constructors do.
	args, unreturning bool
	// referred: it is a reference to a component, perhaps with template arguments; component is that where it is no more.
	referred  bool
	component *typ
}

// name reads a name; local: it belongs to a function.
func (r *reader) name(local bool) name {
	switch {
	case r.take("N"):
		return r.nested()
	case r.take("Z"):
		return r.local()
	case r.peek() == 'U' && !local:
		r.fail() // cu++filt takes no closure outside of all scopes
	}
	n := name{}
	switch {
	case r.take("St"):
		r.unqualified(&n, "std::")
	case r.peek() == 'S':
		n = r.referred()
		if r.peek() != 'I' {
			return n
		}
		n.component = nil
		r.addArgs(&n)
		return n
	default:
		r.unqualified(&n, "")
	}
	if r.peek() == 'I' {
		r.remember(&typ{text: n.text, simple: n.simple, scope: true})
		r.addArgs(&n)
	}
	return n
}

func (r *reader) addArgs(n *name) {
	n.text += r.args()
	n.args = true
}

// abbreviated are the components that have references of their own.
var abbreviated = []struct{ code, text, simple string }{
	{"Sa", "std::allocator", "allocator"},
	{"Sb", "std::basic_string", "basic_string"},
	{"Ss", "std::basic_string<char, std::char_traits<char>, std::allocator<char>>", "basic_string"},
	{"Si", "std::basic_istream<char, std::char_traits<char>>", "basic_istream"},
	{"So", "std::basic_ostream<char, std::char_traits<char>>", "basic_ostream"},
	{"Sd", "std::basic_iostream<char, std::char_traits<char>>", "basic_iostream"},
}

// referred reads a reference to a component.
func (r *reader) referred() name {
	for _, a := range abbreviated {
		if r.take(a.code) {
			return name{
				text: a.text, simple: a.simple, referred: true,
				component: &typ{text: a.text, simple: a.simple, scope: true},
			}
		}
	}
	r.expect("S")
	t := r.substitution()
	return name{text: t.String(), simple: t.simple, referred: true, component: t}
}

// nested reads the parts of a name up to its end.
func (r *reader) nested() name {
	cv := r.qualifiers()
	reference := ""
	switch {
	case r.take("R"):
		reference = " &"
	case r.take("O"):
		reference = " &&"
	}
	n := name{}
	// part is the component that the name is so far, which is remembered once something follows.
	var part *typ
	for !r.failed && !r.take("E") {
		if part != nil {
			r.remember(part)
			part = nil
		}
		scope := ""
		if n.text != "" {
			scope = n.text + "::"
		}
		switch c := r.peek(); {
		case c == 'I' && n.text != "":
			r.addArgs(&n)
		case c == 'S' && r.take("St"):
			n.text, n.args = scope+"std", false
			continue
		case c == 'S':
			n = r.referred()
			continue
		case c == 'T':
			n = name{text: r.templateParam()}
			r.remember(&typ{text: n.text, scope: true})
			continue
		case r.take("DT"):
			n = name{text: r.decltype("((", "))").text}
			continue
		case r.take("M"): // of a closure in a member's initialiser
			continue
		default:
			n.args = false
			r.unqualified(&n, scope)
		}
		n.component = nil
		part = &typ{text: n.text, simple: n.simple, scope: true}
	}
	if part == nil {
		r.fail() // it ends in what is no name
	}
	n.component, n.referred = nil, false
	for _, q := range []struct{ code, word string }{{"K", " const"}, {"V", " volatile"}} {
		if strings.Contains(cv, q.code) {
			n.qualifiers += q.word
		}
	}
	n.qualifiers += reference
	return n
}

// local reads what belongs to a function.
func (r *reader) local() name {
	r.enter()
	defer r.leave()
	scope := r.encoding(true) + "::"
	r.expect("E")
	if r.take("d") {
		scope += fmt.Sprintf("[default argument %d (from end)]::", r.ordinal())
	}
	n := name{text: "string"}
	if !r.take("s") {
		n = r.name(true)
	}
	n.text = scope + n.text
	n.component, n.referred = nil, false
	r.discriminator(&n)
	return n
}

// discriminator reads which of several entities of one name in a function it is.
func (r *reader) discriminator(n *name) {
	var instance int
	switch {
	case r.take("__"):
		instance = r.number() + 2
		r.expect("_")
	case r.take("_"):
		instance = int(r.next()-'0') + 2
	default:
		return
	}
	n.text += fmt.Sprintf(" (instance %d)", instance)
}

// unqualified reads a name without its scope, which it is put behind.
func (r *reader) unqualified(n *name, scope string) {
	n.referred, n.component = false, nil
	switch c := r.peek(); {
	case isDigit(c):
		if n.simple = r.counted(); n.simple == "" {
			r.fail()
			return
		}
		if hidden(n.simple) && strings.HasPrefix(n.simple, "_INTERNAL_") {
			n.text = strings.TrimSuffix(scope, "::")
			return
		}
		if hidden(n.simple) {
			n.simple = "<unnamed>"
		}
	case r.take("Ul"):
		list := r.params()
		r.expect("E")
		n.simple = fmt.Sprintf("[lambda%s (instance %d)]", list, r.ordinal())
	case r.take("Ut"):
		n.simple = fmt.Sprintf("[unnamed type (instance %d)]", r.ordinal())
	case c == 'C' || c == 'D':
		r.structor(n)
	default:
		r.operator(n)
	}
	tags := ""
	for r.take("B") {
		tags += "[abi:" + r.counted() + "]"
	}
	n.simple += tags
	n.text = scope + n.simple
}

// hidden reports whether a namespace is none that has been written: an unnamed one, or that of a file.
func hidden(s string) bool {
	return strings.HasPrefix(s, "_GLOBAL__N_") || strings.HasPrefix(s, "_INTERNAL_")
}

// structor reads a constructor or a destructor.
func (r *reader) structor(n *name) {
	class := n.simple
	destructor := r.next() == 'D'
	if destructor {
		n.simple = "~" + class
	}
	switch r.next() {
	case '0':
		n.qualifiers = " [deleting]"
	case '1':
	case '2':
		n.qualifiers = " [subobject]"
	default:
		r.fail()
	}
	n.unreturning = true
}

var operators = map[string]string{
	"nw": "new ", "na": "new[] ", "dl": "delete ", "da": "delete[] ", "ps": "+", "ng": "-", "ad": "&", "de": "*", "co": "~",
	"pl": "+", "mi": "-", "ml": "*", "dv": "/", "rm": "%", "an": "&", "or": "|", "eo": "^", "aS": "=", "pL": "+=", "mI": "-=",
	"mL": "*=", "dV": "/=", "rM": "%=", "aN": "&=", "oR": "|=", "eO": "^=", "ls": "<<", "rs": ">>", "lS": "<<=", "rS": ">>=",
	"eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "nt": "!", "aa": "&&", "oo": "||", "pp": "++",
	"mm": "--", "cm": ",", "pm": "->*", "pt": "->", "cl": "()", "ix": "[]", "ss": "<=>",
}

// operator reads the name of an operator, a conversion or a literal's suffix.
func (r *reader) operator(n *name) {
	switch {
	case r.take("cv"):
		n.simple = "operator " + r.typ().String()
		n.unreturning = true
		return
	case r.take("li"):
		n.simple = `operator ""` + r.counted()
		return
	}
	if len(r.s)-r.at < 2 {
		r.fail()
		return
	}
	sign, ok := operators[r.s[r.at:r.at+2]]
	if !ok {
		r.fail()
		return
	}
	r.at += 2
	n.simple = "operator " + sign
}

// args reads template arguments.
func (r *reader) args() string {
	r.enter()
	defer r.leave()
	r.expect("I")
	var list []string
	for !r.failed && !r.take("E") {
		list = append(list, r.arg())
	}
	return "<" + strings.Join(list, ", ") + ">"
}

// arg reads an argument, which is several where it is for a pack.
func (r *reader) arg() string {
	r.enter()
	defer r.leave()
	switch {
	case r.take("J"):
		var list []string
		for !r.failed && !r.take("E") {
			list = append(list, r.arg())
		}
		return strings.Join(list, ", ")
	case r.take("X"):
		e := r.expression()
		r.expect("E")
		return e
	case r.peek() == 'L':
		return r.literal()
	}
	return r.typ().String()
}

// literal reads a value with its type, or the entity that is meant.
func (r *reader) literal() string {
	r.expect("L")
	if r.take("_Z") {
		e := r.encoding(false)
		r.expect("E")
		return e
	}
	float := r.peek() == 'f' || r.peek() == 'd'
	t := r.typ().String()
	if r.take("E") {
		if t != "std::nullptr_t" {
			r.fail()
		}
		return "nullptr"
	}
	if float {
		return "(" + t + ")" + r.float(t)
	}
	sign := ""
	if r.take("n") {
		sign = "-"
	}
	from := r.at
	for isDigit(r.peek()) {
		r.at++
	}
	digits := r.s[from:r.at]
	if _, err := strconv.ParseUint(digits, 10, 64); err != nil {
		r.fail()
	}
	r.expect("E")
	return "(" + t + ")" + sign + digits
}

// float reads a floating-point number, whose digits are its bytes, and shows as many decimal ones as its type holds for certain.
func (r *reader) float(t string) string {
	digits, bits := 16, 64
	if t == "float" {
		digits, bits = 8, 32
	}
	if len(r.s)-r.at < digits {
		r.fail()
		return ""
	}
	n, err := strconv.ParseUint(r.s[r.at:r.at+digits], 16, bits)
	r.at += digits
	r.expect("E")
	if err != nil {
		r.fail()
	}
	var s string
	if bits == 32 {
		s = fmt.Sprintf("%.6g", math.Float32frombits(uint32(n)))
	} else {
		s = fmt.Sprintf("%.15g", math.Float64frombits(n))
	}
	switch {
	case strings.HasSuffix(s, "Inf"):
		return strings.TrimPrefix(strings.ToLower(s), "+")
	case s == "NaN":
		r.fail()
	case !strings.ContainsAny(s, ".e"):
		s += ".0"
	}
	return s
}
