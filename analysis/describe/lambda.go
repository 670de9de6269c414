package describe

import (
	"fmt"

	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// hoverLambda describes a lambda at its introducer.
func hoverLambda(v *locate.View, p *page, l *sema.Lambda) {
	p.code(Signature(v, locate.CallOf(l)))
	lambda(v, p, l)
}

// hoverClosure describes the lambda whose closure a variable is.
func hoverClosure(v *locate.View, p *page, x *sema.Var) {
	if c := v.Unit.ClassOf(v.Unit.VarType(x)); c != nil && c.Lambda != nil && locate.CallOf(c.Lambda) != nil {
		p.say("Its lambda:\n")
		lambda(v, p, c.Lambda)
	}
}

// lambda tells where a lambda's body runs, whether it is an extended one, and what it captures.
func lambda(v *locate.View, p *page, l *sema.Lambda) {
	call := locate.CallOf(l)
	hoverSpace(v, p, call)
	if v.Spaces.ExtendedClosure(l) {
		hoverExtended(v, p, l)
	}
	hoverCaptures(v, p, l)
	hoverDecayed(v, p, l)
	hoverEmission(v, p, call)
}

// hoverExtended tells what an extended lambda is, and what it must do without.
func hoverExtended(v *locate.View, p *page, l *sema.Lambda) {
	p.say("An **extended lambda**: host code hands its closure to device code, so that both compilers need a name for its type.")
	if !v.Command.ExtendedLambda.On {
		p.WriteString("That takes the flag `--extended-lambda`.\n")
	}
	p.WriteString("- captures are by value: no `&`\n")
	p.WriteString("- the function around it can be named and its address taken: no private member, no local class, no deduced result\n")
	p.WriteString("- what it captures has no type that is local to a function, private or without a name\n")
	x := v.Spaces.Lambda(l)
	switch {
	case x.HostDevice():
		p.WriteString("- with both sides: no template parameters, no `auto` parameters, no init-capture\n")
	case x.Lead&cudaspace.Device != 0:
		p.WriteString("- for the device alone: host code cannot call it, and cannot ask for its result type\n")
	}
}

// hoverCaptures lists what a lambda captures.
func hoverCaptures(v *locate.View, p *page, l *sema.Lambda) {
	if len(l.Captures) == 0 {
		return
	}
	p.say("Captures:")
	for _, c := range l.Captures {
		fmt.Fprintf(p, "- `%s` %s\n", Captured(v, c), CaptureText(v, c))
	}
	if c := l.Class; c != nil {
		if size, _, ok := v.Unit.Size(v.Unit.ClassType(c)); ok {
			fmt.Fprintf(p, "\nThe closure takes %s.\n", BytesOf(size))
		}
	}
}

// Captured is the name of what is captured.
func Captured(v *locate.View, c *sema.LambdaCapture) string {
	switch {
	case c.Init != nil:
		return v.Unit.Text(c.Init.Sym())
	case c.Var != nil:
		return v.Unit.Text(c.Var.Sym())
	case c.Star:
		return "*this"
	}
	return "this"
}

// CaptureText is how a variable is captured, and as what.
func CaptureText(v *locate.View, c *sema.LambdaCapture) string {
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
		t = v.Unit.FieldType(c.Field)
	case c.Init != nil:
		t = v.Unit.VarType(c.Init)
	case c.Var != nil:
		t = v.Unit.VarType(c.Var)
	}
	if t != nil && t.Kind != types.Unknown && !t.IsDependent() {
		how += fmt.Sprintf(": `%s`", spell.Type(v.Unit, t, nil))
	}
	return how
}
