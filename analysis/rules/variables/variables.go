package variables

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// variableRule makes the check of a rule about variables on the wrong side: those uses that touch a variable as the rule
// says. word completes "x cannot be … in f", advice ends the message.
func variableRule(touch spaces.Touch, word string, advice func(*check.Pass, *spaces.VarUse) string) func(*check.Pass) {
	return func(p *check.Pass) {
		list := variableUses.Of(p).Direct
		for i := range list {
			v := &list[i]
			if v.Touch()&touch == 0 {
				continue
			}
			name, user := v.Use.Var.EntityName(), kit.User(p, v.Func, v.Space.Space)
			r := check.Report{
				Site: v.Site, Func: v.Func, Refused: v.Undefined,
				Message: fmt.Sprintf("%s is %s and cannot be %s in %s; %s", name, livesIn(v), word, user, advice(p, v)),
				Related: append(kit.VariableNotes(v), kit.WhySpace(p, v.Func, v.Space)...),
				Fixes:   variableMends(p, v),
			}
			if v.Undefined {
				r.Message += fmt.Sprintf(" (%s is undefined in device code, error #20068)", name)
			}
			p.Report(r)
		}
	}
}

// livesIn says what a variable is: "a __device__ variable".
func livesIn(v *spaces.VarUse) string {
	kind := "variable"
	switch {
	case v.Use.Var.Kind == sema.StaticMember:
		kind = "static data member"
	case v.Use.Var.Kind == sema.BindingVar:
		kind = "structured binding"
	case v.Use.ViaRef:
		kind = "reference"
	}
	if v.Memory == 0 {
		return "a host " + kind
	}
	return "a " + v.Memory.String() + " " + kind
}

// variableMends are the changes to a variable's declaration that make a use right.
func variableMends(p *check.Pass, v *spaces.VarUse) []check.Mend {
	if v.Memory != 0 {
		return managedMend(p, v)
	}
	var out []check.Mend
	out = append(out, constexprMend(p, v)...)
	return append(out, memoryMend(p, v)...)
}

// managedMend makes a __device__ variable one that both sides share.
func managedMend(p *check.Pass, v *spaces.VarUse) []check.Mend {
	d := kit.OnlyDeclaration(p, v.Use.Var)
	if d == nil || v.Memory != cudaspace.DeviceMemory || p.Unit.VarType(v.Use.Var).IsConst() || p.Unit.VarType(v.Use.Var).IsRef() ||
		v.Use.Var.Kind != sema.NamespaceVar || constantlyNamed.Of(p)[v.Use.Var] {
		return nil
	}
	for i := range d.Spec.CUDA {
		if s := &d.Spec.CUDA[i]; s.Kind == ast.SpecDevice {
			return []check.Mend{{
				Title: fmt.Sprintf("Make %s __managed__, for both sides", v.Use.Var.EntityName()),
				Changes: []check.Change{{
					Site: sema.Site{Chunk: d.Site.Chunk, Span: s.Span}, How: check.InsertAfter, Text: " __managed__",
				}},
			}}
		}
	}
	return nil
}

// constantlyNamed are the variables that are named where none that is managed can be: their address is a template argument, or their name
// the operand of decltype.
var constantlyNamed = check.NewQuery("constantly named", func(p *check.Pass) map[*sema.Var]bool {
	out := map[*sema.Var]bool{}
	kit.EachArguments(p, func(args []types.Arg, _ sema.Site) {
		kit.AddressIn(args, func(v *sema.Var) bool {
			out[v] = true
			return false // go on to the next
		})
	})
	var names sema.NameSet
	for _, x := range p.Declared.Vars {
		if mem, _ := spaces.MemoryOf(p.Unit, x); mem == cudaspace.DeviceMemory {
			names.Add(x.Sym())
		}
	}
	for _, d := range p.Unit.Decltypes(p.Declared, names) {
		out[d.Var] = true
	}
	for _, b := range p.Bodies() {
		for _, d := range b.Decltypes {
			out[d.Var] = true
		}
	}
	return out
})

// constexprMend makes a variable that nobody changes a constant, which device code may read.
func constexprMend(p *check.Pass, v *spaces.VarUse) []check.Mend {
	u, x := p.Unit, v.Use.Var
	d := kit.OnlyDeclaration(p, x)
	if d == nil || x.Constexpr || x.ThreadLocal || x.Extern || x.Kind != sema.NamespaceVar || v.Use.Kind != sema.Read {
		return nil
	}
	t := u.VarType(x)
	if t.IsConst() && (t.IsIntegral() || t.Kind == types.Enum) {
		return nil // it is a constant as it is
	}
	if !t.IsArithmetic() && t.Kind != types.Enum || t.IsVolatile() || d.Dtor.Init == nil || !u.InitValue(x).IsKnown() || d.Spec.Flags&ast.Constinit != 0 {
		return nil
	}
	if !t.IsConst() {
		for _, b := range p.Bodies() {
			for i := range b.Uses {
				if o := &b.Uses[i]; o.Var == x && o.Kind != sema.Read && o.Kind != sema.Discard {
					return nil
				}
			}
		}
	}
	return []check.Mend{{
		Title:   fmt.Sprintf("Make %s constexpr", x.EntityName()),
		Changes: []check.Change{{Site: d.Full, How: check.InsertBefore, Text: "constexpr "}},
	}}
}

// memoryMend moves a variable to the device.
func memoryMend(p *check.Pass, v *spaces.VarUse) []check.Mend {
	u, x := p.Unit, v.Use.Var
	d := kit.OnlyDeclaration(p, x)
	t := u.VarType(x)
	if d == nil || !d.Defines || x.Kind != sema.NamespaceVar || x.ThreadLocal || t.IsRef() || u.IsConstantInit(x) == sema.No {
		return nil
	}
	if kit.UsedOn(p, x, cudaspace.Host) || kit.InitialisedWith(p, x, func(o *sema.Use) bool { return o.Kind != sema.Read }) {
		return nil // the host would use it where it is not, and it the host's
	}
	if f := u.VarFacts(x); f != nil && slices.ContainsFunc(f.Refs, func(r sema.FuncRef) bool {
		return r.Func == nil || !p.Spaces.Of(r.Func).Space.OnDevice()
	}) {
		return nil // the address of a host function
	}
	elem := t
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	if c := u.ClassOf(elem); c != nil && u.IsTrivialClass(c) != sema.Yes {
		return nil
	}
	space := "__device__"
	if elem.IsConst() {
		space = "__constant__"
	}
	var static string
	if d.Spec.Flags&ast.Inline != 0 && !x.Static && !p.Command.RDC.On {
		static = "static " // other translation units must not see an inline one
	}
	return []check.Mend{{
		Title:   fmt.Sprintf("Make %s a %s%s variable", x.EntityName(), static, space),
		Changes: []check.Change{{Site: d.Full, How: check.InsertBefore, Text: static + mend.AsWritten(u, d.Full, space) + " "}},
	}}
}

// What the messages advise.

func fromSymbol(_ *check.Pass, v *spaces.VarUse) string {
	if v.Memory&cudaspace.Shared != 0 {
		return "shared memory exists only while a thread block runs"
	}
	return "copy its value with cudaMemcpyFromSymbol"
}

func toSymbol(_ *check.Pass, v *spaces.VarUse) string {
	if v.Memory&cudaspace.Shared != 0 {
		return "shared memory exists only while a thread block runs"
	}
	return "copy a value to it with cudaMemcpyToSymbol"
}

func sharedAdvice(*check.Pass, *spaces.VarUse) string {
	return "shared memory exists only while a thread block runs"
}

func hostReadAdvice(p *check.Pass, v *spaces.VarUse) string {
	if v.Use.ViaRef {
		return "pass what it refers to as an argument"
	}
	if t := p.Unit.VarType(v.Use.Var); t.Kind == types.Pointer {
		return "pass the pointer as an argument"
	}
	return "pass its value as an argument, make it constexpr, or give it a memory space"
}

func hostWriteAdvice(*check.Pass, *spaces.VarUse) string {
	return "write through a pointer argument, or give it a memory space"
}

func hostAddressAdvice(*check.Pass, *spaces.VarUse) string {
	return "pass a pointer to device memory as an argument, or give it a memory space"
}
