// Package ruletest holds rules against fixtures: small archives whose expectations match what is said one to one.
package ruletest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"cudals/analysis/check"
	"cudals/analysis/rules"
	"cudals/analysis/source"
)

// Run holds the rules of a family against their fixtures, <family>/testdata/<slug>/*.txtar, and the examples of their pages. A rule has
// at least one fixture in which it speaks and one in which it does not.
//
// A fixture is a txtar archive. Its comment is prose, except for lines "flags: …" (nvcc's flags, or "guessed": no command is known) and "rules: …" (numbers or
// slugs of further rules that take part). Its files stand in one folder; those named *.cu are translation units. In them,
// expectations stand below the line they are about:
//
//	  helper(x);
//	//^^^^^^ want device 20016: cannot be called
//	// note: is declared __host__ here | helper
//
// Carets mark the exact range; "^^^..." is a range that ends on a later line, and "//<^^^" one that begins in the first
// column. Without carets, or at the end of the code line itself, only the line counts. Then come "want", a severity unless
// it is the rule's own, the pass (host, device or both), the rule's number or slug, and a fragment of the message. Lines
// "note:" below it ask for related locations, in this order, others may stand between them; after a bar follows the text
// that is to stand there. Expectations and findings match one to one.
//
// "want space P::P(): __host__ __device__" asks for the execution space of the function that is declared, called or made
// where the carets begin; lines "note:" below it ask for reasons, and for who brings it to the device. "want hover: text"
// asks for a text that is part of the hover there.
//
// A section "fix/<fragment of a title>/<file>" holds a file as the first fix with such a title leaves it, which is then
// checked again.
func Run(t *testing.T, family rules.Family) {
	for _, r := range family.Rules {
		t.Run(r.Slug, func(t *testing.T) {
			t.Parallel()
			var fires, silent bool
			for _, name := range Archives(t, family.Name, r.Slug) {
				f := parseFixture(t, name, r.Slug)
				if f.expects(r) {
					fires = true
				} else {
					silent = true
				}
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					f.run(t)
				})
			}
			if !fires {
				t.Errorf("%s/testdata/%s has no fixture in which the rule speaks", family.Name, r.Slug)
			}
			if !silent {
				t.Errorf("%s/testdata/%s has no fixture in which the rule is silent", family.Name, r.Slug)
			}
			t.Run("examples", func(t *testing.T) {
				t.Parallel()
				examples(t, r)
			})
		})
	}
	folders(t, family.Name, func(name string) bool {
		return slices.ContainsFunc(family.Rules, func(r *check.Rule) bool { return r.Slug == name })
	})
}

// Shared runs the fixtures in folders of testdata in which all rules take part but those that are off by default.
func Shared(t *testing.T, names ...string) {
	for _, folder := range names {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			for _, name := range Archives(t, ".", folder) {
				f := parseFixture(t, name)
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					f.run(t)
				})
			}
		})
	}
	folders(t, ".", func(name string) bool { return slices.Contains(names, name) })
}

// Expected are the slugs of the rules that a fixture expects, and "hover" where it asks for what is shown on request.
func Expected(t *testing.T, archive string) []string {
	t.Helper()
	f := parseFixture(t, archive)
	var out []string
	for _, key := range f.mentioned() {
		if r := RuleNamed(key); !slices.Contains(out, r.Slug) {
			out = append(out, r.Slug)
		}
	}
	for _, text := range f.files {
		if slices.ContainsFunc(wanted(text), func(w want) bool { return w.asks() }) && !slices.Contains(out, "hover") {
			out = append(out, "hover")
		}
	}
	return out
}

// folders finds folders of fixtures that nothing runs.
func folders(t *testing.T, dir string, known func(name string) bool) {
	t.Helper()
	dir = filepath.Join(dir, "testdata")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "fuzz" && !known(e.Name()) {
			t.Errorf("%s belongs to no rule", filepath.Join(dir, e.Name()))
		}
	}
}

// examples runs the examples of a rule's page: the rule speaks of the bad one, and no rule of the good one. The first line
// "// flags: …" holds nvcc's flags.
func examples(t *testing.T, r *check.Rule) {
	if strings.TrimSpace(r.Bad) == "" || strings.TrimSpace(r.Good) == "" {
		t.Fatal("the rule's page has no bad or no good example")
	}
	said := analyze(t, exampleFlags(r.Bad), map[string][]byte{"bad.cu": []byte(r.Bad)}, nil).diagnostics
	if !slices.ContainsFunc(said, func(d check.Diagnostic) bool { return d.Rule == r.Slug }) {
		t.Errorf("the rule does not speak of the bad example:\n%s", numbered([]byte(r.Bad)))
	}
	for _, d := range analyze(t, exampleFlags(r.Good), map[string][]byte{"good.cu": []byte(r.Good)}, nil).diagnostics {
		if d.Group == check.Pedantic && d.Rule != r.Slug {
			continue
		}
		t.Errorf("the good example is not clean: %s", show(&d))
	}
}

var flagsLine = regexp.MustCompile(`^\s*// flags: (.*)`)

func exampleFlags(text string) []string {
	if m := flagsLine.FindStringSubmatch(text); m != nil {
		return strings.Fields(m[1])
	}
	return nil
}

// Archives are the fixtures in a folder of the testdata in dir.
func Archives(t *testing.T, dir, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "testdata", folder, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// ---- Fixtures

type fixture struct {
	name  string
	flags []string
	rules []*check.Rule // that take part; nil for all
	files map[string][]byte
	fixes []fix
}

type fix struct {
	title string
	files map[string][]byte
}

func parseFixture(t *testing.T, name string, slugs ...string) *fixture {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{name: strings.TrimSuffix(filepath.Base(name), ".txtar"), files: map[string][]byte{}}
	for line := range strings.Lines(string(archive.Comment)) {
		if flags, ok := strings.CutPrefix(line, "flags:"); ok {
			f.flags = strings.Fields(flags)
		}
		if more, ok := strings.CutPrefix(line, "rules:"); ok {
			slugs = append(slugs, strings.Fields(more)...)
		}
	}
	for _, file := range archive.Files {
		if !strings.HasPrefix(file.Name, "fix/") {
			if f.files[file.Name] != nil {
				t.Fatalf("%s: two files are named %s", name, file.Name)
			}
			f.files[file.Name] = file.Data
			continue
		}
		title, file, err := f.fixSection(file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		i := slices.IndexFunc(f.fixes, func(x fix) bool { return x.title == title })
		if i < 0 {
			i = len(f.fixes)
			f.fixes = append(f.fixes, fix{title, map[string][]byte{}})
		}
		f.fixes[i].files[file.Name] = file.Data
	}
	for _, key := range slices.Concat(slugs, f.mentioned()) {
		r := RuleNamed(key)
		if r == nil {
			t.Fatalf("%s: no rule is named %s", name, key)
		}
		if len(slugs) > 0 && !slices.ContainsFunc(f.rules, func(o *check.Rule) bool { return o.Slug == r.Slug }) {
			f.rules = append(f.rules, r)
		}
	}
	return f
}

// fixSection splits the name of a section "fix/<title>/<file>", where both parts may hold slashes.
func (f *fixture) fixSection(file txtar.File) (title string, out txtar.File, err error) {
	rest := strings.TrimPrefix(file.Name, "fix/")
	for name := range f.files {
		if t, ok := strings.CutSuffix(rest, "/"+name); ok && len(name) > len(out.Name) {
			title, out = t, txtar.File{Name: name, Data: file.Data}
		}
	}
	if out.Name == "" {
		return "", out, fmt.Errorf("section %s names no file that stands before it", file.Name)
	}
	return title, out, nil
}

// mentioned are the rules that expectations name.
func (f *fixture) mentioned() []string {
	var out []string
	for _, text := range f.files {
		for _, w := range wanted(text) {
			if !w.asks() && !slices.Contains(out, w.rule) {
				out = append(out, w.rule)
			}
		}
	}
	slices.Sort(out)
	return out
}

func (f *fixture) expects(r *check.Rule) bool {
	return slices.ContainsFunc(f.mentioned(), r.Matches)
}

// RuleNamed is the rule that a slug, tag or number names, nil where there is none.
func RuleNamed(key string) *check.Rule {
	for _, r := range all() {
		if r.Matches(key) {
			return r
		}
	}
	return nil
}

var all = sync.OnceValue(rules.All)

var bom = []byte("\xef\xbb\xbf")

func (f *fixture) run(t *testing.T) {
	said := f.check(t, "", f.files, nil)
	for _, fix := range f.fixes {
		f.applies(t, fix, said)
	}
	f.mends(t)
	f.worded(t, said)
	if testing.Short() {
		return
	}
	f.check(t, "typed in piece by piece: ", f.files, typed)
	f.check(t, "with CRLF: ", convert(f.files, func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }), nil)
	f.check(t, "with a BOM: ", convert(f.files, func(b []byte) []byte { return slices.Concat(bom, b) }), nil)
}

func convert(files map[string][]byte, how func([]byte) []byte) map[string][]byte {
	out := map[string][]byte{}
	for name, text := range files {
		out[name] = how(text)
	}
	return out
}

// check analyses files and holds what is said against their expectations.
func (f *fixture) check(t *testing.T, how string, files map[string][]byte, versions func([]byte) [][]byte) []check.Diagnostic {
	t.Helper()
	found := analyze(t, f.flags, files, versions)
	said := found.diagnostics
	said = slices.DeleteFunc(said, func(d check.Diagnostic) bool {
		asked := slices.ContainsFunc(f.rules, func(r *check.Rule) bool { return r.Slug == d.Rule })
		return !asked && (f.rules != nil || d.Group == check.Pedantic)
	})
	left := slices.Clone(said)
	for name, text := range files {
		for _, w := range wanted(text) {
			if w.asks() {
				if why := w.differs(t.Context(), found.units[name]); why != "" {
					t.Errorf("%s%s:%d: %s: %s", how, name, w.line+1, why, w.text)
				}
				continue
			}
			i := slices.IndexFunc(left, func(d check.Diagnostic) bool { return w.matches(name, &d) == "" })
			if i >= 0 {
				left = slices.Delete(left, i, i+1)
				continue
			}
			t.Errorf("%s%s:%d: no finding matches: %s%s", how, name, w.line+1, w.text, nearest(w, name, left))
		}
	}
	for _, d := range left {
		t.Errorf("%snobody expects: %s", how, show(&d))
	}
	return said
}

// nearest tells why the findings of an expectation's line do not match it.
func nearest(w want, name string, left []check.Diagnostic) string {
	var b strings.Builder
	for i := range left {
		d := &left[i]
		if path.Base(d.Place.File.Path) == path.Base(name) && d.Place.File.Position(d.Place.Span.Start, source.UTF32).Line == w.line {
			fmt.Fprintf(&b, "\n  %s: %s", w.matches(name, d), show(d))
		}
	}
	return b.String()
}

// applies holds what a fix makes of the files against the section that names it.
func (f *fixture) applies(t *testing.T, x fix, said []check.Diagnostic) {
	t.Helper()
	for _, d := range said {
		for _, offered := range d.Fixes {
			if !strings.Contains(offered.Title, x.title) {
				continue
			}
			got := f.after(t, &d, offered)
			if got == nil {
				return
			}
			after := map[string][]byte{}
			for name, text := range f.files {
				want, ok := x.files[name]
				if !ok {
					want = text
				}
				after[name] = want
				if g, w := bare(got[name]), bare(want); g != w {
					t.Errorf("fix %q leaves %s as\n%s\nwant\n%s", offered.Title, name, g, w)
				}
			}
			f.check(t, fmt.Sprintf("after the fix %q: ", offered.Title), after, nil)
			return
		}
	}
	t.Errorf("nothing that is said offers a fix with %q in its title", x.title)
}

// after are the files as a fix leaves them; nil where it cannot be made, which is an error unless the fixture expects it.
func (f *fixture) after(t *testing.T, d *check.Diagnostic, offered check.Fix) map[string][]byte {
	t.Helper()
	if offered.Rename == nil {
		got, err := edited(f.files, offered.Edits, fileName)
		if err != nil {
			t.Errorf("fix %q: %v", offered.Title, err)
		}
		return got
	}
	unit := strings.TrimPrefix(offered.Rename.Unit, labRoot)
	_, unit, _ = strings.Cut(unit, "/")
	got, reason := renamed(t, f.flags, f.files, unit, offered.Title)
	expected := ""
	name := fileName(d.Place.File)
	for _, w := range wanted(f.files[name]) {
		if w.matches(name, d) == "" {
			expected = w.refused
		}
	}
	if reason != "" && (expected == "" || !strings.Contains(reason, expected)) || reason == "" && expected != "" {
		t.Errorf("fix %q: refused with %q, want %q", offered.Title, reason, expected)
	}
	return got
}

// toolkitWords are CUDA's words as a toolkit's headers define them.
var toolkitWords = []string{
	"-D__annotate__(a)=__attribute__((a))", "-D__location__(a)=__annotate__(a)", "-D__host__=__location__(host)",
	"-D__device__=__location__(device)", "-D__global__=__location__(global)", "-D__constant__=__location__(constant)",
	"-D__shared__=__location__(shared)", "-D__managed__=__location__(managed)", "-D__grid_constant__=__location__(grid_constant)",
	"-D__launch_bounds__(...)=__annotate__(launch_bounds(__VA_ARGS__))", "-D__noinline__=__attribute__((noinline))",
	"-D__forceinline__=__inline__ __attribute__((always_inline))", "-D__maxnreg__(a)=__annotate__(maxnreg(a))",
	"-D__cluster_dims__(...)=__annotate__(cluster_dims(__VA_ARGS__))",
}

// worded holds the fixes against those where CUDA's words are macros, as with a toolkit's headers.
func (f *fixture) worded(t *testing.T, said []check.Diagnostic) {
	t.Helper()
	offered := func(list []check.Diagnostic) []string {
		var out []string
		for i := range list {
			for _, x := range list[i].Fixes {
				if x.Rename != nil {
					continue
				}
				left, err := edited(f.files, x.Edits, fileName)
				if err != nil {
					t.Error(err)
				}
				var texts strings.Builder
				for _, name := range slices.Sorted(maps.Keys(left)) {
					texts.WriteString(bare(left[name]))
				}
				out = append(out, fmt.Sprintf("%s\n%s\nwhich leaves\n%s", show(&list[i]), x.Title, &texts))
			}
		}
		slices.Sort(out)
		return out
	}
	want := offered(said)
	if len(want) == 0 || slices.Equal(f.flags, []string{"guessed"}) {
		return
	}
	got := offered(analyze(t, slices.Concat(f.flags, toolkitWords), f.files, nil).diagnostics)
	for _, x := range want {
		if !slices.Contains(got, x) {
			t.Errorf("with a toolkit's words nobody offers, of\n%s", x)
		}
	}
}

// mends makes each fix that is offered, by itself: what it mends is said no more, and nothing new but what is off by default.
func (f *fixture) mends(t *testing.T) {
	t.Helper()
	before := analyze(t, f.flags, f.files, nil).diagnostics
	done := map[string]bool{}
	for i := range before {
		d := &before[i]
		for _, offered := range d.Fixes {
			got := f.after(t, d, offered)
			if got == nil {
				continue
			}
			key := d.Rule + fmt.Sprint(got)
			if done[key] {
				continue
			}
			done[key] = true
			after := analyze(t, f.flags, got, nil).diagnostics
			if count(after, d.Rule, d.Message) >= count(before, d.Rule, d.Message) {
				t.Errorf("after the fix %q this is still said: %s", offered.Title, show(d))
			}
			for j := range after {
				if a := &after[j]; a.Group != check.Pedantic && count(after, a.Rule, "") > count(before, a.Rule, "") {
					t.Errorf("after the fix %q of %s\nthis is new: %s", offered.Title, show(d), show(a))
				}
			}
		}
	}
}

// count is how many findings a rule has, with a message unless that is "".
func count(list []check.Diagnostic, rule, message string) (n int) {
	for i := range list {
		if list[i].Rule == rule && (message == "" || list[i].Message == message) {
			n++
		}
	}
	return n
}

// edited are files after edits in those that name names.
func edited(files map[string][]byte, edits []check.Edit, name func(*source.File) string) (map[string][]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b check.Edit) int { return b.Place.Span.Start - a.Place.Span.Start })
	for i := range edits {
		for j := range i {
			if edits[i].Conflicts(edits[j]) {
				return nil, errors.New("two of its edits change the same text")
			}
		}
	}
	out := map[string][]byte{}
	for file, text := range files {
		for _, e := range edits {
			if name(e.Place.File) == file {
				text = slices.Concat(text[:e.Place.Span.Start], []byte(e.Text), text[e.Place.Span.End:])
			}
		}
		out[file] = text
	}
	return out, nil
}

// bare is a text without expectations.
func bare(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if expectation.MatchString(line) || noteLine.MatchString(line) || noFixLine.MatchString(line) {
			continue
		}
		if i := strings.Index(line, "// want "); i >= 0 {
			line = strings.TrimRight(line[:i], " \t") + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}
