package engine

import (
	"context"
	"slices"

	"cudals/analysis/describe"
	"cudals/analysis/ide"
	"cudals/analysis/locate"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// asked is what a question about a result's document is answered with, while nobody else uses the models.
func asked[T any](r *result, question func(*locate.Document) T) T {
	var out T
	r.ask(func() { out = question(r.doc) })
	return out
}

func (r *result) Hover(_ context.Context, offset int) *workspace.Hover {
	return asked(r, func(d *locate.Document) *workspace.Hover { return describe.Hover(d, offset) })
}

func (r *result) Why(_ context.Context, offset int) *workspace.Why {
	return asked(r, func(d *locate.Document) *workspace.Why { return describe.Why(d, offset) })
}

func (r *result) Layout(_ context.Context, arch int) *workspace.Layout {
	return asked(r, func(d *locate.Document) *workspace.Layout { return describe.Layout(d, arch) })
}

func (r *result) Callable(_ context.Context, offset int) *workspace.Callable {
	return asked(r, func(d *locate.Document) *workspace.Callable { return ide.Callable(d, offset) })
}

func (r *result) Callers(_ context.Context, key string) []workspace.Calling {
	return asked(r, func(d *locate.Document) []workspace.Calling { return ide.Callers(d, key) })
}

func (r *result) Callees(_ context.Context, key string) []workspace.Calling {
	return asked(r, func(d *locate.Document) []workspace.Calling { return ide.Callees(d, key) })
}

func (r *result) Class(_ context.Context, offset int) *workspace.Class {
	return asked(r, func(d *locate.Document) *workspace.Class { return ide.Class(d, offset) })
}

func (r *result) Bases(_ context.Context, key string) []workspace.Class {
	return asked(r, func(d *locate.Document) []workspace.Class { return ide.Bases(d, key) })
}

func (r *result) Derived(_ context.Context, key string) []workspace.Class {
	return asked(r, func(d *locate.Document) []workspace.Class { return ide.Derived(d, key) })
}

func (r *result) Implementations(_ context.Context, key string) []workspace.Mention {
	return asked(r, func(d *locate.Document) []workspace.Mention { return ide.Implementations(d, key) })
}

func (r *result) Complete(_ context.Context, offset int) *workspace.Completions {
	return asked(r, func(d *locate.Document) *workspace.Completions { return ide.Complete(d, offset) })
}

func (r *result) Hints(_ context.Context, span source.Span) []workspace.Hint {
	return asked(r, func(d *locate.Document) []workspace.Hint { return ide.Hints(d, span) })
}

func (r *result) Entity(_ context.Context, offset int) *workspace.Entity {
	return asked(r, func(d *locate.Document) *workspace.Entity { return ide.Entity(d, offset) })
}

func (r *result) Renaming(_ context.Context, offset int) *workspace.Renaming {
	return asked(r, func(d *locate.Document) *workspace.Renaming { return ide.Renaming(d, offset) })
}

func (r *result) TypeDefinition(_ context.Context, offset int) []workspace.Mention {
	return asked(r, func(d *locate.Document) []workspace.Mention { return ide.TypeDefinition(d, offset) })
}

func (r *result) Mentions(_ context.Context, key string) []workspace.Mention {
	return asked(r, func(d *locate.Document) []workspace.Mention { return ide.Mentions(d, key) })
}

func (r *result) Passes(context.Context) []workspace.Pass {
	return asked(r, ide.Passes)
}

func (r *result) Reaches(context.Context) []workspace.Reach {
	return asked(r, ide.Reaches)
}

func (r *result) Signature(_ context.Context, offset int) *workspace.Signature {
	return asked(r, func(d *locate.Document) *workspace.Signature { return ide.Signature(d, offset) })
}

func (r *result) Symbols(context.Context) []workspace.Declaration {
	return asked(r, ide.Symbols)
}

// Tokens are asked for whenever the text is scrolled, so they are found once for each version.
func (r *result) Tokens(context.Context) []workspace.Token {
	return asked(r, func(d *locate.Document) []workspace.Token {
		if r.tokens != nil {
			return r.tokens
		}
		found := ide.Tokens(d)
		if !slices.ContainsFunc(r.views, func(v *view) bool { return v.Unit.Exhausted() }) {
			r.tokens = found
		}
		return found
	})
}

func (r *result) Expanded(_ context.Context, pass string) (text string, ok bool) {
	r.ask(func() { text, ok = ide.Expanded(r.doc, pass) })
	return text, ok
}

// Statement looks at the text alone.
func (r *result) Statement(_ context.Context, offset int) source.Span {
	return ide.Statement(r.doc, offset)
}
