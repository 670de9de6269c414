package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// findingKey tells findings apart.
type findingKey struct {
	rule string
	path string
	span source.Span
	// What one use of a library brings about in several instances of its templates is one thing to mend: of what stands
	// in a system header what it is about counts, or the place there, and of all else what is found.
	what  string
	found source.Span
	in    string
}

// keyOf is the key of what a report says.
func keyOf(rep *report, d *check.Diagnostic) findingKey {
	k := findingKey{rule: d.Rule, path: d.Place.File.Path, span: d.Place.Span, what: d.What()}
	site := rep.Site
	if site.IsZero() || !site.Chunk.System {
		return k
	}
	if len(rep.About) > 0 && !rep.About[0].IsZero() {
		site = rep.About[0]
	}
	if found, _ := check.PlaceOf(site); !found.IsZero() {
		k.what, k.in, k.found = "", found.File.Path, found.Span
	}
	return k
}

// faultOf is what a report finds, be it in one instance of a template or in another: where the function is written, and what it is about.
func faultOf(u *sema.Unit, rep *report) string {
	if rep.Func == nil {
		return ""
	}
	fault := []string{placeKey(rep.Func.Site())}
	for _, s := range rep.About {
		fault = append(fault, placeKey(s))
	}
	if len(rep.About) == 0 {
		fault = append(fault, strings.ReplaceAll(rep.Message, spell.Func(u, rep.Func), ""))
	}
	return strings.Join(fault, " ")
}

// placeKey tells a place from others.
func placeKey(s sema.Site) string {
	p, _ := check.PlaceOf(s)
	if p.IsZero() {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File.Path, p.Span.Start)
}

// saying is a report as a view says it.
type saying struct {
	check.Diagnostic
	key findingKey
	// in is the function that it is about, where that is written at. instance: it is made from a template there.
	in       string
	at       source.Place
	instance bool
	// way leads to that function, in a view.
	view *view
	way  []step
}

// say is what a view says of a report; ok is false for what is not shown.
func (r *result) say(v *view, rep *report) (s saying, ok bool) {
	v.Unit.Attempt(rep.Site, func() {
		d, shown := r.diagnostic(v, rep)
		if !shown {
			return
		}
		s = saying{Diagnostic: d, key: keyOf(rep, &d), view: v, way: v.way(rep.Func)}
		if f := rep.Func; f != nil && (rep.Site.IsZero() || !rep.Site.Chunk.System) {
			s.in, s.instance = spell.Func(v.Unit, f), instance(v.Unit, f)
			s.at, _ = check.PlaceOf(f.Site())
		}
		ok = true
	})
	return s, ok
}

// instance reports whether a function is an instance of a template, or a member of one.
func instance(u *sema.Unit, f *sema.Func) bool {
	return len(f.Args) > 0 || u.PatternFunc(f) != f || f.Implicit && f.MemberOf != nil && len(f.MemberOf.Args) > 0
}

// better reports whether a saying tells something better than another: the template's better than its instances', and the shortest way best.
func (s *saying) better(than *saying) bool {
	if s.instance != than.instance {
		return than.instance
	}
	return cmp.Or(cmp.Compare(len(s.Related)+len(s.way), len(than.Related)+len(than.way)), cmp.Compare(s.Message, than.Message)) < 0
}

// merging is what several views say alike, and what is found alike in several instances of a template.
type merging struct {
	best   saying
	passes check.Passes
	archs  []int    // whose device passes say it
	in     []string // the functions that it is about
}

// add takes in what a view says.
func (m *merging) add(v *view, s saying) {
	severity, waits := s.Severity, s.Waits
	if m.passes != 0 {
		severity, waits = min(severity, m.best.Severity), waits && m.best.Waits
	}
	if m.passes == 0 || s.better(&m.best) {
		m.best = s
	}
	m.best.Severity, m.best.Waits = severity, waits
	m.in = append(m.in, s.in)
	if v.Pass == toolchain.HostPass {
		m.passes |= check.InHost
		return
	}
	m.passes |= check.InDevice
	m.archs = append(m.archs, v.Arch)
}

// diagnostic is what was said. devices is the number of device passes, first the architecture of the one that looks at all of the document, 0
// where all do.
func (m *merging) diagnostic(devices, first int) check.Diagnostic {
	d := m.best.Diagnostic
	d.Passes = m.passes
	m.best.view.Unit.Attempt(sema.Site{}, func() { d.Related = slices.Concat(d.Related, m.best.view.words(m.best.way)) })
	slices.Sort(m.archs)
	if archs := slices.Compact(m.archs); d.Passes == check.InDevice && len(archs) < devices && !slices.Contains(archs, first) {
		d.Archs = archs
	}
	if others := m.others(); others != "" {
		d.Related = append(slices.Clip(d.Related), check.Related{Place: m.best.at, Message: "so in " + others})
	}
	return d
}

// others are the instances in which it is found besides the one of which it is said.
func (m *merging) others() string {
	const most = 4 // are named
	if !m.best.instance || m.best.at.IsZero() {
		return ""
	}
	slices.Sort(m.in)
	names := slices.DeleteFunc(slices.Compact(m.in), func(n string) bool { return n == m.best.in })
	text := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// diagnose turns the views' reports into diagnostics: what several views say is said once.
func (r *result) diagnose() {
	index := map[findingKey]int{}
	var all []merging
	devices, first := 0, 0
	if !r.in.AllArchs {
		first = r.in.Command.Archs[0]
	}
	for _, v := range r.views {
		if v.Pass == toolchain.DevicePass {
			devices++
		}
		verdicts := v.judge(r.in.Command)
		for i := range v.reports {
			s, ok := r.say(v, &v.reports[i])
			if !ok || verdicts[i].Silent {
				continue
			}
			s.Severity, s.Waits = verdicts[i].Severity, verdicts[i].Waits
			n, seen := index[s.key]
			if !seen {
				n = len(all)
				index[s.key] = n
				all = append(all, merging{})
			}
			all[n].add(v, s)
		}
	}
	for i := range all {
		r.diagnostics = append(r.diagnostics, all[i].diagnostic(devices, first))
	}
}
