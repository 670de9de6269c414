package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// TestOrderOfQuestions asks models all sorts of things, in random order, before they are used: what is said then is what is said
// without. Most texts are half typed. CUDALS_EDIT_FILES and so on choose other files, see TestIncremental; CUDALS_EDIT_COUNT says how
// often, and with CUDALS_EDIT_RESULTS the texts are kept that it matters for.
func TestOrderOfQuestions(t *testing.T) {
	alone(t)
	t.Parallel()
	patterns, resolver := editFiles(t)
	eachText(t, patterns, func(t *testing.T, path string, text []byte) {
		e := engine.New(source.Disk{}, rules.All(), nil)
		cmd := resolver.Command(path, "")
		for seed := range number("CUDALS_EDIT_COUNT", 8) {
			a := &asker{rand.New(rand.NewPCG(uint64(seed), uint64(number("CUDALS_EDIT_SEED", 1))))}
			s := newSession(t, path, cmd, text)
			s.rnd, s.still = a.Rand, true
			for range seed % 4 {
				s.random()
			}
			in := workspace.Input{Command: cmd, File: source.NewFile(path, s.text), Places: true}
			analyze := func(prev workspace.Result) workspace.Result {
				r, err := e.Analyze(context.Background(), in, prev)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			want := analyze(nil)
			asked := analyze(nil)
			engine.Asked(asked, func(u *sema.Unit) {
				if seed%3 == 0 {
					odds := 1 + a.IntN(40)
					a.about(u, u.Enumerate(func(c *sema.Chunk) bool { return !c.System && a.IntN(odds) == 0 }))
				}
			}, a.about)
			var hovers []int
			for range 12 {
				hovers = append(hovers, a.IntN(len(s.text)+1))
			}
			d := differ(analyze(asked), want, hovers, true, true)
			switch {
			case d == nil:
			case s.results == "":
				t.Fatalf("seed %d: %s", seed, d)
			default:
				name := filepath.Join(s.results, fmt.Sprintf("order-%s-%d-%d", filepath.Base(path), number("CUDALS_EDIT_SEED", 1), seed))
				if err := errors.Join(os.WriteFile(name+".txt", s.text, 0o600), os.WriteFile(name+".diff", []byte(d.String()), 0o600)); err != nil {
					t.Fatal(err)
				}
				t.Errorf("%s: %s differ", name, d.what)
			}
		}
	})
}

// asker asks about things that are declared, some of them, in random order.
type asker struct{ *rand.Rand }

func (a *asker) about(u *sema.Unit, d sema.Declared) {
	var questions []func()
	ask := func(q func()) { questions = append(questions, q) }
	for _, f := range d.Funcs {
		ask(func() { u.Facts(f) })
		ask(func() { u.FuncType(f) })
		ask(func() { u.ResultType(f) })
		ask(func() { u.DefaultArgs(f) })
		ask(func() { spell.Func(u, f) })
		ask(func() { u.NoReturn(f); u.IsVirtual(f); u.Overridden(f) })
		ask(func() { u.SpecialCalls(f); u.IsTrivial(f) })
		ask(func() { u.EmptyCtor(f); u.WhyNotEmpty(f) })
		ask(func() { u.Flow(f) })
		ask(func() { u.CompleteDecls(f); u.Definition(f) })
	}
	for _, c := range d.Classes {
		ask(func() { u.Complete(c) })
		ask(func() { u.Size(u.ClassType(c)) })
		ask(func() { c.Ctors(); c.Conversions() })
		ask(func() { u.IsTriviallyCopyable(c); u.IsLiteral(u.ClassType(c)) })
		ask(func() { u.IsAggregate(c); u.IsEmptyClass(c); u.HasMutable(c) })
		ask(func() { u.VirtualMembers(c); u.IsAbstract(c) })
		ask(func() { u.FriendDecls(c) })
		ask(func() { u.MemberInits(c) })
		for _, f := range c.Fields() {
			ask(func() { u.FieldType(f) })
			ask(func() { u.FieldOffset(f) })
		}
	}
	for _, v := range append(d.Vars[:len(d.Vars):len(d.Vars)], d.VarTemplates...) {
		ask(func() { u.VarType(v) })
		ask(func() { u.VarFacts(v) })
		ask(func() { u.VarValue(v); u.IsConstantInit(v) })
		ask(func() { u.VarSize(v); u.StaticLife(v) })
	}
	for _, t := range d.Typedefs {
		ask(func() { u.TypedefType(t) })
	}
	a.Shuffle(len(questions), func(i, j int) { questions[i], questions[j] = questions[j], questions[i] })
	for _, q := range questions[:a.IntN(len(questions)+1)] {
		q()
	}
}
