package engine

import (
	"cmp"

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
	for i := range v.reports {
		rep := &v.reports[i]
		if rep.rule.Number == 0 || rep.Refused || verdicts[i].Silent || verdicts[i].Severity != check.Error || v.doubtful(rep) {
			continue
		}
		switch rep.stage() {
		case check.Reading:
			read = true
		case check.BodyRead:
			last := v.madeLast(rep.Func)
			read, made = read || !last, made || last
		case check.FileRead:
			initialised = true
		}
	}
	for i := range v.reports {
		rep := &v.reports[i]
		switch rep.stage() {
		case check.BodyRead:
			verdicts[i].Waits = read && v.madeLast(rep.Func) // of other bodies some errors before them, and not all, keep it back
		case check.FileRead:
			verdicts[i].Waits = read || made
		case check.Code:
			verdicts[i].Waits = read || made || initialised
		}
	}
}

// madeLast reports whether a function is an instance that is made at the end of the file: it is not, where its result's type or
// its value is needed at once.
func (v *view) madeLast(f *sema.Func) bool {
	return spaces.MadeFromTemplate(f) && !f.Constexpr && !v.Unit.HasDeducedResult(f)
}
