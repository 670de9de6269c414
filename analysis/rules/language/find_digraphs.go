package language

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// Digraph is a punctuator that is spelled as a digraph; Means is what it stands for.
type Digraph struct {
	Site  sema.Site
	Means string
}

var digraphs = map[token.Kind]string{token.LBrace: "{", token.RBrace: "}", token.LBracket: "[", token.RBracket: "]"}

// findDigraphs are those of the unit's own files, outside directives.
func findDigraphs(u *sema.Unit) []Digraph {
	var out []Digraph
	for _, c := range u.Own {
		c = c.Newest()
		for i := c.Lo; i < c.Hi; i++ {
			t := c.Seg.Toks[i]
			means := digraphs[t.Kind]
			if means == "" {
				continue
			}
			if l := c.Seg.Locate(t); l.Exact && l.Spelled.Span.End-l.Spelled.Span.Start == 2 {
				lo := int32(i - c.Lo)
				out = append(out, Digraph{sema.Site{Chunk: c, Span: ast.Span{Lo: lo, Hi: lo + 1}}, means})
			}
		}
	}
	return out
}
