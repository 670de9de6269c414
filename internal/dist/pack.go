package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// packed is a file of an archive: the one at path, or text.
type packed struct {
	path string
	text []byte
	name string
	mode fs.FileMode
}

func (p packed) bytes() ([]byte, error) {
	if p.path == "" {
		return p.text, nil
	}
	return os.ReadFile(p.path)
}

// tar packs files into a folder of an archive.
func (r *release) tar(to, folder string, files []packed) (err error) {
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	zipped, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(zipped)
	for _, f := range files {
		text, err := f.bytes()
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{
			Name: path.Join(folder, f.name), Mode: int64(f.mode), Size: int64(len(text)), ModTime: r.when, Format: tar.FormatUSTAR,
		}); err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), zipped.Close())
}

// zip does the same for platforms that know no other archives.
func (r *release) zip(to, folder string, files []packed) (err error) {
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := zip.NewWriter(out)
	for _, f := range files {
		text, err := f.bytes()
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: r.when}
		header.SetMode(f.mode)
		entry, err := w.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(text); err != nil {
			return err
		}
	}
	return w.Close()
}

// sbom writes what a program is made of, in SPDX 2.3.
func (r *release) sbom(to, name, program string, modules []module) error {
	sum, err := sumOf(program)
	if err != nil {
		return err
	}
	type reference struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	type checksum struct {
		Algorithm string `json:"algorithm"`
		Value     string `json:"checksumValue"`
	}
	type spdxPackage struct {
		ID        string      `json:"SPDXID"`
		Name      string      `json:"name"`
		Version   string      `json:"versionInfo"`
		Location  string      `json:"downloadLocation"`
		Licence   string      `json:"licenseConcluded"`
		Copyright string      `json:"copyrightText"`
		Files     bool        `json:"filesAnalyzed"`
		Checksums []checksum  `json:"checksums,omitempty"`
		Refs      []reference `json:"externalRefs,omitempty"`
	}
	type relation struct {
		Of   string `json:"spdxElementId"`
		Kind string `json:"relationshipType"`
		To   string `json:"relatedSpdxElement"`
	}
	none := "NOASSERTION"
	packages := []spdxPackage{{
		ID: "SPDXRef-cudals", Name: "cudals", Version: r.version, Location: none, Licence: "Apache-2.0", Copyright: none,
		Checksums: []checksum{{"SHA256", sum}},
	}}
	relations := []relation{{"SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-cudals"}}
	for _, m := range modules {
		id := "SPDXRef-" + strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' {
				return c
			}
			return '-'
		}, m.path)
		packages = append(packages, spdxPackage{
			ID: id, Name: m.path, Version: m.version, Location: none, Licence: none, Copyright: none,
			Refs: []reference{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + m.path + "@" + m.version}},
		})
		relations = append(relations, relation{"SPDXRef-cudals", "CONTAINS", id})
	}
	text, err := json.MarshalIndent(map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
		"documentNamespace": "https://spdx.org/spdxdocs/" + name + "-" + sum[:16],
		"creationInfo":      map[string]any{"created": r.when.Format(time.RFC3339), "creators": []string{"Tool: cudals-dist"}},
		"packages":          packages, "relationships": relations,
	}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(text, '\n'), 0o644)
}

// vsix makes the VS Code extension for a platform, with the program inside.
func (r *release) vsix(to string, t target, program string) error {
	stage, err := os.MkdirTemp("", "cudals-vsix-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	const from = "editors/vscode"
	for _, args := range [][]string{{"ci", "--no-fund", "--no-audit", "--silent"}, {"run", "--silent", "build"}} {
		if err := r.tool(from, "npm", args...); err != nil {
			return err
		}
	}
	if err := copyTree(from, stage, func(name string) bool { return name == "node_modules" || name == "test" || name == "src" }); err != nil {
		return err
	}
	for name, path := range map[string]string{"LICENSE": "LICENSE", "CHANGELOG.md": "CHANGELOG.md", "bin/" + t.program(): program} {
		if err := copyFile(path, filepath.Join(stage, name), 0o755); err != nil {
			return err
		}
	}
	if err := r.manifest(filepath.Join(stage, "package.json")); err != nil {
		return err
	}
	args := []string{"--yes", "@vscode/vsce@3", "package", "--no-dependencies", "--target", t.vscode, "-o", to}
	if r.home == "" {
		args = append(args, "--allow-missing-repository")
	}
	return r.tool(stage, "npx", args...)
}

// manifest completes the extension's manifest with what is known of a release alone.
func (r *release) manifest(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	delete(fields, "private")
	delete(fields, "scripts")
	delete(fields, "devDependencies")
	if r.home != "" {
		fields["repository"] = map[string]string{"type": "git", "url": r.home}
		fields["homepage"] = r.home
		fields["bugs"] = map[string]string{"url": r.home + "/issues"}
	}
	if text, err = json.MarshalIndent(fields, "", "  "); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

func (r *release) tool(dir, name string, args ...string) error {
	cmd := exec.CommandContext(r.ctx, name, args...)
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}

func copyTree(from, to string, skip func(name string) bool) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir() && rel != "." && skip(rel):
			return fs.SkipDir
		case entry.Type().IsRegular():
			return copyFile(path, filepath.Join(to, rel), 0o644)
		}
		return nil
	})
}

func copyFile(from, to string, mode fs.FileMode) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, mode)
}
