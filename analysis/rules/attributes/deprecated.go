package attributes

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
)

// What is deprecated is found once, in sema: its names and the calls of it, written or not. The front end warns in what it
// compiles for the device, by two numbers: with the text that the attribute gives, or without. The rest is the host compiler's.

// deprecatedOnDevice makes the check of the front end's rule about entities deprecated with a text, or without one.
func deprecatedOnDevice(withText bool) func(*check.Pass) {
	return func(p *check.Pass) {
		kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			if d := p.Unit.Deprecated(c.Entity, c.Site); (d.Text != "") == withText && !outOfUse(p.Unit, c.Func) && !halfTyped(c) {
				p.Report(deprecated(p, c, d))
			}
		}, sema.DeprecatedName)
	}
}

// halfTyped reports whether a function's name may be the beginning of another's that somebody is typing, as __ballot of __ballot_sync:
// it is not called, nothing ends what it stands in, and the next line begins with a word.
func halfTyped(c *spaces.BodyConstruct) bool {
	if _, ok := c.Entity.(*sema.Func); !ok {
		return false
	}
	next := sema.Site{Chunk: c.Site.Chunk, Span: ast.Span{Lo: c.Site.Span.Hi, Hi: c.Site.Span.Hi + 1}}.Tokens()
	return len(next) > 0 && next[0].Kind == token.Ident && next[0].Flags&token.LineStart != 0
}

func deprecated(p *check.Pass, c *spaces.BodyConstruct, d sema.Deprecation) check.Report {
	name := c.Entity.EntityName()
	if f, ok := c.Entity.(*sema.Func); ok {
		name = spell.Func(p.Unit, f)
	}
	r := check.Report{Site: c.Site, Func: c.Func, Deprecated: true, Message: name + " is deprecated"}
	if d.Text != "" {
		r.Message += ": " + d.Text
	}
	if s := c.Entity.Site(); !s.IsZero() {
		r.Related = append(r.Related, check.Note{Site: s, Message: name + " is declared deprecated"})
	}
	if c.Func != nil {
		r.Related = append(r.Related, check.Note{
			Site: c.Func.Site(), Message: fmt.Sprintf("used in %s, which is %s", spell.Func(p.Unit, c.Func), kit.SideOf(c.Space.Space)),
		})
	}
	return r
}

// outOfUse reports whether a function, or a class around it, is deprecated itself: there nobody warns.
func outOfUse(u *sema.Unit, f *sema.Func) bool {
	if f == nil {
		return false
	}
	if u.Deprecated(f, f.Site()).Is {
		return true
	}
	if f.Closure != nil {
		return outOfUse(u, f.Closure.Func)
	}
	for c := f.MemberOf; c != nil; {
		if u.Deprecated(c, c.Site()).Is {
			return true
		}
		switch outer := c.Parent().(type) {
		case *sema.Class:
			c = outer
		case *sema.Func:
			return outOfUse(u, outer)
		default:
			return false
		}
	}
	return false
}
