package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/workspace"
)

// version is a text that was analysed and what was asked of it.
type version struct {
	text   []byte
	whole  bool  // its analysis was not given up, and its result is where the next one goes on from
	hovers []int // offsets, in the order of asking
	lists  bool  // its lists were asked for, and its names
	names  bool
	// polls is after how many questions to the context an analysis before that was given up, -1 where none was. If it ended all the
	// same and is kept, the next one goes on from it.
	polls int64
	kept  bool
}

// difference is what is not told alike of a version by a model that was kept and by one that is made for it.
type difference struct{ what, got, want string }

func (d *difference) String() string {
	return fmt.Sprintf("%s differ\nincremental:\n%s\nfrom scratch:\n%s", d.what, d.got, d.want)
}

// differ asks of two results of one version the same questions, in orders as different as can be.
func differ(got, want workspace.Result, hovers []int, lists, names bool) *difference {
	if a, b := describe(got), describe(want); a != b {
		return &difference{"diagnostics", a, b}
	}
	layout := describeLayout(got)
	answers := make([]string, len(hovers))
	for i, at := range hovers {
		answers[i] = describeAt(got, at)
	}
	for i, at := range slices.Backward(hovers) {
		if b := describeAt(want, at); answers[i] != b {
			return &difference{fmt.Sprintf("hovers at %d", at), answers[i], b}
		}
	}
	if b := describeLayout(want); layout != b {
		return &difference{"layouts", layout, b}
	}
	if lists {
		if a, b := describeLists(got), describeLists(want); a != b {
			return &difference{"lists", a, b}
		}
	}
	if names {
		if a, b := describeNames(got), describeNames(want); a != b {
			return &difference{"names", a, b}
		}
	}
	return nil
}

// mostReplays bounds the work of a reduction.
const mostReplays = 400

// reduction makes a history of versions smaller as long as a difference shows in the last one.
type reduction struct {
	s    *session
	left int // replays
}

// reduce returns the least history found and what differs there; nil where the difference does not show again.
func (s *session) reduce(history []version) ([]version, *difference) {
	r := &reduction{s: s, left: mostReplays}
	d := r.replay(history)
	if d == nil {
		return nil, nil
	}
	try := func(less []version) bool {
		found := r.replay(less)
		if found != nil {
			history, d = less, found
		}
		return found != nil
	}
	for n := 1; n < len(history); n *= 2 {
		if try(history[len(history)-n:]) {
			break
		}
	}
	without(len(history)-1, func(from, to int) bool {
		return try(slices.Delete(slices.Clone(history), from, to))
	})
	for i := range history {
		without(len(history[i].hovers), func(from, to int) bool {
			less := slices.Clone(history)
			less[i].hovers = slices.Delete(slices.Clone(less[i].hovers), from, to)
			return try(less)
		})
	}
	lines := linesOf(history)
	without(len(lines), func(from, to int) bool {
		if !try(withoutLines(history, lines[from:to])) {
			return false
		}
		lines = slices.Delete(lines, from, to)
		return true
	})
	return history, d
}

// without has parts of a list of n dropped, smaller and smaller ones; drop tells whether it dropped one.
func without(n int, drop func(from, to int) bool) {
	for size := n; size > 0; size /= 2 {
		for to := n; to > 0; to -= size {
			if from := max(0, to-size); drop(from, to) {
				n -= to - from
			}
		}
	}
}

func linesOf(history []version) []string {
	var list []string
	seen := map[string]bool{}
	for _, v := range history {
		for line := range bytes.Lines(v.text) {
			if l := string(line); !seen[l] {
				seen[l] = true
				list = append(list, l)
			}
		}
	}
	return list
}

// withoutLines drops all lines that are spelled so; questions about them are not asked, others move.
func withoutLines(history []version, lines []string) []version {
	drop := map[string]bool{}
	for _, l := range lines {
		drop[l] = true
	}
	less := slices.Clone(history)
	for i, v := range history {
		text, hovers, at := []byte(nil), []int(nil), 0
		moved := map[int]int{len(v.text): -1}
		for line := range bytes.Lines(v.text) {
			if !drop[string(line)] {
				for n := range line {
					moved[at+n] = len(text) + n
				}
				text = append(text, line...)
			}
			at += len(line)
		}
		moved[at] = len(text)
		for _, h := range v.hovers {
			if to, ok := moved[h]; ok {
				hovers = append(hovers, to)
			}
		}
		less[i].text, less[i].hovers = text, hovers
	}
	return less
}

// replay analyses one version after the other and says what differs in the last one.
func (r *reduction) replay(history []version) *difference {
	if r.left--; r.left < 0 {
		return nil
	}
	going, anew := engine.New(r.s.scratch, rules.All(), nil), engine.New(r.s.scratch, rules.All(), nil)
	var prev workspace.Result
	attempt := func(v version) {
		ctx := &countdown{Context: context.Background()}
		ctx.left.Store(v.polls)
		if result, err := going.Analyze(ctx, r.s.input(r.s.scratch), prev); err == nil && v.kept {
			prev = result
		}
	}
	analyze := func(e *engine.Engine, prev workspace.Result) workspace.Result {
		result, err := e.Analyze(context.Background(), r.s.input(r.s.scratch), prev)
		if err != nil {
			r.s.t.Fatal(err)
		}
		return result
	}
	last := len(history) - 1
	for i, v := range history {
		r.s.scratch.file = r.s.document(v.text)
		if r.s.edited != r.s.path {
			going.Forget([]string{r.s.edited})
		}
		if v.polls >= 0 {
			attempt(v)
		}
		if v.whole && i < last {
			prev = analyze(going, prev)
			differ(prev, prev, v.hovers, v.lists, v.names)
		}
	}
	got := analyze(going, prev)
	return differ(got, analyze(anew, nil), history[last].hovers, true, true)
}

// record writes the least history that shows a difference to the folder for results, as an archive of versions.
func (s *session) record(d *difference) {
	s.found++
	var history []version
	for _, v := range s.past {
		history = append(history, *v)
	}
	note := ""
	if less, found := s.reduce(history); less != nil {
		history, d = less, found
	} else {
		note = "Does not show again.\n"
	}
	archive := &txtar.Archive{Comment: fmt.Appendf(nil, "%s\n%s%s\n", s.path, note, d)}
	for i, v := range history {
		if i < len(history)-1 && !v.whole && v.polls < 0 {
			continue
		}
		archive.Comment = fmt.Appendf(archive.Comment, "hovers of %d: %v, given up after %d, kept %v, then whole %v, lists %v, names %v\n", i, v.hovers, v.polls, v.kept, v.whole, v.lists, v.names)
		archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprint(i), Data: v.text})
	}
	name := fmt.Sprintf("%s-%d-%d.txtar", strings.ReplaceAll(filepath.Base(s.edited), ".", "-"), number("CUDALS_EDIT_SEED", 1), s.edits)
	if err := os.WriteFile(filepath.Join(s.results, name), txtar.Format(archive), 0o600); err != nil {
		s.t.Fatal(err)
	}
}
