// Package document keeps a tree of an open file's raw text: macros unexpanded, maybe half-typed. It serves what needs the
// shape of the whole file and no meaning: folding and selection. The tree is tree-sitter's and is brought up to date from
// one version of the text to the next; CUDA's own spellings, which the grammar does not know, are blanked out for it.
package document

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/cpp"

	"cudals/analysis/source"
)

// Bounds: a longer text has no tree, and neither has one that takes longer to parse, which is done in slices: after each, the parser
// looks whether anybody still waits.
const (
	maxText  = 4 << 20
	slice    = 20 * time.Millisecond
	maxParse = 50 // slices
)

var (
	// errTooLong: the text is too long to have a tree.
	errTooLong = errors.New("text is too long for a tree")
	// errTooSlow: the text takes too long to parse.
	errTooSlow = errors.New("text takes too long to parse")
)

// Document is an open file's tree. It is safe for concurrent use, and must be closed.
type Document struct {
	mu     sync.Mutex
	parser *sitter.Parser
	tree   *sitter.Tree // nil: none
	lifted []byte       // the text that tree is of, or that takes too long to parse
	nodes  []node       // of tree; nil: not yet asked for
	slices int          // a text that takes more has no tree
}

// New returns a document without text.
func New() *Document {
	p := sitter.NewParser()
	p.SetLanguage(cpp.GetLanguage())
	p.SetOperationLimit(int(slice / time.Microsecond))
	return &Document{parser: p, slices: maxParse}
}

// Close frees the tree. The document has no text afterwards and cannot be used again.
func (d *Document) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop()
	if d.parser != nil {
		d.parser.Close()
		d.parser = nil
	}
}

func (d *Document) drop() {
	if d.tree != nil {
		d.tree.Close()
	}
	d.tree, d.lifted, d.nodes = nil, nil, nil
}

// Update makes text the document's. What is equal before and after the first and last difference is not parsed again, and neither is a
// text that takes too long. After an error the document has no tree, and the next text is parsed from its beginning.
func (d *Document) Update(ctx context.Context, text []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.parser == nil {
		return errors.New("document is closed")
	}
	if len(text) > maxText {
		d.drop()
		return errTooLong
	}
	lifted := lift(text)
	old := d.tree
	switch {
	case old != nil:
		edit, changed := difference(d.lifted, lifted)
		if !changed {
			return nil
		}
		old.Edit(edit)
	case d.lifted != nil && bytes.Equal(d.lifted, lifted):
		return errTooSlow
	}
	tree, err := d.parse(ctx, old, lifted)
	d.drop()
	if err == nil || errors.Is(err, errTooSlow) {
		d.tree, d.lifted = tree, lifted
	}
	return err
}

// parse parses a text slice by slice: a parser that reached its limit goes on where it ended, unless it is reset.
func (d *Document) parse(ctx context.Context, old *sitter.Tree, lifted []byte) (*sitter.Tree, error) {
	for range d.slices {
		// Given a context that can end, the binding would leave a goroutine behind, and the parser's flag in its hands.
		tree, err := d.parser.ParseCtx(context.Background(), old, lifted)
		if !errors.Is(err, sitter.ErrOperationLimit) {
			return tree, err
		}
		if err := ctx.Err(); err != nil {
			d.parser.Reset()
			return nil, err
		}
	}
	d.parser.Reset()
	return nil, errTooSlow
}

// difference is the one edit that turns a into b: all between their common beginning and their common end.
func difference(a, b []byte) (sitter.EditInput, bool) {
	n := min(len(a), len(b))
	lo := 0
	for lo < n && a[lo] == b[lo] {
		lo++
	}
	if lo == len(a) && lo == len(b) {
		return sitter.EditInput{}, false
	}
	tail := 0
	for tail < n-lo && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	start := pointAt(a, lo, sitter.Point{}, 0)
	return sitter.EditInput{
		StartIndex: uint32(lo), OldEndIndex: uint32(len(a) - tail), NewEndIndex: uint32(len(b) - tail),
		StartPoint:  start,
		OldEndPoint: pointAt(a, len(a)-tail, start, lo),
		NewEndPoint: pointAt(b, len(b)-tail, start, lo),
	}, true
}

// pointAt is the row and column of an offset, counted on from a known point.
func pointAt(text []byte, offset int, p sitter.Point, from int) sitter.Point {
	for _, c := range text[from:offset] {
		if c == '\n' {
			p.Row++
			p.Column = 0
		} else {
			p.Column++
		}
	}
	return p
}

// flat lists the tree's nodes; d.mu is held.
func (d *Document) flat() []node {
	if d.nodes == nil && d.tree != nil {
		d.nodes = flatten(d.tree)
	}
	return d.nodes
}

// Enclosing lists the spans of the nodes that hold the bytes of a span, the innermost first, each larger than the one
// before. It is empty when there is no tree.
func (d *Document) Enclosing(span source.Span) []source.Span {
	d.mu.Lock()
	defer d.mu.Unlock()
	nodes := d.flat()
	var out []source.Span
	for i := uint32(0); int(i) < len(nodes); {
		n := nodes[i]
		if int(n.start) > span.Start || int(n.end) < span.End || n.start == n.end {
			i = n.next
			continue
		}
		s := source.Span{Start: int(n.start), End: int(n.end)}
		if k := len(out); k == 0 || out[k-1] != s {
			out = append(out, s)
		}
		i++
	}
	slices.Reverse(out)
	return out
}

// FoldKind says what a fold hides.
type FoldKind uint8

// The kinds of folds.
const (
	FoldBlock FoldKind = iota // what stands between braces, a conditional section's lines
	FoldComment
	FoldIncludes
)

// Fold is a stretch of text of more than one line that can be hidden.
type Fold struct {
	Span source.Span
	Kind FoldKind
}

// Folds lists what can be folded, in the order of the text.
func (d *Document) Folds() []Fold {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []Fold
	nodes := d.flat()
	add := func(lo, hi uint32, kind FoldKind) {
		if int(hi) > len(d.lifted) || lo >= hi || !slices.Contains(d.lifted[lo:hi], '\n') {
			return
		}
		out = append(out, Fold{source.Span{Start: int(lo), End: int(hi)}, kind})
	}
	k := kinds()
	for i := range nodes {
		n := &nodes[i]
		if n.flags&flagMissing != 0 {
			continue
		}
		switch k[n.symbol] {
		case kindBraces:
			add(n.start, n.end, FoldBlock)
		case kindConditional:
			end := n.end
			for end > n.start && d.lifted[end-1] == '\n' {
				end--
			}
			add(n.start, end, FoldBlock)
		case kindComment:
			if k := len(out); k > 0 && out[k-1].Kind == FoldComment && d.blank(out[k-1].Span.End, int(n.start)) {
				out[k-1].Span.End = int(n.end) // one comment of several lines
				continue
			}
			out = append(out, Fold{source.Span{Start: int(n.start), End: int(n.end)}, FoldComment})
		case kindInclude:
			end := n.end
			for end > n.start && d.lifted[end-1] == '\n' {
				end--
			}
			if k := len(out); k > 0 && out[k-1].Kind == FoldIncludes && d.blank(out[k-1].Span.End, int(n.start)) {
				out[k-1].Span.End = int(end)
				continue
			}
			out = append(out, Fold{source.Span{Start: int(n.start), End: int(end)}, FoldIncludes})
		}
	}
	return slices.DeleteFunc(out, func(f Fold) bool { return !slices.Contains(d.lifted[f.Span.Start:f.Span.End], '\n') })
}

// blank reports whether nothing but at most one line's end stands between two offsets.
func (d *Document) blank(lo, hi int) bool {
	lines := 0
	for _, c := range d.lifted[lo:max(lo, hi)] {
		switch c {
		case '\n':
			lines++
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return lines <= 1
}

type kind uint8

const (
	kindOther kind = iota
	kindBraces
	kindConditional
	kindComment
	kindInclude
)

// kinds maps the grammar's symbols to what is made of them.
var kinds = sync.OnceValue(func() []kind {
	l := cpp.GetLanguage()
	out := make([]kind, 1<<16)
	for s := range l.SymbolCount() {
		switch l.SymbolName(sitter.Symbol(s)) {
		case "compound_statement", "field_declaration_list", "declaration_list", "enumerator_list", "initializer_list",
			"requirement_seq", "argument_list", "parameter_list":
			out[s] = kindBraces
		case "preproc_if", "preproc_ifdef", "preproc_elif", "preproc_else":
			out[s] = kindConditional
		case "comment":
			out[s] = kindComment
		case "preproc_include":
			out[s] = kindInclude
		}
	}
	return out
})
