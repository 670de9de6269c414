package variables

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// variableUses are the uses of variables on the side where they do not live: of device memory in the host pass, of host
// memory in the device pass.
var variableUses = check.NewQuery("variableUses", func(p *check.Pass) VariableUses {
	if p.Kind == toolchain.DevicePass {
		return deviceUses(p.Spaces, p.Bodies(), p.Emission)
	}
	return hostUses(p.Spaces, p.Bodies())
})

// VariableUses are a pass's uses of variables on the wrong side.
type VariableUses struct {
	// Direct are those that the front end finds while it reads bodies: device memory in host code in the host pass, host
	// variables that are not const in device code in the device pass.
	Direct []spaces.VarUse
	// Undefined are the uses in code generated for the device that need the storage of a host variable or the address of a
	// host function.
	Undefined []spaces.VarUse
	// Folded are the reads of constant objects of the host in device code whose values replace them.
	Folded []spaces.VarUse
}

// hostUses finds the uses of device memory in bodies that run on the host.
func hostUses(m *spaces.Model, bodies []*sema.Facts) VariableUses {
	direct := usedOnHost.In(m, bodies, func(b *sema.Facts, found func(spaces.VarUse)) {
		if b.Func == nil || b.Func.Implicit {
			return
		}
		sp := m.Of(b.Func)
		if !sp.Known || sp.Space&cudaspace.Host == 0 {
			return
		}
		for i := range b.Uses {
			u := &b.Uses[i]
			if u.Context&(sema.InDefaultArg|sema.InMemberInit) != 0 || u.Dependent || u.ViaPointer || u.Site.Chunk == nil {
				continue
			}
			mem, ok := m.DeviceMemory(u.Var)
			if !ok || mem == 0 || mem&cudaspace.Managed != 0 || u.Var.Kind == sema.StaticMember && !ofMemberTemplate(u.Var) || spaces.CompilerVariable(m.U, u.Var) {
				continue
			}
			v := spaces.VarUse{Func: b.Func, Space: sp, Use: u, Site: u.Site, Memory: mem}
			if t := v.Touch(); t == 0 || t == spaces.Addresses && mem&cudaspace.Shared == 0 {
				continue
			}
			if refusedWrite(m, u) {
				continue // an error of another kind
			}
			if u.Kind == sema.Read && u.Context&sema.Arm == 0 && folds(m, u, b.Func, false) != sema.No {
				continue
			}
			found(v)
		}
	})
	return VariableUses{Direct: direct}
}

var (
	usedOnHost   = spaces.NewSearch[spaces.VarUse]()
	usedOnDevice = spaces.NewSearch[deviceUse]()
	needed       = spaces.NewSearch[spaces.VarUse]()
	runs         = spaces.NewSearch[*sema.Func]() // what a body may call, name or launch at run time
	// neededByStatics is needed for the bodies that no code is generated for.
	neededByStatics = spaces.NewSearch[spaces.VarUse]()
)

// deviceUse is a use of a host variable in device code: a direct one, or one that is Folded. Discarded: it stands in a template's
// definition, where all instances see it.
type deviceUse struct {
	spaces.VarUse
	folded, discarded bool
}

// refusedWrite reports whether a use assigns to a __constant__ variable of scalar type by its name: no function may do that,
// since it is no modifiable lvalue. Assignments to parts pass, and to what other expressions denote, such as *&c.
func refusedWrite(m *spaces.Model, u *sema.Use) bool {
	return u.Named && writesConstant(m, u) && len(u.Path) == 0 && !u.Element && m.U.VarType(u.Var).IsScalar()
}

// writesConstant reports whether a use assigns to a __constant__ variable or a part of it.
func writesConstant(m *spaces.Model, u *sema.Use) bool {
	if u.Kind != sema.Write && u.Kind != sema.ReadWrite || u.ViaRef || u.ViaPointer || u.Var == nil || m.U.VarType(u.Var).IsRef() {
		return false
	}
	mem, ok := m.DeviceMemory(u.Var)
	return ok && mem&cudaspace.Constant != 0 && !m.Constant(u.Var)
}

// deviceUses finds the uses of host variables, and of host functions' addresses, in bodies that run on the device. bodies
// are those that the pass reads while parsing, e what it generates code for.
func deviceUses(m *spaces.Model, bodies []*sema.Facts, e *spaces.Emission) VariableUses {
	var out VariableUses
	all := m.WithInstances(bodies)
	noteExterns(m, all)
	uses := usedOnDevice.In(m, all, func(b *sema.Facts, found func(deviceUse)) {
		sp, ok := m.DeviceBody(b)
		if !ok || b.Template && !m.ReadWithBody(b.Func) || b.Func.Implicit {
			return
		}
		add := func(in *sema.Func, sp spaces.Info, u *sema.Use, discarded bool) {
			if v := (spaces.VarUse{Func: in, Space: sp, Use: u, Site: u.Site}); v.Touch() != 0 && usesHost(m, u) {
				found(deviceUse{VarUse: v, discarded: discarded})
			}
		}
		for i := range b.Uses {
			u := &b.Uses[i]
			add(b.Func, sp, u, false)
			if usesConstant(m, u) && folds(m, u, b.Func, true) == sema.Yes {
				found(deviceUse{VarUse: spaces.VarUse{Func: b.Func, Space: sp, Use: u, Site: u.Site}, folded: true})
			}
		}
		m.ReadBefore(b.Func, func(in *sema.Func, d *sema.Facts, only sema.Context) {
			if sp := m.Of(in); sp.Known && sp.Space.OnDevice() {
				for i := range d.Uses {
					if d.Uses[i].Context&only == only {
						add(in, sp, &d.Uses[i], true)
					}
				}
			}
		})
	})
	said := make(map[sema.Site]bool)
	discarded := make(map[*sema.Use]bool)
	for _, u := range uses {
		switch {
		case u.folded:
			out.Folded = append(out.Folded, u.VarUse)
		case !discarded[u.Use]:
			discarded[u.Use] = u.discarded
			said[u.Site] = true
			out.Direct = append(out.Direct, u.VarUse)
		}
	}
	undefined(m, all, e, said, &out)
	return out
}

// usesHost reports whether a use in device code is one of a host variable that is not const. Of a reference to a texture, another rule
// speaks.
func usesHost(m *spaces.Model, u *sema.Use) bool {
	if u.Kind == sema.Bind && m.U.IsTexture(u.Type) {
		return false
	}
	return u.Context&(sema.InDefaultArg|sema.InMemberInit) == 0 && !u.Dependent && !u.ViaPointer && m.HostVariable(u.Var) &&
		!m.Constant(u.Var) && !m.LocalToHost(u.Var) && !standardStream(u.Var) && !ofMemberTemplate(u.Var)
}

// ofMemberTemplate reports whether a static data member is an instance of a template, of which the front end only says that it
// is undefined.
func ofMemberTemplate(v *sema.Var) bool {
	return v.Kind == sema.StaticMember && v.Template != nil
}

// usesConstant reports whether a use reads a constant of the host where the value is needed at run time.
func usesConstant(m *spaces.Model, u *sema.Use) bool {
	if c := m.U.ClassOf(u.Type); c != nil && m.U.IsEmptyClass(c) != sema.No {
		return false // a tag: there is nothing to read
	}
	return u.Kind == sema.Read && u.Context&(spaces.Gone|sema.InDefaultArg|sema.InMemberInit) == 0 && !u.Dependent && !u.ViaPointer && !u.ViaRef &&
		!u.InConstantCall && m.HostVariable(u.Var) && m.Constant(u.Var)
}

// undefined finds what generated device code needs and does not have. said are the places of direct uses, of which it tells
// which are among that.
func undefined(m *spaces.Model, all []*sema.Facts, e *spaces.Emission, said map[sema.Site]bool, out *VariableUses) {
	seen := make(map[sema.Site]bool)
	add := func(v spaces.VarUse) {
		if atBinding(m, &v) && !seen[v.Site] {
			seen[v.Site] = true
			v.Repeats = said[v.Site]
			out.Undefined = append(out.Undefined, v)
		}
	}
	generated := generated(m, e)
	made := slices.DeleteFunc(e.Bodies(), func(b *sema.Facts) bool { return b.Template || !generated[b.Func] })
	list := needed.In(m, made, func(b *sema.Facts, add func(spaces.VarUse)) { neededByCode(m, b, add) })
	static := slices.DeleteFunc(slices.Clone(all), func(b *sema.Facts) bool { return b.Func == nil || b.Template || generated[b.Func] })
	list = append(list, neededByStatics.In(m, static, func(b *sema.Facts, add func(spaces.VarUse)) { named(m, b, sema.InStatic, add) })...)
	for _, v := range list {
		add(v)
	}
	neededByInits(m, e, add)
	for i := range out.Direct {
		out.Direct[i].Undefined = seen[out.Direct[i].Site]
	}
}

// atBinding is a use of what a structured binding refers to, unless that is an array: front ends say where the reference is initialised what it
// needs, but in other initialisers, which see through the reference. It is false where nothing is needed of the host.
func atBinding(m *spaces.Model, v *spaces.VarUse) bool {
	if v.Use == nil || v.Use.Var.Bound == nil || m.U.VarType(v.Use.Var).IsRef() || !m.U.VarType(v.Use.Var.Bound).IsRef() {
		return true
	}
	x, to := v.Use.Var, boundTo(m, v.Use.Var)
	if to != nil && !m.HostVariable(to) {
		return false
	}
	if m.U.VarType(x.Bound).NonRef().Kind == types.Array || to != nil && v.Use.Context&sema.InInit != 0 && v.Use.Kind != sema.Read {
		return true
	}
	if to == nil {
		to = x
		if m.U.IsConstantInit(x.Bound) == sema.Yes {
			to = &sema.Var{Kind: sema.NamespaceVar, Compound: true}
		}
	}
	v.Of, v.Func, v.Site = x, nil, sema.Site{Chunk: x.Place.Chunk, Span: x.BindingDecl.Init.Span}
	v.Use = &sema.Use{Var: to, Kind: sema.AddressOf, Site: v.Site, Type: v.Use.Type}
	return true
}

// neededByCode finds what the code of a body needs.
func neededByCode(m *spaces.Model, b *sema.Facts, add func(spaces.VarUse)) {
	f := b.Func
	sp, ok := m.DeviceBody(b)
	if !ok {
		return
	}
	named(m, b, 0, add)
	if sp.Space.OnHost() {
		return
	}
	heldAddresses(m, b, make(map[*sema.Facts]bool), func(u *sema.Use, r *sema.FuncRef) {
		if u != nil {
			add(spaces.VarUse{Func: f, Space: sp, Use: u, Site: u.Site})
		} else {
			add(spaces.VarUse{Func: f, Space: sp, Callee: r.Func, Site: r.Site})
		}
	})
	for i := range b.Uses {
		u := &b.Uses[i]
		if u.Type == nil || u.Type.Kind != types.Class {
			continue
		}
		whole := *u
		whole.Context &^= sema.Constant // the constant is a copy
		if !usesConstant(m, &whole) || folds(m, u, f, true) != sema.Yes {
			continue
		}
		e := copiedAddress(m, u, m.U.InitValue(u.Var), u.Path)
		if e == nil || u.Context&spaces.Gone != 0 && held(m, b, u.Site, e) != sema.Yes {
			continue
		}
		switch e := e.(type) {
		case *sema.Func:
			add(spaces.VarUse{Func: f, Space: sp, Callee: e, Site: u.Site})
		case *sema.Var:
			of := &sema.Use{Var: e, Kind: sema.AddressOf, Context: u.Context, Site: u.Site, Type: m.U.VarType(e)}
			add(spaces.VarUse{Func: f, Space: sp, Use: of, Site: u.Site})
		}
	}
	// What nobody checks is still undefined.
	unchecked := sp.Space&cudaspace.Global == 0 && m.ExecCheckDisabled(f)
	for i := range b.Calls {
		c := &b.Calls[i]
		if calledByAddress(c) && hostFunction(m, &sema.FuncRef{Func: c.Callee, Site: c.Site}) {
			add(spaces.VarUse{Func: f, Space: sp, Callee: c.Callee, Site: c.Site})
		}
		if _, crosses := m.Crosses(c); unchecked && crosses && !c.IsConstant && !c.Virtual {
			add(spaces.VarUse{Func: f, Space: sp, Callee: c.Callee, Called: true, Site: c.Site})
		}
	}
}

// copiedAddress is a function or variable of the host whose address is in what a use copies of a constant object: in what path selects of val.
// It is nil for what is not known, and so it is for one element of an array of objects of which some hold none.
func copiedAddress(m *spaces.Model, u *sema.Use, val types.Value, path []*sema.Field) (found types.Entity) {
	if !m.U.Nest() {
		return nil
	}
	defer m.U.Unnest()
	c := m.U.ClassOf(val.Type)
	switch {
	case val.Kind != types.AggregateValue:
		return nil
	case len(path) > 0 && path[0].Class == c:
		if at := len(c.Bases()) + path[0].Index; at < len(val.Elems) {
			return copiedAddress(m, u, val.Elems[at], path[1:])
		}
		return nil
	case len(path) == 0 && c != nil && c == m.U.ClassOf(u.Type):
		return addressIn(m, u, val)
	}
	for _, e := range val.Elems {
		if found = copiedAddress(m, u, e, path); found == nil {
			return nil
		}
	}
	return found
}

// addressIn is a function or variable of the host whose address a value is or holds.
func addressIn(m *spaces.Model, u *sema.Use, val types.Value) types.Entity {
	if !m.U.Nest() {
		return nil
	}
	defer m.U.Unnest()
	switch e := val.Entity.(type) {
	case *sema.Func:
		if hostFunction(m, &sema.FuncRef{Func: e, Site: u.Site}) {
			return e
		}
	case *sema.Var:
		if m.HostVariable(e) {
			return e
		}
	}
	for _, part := range val.Elems {
		if e := addressIn(m, u, part); e != nil {
			return e
		}
	}
	return nil
}

// calledByAddress reports whether code calls a function for each element of an array: through its address, if by nothing that the front end
// makes for that.
func calledByAddress(c *sema.Call) bool {
	return c.Array && c.Callee != nil && c.Kind != sema.CallStaticDtor && c.Context&(sema.InElements|sema.InStatic|sema.Unreached|spaces.Gone) == 0
}

// neededByInits finds what the initialisers of variables on the device need.
func neededByInits(m *spaces.Model, e *spaces.Emission, add func(spaces.VarUse)) {
	for _, b := range e.Inits() {
		mem, ok := m.DeviceMemory(b.Var)
		if !ok || mem == 0 || mem&cudaspace.Shared != 0 {
			continue
		}
		for i := range b.Uses {
			// What is read makes the initialisation dynamic, which other rules speak of.
			if u := &b.Uses[i]; takesAddress(u) && needsStorage(m, u, b.Func) && held(m, b, u.Site, u.Var) != sema.No {
				add(spaces.VarUse{Of: b.Var, Use: u, Site: u.Site})
			}
		}
		for i := range b.Refs {
			if r := &b.Refs[i]; needsFunction(m, b, r) {
				add(spaces.VarUse{Of: b.Var, Callee: r.Func, Site: r.Site})
			}
		}
	}
}

// named finds what the uses and references of a body on the device need of the host, where the context is at least in. Static variables are
// there though no code is generated for the function around them.
func named(m *spaces.Model, b *sema.Facts, in sema.Context, add func(spaces.VarUse)) {
	sp, ok := m.DeviceBody(b)
	if !ok {
		return
	}
	for i := range b.Uses {
		u := &b.Uses[i]
		if u.Context&in == in && needsStorage(m, u, b.Func) && !(takesAddress(u) && held(m, b, u.Site, u.Var) == sema.No) {
			add(spaces.VarUse{Func: b.Func, Space: sp, Use: u, Site: u.Site})
		}
	}
	for i := range b.Refs {
		r := &b.Refs[i]
		if r.Context&in == in && (!sp.Space.OnHost() || neededOnBoth(r)) && needsFunction(m, b, r) && !called(b, r) {
			add(spaces.VarUse{Func: b.Func, Space: sp, Callee: r.Func, Site: r.Site})
		}
	}
}

// heldAddresses finds what is undefined and has its address in one of the constants that replace calls of constructors in a body: of the
// initialisers of the members nothing else is left. What becomes of an address that is an argument is not followed. in are the constructors
// that were looked into.
func heldAddresses(m *spaces.Model, b *sema.Facts, in map[*sema.Facts]bool, add func(*sema.Use, *sema.FuncRef)) {
	if !m.U.Nest() {
		return
	}
	defer m.U.Unnest()
	for i := range b.Calls {
		c := &b.Calls[i]
		if c.Callee == nil || c.Callee.Kind != sema.Constructor || c.Context&(spaces.Gone&^sema.Constant) != 0 || !in[b] && !m.Evaluated(c) {
			continue
		}
		made := m.U.Facts(c.Callee)
		argued := func(c sema.Call) bool { return !c.Plain && (c.Callee == nil || !c.Callee.Implicit) }
		if made == nil || made.Template || in[made] || slices.ContainsFunc(made.Calls, argued) {
			continue
		}
		in[made] = true
		for j := range made.Uses {
			u := &made.Uses[j]
			if takesAddress(u) && !u.InConstantCall && needsStorage(m, u, c.Callee) {
				add(u, nil)
			}
		}
		for j := range made.Refs {
			if r := &made.Refs[j]; hostAddress(m, r) {
				add(nil, r)
			}
		}
		heldAddresses(m, made, in, add)
	}
}

// generated are the emitted functions without those of which only constant calls are left, whose values replace them.
func generated(m *spaces.Model, e *spaces.Emission) map[*sema.Func]bool {
	out := make(map[*sema.Func]bool, len(e.Funcs()))
	var queue []*sema.Func
	add := func(f *sema.Func) {
		if f != nil && !out[f] && e.Contains(f) {
			out[f] = true
			queue = append(queue, f)
		}
	}
	search := runs.On(m)
	follow := func(b *sema.Facts) {
		if b == nil {
			return
		}
		for _, f := range search.Of(b, func(found func(*sema.Func)) {
			for i := range b.Calls {
				if c := &b.Calls[i]; !c.IsConstant && c.Context&(sema.Constant|sema.Discarded) == 0 && !maybeConstant(m, c) {
					found(c.Callee)
				}
			}
			for i := range b.Refs {
				found(b.Refs[i].Func)
			}
			for i := range b.Launches {
				found(b.Launches[i].Kernel)
			}
		}) {
			add(f)
		}
	}
	for _, b := range e.Inits() {
		follow(b)
	}
	spaces.Each(m, e.Funcs(), func(f *sema.Func) {
		if by, _ := e.Edge(f); by.From == nil && by.Call == nil || by.From != nil && by.Call == nil || !f.Constexpr {
			add(f) // roots, what vtables bring, and what nothing but a call at run time can have brought
		}
	})
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		follow(m.U.Facts(f))
	}
	return out
}

// maybeConstant reports whether a call may be a constant though sema does not know it: of a closure that holds nothing, with
// constant arguments, for a value. Extended lambdas' closures are no literal types.
func maybeConstant(m *spaces.Model, c *sema.Call) bool {
	if c.Callee == nil || c.Callee.Closure == nil || c.Kind == sema.CallConversion || c.NonConstArgs > 0 {
		return false
	}
	l := c.Callee.Closure
	return len(l.Captures) == 0 && m.Annotation(l) == 0 && !m.GivesAddress(c.Callee) && !m.U.ResultType(c.Callee).IsVoid() &&
		!dynamic(m, m.U.Facts(c.Callee), 0)
}

// dynamic reports whether a body, which is not certain to be run, does what no constant expression may: call a function that
// is not constexpr, or read a variable whose value is known at run time alone.
func dynamic(m *spaces.Model, b *sema.Facts, depth int) bool {
	if b == nil || depth > 4 {
		return false
	}
	for i := range b.Calls {
		c := &b.Calls[i]
		if c.Context&spaces.Gone != 0 || c.Callee == nil || c.IsConstant || c.Callee.Implicit {
			continue
		}
		if !c.Callee.Constexpr || c.Callee.Closure != nil && dynamic(m, m.U.Facts(c.Callee), depth+1) {
			return true
		}
	}
	for i := range b.Uses {
		if u := &b.Uses[i]; u.Context&spaces.Gone == 0 && (u.Kind == sema.Read || u.Kind == sema.ReadWrite) && !mayBeConstant(m, u.Var) {
			return true
		}
	}
	return false
}

// mayBeConstant reports whether a variable, or a part of it, may have a value that is known while compiling.
func mayBeConstant(m *spaces.Model, v *sema.Var) bool {
	t := m.U.VarType(v)
	if t.IsRef() || t.IsUnknown() || t.IsDependent() {
		return true
	}
	if elem := sema.ElementOf(t); !elem.IsConst() && !v.Constexpr || elem.IsVolatile() {
		return false
	}
	if t.Kind == types.Class || t.Kind == types.Array {
		return !staysObject(m, v) && constantObject(m, v, t) != sema.No
	}
	return foldsScalar(m, &sema.Use{Var: v}, v) != sema.No
}

// needsStorage reports whether a use in generated device code needs a host variable's storage, for certain.
func needsStorage(m *spaces.Model, u *sema.Use, in *sema.Func) bool {
	switch u.Kind {
	case sema.Discard, sema.DiscardElement, sema.UnknownUse:
		return false
	}
	lost := spaces.Gone
	if u.Context&sema.ConstexprInit != 0 && (u.Kind == sema.AddressOf || u.Kind == sema.Bind) {
		lost &^= sema.Constant // the constant is an address
	}
	return u.Context&lost == 0 && !u.Dependent && u.Site.Chunk != nil && !u.Site.Chunk.System && m.HostVariable(u.Var) &&
		folds(m, u, in, true) == sema.No
}

// takesAddress reports whether a use needs a variable's address and nothing else of it.
func takesAddress(u *sema.Use) bool {
	return u.Kind == sema.AddressOf || u.Kind == sema.Bind && u.Callee == nil
}

// held reports whether the address of e that is named at a site is what the variable holds that is initialised there: where its value is
// a constant, nothing else is left of its initialiser. It is unknown outside of initialisers, and where the value is.
func held(m *spaces.Model, b *sema.Facts, at sema.Site, e types.Entity) sema.Tri {
	if b.Var != nil {
		return holds(m, b.Var, e)
	}
	for _, v := range b.Locals {
		for _, d := range m.U.VarDecls(v) {
			if d.Dtor != nil && d.Dtor.Init != nil && spaces.Within(at, sema.Site{Chunk: d.Site.Chunk, Span: d.Dtor.Init.Span}) {
				return holds(m, v, e)
			}
		}
	}
	return sema.UnknownTri
}

// holds reports whether the value of a variable holds the address of e, where it is a constant.
func holds(m *spaces.Model, v *sema.Var, e types.Entity) sema.Tri {
	if !v.Constexpr && !m.U.VarType(v).IsConst() && sema.Automatic(v) {
		return sema.UnknownTri
	}
	if val := m.U.InitValue(v); val.IsKnown() {
		return sema.TriOf(val.Holds(e))
	}
	return sema.UnknownTri
}

// needsFunction reports whether the address of a function that is named without being called is needed, and of a host one for certain.
func needsFunction(m *spaces.Model, b *sema.Facts, r *sema.FuncRef) bool {
	if !hostFunction(m, r) || m.Slot(r.Func) {
		return false
	}
	switch held(m, b, r.Site, r.Func) {
	case sema.Yes:
		return true
	case sema.No:
		return false
	}
	return r.Context&spaces.Gone == 0
}

// hostAddress reports whether a function that is named without being called is certainly a host one, and something is left of that.
func hostAddress(m *spaces.Model, r *sema.FuncRef) bool {
	return r.Context&spaces.Gone == 0 && hostFunction(m, r) && !m.Slot(r.Func)
}

func hostFunction(m *spaces.Model, r *sema.FuncRef) bool {
	f := r.Func
	if f == nil || r.Unknown || r.Site.Chunk == nil || r.Site.Chunk.System {
		return false
	}
	if f.Closure != nil || f.Consteval || m.CallerDefined(f) {
		return false
	}
	sp := m.Of(f)
	return sp.Known && !sp.Space.OnDevice() && (len(f.Decls) > 0 || f.Template != nil)
}

// called reports whether a call through a template's parameter or a constant is all that the address is for: the call says it.
func called(b *sema.Facts, r *sema.FuncRef) bool {
	return slices.ContainsFunc(b.Calls, func(c sema.Call) bool {
		return c.Callee == r.Func && (c.Site == r.Site || (r.Through != nil || r.Fate == sema.Called) && spaces.Within(r.Site, c.Site))
	})
}

// neededOnBoth reports whether code of a host-device function needs the address of a host function. Those of ordinary functions may be
// meant for the host, and so are taken those of members that initialise a variable or are compared. What a static variable holds is not.
func neededOnBoth(r *sema.FuncRef) bool {
	if r.Context&sema.InStatic != 0 {
		return true
	}
	return r.Through == nil && r.Func.MemberOf != nil && !r.Func.Static && r.Fate != sema.Compared && r.Context&(sema.InInit|sema.InMemInit|sema.InMemberInit|sema.InDefaultArg) == 0
}

// noteExterns remembers the names of the variables that block-scope extern declarations put into device memory.
func noteExterns(m *spaces.Model, bodies []*sema.Facts) {
	m.Externs = make(map[string]bool)
	spaces.Each(m, bodies, func(b *sema.Facts) {
		for i := range b.Uses {
			if v := b.Uses[i].Var; v != nil && v.Kind == sema.LocalExtern {
				if mem, ok := spaces.MemoryOf(m.U, v); !ok || mem != 0 {
					m.Externs[v.EntityName()] = true
				}
			}
		}
	})
}

// standardStream reports whether v is one of the variables that the front end leaves to code generation.
func standardStream(v *sema.Var) bool {
	switch v.EntityName() {
	case "stdout", "stdin", "stderr":
		return true
	}
	return false
}
