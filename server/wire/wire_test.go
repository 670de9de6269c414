package wire_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/source"
	"cudals/server/wire"
)

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// TestStream: what is no message is answered and skipped, a broken header ends the session.
func TestStream(t *testing.T) {
	near, far := net.Pipe()
	s := wire.NewStream(near)
	defer s.Abandon()
	const good = `{"jsonrpc":"2.0","method":"x"}`
	var answers strings.Builder
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(&answers, far)
	}()
	go func() {
		_, _ = io.WriteString(far, frame("{")+frame(`{"jsonrpc":"1.0","id":1,"method":"x"}`)+frame(good)+"content-length: 2\r\nX: y\r\n\r\n[]"+"nonsense\r\n\r\n")
	}()
	for _, want := range []string{good, "[]"} {
		if text, _, err := s.ReadFrame(t.Context()); err != nil || string(text) != want {
			t.Errorf("%s, %v, want %s", text, err, want)
		}
	}
	if _, _, err := s.ReadFrame(t.Context()); !errors.Is(err, jsonrpc2.ErrInvalidHeader) {
		t.Errorf("error %v", err)
	}
	_ = s.Close()
	<-read
	for _, code := range []string{"-32700", "-32600"} {
		if !strings.Contains(answers.String(), `"id":null,"error":{"code":`+code) {
			t.Errorf("no answer %s in %s", code, answers.String())
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[uri.URI]string{
		"file:///a/b/../c.cu": "/a/c.cu", "file:///a%20b.cu": "/a b.cu", "untitled:Untitled-1": wire.VirtualDir + "/untitled/Untitled-1",
		"git:/a/../b.cu": wire.VirtualDir + "/git/a/%2E%2E/b.cu", "": "", "nothing": "",
	} {
		got, err := wire.PathOf(name)
		if (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%s: %s %v, want %s", name, got, err, want)
		}
	}
	virtual := wire.VirtualDir + "/untitled/1"
	for language, want := range map[protocol.LanguageKind]string{"cuda": ".cu", "c": ".c", "cpp": ".cpp"} {
		if got := wire.VirtualName(virtual, language); got != virtual+want {
			t.Errorf("%s: %s", language, got)
		}
	}
	if got := wire.VirtualName("/a/b", "cuda"); got != "/a/b" {
		t.Errorf("a file is called %s", got)
	}
	if got := wire.OpenPath(virtual, func(path string) bool { return path == virtual+".cpp" }); got != virtual+".cpp" {
		t.Errorf("open is %s", got)
	}
	if u, ok := wire.SpelledURI([]byte(`{"textDocument":{"uri":"file:///A%2fb"}}`)); !ok || u != "file:///A%2fb" {
		t.Errorf("spelled %s", u)
	}
	if _, ok := wire.SpelledURI([]byte(`{"textDocument":7}`)); ok {
		t.Error("a number is an URI")
	}
}

func TestEdits(t *testing.T) {
	var params protocol.DidChangeTextDocumentParams
	if err := wire.Decode([]byte(`{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[
		{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":3}},"text":"x"},{"text":"all"}]}`), &params); err != nil {
		t.Fatal(err)
	}
	changes, err := wire.ChangesOf(&params)
	if err != nil || len(changes) != 2 || changes[0].Start.Column != 2 || changes[0].End.Column != 3 || changes[0].Whole || !changes[1].Whole {
		t.Errorf("%+v %v", changes, err)
	}
	for _, raw := range []string{"", "null", "[]", `{"textDocument":7}`} {
		if err := wire.Decode([]byte(raw), &params); err == nil {
			t.Errorf("%q is decoded", raw)
		}
	}
}

func TestEncoding(t *testing.T) {
	for list, want := range map[string]source.Encoding{
		`{}`: source.UTF16, `{"general":{"positionEncodings":["utf-32"]}}`: source.UTF32,
		`{"general":{"positionEncodings":["utf-32","utf-16"]}}`: source.UTF16, `{"general":{"positionEncodings":["utf-16","utf-8"]}}`: source.UTF8,
	} {
		var c protocol.ClientCapabilities
		if err := wire.Decode([]byte(list), &c); err != nil {
			t.Fatal(err)
		}
		if got := wire.EncodingOf(&c); got != want {
			t.Errorf("%s: %v", list, got)
		}
	}
}
