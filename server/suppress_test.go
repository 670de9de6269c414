package server_test

import (
	"encoding/json"
	"strings"
	"testing"
)

const silencedText = `int host();
__host__ __device__ int both(int x) {
  return x +
      host();  // why
}
__global__ void k() { both(1); }
`

type silencing struct {
	Title, Kind string
	Data        json.RawMessage
	Edit        struct {
		DocumentChanges []struct {
			Kind         string
			TextDocument struct{ URI string }
			Edits        []struct {
				Range   extent
				NewText string
			}
		}
	}
	Command struct {
		Command   string
		Arguments []string
	}
}

// silencings are the actions that silence the finding of silencedText.
func (e *editor) silencings() map[string]silencing {
	e.t.Helper()
	raw := e.request("textDocument/codeAction", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "range": object{"start": at(3, 7), "end": at(3, 7)},
		"context": object{"diagnostics": []any{}, "only": []string{"quickfix.suppress"}},
	})
	var list []silencing
	if err := json.Unmarshal(raw, &list); err != nil {
		e.t.Fatalf("%s: %v", raw, err)
	}
	out := map[string]silencing{}
	for _, a := range list {
		out[a.Title] = a
	}
	return out
}

// TestSilence makes each of the actions that silence a finding, and the finding is gone.
func TestSilence(t *testing.T) {
	const pragma, comment = "Silence #20011 here, for the compiler too: #pragma nv_diag_suppress", "Ignore #20011 here: // cudals: ignore"
	for title, want := range map[string]string{
		pragma: strings.Replace(strings.Replace(silencedText, "  return", "#pragma nv_diagnostic push\n#pragma nv_diag_suppress 20011\n  return", 1),
			"why\n", "why\n#pragma nv_diagnostic pop\n", 1),
		comment: strings.Replace(silencedText, "      host", "      // cudals: ignore[h-hd-illegal-call]\n      host", 1),
	} {
		e := realEditor(t, "companion", silencedText)
		if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 {
			t.Fatalf("%+v", p)
		}
		action := e.silencings()[title]
		if len(action.Edit.DocumentChanges) != 1 {
			t.Fatalf("%s: %+v", title, action)
		}
		text := silencedText
		edits := action.Edit.DocumentChanges[0].Edits
		for i := len(edits) - 1; i >= 0; i-- {
			text = inserted(t, text, edits[i].Range, edits[i].NewText)
		}
		if text != want {
			t.Errorf("%s:\n%s", title, text)
		}
		e.replace("a.cu", 2, text)
		if p := e.diagnostics("a.cu", 2); len(p.Diagnostics) != 0 {
			t.Errorf("%s: %+v", title, p)
		}
	}
}

// inserted is a text with another put in at a place.
func inserted(t *testing.T, text string, at extent, more string) string {
	t.Helper()
	if at.Start != at.End {
		t.Fatalf("the edit %v takes something away", at)
	}
	lines := strings.SplitAfter(text, "\n")
	line := lines[at.Start.Line]
	lines[at.Start.Line] = line[:at.Start.Character] + more + line[at.Start.Character:]
	return strings.Join(lines, "")
}

// TestIgnoreInProject: the edit of the configuration is made when it is chosen, where the client asks for it then.
func TestIgnoreInProject(t *testing.T) {
	const title = "Ignore #20011 in .cudals.yaml"
	e := realEditor(t, "companion", silencedText)
	e.save(".cudals.yaml", "rules:\n  ignore: [20014]\n")
	e.fileEvent(".cudals.yaml", 2)
	change := e.silencings()[title].Edit.DocumentChanges
	if len(change) != 1 || change[0].TextDocument.URI != e.uri(".cudals.yaml") || change[0].Edits[0].NewText != "h-hd-illegal-call, " ||
		change[0].Edits[0].Range.String() != "1:11-1:11" {
		t.Errorf("%+v", change)
	}

	e = start(t, nil, resolves, object{"capabilities": object{"experimental": object{"cudalsExplain": true}}})
	e.open("a.cu", 1, bad)
	raw := e.request("textDocument/codeAction", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "range": object{"start": at(2, 4), "end": at(2, 4)},
		"context": object{"diagnostics": []any{}, "only": []string{"quickfix.suppress"}},
	})
	var list []silencing
	if err := json.Unmarshal(raw, &list); err != nil || len(list) != 3 {
		t.Fatalf("%s: %v", raw, err)
	}
	if c := list[2].Command; c.Command != "cudals.explainRule" || len(c.Arguments) != 1 || c.Arguments[0] != "host-call" {
		t.Errorf("%+v", list[2])
	}
	if list[1].Edit.DocumentChanges != nil || list[1].Data == nil {
		t.Fatalf("%+v", list[1])
	}
	resolved := ask[silencing](e, "codeAction/resolve", object{"title": list[1].Title, "data": list[1].Data})
	if change := resolved.Edit.DocumentChanges; len(change) != 1 || change[0].Edits[0].NewText != "rules:\n  ignore: [host-call]\n" {
		t.Errorf("%+v", resolved)
	}
	// Once it stands there, there is nothing to add.
	e.save(".cudals.yaml", "rules:\n  ignore: [host-call]\n")
	e.fileEvent(".cudals.yaml", 2)
	e.fails("codeAction/resolve", object{"title": list[1].Title, "data": list[1].Data})
	// Where there is none, it is not offered to a client that makes no files.
	removing(".cudals.yaml")(e)
	e.fileEvent(".cudals.yaml", 3)
	e.replace("a.cu", 2, bad)
	raw = e.request("textDocument/codeAction", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "range": object{"start": at(2, 4), "end": at(2, 4)},
		"context": object{"diagnostics": []any{}, "only": []string{"quickfix.suppress"}},
	})
	if strings.Contains(string(raw), ".cudals.yaml\"") || !strings.Contains(string(raw), "cudals: ignore") {
		t.Errorf("%s", raw)
	}
}
