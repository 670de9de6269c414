package architectures

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Side is one of two views of a document that are held against each other.
type Side struct {
	Model    *spaces.Model
	Declared sema.Declared
	Bodies   []*sema.Facts
	Emission *spaces.Emission
}

// Version is what one view sees of an entity.
type Version struct {
	// Site is where the view declares the entity.
	Site sema.Site
	Func *sema.Func
	Var  *sema.Var
	// Type is what differs, as it is written; empty where the entity is not there.
	Type string
	// Origin is where the view finds that type: the declaration of the name that is written, or the words themselves.
	Origin sema.Site
}

// Divergence is an entity that two views declare differently.
type Divergence struct {
	A, B Version
	// Param is the number of the parameter that differs, from 1; 0 where the difference is no single parameter's.
	Param int
	// If is the conditional whose arms make the difference; zero where it is not known.
	If source.Place
}

// declaredKey is the place and name of a declaration, which views of one text share.
type declaredKey struct {
	path  string
	start int
	name  string
}

func keyOf(s sema.Site, name string) declaredKey {
	p := placeOf(s)
	if p.IsZero() {
		return declaredKey{}
	}
	return declaredKey{p.File.Path, p.Span.Start, name}
}

func placeOf(s sema.Site) source.Place {
	if s.IsZero() {
		return source.Place{}
	}
	seg, lo, hi := s.Present()
	if lo >= hi {
		return source.Place{}
	}
	p, _ := seg.Range(lo, hi)
	return p
}

// divergingKernels are the kernels, templates too, whose signatures differ between two views.
func divergingKernels(a, b Side) []Divergence {
	theirs, byName := b.kernels()
	_, ours := a.kernels()
	var out []Divergence
	for _, f := range a.Declared.Funcs {
		if !a.kernel(f) {
			continue
		}
		name := f.EntityName()
		g := theirs[keyOf(f.Site(), name)]
		if g == nil && len(ours[name]) == 1 && len(byName[name]) == 1 {
			g = byName[name][0] // each view has a declaration of its own
		}
		if g == nil {
			continue
		}
		if d, ok := divergingParams(a, b, f, g); ok {
			out = append(out, d)
		}
	}
	return out
}

func (s Side) kernel(f *sema.Func) bool {
	i := s.Model.Of(f)
	return i.Known && i.Space&cudaspace.Global != 0 && f.Args == nil && len(f.Decls) > 0
}

func (s Side) kernels() (map[declaredKey]*sema.Func, map[string][]*sema.Func) {
	at, named := map[declaredKey]*sema.Func{}, map[string][]*sema.Func{}
	for _, f := range s.Declared.Funcs {
		if s.kernel(f) {
			name := f.EntityName()
			at[keyOf(f.Site(), name)] = f
			named[name] = append(named[name], f)
		}
	}
	return at, named
}

func divergingParams(a, b Side, f, g *sema.Func) (Divergence, bool) {
	ta, tb := a.Model.U.FuncType(f), b.Model.U.FuncType(g)
	if ta.Kind != types.Func || tb.Kind != types.Func || ta.IsUnknown() || tb.IsUnknown() {
		return Divergence{}, false
	}
	d := Divergence{
		A: Version{Site: f.Decls[0].Site, Func: f, Type: spell.Type(a.Model.U, ta, f)},
		B: Version{Site: g.Decls[0].Site, Func: g, Type: spell.Type(b.Model.U, tb, g)},
	}
	if d.A.Type == d.B.Type {
		return d, false
	}
	d.A.Origin, d.B.Origin = d.A.Site, d.B.Site
	for i := range min(len(ta.Params), len(tb.Params)) {
		pa, pb := spell.Type(a.Model.U, ta.Params[i], f), spell.Type(b.Model.U, tb.Params[i], g)
		if pa == pb {
			continue
		}
		d.A.Origin, d.B.Origin = paramOrigin(a, f.Decls[0], i), paramOrigin(b, g.Decls[0], i)
		if len(ta.Params) == len(tb.Params) {
			d.Param, d.A.Type, d.B.Type = i+1, pa, pb
		}
		break
	}
	d.If = telling(a, b, &d, headOf(f.Decls[0]))
	return d, true
}

func paramOrigin(s Side, d *sema.FuncDecl, i int) sema.Site {
	if d.Sig == nil || i >= len(d.Sig.Params) {
		return d.Site
	}
	return s.Model.U.TypeOrigin(d.Scope, &d.Sig.Params[i].Spec, d.Site.Chunk)
}

// divergingVariables are the variables in device memory, templates too, whose types differ between two views.
func divergingVariables(a, b Side) []Divergence {
	theirs := map[declaredKey]*sema.Var{}
	for _, v := range b.variables() {
		theirs[keyOf(v.Site(), v.EntityName())] = v
	}
	var out []Divergence
	for _, v := range a.variables() {
		o := theirs[keyOf(v.Site(), v.EntityName())]
		if o == nil {
			continue
		}
		ta, tb := a.Model.U.VarType(v), b.Model.U.VarType(o)
		if ta.IsUnknown() || tb.IsUnknown() {
			continue
		}
		d := Divergence{
			A: Version{Site: v.Site(), Var: v, Type: spell.Type(a.Model.U, ta, nil), Origin: varOrigin(a, v)},
			B: Version{Site: o.Site(), Var: o, Type: spell.Type(b.Model.U, tb, nil), Origin: varOrigin(b, o)},
		}
		if d.A.Type != d.B.Type {
			d.If = telling(a, b, &d, v.Decls[0].Full)
			out = append(out, d)
		}
	}
	return out
}

// variables are those in device memory that have a name in both views' texts.
func (s Side) variables() []*sema.Var {
	var out []*sema.Var
	for _, list := range [][]*sema.Var{s.Declared.Vars, s.Declared.VarTemplates} {
		for _, v := range list {
			if mem, known := spaces.MemoryOf(s.Model.U, v); known && mem != 0 && mem&cudaspace.Shared == 0 && len(v.Decls) > 0 {
				out = append(out, v)
			}
		}
	}
	return out
}

func varOrigin(s Side, v *sema.Var) sema.Site {
	d := v.Decls[0]
	return s.Model.U.TypeOrigin(d.Scope, d.Spec, d.Site.Chunk)
}

// headOf is a function's declaration without its body.
func headOf(d *sema.FuncDecl) sema.Site {
	s := d.Full
	if d.Body != nil {
		s.Span.Hi = max(s.Span.Lo, d.Body.Span.Lo)
	}
	return s
}

// telling is the innermost conditional that keeps the origins of the two versions apart, or else the definitions of a macro
// that the declaration, as the first view reads it, has words from; zero where there is none.
func telling(a, b Side, d *Divergence, declaration sema.Site) source.Place {
	if at := between(a, placeOf(d.A.Origin), placeOf(d.B.Origin)); !at.IsZero() {
		return at
	}
	for _, t := range declaration.Tokens() {
		for _, name := range declaration.Chunk.Seg.Locate(t).Macros {
			ma, mb := a.Model.U.PP.Macro(name), b.Model.U.PP.Macro(name)
			if ma == nil || mb == nil {
				continue
			}
			if at := between(a, ma.Place, mb.Place); !at.IsZero() {
				return at
			}
		}
	}
	return source.Place{}
}

// between is the innermost conditional around one place that keeps the other out; zero where there is none.
func between(s Side, a, b source.Place) source.Place {
	if a.IsZero() || b.IsZero() {
		return source.Place{}
	}
	for _, try := range [][2]source.Place{{a, b}, {b, a}} {
		if arms := around(s, try[0], try[1]); len(arms) > 0 {
			return source.Place{File: try[0].File, Span: arms[len(arms)-1].If}
		}
	}
	return source.Place{}
}

// around are the arms in which at stands and other does not, outermost first.
func around(s Side, at, other source.Place) []preprocess.Arm {
	var out []preprocess.Arm
	for _, arm := range preprocess.Arms(at.File, s.Model.U.Interner()) {
		within := func(p source.Place) bool {
			return p.File.Path == at.File.Path && arm.Text.Start <= p.Span.Start && p.Span.Start < arm.Text.End
		}
		if within(at) && !within(other) {
			out = append(out, arm)
		}
	}
	return out
}

// oneSided are the functions and variables with external linkage that one view defines and the other does not; the Version
// of the other is empty. They have no meaning but under separate compilation.
func oneSided(a, b Side) []Divergence {
	da, db := a.definitions(), b.definitions()
	var out []Divergence
	for _, x := range da {
		if !defines(db, x) {
			out = append(out, Divergence{A: x, If: enclosing(a, x.Site)})
		}
	}
	for _, x := range db {
		if !defines(da, x) {
			out = append(out, Divergence{B: x, If: enclosing(b, x.Site)})
		}
	}
	return out
}

// defines reports whether a view defines what the other calls x: by its name, since overloads of one name that differ in
// their parameters may still be what the other view declares otherwise.
func defines(list []Version, x Version) bool {
	for _, o := range list {
		if (o.Func == nil) == (x.Func == nil) && o.Type == x.Type {
			return true
		}
	}
	return false
}

// definitions are those of external linkage outside headers of the system: of functions that are no templates and not
// inline, and of variables in device memory. Type is their qualified name.
func (s Side) definitions() []Version {
	var out []Version
	for _, f := range s.Declared.Funcs {
		fd := s.Model.U.Definition(f)
		if fd == nil || f.Implicit || f.Defaulted || f.Args != nil || f.Template != nil || f.Inline || f.Constexpr ||
			f.InternalLinkage || fd.InClass || fd.FriendIn != nil || spaces.InUnnamed(f.Parent()) || f.MemberOf != nil && (f.MemberOf.Template != nil || spaces.LocalOrUnnamed(f.MemberOf)) {
			continue
		}
		out = append(out, Version{Site: fd.Site, Func: f, Type: f.EntityName()})
	}
	for _, v := range s.variables() {
		if v.Template != nil || v.Static || v.Inline || v.Constexpr || spaces.InUnnamed(v.Parent()) || s.Model.U.VarType(v).IsConst() {
			continue
		}
		for _, d := range v.Decls {
			if d.Defines {
				out = append(out, Version{Site: d.Site, Var: v, Type: v.EntityName()})
				break
			}
		}
	}
	return out
}

// enclosing is the innermost conditional around a site that asks for __CUDA_ARCH__; zero where there is none.
func enclosing(s Side, at sema.Site) source.Place {
	p := placeOf(at)
	if p.IsZero() {
		return source.Place{}
	}
	arms := preprocess.Arms(p.File, s.Model.U.Interner())
	arch := s.Model.U.Sym("__CUDA_ARCH__")
	asks := map[source.Span]bool{} // by the conditional's first directive
	for _, arm := range arms {
		for _, t := range arm.Condition {
			asks[arm.If] = asks[arm.If] || t.Sym == arch
		}
	}
	for i := len(arms) - 1; i >= 0; i-- {
		if arm := arms[i]; asks[arm.If] && arm.Text.Start <= p.Span.Start && p.Span.Start < arm.Text.End {
			return source.Place{File: p.File, Span: arm.If}
		}
	}
	return source.Place{}
}

// oneSidedInstances are the instances of kernel templates that one view launches or names and the other never makes.
func oneSidedInstances(a, b Side) []Guarded {
	var out []Guarded
	var names []string
	for _, body := range a.Bodies {
		for i := range body.Launches {
			l := &body.Launches[i]
			if l.Kernel == nil || l.Dependent || len(l.Kernel.Args) == 0 || l.Kernel.Specialization || l.Kernel.ExplicitInst || body.Template {
				continue
			}
			if name := a.instanceName(l.Kernel); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
				out = append(out, Guarded{Func: l.Kernel, Site: l.Site})
			}
		}
	}
	if len(out) == 0 || b.guesses() {
		return nil
	}
	kernels := map[token.Sym]bool{}
	for _, g := range out {
		kernels[g.Func.Sym()] = true
	}
	there := b.instances(kernels)
	kept := out[:0]
	for i, g := range out {
		if !there[names[i]] {
			g.If = enclosing(a, g.Site)
			kept = append(kept, g)
		}
	}
	return kept
}

// Guarded is something about a function that a conditional decides.
type Guarded struct {
	Func *sema.Func
	Site sema.Site
	// If is the conditional; zero where it is not known.
	If source.Place
}

// instanceName names an instance in all views alike; empty where its arguments have no name that tells them apart.
func (s Side) instanceName(f *sema.Func) string {
	name := f.EntityName()
	for _, arg := range f.Args {
		if arg.Kind != types.TypeArg || arg.Type.IsUnknown() || hasUnnamed(s.Model.U, arg.Type) {
			return ""
		}
		name += "|" + spell.Type(s.Model.U, arg.Type, nil)
	}
	return name
}

// hasUnnamed reports whether a closure or an unnamed class is part of how a type is named.
func hasUnnamed(u *sema.Unit, t *types.Type) bool {
	return strings.ContainsAny(spell.Type(u, t, nil), "(?…")
}

// instances are the names of the instances of some kernel templates that a view makes, by a launch, a call or a mention.
func (s Side) instances(kernels map[token.Sym]bool) map[string]bool {
	out := map[string]bool{}
	add := func(f *sema.Func) {
		if f != nil && len(f.Args) > 0 && kernels[f.Sym()] {
			out[s.instanceName(f)] = true
		}
	}
	bodies := slices.Clone(s.Bodies)
	if s.Emission != nil {
		for _, f := range s.Emission.Funcs() {
			add(f)
			if facts := s.Model.U.Facts(f); facts != nil {
				bodies = append(bodies, facts)
			}
		}
	}
	for _, f := range s.Declared.Instantiated {
		add(f)
	}
	for _, body := range bodies {
		for i := range body.Launches {
			add(body.Launches[i].Kernel)
		}
		for i := range body.Refs {
			add(body.Refs[i].Func)
		}
		for i := range body.Calls {
			add(body.Calls[i].Callee)
		}
	}
	return out
}

// guesses reports whether the view has launches of which it is not known what they launch.
func (s Side) guesses() bool {
	if s.Emission != nil {
		for _, f := range s.Emission.Funcs() {
			if facts := s.Model.U.Facts(f); facts != nil && unresolvedLaunch(facts) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.Bodies, unresolvedLaunch)
}

func unresolvedLaunch(f *sema.Facts) bool {
	for i := range f.Launches {
		if l := &f.Launches[i]; !f.Template && l.Kernel == nil && !l.Dependent {
			return true
		}
	}
	return false
}

// archDependent are the functions whose definitions several objects may bring along, of which the linker keeps one, and
// whose bodies tell the architectures apart by __CUDA_ARCH__: templates, inline and weak functions that run on the device.
func archDependent(s Side, archs []int) []Guarded {
	u := s.Model.U
	arms := map[string][]preprocess.Arm{}
	var out []Guarded
	for _, f := range s.Declared.Funcs {
		fd := u.Definition(f)
		if fd == nil || f.Args != nil || f.InternalLinkage || spaces.InUnnamed(f.Parent()) || !s.mergeable(f, fd) {
			continue
		}
		if i := s.Model.Of(f); !i.Known || !i.Space.OnDevice() {
			continue
		}
		p := placeOf(fd.Full)
		if p.IsZero() || !bytes.Contains(p.File.Text[p.Span.Start:p.Span.End], []byte("__CUDA_ARCH__")) {
			continue
		}
		if _, ok := arms[p.File.Path]; !ok {
			arms[p.File.Path] = preprocess.Arms(p.File, u.Interner())
		}
		for _, arm := range arms[p.File.Path] {
			if p.Span.Start <= arm.Directive.Start && arm.Directive.End <= p.Span.End && s.comparesArch(arm.Condition, archs) {
				out = append(out, Guarded{Func: f, Site: fd.Site, If: source.Place{File: p.File, Span: arm.Directive}})
				break
			}
		}
	}
	return out
}

// mergeable reports whether a linker keeps one of several definitions of a function.
func (s Side) mergeable(f *sema.Func, fd *sema.FuncDecl) bool {
	template := f.Template != nil || f.MemberOf != nil && f.MemberOf.Template != nil
	return template || f.Inline || fd.InClass || s.Model.U.Attr(fd.Spec, "weak") != nil
}

// comparesArch reports whether a condition tells architectures apart, and not only whether there is one: some comparison of
// the architecture's number holds for some of archs and not for others.
func (s Side) comparesArch(condition []token.Token, archs []int) bool {
	arch := s.Model.U.Sym("__CUDA_ARCH__")
	for i, t := range condition {
		if t.Kind != token.Ident || t.Sym != arch {
			continue
		}
		if i+2 < len(condition) && s.tellsApart(condition[i+1].Kind, condition[i+2], archs) {
			return true
		}
		if i >= 2 && s.tellsApart(mirrored(condition[i-1].Kind), condition[i-2], archs) {
			return true
		}
	}
	return false
}

// mirrored is the comparison with its operands exchanged.
func mirrored(op token.Kind) token.Kind {
	switch op {
	case token.Less:
		return token.Greater
	case token.Greater:
		return token.Less
	case token.LessEq:
		return token.GreaterEq
	case token.GreaterEq:
		return token.LessEq
	}
	return op
}

// tellsApart reports whether a comparison with a number has different results for two of archs.
func (s Side) tellsApart(op token.Kind, number token.Token, archs []int) bool {
	n, err := strconv.Atoi(s.Model.U.Text(number.Sym))
	if number.Kind != token.Number || err != nil {
		return false
	}
	holds := map[bool]bool{}
	for _, a := range archs {
		a *= 10
		switch op {
		case token.Less:
			holds[a < n] = true
		case token.Greater:
			holds[a > n] = true
		case token.LessEq:
			holds[a <= n] = true
		case token.GreaterEq:
			holds[a >= n] = true
		case token.EqEq, token.NotEq:
			holds[a == n] = true
		}
	}
	return len(holds) == 2
}
