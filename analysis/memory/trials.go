package memory

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// Bounds of the search for examples.
const (
	trialSeeds  = 48
	trialSteps  = 20000  // of one run
	shortSteps  = 1000   // of most runs, so that loops without end leave something for others
	searchSteps = 200000 // of all runs of one function
)

// trials finds static __constant__ variables of functions that the optimiser cannot do without, by examples: two runs of the
// program take the same way to a read and read there different elements, and with another value in the place of what one of them
// read, it would have taken the same way to another result. Whatever an optimiser makes of the program has to do the same; no
// constant can stand for what is read, and that one way is compiled apart from others makes no difference.
type trials struct {
	*collector
	// rootsOf are the functions that control enters by on its way to the reads of a variable.
	rootsOf map[local][]*sema.Func
	proven  map[local]bool
}

// local is a static variable of a function: one, however often the function's text is gone through.
type local struct {
	site sema.Site
	// in is the function that no other contains: the instance.
	in *sema.Func
}

func localOf(v *sema.Var) local {
	f := v.Func
	for f != nil && nested(f) {
		if f.Closure != nil {
			f = f.Closure.Func
		} else {
			f = enclosing(f)
		}
	}
	return local{v.Site(), f}
}

// newTrials runs what is compiled in any case, as far as it leads to what may need a variable.
func newTrials(c *collector, wanted map[*sema.Func][]*sema.Var) *trials {
	ts := &trials{collector: c, rootsOf: map[local][]*sema.Func{}, proven: map[local]bool{}}
	for _, root := range c.roots() {
		ts.search(root, ts.entered(root, wanted))
	}
	for _, f := range c.pointed() {
		ts.entered(f, wanted)
	}
	return ts
}

// entered notes that control enters by a function, and returns the variables that it may come to.
func (ts *trials) entered(root *sema.Func, wanted map[*sema.Func][]*sema.Var) []local {
	list := ts.leadsTo(root, wanted)
	for _, l := range list {
		if !slices.Contains(ts.rootsOf[l], root) {
			ts.rootsOf[l] = append(ts.rootsOf[l], root)
		}
	}
	return list
}

// pointed are the functions that may be called through pointers, with any arguments.
func (c *collector) pointed() []*sema.Func {
	var out []*sema.Func
	add := func(facts *sema.Facts) {
		if facts != nil {
			for i := range facts.Refs {
				if f := facts.Refs[i].Func; f != nil && !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	if c.Emission != nil {
		for _, facts := range c.Emission.Inits() {
			add(facts)
		}
	}
	for f := range c.reached.funcs {
		add(c.Unit.Facts(f))
	}
	return out
}

// leadsTo are the variables of the functions that a call of a function may come to.
func (c *collector) leadsTo(f *sema.Func, wanted map[*sema.Func][]*sema.Var) []local {
	var out []local
	seen := map[*sema.Func]bool{}
	for queue := []*sema.Func{f}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		if f == nil || seen[f] {
			continue
		}
		seen[f] = true
		for _, v := range wanted[f] {
			out = append(out, localOf(v))
		}
		if facts := c.Unit.Facts(f); facts != nil {
			for i := range facts.Calls {
				queue = append(queue, facts.Calls[i].Callee)
			}
		}
	}
	return out
}

// search is the search for examples among the runs of one function.
type search struct {
	*trials
	root *sema.Func
	// seen are the elements that were read, by the way to the read.
	seen map[uint64]uint64
	// varied are the ways on which different elements were read.
	varied map[uint64]bool
	spent  int
}

// search looks for examples that need the variables of a list.
func (ts *trials) search(root *sema.Func, list []local) {
	s := &search{trials: ts, root: root, seen: map[uint64]uint64{}, varied: map[uint64]bool{}}
	for seed := uint64(0); seed < trialSeeds && s.spent < searchSteps; seed++ {
		list = slices.DeleteFunc(list, func(l local) bool { return ts.proven[l] })
		if len(list) == 0 {
			return
		}
		run := s.example(sema.Trial{Seed: seed, Beyond: seed >= trialSeeds/2})
		for _, r := range run.Reads {
			element, again := s.seen[r.Branches]
			s.seen[r.Branches] = r.Element
			s.varied[r.Branches] = s.varied[r.Branches] || again && element != r.Element
		}
		for _, r := range run.Reads {
			l := localOf(r.Var)
			if s.any(r) && run.Done && slices.Contains(list, l) && !ts.proven[l] {
				ts.proven[l] = s.matters(run, r.Element)
			}
		}
	}
}

// any reports whether a read is at a place that varies.
func (s *search) any(r sema.TableRead) bool { return s.varied[r.Branches] }

// example runs the function. What is read at a place that varies may be anything: no compiler looks what a table holds there.
func (s *search) example(t sema.Trial) *sema.Trial {
	t.Any, t.Separate, t.Steps = s.any, separate, shortSteps
	if t.Seed%4 == 0 {
		t.Steps = trialSteps
	}
	run := s.run(s.root, t)
	s.spent += run.Spent
	return run
}

func (ts *trials) run(root *sema.Func, t sema.Trial) *sema.Trial {
	t.Storage = ts.storage
	ts.Unit.Try(root, &t)
	return &t
}

// matters reports whether with another value in an element a run takes the same way to another result. All reads of the element
// have to be at places that vary: one at a constant place may be what matters otherwise. Two results do not do: what comes of a
// single bit may be made of a comparison, which needs the place alone.
func (s *search) matters(run *sema.Trial, element uint64) bool {
	before := s.example(sema.Trial{Seed: run.Seed, Beyond: run.Beyond}) // with what is known now
	for _, r := range before.Reads {
		if r.Element == element && !s.any(r) {
			return false
		}
	}
	outputs := map[uint64]bool{before.Output: before.Done}
	for _, change := range []int64{1, 2, 4, 16, -256} {
		after := s.example(sema.Trial{Seed: run.Seed, Beyond: run.Beyond, Replace: element, Change: change})
		if before.Done && after.Done && after.Compared == before.Compared {
			outputs[after.Output] = true
		}
		if len(outputs) > 2 {
			return true
		}
	}
	return false
}

// separate reports whether a function certainly is not inlined.
func separate(f *sema.Func) bool {
	return slices.ContainsFunc(f.Decls, func(d *sema.FuncDecl) bool {
		return slices.ContainsFunc(d.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == ast.SpecNoInline })
	})
}

// storage is what a variable is to a run.
func (ts *trials) storage(v *sema.Var) sema.Storage {
	mem, known := spaces.MemoryOf(ts.Unit, v)
	switch {
	case !known:
		return sema.StorageElsewhere
	case v.Kind == sema.LocalStatic && mem&cudaspace.Constant != 0:
		return sema.StorageTable
	case mem&cudaspace.Shared != 0:
		return sema.StorageShared
	case spaces.CompilerVariable(ts.Unit, v):
		return sema.StorageLaunch
	case v.Kind != sema.NamespaceVar && v.Kind != sema.StaticMember, ts.Unit.VarType(v).IsConst():
		return sema.StorageElsewhere
	case mem&(cudaspace.DeviceMemory|cudaspace.Constant|cudaspace.Managed) != 0:
		return sema.StorageInput
	}
	return sema.StorageElsewhere
}
