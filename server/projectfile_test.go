package server_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestProjectFile: what is wrong with a configuration is told at its place there, and in the log, while what it last said holds on.
func TestProjectFile(t *testing.T) {
	const name = ".cudals.yaml"
	e := start(t, map[string]string{name: "rules: {severity: {host-call: hint}}\n"})
	logged := func(what string) {
		t.Helper()
		e.await("a line in the log", func(m message) bool {
			return m.Method == "window/logMessage" && strings.Contains(string(m.Params), what)
		})
	}
	severity := func(version int) int {
		t.Helper()
		p := e.diagnostics("a.cu", version)
		if len(p.Diagnostics) != 1 {
			t.Fatalf("version %d: %+v", version, p)
		}
		return p.Diagnostics[0].Severity
	}
	e.open("a.cu", 1, bad)
	if got := severity(1); got != 4 {
		t.Fatalf("severity %d", got)
	}

	e.save(name, "# ours\nrules: {severty: {host-call: warning}}\n")
	e.fileEvent(name, 2)
	p := e.diagnostics(name, 0)
	if len(p.Diagnostics) != 1 || p.Version != nil {
		t.Fatalf("%+v", p)
	}
	d := p.Diagnostics[0]
	if d.Severity != 1 || d.Range.Start.Line != 1 || d.Range.Start.Character != 8 || d.Range.End.Character != 15 ||
		d.Message != "unknown key `severty`; did you mean `severity`?" {
		t.Errorf("%+v", d)
	}
	logged(name + ":2: unknown key `severty`")
	var status struct{ Problems []string }
	e.await("a status with the problem", func(m message) bool {
		return m.Method == "cudals/status" && json.Unmarshal(m.Params, &status) == nil &&
			len(status.Problems) == 1 && strings.Contains(status.Problems[0], name+":2: unknown key")
	})
	// An editor that opens it, and any other that sends it, has it read as what it is. As it is typed it does not count.
	e.open(name, 1, bad)
	e.replace(name, 2, "rules: {severity: {host-call: warning}}\n")
	e.replace("a.cu", 2, bad+"\n")
	if got := severity(2); got != 4 {
		t.Errorf("severity %d", got)
	}
	e.close(name)
	for _, c := range e.engine.Calls() {
		if strings.HasSuffix(c.Path, name) {
			t.Error("the configuration was read as a source")
		}
	}
	// Another file of the same folder tells the same; it is there once, and logged once.
	e.open("b.cu", 1, bad)
	e.diagnostics("b.cu", 1)

	e.save(name, "rules: {severity: {host-call: warning}}\n")
	e.fileEvent(name, 2)
	if got := severity(2); got != 2 {
		t.Errorf("mended: severity %d", got)
	}
	if p := e.diagnostics(name, 0); len(p.Diagnostics) != 0 {
		t.Errorf("mended: %+v", p)
	}
	e.save(name, "rules: 1\n")
	e.fileEvent(name, 2)
	if p := e.diagnostics(name, 0); len(p.Diagnostics) != 1 || p.Diagnostics[0].Message != "a number stands `1` where a mapping is expected" {
		t.Errorf("broken again: %+v", p)
	}
	logged(name + ":1: a number stands")
	n := 0
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.received {
		if m.Method == "window/logMessage" && strings.Contains(string(m.Params), "severty") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the log tells it %d times", n)
	}
}

// TestRuleNames: a rule that is misspelt in a configuration is told at its place there, with the one that was probably meant, and the rest
// of the file holds.
func TestRuleNames(t *testing.T) {
	const name = ".cudals.yaml"
	e := start(t, map[string]string{name: "rules:\n  ignore: [host-cal, missing-header, 20014, danger]\n  severity: {fake_pragma: hint}\n"})
	e.open("a.cu", 1, bad)
	p := e.diagnostics(name, 0)
	var got []string
	for _, d := range p.Diagnostics {
		got = append(got, extent{place(d.Range.Start), place(d.Range.End)}.String()+" "+d.Message)
		if d.Severity != 2 {
			t.Errorf("%+v", d)
		}
	}
	lines(t, "names", got, []string{
		"1:11-1:19 no rule has the name, tag or number `host-cal`; did you mean `host-call`?",
		"2:13-2:24 no rule has the name, tag or number `fake_pragma`; did you mean `fake-pragma`?",
	})
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 0 {
		t.Errorf("not ignored: %+v", p)
	}
}

// TestProjectFileAlone: a configuration that is opened tells its faults though no source is open.
func TestProjectFileAlone(t *testing.T) {
	const name, wrong, right = ".cudals.yaml", "rules: {severty: {host-call: hint}}\n", "rules: {severity: {host-call: hint}}\n"
	e := start(t, map[string]string{name: wrong})
	e.open(name, 1, wrong)
	if p := e.diagnostics(name, 0); len(p.Diagnostics) != 1 || p.Diagnostics[0].Message != "unknown key `severty`; did you mean `severity`?" {
		t.Errorf("%+v", p)
	}
	e.replace(name, 2, right)
	e.save(name, right)
	e.notify("textDocument/didSave", object{"textDocument": object{"uri": e.uri(name)}})
	if p := e.diagnostics(name, 0); len(p.Diagnostics) != 0 {
		t.Errorf("mended: %+v", p)
	}
	e.save(name, wrong)
	e.fileEvent(name, 2)
	if p := e.diagnostics(name, 0); len(p.Diagnostics) != 1 {
		t.Errorf("broken again: %+v", p)
	}
	e.close(name)
	if p := e.diagnostics(name, 0); len(p.Diagnostics) != 0 {
		t.Errorf("closed: %+v", p)
	}
}
