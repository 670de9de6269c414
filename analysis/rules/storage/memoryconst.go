package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// constexprIn makes the check of a rule about constexpr variables in a memory space.
func constexprIn(space cudaspace.Memory) func(*check.Pass) {
	return func(p *check.Pass) {
		for _, v := range variablesIn(p, space) {
			if !v.Constexpr {
				continue
			}
			r := check.Report{
				Site:    v.Site(),
				Message: fmt.Sprintf("%s is %s and constexpr, which the documentation does not allow; write const", v.EntityName(), space),
			}
			if d := kit.OnlyDeclaration(p, v); d != nil {
				if at, ok := wordIn(p.Unit, sema.Site{Chunk: d.Site.Chunk, Span: d.Spec.Span}, "constexpr"); ok {
					r.Fixes = []check.Mend{{Title: "Write const instead of constexpr", Changes: []check.Change{{Site: at, How: check.Replace, Text: "const"}}}}
				}
			}
			p.Report(r)
		}
	}
}

// rvalueReferences lists the variables in a memory space that are rvalue references.
func rvalueReferences(p *check.Pass, space cudaspace.Memory) []*sema.Var {
	var out []*sema.Var
	for _, v := range variablesIn(p, space) {
		if p.Unit.VarType(v).Kind == types.RRef {
			out = append(out, v)
		}
	}
	return out
}

// bindsVariable reports whether the initialiser of a reference names the variable that it is bound to.
func bindsVariable(u *sema.Unit, v *sema.Var) bool {
	b := u.VarFacts(v)
	for i := range b.Uses {
		if k := b.Uses[i].Kind; k == sema.Bind || k == sema.AddressOf || k == sema.UnknownUse {
			return true
		}
	}
	return false
}
