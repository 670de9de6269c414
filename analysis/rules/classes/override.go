package classes

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// overridden are the virtual functions that contradict those they override.
var overridden = check.NewQuery("overridden", func(p *check.Pass) []Override {
	return findOverrides(p.Spaces, p.Declared, p.Bodies(), p.Emission)
})

// Override is a virtual function that overrides one of another execution space.
type Override struct {
	Func, Overridden       *sema.Func
	Space, OverriddenSpace cudaspace.Space
}

// findOverrides finds the overriders that disagree with a function they override, on any level of the bases. Both passes
// judge while they read the class: by the overrider's declaration in the class and by what is known of the overridden
// function up to there. What a person did not write takes the space it must have, and so does what is defaulted in the class before CUDA 13.0. Class
// templates are judged by their definitions, as far as their bases depend on nothing, and by their instances.
func findOverrides(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts, e *spaces.Emission) []Override {
	var out []Override
	type key struct {
		overrider, overridden sema.Site
		space, was            cudaspace.Space
	}
	seen := map[key]bool{}
	for _, c := range allClasses(m, declared, bodies, e) {
		for _, member := range c.Members() {
			f, ok := member.(*sema.Func)
			if !ok || f.Kind == sema.Constructor || f.Static || f.Template != nil || f.MemberOf != c ||
				len(f.Decls) == 0 || m.CallerDefined(f) {
				continue
			}
			fd := f.Decls[0]
			if m.U.Unexplained(fd) {
				continue
			}
			space := (spaces.Written(fd.Spec) &^ cudaspace.Global).Effective() // a kernel, which is an error, overrides as host code
			for _, o := range allOverridden(m, f) {
				was, known := spaceBefore(m, o, fd.Site)
				was = spaces.OneSided(was)
				k := key{fd.Site, o.Site(), space, was}
				if !known || o.MemberOf.Dependent || was == space || seen[k] {
					continue
				}
				seen[k] = true
				out = append(out, Override{Func: f, Overridden: o, Space: space, OverriddenSpace: was})
			}
		}
	}
	return out
}

// allClasses are the classes that a pass reads: the unit's own, their instances, and those in bodies.
func allClasses(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts, e *spaces.Emission) []*sema.Class {
	return slices.Concat(declared.Classes, kit.Instances(m.U, declared.Classes), m.LocalClasses(bodies, e))
}

// allOverridden are the functions that f overrides, directly and through others, each once, the nearest first.
func allOverridden(m *spaces.Model, f *sema.Func) []*sema.Func {
	out := slices.Clone(m.U.Overridden(f))
	for i := 0; i < len(out); i++ {
		for _, o := range m.U.Overridden(out[i]) {
			if !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// spaceBefore is the space that a virtual function has by its class and what stands before a place.
func spaceBefore(m *spaces.Model, f *sema.Func, at sema.Site) (sp cudaspace.Space, known bool) {
	if m.CallerDefined(f) {
		for _, o := range m.U.Overridden(f) {
			s, ok := spaceBefore(m, o, at)
			if !ok {
				return 0, false
			}
			sp |= s
		}
		return sp.Effective(), true
	}
	m.U.CompleteDecls(f)
	if f.Specialization {
		if len(f.Decls) == 0 || !f.Decls[0].InClass || m.U.Unexplained(f.Decls[0]) {
			return 0, false
		}
		return spaces.Written(f.Decls[0].Spec).Effective(), true
	}
	s := spaces.State{U: m.U}
	for _, fd := range f.Decls {
		if m.U.Unexplained(fd) {
			return 0, false
		}
		if !fd.InClass && spaces.Before(fd.Site, at) > 0 { // bases of an instance may stand behind its template
			continue
		}
		if m.Opts.Pass == toolchain.HostPass {
			sp |= spaces.Written(fd.Spec)
			continue
		}
		s.Next(fd)
	}
	if m.Opts.Pass == toolchain.DevicePass {
		sp = s.Sides()
	}
	return sp.Effective(), true
}
