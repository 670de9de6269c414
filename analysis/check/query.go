package check

import "fmt"

// Query is something that several rules ask of a view: which calls cross sides, which lambdas there are. It is answered when
// the first of them asks, and remembered for the others; a view that no rule asks pays nothing. Queries stand beside the rules
// that ask them.
type Query[T any] struct {
	name   string
	answer func(*Pass) T
}

// NewQuery is a query that answer answers. The name is for logs.
func NewQuery[T any](name string, answer func(*Pass) T) *Query[T] { return &Query[T]{name, answer} }

// Of is the query's answer for a view. A panic in it is one of each rule that asks, as a *QueryError from the second on.
func (q *Query[T]) Of(p *Pass) T {
	p.Unit.Depend() // it may have looked at all bodies
	if got, ok := p.answers[q]; ok {
		if fault, broken := got.(*QueryError); broken {
			panic(fault)
		}
		return got.(T)
	}
	p.answers[q] = &QueryError{q.name}
	got := q.answer(p)
	p.answers[q] = got
	return got
}

// QueryError is what a rule panics with that asks a query which failed before, or which asks itself.
type QueryError struct{ Query string }

// Error implements error.
func (f *QueryError) Error() string { return fmt.Sprintf("the query %s failed", f.Query) }
