package engine

import (
	"fmt"
	"strings"

	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// Some words name nothing that is declared, and yet people ask what they mean for the device.

// hoverFunctionName tells what __func__ holds in the body where it stands.
func (v *view) hoverFunctionName(b *strings.Builder, c *sema.Construct) {
	if c.Text == "" {
		fmt.Fprintf(b, "```cuda-cpp\nstatic const char %s[]\n```\nThe name of the function as the compiler writes it, on both sides.\n", c.Word)
		return
	}
	fmt.Fprintf(b, "```cuda-cpp\nstatic const char %s[%d] = %q\n```\nThe name of the function, on both sides.\n", c.Word, len(c.Text)+1, c.Text)
}

// attributeHints are what the attributes mean that tell which way a branch usually goes.
var attributeHints = map[string]string{
	"likely":   "The optimiser is told that this path is usually taken, in device code too. The program means the same without it.\n",
	"unlikely": "The optimiser is told that this path is seldom taken, in device code too. The program means the same without it.\n",
}

const int128Hint = "128 bits wide: 16 bytes, with an alignment of 16. Device code has it where the host compiler has it.\n"

// hoverWord describes a word that names no entity.
func (r *result) hoverWord(offset int) *workspace.Hover {
	file := r.in.File
	for _, v := range r.views {
		for _, seg := range v.pp.Segments {
			if seg.File.Path != file.Path {
				continue
			}
			for i, t := range seg.Toks {
				if t.Kind != token.Ident || t.Loc.IsMacro() || t.Loc.Offset() > offset {
					continue
				}
				word := v.unit.Text(t.Sym)
				place := source.Place{File: file, Span: source.Span{Start: t.Loc.Offset(), End: t.Loc.Offset() + len(word)}}
				if offset > place.Span.End {
					continue
				}
				if text := meaningOf(word, seg.Toks[:i]); text != "" {
					return &workspace.Hover{Place: place, Markdown: "```cuda-cpp\n" + word + "\n```\n" + text}
				}
			}
		}
	}
	return nil
}

// meaningOf is what is said of a word that stands after other tokens; "" for nothing.
func meaningOf(word string, before []token.Token) string {
	switch word {
	case "__int128", "__int128_t", "__uint128_t":
		return int128Hint
	}
	hint := attributeHints[word]
	if hint == "" {
		return ""
	}
	for i := len(before) - 1; i > 0; i-- {
		switch before[i].Kind {
		case token.RBracket, token.Semi, token.LBrace, token.RBrace:
			return ""
		case token.LBracket:
			if before[i-1].Kind == token.LBracket {
				return hint
			}
			return ""
		}
	}
	return ""
}
