package pragmas

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// unrollRule makes the check of a rule about #pragma unroll in device code. fault says what is wrong with one, "" for nothing.
func unrollRule(fault func(*sema.Unroll) string) func(*check.Pass) {
	return func(p *check.Pass) {
		list := kit.Constructs.Of(p)
		for i := range list {
			c := &list[i]
			if c.Kind != sema.UnrollPragma || !c.OnDevice() {
				continue
			}
			if text := fault(c.Unroll); text != "" { // of the instances of a template, any may be at fault
				p.ReportOnce(check.Report{Site: c.Site, Func: c.Func, Message: text, Related: kit.UnrollNotes(p, c)})
			}
		}
	}
}

// factorRule makes the check of a rule about the factor, which is read where a loop follows.
func factorRule(fault func(*sema.Unroll) string) func(*check.Pass) {
	return unrollRule(func(u *sema.Unroll) string {
		if u.Before != sema.Loop {
			return ""
		}
		return fault(u)
	})
}

// unrollFactor is the factor where it is an integer that is known. What fits no int64 is the largest one.
func unrollFactor(u *sema.Unroll) (int64, bool) {
	if u.Value.Kind != types.IntValue {
		return 0, false
	}
	if t := u.Value.Type; t != nil && u.Value.Int < 0 && t.IsIntegral() && !t.IsSigned() {
		return 1<<63 - 1, true
	}
	return u.Value.Int, true
}
