package memory

import "cudals/analysis/sema"

// settling finds static __constant__ variables of functions that the optimiser replaces by their values: all that is read of them
// is read at places that are constant whatever the inputs are, when calls are inlined and loops unrolled.
type settling struct {
	*trials
	runs map[*sema.Func]*sema.Trial
}

// settled reports whether no read of a variable is left. uses are the bodies that name it.
func (s *settling) settled(v *sema.Var, uses []fold) bool {
	l := localOf(v)
	alone := true
	for _, use := range uses {
		alone = alone && use.body.Func == uses[0].body.Func
	}
	if alone && s.constantIn(uses[0].body.Func, l) {
		return true // for any arguments
	}
	for _, root := range s.rootsOf[l] {
		if !s.constantIn(root, l) {
			return false
		}
	}
	return len(s.rootsOf[l]) > 0
}

// constantIn reports whether all reads of a variable that a call of a function comes to have constant places.
func (s *settling) constantIn(f *sema.Func, l local) bool {
	run := s.runs[f]
	if run == nil {
		run = s.run(f, sema.Trial{Open: true, Steps: trialSteps, Apart: s.apart, Unrolled: unrolled})
		s.runs[f] = run
	}
	if !run.Done {
		return false
	}
	elements := map[uint64]uint64{}
	for _, r := range run.Reads {
		if localOf(r.Var) != l {
			continue
		}
		if element, ok := elements[r.Context]; r.Anywhere || ok && element != r.Element {
			return false
		}
		elements[r.Context] = r.Element
	}
	return true
}

// unrolled reports whether the compiler surely makes straight code of all rounds of a loop.
func unrolled(r sema.Rounds) bool {
	const most, mostAsked = 500, 3000
	switch r.Unroll {
	case sema.UnrollAsPleased:
		return r.Work <= most
	case sema.UnrollUnclear:
		return false
	case sema.UnrollWholly:
		return r.Work <= mostAsked
	}
	return r.Unroll >= int64(r.Count) && r.Work <= mostAsked
}
