package engine_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"golang.org/x/tools/txtar"

	"cudals/analysis/engine"
	"cudals/analysis/internal/broken"
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
}

func newSurvivor(t *testing.T) *survivor {
	old := debug.SetMaxStack(maxStack)
	t.Cleanup(func() { debug.SetMaxStack(old) })
	return &survivor{engine.New(source.Disk{}, rules.All(), nil), filepath.Join(t.TempDir(), "broken.cu"), os.Getenv("CUDALS_BROKEN_KEEP")}
}

func (s *survivor) try(t *testing.T, std int, text string) {
	t.Helper()
	if s.keep != "" {
		if err := os.WriteFile(s.keep, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := bare(s.path)
	cmd.Std = std
	r, err := s.engine.Analyze(t.Context(), workspace.Input{Command: cmd, File: source.NewFile(s.path, []byte(text))}, nil)
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return
	}
	if r.Stats().CutShort > 0 {
		t.Logf("cut short:\n%s", text)
	}
}

// TestBrokenPrograms tries programs in which all leads back to itself. CUDALS_BROKEN_PROGRAMS sets their number.
func TestBrokenPrograms(t *testing.T) {
	s := newSurvivor(t)
	seed := uint64(number("CUDALS_BROKEN_SEED", 1))
	for i := range uint64(number("CUDALS_BROKEN_PROGRAMS", 500)) {
		s.try(t, []int{14, 17, 20}[i%3], broken.Program(rand.New(rand.NewPCG(seed, i))))
	}
}

// TestBrokenFixtures damages the rules' fixtures, or the files in the folder CUDALS_BROKEN_FILES, by slips of the finger: as many
// times each as CUDALS_BROKEN_SLIPS says; by default a part of the fixtures once.
func TestBrokenFixtures(t *testing.T) {
	s := newSurvivor(t)
	pattern, every := "../rules/testdata/*/*", 5
	if dir := os.Getenv("CUDALS_BROKEN_FILES"); dir != "" {
		pattern, every = filepath.Join(dir, "*"), 1
	}
	slips := number("CUDALS_BROKEN_SLIPS", 1)
	if slips > 1 {
		every = 1
	}
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("no files", err)
	}
	rnd := rand.New(rand.NewPCG(uint64(number("CUDALS_BROKEN_SEED", 1)), 0))
	for i, name := range names {
		if i%every != 0 {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{string(data)}
		if a := txtar.Parse(data); len(a.Files) > 0 {
			texts = nil
			for _, f := range a.Files {
				texts = append(texts, string(f.Data))
			}
		}
		for _, text := range texts {
			for range slips {
				s.try(t, 17, broken.Break(rnd, text))
			}
		}
	}
}
