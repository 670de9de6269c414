package architectures

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// side is a pass as it is held against another.
func side(p *check.Pass) Side {
	return Side{Model: p.Spaces, Declared: p.Declared, Bodies: p.Bodies(), Emission: p.Emission}
}

// reportDivergence reports what two passes declare differently through both of them, or through the first alone where the
// second declares it elsewhere.
func reportDivergence(a, b *check.Pass, d *Divergence, message string) {
	r := check.Report{Site: d.A.Site, Message: message, Related: divergenceNotes(a, b, d)}
	a.Report(r)
	here, _ := check.PlaceOf(d.A.Site)
	if there, _ := check.PlaceOf(d.B.Site); there.Span == here.Span && there.File.Path == here.File.Path {
		r.Site = d.B.Site
		b.Report(r)
	}
}

// passName names a pass beside others.
func passName(p *check.Pass) string {
	if p.Kind == toolchain.HostPass {
		return "the host pass"
	}
	return fmt.Sprintf("the device pass (sm_%d)", p.Arch)
}

// divergenceNotes show both versions of what differs, and the conditional that makes the difference.
func divergenceNotes(a, b *check.Pass, d *Divergence) []check.Note {
	notes := []check.Note{
		{Site: d.A.Origin, Message: fmt.Sprintf("%s in %s", d.A.Type, passName(a))},
		{Site: d.B.Origin, Message: fmt.Sprintf("%s in %s", d.B.Type, passName(b))},
	}
	return append(notes, ifNotes(d.If)...)
}

// ifNotes point at the conditional that decides; none where it is not known.
func ifNotes(at source.Place) []check.Note {
	if at.IsZero() {
		return nil
	}
	return []check.Note{{At: at, Message: "this condition decides"}}
}
