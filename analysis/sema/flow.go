package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Flow is the control flow of one body under one environment: what it does in the order of evaluation, in blocks that follow
// each other. Values and places are abstract: they tell where something comes from and nothing of what it is. Like Facts it
// holds entities and sites, never trees; it has entities of its own for the body's parameters and locals.
type Flow struct {
	Func   *Func
	Params []*Var
	// Blocks begin with the entry; End is the block that falls off the end of the body.
	Blocks []FlowBlock
	End    int
	// Closing is the brace that closes the body.
	Closing Site
	// Nodes are the values and places by their numbers; number 0 is the unknown one.
	Nodes []FlowNode
	Loops []FlowLoop
	// Unclear: some of the body could not be followed (unreadable text, a computed goto).
	Unclear bool
}

// FlowBlock is a run of events that happen one after the other, and what may follow.
type FlowBlock struct {
	Events []Event
	Next   []FlowEdge
}

// FlowEdge leads to another block.
type FlowEdge struct {
	To   int
	Kind EdgeKind
}

// EdgeKind says whether control goes along an edge.
type EdgeKind uint8

// The edges.
const (
	// EdgeMay is taken or not, as far as anybody knows.
	EdgeMay EdgeKind = iota
	// EdgeNever is taken by nobody, by a constant condition or since a call does not return, but front ends may think it is.
	EdgeNever
	// EdgeUnknown follows a call of which it is not known whether it returns.
	EdgeUnknown
)

// FlowLoop is a while, do or for loop, range-based ones too: its blocks are those from Header up to, and without, Limit.
type FlowLoop struct {
	Site          Site
	Header, Limit int
}

// Node is the number of a FlowNode in its Flow.
type Node int32

// NodeKind is the sort of a FlowNode.
type NodeKind uint8

// The nodes: first places, then values.
const (
	NodeUnknown NodeKind = iota
	// NodeVar is the variable Var; of a reference, the reference itself.
	NodeVar
	// NodeField is the member Field of the object in place X.
	NodeField
	// NodeElement is an element of the array in place X.
	NodeElement
	// NodePointee is what the pointer or reference of value X points to, or an element of the array that it points into.
	NodePointee
	// NodeString is the array that a string literal stands for.
	NodeString

	// NodeNull is a null pointer.
	NodeNull
	// NodeUninit is what a variable without initialiser holds.
	NodeUninit
	// NodeAddress is the address of place X.
	NodeAddress
	// NodeOffset is the pointer of value X moved by pointer arithmetic.
	NodeOffset
	// NodeLoad is what place X held at the event number Event.
	NodeLoad
	// NodeResult is the result of the call or new-expression at the event number Event.
	NodeResult
	// NodeThis is this.
	NodeThis
	// NodeEither is one of the values, or places, X and Y.
	NodeEither
)

// FlowNode is a value or a place. Two nodes of one Flow that are equal have one number.
type FlowNode struct {
	Kind  NodeKind
	X, Y  Node
	Var   *Var
	Field *Field
	Event int
}

// Within is the variable that a place is, or lies in; nil where the place lies behind a pointer or is unknown.
func (g *Flow) Within(place Node) *Var {
	for n := &g.Nodes[place]; ; n = &g.Nodes[n.X] {
		switch n.Kind {
		case NodeVar:
			return n.Var
		case NodeField, NodeElement:
		default:
			return nil
		}
	}
}

// EventKind is the sort of an Event.
type EventKind uint8

// The events.
const (
	// EventAccess uses a place, the way that Use says.
	EventAccess EventKind = iota
	// EventAssign gives a place a value: an assignment or an initialisation.
	EventAssign
	// EventCall calls, written or not.
	EventCall
	// EventLaunch launches a kernel.
	EventLaunch
	// EventNew makes an object by a new-expression.
	EventNew
	// EventDelete deletes what Value points to.
	EventDelete
	// EventAsm is an asm statement.
	EventAsm
	// EventReturn returns Value.
	EventReturn
	// EventEscape passes the address of a place on to whoever may keep it: a capture by reference, an expression that is not
	// understood. The unknown place stands for all.
	EventEscape
	// EventForget begins an exception handler: of what was known before nothing is.
	EventForget
)

// Event is one thing that a body does.
type Event struct {
	Kind EventKind
	// ID is the event's number in its Flow.
	ID      int
	Use     UseKind
	Context Context
	Site    Site
	// Type is the type of what is accessed, or made by new; nil where it is not known.
	Type         *types.Type
	Place, Value Node
	Call         *FlowCall // of calls, launches and new-expressions
}

// FlowCall is what is known of a call, launch or new-expression.
type FlowCall struct {
	Callee *Func // the kernel of a launch; nil when it is not known
	// Builtin is the name of a function that the compiler knows without declaration.
	Builtin           token.Sym
	Kind              CallKind
	Site, Full        Site
	Virtual, NoReturn bool
	// Indirect: the call goes through a pointer. Dependent: it depends on template parameters.
	Indirect, Dependent bool
	// Object is the place of the object whose member is called.
	Object Node
	// Args are the arguments' values, the address of what is bound for a parameter of reference type; they are nil where they
	// are not known. Of a new-expression they are its placement. ArgSites are the places of a launch's arguments.
	Args     []Node
	ArgSites []Site
	// Config are a launch's configuration arguments.
	Config []Node
	Result Node
}

// Flow is the control flow of a function's body, made at the first question. It is nil for a function without a body that
// somebody wrote.
func (u *Unit) Flow(f *Func) *Flow {
	u.dependsOn(f)
	if f.flowDone {
		return f.flow
	}
	facts := u.Facts(f)
	if facts == nil || facts.Decl == nil || f.Implicit || f.Defaulted || f.Comparison() || !u.enterDeep() {
		return nil
	}
	defer u.leave()
	f.flowDone = true
	b := newFlowBuilder(u, f)
	w := &walker{u: u, f: f, facts: &Facts{Func: f, Decl: facts.Decl, Template: facts.Template}, typing: true, flow: b}
	kept := f.params
	outer := u.analysing
	u.analysing = w.facts
	if f.Closure != nil {
		b.flow.Params = w.lambdaBody(f)
		end := f.Closure.Expr.Block.Span.Hi
		b.flow.Closing = Site{f.Closure.Site.Chunk, ast.Span{Lo: end - 1, Hi: end}}
	} else {
		sc := u.bodyScope(f, facts.Decl)
		sc.Chunk, _ = u.bodyAt(facts.Decl)
		if body := u.parseBody(sc, facts.Decl); body != nil {
			b.flow.Closing = Site{sc.Chunk, ast.Span{Lo: body.Span.Hi - 1, Hi: body.Span.Hi}}
			w.funcBody(sc, body)
		}
		b.flow.Params = f.params
	}
	u.analysing, f.params = outer, kept
	f.flow = b.finish(len(w.facts.Bad) > 0 || w.steps > maxSteps)
	return f.flow
}

// flowBuilder makes a Flow while a walker walks the body. A nil builder does nothing.
type flowBuilder struct {
	u    *Unit
	flow *Flow
	// cur is the block that events go to.
	cur    int
	events int
	nodes  map[FlowNode]Node
	labels map[token.Sym]int
	// breaks and continues are where the jumps lead to; switches are the enclosing switch statements.
	breaks, continues []int
	switches          []flowSwitch
	pending           []pendingCall
	last              *FlowCall
	// ended tells of the newest call or throw-expression that does not return.
	ended struct {
		site  Site
		block int
		// call: it is a call that is written as one, or a throw-expression.
		call bool
	}
}

type flowSwitch struct {
	head       int
	hasDefault bool
}

// pendingCall is what is known of a call before it happens.
type pendingCall struct {
	callee *Func
	object Node
	args   []Node
}

func newFlowBuilder(u *Unit, f *Func) *flowBuilder {
	b := &flowBuilder{u: u, flow: &Flow{Func: f, Nodes: make([]FlowNode, 1)}, nodes: map[FlowNode]Node{{}: 0}, labels: map[token.Sym]int{}}
	b.block()
	b.ended.block = -1
	return b
}

func (b *flowBuilder) finish(unclear bool) *Flow {
	b.flow.End = b.cur
	b.flow.Unclear = b.flow.Unclear || unclear
	return b.flow
}

// ---- Blocks

// block makes a block that nothing leads to yet.
func (b *flowBuilder) block() int {
	if b == nil {
		return 0
	}
	b.flow.Blocks = append(b.flow.Blocks, FlowBlock{})
	return len(b.flow.Blocks) - 1
}

func (b *flowBuilder) edge(from, to int, kind EdgeKind) {
	if b != nil {
		b.flow.Blocks[from].Next = append(b.flow.Blocks[from].Next, FlowEdge{to, kind})
	}
}

// here is the present block.
func (b *flowBuilder) here() int {
	if b == nil {
		return 0
	}
	return b.cur
}

// goOn makes a block the present one.
func (b *flowBuilder) goOn(at int) {
	if b != nil {
		b.cur = at
	}
}

// from goes on in a new block that follows a block.
func (b *flowBuilder) from(head int, kind EdgeKind) {
	if b != nil {
		b.cur = b.block()
		b.edge(head, b.cur, kind)
	}
}

// join goes on in a new block that follows all of ends.
func (b *flowBuilder) join(ends ...int) {
	if b == nil {
		return
	}
	b.cur = b.block()
	for _, end := range ends {
		b.edge(end, b.cur, EdgeMay)
	}
}

// at runs fn with its events at the end of an earlier block.
func (b *flowBuilder) at(block int, fn func()) {
	if b == nil {
		fn()
		return
	}
	old := b.cur
	b.cur = block
	fn()
	b.cur = old
}

// neverIf is the kind of an edge that a constant condition rules out, or not.
func neverIf(ruledOut bool) EdgeKind {
	if ruledOut {
		return EdgeNever
	}
	return EdgeMay
}

// ends is about a call or throw-expression after which control does not go on, or perhaps not: what follows in the same
// full-expression stands in a block of its own.
func (b *flowBuilder) ends(site Site, kind EdgeKind, call bool) {
	if b == nil {
		return
	}
	b.ended.site, b.ended.block, b.ended.call = site, b.cur, call && kind == EdgeNever
	b.from(b.cur, kind)
}

// believed is about a block that front ends take for reached, whatever stands before it: what a label or a jump
// leads to, a loop's body.
func (b *flowBuilder) believed(block int) { b.edge(0, block, EdgeNever) }

// statement is told of an expression statement that was walked. Front ends believe a noreturn call only where it is all of a
// statement, in parentheses or cast to void at most; then nothing follows.
func (b *flowBuilder) statement(sc *Scope, e ast.Expr) {
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
	if b.ended.site == (Site{sc.Chunk, e.Pos()}) {
		b.flow.Blocks[b.ended.block].Next = nil
	}
	b.ended.block = -1
}

// dead goes on in a block that nothing leads to, after a jump.
func (b *flowBuilder) dead() {
	if b != nil {
		b.cur = b.block()
	}
}

func (b *flowBuilder) jumpTo(stack []int) {
	if n := len(stack); n > 0 {
		b.edge(b.cur, stack[n-1], EdgeMay)
		b.believed(stack[n-1])
	} else {
		b.flow.Unclear = true
	}
	b.dead()
}

func (b *flowBuilder) jump(s *ast.Jump) {
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
		b.edge(b.cur, b.label(s.Label), EdgeMay)
		b.dead()
	}
}

func (b *flowBuilder) label(sym token.Sym) int {
	at, ok := b.labels[sym]
	if !ok {
		at = b.block()
		b.labels[sym] = at
		b.believed(at)
	}
	return at
}

// labelled goes on after a label.
func (b *flowBuilder) labelled(sym token.Sym) {
	if b != nil {
		at := b.label(sym)
		b.edge(b.cur, at, EdgeMay)
		b.cur = at
	}
}

// beginSwitch goes on in a switch's body; what it returns is where control is after it.
func (b *flowBuilder) beginSwitch() (after int) {
	if b == nil {
		return 0
	}
	after = b.block()
	b.breaks = append(b.breaks, after)
	b.switches = append(b.switches, flowSwitch{head: b.cur})
	b.dead()
	return after
}

func (b *flowBuilder) endSwitch(after int) {
	if b == nil {
		return
	}
	b.edge(b.cur, after, EdgeMay)
	if s := b.switches[len(b.switches)-1]; !s.hasDefault {
		b.edge(s.head, after, EdgeMay)
	}
	b.breaks = b.breaks[:len(b.breaks)-1]
	b.switches = b.switches[:len(b.switches)-1]
	b.cur = after
}

// caseLabel goes on after a case label.
func (b *flowBuilder) caseLabel(isDefault bool) {
	if b == nil {
		return
	}
	if len(b.switches) == 0 {
		b.flow.Unclear = true
		return
	}
	s := &b.switches[len(b.switches)-1]
	s.hasDefault = s.hasDefault || isDefault
	b.join(s.head, b.cur)
}

// flowLoop is a loop being walked.
type flowLoop struct {
	header, next, after, condition int
	enter                          EdgeKind // from the condition to the body
	// looks: the condition reads what is not automatic, or is constant.
	looks bool
}

// beginLoop goes on in a loop's header. Unless the header is what continue leads to, next is a block of its own.
func (b *flowBuilder) beginLoop(ownNext bool) flowLoop {
	if b == nil {
		return flowLoop{}
	}
	l := flowLoop{after: b.block()}
	l.header = b.block()
	b.edge(b.cur, l.header, EdgeMay)
	l.next = l.header
	if ownNext {
		l.next = b.block()
	}
	b.breaks, b.continues = append(b.breaks, l.after), append(b.continues, l.next)
	b.cur = l.header
	return l
}

// decide ends the block of a loop's condition, whose value may be known: control goes on in the loop, or after it.
func (b *flowBuilder) decide(l *flowLoop, value, known bool) {
	if b != nil {
		l.condition, l.enter = b.cur, neverIf(known && !value)
		if !known || !value {
			b.edge(b.cur, l.after, EdgeMay)
		}
	}
}

// endLoop goes on after a loop.
func (b *flowBuilder) endLoop(l flowLoop, site Site) {
	if b == nil {
		return
	}
	b.flow.Loops = append(b.flow.Loops, FlowLoop{Site: site, Header: l.header, Limit: len(b.flow.Blocks)})
	b.breaks, b.continues = b.breaks[:len(b.breaks)-1], b.continues[:len(b.continues)-1]
	b.cur = l.after
}

// handler begins an exception handler of a try block that began at a block.
func (b *flowBuilder) handler(try int) {
	if b != nil {
		b.from(try, EdgeMay)
		b.add(Event{Kind: EventForget})
	}
}

// ---- Events

func (b *flowBuilder) add(e Event) *Event {
	e.ID = b.events
	b.events++
	events := &b.flow.Blocks[b.cur].Events
	*events = append(*events, e)
	return &(*events)[len(*events)-1]
}

// siteOf is the expression that denotes an operand's place, as far as it is known.
func (o Operand) siteOf() Site {
	if !o.at.IsZero() {
		return o.at
	}
	if o.base != nil {
		return o.base.site
	}
	return Site{}
}

// flowUse records what happens to the place that an operand denotes.
func (w *walker) flowUse(o Operand, kind UseKind, callee *Func) {
	place := o.node
	if o.address { // of whose address the operand is
		if n := w.flow.flow.Nodes[o.node]; n.Kind == NodeAddress {
			place = n.X
		}
	}
	w.flow.add(Event{Kind: EventAccess, Use: kind, Context: w.ctx, Site: w.useSite(o.siteOf()), Type: o.Type, Place: place})
	if kind == Object {
		w.flow.expectOn(callee, place)
	}
}

func (b *flowBuilder) assign(place, value Node, t *types.Type, ctx Context, site Site) {
	if b != nil {
		b.add(Event{Kind: EventAssign, Place: place, Value: value, Type: t, Context: ctx, Site: site})
	}
}

// returns records a return statement.
func (b *flowBuilder) returns(value Node, site Site) {
	if b != nil {
		b.add(Event{Kind: EventReturn, Value: value, Site: site})
		b.dead()
	}
}

func (b *flowBuilder) asm(site Site) {
	if b != nil {
		b.add(Event{Kind: EventAsm, Site: site})
	}
}

// escape records that the addresses of places go somewhere unknown.
func (b *flowBuilder) escape(site Site, places ...Node) {
	if b == nil {
		return
	}
	for _, p := range places {
		b.add(Event{Kind: EventEscape, Place: p, Site: site})
	}
}

// expect notes what is known of a call that is about to happen.
func (b *flowBuilder) expect(f *Func, args []Node) {
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
func (b *flowBuilder) expectOn(f *Func, object Node) {
	if b != nil && f != nil {
		b.pending = append(b.pending, pendingCall{callee: f, object: object})
	}
}

// call records a call with what was expected of it.
func (b *flowBuilder) call(c FlowCall, ctx Context) *FlowCall {
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
	e := b.add(Event{Kind: EventCall, Site: c.Site, Context: ctx, Call: &c})
	c.Result = b.node(FlowNode{Kind: NodeResult, Event: e.ID})
	b.last = &c
	switch {
	case c.NoReturn:
		b.ends(c.Full, EdgeNever, c.Indirect || c.Kind == CallNamed || c.Kind == CallObject || c.Kind == CallOperator)
	case c.Callee == nil && !c.Indirect && !c.Dependent && c.Builtin == 0:
		b.ends(c.Full, EdgeUnknown, true)
	}
	return &c
}

// builtin records a call of a function that the compiler knows without declaration, and returns its result.
func (b *flowBuilder) builtin(name token.Sym, noReturn bool, args []Node, ctx Context, site Site) Node {
	if b == nil {
		return 0
	}
	c := b.call(FlowCall{Builtin: name, Site: site, Full: site, Args: args}, ctx)
	if noReturn {
		c.NoReturn = true
		b.ends(site, EdgeNever, true)
	}
	return c.Result
}

// captured records which variables a lambda may change.
func (b *flowBuilder) captured(l *Lambda) {
	if b == nil {
		return
	}
	if l.CallT != nil && l.Expr.Default == token.Amp {
		b.escape(l.Site, 0) // what it captures is known when it is called
	}
	for _, c := range l.Captures {
		if c.ByRef && c.Var != nil {
			b.escape(c.Site, b.variable(c.Var))
		}
	}
}

// launch records a launch.
func (b *flowBuilder) launch(l Launch, config, args []Node, sites []Site) {
	if b == nil {
		return
	}
	if l.Kernel != nil {
		b.pending = slices.DeleteFunc(b.pending, func(p pendingCall) bool { return p.callee == l.Kernel })
	}
	c := &FlowCall{Callee: l.Kernel, Site: l.Site, Full: l.Full, Dependent: l.Dependent, Args: args, ArgSites: sites, Config: config}
	b.add(Event{Kind: EventLaunch, Site: l.Full, Context: l.Context, Call: c})
}

// made records a new-expression of type t and returns the pointer that it yields.
func (b *flowBuilder) made(t *types.Type, placement []Node, ctx Context, site Site) Node {
	if b == nil {
		return 0
	}
	c := &FlowCall{Kind: CallOperatorNew, Site: site, Full: site, Args: placement}
	e := b.add(Event{Kind: EventNew, Site: site, Type: t, Context: ctx, Call: c})
	c.Result = b.node(FlowNode{Kind: NodeResult, Event: e.ID})
	return c.Result
}

// deleted records a delete-expression.
func (b *flowBuilder) deleted(pointer Node, ctx Context, site Site) {
	if b != nil {
		b.add(Event{Kind: EventDelete, Value: pointer, Context: ctx, Site: site})
	}
}

// resultOf is the result of the call of f that was just recorded: the value, or the place for a result of reference type.
func (b *flowBuilder) resultOf(f *Func, cat Category) Node {
	switch {
	case b == nil || b.last == nil || b.last.Callee != f:
		return 0
	case cat == PRValue:
		return b.last.Result
	}
	return b.pointee(b.last.Result)
}

// ---- Nodes

func (b *flowBuilder) node(n FlowNode) Node {
	if id, ok := b.nodes[n]; ok {
		return id
	}
	id := Node(len(b.flow.Nodes))
	b.flow.Nodes = append(b.flow.Nodes, n)
	b.nodes[n] = id
	return id
}

// variable is a variable's place.
func (b *flowBuilder) variable(v *Var) Node {
	if b == nil || v == nil {
		return 0
	}
	return b.node(FlowNode{Kind: NodeVar, Var: v})
}

// of is the node of a kind over a known node.
func (b *flowBuilder) of(kind NodeKind, x Node) Node {
	if b == nil || x == 0 {
		return 0
	}
	return b.node(FlowNode{Kind: kind, X: x})
}

func (b *flowBuilder) field(x Node, f *Field) Node {
	if b == nil || x == 0 {
		return 0
	}
	return b.node(FlowNode{Kind: NodeField, X: x, Field: f})
}

func (b *flowBuilder) constant(kind NodeKind) Node {
	if b == nil {
		return 0
	}
	return b.node(FlowNode{Kind: kind})
}

// address is the address of a place.
func (b *flowBuilder) address(place Node) Node {
	if b != nil && b.flow.Nodes[place].Kind == NodePointee {
		return b.flow.Nodes[place].X
	}
	return b.of(NodeAddress, place)
}

// pointee is what a pointer points to.
func (b *flowBuilder) pointee(value Node) Node {
	if b != nil && b.flow.Nodes[value].Kind == NodeAddress {
		return b.flow.Nodes[value].X
	}
	return b.of(NodePointee, value)
}

// offset is a pointer after pointer arithmetic.
func (b *flowBuilder) offset(value Node) Node {
	if b != nil && b.flow.Nodes[value].Kind == NodeOffset {
		return value
	}
	return b.of(NodeOffset, value)
}

// loaded is what a place held at the newest event, which read it.
func (b *flowBuilder) loaded(place Node) Node {
	if b == nil || place == 0 {
		return 0
	}
	return b.node(FlowNode{Kind: NodeLoad, X: place, Event: b.events - 1})
}

// reference is what the reference variable v refers to.
func (b *flowBuilder) reference(v *Var, site Site) Node {
	if b == nil {
		return 0
	}
	place := b.variable(v)
	b.add(Event{Kind: EventAccess, Use: Read, Place: place, Site: site})
	return b.pointee(b.loaded(place))
}

// refMember is what the reference member in a place refers to.
func (b *flowBuilder) refMember(place Node, site Site) Node {
	if b == nil || place == 0 {
		return 0
	}
	b.add(Event{Kind: EventAccess, Use: Read, Place: place, Site: site})
	return b.pointee(b.loaded(place))
}

// converted is a value after a cast to t: pointers, and numbers that may hold them, stay what they are.
func (b *flowBuilder) converted(value Node, t *types.Type) Node {
	if t.IsArithmetic() && !t.IsIntegral() {
		return 0
	}
	return value
}

// decay is the address of the first element of the array in a place.
func (b *flowBuilder) decay(array Node) Node { return b.address(b.of(NodeElement, array)) }

// lose is about an operand of which nobody knows what happens to it.
func (b *flowBuilder) lose(o Operand) {
	if b == nil || o.node == 0 {
		return
	}
	n := b.flow.Nodes[o.node]
	switch {
	case n.Kind == NodeAddress:
		b.escape(o.siteOf(), n.X)
	case o.Cat != PRValue && n.Kind < NodeNull:
		b.escape(o.siteOf(), o.node)
	}
}

func (b *flowBuilder) either(x, y Node) Node {
	if b == nil || x == 0 || y == 0 || x == y {
		return min(x, y)
	}
	return b.node(FlowNode{Kind: NodeEither, X: x, Y: y})
}

// argument is what a parameter of type t gets: for a reference the address of what it is bound to.
func (b *flowBuilder) argument(o Operand, t *types.Type) Node {
	if b != nil && t != nil && t.IsRef() {
		return b.address(o.node)
	}
	return o.node
}

// ---- What functions are declared to do

// Attribute is the place of an attribute on the first declaration of f that carries it.
func (u *Unit) Attribute(f *Func, name string) (Site, bool) {
	sym := u.Sym(name)
	for _, d := range f.Decls {
		if a := declaredWith(sym, d.Spec, d.Dtor); a != nil {
			return Site{d.Site.Chunk, a.Span}, true
		}
	}
	return Site{}, false
}

// declaredWith is the attribute of a name among those of a declaration, nil where there is none.
func declaredWith(name token.Sym, spec *ast.Specifiers, dtor *ast.Declarator) *ast.Attr {
	var lists [2][]ast.Attr
	if spec != nil {
		lists[0] = spec.Attrs
	}
	if dtor != nil {
		lists[1] = dtor.Attrs
	}
	for _, list := range lists {
		for i := range list {
			if list[i].Name == name && list[i].Style != ast.AttrDeclspec { // which compilers for Linux ignore
				return &list[i]
			}
		}
	}
	return nil
}

// NoReturn reports whether f is declared never to return.
func (u *Unit) NoReturn(f *Func) bool {
	_, yes := u.Attribute(f, "noreturn")
	return yes
}

// pointsToNoReturn reports whether what a call goes through is a function, or a pointer to functions, that never return.
func (u *Unit) pointsToNoReturn(e Entity) bool {
	switch e := e.(type) {
	case *Func:
		return u.NoReturn(e)
	case *Var:
		sym := u.Sym("noreturn")
		return slices.ContainsFunc(e.Decls, func(d *VarDecl) bool { return declaredWith(sym, d.Spec, d.Dtor) != nil })
	}
	return false
}
