package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/lex"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// TestEveryName asks of each identifier of files what editors ask: nothing of which it is known what it means may be without an answer.
// CUDALS_EDIT_FILES chooses other files, as for TestIncremental; of the rules' fixtures one is asked of so many as CUDALS_WALK_EVERY says.
func TestEveryName(t *testing.T) {
	alone(t)
	t.Parallel()
	patterns, resolver := editFiles(t)
	eachText(t, patterns, func(t *testing.T, path string, text []byte) {
		walk(t, resolver.Command(path, ""), source.NewFile(path, text))
	})
	if os.Getenv("CUDALS_EDIT_FILES") != "" {
		return
	}
	archives, err := filepath.Glob("../rules/*/testdata/*/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no fixtures", err)
	}
	every := number("CUDALS_WALK_EVERY", 45)
	for i, name := range archives {
		if i%every != 0 {
			continue
		}
		for _, text := range textsOf(t, name) {
			walk(t, resolver.Command("/walk.cu", ""), source.NewFile("/walk.cu", []byte(text)))
		}
	}
}

// walk asks of each identifier of a file.
func walk(t *testing.T, cmd *toolchain.Command, f *source.File) {
	t.Helper()
	ctx := t.Context()
	r, err := engine.New(source.Disk{}, rules.All(), nil).Analyze(ctx, workspace.Input{Command: cmd, File: f, Places: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	fail := func(at int, what string) {
		t.Errorf("%s:%d: %s: %s", filepath.Base(f.Path), f.LineOf(at)+1, f.Slice(source.Span{Start: at, End: min(len(f.Text), at+20)}), what)
	}
	r.Aside(ctx) // lists tell of other architectures, too, once those were made
	known := map[int]bool{}
	for _, at := range engine.Known(r) {
		known[at] = true
	}
	coloured := map[int]bool{}
	last := 0
	for _, c := range r.Tokens(ctx) {
		if c.Span.Start < last || c.Span.End <= c.Span.Start {
			fail(c.Span.Start, "the tokens are in no order")
		}
		last = c.Span.End
		coloured[c.Span.Start] = true
	}
	in := token.NewInterner()
	for _, tok := range lex.Tokens(f, in) {
		if tok.Kind != token.Ident {
			continue
		}
		at := tok.Loc.Offset()
		hover, entity := r.Hover(ctx, at), r.Entity(ctx, at)
		r.TypeDefinition(ctx, at)
		if !known[at] {
			continue
		}
		switch {
		case hover == nil:
			fail(at, "no hover")
		case hover.Place.Span.Start > at || hover.Place.Span.End < at:
			fail(at, "the hover is about something else")
		}
		if !coloured[at] {
			fail(at, "no colour")
		}
		if entity == nil {
			fail(at, "leads nowhere")
			continue
		}
		if !slices.ContainsFunc(r.Mentions(ctx, entity.Key), func(m workspace.Mention) bool {
			return m.Place.File == f && m.Place.Span.Start == at
		}) {
			fail(at, "is not among the mentions of what it means")
		}
	}
}
