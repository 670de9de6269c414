package mend

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Fixer makes the quick-fix of calls across sides: the callee, and what it calls in turn, becomes __host__ __device__.
type Fixer struct {
	p     *check.Pass
	mends map[*sema.Func][]check.Mend // by callee
}

// NewFixer returns what finds the changes for the findings of one pass.
func NewFixer(p *check.Pass) *Fixer {
	return &Fixer{p: p, mends: map[*sema.Func][]check.Mend{}}
}

// Alone is the other mend of a call that one side cannot make, where a function for both sides makes it: that function leaves this side,
// where nothing in the file calls it from there.
func (f *Fixer) Alone(v *spaces.Violation) []check.Mend {
	fn, side := v.CallerFunc, v.Callee.Space&cudaspace.HostDevice
	if fn == nil || len(v.Need) > 0 || side == 0 || side == cudaspace.HostDevice || fn.Closure != nil || fn.Template != nil ||
		f.p.Spaces.Of(fn).Space != cudaspace.HostDevice || f.p.Spaces.Of(fn).Origin != spaces.Declared || !f.markable(fn) ||
		f.p.Unit.IsVirtual(fn) != sema.No || fn.MemberOf != nil && fn.MemberOf.Template != nil || !f.MayBecome(fn, side) {
		return nil
	}
	for _, fd := range fn.Decls {
		if fd.Site.Chunk.Inclusion != 0 {
			return nil // a header, which other files include as well
		}
	}
	facts := f.p.Unit.Facts(fn)
	if facts == nil {
		return nil
	}
	for i := range facts.Calls {
		c := facts.Calls[i].Callee
		if c == nil || !f.p.Spaces.CallerDefined(c) && f.p.Spaces.Of(c).Space&side == 0 {
			return nil // a call that the side that is left cannot make either
		}
	}
	changes := AgreeFuncs(f.p.Unit, fn.Decls, side)
	if len(changes) == 0 {
		return nil
	}
	return []check.Mend{{Title: fmt.Sprintf("Make %s %s alone", spell.Func(f.p.Unit, fn), side), Changes: changes}}
}

// maxMarked bounds how many functions one fix changes: what needs more is a decision, not a slip.
const maxMarked = 12

// Of is the fix of a violation, none when it would not be the whole mend.
func (f *Fixer) Of(v *spaces.Violation) []check.Mend {
	callee := v.Call.Callee
	if m, ok := f.mends[callee]; ok {
		return m
	}
	f.mends[callee] = nil
	missing := cudaspace.Device
	if !v.Callee.Space.OnHost() {
		missing = cudaspace.Host
	}
	marked, ok := f.reached(callee, missing)
	if !ok {
		return nil
	}
	m := check.Mend{Title: "Mark " + spell.Func(f.p.Unit, callee), Preferred: true}
	if len(marked) == 1 && f.forDevice(callee) {
		f.mends[callee] = f.device(callee)
		return f.mends[callee]
	}
	switch n := len(marked) - 1; {
	case n == 1:
		m.Title += " and " + spell.Func(f.p.Unit, marked[1])
	case n > 1 && slices.ContainsFunc(marked, func(fn *sema.Func) bool { return f.p.Unit.IsVirtual(fn) == sema.Yes }):
		m.Title += fmt.Sprintf(" and %d functions that go with it", n)
	case n > 1:
		m.Title += fmt.Sprintf(" and %d functions that it calls", n)
	}
	m.Title += " __host__ __device__"
	seen := map[sema.Site]bool{}
	for _, fn := range marked {
		for _, fd := range fn.Decls {
			c, need, ok := f.change(fd, missing)
			if !ok {
				return nil
			}
			if need && !seen[c.Site] {
				seen[c.Site] = true
				m.Changes = append(m.Changes, c)
			}
		}
	}
	if len(m.Changes) == 0 {
		return nil
	}
	f.mends[callee] = []check.Mend{m}
	return f.mends[callee]
}

// Forgotten is the mend of a call that the host cannot make, where what makes it is a function that says nothing and that the device calls.
func (f *Fixer) Forgotten(v *spaces.Violation) []check.Mend {
	fn := v.CallerFunc
	if fn == nil || len(v.Need) > 0 || v.Callee.Space.OnHost() || f.p.Spaces.Of(fn).Space != cudaspace.Host || !f.markable(fn) || !f.forDevice(fn) ||
		kit.Callers.Of(f.p)[fn]&cudaspace.Device == 0 {
		return nil
	}
	if marked, ok := f.reached(fn, cudaspace.Device); !ok || len(marked) != 1 {
		return nil
	}
	return f.device(fn)
}

func (f *Fixer) device(fn *sema.Func) []check.Mend {
	changes := AgreeFuncs(f.p.Unit, fn.Decls, cudaspace.Device)
	if len(changes) == 0 {
		return nil
	}
	return []check.Mend{{Title: fmt.Sprintf("Mark %s %s", spell.Func(f.p.Unit, fn), cudaspace.Device), Preferred: true, Changes: changes}}
}

// forDevice reports whether a function of this file that says nothing can only have been meant for the device: it does what the host
// cannot, and the host does not call it.
func (f *Fixer) forDevice(fn *sema.Func) bool {
	facts := f.p.Unit.Facts(fn)
	if facts == nil || fn.Kind != sema.Ordinary || fn.Closure != nil || f.p.Unit.IsVirtual(fn) != sema.No ||
		kit.Callers.Of(f.p)[f.p.Unit.PatternFunc(fn)]&cudaspace.Host != 0 {
		return false
	}
	for _, fd := range fn.Decls {
		if fd.Site.Chunk.Inclusion != 0 || spaces.Written(fd.Spec) != 0 {
			return false
		}
	}
	for i := range facts.Uses {
		v := facts.Uses[i].Var
		if memory, known := spaces.MemoryOf(f.p.Unit, v); known && memory != 0 || spaces.CompilerVariable(f.p.Unit, v) {
			return true
		}
	}
	return slices.ContainsFunc(facts.Calls, func(c sema.Call) bool {
		if c.Callee == nil || c.Context&sema.Discarded != 0 || f.p.Spaces.CallerDefined(c.Callee) {
			return false
		}
		i := f.p.Spaces.Of(c.Callee)
		return i.Known && !i.Space.OnHost()
	})
}

// reached lists the functions that lack a side among root and what it calls, root first. It fails where one of them cannot
// simply be marked: it is not the person's own, its body is not known or does what the other side cannot do.
func (f *Fixer) reached(root *sema.Func, missing cudaspace.Space) ([]*sema.Func, bool) {
	u, model := f.p.Unit, f.p.Spaces
	var marked []*sema.Func
	seen := map[*sema.Func]bool{root: true}
	queue := []*sema.Func{root}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		if fn.Closure != nil && fn.Closure.Func == nil || fn.Closure == nil && !model.CallerDefined(fn) && !f.markable(fn) {
			return nil, false
		}
		queue = appendNew(queue, seen, f.family(fn))
		facts := u.Facts(fn)
		switch {
		case facts == nil && model.CallerDefined(fn):
			continue
		case facts == nil && fn.Pure:
			marked = append(marked, fn)
			continue
		}
		if facts == nil || !f.portable(facts, missing) {
			return nil, false
		}
		if fn.Closure == nil && !model.CallerDefined(fn) {
			if marked = append(marked, fn); len(marked) > maxMarked {
				return nil, false
			}
		}
		lacking, ok := f.lacking(facts, missing, seen)
		if !ok {
			return nil, false
		}
		queue = appendNew(queue, seen, lacking)
	}
	return marked, len(marked) > 0 && marked[0] == root
}

// appendNew appends the functions that were not seen yet.
func appendNew(queue []*sema.Func, seen map[*sema.Func]bool, fns []*sema.Func) []*sema.Func {
	for _, fn := range fns {
		if !seen[fn] {
			seen[fn] = true
			queue = append(queue, fn)
		}
	}
	return queue
}

// lacking are the functions not yet seen that a body calls and that may lack a side. It fails where one is unknown, or the device would miss it.
func (f *Fixer) lacking(facts *sema.Facts, missing cudaspace.Space, seen map[*sema.Func]bool) (out []*sema.Func, ok bool) {
	model := f.p.Spaces
	for i := range facts.Calls {
		c := facts.Calls[i].Callee
		if c == nil || seen[c] || facts.Calls[i].Context&sema.Discarded != 0 {
			continue
		}
		of := model.Of(c)
		if !of.Known || missing == cudaspace.Device && !f.p.Command.RDC.On && Unresolved(f.p, c) {
			return nil, false
		}
		if of.Space&(missing|cudaspace.Global) == 0 || model.CallerDefined(c) {
			out = append(out, c)
		}
	}
	return out, true
}

// markable reports whether a function's declarations are all at hand and may be changed.
func (f *Fixer) markable(fn *sema.Func) bool {
	u := f.p.Unit
	u.CompleteDecls(fn)
	if fn.Deleted || fn.Defaulted || fn.ExplicitInst || fn.EntityName() == "main" {
		return false
	}
	if v := u.IsVirtual(fn); v == sema.UnknownTri || v == sema.Yes && fn.Kind == sema.Destructor {
		return false // a destructor's overriders may be generated
	}
	if fd := u.Definition(fn); !fn.Pure && (fd == nil || fd.Body == nil) || !f.p.Spaces.Of(fn).Known {
		return false
	}
	for _, fd := range fn.Decls {
		if fd.Site.Chunk == nil || fd.Site.Chunk.System {
			return false
		}
	}
	return true
}

// family lists what has to say the same as a virtual function: what it overrides, and what overrides it.
func (f *Fixer) family(fn *sema.Func) []*sema.Func {
	u := f.p.Unit
	if u.IsVirtual(fn) != sema.Yes {
		return nil
	}
	overriders := kit.Overriders.Of(f.p)[fn]
	return append(overriders[:len(overriders):len(overriders)], u.Overridden(fn)...)
}

// hostOnly are the words of statements and expressions that device code may not have.
var hostOnly = map[string]bool{
	"throw": true, "try": true, "typeid": true, "dynamic_cast": true, "thread_local": true, "asm": true, "__asm__": true,
}

// isThere reports whether code of a side may use a variable.
func isThere(u *sema.Unit, x *sema.Var, side cudaspace.Space) bool {
	memory, known := spaces.MemoryOf(u, x)
	switch {
	case !known:
		return false
	case side == cudaspace.Host:
		return memory == 0 && (x.Site().Chunk == nil || !x.Site().Chunk.System)
	}
	return memory != 0 || x.Constexpr || fixed(u, x) || spaces.CompilerVariable(u, x)
}

// portable reports whether a body, its calls aside, may run on the missing side too.
func (f *Fixer) portable(facts *sema.Facts, missing cudaspace.Space) bool {
	u := f.p.Unit
	if facts.Template || len(facts.Bad) > 0 || len(facts.UnknownSites) > 0 || len(facts.Launches) > 0 {
		return false
	}
	for i := range facts.Uses {
		if !isThere(u, facts.Uses[i].Var, missing) {
			return false
		}
	}
	for _, x := range facts.Locals {
		if x.Kind == sema.LocalStatic && !fixed(u, x) {
			return false // each side would have its own
		}
	}
	if facts.Decl != nil && facts.Decl.Body != nil {
		for _, t := range (sema.Site{Chunk: facts.Decl.Site.Chunk, Span: facts.Decl.Body.Span}).Newest().Tokens() {
			word := u.Text(t.Sym)
			if hostOnly[word] || t.Kind == token.Pragma || word == "static" && len(facts.Lambdas) > 0 {
				return false
			}
		}
	}
	return true
}

// fixed reports whether a variable of a body has the same value always and everywhere.
func fixed(u *sema.Unit, v *sema.Var) bool {
	return v.Kind == sema.LocalStatic && (v.Constexpr || u.VarType(v).IsConst()) && u.InitValue(v).Kind != types.UnknownValue
}

// MayBecome reports whether a function may have another execution space, for all that its body does and that calls it. On both sides a call
// that one of them cannot make is a warning, and an error on that side alone.
func (f *Fixer) MayBecome(fn *sema.Func, to cudaspace.Space) bool {
	p := f.p
	from := p.Spaces.Of(fn).Space
	facts := p.Unit.Facts(fn)
	for _, side := range []cudaspace.Space{cudaspace.Host, cudaspace.Device} {
		stays := from&side != 0 && (to&cudaspace.HostDevice == cudaspace.HostDevice || from&cudaspace.HostDevice != cudaspace.HostDevice)
		if to&side == 0 || stays || facts == nil {
			continue
		}
		if !f.portable(facts, side) {
			return false
		}
		for i := range facts.Calls {
			c := facts.Calls[i].Callee
			if c == nil || c == fn || facts.Calls[i].Context&sema.Discarded != 0 || p.Spaces.CallerDefined(c) {
				continue
			}
			if i := p.Spaces.Of(c); !i.Known || i.Space&side == 0 {
				return false
			}
		}
	}
	return kit.Callers.Of(p)[fn]&from&^to&cudaspace.HostDevice == 0
}

// change is what makes one declaration say both sides; need is false when it does.
func (f *Fixer) change(fd *sema.FuncDecl, missing cudaspace.Space) (c check.Change, need, ok bool) {
	written := spaces.Written(fd.Spec)
	switch {
	case written&cudaspace.Global != 0:
		return c, false, false
	case written&cudaspace.HostDevice == cudaspace.HostDevice:
		return c, false, true
	case written == 0:
		c = check.Change{Site: sema.Site{Chunk: fd.Site.Chunk, Span: FirstToken(fd)}, How: check.InsertBefore}
		c.Text = AsWritten(f.p.Unit, c.Site, TwoWords) + " "
		return c, true, true
	}
	for i := range fd.Spec.CUDA {
		s := &fd.Spec.CUDA[i]
		if s.Kind != ast.SpecHost && s.Kind != ast.SpecDevice {
			continue
		}
		c.Site = sema.Site{Chunk: fd.Site.Chunk, Span: s.Span}
		if both := AsWritten(f.p.Unit, c.Site, TwoWords); both != TwoWords {
			c.Text = both
			return c, true, true
		}
		if missing == cudaspace.Host {
			c.How, c.Text = check.InsertBefore, AsWritten(f.p.Unit, c.Site, "__host__")+" "
		} else {
			c.How, c.Text = check.InsertAfter, " "+AsWritten(f.p.Unit, c.Site, "__device__")
		}
		return c, true, true
	}
	return c, false, false
}

// FirstToken is the place before which specifiers are inserted: the declaration's first token after its template header
// and standard attributes.
func FirstToken(fd *sema.FuncDecl) ast.Span {
	at := fd.Dtor.Span.Lo
	if !fd.Spec.Span.IsEmpty() {
		at = fd.Spec.Span.Lo
	}
	for again := true; again; {
		again = false
		for i := range fd.Spec.Attrs {
			if a := &fd.Spec.Attrs[i]; a.Style == ast.AttrStd && a.Span.Lo == at && a.Span.Hi > at {
				at, again = a.Span.Hi, true
			}
		}
	}
	return ast.Span{Lo: at, Hi: at + 1}
}

const TwoWords = "__host__ __device__"

// Unresolved reports whether a function is surely one of the person's own that runs on the device and has no body.
func Unresolved(p *check.Pass, f *sema.Func) bool {
	u := p.Unit
	if f == nil || f.Implicit || f.Defaulted || f.Deleted || f.Closure != nil || f.Template != nil || f.Consteval || len(f.Decls) == 0 ||
		f.MemberOf != nil && (f.MemberOf.Template != nil || f.MemberOf.Local) || u.Definition(f) != nil || u.MayDeclareMore(f) {
		return false
	}
	if f.Local { // a block-scope declaration of a function at namespace scope
		if outer := u.Redeclared(f); outer != nil && u.Definition(outer) != nil {
			return false
		}
	}
	for _, fd := range f.Decls {
		s := fd.Site
		if s.Chunk == nil || s.Chunk.System || fd.Dtor.Unended || kit.CudaSpecifier(fd, func(k ast.CUDAKind) bool { return k == ast.SpecBuiltin }) != s {
			return false
		}
	}
	i := p.Spaces.Of(f)
	return i.Known && i.Space.OnDevice() && !knownToCompiler(u.Text(f.Sym()))
}

// knownToCompiler reports whether the name of a function is one that the device compiler or its libraries define.
func knownToCompiler(name string) bool {
	for _, prefix := range []string{"__", "llvm", "nvvm", "cuda", "nvshmem", "cublas", "curand"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	switch name {
	case "printf", "vprintf", "malloc", "free", "memcpy", "memset", "memmove", "abort", "assert", "alloca":
		return true
	}
	return false
}
