package server_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// realEditor starts a server with the engine that people have, for an editor that can do what modern ones can, and opens a document. What
// is asked of it so is asked one thing after the other: the race detector looks at the engine's own tests, and at what is asked of a
// server while it works.
func realEditor(t *testing.T, mode, text string) *editor {
	t.Helper()
	return realEditorWith(t, mode, text, nil)
}

// realEditorWith starts one whose client has experimental capabilities.
func realEditorWith(t *testing.T, mode, text string, experimental object) *editor {
	t.Helper()
	return realEditorFor(t, mode, text, experimental, "-std=c++17", "--extended-lambda")
}

// realEditorFor starts one whose files are compiled with flags.
func realEditorFor(t *testing.T, mode, text string, experimental object, flags ...string) *editor {
	t.Helper()
	if raced {
		t.Skip("nothing is done beside it")
	}
	e := connect(t, nil)
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	e.initialize(object{
		"initializationOptions": object{"mode": mode, "flags": flags},
		"capabilities": object{"experimental": experimental, "textDocument": object{
			"documentSymbol": object{"hierarchicalDocumentSymbolSupport": true},
			"completion":     object{"completionItem": object{"snippetSupport": true, "labelDetailsSupport": true}},
			"signatureHelp":  object{"signatureInformation": object{"parameterInformation": object{"labelOffsetSupport": true}}},
		}},
	})
	e.open("a.cu", 1, text)
	return e
}

// on are the params of a request about the place behind a mark, whose line may hold no other.
func (e *editor) on(text, before string) object {
	e.t.Helper()
	i := strings.Index(text, before)
	if i < 0 {
		e.t.Fatalf("the text has no %q", before)
	}
	i += len(before)
	line := strings.Count(text[:i], "\n")
	return object{"textDocument": object{"uri": e.uri("a.cu")}, "position": at(line, i-1-strings.LastIndex(text[:i], "\n"))}
}

// ask sends a request and decodes its result.
func ask[T any](e *editor, method string, params object) T {
	e.t.Helper()
	var out T
	raw := e.request(method, params)
	if err := json.Unmarshal(raw, &out); err != nil {
		e.t.Fatalf("%s: %s: %v", method, raw, err)
	}
	return out
}

type place struct{ Line, Character int }

type extent struct{ Start, End place }

func (r extent) String() string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

// lines compares lists for people.
func lines(t *testing.T, what string, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("%s:\n%s\nwant:\n%s", what, g, w)
	}
}
