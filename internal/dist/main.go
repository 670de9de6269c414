// Command dist makes a release: for each platform a program without dependencies, in an archive, with a list of what it is made of, and the
// VS Code extension with the program inside; and the checksums of all. The same commit gives the same bytes. It is run by make dist.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is a platform that programs are made for.
type target struct {
	os, arch string
	// cc is the C compiler for it, c++ for what needs one; vscode is what VS Code calls it.
	cc, cxx, vscode string
	// link are the flags by which the program needs no library of the machine that it runs on.
	link string
}

var targets = []target{
	{"linux", "amd64", "gcc", "g++", "linux-x64", "-static"},
	{"linux", "arm64", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-g++", "linux-arm64", "-static"},
	{"windows", "amd64", "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++", "win32-x64", "-static"},
}

func (t target) name() string { return t.os + "-" + t.arch }

func (t target) program() string {
	if t.os == "windows" {
		return "cudals.exe"
	}
	return "cudals"
}

// release is what is being made.
type release struct {
	ctx     context.Context
	out     string // the folder
	version string
	when    time.Time // of the commit: the time of all files
	home    string    // where the repository is found on the web, "" for nowhere
}

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := flag.String("out", "dist", "the folder to write into")
	only := flag.String("targets", "", "only these platforms, such as linux-amd64, with commas; all whose C compiler is found without")
	home := flag.String("repository", "", "the repository's address, for the extension's page")
	extension := flag.Bool("vscode", true, "make the VS Code extension, which needs Node")
	flag.Parse()
	if err := run(ctx, *out, *only, *home, *extension); err != nil {
		log.Fatal("dist: ", err)
	}
}

func run(ctx context.Context, out, only, home string, extension bool) error {
	abs, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	r := &release{ctx: ctx, out: abs, home: home}
	if err := r.read(); err != nil {
		return err
	}
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	wanted := strings.FieldsFunc(only, func(c rune) bool { return c == ',' })
	var made []string
	for _, t := range targets {
		if len(wanted) > 0 && !slices.Contains(wanted, t.name()) {
			continue
		}
		if _, err := exec.LookPath(t.cc); err != nil {
			if len(wanted) > 0 {
				return fmt.Errorf("%s: there is no %s", t.name(), t.cc)
			}
			log.Printf("%s is left out: there is no %s", t.name(), t.cc)
			continue
		}
		files, err := r.platform(t, extension)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name(), err)
		}
		made = append(made, files...)
	}
	if len(made) == 0 {
		return errors.New("nothing was made")
	}
	return r.checksums(made)
}

// read finds out what is released: the version is that of the VS Code extension, the time that of the commit.
func (r *release) read() error {
	text, err := os.ReadFile("editors/vscode/package.json")
	if err != nil {
		return err
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(text, &manifest); err != nil || manifest.Version == "" {
		return fmt.Errorf("editors/vscode/package.json has no version (%w)", err)
	}
	r.version = manifest.Version
	seconds, err := r.output("git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(strings.TrimSpace(seconds), 10, 64)
	if err != nil {
		return fmt.Errorf("the commit's time: %w", err)
	}
	r.when = time.Unix(n, 0).UTC()
	return nil
}

// platform makes everything for one platform and returns the files.
func (r *release) platform(t target, extension bool) ([]string, error) {
	base := fmt.Sprintf("cudals-%s-%s", r.version, t.name())
	stage, err := os.MkdirTemp("", "cudals-dist-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(stage)
	program := filepath.Join(stage, t.program())
	if err := r.build(t, program); err != nil {
		return nil, err
	}
	modules, err := modulesOf(program)
	if err != nil {
		return nil, err
	}
	licences, err := r.licences(modules)
	if err != nil {
		return nil, err
	}
	content := []packed{{path: program, name: t.program(), mode: 0o755}, {text: licences, name: "THIRD-PARTY.txt", mode: 0o644}}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		content = append(content, packed{path: name, name: name, mode: 0o644})
	}
	archive := base + ".tar.gz"
	pack := r.tar
	if t.os == "windows" {
		archive, pack = base+".zip", r.zip
	}
	if err := pack(filepath.Join(r.out, archive), base, content); err != nil {
		return nil, err
	}
	list := base + ".spdx.json"
	if err := r.sbom(filepath.Join(r.out, list), base, program, modules); err != nil {
		return nil, err
	}
	made := []string{archive, list}
	if extension {
		vsix := fmt.Sprintf("cudals-vscode-%s-%s.vsix", r.version, t.vscode)
		if err := r.vsix(filepath.Join(r.out, vsix), t, program); err != nil {
			return nil, err
		}
		made = append(made, vsix)
	}
	return made, nil
}

// build makes a program that depends on nothing of the machine it is made on, and on no library of those that it runs on.
func (r *release) build(t target, program string) error {
	cmd := exec.CommandContext(r.ctx, "go", "build", "-trimpath", "-tags", "netgo,osusergo", "-o", program,
		"-ldflags", "-s -w -buildid= -X main.release="+r.version+" -linkmode external -extldflags '"+t.link+"'", "./cmd/cudals")
	cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=1", "CC="+t.cc, "CXX="+t.cxx,
		"CGO_CFLAGS=-O2 -g0", "CGO_CXXFLAGS=-O2 -g0")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}

func (r *release) output(name string, args ...string) (string, error) {
	out, err := exec.CommandContext(r.ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), nil
}

// modulesOf are the modules that a program is made of, itself left out.
func modulesOf(program string) ([]module, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	out := []module{{"std", strings.TrimPrefix(info.GoVersion, "go")}}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		out = append(out, module{d.Path, d.Version})
	}
	return out, nil
}

type module struct{ path, version string }

// licences are the texts of the licences of all modules.
func (r *release) licences(modules []module) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("cudals contains the following software.\n")
	for _, m := range modules {
		var dir string
		var err error
		if m.path == "std" {
			dir, err = r.output("go", "env", "GOROOT")
		} else {
			dir, err = r.output("go", "list", "-m", "-f", "{{.Dir}}", m.path)
		}
		if err != nil {
			return nil, err
		}
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(dir), "[LCN][IO][CPT][EYI]*"))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s has no licence", m.path)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "\n==== %s %s: %s\n\n%s", m.path, m.version, filepath.Base(file), bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		}
	}
	return b.Bytes(), nil
}

// checksums writes SHA256SUMS.
func (r *release) checksums(files []string) error {
	slices.Sort(files)
	var b strings.Builder
	for _, name := range files {
		sum, err := sumOf(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, name)
	}
	fmt.Print(b.String())
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(b.String()), 0o644)
}

func sumOf(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
