package engine

import (
	"cmp"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
)

// stage is when the front end comes to a report.
func (r *report) stage() check.Stage { return cmp.Or(r.Stage, r.rule.Stage, check.Reading) }

// wait marks the verdicts on reports that the front end does not come to before others are mended: an error that it says while it reads
// ends the device pass at the end of the file, before the bodies of instances end, and one of an initialiser before code is made. Rules
// that the front end does not have end nothing.
func (v *view) wait(verdicts []check.Verdict) {
	if v.Pass != toolchain.DevicePass || !speaks(v.Command.Dialect) {
		return
	}
	var read, made, initialised bool
	var bodies []*report // errors before which some bodies end
	for i := range v.reports {
		rep := &v.reports[i]
		if rep.rule.Number == 0 || rep.Refused || verdicts[i].Silent || verdicts[i].Severity != check.Error || v.doubtful(rep) {
			continue
		}
		last := v.madeLast(rep.Func)
		switch rep.stage() {
		case check.Reading:
			read = true
		case check.BodyRead:
			if rep.rule.Stage == check.Code {
				continue // what comes with the body is the number that repeats this one, and has its own severity
			}
			read, made = read || !last, made || last
		case check.FileRead:
			initialised = true
			continue
		case check.Code:
			continue
		}
		if !last {
			bodies = append(bodies, rep)
		}
	}
	for i := range v.reports {
		rep := &v.reports[i]
		switch rep.stage() {
		case check.BodyRead:
			if v.madeLast(rep.Func) {
				verdicts[i].Waits = read
			} else {
				verdicts[i].Waits = slices.ContainsFunc(bodies, func(earlier *report) bool { return v.readAfter(rep, earlier) })
			}
		case check.FileRead:
			verdicts[i].Waits = read || made
		case check.Code:
			verdicts[i].Waits = read || made || initialised
		}
	}
}

// readAfter reports whether the front end comes to an error before the body ends that a finding at its end stands in. Bodies of members
// are read when the rest of their class has been, and those of lambdas and of local classes end before the body that they stand in.
func (v *view) readAfter(r, earlier *report) bool {
	a, b := earlier.Site, r.Site
	switch {
	case a.Chunk == nil || b.Chunk == nil:
		return false
	case a.Chunk != b.Chunk:
		return a.Chunk.Ord < b.Chunk.Ord
	case earlier.Func != r.Func && spaces.Within(a, v.whole(r.Func)):
		return true
	case earlier.stage() == check.Reading:
		return earlier.Func == r.Func || earlier.Func == nil || a.Span.Lo < b.Span.Lo
	}
	return earlier.Func != r.Func && a.Span.Lo < b.Span.Lo && !spaces.Within(b, v.whole(earlier.Func))
}

// whole is where a function is defined, with its body; nowhere if it is not.
func (v *view) whole(f *sema.Func) (at sema.Site) {
	v.Unit.Attempt(f, func() {
		if f == nil {
			return
		}
		if at = f.Site(); f.Closure != nil {
			at = f.Closure.Site
		} else if fd := v.Unit.Definition(f); fd != nil {
			at = fd.Full
		}
	})
	return at
}

// madeLast reports whether a function is an instance that is made at the end of the file: it is not, where its result's type or
// its value is needed at once.
func (v *view) madeLast(f *sema.Func) (last bool) {
	v.Unit.Attempt(f, func() { last = spaces.MadeFromTemplate(f) && !f.Constexpr && !v.Unit.HasDeducedResult(f) })
	return last
}
