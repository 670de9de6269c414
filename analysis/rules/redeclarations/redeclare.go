package redeclarations

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// funcRedeclared makes the check of a rule about functions whose declarations disagree: was is what the earlier ones
// say, now what the reported one says, zero for nothing.
func funcRedeclared(was, now cudaspace.Space) func(*check.Pass) {
	return func(p *check.Pass) {
		list := redeclared.Of(p).Funcs
		for i := range list {
			r := &list[i]
			if r.Was == was && r.Now == now && !fromPrelude(p, r.Earlier.Site) {
				p.Report(funcRedeclReport(p, r))
			}
		}
	}
}

// fromPrelude reports whether a declaration stands in headers that are not those the person compiles with: what it says
// may differ from what theirs say.
func fromPrelude(p *check.Pass, s sema.Site) bool {
	return p.Command.Toolkit == nil && s.Chunk != nil && s.Chunk.System
}

func funcRedeclReport(p *check.Pass, r *FuncRedecl) check.Report {
	u := p.Unit
	name := spell.Func(u, r.Func)
	said := "declared " + r.Now.String() + " here"
	if r.Now == 0 {
		said = "declared without " + r.Was.String() + " here"
	}
	before := "declared " + r.Was.String() + " before"
	if r.Was == cudaspace.Host && spaces.Written(r.Earlier.Spec) == 0 {
		before = "declared without an execution space before, which means __host__"
	}
	message := fmt.Sprintf("%s is %s, but it was %s; in device code it is now __host__ __device__", name, said, before)
	if r.Was == cudaspace.Global || r.Now == cudaspace.Global {
		message = fmt.Sprintf("%s is %s, but it was %s; every declaration of a kernel is __global__", name, said, before)
	}
	rep := check.Report{
		Site: r.Decl.Site, Message: message,
		Related: []check.Note{{
			Site: r.Earlier.Site, Message: fmt.Sprintf("%s is %s here", name, mend.DeclaredWord(r.Earlier.Spec)),
		}},
	}
	fix := mend.NewFixer(p)
	for i, want := range redeclChoices(r.Was, r.Now) {
		sure := i == 0 && !undecided(r.Was, r.Now)
		if !kit.FamilyIs(p, r.Func, want) || r.Func.EntityName() == "main" || !fix.MayBecome(r.Func, want) {
			continue
		}
		rep.Fixes = append(rep.Fixes, check.Mend{
			Title: fmt.Sprintf("Declare %s %s everywhere", name, want), Preferred: sure,
			Changes: mend.AgreeFuncs(u, r.Decls, want),
		})
	}
	return rep
}

// redeclChoices are the spaces on which the declarations of a function may agree, the likeliest first.
func redeclChoices(was, now cudaspace.Space) []cudaspace.Space {
	switch {
	case was == cudaspace.Global || now == cudaspace.Global:
		return []cudaspace.Space{cudaspace.Global}
	case now == 0:
		return []cudaspace.Space{was, cudaspace.HostDevice}
	case now == cudaspace.HostDevice && was == cudaspace.Host:
		return []cudaspace.Space{cudaspace.HostDevice}
	default:
		return []cudaspace.Space{cudaspace.HostDevice, cudaspace.Device}
	}
}

// undecided reports whether nothing tells what was meant: one declaration says one side, another the other.
func undecided(was, now cudaspace.Space) bool {
	return was != cudaspace.Global && now&cudaspace.Global == 0 && now != 0 && now != cudaspace.HostDevice
}

// agreeVars changes declarations of a variable so that each says want. It is empty where one of them cannot be changed,
// or declares other variables too.
func agreeVars(u *sema.Unit, decls []*sema.VarDecl, want cudaspace.Memory) []check.Change {
	var out []check.Change
	for _, d := range decls {
		w := spaces.WrittenMemory(d.Spec)
		if w != 0 && w&^cudaspace.DeviceMemory == want&^cudaspace.DeviceMemory {
			continue
		}
		if !mend.DeclaresAlone(d) {
			return nil
		}
		changes := mend.Respecify(u, d.Full, d.Spec, mend.IsMemorySpace, want.String())
		if len(changes) == 0 {
			return nil
		}
		out = append(out, changes...)
	}
	return out
}

// varRedeclared makes the check of a rule about variables whose declarations disagree: lost says whether the reported
// one lacks a memory space that the earlier ones have, or has one that they lack.
func varRedeclared(lost bool) func(*check.Pass) {
	return func(p *check.Pass) {
		list := redeclared.Of(p).Vars
		for i := range list {
			r := &list[i]
			if r.Lost == lost && !fromPrelude(p, r.Earlier.Site) {
				p.Report(varRedeclReport(p, r))
			}
		}
	}
}

func varRedeclReport(p *check.Pass, r *VarRedecl) check.Report {
	name := r.Var.EntityName()
	want := r.Now
	said, before := "declared "+r.Now.String()+" here", "declared "+r.Was.String()+" before"
	if r.Now == 0 {
		said = "declared without " + r.Was.String() + " here"
	}
	if r.Was == 0 {
		before = "declared as a host variable before"
	}
	if r.Lost {
		want = r.Was
	}
	first := "declared without a memory space"
	if w := spaces.WrittenMemory(r.Earlier.Spec); w != 0 {
		first = "declared " + w.String()
	}
	rep := check.Report{
		Site:    r.Decl.Site,
		Message: fmt.Sprintf("%s is %s, but it was %s; every declaration needs the memory space", name, said, before),
		Related: []check.Note{{Site: r.Earlier.Site, Message: fmt.Sprintf("%s is %s here", name, first)}},
	}
	if r.Var.Kind == sema.StaticMember {
		return rep // it cannot have one
	}
	if changes := agreeVars(p.Unit, r.Decls, want); len(changes) > 0 {
		title := fmt.Sprintf("Declare %s %s everywhere", name, want)
		rep.Fixes = []check.Mend{{Title: title, Preferred: true, Changes: changes}}
	}
	return rep
}
