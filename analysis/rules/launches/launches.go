package launches

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
)

// launchesOnDevice visits the launches in functions that run on the device.
func launchesOnDevice(p *check.Pass, visit func(*sema.Facts, *sema.Launch)) {
	kit.EachBody(p, func(b *sema.Facts) {
		if i := p.Spaces.Of(b.Func); i.Known && i.Space.OnDevice() {
			for k := range b.Launches {
				visit(b, &b.Launches[k])
			}
		}
	})
}

// checkDeviceLaunchArgs makes the check of a rule about the arguments of launches in device code: fault says what is wrong with
// passing an object of a class by value, and is empty where nothing is known to be.
func checkDeviceLaunchArgs(fault func(*check.Pass, *sema.Class) (string, sema.Site)) func(*check.Pass) {
	return func(p *check.Pass) {
		u := p.Unit
		seen := map[sema.Site]bool{}
		if rdc := p.Command.RDC; p.Flagged(rdc) && !rdc.On {
			return // there is no such launch at all, which 20023 says
		}
		launchesOnDevice(p, func(b *sema.Facts, l *sema.Launch) {
			for _, a := range l.Args {
				c := u.ClassOf(a.Type)
				if a.Type.Kind != types.Class || c == nil || c.Dependent || seen[a.Site] {
					continue
				}
				why, at := fault(p, c)
				if why == "" {
					continue
				}
				seen[a.Site] = true
				r := check.Report{
					Site: a.Site, Func: b.Func,
					Message: fmt.Sprintf("an argument of a launch in device code is copied byte by byte, but %s %s",
						spell.Type(u, a.Type, b.Func), why),
				}
				if !at.IsZero() {
					r.Related = []check.Note{{Site: at, Message: "declared here"}}
				}
				p.Report(r)
			}
		})
	}
}

// faultCopied finds a copy or move constructor that is not trivial. Before CUDA 13.0 none is to the front end that copies from an object
// that is not const, be it deleted.
func faultCopied(p *check.Pass, c *sema.Class) (string, sema.Site) {
	u, plain := p.Unit, p.Command.Release().PlainCopies
	for _, e := range c.Ctors() {
		f, ok := e.(*sema.Func)
		if ok && !plain && copiesMutable(u, f) {
			return "has a copy constructor for objects that are not const, which would not run", f.Site()
		}
		if !ok || f.Deleted || f.Special() != sema.CopyCtor && f.Special() != sema.MoveCtor || u.IsTrivial(f) != sema.No {
			continue
		}
		if f.Implicit || f.DefaultedFirst {
			return "has a copy constructor that is not trivial, since a base, a member or a virtual function needs one", c.Site()
		}
		return "has a copy constructor of its own, which would not run", f.Site()
	}
	return "", sema.Site{}
}

// copiesMutable reports whether a function is a copy constructor from objects that are not const.
func copiesMutable(u *sema.Unit, f *sema.Func) bool {
	if f.Special() != sema.CopyCtor {
		return false
	}
	t := u.FuncType(f)
	return t.Kind == types.Func && len(t.Params) > 0 && t.Params[0].Kind == types.LRef && !t.Params[0].Elem.IsConst()
}

// faultDestroyed finds a destructor that is not trivial, or that is declared by hand.
func faultDestroyed(p *check.Pass, c *sema.Class) (string, sema.Site) {
	f := c.Destructor()
	switch {
	case f == nil:
	case !f.Implicit:
		return "declares a destructor, which would not run for the copy", f.Site()
	case p.Unit.IsTrivial(f) == sema.No:
		return "has a destructor that is not trivial, which would not run for the copy", c.Site()
	}
	return "", sema.Site{}
}
