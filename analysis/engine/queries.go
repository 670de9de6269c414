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
func asked[T any](ctx context.Context, r *result, question func(*locate.Document) T) T {
	var out T
	r.ask(ctx, func() { out = question(r.doc) })
	return out
}

func (r *result) Hover(ctx context.Context, offset int) *workspace.Hover {
	return askedAnywhere(ctx, r, offset, func(d *locate.Document) *workspace.Hover { return describe.Hover(d, offset) })
}

func (r *result) HoverIn(ctx context.Context, header *source.File, offset int) *workspace.Hover {
	return asked(ctx, r, func(d *locate.Document) *workspace.Hover { return describe.Within(d.In(header), offset) })
}

func (r *result) EntityIn(ctx context.Context, header *source.File, offset int) *workspace.Entity {
	return asked(ctx, r, func(d *locate.Document) *workspace.Entity { return ide.EntityIn(d.In(header), offset) })
}

func (r *result) Guesses(ctx context.Context) []string {
	return asked(ctx, r, func(d *locate.Document) []string { return describe.Guesses(d) })
}

func (r *result) Why(ctx context.Context, offset int) *workspace.Why {
	return asked(ctx, r, func(d *locate.Document) *workspace.Why { return describe.Why(d, offset) })
}

func (r *result) Layout(ctx context.Context, arch int) *workspace.Layout {
	return asked(ctx, r, func(d *locate.Document) *workspace.Layout { return describe.Layout(d, arch) })
}

func (r *result) Callable(ctx context.Context, offset int) *workspace.Callable {
	return askedAt(ctx, r, offset, func(d *locate.Document) *workspace.Callable { return ide.Callable(d, offset) })
}

func (r *result) Callers(ctx context.Context, key string) []workspace.Calling {
	return askedWide(ctx, r, func(d *locate.Document, _ []seen) []workspace.Calling { return ide.Callers(d, key) })
}

func (r *result) Callees(ctx context.Context, key string) []workspace.Calling {
	return askedWide(ctx, r, func(d *locate.Document, _ []seen) []workspace.Calling { return ide.Callees(d, key) })
}

func (r *result) Class(ctx context.Context, offset int) *workspace.Class {
	return askedAt(ctx, r, offset, func(d *locate.Document) *workspace.Class { return ide.Class(d, offset) })
}

func (r *result) Bases(ctx context.Context, key string) []workspace.Class {
	return askedWide(ctx, r, func(d *locate.Document, _ []seen) []workspace.Class { return ide.Bases(d, key) })
}

func (r *result) Derived(ctx context.Context, key string) []workspace.Class {
	return askedWide(ctx, r, func(d *locate.Document, _ []seen) []workspace.Class { return ide.Derived(d, key) })
}

func (r *result) Implementations(ctx context.Context, key string) []workspace.Mention {
	return askedWide(ctx, r, func(d *locate.Document, _ []seen) []workspace.Mention { return ide.Implementations(d, key) })
}

func (r *result) Complete(ctx context.Context, offset int) *workspace.Completions {
	return askedAt(ctx, r, offset, func(d *locate.Document) *workspace.Completions { return ide.Complete(d, offset) })
}

// Hints of another architecture are told where no judged view sees anything: elsewhere its numbers would stand beside theirs.
func (r *result) Hints(ctx context.Context, span source.Span) []workspace.Hint {
	return listed(ctx, r, func(_ *locate.Document, found []seen) []workspace.Hint {
		out := ide.Hints(r.doc, span)
		for _, s := range found {
			if both, ok := common(span, s.at); ok {
				out = append(out, ide.Hints(s.by.doc, both)...)
			}
		}
		return out
	})
}

func (r *result) Entity(ctx context.Context, offset int) *workspace.Entity {
	return askedAnywhere(ctx, r, offset, func(d *locate.Document) *workspace.Entity { return ide.Entity(d, offset) })
}

func (r *result) Renaming(ctx context.Context, offset int) *workspace.Renaming {
	return askedWide(ctx, r, func(d *locate.Document, _ []seen) *workspace.Renaming { return ide.Renaming(d, offset) })
}

func (r *result) TypeDefinition(ctx context.Context, offset int) []workspace.Mention {
	return askedAt(ctx, r, offset, func(d *locate.Document) []workspace.Mention { return ide.TypeDefinition(d, offset) })
}

func (r *result) Mentions(ctx context.Context, key string) []workspace.Mention {
	return askedWide(ctx, r, func(d *locate.Document, _ []seen) []workspace.Mention { return ide.Mentions(d, key) })
}

// Passes tells of further architectures of the command where these see what the others leave out.
func (r *result) Passes(ctx context.Context) []workspace.Pass {
	var parts []dark
	out := asked(ctx, r, func(d *locate.Document) []workspace.Pass {
		parts = r.unseen()
		return ide.Passes(d)
	})
	if len(parts) == 0 {
		return out
	}
	if !r.lineage.aside.turn.take(ctx) {
		return out
	}
	defer r.lineage.aside.turn.give()
	var told []*asideView
	for _, s := range r.look(ctx, parts) {
		if r.in.Command.Compiles(s.by.Arch) && !slices.Contains(told, s.by) {
			told = append(told, s.by)
			out = append(out, ide.Passes(s.by.doc)[1])
		}
	}
	return out
}

func (r *result) Reaches(ctx context.Context) []workspace.Reach {
	return asked(ctx, r, ide.Reaches)
}

func (r *result) Signature(ctx context.Context, offset int) *workspace.Signature {
	return askedAt(ctx, r, offset, func(d *locate.Document) *workspace.Signature { return ide.Signature(d, offset) })
}

func (r *result) Symbols(ctx context.Context) []workspace.Declaration {
	return listed(ctx, r, func(d *locate.Document, _ []seen) []workspace.Declaration { return ide.Symbols(d) })
}

func (r *result) Named(ctx context.Context, wanted func(string) bool) []workspace.Declaration {
	return asked(ctx, r, func(d *locate.Document) []workspace.Declaration { return ide.Named(d, wanted) })
}

// Tokens are asked for whenever the text is scrolled, so they are found once for each version.
func (r *result) Tokens(ctx context.Context) []workspace.Token {
	return listed(ctx, r, func(d *locate.Document, _ []seen) []workspace.Token {
		if r.tokens != nil && r.tokensOf == d {
			return r.tokens
		}
		found := ide.Tokens(d)
		if ctx.Err() == nil && !slices.ContainsFunc(r.views, func(v *view) bool { return v.Unit.Exhausted() }) {
			r.tokens, r.tokensOf = found, d
		}
		return found
	})
}

func (r *result) Expanded(ctx context.Context, pass string) (text string, ok bool) {
	r.ask(ctx, func() { text, ok = ide.Expanded(r.doc, pass) })
	return text, ok
}

// Statement looks at the text alone.
func (r *result) Statement(_ context.Context, offset int) source.Span {
	return ide.Statement(r.doc, offset)
}
