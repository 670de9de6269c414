package storage

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

var nonemptyConstexprCtorSharedVar = &check.Rule{
	Slug: "nonempty-constexpr-ctor-shared-var", Tag: "nonempty-constexpr-ctor-shared-var",
	Title:    "The constructor of a __shared__ variable is never run",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Reports a ~__shared__~ variable of a class whose constructor is not empty, but can be evaluated by the compiler: one that is
~constexpr~, or that default member initialisers make. Of several variables in one function the first is reported, with the others beside it. It is silent
where the function assigns to the variable or to an element, or passes it on; and where all that members are given is an empty list, ~{}~,
where it writes to members.`,
	Why: `Shared memory holds nothing when a thread block begins, and no constructor is run for what is declared in it. nvcc refuses other
constructors that do something; of these it says nothing, and drops the value. What the kernel then reads is undefined.`,
	Happens: `With nvcc 13.0 on an H200: the example read 0, also after another kernel had left other numbers in shared memory; -1 was never
there.`,
	Instead: `Let one thread assign the value, and wait for it with ~__syncthreads()~.`,
	Bad: `
struct Slot {
  int key;
  __device__ constexpr Slot() : key(-1) {}
};

__global__ void find(int *out) {
  __shared__ Slot slot;
  *out = slot.key;
}
`,
	Good: `
struct Slot {
  int key;
};

__global__ void find(int *out) {
  __shared__ Slot slot;
  if (threadIdx.x == 0) slot.key = -1;
  __syncthreads();
  *out = slot.key;
}
`,
	Check: checkNonemptyConstexprCtorSharedVar,
}

func checkNonemptyConstexprCtorSharedVar(p *check.Pass) {
	type mistake struct {
		function, constructor sema.Entity
	}
	u := p.Unit
	found := map[mistake]*check.Report{}
	var order []*check.Report
	for _, v := range variablesIn(p, cudaspace.Shared) {
		c := u.ClassOf(sema.ElementOf(u.VarType(v)))
		d := kit.OnlyDeclaration(p, v)
		if c == nil || d == nil || d.Dtor.Init != nil || v.Extern || u.IsConstantInit(v) != sema.Yes {
			continue
		}
		f := u.ConstructorFor(c, nil, sema.InitDefault).Func
		if f == nil || u.EmptyCtor(f) != sema.No || filled(u, v, mereLists(u, c, f)) {
			continue
		}
		m := mistake{v.Parent(), u.PatternFunc(f)}
		if r := found[m]; r != nil {
			r.Related = append(r.Related, check.Note{Site: v.Site(), Message: v.EntityName() + " is another one"})
			continue
		}
		r := &check.Report{
			Site: v.Site(),
			Message: fmt.Sprintf("%s is __shared__, and what %s gives it never reaches shared memory; assign it in one thread and call __syncthreads()",
				v.EntityName(), spell.Func(u, f)),
		}
		for _, why := range u.WhyNotEmpty(f) {
			r.Related = append(r.Related, check.Note{Site: why.Site, Message: fmt.Sprintf("%s: %s", spell.Func(u, f), why.Text)})
		}
		found[m], order = r, append(order, r)
	}
	for _, r := range order {
		p.Report(*r)
	}
}

// mereLists reports whether empty lists are all that a constructor nobody wrote gives to members: they say no more than that members hold
// something.
func mereLists(u *sema.Unit, c *sema.Class, f *sema.Func) bool {
	if !f.Implicit && !f.DefaultedFirst {
		return false
	}
	nothing := func(t *types.Type) bool {
		of := u.ClassOf(sema.ElementOf(t))
		if of == nil {
			return true
		}
		made := u.ConstructorFor(of, nil, sema.InitDefault).Func
		return made != nil && u.EmptyCtor(made) == sema.Yes
	}
	for _, b := range c.Bases() {
		if !nothing(b.Type) {
			return false
		}
	}
	for _, m := range c.Fields() {
		switch init := m.Dtor.Init; {
		case init == nil && !nothing(u.FieldType(m)), init != nil && (init.Kind == ast.InitEq || init.Kind == ast.InitParen || init.X.Lo < init.X.Hi || len(init.Args) > 0):
			return false
		}
	}
	return true
}

// filled reports whether the function in which a variable stands writes to the whole of it or of an element, or lets others do so; parts: or
// to what is in it.
func filled(u *sema.Unit, v *sema.Var, parts bool) bool {
	f, _ := v.Parent().(*sema.Func)
	if f == nil {
		return false
	}
	b := u.Facts(f)
	return b != nil && slices.ContainsFunc(b.Uses, func(use sema.Use) bool {
		if use.Var != v || !parts && len(use.Path) > 0 {
			return false
		}
		switch use.Kind {
		case sema.Write, sema.AddressOf, sema.Bind, sema.UnknownUse:
			return true
		case sema.ReadWrite:
			return parts
		case sema.Object:
			return parts || use.Callee != nil && use.Callee.Spelling == u.OperatorSym(token.Assign)
		}
		return false
	})
}
