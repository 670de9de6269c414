package kit

import (
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// What bodies contain besides calls and uses is recorded once, in sema; each rule takes its own kinds and words them.

// EachConstruct calls f for the constructs of some kinds, once for each place: instances of a template repeat each other.
func EachConstruct(p *check.Pass, f func(*spaces.BodyConstruct), kinds ...sema.ConstructKind) {
	chosenConstructs(p, (*spaces.BodyConstruct).Own, f, kinds)
}

// EachDeviceConstruct is eachConstruct for those in functions that are compiled for the device.
func EachDeviceConstruct(p *check.Pass, f func(*spaces.BodyConstruct), kinds ...sema.ConstructKind) {
	chosenConstructs(p, (*spaces.BodyConstruct).OnDevice, f, kinds)
}

// byKind are the indexes of the constructs of each kind.
var byKind = check.NewQuery("constructs by kind", func(p *check.Pass) map[sema.ConstructKind][]int {
	of := make(map[sema.ConstructKind][]int)
	for i, c := range Constructs.Of(p) {
		of[c.Kind] = append(of[c.Kind], i)
	}
	return of
})

func chosenConstructs(p *check.Pass, chosen func(*spaces.BodyConstruct) bool, f func(*spaces.BodyConstruct), kinds []sema.ConstructKind) {
	type key struct {
		site   sema.Site
		kind   sema.ConstructKind
		entity sema.Entity
	}
	seen := map[key]bool{}
	of := byKind.Of(p)
	var list []int
	for _, kind := range kinds {
		list = append(list, of[kind]...)
	}
	if len(kinds) > 1 {
		slices.Sort(list)
	}
	all := Constructs.Of(p)
	for _, i := range list {
		c := &all[i]
		if k := (key{c.Site, c.Kind, c.Entity}); !seen[k] && chosen(c) {
			seen[k] = true
			f(c)
		}
	}
}

// DeviceConstructs makes the check of a rule that device code may not contain some kinds of constructs. refusal names one, and
// tells what to do instead.
func DeviceConstructs(refusal func(*spaces.BodyConstruct) (what, advice string), kinds ...sema.ConstructKind) func(*check.Pass) {
	return func(p *check.Pass) {
		EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			what, advice := refusal(c)
			p.Report(InBody(p, c, what, advice))
		}, kinds...)
	}
}

// InBody is a report about a construct in a function's body.
func InBody(p *check.Pass, c *spaces.BodyConstruct, what, advice string) check.Report {
	return check.Report{
		Site: c.Site, Func: c.Func, Related: WhySpace(p, c.Func, c.Space),
		Message: fmt.Sprintf("%s in %s: %s", what, User(p, c.Func, c.Space.Space), advice),
	}
}

// EachBody visits the bodies in which a pass judges launches, each once: in the host pass those that it reads, definitions of
// templates too; in the device pass those that are no templates', and the instances that it makes.
func EachBody(p *check.Pass, visit func(*sema.Facts)) {
	for _, b := range Judged.Of(p) {
		if p.Unit.Stopped() {
			return
		}
		visit(b)
	}
}

// Initialisers are what initialises the variables of namespaces and static members, members of classes, and parameters, those of templates
// left out.
func Initialisers(p *check.Pass) []*sema.Facts {
	var out []*sema.Facts
	add := func(b *sema.Facts, of *sema.Class) {
		if b != nil && (of == nil || !of.Dependent) {
			out = append(out, b)
		}
	}
	for _, b := range p.Bodies() {
		if b.Func == nil && b.Var != nil {
			add(b, b.Var.MemberOf)
		}
	}
	for _, f := range p.Declared.Funcs {
		if f.Template == nil {
			add(p.Unit.DefaultArgs(f), f.MemberOf)
		}
	}
	for _, c := range p.Declared.Classes {
		add(p.Unit.MemberInits(c), c)
	}
	return out
}
