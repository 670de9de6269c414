package templates

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// inOrder sorts references by where the front end comes to them: bodies in a class are read at the end of the outermost class.
func inOrder(refs []spaces.Reference) {
	type key struct{ segment, read, token int }
	at := func(r spaces.Reference) key {
		segment, tok := r.Site.Order()
		k := key{segment, tok, tok}
		if c := outermostClass(r.Body); c != nil {
			_, k.read = sema.Site{Chunk: c.Site().Chunk, Span: c.Def().Span}.Order()
			k.read += int(c.Def().Close - c.Def().Lo)
		}
		return k
	}
	slices.SortStableFunc(refs, func(x, y spaces.Reference) int {
		a, b := at(x), at(y)
		return cmp.Or(cmp.Compare(a.segment, b.segment), cmp.Compare(a.read, b.read), cmp.Compare(a.token, b.token))
	})
}

// outermostClass is the outermost class in whose definition a body stands; nil for none.
func outermostClass(b *sema.Facts) *sema.Class {
	if b == nil || b.Func == nil {
		return nil
	}
	f := b.Func
	if f.Closure != nil {
		f = f.Closure.Func
	}
	if f == nil || f.MemberOf == nil || len(f.Decls) == 0 || !f.Decls[len(f.Decls)-1].InClass {
		return nil
	}
	c := f.MemberOf
	for {
		outer, ok := c.Parent().(*sema.Class)
		if !ok {
			break
		}
		c = outer
	}
	if c.Def() == nil || c.Site().Chunk == nil {
		return nil
	}
	return c
}
