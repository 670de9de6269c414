package engine_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// maxStack is far above what an analysis takes, and soon reached by one that calls itself without end: that ends the test run as it
// would end the program.
const maxStack = 128 << 20

// survivor analyses texts that no compiler takes. All that is asked of the analysis is that it ends, with an answer.
type survivor struct {
	engine *engine.Engine
	path   string
	// keep is the file that holds the text under way, for who looks for one that ends the program.
	keep string
	// tried counts the texts, slowest is the longest analysis or answer.
	tried   int
	slowest time.Duration
}

// faults are the internal faults of an analysis, of which those that the rest could do without are no error.
func faults(r workspace.Result) string {
	var out []string
	for _, d := range r.Diagnostics() {
		if d.Rule == "internal-fault" {
			out = append(out, d.Message)
		}
	}
	return strings.Join(out, "\n")
}

func newSurvivor(t *testing.T) *survivor {
	old := debug.SetMaxStack(maxStack)
	t.Cleanup(func() { debug.SetMaxStack(old) })
	s := &survivor{
		engine: engine.New(source.Disk{}, rules.All(), nil), path: filepath.Join(t.TempDir(), "broken.cu"), keep: os.Getenv("CUDALS_BROKEN_KEEP"),
	}
	t.Cleanup(func() { t.Logf("%d texts, the slowest in %v", s.tried, s.slowest.Round(time.Millisecond)) })
	return s
}

func (s *survivor) try(t *testing.T, std int, text string) workspace.Result {
	t.Helper()
	if s.keep != "" {
		if err := os.WriteFile(s.keep, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := bare(s.path)
	cmd.Std = std
	began := time.Now()
	r, err := s.engine.Analyze(t.Context(), workspace.Input{Command: cmd, File: source.NewFile(s.path, []byte(text))}, nil)
	s.tried++
	s.slowest = max(s.slowest, time.Since(began))
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return nil
	}
	if faults := faults(r); faults != "" {
		t.Errorf("%s\n%s", faults, text)
	}
	if r.Stats().CutShort > 0 {
		t.Logf("cut short:\n%s", text)
	}
	return r
}

// TestBrokenPrograms tries programs in which all leads back to itself. CUDALS_BROKEN_PROGRAMS sets their number.
func TestBrokenPrograms(t *testing.T) {
	alone(t)
	s := newSurvivor(t)
	seed := uint64(number("CUDALS_BROKEN_SEED", 1))
	for i := range uint64(number("CUDALS_BROKEN_PROGRAMS", 500)) {
		s.try(t, []int{14, 17, 20}[i%3], brokenProgram(rand.New(rand.NewPCG(seed, i))))
	}
}

// TestGrowingPrograms tries programs whose instances grow without end, and asks for the names and sizes of what they made.
// CUDALS_GROWING_PROGRAMS sets their number.
func TestGrowingPrograms(t *testing.T) {
	alone(t)
	s := newSurvivor(t)
	seed := uint64(number("CUDALS_BROKEN_SEED", 1))
	for i := range uint64(number("CUDALS_GROWING_PROGRAMS", 4)) {
		if r := s.try(t, 20, growingProgram(rand.New(rand.NewPCG(seed, i)))); r != nil {
			began := time.Now()
			r.Layout(t.Context(), 0)
			s.slowest = max(s.slowest, time.Since(began))
		}
	}
}

// TestBrokenFixtures damages the rules' fixtures, or the files in the folder CUDALS_BROKEN_FILES, by slips of the finger: as many
// times each as CUDALS_BROKEN_SLIPS says; by default a part of the fixtures once. With CUDALS_BROKEN_EVERY it tries all texts that
// lead up to each file, and each file without each of its words; of these the part that CUDALS_BROKEN_SHARD names, such as 3/16.
func TestBrokenFixtures(t *testing.T) {
	alone(t)
	s := newSurvivor(t)
	pattern, every := "../rules/*/testdata/*/*", 5
	if dir := os.Getenv("CUDALS_BROKEN_FILES"); dir != "" {
		pattern, every = filepath.Join(dir, "*"), 1
	}
	slips, all := number("CUDALS_BROKEN_SLIPS", 1), os.Getenv("CUDALS_BROKEN_EVERY") != ""
	if slips > 1 || all {
		every = 1
	}
	shard, shards := 0, 1
	if of := os.Getenv("CUDALS_BROKEN_SHARD"); of != "" {
		if _, err := fmt.Sscanf(of, "%d/%d", &shard, &shards); err != nil || shards < 1 {
			t.Fatalf("CUDALS_BROKEN_SHARD=%s: %v", of, err)
		}
	}
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("no files", err)
	}
	rnd := rand.New(rand.NewPCG(uint64(number("CUDALS_BROKEN_SEED", 1)), 0))
	n := 0
	for i, name := range names {
		if i%every != 0 {
			continue
		}
		for _, text := range textsOf(t, name) {
			if !all {
				for range slips {
					s.try(t, 17, slip(rnd, text))
				}
				continue
			}
			for worse := range everySlip(text) {
				if n++; n%shards == shard%shards {
					s.try(t, 17, worse)
				}
			}
		}
	}
}

// textsOf are the files of an archive, or the file itself where it is none.
func textsOf(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	a := txtar.Parse(data)
	if len(a.Files) == 0 {
		return []string{string(data)}
	}
	var texts []string
	for _, f := range a.Files {
		texts = append(texts, string(f.Data))
	}
	return texts
}
