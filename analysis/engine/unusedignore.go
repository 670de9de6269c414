package engine

import (
	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// unusedIgnores adds a hint for each comment of the document that silences nothing, where all that could be silenced is known: a
// header is judged by each of its includers, and what is missing, guessed or not looked at may have findings.
func (r *result) unusedIgnores(used map[source.Place]bool) {
	c := r.in.Command
	if !c.Given || toolchain.IsHeader(r.in.File.Path) || r.stats.MissingHeaders > 0 || r.stats.CutShort > 0 {
		return
	}
	devices := 0
	for _, v := range r.views {
		if v.Preprocessed.Uncertain {
			return
		}
		if v.Pass == toolchain.DevicePass {
			devices++
		}
	}
	if devices < len(c.Archs) && !c.HostOnly {
		return // another architecture may have it
	}
	for _, at := range check.Ignores(r.in.File) {
		if used[at] {
			continue
		}
		r.diagnostics = append(r.diagnostics, check.Diagnostic{
			Rule: "unused-ignore", Tag: "unused-ignore", Severity: check.Hint, Passes: check.InHost | check.InDevice, Place: at,
			Message: "nothing is found here that this comment would silence",
		})
	}
}
