package server_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// TestBursts sends edits faster than they are analysed, with questions between them, and compares what the server says of the last
// version of each burst, and of one in the middle, with what it says of that text when it is opened anew.
//
// CUDALS_BURST_FILE chooses another text, CUDALS_BURSTS another number of bursts, CUDALS_EDIT_SEED other edits.
func TestBursts(t *testing.T) {
	path, bursts, seed := "../testdata/demo/src/heat.cu", 12, uint64(1)
	if s := os.Getenv("CUDALS_BURST_FILE"); s != "" {
		path = s
	}
	if n, err := strconv.Atoi(os.Getenv("CUDALS_BURSTS")); err == nil {
		bursts = n
	}
	if n, err := strconv.ParseUint(os.Getenv("CUDALS_EDIT_SEED"), 10, 64); err == nil {
		seed = n
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	connected := func() *editor {
		e := connect(t, nil)
		e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
		e.initialize()
		return e
	}
	b := &burster{t: t, kept: connected(), anew: connected(), rnd: rand.New(rand.NewPCG(seed, 7))}
	first := ascii(string(raw))
	b.text, b.version = first, 1
	b.kept.open("a.cu", 1, b.text)
	for range bursts {
		b.burst()
		if b.rnd.IntN(5) == 0 { // what a burst broke is mended at once
			b.version++
			b.text = first
			b.kept.replace("a.cu", b.version, first)
		}
	}
}

// ascii is a text in which offsets and columns are the same in all encodings.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 || r == '\r' {
			return '?'
		}
		return r
	}, text)
}

// burster edits one document in one server and opens its versions in another.
type burster struct {
	t          *testing.T
	kept, anew *editor
	rnd        *rand.Rand
	text       string
	version    int
	opened     int // versions of the document in anew
}

// question is a request about a version that was sent before the next edit.
type question struct {
	id     int
	method string
	at     int
	text   string
}

var typedPieces = []string{"x", " ", ";", "1", "\n", "int y = 2;", "f(1);", "{", "}", "(", "/*", "// ", "__syncthreads();", "y += 1;"}

func (b *burster) burst() {
	var asked []question
	around := b.rnd.IntN(len(b.text) + 1)
	for range 1 + b.rnd.IntN(12) {
		at := min(max(0, around+b.rnd.IntN(60)-30), len(b.text))
		end, piece := at, ""
		if b.rnd.IntN(3) == 0 {
			end = min(len(b.text), at+1+b.rnd.IntN(3))
		} else {
			piece = typedPieces[b.rnd.IntN(len(typedPieces))]
		}
		line, character := position(b.text, at)
		endLine, endCharacter := position(b.text, end)
		b.version++
		b.kept.change("a.cu", b.version, edit{line, character, endLine, endCharacter, piece})
		b.text = b.text[:at] + piece + b.text[end:]
		if b.rnd.IntN(3) == 0 {
			asked = append(asked, b.ask(b.kept, "textDocument/hover", b.text, b.rnd.IntN(len(b.text)+1)))
		}
		if b.rnd.IntN(8) == 0 {
			asked = append(asked, b.ask(b.kept, b.list(), b.text, 0))
		}
	}
	last := b.kept.diagnostics("a.cu", b.version)
	for range 6 {
		asked = append(asked, b.ask(b.kept, "textDocument/hover", b.text, b.rnd.IntN(len(b.text)+1)))
	}
	asked = append(asked, b.ask(b.kept, b.list(), b.text, 0))
	one := b.rnd.IntN(len(asked))
	for i, q := range asked {
		m := b.kept.response(q.id)
		switch {
		case m.Error == nil && (i == one || q.text == b.text):
			b.compare(q.method, q.text, tell(b.kept, m.Result), func() any { return b.freshly(q) })
		case m.Error != nil && (q.text == b.text || m.Error.Code != -32801): // ContentModified
			b.t.Fatalf("%s of version %d: %d %s", q.method, b.version, m.Error.Code, m.Error.Message)
		}
	}
	b.compare("diagnostics", b.text, tell(b.kept, last.Diagnostics), func() any { return b.reopened(b.text).Diagnostics })
	b.kept.forget()
	b.anew.forget()
}

// list is a request for a list about a whole document.
func (b *burster) list() string {
	lists := []string{"textDocument/codeLens", "textDocument/documentSymbol", "textDocument/inlayHint"}
	return lists[b.rnd.IntN(len(lists))]
}

func (b *burster) ask(e *editor, method, text string, at int) question {
	line, character := position(text, at)
	params := object{"textDocument": object{"uri": e.uri("a.cu")}}
	switch method {
	case "textDocument/inlayHint":
		params["range"] = object{"start": object{"line": 0, "character": 0}, "end": object{"line": 100_000, "character": 0}}
	case "textDocument/hover":
		params["position"] = object{"line": line, "character": character}
	}
	return question{e.send(method, params), method, at, text}
}

// reopened opens a text in the other server, closing what was open there.
func (b *burster) reopened(text string) published {
	if b.opened > 0 {
		b.anew.close("a.cu")
	}
	b.opened++
	b.anew.open("a.cu", b.opened, text)
	return b.anew.diagnostics("a.cu", b.opened)
}

// freshly is the answer to a question about a text that is opened for it.
func (b *burster) freshly(q question) any {
	b.reopened(q.text)
	return b.anew.response(b.ask(b.anew, q.method, q.text, q.at).id).Result
}

func (b *burster) compare(what, text, got string, fresh func() any) {
	b.t.Helper()
	if want := tell(b.anew, fresh()); got != want {
		b.t.Fatalf("%s after %d versions of\n%s\n%s\nwant\n%s", what, b.version, text, got, want)
	}
}

// tell is a value as JSON in which the editor's folder has no name.
func tell(e *editor, v any) string {
	encoded, err := json.Marshal(v)
	if err != nil {
		e.t.Fatal(err)
	}
	return strings.NewReplacer(e.uri(""), "file:///", e.dir, "/").Replace(string(encoded))
}

// forget drops what was received and nobody waits for.
func (e *editor) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.received, e.taken = nil, nil
}

// position is the line and column of an offset.
func position(text string, at int) (line, character int) {
	before := text[:at]
	return strings.Count(before, "\n"), at - 1 - strings.LastIndexByte(before, '\n')
}
