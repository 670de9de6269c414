package launches

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/objects"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

// classArgument is an object that a kernel takes by value.
type classArgument struct {
	// Site is the parameter of a kernel that is no template, and the argument of a launch of one that is.
	Site   sema.Site
	Class  *sema.Class
	Type   *types.Type
	Kernel *sema.Func
}

// eachClassArgument visits the objects that kernels take by value, each once: at the definition of a kernel, or its first
// declaration where there is none, and for instances of templates where they are launched.
func eachClassArgument(p *check.Pass, visit func(*classArgument)) {
	u := p.Unit
	seen := map[sema.Site]bool{}
	add := func(at sema.Site, t *types.Type, kernel *sema.Func) {
		if c := u.ClassOf(t); t.Kind == types.Class && c != nil && !c.Dependent && !seen[at] && u.Complete(c) == sema.Complete {
			seen[at] = true
			visit(&classArgument{Site: at, Class: c, Type: t, Kernel: kernel})
		}
	}
	list := kit.Functions.Of(p)
	for i := range list {
		d := &list[i]
		if !d.Kernel() || d.Instance || kit.IsPattern(d) || d.Decl != definitionOr(u, d) {
			continue
		}
		for k, t := range kit.ParamTypes(u, d.Func) {
			add(kit.ParamSite(d, k), t, d.Func)
		}
	}
	kit.EachBody(p, func(b *sema.Facts) {
		for i := range b.Launches {
			l := &b.Launches[i]
			if l.Kernel == nil || l.Kernel.Args == nil || l.Kernel.Specialization || l.Context&(sema.Discarded|sema.Undecided) != 0 {
				continue
			}
			if space := p.Spaces.Of(l.Kernel); !space.Known {
				continue
			}
			for _, a := range l.Args {
				add(a.Site, a.Type, l.Kernel)
			}
		}
	})
}

// definitionOr is the declaration of a kernel to speak of: the definition, or the first one that says __global__.
func definitionOr(u *sema.Unit, d *spaces.Declaration) *sema.FuncDecl {
	if fd := u.Definition(d.Func); fd != nil {
		return fd
	}
	for _, fd := range d.Func.Decls {
		if (&spaces.Declaration{Decl: fd}).Kernel() {
			return fd
		}
	}
	return nil
}

// argumentRule makes the check of a rule about classes whose objects kernels should not take by value: fault says what is wrong
// with one, and where.
func argumentRule(fault func(*check.Pass, *classArgument) (message string, notes []check.Note)) func(*check.Pass) {
	return func(p *check.Pass) {
		eachClassArgument(p, func(a *classArgument) {
			if message, notes := fault(p, a); message != "" {
				p.Report(check.Report{Site: a.Site, Message: message, Related: notes})
			}
		})
	}
}

// partOf finds the class that is at fault among a class, its bases and the classes of its members.
func partOf(u *sema.Unit, c *sema.Class, depth int, at func(*sema.Class) bool) *sema.Class {
	if c == nil || depth > 6 {
		return nil
	}
	if at(c) {
		return c
	}
	for _, b := range c.Bases() {
		if found := partOf(u, b.Class, depth+1, at); found != nil {
			return found
		}
	}
	for _, f := range c.Fields() {
		t := sema.ElementOf(u.FieldType(f))
		if t.Kind != types.Class {
			continue
		}
		if found := partOf(u, u.ClassOf(t), depth+1, at); found != nil {
			return found
		}
	}
	return nil
}

// whose words the class at fault: the argument's own, or that of a part of it.
func whose(p *check.Pass, a *classArgument, c *sema.Class) string {
	name := spell.Type(p.Unit, a.Type, a.Kernel)
	if c == a.Class {
		return name
	}
	return fmt.Sprintf("%s, a part of %s,", spell.Type(p.Unit, p.Unit.ClassType(c), nil), name)
}

// effectRule is argumentRule for what copying or destroying an object does.
func effectRule(
	find func(*sema.Unit, *sema.Class) *objects.Effect, message func(what string) string,
) func(*check.Pass) {
	return argumentRule(func(p *check.Pass, a *classArgument) (string, []check.Note) {
		e := find(p.Unit, a.Class)
		if e == nil {
			return "", nil
		}
		member := spell.Func(p.Unit, e.Func)
		return message(member + " " + e.What), []check.Note{{Site: e.Site, Message: member + " " + e.What + " here"}}
	})
}
