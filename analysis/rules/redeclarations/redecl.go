package redeclarations

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// redeclared are the declarations that contradict earlier ones.
var redeclared = check.NewQuery("redeclared", func(p *check.Pass) Redeclarations {
	return redeclarations(p.Spaces, p.Declared, p.Bodies(), p.Emission)
})

// FuncRedecl is a declaration of a function that says another execution space than those before it.
type FuncRedecl struct {
	Func *sema.Func
	Decl *sema.FuncDecl
	// Was is what the declarations before add up to, with one side or the kernel; Now is what this one says, zero for
	// nothing.
	Was, Now cudaspace.Space
	// Earlier is the declaration before that says Was, or the first one where nothing is written.
	Earlier *sema.FuncDecl
	// Decls are all declarations in the order of the text.
	Decls []*sema.FuncDecl
}

// VarRedecl is a declaration of a variable that says another memory space than those before it.
type VarRedecl struct {
	Var  *sema.Var
	Decl *sema.VarDecl
	// Was and Now are as in FuncRedecl.
	Was, Now cudaspace.Memory
	// Lost: a memory space of before is missing; otherwise one is new.
	Lost    bool
	Earlier *sema.VarDecl
	Decls   []*sema.VarDecl
}

// Redeclarations are the contradictions between declarations of one entity: in the device pass Funcs and Vars. The host
// pass knows but those between a kernel and another space, and between shared and constant memory.
type Redeclarations struct {
	Funcs []FuncRedecl
	Vars  []VarRedecl
	// Kernels are declarations that say a kernel where an earlier one says another space, or the other way round; Was is what
	// that one says. Opposed are those that make a variable both shared and constant.
	Kernels []FuncRedecl
	Opposed []VarRedecl
	// Twice are definitions of a function that another definition in another space precedes, Earlier.
	Twice []FuncRedecl
}

// redeclarations finds them among the declarations outside system headers: at namespace scope, in classes and out of
// them, as friends, in blocks, and in explicit instantiations. An explicit specialisation declares a function of its
// own: only its own redeclarations are compared, and one without a word repeats the first.
func redeclarations(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts, e *spaces.Emission) Redeclarations {
	if e != nil {
		made := slices.DeleteFunc(e.Bodies(), func(b *sema.Facts) bool { return b.Func.Args == nil && b.Func.MemberOf == nil })
		bodies = slices.Concat(bodies, made)
	}
	bodies = declaringAgain.In(m, bodies, func(b *sema.Facts, found func(*sema.Facts)) {
		if len(b.LocalFuncs) > 0 || slices.ContainsFunc(b.Locals, func(v *sema.Var) bool { return v.Kind == sema.LocalExtern }) {
			found(b)
		}
	})
	return declaredAgain.With(m, bodies, func(found func(Redeclarations)) { found(redeclaredIn(m, declared, bodies)) })[0]
}

var (
	declaringAgain = spaces.NewSearch[*sema.Facts]()
	declaredAgain  = spaces.NewSearch[Redeclarations]()
)

// redeclaredIn finds what declarations and bodies declare again.
func redeclaredIn(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts) Redeclarations {
	r := &redeclarer{m: m, funcs: map[*sema.Func][]*sema.FuncDecl{}, vars: map[*sema.Var][]*sema.VarDecl{}}
	r.instances, r.blockVars = map[*sema.Func][]*sema.FuncDecl{}, map[blockName]*sema.Var{}
	r.seen = map[declaredAt]bool{}
	for _, f := range declared.Instantiated {
		for _, fd := range f.InstSites {
			r.addInstance(f, fd)
		}
	}
	for _, f := range declared.Funcs {
		if r.ordinary(f) {
			r.own(f)
		}
	}
	for _, v := range declared.Vars {
		r.ownVar(v)
	}
	for _, v := range declared.VarTemplates {
		r.ownVar(v)
	}
	r.friends(declared.Classes)
	for _, b := range bodies {
		r.body(b)
	}
	for _, f := range r.order {
		if !m.U.MayDeclareMore(f) {
			r.compare(f)
		}
	}
	for _, f := range r.instanceOrder {
		r.instantiated(f)
	}
	for _, v := range r.varOrder {
		r.compareVar(v)
	}
	return r.found
}

type redeclarer struct {
	m        *spaces.Model
	funcs    map[*sema.Func][]*sema.FuncDecl
	order    []*sema.Func
	vars     map[*sema.Var][]*sema.VarDecl
	varOrder []*sema.Var
	// blockVars are the variables that no namespace-scope declaration declares.
	blockVars map[blockName]*sema.Var
	found     Redeclarations
	// instances holds what declares an instance again: explicit instantiations, and friends with a qualified name.
	instances     map[*sema.Func][]*sema.FuncDecl
	instanceOrder []*sema.Func
	seen          map[declaredAt]bool // what is among funcs
}

// declaredAt is a declaration of a function, by its place.
type declaredAt struct {
	f  *sema.Func
	at sema.Site
}

func (r *redeclarer) addInstance(f *sema.Func, fd *sema.FuncDecl) {
	if _, ok := r.instances[f]; !ok {
		r.instanceOrder = append(r.instanceOrder, f)
	}
	r.instances[f] = append(r.instances[f], fd)
}

// ordinary reports whether f has declarations of its own: it is no instance, and nobody's implicit member.
func (r *redeclarer) ordinary(f *sema.Func) bool {
	if f.Implicit || f.Closure != nil || f.Local || len(f.Decls) == 0 {
		return false
	}
	if f.Specialization {
		return true
	}
	return (f.Template == nil || f.Args == nil) && r.m.U.PatternFunc(f) == f
}

// own notes the declarations that are known of a function.
func (r *redeclarer) own(f *sema.Func) {
	if _, ok := r.funcs[f]; ok {
		return
	}
	r.order = append(r.order, f)
	r.funcs[f] = nil
	r.m.U.CompleteDecls(f)
	for _, fd := range f.Decls {
		r.add(f, fd)
	}
}

// add notes one declaration, once. A friend declaration in a class template counts in its instances alone, and there that of a template
// never.
func (r *redeclarer) add(f *sema.Func, fd *sema.FuncDecl) {
	if c := fd.FriendIn; c != nil && (c.Dependent || f.Template != nil && c.Template != nil) {
		return
	}
	key := declaredAt{f, fd.Site}
	if !r.seen[key] {
		r.seen[key] = true
		r.funcs[f] = append(r.funcs[f], fd)
	}
}

func (r *redeclarer) ownVar(v *sema.Var) {
	if _, ok := r.vars[v]; ok || v.BindingDecl != nil || v.Args != nil {
		return
	}
	if c := v.MemberOf; c != nil && c.Template != nil && !c.Dependent {
		return // an instance's member, or that of an explicit specialisation
	}
	r.varOrder = append(r.varOrder, v)
	r.vars[v] = slices.Clone(r.m.U.VarDecls(v))
}

func (r *redeclarer) friends(classes []*sema.Class) {
	if !slices.ContainsFunc(classes, r.m.U.HasFriends) {
		return // and so no instance has: which there are, bodies tell
	}
	for _, c := range slices.Concat(classes, kit.Instances(r.m.U, classes)) {
		if c.Dependent {
			continue
		}
		for _, fr := range r.m.U.FriendDecls(c) {
			switch f := fr.Func; {
			case r.ordinary(f):
				r.own(f)
				r.add(f, fr.Decl)
			case f.Template == nil && !f.MemberOf.Dependent:
				r.addInstance(f, fr.Decl)
			}
		}
	}
}

// body notes the block-scope declarations of a body; in the device pass, templates' definitions have none.
func (r *redeclarer) body(b *sema.Facts) {
	if b == nil || b.Template && r.m.Opts.Pass == toolchain.DevicePass {
		return
	}
	for _, local := range b.LocalFuncs {
		f := r.m.U.Redeclared(local)
		if f == nil || !r.ordinary(f) {
			continue
		}
		r.own(f)
		for _, fd := range local.Decls {
			r.add(f, fd)
		}
	}
	for _, local := range b.Locals {
		if local.Kind != sema.LocalExtern {
			continue
		}
		v := r.m.U.RedeclaredVar(local)
		if v == nil {
			v = r.blockVar(local)
		}
		r.ownVar(v)
		for _, d := range local.Decls {
			if !slices.ContainsFunc(r.vars[v], func(o *sema.VarDecl) bool { return o.Site == d.Site }) {
				r.vars[v] = append(r.vars[v], d)
			}
		}
	}
}

// blockVar is the first of the variables of one namespace and name that only block-scope declarations declare.
func (r *redeclarer) blockVar(local *sema.Var) *sema.Var {
	key := blockName{r.m.U.NamespaceOf(local), local.EntityName()}
	first, ok := r.blockVars[key]
	if !ok {
		first = local
		r.blockVars[key] = local
	}
	return first
}

// blockName is what a block-scope declaration declares in the namespace around it.
type blockName struct {
	ns   *sema.Namespace
	name string
}

func (r *redeclarer) compare(f *sema.Func) {
	decls := r.funcs[f]
	slices.SortStableFunc(decls, func(a, b *sema.FuncDecl) int { return spaces.Before(a.Site, b.Site) })
	if f.Template != nil && len(decls) > 1 {
		decls = append(decls[:1:1], slices.DeleteFunc(slices.Clone(decls[1:]), func(fd *sema.FuncDecl) bool { return fd.FriendIn != nil })...)
	}
	s := spaces.State{U: r.m.U}
	first := 0
	if f.Specialization {
		s, first = r.primary(f, decls)
		if f.Template != nil {
			r.kernels(f, slices.Concat(f.Template.Func.Decls, decls))
		}
	} else {
		r.kernels(f, decls)
	}
	for i, fd := range decls[first:] {
		if f.Specialization && (i == 0 || spaces.Written(fd.Spec) == 0) {
			continue // says what the template's says, or in the first place its own
		}
		if i > 0 && r.m.U.DifferentResults(decls[0], fd) {
			return
		}
		now := spaces.KernelAlone(spaces.Written(fd.Spec))
		if again := r.again(f, decls[first:], i); again && f.Template == nil && (f.MemberOf == nil || !f.MemberOf.Dependent) {
			continue // is no redeclaration
		}
		was, earlier := s.Was(now), s.Earlier
		if s.Next(fd) && !fd.Site.Chunk.System {
			r.found.Funcs = append(r.found.Funcs, FuncRedecl{
				Func: f, Decl: fd, Was: was, Now: now, Earlier: earlier, Decls: decls,
			})
		}
	}
}

// again notes a definition that follows another one in another space. Front ends may take two templates for different ones.
func (r *redeclarer) again(f *sema.Func, decls []*sema.FuncDecl, i int) bool {
	fd := decls[i]
	if fd.Body == nil || fd.Site.Chunk.System || f.Specialization || r.m.U.Unexplained(fd) {
		return false
	}
	k := slices.IndexFunc(decls[:i], func(e *sema.FuncDecl) bool { return e.Body != nil })
	if k < 0 || spaces.Written(decls[k].Spec).Effective() == spaces.Written(fd.Spec).Effective() || decls[k].InClass && fd.InClass ||
		r.m.U.Unexplained(decls[k]) || r.m.U.MayBeApart(decls[k], fd) {
		return false
	}
	r.found.Twice = append(r.found.Twice, FuncRedecl{
		Func: f, Decl: fd, Was: spaces.Written(decls[k].Spec).Effective(), Now: spaces.Written(fd.Spec).Effective(), Earlier: decls[k], Decls: decls,
	})
	return true
}

// kernels finds the declarations among decls that say a kernel where an earlier one says another space, or the reverse.
func (r *redeclarer) kernels(f *sema.Func, decls []*sema.FuncDecl) {
	var kernel, other, host *sema.FuncDecl
	for _, fd := range decls {
		w := spaces.Written(fd.Spec)
		earlier := kernel
		if w == cudaspace.Global {
			earlier = host
			if kernel == nil {
				earlier = other
			}
		}
		if earlier != nil && (w == cudaspace.Global || w != 0 && w&cudaspace.Global == 0) && !fd.Site.Chunk.System {
			r.found.Kernels = append(r.found.Kernels, FuncRedecl{
				Func: f, Decl: fd, Was: spaces.Written(earlier.Spec), Now: w, Earlier: earlier, Decls: decls,
			})
		}
		switch {
		case w == cudaspace.Global:
			kernel = fd
		case w != 0:
			other = fd
		}
		if w&cudaspace.Host != 0 {
			host = fd
		}
	}
}

// primary is the state after the first declaration of an explicit specialisation, which is decls[first].
func (r *redeclarer) primary(f *sema.Func, decls []*sema.FuncDecl) (s spaces.State, first int) {
	if f.Template == nil && len(decls) > 0 && decls[0].InClass {
		first = 1 // the member's declaration in the instance
	}
	i := r.m.Of(f)
	s = spaces.State{U: r.m.U, Unknown: !i.Known}
	if first >= len(decls) {
		return s, len(decls)
	}
	var prim cudaspace.Space
	switch {
	case f.Template != nil:
		r.m.U.CompleteDecls(f.Template.Func)
		prim = r.m.Declared(f.Template.Func.Decls).Space
	case first == 1:
		prim = spaces.KernelAlone(spaces.Written(decls[0].Spec)).Effective()
	default:
		s.Unknown = true
	}
	fd := decls[first]
	s.Earlier, s.Unknown = fd, s.Unknown || s.U.Unexplained(fd)
	s.Space = specialized(prim, spaces.KernelAlone(spaces.Written(fd.Spec)))
	return s, first
}

// specialized is the space of an explicit specialisation that says written of a primary template.
func specialized(prim, written cudaspace.Space) cudaspace.Space {
	switch {
	case written == 0, prim == cudaspace.HostDevice:
		return prim
	case prim == cudaspace.Device && written == cudaspace.Host:
		return cudaspace.HostDevice
	}
	return written
}

// instantiated compares explicit instantiations of a function with its template.
func (r *redeclarer) instantiated(f *sema.Func) {
	pattern := f
	switch {
	case f.Specialization:
	case f.Template != nil && f.Args != nil:
		pattern = f.Template.Func
	default:
		pattern = r.m.U.PatternFunc(f)
	}
	sites := r.instances[f]
	slices.SortStableFunc(sites, func(a, b *sema.FuncDecl) int { return spaces.Before(a.Site, b.Site) })
	r.m.U.CompleteDecls(pattern)
	decls := slices.DeleteFunc(slices.Clone(pattern.Decls), func(fd *sema.FuncDecl) bool {
		return fd.FriendIn != nil || spaces.Before(fd.Site, sites[0].Site) > 0
	})
	r.kernels(f, slices.Concat(decls, sites))
	s := spaces.State{U: r.m.U}
	if f.Specialization {
		s, _ = r.primary(f, decls)
	} else {
		for _, fd := range decls {
			s.Next(fd)
		}
	}
	if s.Earlier == nil {
		return
	}
	for _, fd := range sites {
		now := spaces.KernelAlone(spaces.Written(fd.Spec))
		was, earlier := s.Was(now), s.Earlier
		if s.Next(fd) && !fd.Site.Chunk.System {
			r.found.Funcs = append(r.found.Funcs, FuncRedecl{
				Func: f, Decl: fd, Was: was, Now: now, Earlier: earlier,
				Decls: slices.Concat(decls, sites),
			})
		}
	}
}

func (r *redeclarer) compareVar(v *sema.Var) {
	decls := r.vars[v]
	slices.SortStableFunc(decls, func(a, b *sema.VarDecl) int { return spaces.Before(a.Site, b.Site) })
	const named = cudaspace.Constant | cudaspace.Shared | cudaspace.Managed
	var was cudaspace.Memory
	var earlier *sema.VarDecl
	for i, d := range decls {
		if len(d.Spec.Unexplained) > 0 {
			return
		}
		now := spaces.WrittenMemory(d.Spec)
		if i == 0 {
			was, earlier = now, d
			continue
		}
		lost, gained := false, false
		switch {
		case was&named != 0:
			lost = was&named&^now != 0
		case was != 0:
			lost = now == 0
			gained = now&named != 0
		default:
			gained = now != 0
		}
		if (lost || gained) && !d.Site.Chunk.System {
			r.found.Vars = append(r.found.Vars, VarRedecl{
				Var: v, Decl: d, Was: was, Now: now, Lost: lost, Earlier: earlier, Decls: decls,
			})
		}
		const opposed = cudaspace.Shared | cudaspace.Constant
		if now&opposed != 0 && now&opposed != opposed && (was|now)&(opposed|cudaspace.Managed) == opposed && !d.Site.Chunk.System {
			r.found.Opposed = append(r.found.Opposed, VarRedecl{Var: v, Decl: d, Was: was, Now: now, Earlier: earlier, Decls: decls})
		}
		if was|now != was {
			was, earlier = was|now, d
		}
	}
}
