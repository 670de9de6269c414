package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestArchives: what is packed can be unpacked, and packing it again gives the same bytes, whatever the time and the files' own.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	files := []packed{{path: program, name: "cudals", mode: 0o755}, {text: []byte("text\n"), name: "LICENSE", mode: 0o644}}
	r := &release{when: time.Unix(1_700_000_000, 0).UTC()}
	for name, pack := range map[string]func(string, string, []packed) error{"a.tar.gz": r.tar, "a.zip": r.zip} {
		var texts [2][]byte
		for i := range texts {
			if err := os.WriteFile(program, []byte("binary"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(program, time.Time{}, time.Unix(int64(i), 0)); err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(dir, fmt.Sprint(i, name))
			if err := pack(to, "cudals-1", files); err != nil {
				t.Fatal(err)
			}
			var err error
			if texts[i], err = os.ReadFile(to); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(texts[0], texts[1]) {
			t.Errorf("%s differs from time to time", name)
		}
		if got, want := unpacked(t, name, texts[0]), "cudals-1/cudals -rwxr-xr-x binary;cudals-1/LICENSE -rw-r--r-- text\n;"; got != want {
			t.Errorf("%s holds %q", name, got)
		}
	}
}

func unpacked(t *testing.T, name string, text []byte) string {
	t.Helper()
	var out string
	if filepath.Ext(name) == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			out += fmt.Sprintf("%s %s %s;", f.Name, f.Mode(), content)
		}
		return out
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out += fmt.Sprintf("%s %s %s;", h.Name, h.FileInfo().Mode(), content)
	}
}

// TestMadeOf: the list of what a program is made of names each module, and the program by its checksum.
func TestMadeOf(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	modules, err := modulesOf(self)
	if err != nil || len(modules) == 0 || modules[0].path != "std" {
		t.Fatalf("%v, %v", modules, err)
	}
	to := filepath.Join(t.TempDir(), "sbom")
	r := &release{version: "1.2.3", when: time.Unix(0, 0).UTC()}
	if err := r.sbom(to, "cudals-1.2.3", self, append(modules, module{"example.com/a_b", "v1.0.0"})); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		SPDXVersion string
		Packages    []struct {
			SPDXID, Name, VersionInfo string
			Checksums                 []struct{ ChecksumValue string }
		}
		Relationships []any
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	sum, err := sumOf(self)
	if err != nil {
		t.Fatal(err)
	}
	last := list.Packages[len(list.Packages)-1]
	if list.SPDXVersion != "SPDX-2.3" || list.Packages[0].Checksums[0].ChecksumValue != sum || last.SPDXID != "SPDXRef-example.com-a-b" ||
		last.VersionInfo != "v1.0.0" || len(list.Relationships) != len(list.Packages) {
		t.Errorf("%s", text)
	}
}
