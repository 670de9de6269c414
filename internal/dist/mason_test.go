package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestMason: the package for Mason names each platform's archive and what lies in it, of the version that is released next.
func TestMason(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash("../../editors/neovim/mason/packages/cudals/package.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var mason struct {
		Source struct {
			ID    string
			Asset []struct{ Target, File, Bin string }
		}
	}
	if err := yaml.Unmarshal(text, &mason); err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.FromSlash("../../editors/vscode/package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var extension struct{ Version string }
	if err := json.Unmarshal(manifest, &extension); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(mason.Source.ID, "/cudals@v"+extension.Version) {
		t.Errorf("%s is not of version %s", mason.Source.ID, extension.Version)
	}
	if len(mason.Source.Asset) != len(targets) {
		t.Fatalf("%d platforms, want %d", len(mason.Source.Asset), len(targets))
	}
	const version = `{{ version | strip_prefix "v" }}`
	for i, target := range targets {
		base, ending := "cudals-"+version+"-"+target.name(), ".tar.gz"
		if target.os == "windows" {
			ending = ".zip"
		}
		if a := mason.Source.Asset[i]; a.File != base+ending || a.Bin != base+"/"+target.program() {
			t.Errorf("%s: %+v", target.name(), a)
		}
	}
}
