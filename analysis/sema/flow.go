package sema

import (
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
	// EventEnd ends the life of the variable in Place, where control leaves its block at the end.
	EventEnd
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
