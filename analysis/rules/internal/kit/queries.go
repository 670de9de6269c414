package kit

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// InHost is a query that has an answer in the host pass.
func InHost[T any](name string, answer func(*check.Pass) T) *check.Query[T] {
	return in(toolchain.HostPass, name, answer)
}

// InDevice is a query that has an answer in the device pass.
func InDevice[T any](name string, answer func(*check.Pass) T) *check.Query[T] {
	return in(toolchain.DevicePass, name, answer)
}

func in[T any](pass toolchain.Pass, name string, answer func(*check.Pass) T) *check.Query[T] {
	return check.NewQuery(name, func(p *check.Pass) (none T) {
		if p.Kind != pass {
			return none
		}
		return answer(p)
	})
}

// Read are the bodies, with the instances of templates that the device pass reads besides.
var Read = check.NewQuery("read", func(p *check.Pass) []*sema.Facts { return p.Spaces.Read(p.Bodies()) })

// Judged are the bodies that EachBody visits.
var Judged = check.NewQuery("judged", func(p *check.Pass) []*sema.Facts {
	var out []*sema.Facts
	seen := map[*sema.Facts]bool{}
	add := func(b *sema.Facts) {
		if b != nil && !seen[b] && (b.Func == nil || !b.Func.Implicit) && (p.Emission == nil || !b.Template) {
			seen[b] = true
			out = append(out, b)
		}
	}
	for _, b := range p.Bodies() {
		if b.Func != nil { // the initialisers of variables are not looked at
			add(b)
		}
	}
	if p.Emission == nil {
		return out
	}
	for _, f := range p.Emission.Funcs() {
		if s := f.Site(); s.Chunk != nil && !s.Chunk.System {
			add(p.Unit.Facts(f))
		}
	}
	for _, b := range Read.Of(p) {
		if b.Func != nil {
			if s := b.Func.Site(); s.Chunk != nil && !s.Chunk.System {
				add(b)
			}
		}
	}
	return out
})

// VarDecls are the declarations of variables that the pass comes across. Instances of one template repeat those in its body.
var VarDecls = check.NewQuery("varDecls", func(p *check.Pass) []spaces.VarDeclsOf { return p.Spaces.VarDecls(p.Declared, p.Bodies()) })

// functions are the declarations of functions that say a word of CUDA's, by the bodies in which they stand or which name their instances.
var functions = check.NewQuery("functions by body", func(p *check.Pass) []spaces.DeclarationsOf {
	return p.Spaces.Declarations(p.Declared, p.Bodies(), p.Emission)
})

// Functions are all of them, each once: of what is named in several bodies the first. Instances come last.
var Functions = check.NewQuery("functions", func(p *check.Pass) []spaces.Declaration {
	var own, instances []spaces.Declaration
	seen := map[sema.Site]bool{}
	made := map[*sema.Func]bool{}
	for _, part := range functions.Of(p) {
		for _, d := range part.List {
			switch {
			case d.Instance && !d.Func.Specialization:
				if !made[d.Func] {
					made[d.Func] = true
					instances = append(instances, d)
				}
			case d.Instance:
				own = append(own, d)
			case !seen[d.Decl.Site]:
				seen[d.Decl.Site] = true
				own = append(own, d)
			}
		}
	}
	return append(own, instances...)
})

// Overriders are, for each virtual function, those of the unit's own functions that override it directly.
var Overriders = check.NewQuery("overriders", func(p *check.Pass) map[*sema.Func][]*sema.Func {
	by := make(map[*sema.Func][]*sema.Func)
	for _, o := range p.Declared.Funcs {
		for _, f := range p.Unit.Overridden(o) {
			by[f] = append(by[f], o)
		}
	}
	return by
})

// Callers are, for each function, the spaces of all that calls it: of bodies, and of initialisers, which run on the host.
var Callers = check.NewQuery("callers", func(p *check.Pass) map[*sema.Func]cudaspace.Space {
	by := make(map[*sema.Func]cudaspace.Space)
	for _, b := range p.Spaces.Everything(p.Declared, p.Bodies()) {
		if b == nil {
			continue
		}
		space := cudaspace.Host
		if b.Func != nil {
			space = p.Spaces.Of(b.Func).Space
		}
		if space&cudaspace.Global != 0 {
			space |= cudaspace.Device
		}
		for i := range b.Calls {
			callee := b.Calls[i].Callee
			if by[callee] |= space; callee == nil {
				continue
			}
			if callee.Template != nil && callee.Template.Func != nil {
				by[callee.Template.Func] |= space // who changes a template changes its instances
			}
			by[p.Unit.PatternFunc(callee)] |= space
		}
	}
	return by
})

// Constructs are what bodies contain besides calls and uses, in the device pass in instances of templates too.
var Constructs = check.NewQuery("constructs", func(p *check.Pass) []spaces.BodyConstruct {
	return p.Spaces.Constructs(p.Declared, p.Bodies())
})

// Lambdas are the lambdas that the pass reads.
var Lambdas = check.NewQuery("lambdas", func(p *check.Pass) []spaces.Lambda {
	return p.Spaces.Lambdas(p.Declared, p.Bodies(), p.Emission)
})

// LocalClasses are the classes defined in bodies.
var LocalClasses = check.NewQuery("localClasses", func(p *check.Pass) []*sema.Class {
	return p.Spaces.LocalClasses(p.Bodies(), p.Emission)
})
