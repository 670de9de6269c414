package server_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/capabilities.json anew instead of comparing it")

// TestCapabilities pins what the server says that it can do, beside another server and alone, to an editor that asks for findings and
// to one that is told them: clients act on every word of it.
func TestCapabilities(t *testing.T) {
	var out bytes.Buffer
	for _, options := range []object{
		{},
		{"initializationOptions": object{"mode": "standalone"}},
		{"capabilities": object{"textDocument": object{"diagnostic": object{}}, "general": object{"positionEncodings": []string{"utf-8"}}}},
	} {
		var result struct{ Capabilities json.RawMessage }
		if err := json.Unmarshal(connect(t, nil).initialize(options), &result); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&out, result.Capabilities, "", " "); err != nil {
			t.Fatal(err)
		}
		out.WriteByte('\n')
	}
	const name = "testdata/capabilities.json"
	if *update {
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")); !bytes.Equal(out.Bytes(), want) {
		t.Errorf("capabilities are\n%s\nif that is meant: go test ./server -run TestCapabilities -update", out.Bytes())
	}
}
