package server_test

import (
	"strings"
	"testing"
)

// TestThirdParty: in other people's code nothing is shown, a document there says so, and one action turns it on.
func TestThirdParty(t *testing.T) {
	const bad, include = "void host_only();\nvoid f() { host_only(); }\n", "#include \"../third_party/lib/h.cuh\"\n"
	files := map[string]string{
		".cudals.yaml":          "exclude: [x]\n",
		"third_party/lib/h.cuh": "void f() { host_only(); }\n",
		"sub/.git":              "gitdir: ../.git/modules/sub\n",
	}
	e := start(t, files)
	e.open("src/a.cu", 1, include+bad)
	if p := e.diagnostics("src/a.cu", 1); len(p.Diagnostics) != 1 {
		t.Fatalf("own: %+v", p)
	}
	e.open("third_party/lib/h.cuh", 1, files["third_party/lib/h.cuh"])
	e.open("sub/a.cu", 1, bad)
	for _, file := range []string{"third_party/lib/h.cuh", "sub/a.cu"} {
		p := e.diagnostics(file, 1)
		if len(p.Diagnostics) != 1 || p.Diagnostics[0].Code != "third-party" || !strings.HasPrefix(p.Diagnostics[0].Message, "1 finding is not shown") {
			t.Fatalf("%s: %+v", file, p)
		}
	}
	list := e.actions("sub/a.cu", 0, 0, 0)
	if len(list) != 1 || list[0].Title != "Show what is found in sub: own, in .cudals.yaml" {
		t.Fatalf("actions %+v", list)
	}
	text := list[0].Edit.DocumentChanges[0].Edits[0].NewText + files[".cudals.yaml"]
	if text != "own: [sub]\nexclude: [x]\n" {
		t.Fatalf("edit %q", text)
	}
	e.save(".cudals.yaml", text)
	e.fileEvent(".cudals.yaml", 2)
	if p := e.diagnostics("sub/a.cu", 1); len(p.Diagnostics) != 1 || p.Diagnostics[0].Code == "third-party" {
		t.Errorf("claimed: %+v", p)
	}
}
