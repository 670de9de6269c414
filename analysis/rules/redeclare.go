package rules

import (
	"fmt"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
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

func funcRedeclReport(p *check.Pass, r *spaces.FuncRedecl) check.Report {
	u := p.Unit
	name := u.Describe(r.Func)
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
			Site: r.Earlier.Site, Message: fmt.Sprintf("%s is %s here", name, declaredWord(r.Earlier.Spec)),
		}},
	}
	for i, want := range redeclChoices(r.Was, r.Now) {
		if !familyIs(p, r.Func, want) {
			continue
		}
		rep.Fixes = append(rep.Fixes, check.Mend{
			Title: fmt.Sprintf("Declare %s %s everywhere", name, want), Preferred: i == 0 && !undecided(r.Was, r.Now),
			Changes: agreeFuncs(u, r.Decls, want),
		})
	}
	return rep
}

// declaredWord says what a declaration's specifiers say of its execution space.
func declaredWord(s *ast.Specifiers) string {
	if w := spaces.Written(s); w != 0 {
		return "declared " + w.String()
	}
	return "declared without an execution space"
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

// agreeFuncs changes declarations of a function so that each says want; it is empty where one of them cannot be
// changed.
func agreeFuncs(u *sema.Unit, decls []*sema.FuncDecl, want cudaspace.Space) []check.Change {
	var out []check.Change
	for _, fd := range decls {
		if w := spaces.Written(fd.Spec); w == want || want == cudaspace.Host && w == 0 {
			continue
		}
		text := want.String()
		if want == cudaspace.Host {
			text = ""
		}
		changes := respecify(u, fd.Full, fd.Spec, isExecutionSpace, text)
		if len(changes) == 0 {
			return nil
		}
		out = append(out, changes...)
	}
	return out
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
		if !declaresAlone(d) {
			return nil
		}
		changes := respecify(u, d.Full, d.Spec, isMemorySpace, want.String())
		if len(changes) == 0 {
			return nil
		}
		out = append(out, changes...)
	}
	return out
}

// declaresAlone reports whether a variable's declaration declares nothing else.
func declaresAlone(d *sema.VarDecl) bool {
	hi := d.Dtor.Span.Hi
	if d.Dtor.Init != nil {
		hi = max(hi, d.Dtor.Init.Span.Hi)
	}
	c := d.Site.Chunk
	is := func(i int32, k token.Kind) bool {
		i += int32(c.Lo)
		return i >= int32(c.Lo) && i < int32(c.Hi) && c.Seg.Toks[i].Kind == k
	}
	return !is(d.Dtor.Span.Lo-1, token.Comma) && is(hi, token.Semi)
}

func isExecutionSpace(k ast.CUDAKind) bool {
	return k == ast.SpecHost || k == ast.SpecDevice || k == ast.SpecGlobal
}

func isMemorySpace(k ast.CUDAKind) bool {
	return k == ast.SpecDevice || k == ast.SpecConstant || k == ast.SpecShared || k == ast.SpecManaged
}

// respecify changes a declaration so that text stands in the place of its CUDA specifiers of some kinds. Specifiers
// that stand together are changed together, so that a macro that holds all of them is. It returns nothing where that
// cannot be done: in an attribute list.
func respecify(
	u *sema.Unit, full sema.Site, spec *ast.Specifiers, which func(ast.CUDAKind) bool, text string,
) []check.Change {
	var runs []ast.Span
	for i := range spec.CUDA {
		s := &spec.CUDA[i]
		if !which(s.Kind) {
			continue
		}
		if first := full.Chunk.Seg.Toks[full.Chunk.Lo+int(s.Span.Lo)]; !strings.HasPrefix(u.Text(first.Sym), "__") {
			return nil // device of __attribute__((device))
		}
		if n := len(runs); n > 0 && runs[n-1].Hi == s.Span.Lo {
			runs[n-1].Hi = s.Span.Hi
		} else {
			runs = append(runs, s.Span)
		}
	}
	if len(runs) == 0 && text != "" {
		at := specifiersAt(u, full)
		return []check.Change{{Site: at, How: check.InsertBefore, Text: asWritten(u, at, text) + " "}}
	}
	var out []check.Change
	for i, run := range runs {
		c := check.Change{Site: sema.Site{Chunk: full.Chunk, Span: run}, How: check.Remove}
		if i == 0 && text != "" {
			c.How, c.Text = check.Replace, asWritten(u, c.Site, text)
		}
		out = append(out, c)
	}
	return out
}

// specifiersAt is the token of a declaration before which another specifier can be written: the first one after extern
// "C".
func specifiersAt(u *sema.Unit, full sema.Site) sema.Site {
	at := full.Span.Lo
	if toks := full.Tokens(); len(toks) > 2 && u.Text(toks[0].Sym) == "extern" && toks[1].Kind == token.String {
		at += 2
	}
	return sema.Site{Chunk: full.Chunk, Span: ast.Span{Lo: at, Hi: at + 1}}
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

func varRedeclReport(p *check.Pass, r *spaces.VarRedecl) check.Report {
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
