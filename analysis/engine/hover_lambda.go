package engine

import (
	"fmt"

	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// hoverLambda describes a lambda at its introducer.
func (v *view) hoverLambda(p *page, l *sema.Lambda) {
	p.code(v.signature(callOf(l)))
	v.lambda(p, l)
}

// hoverClosure describes the lambda whose closure a variable is.
func (v *view) hoverClosure(p *page, x *sema.Var) {
	if c := v.unit.ClassOf(v.unit.VarType(x)); c != nil && c.Lambda != nil && callOf(c.Lambda) != nil {
		p.say("Its lambda:\n")
		v.lambda(p, c.Lambda)
	}
}

// lambda tells where a lambda's body runs, whether it is an extended one, and what it captures.
func (v *view) lambda(p *page, l *sema.Lambda) {
	call := callOf(l)
	v.hoverSpace(p, call)
	if v.spaces.ExtendedClosure(l) {
		v.hoverExtended(p, l)
	}
	v.hoverCaptures(p, l)
	v.hoverEmission(p, call)
}

// hoverExtended tells what an extended lambda is, and what it must do without.
func (v *view) hoverExtended(p *page, l *sema.Lambda) {
	p.say("An **extended lambda**: host code hands its closure to device code, so that both compilers need a name for its type.")
	if !v.command.ExtendedLambda.On {
		p.WriteString("That takes the flag `--extended-lambda`.\n")
	}
	p.WriteString("- captures are by value: no `&`\n")
	p.WriteString("- the function around it can be named and its address taken: no private member, no local class, no deduced result\n")
	p.WriteString("- what it captures has no type that is local to a function, private or without a name\n")
	x := v.spaces.Lambda(l)
	switch {
	case x.HostDevice():
		p.WriteString("- with both sides: no template parameters, no `auto` parameters, no init-capture\n")
	case x.Lead&cudaspace.Device != 0:
		p.WriteString("- for the device alone: host code cannot call it, and cannot ask for its result type\n")
	}
}

// hoverCaptures lists what a lambda captures.
func (v *view) hoverCaptures(p *page, l *sema.Lambda) {
	if len(l.Captures) == 0 {
		return
	}
	p.say("Captures:")
	for _, c := range l.Captures {
		fmt.Fprintf(p, "- `%s` %s\n", v.captured(c), v.captureText(c))
	}
	if c := l.Class; c != nil {
		if size, _, ok := v.unit.Size(v.unit.ClassType(c)); ok {
			fmt.Fprintf(p, "\nThe closure takes %s.\n", bytesOf(size))
		}
	}
}

// captured is the name of what is captured.
func (v *view) captured(c *sema.LambdaCapture) string {
	switch {
	case c.Init != nil:
		return v.unit.Text(c.Init.Sym())
	case c.Var != nil:
		return v.unit.Text(c.Var.Sym())
	case c.Star:
		return "*this"
	}
	return "this"
}

// captureText is how a variable is captured, and as what.
func (v *view) captureText(c *sema.LambdaCapture) string {
	how := "by value"
	if c.ByRef || c.This && !c.Star {
		how = "by reference"
		if c.This {
			how = "as a pointer to the object"
		}
	}
	if c.Init != nil {
		how += ", with an initialiser of its own"
	}
	if c.Implicit {
		how += ", because it is used"
	}
	var t *types.Type
	switch {
	case c.Field != nil:
		t = v.unit.FieldType(c.Field)
	case c.Init != nil:
		t = v.unit.VarType(c.Init)
	case c.Var != nil:
		t = v.unit.VarType(c.Var)
	}
	if t != nil && t.Kind != types.Unknown && !t.IsDependent() {
		how += fmt.Sprintf(": `%s`", v.unit.TypeString(t, nil))
	}
	return how
}
