// Package cfg builds the control flow of one body: blocks, the events in them, and nodes for what values and places are.
package cfg

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Builder makes a Flow while somebody walks the body in the order of evaluation. A nil builder does nothing.
type Builder struct {
	u    *sema.Unit
	flow *sema.Flow
	// cur is the block that events go to.
	cur    int
	events int
	nodes  map[sema.FlowNode]sema.Node
	labels map[token.Sym]int
	// breaks and continues are where the jumps lead to; switches are the enclosing switch statements.
	breaks, continues []int
	switches          []openSwitch
	pending           []pendingCall
	last              *sema.FlowCall
	// ended tells of the newest call or throw-expression that does not return.
	ended struct {
		site  sema.Site
		block int
		// call: it is a call that is written as one, or a throw-expression.
		call bool
	}
}

type openSwitch struct {
	head       int
	hasDefault bool
}

// pendingCall is what is known of a call before it happens.
type pendingCall struct {
	callee *sema.Func
	object sema.Node
	args   []sema.Node
}

// New returns a builder for a body of f; control is at its beginning.
func New(u *sema.Unit, f *sema.Func) *Builder {
	b := &Builder{u: u, flow: &sema.Flow{Func: f, Nodes: make([]sema.FlowNode, 1)}, nodes: map[sema.FlowNode]sema.Node{{}: 0}, labels: map[token.Sym]int{}}
	b.block()
	b.ended.block = -1
	return b
}

// Finish is the flow of the whole body, which the brace closing closes; unclear tells that some of it was not followed.
func (b *Builder) Finish(params []*sema.Var, closing sema.Site, unclear bool) *sema.Flow {
	b.flow.Params, b.flow.Closing = params, closing
	b.flow.End = b.cur
	b.flow.Unclear = b.flow.Unclear || unclear
	return b.flow
}

// ---- Blocks

// block makes a block that nothing leads to yet.
func (b *Builder) block() int {
	if b == nil {
		return 0
	}
	b.flow.Blocks = append(b.flow.Blocks, sema.FlowBlock{})
	return len(b.flow.Blocks) - 1
}

// Edge lets control go from one block to another.
func (b *Builder) Edge(from, to int, kind sema.EdgeKind) {
	if b != nil {
		b.flow.Blocks[from].Next = append(b.flow.Blocks[from].Next, sema.FlowEdge{To: to, Kind: kind})
	}
}

// Here is the present block.
func (b *Builder) Here() int {
	if b == nil {
		return 0
	}
	return b.cur
}

// GoOn makes a block the present one.
func (b *Builder) GoOn(at int) {
	if b != nil {
		b.cur = at
	}
}

// From goes on in a new block that follows a block.
func (b *Builder) From(head int, kind sema.EdgeKind) {
	if b != nil {
		b.cur = b.block()
		b.Edge(head, b.cur, kind)
	}
}

// Join goes on in a new block that follows all of ends.
func (b *Builder) Join(ends ...int) {
	if b == nil {
		return
	}
	b.cur = b.block()
	for _, end := range ends {
		b.Edge(end, b.cur, sema.EdgeMay)
	}
}

// At runs fn with its events at the end of an earlier block.
func (b *Builder) At(block int, fn func()) {
	if b == nil {
		fn()
		return
	}
	old := b.cur
	b.cur = block
	fn()
	b.cur = old
}

// NeverIf is the kind of an edge that a constant condition rules out, or not.
func NeverIf(ruledOut bool) sema.EdgeKind {
	if ruledOut {
		return sema.EdgeNever
	}
	return sema.EdgeMay
}

// Ends is about a call or throw-expression after which control does not go on, or perhaps not: what follows in the same
// full-expression stands in a block of its own.
func (b *Builder) Ends(site sema.Site, kind sema.EdgeKind, call bool) {
	if b == nil {
		return
	}
	b.ended.site, b.ended.block, b.ended.call = site, b.cur, call && kind == sema.EdgeNever
	b.From(b.cur, kind)
}

// Believed is about a block that front ends take for reached, whatever stands before it: what a label or a jump
// leads to, a loop's body.
func (b *Builder) Believed(block int) { b.Edge(0, block, sema.EdgeNever) }

// Statement is told of an expression statement that was walked. Front ends believe a noreturn call only where it is all of a
// statement, in parentheses or cast to void at most; then nothing follows.
func (b *Builder) Statement(sc *sema.Scope, e ast.Expr) {
	if b == nil || b.ended.block < 0 || !b.ended.call {
		return
	}
	for {
		if c, ok := e.(*ast.Cast); ok && (c.Kind == ast.CastC || c.Kind == ast.CastStatic) {
			e = c.X
		} else if p, ok := e.(*ast.Paren); ok && p.X != nil {
			e = p.X
		} else {
			break
		}
	}
	if b.ended.site == (sema.Site{Chunk: sc.Chunk, Span: e.Pos()}) {
		b.flow.Blocks[b.ended.block].Next = nil
	}
	b.ended.block = -1
}

// dead goes on in a block that nothing leads to, after a jump.
func (b *Builder) dead() {
	if b != nil {
		b.cur = b.block()
	}
}

func (b *Builder) jumpTo(stack []int) {
	if n := len(stack); n > 0 {
		b.Edge(b.cur, stack[n-1], sema.EdgeMay)
		b.Believed(stack[n-1])
	} else {
		b.flow.Unclear = true
	}
	b.dead()
}

// Jump records a break, continue or goto statement.
func (b *Builder) Jump(s *ast.Jump) {
	switch {
	case b == nil:
	case s.Kind == ast.Break:
		b.jumpTo(b.breaks)
	case s.Kind == ast.Continue:
		b.jumpTo(b.continues)
	case s.X != nil:
		b.flow.Unclear = true
		b.dead()
	default:
		b.Edge(b.cur, b.label(s.Label), sema.EdgeMay)
		b.dead()
	}
}

func (b *Builder) label(sym token.Sym) int {
	at, ok := b.labels[sym]
	if !ok {
		at = b.block()
		b.labels[sym] = at
		b.Believed(at)
	}
	return at
}

// Labelled goes on after a label.
func (b *Builder) Labelled(sym token.Sym) {
	if b != nil {
		at := b.label(sym)
		b.Edge(b.cur, at, sema.EdgeMay)
		b.cur = at
	}
}

// BeginSwitch goes on in a switch's body; what it returns is where control is after it.
func (b *Builder) BeginSwitch() (after int) {
	if b == nil {
		return 0
	}
	after = b.block()
	b.breaks = append(b.breaks, after)
	b.switches = append(b.switches, openSwitch{head: b.cur})
	b.dead()
	return after
}

// EndSwitch goes on after a switch.
func (b *Builder) EndSwitch(after int) {
	if b == nil {
		return
	}
	b.Edge(b.cur, after, sema.EdgeMay)
	if s := b.switches[len(b.switches)-1]; !s.hasDefault {
		b.Edge(s.head, after, sema.EdgeMay)
	}
	b.breaks = b.breaks[:len(b.breaks)-1]
	b.switches = b.switches[:len(b.switches)-1]
	b.cur = after
}

// CaseLabel goes on after a case label.
func (b *Builder) CaseLabel(isDefault bool) {
	if b == nil {
		return
	}
	if len(b.switches) == 0 {
		b.flow.Unclear = true
		return
	}
	s := &b.switches[len(b.switches)-1]
	s.hasDefault = s.hasDefault || isDefault
	b.Join(s.head, b.cur)
}

// Loop is a loop being walked.
type Loop struct {
	Header, Next, Condition int
	after                   int
	// Enter is the edge from the condition to the body.
	Enter sema.EdgeKind
	// Looks: the condition reads what is not automatic, or is constant.
	Looks bool
}

// BeginLoop goes on in a loop's header. Unless the header is what continue leads to, next is a block of its own.
func (b *Builder) BeginLoop(ownNext bool) Loop {
	if b == nil {
		return Loop{}
	}
	l := Loop{after: b.block()}
	l.Header = b.block()
	b.Edge(b.cur, l.Header, sema.EdgeMay)
	l.Next = l.Header
	if ownNext {
		l.Next = b.block()
	}
	b.breaks, b.continues = append(b.breaks, l.after), append(b.continues, l.Next)
	b.cur = l.Header
	return l
}

// Decide ends the block of a loop's condition, whose value may be known: control goes on in the loop, or after it.
func (b *Builder) Decide(l *Loop, value, known bool) {
	if b != nil {
		l.Condition, l.Enter = b.cur, NeverIf(known && !value)
		if !known || !value {
			b.Edge(b.cur, l.after, sema.EdgeMay)
		}
	}
}

// EndLoop goes on after a loop.
func (b *Builder) EndLoop(l Loop, site sema.Site) {
	if b == nil {
		return
	}
	b.flow.Loops = append(b.flow.Loops, sema.FlowLoop{Site: site, Header: l.Header, Limit: len(b.flow.Blocks)})
	b.breaks, b.continues = b.breaks[:len(b.breaks)-1], b.continues[:len(b.continues)-1]
	b.cur = l.after
}

// Handler begins an exception handler of a try block that began at a block.
func (b *Builder) Handler(try int) {
	if b != nil {
		b.From(try, sema.EdgeMay)
		b.add(sema.Event{Kind: sema.EventForget})
	}
}

// ---- Events

func (b *Builder) add(e sema.Event) *sema.Event {
	e.ID = b.events
	b.events++
	events := &b.flow.Blocks[b.cur].Events
	*events = append(*events, e)
	return &(*events)[len(*events)-1]
}

// Use records what happens to the place that an operand denotes.
func (b *Builder) Use(o sema.Operand, kind sema.UseKind, ctx sema.Context, site sema.Site, callee *sema.Func) {
	if b == nil {
		return
	}
	place := o.Node
	if o.Address { // of whose address the operand is
		if n := b.flow.Nodes[o.Node]; n.Kind == sema.NodeAddress {
			place = n.X
		}
	}
	b.add(sema.Event{Kind: sema.EventAccess, Use: kind, Context: ctx, Site: site, Type: o.Type, Place: place})
	if kind == sema.Object {
		b.expectOn(callee, place)
	}
}

// Assign records that a place gets a value.
func (b *Builder) Assign(place, value sema.Node, t *types.Type, ctx sema.Context, site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventAssign, Place: place, Value: value, Type: t, Context: ctx, Site: site})
	}
}

// End records that a variable's block ends. Of one that nothing happened to there is nothing to tell.
func (b *Builder) End(v *sema.Var) {
	if b == nil {
		return
	}
	if place := b.nodes[sema.FlowNode{Kind: sema.NodeVar, Var: v}]; place != 0 {
		b.add(sema.Event{Kind: sema.EventEnd, Place: place})
	}
}

// Returns records a return statement.
func (b *Builder) Returns(value sema.Node, site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventReturn, Value: value, Site: site})
		b.dead()
	}
}

// Asm records an asm statement.
func (b *Builder) Asm(site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventAsm, Site: site})
	}
}

// escape records that the addresses of places go somewhere unknown.
func (b *Builder) escape(site sema.Site, places ...sema.Node) {
	if b == nil {
		return
	}
	for _, p := range places {
		b.add(sema.Event{Kind: sema.EventEscape, Place: p, Site: site})
	}
}

// Expect notes what is known of a call that is about to happen.
func (b *Builder) Expect(f *sema.Func, args []sema.Node) {
	if b == nil {
		return
	}
	if n := len(b.pending); n > 0 && b.pending[n-1].callee == f && b.pending[n-1].args == nil {
		b.pending[n-1].args = args
		return
	}
	b.pending = append(b.pending, pendingCall{callee: f, args: args})
}

// expectOn notes the object of a member function's call that is about to happen.
func (b *Builder) expectOn(f *sema.Func, object sema.Node) {
	if b != nil && f != nil {
		b.pending = append(b.pending, pendingCall{callee: f, object: object})
	}
}

// Call records a call with what was expected of it.
func (b *Builder) Call(c sema.FlowCall, ctx sema.Context) *sema.FlowCall {
	if b == nil {
		return nil
	}
	if c.Callee != nil {
		for i, p := range slices.Backward(b.pending) {
			if p.callee == c.Callee {
				c.Object, c.Args = p.object, p.args
				b.pending = b.pending[:i]
				break
			}
		}
		c.NoReturn = c.NoReturn || b.u.NoReturn(c.Callee)
	}
	e := b.add(sema.Event{Kind: sema.EventCall, Site: c.Site, Context: ctx, Call: &c})
	c.Result = b.node(sema.FlowNode{Kind: sema.NodeResult, Event: e.ID})
	b.last = &c
	switch {
	case c.NoReturn:
		b.Ends(c.Full, sema.EdgeNever, c.Indirect || c.Kind == sema.CallNamed || c.Kind == sema.CallObject || c.Kind == sema.CallOperator)
	case c.Callee == nil && !c.Indirect && !c.Dependent && c.Builtin == 0:
		b.Ends(c.Full, sema.EdgeUnknown, true)
	}
	return &c
}

// Builtin records a call of a function that the compiler knows without declaration, and returns its result.
func (b *Builder) Builtin(name token.Sym, noReturn bool, args []sema.Node, ctx sema.Context, site sema.Site) sema.Node {
	if b == nil {
		return 0
	}
	c := b.Call(sema.FlowCall{Builtin: name, Site: site, Full: site, Args: args}, ctx)
	if noReturn {
		c.NoReturn = true
		b.Ends(site, sema.EdgeNever, true)
	}
	return c.Result
}

// Captured records which variables a lambda may change.
func (b *Builder) Captured(l *sema.Lambda) {
	if b == nil {
		return
	}
	if l.CallT != nil && l.Expr.Default == token.Amp {
		b.escape(l.Site, 0) // what it captures is known when it is called
	}
	for _, c := range l.Captures {
		if c.ByRef && c.Var != nil {
			b.escape(c.Site, b.Variable(c.Var))
		}
	}
}

// Launch records a launch.
func (b *Builder) Launch(l sema.Launch, config, args []sema.Node, sites []sema.Site) {
	if b == nil {
		return
	}
	if l.Kernel != nil {
		b.pending = slices.DeleteFunc(b.pending, func(p pendingCall) bool { return p.callee == l.Kernel })
	}
	c := &sema.FlowCall{Callee: l.Kernel, Site: l.Site, Full: l.Full, Dependent: l.Dependent, Args: args, ArgSites: sites, Config: config}
	b.add(sema.Event{Kind: sema.EventLaunch, Site: l.Full, Context: l.Context, Call: c})
}

// Made records a new-expression of type t and returns the pointer that it yields.
func (b *Builder) Made(t *types.Type, placement []sema.Node, ctx sema.Context, site sema.Site) sema.Node {
	if b == nil {
		return 0
	}
	c := &sema.FlowCall{Kind: sema.CallOperatorNew, Site: site, Full: site, Args: placement}
	e := b.add(sema.Event{Kind: sema.EventNew, Site: site, Type: t, Context: ctx, Call: c})
	c.Result = b.node(sema.FlowNode{Kind: sema.NodeResult, Event: e.ID})
	return c.Result
}

// Deleted records a delete-expression.
func (b *Builder) Deleted(pointer sema.Node, ctx sema.Context, site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventDelete, Value: pointer, Context: ctx, Site: site})
	}
}

// ResultOf is the result of the call of f that was just recorded: the value, or the place for a result of reference type.
func (b *Builder) ResultOf(f *sema.Func, cat sema.Category) sema.Node {
	switch {
	case b == nil || b.last == nil || b.last.Callee != f:
		return 0
	case cat == sema.PRValue:
		return b.last.Result
	}
	return b.Pointee(b.last.Result)
}

// ---- Nodes

func (b *Builder) node(n sema.FlowNode) sema.Node {
	if id, ok := b.nodes[n]; ok {
		return id
	}
	id := sema.Node(len(b.flow.Nodes))
	b.flow.Nodes = append(b.flow.Nodes, n)
	b.nodes[n] = id
	return id
}

// Variable is a variable's place.
func (b *Builder) Variable(v *sema.Var) sema.Node {
	if b == nil || v == nil {
		return 0
	}
	return b.node(sema.FlowNode{Kind: sema.NodeVar, Var: v})
}

// Of is the node of a kind over a known node.
func (b *Builder) Of(kind sema.NodeKind, x sema.Node) sema.Node {
	if b == nil || x == 0 {
		return 0
	}
	return b.node(sema.FlowNode{Kind: kind, X: x})
}

// Field is the place of a member of the object in a place.
func (b *Builder) Field(x sema.Node, f *sema.Field) sema.Node {
	if b == nil || x == 0 {
		return 0
	}
	return b.node(sema.FlowNode{Kind: sema.NodeField, X: x, Field: f})
}

// Constant is the node of a kind that is over nothing.
func (b *Builder) Constant(kind sema.NodeKind) sema.Node {
	if b == nil {
		return 0
	}
	return b.node(sema.FlowNode{Kind: kind})
}

// Address is the address of a place.
func (b *Builder) Address(place sema.Node) sema.Node {
	if b != nil && b.flow.Nodes[place].Kind == sema.NodePointee {
		return b.flow.Nodes[place].X
	}
	return b.Of(sema.NodeAddress, place)
}

// Pointee is what a pointer points to.
func (b *Builder) Pointee(value sema.Node) sema.Node {
	if b != nil && b.flow.Nodes[value].Kind == sema.NodeAddress {
		return b.flow.Nodes[value].X
	}
	return b.Of(sema.NodePointee, value)
}

// Offset is a pointer after pointer arithmetic.
func (b *Builder) Offset(value sema.Node) sema.Node {
	if b != nil && b.flow.Nodes[value].Kind == sema.NodeOffset {
		return value
	}
	return b.Of(sema.NodeOffset, value)
}

// Loaded is what a place held at the newest event, which read it.
func (b *Builder) Loaded(place sema.Node) sema.Node {
	if b == nil || place == 0 {
		return 0
	}
	return b.node(sema.FlowNode{Kind: sema.NodeLoad, X: place, Event: b.events - 1})
}

// Reference is what the reference variable v refers to.
func (b *Builder) Reference(v *sema.Var, site sema.Site) sema.Node {
	if b == nil {
		return 0
	}
	place := b.Variable(v)
	b.add(sema.Event{Kind: sema.EventAccess, Use: sema.Read, Place: place, Site: site})
	return b.Pointee(b.Loaded(place))
}

// RefMember is what the reference member in a place refers to.
func (b *Builder) RefMember(place sema.Node, site sema.Site) sema.Node {
	if b == nil || place == 0 {
		return 0
	}
	b.add(sema.Event{Kind: sema.EventAccess, Use: sema.Read, Place: place, Site: site})
	return b.Pointee(b.Loaded(place))
}

// Converted is a value after a cast to t: pointers, and numbers that may hold them, stay what they are.
func (b *Builder) Converted(value sema.Node, t *types.Type) sema.Node {
	if t.IsArithmetic() && !t.IsIntegral() {
		return 0
	}
	return value
}

// Decay is the address of the first element of the array in a place.
func (b *Builder) Decay(array sema.Node) sema.Node {
	return b.Address(b.Of(sema.NodeElement, array))
}

// Lose is about an operand of which nobody knows what happens to it.
func (b *Builder) Lose(o sema.Operand) {
	if b == nil || o.Node == 0 {
		return
	}
	n := b.flow.Nodes[o.Node]
	switch {
	case n.Kind == sema.NodeAddress:
		b.escape(o.SiteOf(), n.X)
	case o.Cat != sema.PRValue && n.Kind < sema.NodeNull:
		b.escape(o.SiteOf(), o.Node)
	}
}

// Either is one of two values, or places.
func (b *Builder) Either(x, y sema.Node) sema.Node {
	if b == nil || x == 0 || y == 0 || x == y {
		return min(x, y)
	}
	return b.node(sema.FlowNode{Kind: sema.NodeEither, X: x, Y: y})
}

// Argument is what a parameter of type t gets: for a reference the address of what it is bound to.
func (b *Builder) Argument(o sema.Operand, t *types.Type) sema.Node {
	if b != nil && t != nil && t.IsRef() {
		return b.Address(o.Node)
	}
	return o.Node
}
