package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Flow is the control flow of a function's body, made at the first question. It is nil for a function without a body that
// somebody wrote.
func (u *Model) Flow(f *sema.Func) *sema.Flow {
	u.DependsOn(f)
	if f.FlowDone {
		return f.Flow
	}
	facts := u.Facts(f)
	if facts == nil || facts.Decl == nil || f.Implicit || f.Defaulted || f.Comparison() || !u.EnterDeep() {
		return nil
	}
	defer u.LeaveDeep()
	f.FlowDone = true
	b := newFlowBuilder(u, f)
	w := &walker{u: u, f: f, facts: &sema.Facts{Func: f, Decl: facts.Decl, Template: facts.Template}, typing: true, flow: b}
	kept := f.Params
	outer := u.Analysing
	u.Analysing = w.facts
	if f.Closure != nil {
		b.flow.Params = w.lambdaBody(f)
		end := f.Closure.Expr.Block.Span.Hi
		b.flow.Closing = sema.Site{Chunk: f.Closure.Site.Chunk, Span: ast.Span{Lo: end - 1, Hi: end}}
	} else {
		sc := u.bodyScope(f, facts.Decl)
		sc.Chunk, _ = u.BodyAt(facts.Decl)
		if body := u.ParseBody(sc, facts.Decl); body != nil {
			b.flow.Closing = sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: body.Span.Hi - 1, Hi: body.Span.Hi}}
			w.funcBody(sc, body)
		}
		b.flow.Params = f.Params
	}
	u.Analysing, f.Params = outer, kept
	f.Flow = b.finish(len(w.facts.Bad) > 0 || w.steps > maxSteps)
	return f.Flow
}

// flowBuilder makes a Flow while a walker walks the body. A nil builder does nothing.
type flowBuilder struct {
	u    *Model
	flow *sema.Flow
	// cur is the block that events go to.
	cur    int
	events int
	nodes  map[sema.FlowNode]sema.Node
	labels map[token.Sym]int
	// breaks and continues are where the jumps lead to; switches are the enclosing switch statements.
	breaks, continues []int
	switches          []flowSwitch
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

type flowSwitch struct {
	head       int
	hasDefault bool
}

// pendingCall is what is known of a call before it happens.
type pendingCall struct {
	callee *sema.Func
	object sema.Node
	args   []sema.Node
}

func newFlowBuilder(u *Model, f *sema.Func) *flowBuilder {
	b := &flowBuilder{u: u, flow: &sema.Flow{Func: f, Nodes: make([]sema.FlowNode, 1)}, nodes: map[sema.FlowNode]sema.Node{{}: 0}, labels: map[token.Sym]int{}}
	b.block()
	b.ended.block = -1
	return b
}

func (b *flowBuilder) finish(unclear bool) *sema.Flow {
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
	b.flow.Blocks = append(b.flow.Blocks, sema.FlowBlock{})
	return len(b.flow.Blocks) - 1
}

func (b *flowBuilder) edge(from, to int, kind sema.EdgeKind) {
	if b != nil {
		b.flow.Blocks[from].Next = append(b.flow.Blocks[from].Next, sema.FlowEdge{To: to, Kind: kind})
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
func (b *flowBuilder) from(head int, kind sema.EdgeKind) {
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
		b.edge(end, b.cur, sema.EdgeMay)
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
func neverIf(ruledOut bool) sema.EdgeKind {
	if ruledOut {
		return sema.EdgeNever
	}
	return sema.EdgeMay
}

// ends is about a call or throw-expression after which control does not go on, or perhaps not: what follows in the same
// full-expression stands in a block of its own.
func (b *flowBuilder) ends(site sema.Site, kind sema.EdgeKind, call bool) {
	if b == nil {
		return
	}
	b.ended.site, b.ended.block, b.ended.call = site, b.cur, call && kind == sema.EdgeNever
	b.from(b.cur, kind)
}

// believed is about a block that front ends take for reached, whatever stands before it: what a label or a jump
// leads to, a loop's body.
func (b *flowBuilder) believed(block int) { b.edge(0, block, sema.EdgeNever) }

// statement is told of an expression statement that was walked. Front ends believe a noreturn call only where it is all of a
// statement, in parentheses or cast to void at most; then nothing follows.
func (b *flowBuilder) statement(sc *sema.Scope, e ast.Expr) {
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
func (b *flowBuilder) dead() {
	if b != nil {
		b.cur = b.block()
	}
}

func (b *flowBuilder) jumpTo(stack []int) {
	if n := len(stack); n > 0 {
		b.edge(b.cur, stack[n-1], sema.EdgeMay)
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
		b.edge(b.cur, b.label(s.Label), sema.EdgeMay)
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
		b.edge(b.cur, at, sema.EdgeMay)
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
	b.edge(b.cur, after, sema.EdgeMay)
	if s := b.switches[len(b.switches)-1]; !s.hasDefault {
		b.edge(s.head, after, sema.EdgeMay)
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
	enter                          sema.EdgeKind // from the condition to the body
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
	b.edge(b.cur, l.header, sema.EdgeMay)
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
			b.edge(b.cur, l.after, sema.EdgeMay)
		}
	}
}

// endLoop goes on after a loop.
func (b *flowBuilder) endLoop(l flowLoop, site sema.Site) {
	if b == nil {
		return
	}
	b.flow.Loops = append(b.flow.Loops, sema.FlowLoop{Site: site, Header: l.header, Limit: len(b.flow.Blocks)})
	b.breaks, b.continues = b.breaks[:len(b.breaks)-1], b.continues[:len(b.continues)-1]
	b.cur = l.after
}

// handler begins an exception handler of a try block that began at a block.
func (b *flowBuilder) handler(try int) {
	if b != nil {
		b.from(try, sema.EdgeMay)
		b.add(sema.Event{Kind: sema.EventForget})
	}
}

// ---- Events

func (b *flowBuilder) add(e sema.Event) *sema.Event {
	e.ID = b.events
	b.events++
	events := &b.flow.Blocks[b.cur].Events
	*events = append(*events, e)
	return &(*events)[len(*events)-1]
}

// flowUse records what happens to the place that an operand denotes.
func (w *walker) flowUse(o sema.Operand, kind sema.UseKind, callee *sema.Func) {
	place := o.Node
	if o.Address { // of whose address the operand is
		if n := w.flow.flow.Nodes[o.Node]; n.Kind == sema.NodeAddress {
			place = n.X
		}
	}
	w.flow.add(sema.Event{Kind: sema.EventAccess, Use: kind, Context: w.ctx, Site: w.useSite(o.SiteOf()), Type: o.Type, Place: place})
	if kind == sema.Object {
		w.flow.expectOn(callee, place)
	}
}

func (b *flowBuilder) assign(place, value sema.Node, t *types.Type, ctx sema.Context, site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventAssign, Place: place, Value: value, Type: t, Context: ctx, Site: site})
	}
}

// returns records a return statement.
func (b *flowBuilder) returns(value sema.Node, site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventReturn, Value: value, Site: site})
		b.dead()
	}
}

func (b *flowBuilder) asm(site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventAsm, Site: site})
	}
}

// escape records that the addresses of places go somewhere unknown.
func (b *flowBuilder) escape(site sema.Site, places ...sema.Node) {
	if b == nil {
		return
	}
	for _, p := range places {
		b.add(sema.Event{Kind: sema.EventEscape, Place: p, Site: site})
	}
}

// expect notes what is known of a call that is about to happen.
func (b *flowBuilder) expect(f *sema.Func, args []sema.Node) {
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
func (b *flowBuilder) expectOn(f *sema.Func, object sema.Node) {
	if b != nil && f != nil {
		b.pending = append(b.pending, pendingCall{callee: f, object: object})
	}
}

// call records a call with what was expected of it.
func (b *flowBuilder) call(c sema.FlowCall, ctx sema.Context) *sema.FlowCall {
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
		b.ends(c.Full, sema.EdgeNever, c.Indirect || c.Kind == sema.CallNamed || c.Kind == sema.CallObject || c.Kind == sema.CallOperator)
	case c.Callee == nil && !c.Indirect && !c.Dependent && c.Builtin == 0:
		b.ends(c.Full, sema.EdgeUnknown, true)
	}
	return &c
}

// builtin records a call of a function that the compiler knows without declaration, and returns its result.
func (b *flowBuilder) builtin(name token.Sym, noReturn bool, args []sema.Node, ctx sema.Context, site sema.Site) sema.Node {
	if b == nil {
		return 0
	}
	c := b.call(sema.FlowCall{Builtin: name, Site: site, Full: site, Args: args}, ctx)
	if noReturn {
		c.NoReturn = true
		b.ends(site, sema.EdgeNever, true)
	}
	return c.Result
}

// captured records which variables a lambda may change.
func (b *flowBuilder) captured(l *sema.Lambda) {
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
func (b *flowBuilder) launch(l sema.Launch, config, args []sema.Node, sites []sema.Site) {
	if b == nil {
		return
	}
	if l.Kernel != nil {
		b.pending = slices.DeleteFunc(b.pending, func(p pendingCall) bool { return p.callee == l.Kernel })
	}
	c := &sema.FlowCall{Callee: l.Kernel, Site: l.Site, Full: l.Full, Dependent: l.Dependent, Args: args, ArgSites: sites, Config: config}
	b.add(sema.Event{Kind: sema.EventLaunch, Site: l.Full, Context: l.Context, Call: c})
}

// made records a new-expression of type t and returns the pointer that it yields.
func (b *flowBuilder) made(t *types.Type, placement []sema.Node, ctx sema.Context, site sema.Site) sema.Node {
	if b == nil {
		return 0
	}
	c := &sema.FlowCall{Kind: sema.CallOperatorNew, Site: site, Full: site, Args: placement}
	e := b.add(sema.Event{Kind: sema.EventNew, Site: site, Type: t, Context: ctx, Call: c})
	c.Result = b.node(sema.FlowNode{Kind: sema.NodeResult, Event: e.ID})
	return c.Result
}

// deleted records a delete-expression.
func (b *flowBuilder) deleted(pointer sema.Node, ctx sema.Context, site sema.Site) {
	if b != nil {
		b.add(sema.Event{Kind: sema.EventDelete, Value: pointer, Context: ctx, Site: site})
	}
}

// resultOf is the result of the call of f that was just recorded: the value, or the place for a result of reference type.
func (b *flowBuilder) resultOf(f *sema.Func, cat sema.Category) sema.Node {
	switch {
	case b == nil || b.last == nil || b.last.Callee != f:
		return 0
	case cat == sema.PRValue:
		return b.last.Result
	}
	return b.pointee(b.last.Result)
}

// ---- Nodes

func (b *flowBuilder) node(n sema.FlowNode) sema.Node {
	if id, ok := b.nodes[n]; ok {
		return id
	}
	id := sema.Node(len(b.flow.Nodes))
	b.flow.Nodes = append(b.flow.Nodes, n)
	b.nodes[n] = id
	return id
}

// variable is a variable's place.
func (b *flowBuilder) variable(v *sema.Var) sema.Node {
	if b == nil || v == nil {
		return 0
	}
	return b.node(sema.FlowNode{Kind: sema.NodeVar, Var: v})
}

// of is the node of a kind over a known node.
func (b *flowBuilder) of(kind sema.NodeKind, x sema.Node) sema.Node {
	if b == nil || x == 0 {
		return 0
	}
	return b.node(sema.FlowNode{Kind: kind, X: x})
}

func (b *flowBuilder) field(x sema.Node, f *sema.Field) sema.Node {
	if b == nil || x == 0 {
		return 0
	}
	return b.node(sema.FlowNode{Kind: sema.NodeField, X: x, Field: f})
}

func (b *flowBuilder) constant(kind sema.NodeKind) sema.Node {
	if b == nil {
		return 0
	}
	return b.node(sema.FlowNode{Kind: kind})
}

// address is the address of a place.
func (b *flowBuilder) address(place sema.Node) sema.Node {
	if b != nil && b.flow.Nodes[place].Kind == sema.NodePointee {
		return b.flow.Nodes[place].X
	}
	return b.of(sema.NodeAddress, place)
}

// pointee is what a pointer points to.
func (b *flowBuilder) pointee(value sema.Node) sema.Node {
	if b != nil && b.flow.Nodes[value].Kind == sema.NodeAddress {
		return b.flow.Nodes[value].X
	}
	return b.of(sema.NodePointee, value)
}

// offset is a pointer after pointer arithmetic.
func (b *flowBuilder) offset(value sema.Node) sema.Node {
	if b != nil && b.flow.Nodes[value].Kind == sema.NodeOffset {
		return value
	}
	return b.of(sema.NodeOffset, value)
}

// loaded is what a place held at the newest event, which read it.
func (b *flowBuilder) loaded(place sema.Node) sema.Node {
	if b == nil || place == 0 {
		return 0
	}
	return b.node(sema.FlowNode{Kind: sema.NodeLoad, X: place, Event: b.events - 1})
}

// reference is what the reference variable v refers to.
func (b *flowBuilder) reference(v *sema.Var, site sema.Site) sema.Node {
	if b == nil {
		return 0
	}
	place := b.variable(v)
	b.add(sema.Event{Kind: sema.EventAccess, Use: sema.Read, Place: place, Site: site})
	return b.pointee(b.loaded(place))
}

// refMember is what the reference member in a place refers to.
func (b *flowBuilder) refMember(place sema.Node, site sema.Site) sema.Node {
	if b == nil || place == 0 {
		return 0
	}
	b.add(sema.Event{Kind: sema.EventAccess, Use: sema.Read, Place: place, Site: site})
	return b.pointee(b.loaded(place))
}

// converted is a value after a cast to t: pointers, and numbers that may hold them, stay what they are.
func (b *flowBuilder) converted(value sema.Node, t *types.Type) sema.Node {
	if t.IsArithmetic() && !t.IsIntegral() {
		return 0
	}
	return value
}

// decay is the address of the first element of the array in a place.
func (b *flowBuilder) decay(array sema.Node) sema.Node {
	return b.address(b.of(sema.NodeElement, array))
}

// lose is about an operand of which nobody knows what happens to it.
func (b *flowBuilder) lose(o sema.Operand) {
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

func (b *flowBuilder) either(x, y sema.Node) sema.Node {
	if b == nil || x == 0 || y == 0 || x == y {
		return min(x, y)
	}
	return b.node(sema.FlowNode{Kind: sema.NodeEither, X: x, Y: y})
}

// argument is what a parameter of type t gets: for a reference the address of what it is bound to.
func (b *flowBuilder) argument(o sema.Operand, t *types.Type) sema.Node {
	if b != nil && t != nil && t.IsRef() {
		return b.address(o.Node)
	}
	return o.Node
}

// pointsToNoReturn reports whether what a call goes through is a function, or a pointer to functions, that never return.
func (u *Model) pointsToNoReturn(e sema.Entity) bool {
	switch e := e.(type) {
	case *sema.Func:
		return u.NoReturn(e)
	case *sema.Var:
		sym := u.Sym("noreturn")
		return slices.ContainsFunc(e.Decls, func(d *sema.VarDecl) bool { return sema.DeclaredWith(sym, d.Spec, d.Dtor) != nil })
	}
	return false
}
