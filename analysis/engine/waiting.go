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
	ends := v.ends()
	var read, made, initialised bool
	var bodies []moment // errors before which some bodies end
	for i := range v.reports {
		rep := &v.reports[i]
		if rep.rule.Number == 0 || rep.Refused || verdicts[i].Silent || verdicts[i].Severity != check.Error || v.doubtful(rep) {
			continue
		}
		m := v.moment(rep, ends)
		switch m.stage {
		case check.Reading:
			read = true
		case check.BodyRead:
			if rep.rule.Stage == check.Code {
				continue // what comes with the body is the number that repeats this one, and has its own severity
			}
			read, made = read || m.turn != instances, made || m.turn == instances
		case check.FileRead:
			initialised = true
			continue
		case check.Code:
			continue
		}
		if m.turn != instances {
			bodies = append(bodies, m)
		}
	}
	for i := range v.reports {
		switch m := v.moment(&v.reports[i], ends); m.stage {
		case check.BodyRead:
			if m.turn == instances {
				verdicts[i].Waits = read
			} else {
				verdicts[i].Waits = slices.ContainsFunc(bodies, func(earlier moment) bool { return v.readAfter(m, earlier) })
			}
		case check.FileRead:
			verdicts[i].Waits = read || made
		case check.Code:
			verdicts[i].Waits = read || made || initialised
		}
	}
}

// moment is when the front end comes to a report: at a stage and, where that is of bodies, when it is at a place in a function, or at the
// end of the file. What it left until then has a place of its own.
type moment struct {
	stage check.Stage
	turn  order
	in    *sema.Func
	at    sema.Site
	left  *report
}

// order is what comes first of what has to do with bodies.
type order uint8

const (
	inText    order = iota
	atEnd           // functions that were left until the end of the file
	instances       // instances of templates, which are made then
)

// ends are where the front end makes the bodies that it left, where a report hangs on that.
func (v *view) ends() []sema.Site {
	if !slices.ContainsFunc(v.reports, func(r report) bool { return r.stage() == check.BodyMade }) {
		return nil
	}
	return v.Spaces.Ends(v.Declared)
}

// moment tells when the front end comes to a report; ends are where it makes the bodies that it left.
func (v *view) moment(r *report, ends []sema.Site) moment {
	m := moment{stage: r.stage(), in: r.Func, at: r.Site}
	if v.madeLast(r.Func) {
		m.turn = instances
	}
	if m.stage != check.BodyMade {
		return m
	}
	m.stage = check.BodyRead
	v.Unit.Attempt(r.Func, func() {
		f := r.Func
		for f != nil && f.Around() != nil {
			f = f.Around()
		}
		if m.turn == instances || f == nil || m.at.Chunk == nil || v.Emission == nil || !v.Spaces.Deferred(f) {
			return
		}
		if chain := v.Emission.Chain(f); len(chain) > 1 && chain[0].Site.Chunk != nil && chain[0].Site.Chunk.Ord < m.at.Chunk.Ord &&
			chain[1].From != nil && !v.Spaces.Deferred(chain[1].From) {
			return // it is needed already when its body ends
		}
		m.left, m.in, m.turn = r, nil, atEnd
		if i := slices.IndexFunc(ends, func(end sema.Site) bool {
			return end.Chunk.Ord > m.at.Chunk.Ord || end.Chunk == m.at.Chunk && end.Span.Lo > m.at.Span.Lo
		}); i >= 0 {
			m.at, m.turn = ends[i], inText
		}
	})
	return m
}

// readAfter reports whether the front end comes to an error before the body ends that a finding at its end stands in. Bodies of members
// are read when the rest of their class has been, and those of lambdas and of local classes end before the body that they stand in.
func (v *view) readAfter(r, earlier moment) bool {
	if earlier.turn == r.turn && earlier.left != nil && r.left != nil && (earlier.at == r.at || r.turn == atEnd) {
		r.in, r.at = r.left.Func, r.left.Site // they are made in the order in which they stand
		earlier.in, earlier.at = earlier.left.Func, earlier.left.Site
	}
	a, b := earlier.at, r.at
	switch {
	case a.Chunk == nil || b.Chunk == nil:
		return false
	case earlier.turn != r.turn:
		return earlier.turn < r.turn
	case a.Chunk != b.Chunk:
		return a.Chunk.Ord < b.Chunk.Ord
	case earlier.in != r.in && spaces.Within(a, v.whole(r.in)):
		return true
	case earlier.stage == check.Reading:
		return earlier.in == r.in || earlier.in == nil || a.Span.Lo < b.Span.Lo
	}
	return earlier.in != r.in && a.Span.Lo < b.Span.Lo && !spaces.Within(b, v.whole(earlier.in))
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
