package memory

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
)

// Param is one parameter of a kernel.
type Param struct {
	Name string // "" where it has none
	Type *types.Type
	// Site is the parameter's declaration.
	Site sema.Site
	// Offset counts bytes from the kernel's Base; Size and Align are the type's.
	Offset, Size, Align int64
}

// Kernel is how a kernel's parameters lie in constant bank 0.
type Kernel struct {
	Func *sema.Func
	Arch Architecture
	// Base is the offset of the first parameter in the bank; Total the end of the last, counted from Base; Sum the bytes of
	// all parameters without padding, which is what Arch.Limit limits.
	Base, Total, Sum int64
	Params           []Param
	// Unknown says why offsets are not known, and Reason says it in full; "" where they, and with them Sum, are.
	Unknown string
	// unsized is the type of the parameter because of which, nil where there is none.
	unsized *types.Type
}

// Reason is Unknown with the type that it is about.
func (k *Kernel) Reason(u *sema.Unit) string {
	if k.unsized == nil {
		return k.Unknown
	}
	return k.Unknown + ": " + spell.Type(u, k.unsized, k.Func)
}

// Padding is the number of bytes between parameters.
func (k *Kernel) Padding() int64 { return k.Total - k.Sum }

// LayOut lays out the parameters of a kernel.
func LayOut(u *sema.Unit, f *sema.Func, t Target) *Kernel {
	k := &Kernel{Func: f}
	k.size(u)
	if k.Unknown != "" || len(k.Params) == 0 {
		return k
	}
	a, known := Of(t)
	if !known {
		k.Unknown = fmt.Sprintf("where parameters begin on sm_%d is not known", t.Arch)
		return k
	}
	k.Arch = a
	k.Base, k.Total = a.place(k.Params)
	return k
}

// size fills in what does not depend on the architecture.
func (k *Kernel) size(u *sema.Unit) {
	t := u.FuncType(k.Func)
	if u.Bits32() {
		k.Unknown = unsupported
		return
	}
	if t.Kind != types.Func || t.Variadic {
		k.Unknown = "its parameters are not known"
		return
	}
	k.Params = make([]Param, len(t.Params))
	written := u.Params(k.Func)
	packed := len(t.Params) - len(written) + 1 // how many parameters a pack stands for
	i := 0
	for _, p := range written {
		n := 1
		if p.Decl.Pack {
			n = packed
		}
		for j := 0; j < n && i < len(k.Params); j++ {
			k.Params[i].Site = sema.Site{Chunk: k.Func.Decls[0].Site.Chunk, Span: p.Span}
			k.Params[i].Name = paramName(u, p, j)
			i++
		}
	}
	for i := range k.Params {
		p := &k.Params[i]
		p.Type = t.Params[i]
		var ok bool
		if p.Size, p.Align, ok = u.ParamSize(k.Func, i); !ok {
			if k.Unknown == "" {
				k.Unknown, k.unsized = fmt.Sprintf("the layout of parameter %d is not known", i+1), p.Type
			}
			p.Size, p.Align = 0, 0
		}
		k.Sum += p.Size
	}
}

func paramName(u *sema.Unit, p *ast.Param, element int) string {
	if p.Decl.Name == nil {
		return ""
	}
	name := u.Text(p.Decl.Name.Last().Sym)
	if p.Decl.Pack {
		return fmt.Sprintf("%s[%d]", name, element)
	}
	return name
}

// place computes the offsets of parameters whose sizes are known, and returns the base and the total. Which base holds
// depends on the total, and the offsets may depend on the base.
func (a Architecture) place(params []Param) (base, total int64) {
	base = a.Base
	total = a.placeFrom(base, params)
	if a.LargeAbove > 0 && total > a.LargeAbove {
		base = a.LargeBase
		total = a.placeFrom(base, params)
	}
	return base, total
}

func (a Architecture) placeFrom(base int64, params []Param) (end int64) {
	origin := int64(0)
	if a.Absolute {
		origin = base
	}
	for i := range params {
		p := &params[i]
		p.Offset = roundUp(origin+end, p.Align) - origin
		end = p.Offset + p.Size
	}
	return end
}
