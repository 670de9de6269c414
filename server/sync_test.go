package server_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestPositionEncodings(t *testing.T) {
	// In UTF-8 the smile takes 4 units, in UTF-16 two, in UTF-32 one; the letter é 2, 1 and 1.
	const text = "void host_only();\nvoid k() { /* é😀 */ host_only(); }\n"
	for _, test := range []struct {
		offered []string
		chosen  string
		column  int
	}{
		{nil, "utf-16", 21},
		{[]string{"utf-16"}, "utf-16", 21},
		{[]string{"utf-16", "utf-8"}, "utf-8", 24},
		{[]string{"utf-32"}, "utf-32", 20},
		{[]string{"utf-7"}, "utf-16", 21},
	} {
		t.Run(strings.Join(test.offered, "+"), func(t *testing.T) {
			e := connect(t, nil)
			var result struct {
				Capabilities struct{ PositionEncoding string }
			}
			raw := e.initialize(object{"capabilities": object{"general": object{"positionEncodings": test.offered}}})
			if err := json.Unmarshal(raw, &result); err != nil || result.Capabilities.PositionEncoding != test.chosen {
				t.Fatalf("positionEncoding %q, want %q", result.Capabilities.PositionEncoding, test.chosen)
			}
			e.open("a.cu", 1, text)
			p := e.diagnostics("a.cu", 1)
			if len(p.Diagnostics) != 1 || p.Diagnostics[0].Range.Start.Character != test.column {
				t.Fatalf("want column %d: %+v", test.column, p.Diagnostics)
			}
			// An edit in the same units: the call is taken away, and nothing else.
			e.change("a.cu", 2, edit{1, test.column, 1, test.column + len("host_only()"), "x()"})
			if p := e.diagnostics("a.cu", 2); len(p.Diagnostics) != 0 {
				t.Errorf("after the edit: %+v", p.Diagnostics)
			}
			calls := e.engine.Calls()
			if got := calls[len(calls)-1].Text; got != "void host_only();\nvoid k() { /* é😀 */ x(); }\n" {
				t.Errorf("text %q", got)
			}
		})
	}
}

func TestEdits(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, "one\r\ntwo\r\nthree")
	e.diagnostics("a.cu", 1)
	last := func() string {
		calls := e.engine.Calls()
		return calls[len(calls)-1].Text
	}
	// Each change of one message starts from what the one before left.
	e.change("a.cu", 2, edit{0, 0, 0, 0, "zero\r\n"}, edit{1, 0, 1, 3, "ONE"}, edit{3, 5, 3, 5, "!"})
	e.diagnostics("a.cu", 2)
	if got := last(); got != "zero\r\nONE\r\ntwo\r\nthree!" {
		t.Errorf("text %q", got)
	}
	// A column beyond the line's end is the line's end.
	e.change("a.cu", 3, edit{1, 2, 1, 1000, "x"})
	e.diagnostics("a.cu", 3)
	if got := last(); got != "zero\r\nONx\r\ntwo\r\nthree!" {
		t.Errorf("text %q", got)
	}
	// What cannot be followed is said, and the document is kept.
	e.change("a.cu", 4, edit{99, 0, 99, 1, "lost"})
	if m := e.notification("window/showMessage"); !strings.Contains(string(m.Params), "could not follow an edit") {
		t.Errorf("message %s", m.Params)
	}
	e.change("a.cu", 5, edit{2, 3, 2, 0, "lost"})
	e.notification("window/showMessage")
	// Versions must grow.
	e.change("a.cu", 3, edit{0, 0, 0, 0, "lost"})
	e.await("a warning", func(m message) bool {
		return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "version does not grow")
	})
	// A document that is not open cannot change.
	e.change("b.cu", 1, edit{0, 0, 0, 0, "lost"})
	e.await("a warning", func(m message) bool {
		return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "not open")
	})
	e.close("b.cu")
	e.replace("a.cu", 6, "whole")
	e.diagnostics("a.cu", 6)
	if got := last(); got != "whole" {
		t.Errorf("text %q", got)
	}
	// Opened again without a close: the text said last counts.
	e.open("a.cu", 1, bad)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 {
		t.Errorf("opened twice: %+v", p)
	}
}

// TestTyping types a text letter by letter without ever waiting.
func TestTyping(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, "")
	version := 1
	line, column := 0, 0
	for _, r := range bad {
		version++
		e.change("a.cu", version, edit{line, column, line, column, string(r)})
		if column++; r == '\n' {
			line, column = line+1, 0
		}
	}
	if p := e.diagnostics("a.cu", version); len(p.Diagnostics) != 1 || p.Diagnostics[0].Range.Start.Line != 2 {
		t.Errorf("diagnostics %+v", p)
	}
}

// TestNewestWins lets the first analysis run to its end while the document goes on; only the newest version is told of.
func TestNewestWins(t *testing.T) {
	e := connect(t, nil)
	e.gate = make(chan struct{})
	e.initialize()
	e.open("a.cu", 1, bad)
	e.change("a.cu", 2, edit{0, 0, 0, 0, " "})
	e.change("a.cu", 3, edit{0, 0, 0, 0, " "})
	e.alive()   // so that all of this has been taken in
	e.release() // version 1, which reads the headers for all
	e.release() // version 3
	e.diagnostics("a.cu", 3)
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.received {
		if m.Method == "textDocument/publishDiagnostics" && !strings.Contains(string(m.Params), `"version":3`) {
			t.Errorf("told: %s", m.Params)
		}
	}
	var texts []string
	for _, c := range e.engine.Calls() {
		texts = append(texts, c.Text)
	}
	if len(texts) != 2 || texts[1] != "  "+bad {
		t.Errorf("analysed: %q", texts)
	}
}

func TestUntitled(t *testing.T) {
	e := start(t, nil)
	e.open("untitled:Untitled-1", 1, bad)
	if p := e.diagnostics("untitled:Untitled-1", 1); len(p.Diagnostics) != 1 {
		t.Errorf("diagnostics %+v", p)
	}
	e.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": "untitled:Untitled-1", "version": 2},
		"contentChanges": []any{object{"text": ""}},
	})
	if p := e.diagnostics("untitled:Untitled-1", 2); len(p.Diagnostics) != 0 {
		t.Errorf("diagnostics %+v", p)
	}
	e.notify("textDocument/didClose", object{"textDocument": object{"uri": "untitled:Untitled-1"}})
	e.diagnostics("untitled:Untitled-1", 0)
}

// TestURISpelling: the client is answered with the URI that it used, however it spells it.
func TestURISpelling(t *testing.T) {
	e := start(t, nil)
	uri := strings.Replace(e.uri("a+b (1).cu"), "(", "%28", 1)
	e.open(uri, 1, bad)
	if p := e.diagnostics(uri, 1); p.Diagnostics[0].RelatedInformation[0].Location.URI != uri {
		t.Errorf("related: %+v", p)
	}
	e.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": strings.Replace(uri, "%28", "(", 1), "version": 2},
		"contentChanges": []any{object{"text": ""}},
	})
	e.diagnostics(uri, 2)
}

// TestTwoNames: a document that is open by two spellings of its URI is one, and stays when one of them is closed.
func TestTwoNames(t *testing.T) {
	e := start(t, nil)
	first := e.uri("a(1).cu")
	second := strings.Replace(first, "(", "%28", 1)
	e.open(first, 1, bad)
	e.diagnostics(first, 1)
	e.open(second, 7, bad+"\n")
	e.diagnostics(second, 7)
	e.notify("textDocument/didClose", object{"textDocument": object{"uri": second}})
	if p := e.diagnostics(second, 0); len(p.Diagnostics) > 0 {
		t.Errorf("what is closed has %+v", p)
	}
	if p := e.diagnostics(first, 7); len(p.Diagnostics) == 0 {
		t.Errorf("what is open has none")
	}
	e.notify("textDocument/didClose", object{"textDocument": object{"uri": first}})
	if p := e.diagnostics(first, 0); len(p.Diagnostics) > 0 {
		t.Errorf("what is closed has %+v", p)
	}
}
