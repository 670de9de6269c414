package flow

import (
	"maps"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// OriginKind says where a value comes from.
type OriginKind uint8

// The origins.
const (
	Unknown OriginKind = iota
	// Null is a null pointer, Uninit the content of a variable that nobody initialised: to use either as a pointer is a fault
	// of another kind.
	Null
	Uninit
	// Address is the address of Place, or lies in it.
	Address
	// Out was stored by the call Event through its argument number Arg.
	Out
	// Result is what the call or new-expression Event yields.
	Result
	// Param is what the body's parameter Var was given.
	Param
	// This is this.
	This
)

// Origin is one place that a value may come from.
type Origin struct {
	Kind  OriginKind
	Place sema.Node
	Event *sema.Event
	Arg   int
	Var   *sema.Var
	// Member is, of an Out that is an object, the member that the value was taken from.
	Member *sema.Field
}

// Values tells where the values that one body uses come from: which definitions of its locals reach each use.
type Values struct {
	Flow *sema.Flow
	unit *sema.Unit
	// defs are the definitions by their numbers; number 0 is one that is not known.
	defs    []definition
	numbers map[definition]int
	// loads are the definitions that reach the loads of places.
	loads map[sema.Node][]int
	// byEvent is the load that an event is, 0 for none.
	byEvent map[int]sema.Node
	events  map[int]*sema.Event
	// escaped are variables that may change behind the body's back; all of them where allEscaped is set.
	escaped    map[*sema.Var]bool
	allEscaped bool
	// quieted are the functions that quiet has looked at.
	quieted map[*sema.Func]looked
}

// looked is what quiet saw in the body of a function, and found of it.
type looked struct {
	flow  *sema.Flow
	quiet bool
}

// holds reports whether the bodies of other functions that were looked at are still what they were. A nil Values has seen none.
func (v *Values) holds() bool {
	if v == nil {
		return true
	}
	for f, l := range v.quieted {
		if v.unit.Flow(f) != l.flow {
			return false
		}
	}
	return true
}

// definition is one way by which a place gets its value.
type definition struct {
	kind   OriginKind // Unknown, Param, Out, or Address for an assignment of value
	value  sema.Node
	event  *sema.Event
	arg    int
	param  *sema.Var
	member *sema.Field
}

// reaching are the definitions that may reach a point of a body, by place, in ascending order.
type reaching map[sema.Node][]int

// Of finds where the values of a body come from; nil where that cannot be known.
func Of(u *sema.Unit, g *sema.Flow) *Values {
	if g == nil || g.Unclear {
		return nil
	}
	v := &Values{
		Flow: g, unit: u, defs: make([]definition, 1), numbers: map[definition]int{{}: 0}, loads: map[sema.Node][]int{},
		byEvent: map[int]sema.Node{}, events: map[int]*sema.Event{}, escaped: map[*sema.Var]bool{}, quieted: map[*sema.Func]looked{},
	}
	entry := reaching{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		switch {
		case n.Kind == sema.NodeLoad:
			v.byEvent[n.Event] = sema.Node(i)
		case n.Kind == sema.NodeVar && n.Var.Kind == sema.ParamVar && v.own(n.Var):
			entry[sema.Node(i)] = []int{v.number(definition{kind: Param, param: n.Var})}
		}
	}
	for b := range g.Blocks {
		for i := range g.Blocks[b].Events {
			e := &g.Blocks[b].Events[i]
			v.events[e.ID] = e
		}
	}
	v.escapes()
	p := Problem[reaching]{
		Entry: entry,
		Clone: maps.Clone[reaching],
		Join:  v.join,
		Step:  v.step,
	}
	states, ok := Forward(g, p)
	if !ok {
		return nil
	}
	Walk(g, p, states, func(s reaching, e *sema.Event) {
		if load := v.byEvent[e.ID]; load != 0 {
			v.loads[load] = v.lookup(s, g.Nodes[load].X)
		}
	})
	return v
}

// own reports whether a variable belongs to the body or to nobody, and not to one around it.
func (v *Values) own(x *sema.Var) bool {
	if x.Func == nil && x.Lambda == nil {
		return true
	}
	return x.Lambda == v.Flow.Func.Closure
}

func (v *Values) number(d definition) int {
	n, ok := v.numbers[d]
	if !ok {
		n = len(v.defs)
		v.defs = append(v.defs, d)
		v.numbers[d] = n
	}
	return n
}

// root is the variable that a place is, or lies in, without going through a pointer.
func (v *Values) root(place sema.Node) *sema.Var {
	for {
		n := &v.Flow.Nodes[place]
		switch n.Kind {
		case sema.NodeVar:
			return n.Var
		case sema.NodeField, sema.NodeElement:
			place = n.X
		default:
			return nil
		}
	}
}

// tracked reports whether what happens to a place is seen. All is seen of a local, or a member of one, whose address nobody
// keeps. What is shared with others, such as variables of a namespace and members of *this, is seen up to the next call that may
// change it, or write through a pointer.
func (v *Values) tracked(place sema.Node) (yes, shared bool) {
	for {
		n := &v.Flow.Nodes[place]
		switch n.Kind {
		case sema.NodeField:
			place = n.X
		case sema.NodePointee:
			this := v.Flow.Nodes[n.X].Kind == sema.NodeThis
			return this, this
		case sema.NodeVar:
			if v.local(n.Var) {
				return !v.allEscaped && !v.escaped[n.Var], false
			}
			return v.own(n.Var) && n.Var.Anonymous == nil, true
		default:
			return false, false
		}
	}
}

// local reports whether a variable lives in the body's own frame.
func (v *Values) local(x *sema.Var) bool {
	return (x.Kind == sema.LocalVar || x.Kind == sema.ParamVar) && v.own(x)
}

// escapes finds the variables whose addresses are taken for more than to pass them to functions that only use them while they
// are called.
func (v *Values) escapes() {
	taken := map[*sema.Var]int{}
	for _, e := range v.events {
		switch e.Kind {
		case sema.EventEscape:
			if e.Place == 0 {
				v.allEscaped = true
			} else if x := v.root(e.Place); x != nil {
				v.escaped[x] = true
			}
		case sema.EventAccess:
			if e.Use == sema.AddressOf || e.Use == sema.Bind || e.Use == sema.UnknownUse {
				taken[v.root(e.Place)]++
			}
		case sema.EventCall, sema.EventLaunch:
			if e.Kind == sema.EventCall && !passing(v.unit, e.Call.Callee) {
				continue
			}
			for _, arg := range e.Call.Args {
				if place, ok := v.addressed(arg); ok {
					taken[v.root(place)]--
				}
			}
		}
	}
	for x, n := range taken {
		if n > 0 && x != nil {
			v.escaped[x] = true
		}
	}
}

// passing reports whether a function does not keep the addresses that it is given: those of the runtime and the libraries of
// the system do not.
func passing(u *sema.Unit, f *sema.Func) bool {
	if f == nil {
		return false
	}
	return len(f.Decls) > 0 && f.Decls[0].Site.Chunk.System || f.MemberOf == nil && strings.HasPrefix(u.Text(f.Sym()), "cuda")
}

// addressed is the place whose address a value is.
func (v *Values) addressed(value sema.Node) (sema.Node, bool) {
	n := &v.Flow.Nodes[value]
	if n.Kind == sema.NodeOffset {
		n = &v.Flow.Nodes[n.X]
	}
	return n.X, n.Kind == sema.NodeAddress
}

// lookup are the definitions that reach a place; those of an object are those of its members.
func (v *Values) lookup(s reaching, place sema.Node) []int {
	if yes, _ := v.tracked(place); !yes {
		return []int{0}
	}
	if defs, ok := s[place]; ok {
		return defs
	}
	n := &v.Flow.Nodes[place]
	if n.Kind != sema.NodeField {
		return []int{0}
	}
	var out []int
	for _, d := range v.lookup(s, n.X) {
		def := v.defs[d]
		switch {
		case def.kind == Out && def.member == nil:
			def.member = n.Field
			out = insert(out, v.number(def))
		case def.kind == Address && v.Flow.Nodes[def.value].Kind == sema.NodeUninit:
			out = insert(out, d)
		default:
			out = insert(out, 0)
		}
	}
	return out
}

func insert(set []int, x int) []int {
	i, found := slices.BinarySearch(set, x)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), i, x)
}

// define gives a place, and all members of it, a new definition.
func (v *Values) define(s reaching, place sema.Node, d definition) {
	if yes, _ := v.tracked(place); !yes {
		return
	}
	v.forget(s, place)
	s[place] = []int{v.number(d)}
}

// forget drops what a place holds, and its members.
func (v *Values) forget(s reaching, place sema.Node) {
	delete(s, place)
	for other := range s {
		for p := other; v.Flow.Nodes[p].Kind == sema.NodeField; {
			if p = v.Flow.Nodes[p].X; p == place {
				delete(s, other)
				break
			}
		}
	}
}

func (v *Values) step(s reaching, e *sema.Event) reaching {
	switch e.Kind {
	case sema.EventAssign:
		if yes, _ := v.tracked(e.Place); !yes && (e.Type == nil || e.Type.Kind == types.Pointer || e.Type.Kind == types.Class) {
			v.forgetShared(s)
		}
		v.define(s, e.Place, definition{kind: Address, value: e.Value, event: e})
	case sema.EventForget:
		clear(s)
	case sema.EventEnd:
		v.forget(s, e.Place)
	case sema.EventCall:
		v.stepCall(s, e)
	}
	return s
}

// stepCall defines what a call may change.
func (v *Values) stepCall(s reaching, e *sema.Event) {
	c := e.Call
	if c.Callee == nil {
		if c.Builtin == 0 {
			v.forgetShared(s)
		}
		return
	}
	if !v.quiet(c.Callee, 0) {
		v.forgetShared(s)
	}
	ft := v.unit.FuncType(c.Callee)
	if c.Object != 0 && (ft.Kind != types.Func || ft.FnCV&ast.Const == 0) {
		v.define(s, c.Object, definition{})
	}
	for i, arg := range c.Args {
		place, ok := v.addressed(arg)
		if !ok || ft.Kind == types.Func && i < len(ft.Params) && onlyReads(ft.Params[i]) {
			continue
		}
		v.define(s, place, definition{kind: Out, event: e, arg: i})
	}
}

// placesPerStep are the places that are looked at in the time of a step.
const placesPerStep = 16

// forgetShared forgets what places hold that others may change.
func (v *Values) forgetShared(s reaching) {
	v.unit.Spend(len(s) / placesPerStep)
	for place := range s {
		if _, shared := v.tracked(place); shared {
			delete(s, place)
		}
	}
}

// maxQuietDepth bounds through how many calls quiet looks.
const maxQuietDepth = 3

// quiet reports whether a call of f certainly leaves all variables alone but those that it is given the address of: one of the
// runtime or the C library, or one whose body assigns to its own locals only.
func (v *Values) quiet(f *sema.Func, depth int) bool {
	if f.Template == nil && f.MemberOf == nil && passing(v.unit, f) || strings.HasPrefix(v.unit.Text(f.Sym()), "cuda") && f.MemberOf == nil {
		return true
	}
	if known, ok := v.quieted[f]; ok {
		return known.quiet
	}
	if depth > maxQuietDepth || len(f.Decls) == 0 || f.Decls[0].Site.Chunk.System {
		return false
	}
	g := v.unit.Flow(f)
	v.quieted[f] = looked{flow: g} // against recursion
	if g == nil || g.Unclear {
		return false
	}
	inner := Values{Flow: g, unit: v.unit}
	for _, block := range g.Blocks {
		for i := range block.Events {
			e := &block.Events[i]
			switch e.Kind {
			case sema.EventAssign:
				if x := inner.root(e.Place); x == nil || !inner.local(x) {
					return false
				}
			case sema.EventCall:
				if e.Call.Builtin == 0 && (e.Call.Callee == nil || !v.quiet(e.Call.Callee, depth+1)) {
					return false
				}
			}
		}
	}
	v.quieted[f] = looked{g, true}
	return true
}

// onlyReads reports whether a parameter's type lets a function not change what it is given the address of.
func onlyReads(t *types.Type) bool {
	return (t.IsRef() || t.Kind == types.Pointer) && t.Elem.IsConst()
}

func (v *Values) join(into, from reaching) (reaching, bool) {
	changed := false
	merge := func(place sema.Node) {
		old, had := into[place]
		if !had {
			old = v.lookup(into, place)
		}
		merged := old
		for _, d := range v.lookup(from, place) {
			merged = insert(merged, d)
		}
		if !had || len(merged) != len(old) {
			into[place] = merged
			changed = true
		}
	}
	for place := range from {
		merge(place)
	}
	for place := range into {
		merge(place)
	}
	return into, changed
}

// Origins are the places where a value may come from.
func (v *Values) Origins(value sema.Node) []Origin {
	o := origins{v: v, seen: map[sema.Node]bool{}}
	o.add(value)
	return o.list
}

// Memory tells in which memory a place lies: the Address of it in a variable, or where the pointer comes from that leads there.
func (v *Values) Memory(place sema.Node) []Origin {
	o := origins{v: v, seen: map[sema.Node]bool{}}
	o.memory(place)
	return o.list
}

// Pointer is the pointer that a place is reached through; ok is false where it is reached through none.
func (v *Values) Pointer(place sema.Node) (value sema.Node, ok bool) {
	for {
		n := &v.Flow.Nodes[place]
		switch n.Kind {
		case sema.NodeField, sema.NodeElement:
			place = n.X
		case sema.NodePointee:
			return n.X, true
		default:
			return 0, false
		}
	}
}

// origins collects origins.
type origins struct {
	v    *Values
	seen map[sema.Node]bool
	list []Origin
}

func (o *origins) found(x Origin) {
	if !slices.Contains(o.list, x) {
		o.list = append(o.list, x)
	}
}

func (o *origins) add(value sema.Node) {
	if value != 0 && o.seen[value] {
		return
	}
	o.seen[value] = true
	n := &o.v.Flow.Nodes[value]
	switch n.Kind {
	case sema.NodeNull:
		o.found(Origin{Kind: Null})
	case sema.NodeUninit:
		o.found(Origin{Kind: Uninit})
	case sema.NodeThis:
		o.found(Origin{Kind: This})
	case sema.NodeAddress:
		o.memory(n.X)
	case sema.NodeOffset:
		o.add(n.X)
	case sema.NodeEither:
		o.add(n.X)
		o.add(n.Y)
	case sema.NodeResult:
		o.found(Origin{Kind: Result, Event: o.v.events[n.Event]})
	case sema.NodeLoad:
		defs, ok := o.v.loads[value]
		if !ok {
			o.found(Origin{}) // in code that is never reached
		}
		for _, d := range defs {
			o.definition(&o.v.defs[d])
		}
	default:
		o.found(Origin{})
	}
}

func (o *origins) definition(d *definition) {
	switch d.kind {
	case Address:
		o.add(d.value)
	case Out:
		o.found(Origin{Kind: Out, Event: d.event, Arg: d.arg, Member: d.member})
	case Param:
		o.found(Origin{Kind: Param, Var: d.param})
	default:
		o.found(Origin{})
	}
}

func (o *origins) memory(place sema.Node) {
	base := place
	for {
		n := &o.v.Flow.Nodes[base]
		switch n.Kind {
		case sema.NodeField, sema.NodeElement:
			base = n.X
			continue
		case sema.NodeVar, sema.NodeString:
			o.found(Origin{Kind: Address, Place: place})
		case sema.NodePointee:
			o.add(n.X)
		case sema.NodeEither:
			o.memory(n.X)
			o.memory(n.Y)
		default:
			o.found(Origin{})
		}
		return
	}
}

// Holder is the variable that a pointer was taken from, with or without arithmetic; nil where it is not the value of one.
func (v *Values) Holder(value sema.Node) *sema.Var {
	for {
		n := &v.Flow.Nodes[value]
		switch n.Kind {
		case sema.NodeOffset, sema.NodeLoad:
			value = n.X
		case sema.NodeVar:
			return n.Var
		default:
			return nil
		}
	}
}

// Variable is the variable that a place is, or lies in, without going through a pointer; nil where it is in none.
func (v *Values) Variable(place sema.Node) *sema.Var { return v.root(place) }

// All reports whether a value certainly comes from where want accepts: all its origins are accepted, and there is one. Null
// pointers and what nobody initialised are passed over, since their use is a fault on its own.
func All(list []Origin, want func(Origin) bool) bool {
	some := false
	for _, o := range list {
		switch {
		case o.Kind == Null || o.Kind == Uninit:
		case !want(o):
			return false
		default:
			some = true
		}
	}
	return some
}
