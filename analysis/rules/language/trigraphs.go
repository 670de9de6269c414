package language

import (
	"bytes"
	"fmt"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

var trigraph = &check.Rule{
	Slug: "trigraph", Tag: "trigraph", Group: check.Danger,
	Title:    "A trigraph is written",
	Severity: check.Warning, Passes: check.InHost | check.InDevice,
	Section: "trigraphs-and-digraphs", Chapter: "Device code",
	What: `Reports ~??=~, ~??/~, ~??'~, ~??(~, ~??)~, ~??!~, ~??<~, ~??>~ and ~??-~ in code, and with ~-std=c++14~ and earlier in strings and
characters. Comments do not count.`,
	Why: `CUDA supports trigraphs on no platform. What becomes of one is up to the host compiler's preprocessor: gcc replaces it with
~-std=c++14~ and does not with ~-std=c++17~, where the front end then finds no C++.`,
	Happens: `With nvcc 13.0 on an H200: gcc left the trigraph of the example alone with ~-std=c++17~, and the build failed.`,
	Instead: `Write the character that is meant. The quick-fix does. In a string, break the sequence: ~"what?\?!"~.`,
	Bad: `
int table??(4??);
`,
	Good: `
int table[4];
`,
	Check: checkTrigraphs,
}

var trigraphs = map[byte]string{
	'=': "#", '/': `\`, '\'': "^", '(': "[", ')': "]", '!': "|", '<': "{", '>': "}", '-': "~",
}

func checkTrigraphs(p *check.Pass) {
	replaced := p.Command.Std < 17
	p.Unit.LooseTokens(func(seg *preprocess.Segment, site func(i, n int) sema.Site) {
		if !bytes.Contains(seg.File.Text, []byte("??")) {
			return // a splice inside of one is of no use to anybody
		}
		for i, t := range seg.Toks {
			if t.Loc.IsMacro() {
				continue
			}
			switch {
			case t.Kind == token.Question:
				at := t.Loc.Offset()
				if text := seg.File.Text[at:]; len(text) > 2 && text[1] == '?' && trigraphs[text[2]] != "" {
					reportTrigraph(p, site(i, lengthOf(seg, i, at+3)), string(text[:3]), at)
				}
			case replaced && (t.Kind == token.String || t.Kind == token.Char):
				text := p.Unit.Text(t.Sym)
				for k := 0; k+2 < len(text) && !strings.Contains(text, `R"`); k++ {
					if text[k:k+2] == "??" && trigraphs[text[k+2]] != "" {
						reportTrigraph(p, site(i, 1), text[k:k+3], -1)
						break
					}
				}
			}
		}
	})
}

// lengthOf counts the tokens from the i-th on that begin before an offset.
func lengthOf(seg *preprocess.Segment, i, end int) int {
	n := 1
	for i+n < len(seg.Toks) && !seg.Toks[i+n].Loc.IsMacro() && seg.Toks[i+n].Loc.Offset() < end {
		n++
	}
	return n
}

// reportTrigraph reports a trigraph; at is negative for one in a string.
func reportTrigraph(p *check.Pass, s sema.Site, text string, at int) {
	char := trigraphs[text[2]]
	r := check.Report{Site: s, Message: fmt.Sprintf("CUDA does not support trigraphs: %s is %s only where the host compiler replaces it", text, char)}
	if at >= 0 && s.Span.Hi <= 3 {
		if end, _ := check.PlaceOf(s); end.Span.End == at+3 {
			r.Fixes = []check.Mend{{
				Title: "Write " + char, Preferred: true,
				Changes: []check.Change{{Site: s, How: check.Replace, Text: char}},
			}}
		}
	}
	p.Report(r)
}
