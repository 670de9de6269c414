package cufilt

import (
	"strconv"
	"strings"
)

// expression reads an expression over template parameters. cu++filt shows operators without spaces, and without the parentheses
// that precedence would ask for.
func (r *reader) expression() string {
	r.enter()
	defer r.leave()
	switch c := r.peek(); {
	case c == 'T':
		return r.templateParam()
	case c == 'L':
		return r.literal()
	case r.take("sp"):
		return r.expression() + "..."
	case r.take("sZ"):
		return "sizeof...(" + r.templateParam() + ")"
	case r.take("st"):
		return "sizeof(" + r.typ().String() + ")"
	case r.take("sz"):
		return "sizeof(" + r.expression() + ")"
	case r.take("at"):
		return "alignof(" + r.typ().String() + ")"
	case r.take("cv"):
		t := r.typ().String()
		if r.take("_") {
			return t + "(" + r.list() + ")"
		}
		return "(" + t + ")" + r.expression()
	case r.take("tl"):
		t := r.typ().String()
		return t + "{" + r.list() + "}"
	case r.take("sc"):
		t := r.typ().String()
		return "static_cast<" + t + ">(" + r.expression() + ")"
	case r.take("sr"):
		return r.memberOf()
	case r.take("fp"):
		return "param#" + strconv.Itoa(r.ordinal())
	case c == 'f' && r.at+1 < len(r.s) && strings.IndexByte("lrLR", r.s[r.at+1]) >= 0:
		r.at++
		return r.fold(r.peek())
	case r.take("cl"):
		return r.call()
	case r.take("qu"):
		condition, then := r.expression(), r.expression()
		return condition + "?" + then + ":" + r.expression()
	case isDigit(c) || c == 'S':
		return r.entity("")
	}
	return r.operation()
}

// entity reads a name with the template arguments that may follow it.
func (r *reader) entity(scope string) string {
	n := name{}
	r.unqualified(&n, scope)
	if r.peek() == 'I' {
		r.addArgs(&n)
	}
	return n.text
}

// memberOf reads a member of a type that depends on template parameters.
func (r *reader) memberOf() string {
	if !isDigit(r.peek()) {
		return r.entity(r.typ().String() + "::")
	}
	scope := ""
	for !r.failed && !r.take("E") {
		scope = r.entity(scope) + "::"
	}
	return r.entity(scope)
}

func (r *reader) call() string {
	callee := r.expression()
	return callee + "(" + r.list() + ")"
}

// list reads expressions to their end.
func (r *reader) list() string {
	var list []string
	for !r.failed && !r.take("E") {
		list = append(list, r.expression())
	}
	return strings.Join(list, ", ")
}

// fold reads a fold expression behind its f: to the left or the right, in capitals with an operand that holds no pack.
func (r *reader) fold(direction byte) string {
	r.at++
	if len(r.s)-r.at < 2 || !binary[r.s[r.at:r.at+2]] {
		r.fail()
		return ""
	}
	op := operators[r.s[r.at:r.at+2]]
	r.at += 2
	x := r.expression()
	switch direction {
	case 'l':
		return "(..." + op + x + ")"
	case 'r':
		return "(" + x + op + "...)"
	}
	return "(" + x + op + "..." + op + r.expression() + ")"
}

var unary = map[string]bool{"ps": true, "ng": true, "ad": true, "de": true, "co": true, "nt": true}

var binary = map[string]bool{
	"pl": true, "mi": true, "ml": true, "dv": true, "rm": true, "an": true, "or": true, "eo": true, "ls": true, "rs": true,
	"eq": true, "ne": true, "lt": true, "gt": true, "le": true, "ge": true, "aa": true, "oo": true, "cm": true,
}

func (r *reader) operation() string {
	if len(r.s)-r.at < 2 {
		r.fail()
		return ""
	}
	code := r.s[r.at : r.at+2]
	r.at += 2
	switch {
	case unary[code]:
		return operators[code] + r.expression()
	case binary[code]:
		left := r.expression()
		return left + operators[code] + r.expression()
	}
	r.fail()
	return ""
}
