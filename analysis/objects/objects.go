// Package objects tells what copying and destroying objects of a class does beyond what copying their bytes would: as far as it
// can be proved from the bodies of constructors and destructors. What is not certain is not told.
package objects

import (
	"slices"
	"strings"

	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// Effect is something that a special member does.
type Effect struct {
	// Func is the constructor or destructor, Site the place where it happens.
	Func *sema.Func
	Site sema.Site
	// What completes "it …": what happens, as "frees p by cudaFree".
	What string
}

// maxDepth bounds how deep members of members, and functions that a destructor calls, are looked into.
const maxDepth = 6

// Freed is what every destruction of an object of class c gives back, nil where none is certain to. That a pointer may be null
// is no doubt.
func Freed(u *sema.Unit, c *sema.Class) *Effect {
	return parts(u, c, 0, func(c *sema.Class) *Effect {
		d := c.Destructor()
		if d == nil || d.Implicit || d.Deleted || d.Defaulted {
			return nil
		}
		e := freedIn(u, d, 0)
		if e != nil {
			e.Func = d
		}
		return e
	})
}

// SelfAddressed is where copying an object of class c stores an address of the copy in the copy itself.
func SelfAddressed(u *sema.Unit, c *sema.Class) *Effect {
	return copied(u, c, func(f *sema.Flow, e *sema.Event) string {
		if e.Kind != sema.EventAssign {
			return ""
		}
		field := ownField(f, e.Place)
		if field == nil || !pointsToThis(f, e.Value) {
			return ""
		}
		return "makes " + u.Text(field.Sym()) + " point into the new object"
	})
}

// SideEffect is where copying an object of class c changes something other than the copy.
func SideEffect(u *sema.Unit, c *sema.Class) *Effect {
	return copied(u, c, func(f *sema.Flow, e *sema.Event) string {
		switch e.Kind {
		case sema.EventAccess:
			if e.Use != sema.Write && e.Use != sema.ReadWrite {
				return ""
			}
			if v := f.Within(e.Place); v != nil && shared(v) {
				return "changes " + v.EntityName()
			}
			if field := pointeeOf(f, e.Place); field != nil {
				return "changes what " + u.Text(field.Sym()) + " points to"
			}
		case sema.EventAssign:
			if field := ownField(f, e.Place); field != nil && f.Nodes[e.Value].Kind == sema.NodeOffset && loadedField(f, e.Value) == field {
				return "counts " + u.Text(field.Sym())
			}
		case sema.EventCall:
			if name := functionName(e.Call); allocates(name) || prints(name) {
				return "calls " + name
			}
		case sema.EventNew:
			if len(e.Call.Args) == 0 {
				return "allocates memory"
			}
		}
		return ""
	})
}

// parts asks about a class, and then about the classes of its bases and members.
func parts(u *sema.Unit, c *sema.Class, depth int, ask func(*sema.Class) *Effect) *Effect {
	if c == nil || c.Dependent || depth > maxDepth || u.Complete(c) != sema.Complete {
		return nil
	}
	if e := ask(c); e != nil {
		return e
	}
	for _, b := range c.Bases() {
		if e := parts(u, b.Class, depth+1, ask); e != nil {
			return e
		}
	}
	for _, f := range c.Fields() {
		t := sema.ElementOf(u.FieldType(f))
		if t.Kind == types.Class {
			if e := parts(u, u.ClassOf(t), depth+1, ask); e != nil {
				return e
			}
		}
	}
	return nil
}

// copied asks about the events of the copy constructors that somebody wrote for a class, its bases and members.
func copied(u *sema.Unit, c *sema.Class, ask func(*sema.Flow, *sema.Event) string) *Effect {
	return parts(u, c, 0, func(c *sema.Class) *Effect {
		for _, ctor := range c.Ctors() {
			f, ok := ctor.(*sema.Func)
			if !ok || f.Special() != sema.CopyCtor || f.Implicit || f.Defaulted || f.Deleted {
				continue
			}
			flow := u.Flow(f)
			if flow == nil {
				continue
			}
			for b := range flow.Blocks {
				for i := range flow.Blocks[b].Events {
					e := &flow.Blocks[b].Events[i]
					if e.Context&(sema.Dead|sema.Discarded) != 0 {
						continue
					}
					if what := ask(flow, e); what != "" {
						return &Effect{Func: f, Site: e.Site, What: what}
					}
				}
			}
		}
		return nil
	})
}

// freedIn is what a member function frees whenever it runs: before its first decision other than whether what it frees is null.
func freedIn(u *sema.Unit, f *sema.Func, depth int) *Effect {
	flow := u.Flow(f)
	if flow == nil || flow.Unclear || depth > maxDepth {
		return nil
	}
	seen := make([]bool, len(flow.Blocks))
	for at := 0; !seen[at]; {
		seen[at] = true
		block := &flow.Blocks[at]
		for i := range block.Events {
			if e := freedBy(u, flow, &block.Events[i], nil, depth); e != nil {
				return e
			}
		}
		next := slices.DeleteFunc(slices.Clone(block.Next), func(e sema.FlowEdge) bool { return e.Kind == sema.EdgeNever })
		if len(next) == 1 {
			at = next[0].To
			continue
		}
		tested := onlyRead(flow, block)
		if tested == nil {
			return nil
		}
		for _, n := range next {
			for i := range flow.Blocks[n.To].Events {
				if e := freedBy(u, flow, &flow.Blocks[n.To].Events[i], tested, depth); e != nil {
					return e
				}
			}
		}
		return nil
	}
	return nil
}

// onlyRead is the pointer member whose value alone a block looks at, nil for none.
func onlyRead(f *sema.Flow, b *sema.FlowBlock) *sema.Field {
	var field *sema.Field
	for i := range b.Events {
		e := &b.Events[i]
		if e.Kind == sema.EventEnd {
			continue
		}
		own := ownField(f, e.Place)
		if e.Kind != sema.EventAccess || e.Use != sema.Read || own == nil || field != nil && own != field {
			return nil
		}
		field = own
	}
	return field
}

// freedBy is what an event frees: a pointer that is a member of *this, or, where tested is set, that member.
func freedBy(u *sema.Unit, f *sema.Flow, e *sema.Event, tested *sema.Field, depth int) *Effect {
	if e.Context&(sema.Dead|sema.Discarded) != 0 {
		return nil
	}
	freed := func(value sema.Node, how string) *Effect {
		field := loadedField(f, value)
		if field == nil || tested != nil && field != tested {
			return nil
		}
		return &Effect{Site: e.Site, What: "frees " + u.Text(field.Sym()) + how}
	}
	switch e.Kind {
	case sema.EventDelete:
		return freed(e.Value, " by delete")
	case sema.EventCall:
		name := functionName(e.Call)
		if frees(name) && len(e.Call.Args) > 0 {
			return freed(e.Call.Args[0], " by "+name)
		}
		if callee := e.Call.Callee; callee != nil && tested == nil && !e.Call.Virtual && callee.MemberOf != nil && onThis(f, e.Call.Object) &&
			callee.Kind == sema.Ordinary {
			return freedIn(u, callee, depth+1)
		}
	}
	return nil
}

// ---- Places

func onThis(f *sema.Flow, place sema.Node) bool {
	n := f.Nodes[place]
	return n.Kind == sema.NodePointee && f.Nodes[n.X].Kind == sema.NodeThis
}

// ownField is the member of *this that a place is, nil when it is none.
func ownField(f *sema.Flow, place sema.Node) *sema.Field {
	if n := f.Nodes[place]; n.Kind == sema.NodeField && onThis(f, n.X) {
		return n.Field
	}
	return nil
}

// loadedField is the member of *this that a value was read from.
func loadedField(f *sema.Flow, value sema.Node) *sema.Field {
	n := f.Nodes[value]
	for n.Kind == sema.NodeOffset {
		n = f.Nodes[n.X]
	}
	if n.Kind != sema.NodeLoad {
		return nil
	}
	return ownField(f, n.X)
}

// pointsToThis reports whether a value is this, or the address of a part of *this.
func pointsToThis(f *sema.Flow, value sema.Node) bool {
	for n := f.Nodes[value]; ; n = f.Nodes[n.X] {
		switch n.Kind {
		case sema.NodeThis:
			return true
		case sema.NodeAddress, sema.NodeField, sema.NodeElement, sema.NodeOffset:
		case sema.NodePointee:
			return f.Nodes[n.X].Kind == sema.NodeThis
		default:
			return false
		}
	}
}

// pointeeOf is the pointer member, of *this or of another object, that a place is reached through; nil for none.
func pointeeOf(f *sema.Flow, place sema.Node) *sema.Field {
	n := f.Nodes[place]
	for n.Kind == sema.NodeField || n.Kind == sema.NodeElement {
		n = f.Nodes[n.X]
	}
	if n.Kind != sema.NodePointee {
		return nil
	}
	pointer := f.Nodes[n.X]
	for pointer.Kind == sema.NodeOffset {
		pointer = f.Nodes[pointer.X]
	}
	if pointer.Kind != sema.NodeLoad {
		return nil
	}
	return f.Nodes[pointer.X].Field
}

// shared reports whether a variable outlives a function's call.
func shared(v *sema.Var) bool {
	return v.Kind == sema.NamespaceVar || v.Kind == sema.StaticMember || v.Kind == sema.LocalStatic
}

// ---- Functions known by name

// functionName is the name of a function of C's or CUDA's that a call calls; empty for others.
func functionName(c *sema.FlowCall) string {
	if c.Callee == nil || c.Callee.MemberOf != nil {
		return ""
	}
	name := strings.TrimPrefix(c.Callee.EntityName(), "std::")
	if strings.Contains(name, "::") {
		return ""
	}
	return name
}

func frees(name string) bool {
	switch name {
	case "free", "operator delete", "operator delete[]", "cuMemFree", "cuMemFree_v2", "cuMemFreeHost", "cuMemFreeAsync":
		return true
	}
	return strings.HasPrefix(name, "cudaFree") || strings.HasPrefix(name, "cudaDestroy")
}

func allocates(name string) bool {
	switch name {
	case "malloc", "calloc", "realloc", "cuMemAlloc", "cuMemAlloc_v2":
		return true
	}
	return strings.HasPrefix(name, "cudaMalloc") || strings.HasPrefix(name, "cudaHostAlloc")
}

func prints(name string) bool {
	switch name {
	case "printf", "puts", "fprintf", "putchar":
		return true
	}
	return false
}
