package sema

import (
	"runtime/debug"
)

// Fault is a panic in the analysis: a mistake of ours that a text brought to light.
type Fault struct {
	// Site is what was being looked at.
	Site  Site
	Panic any
	Stack []byte
}

// Sited is what has a place in the text.
type Sited interface{ Site() Site }

// Site is s itself.
func (s Site) Site() Site { return s }

// Enough is what ends, as a panic, what asked for the steps that it passes through. It is no fault.
type Enough struct{}

// Attempt takes a step of the analysis that the others can do without. When it panics, that is noted as a fault, what the step was
// to find out is unknown, and false is returned. What was under way in the model is taken back; what was half done stays so, and
// the model is not to be kept beyond this version of the text. Where nobody waits for what comes of it, the step is not taken.
func (u *Unit) Attempt(at Sited, step func()) (done bool) {
	if u.attempts++; u.stopped || u.attempts%attemptsPerLook == 0 && u.look() {
		return false
	}
	depth, nesting, evaluations, asking := u.depth, u.nesting, u.Consts.Depth, len(u.asking)
	analysing, mentioned, noted := u.Analysing, u.Mentioned, u.Noted
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		for _, q := range u.asking[asking:] {
			q.at, q.circular = 0, true
		}
		u.depth, u.nesting, u.Consts.Depth, u.asking = depth, nesting, evaluations, u.asking[:asking]
		u.Analysing, u.Mentioned, u.Noted = analysing, mentioned, noted
		u.Consts.Cut++
		if _, ok := p.(Enough); ok {
			panic(p)
		}
		defer func() { _ = recover() }() // of the site
		u.faults = append(u.faults, Fault{Panic: p, Stack: debug.Stack()})
		u.faults[len(u.faults)-1].Site = at.Site()
	}()
	step()
	return true
}

// attemptsPerLook is how many attempts are made between two looks at whether to stop: most of them take no step of work.
const attemptsPerLook = 64

// Faults are the faults so far.
func (u *Unit) Faults() []Fault { return u.faults }

// Faulty are the facts of a body whose analysis failed.
func Faulty(f *Func, v *Var, at Site) *Facts {
	facts := &Facts{Func: f, Var: v}
	facts.AddUnknown(at, "an internal fault")
	return facts
}
