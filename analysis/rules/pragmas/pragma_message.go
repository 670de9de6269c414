package pragmas

import (
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/source"
)

var pragmaMessage = &check.Rule{
	Slug: "pragma-message", Number: 20200, Tag: "pragma_message",
	Title:    "A message of the program to who compiles it",
	Severity: check.Info, Passes: check.InDevice,
	Section: "pragma-directives", Chapter: "Device code",
	What: `Shows the text of ~#pragma message("...")~ where the device pass comes to it. In the bodies of functions that are compiled for the
host alone the front end does not, unless they are templates, or defined in their class.`,
	Why:     `It is not: the author of the code wants to be heard by who compiles it.`,
	Instead: `What the text says.`,
	Bad: `
#pragma message("the reductions are not tuned for this architecture")
__global__ void reduce(int *p) { *p = 0; }
`,
	Good: `
// The reductions are not tuned for this architecture.
__global__ void reduce(int *p) { *p = 0; }
`,
	Check: showMessages,
}

func showMessages(p *check.Pass) {
	skipped := map[source.Place]bool{}
	for _, b := range p.Bodies() {
		if b.Func == nil || !readAtOnce(b.Func) {
			continue
		}
		if i := p.Spaces.Of(b.Func); i.Known && i.Space.OnDevice() {
			continue
		}
		for k := range b.Constructs {
			if c := &b.Constructs[k]; c.Kind == sema.Pragma {
				at, _ := check.PlaceOf(c.Site)
				skipped[at] = true
			}
		}
	}
	p.Unit.LooseTokens(func(seg *preprocess.Segment, site func(i, n int) sema.Site) {
		for _, i := range seg.Pragmas {
			text, ok := strings.CutPrefix(strings.TrimSpace(p.Unit.Text(seg.Toks[i].Sym)), "message")
			if !ok {
				continue
			}
			text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "("))
			s := site(int(i), 1)
			if at, _ := check.PlaceOf(s); beginsString(text) && !skipped[at] {
				p.Report(check.Report{Site: s, Message: "#pragma message: " + strings.TrimSpace(strings.TrimSuffix(text, ")"))})
			}
		}
	})
}

// beginsString reports whether a text begins with a string literal. What is not may be a macro.
func beginsString(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, "LuUR8"), `"`)
}
