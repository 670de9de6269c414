package addresses

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/cudaspace"
)

// hostAddress makes the check of a rule about addresses that host code takes of what only device code can use: the rule
// speaks of those that it picks. advice ends the message.
func hostAddress(picks func(*HostAddress) bool, advice string) func(*check.Pass) {
	return func(p *check.Pass) {
		list := hostAddresses.Of(p)
		for i := range list {
			if a := &list[i]; picks(a) {
				p.Report(addressReport(p, a, advice))
			}
		}
	}
}

func addressReport(p *check.Pass, a *HostAddress, advice string) check.Report {
	u := p.Unit
	where := "here, where host code initialises a variable"
	if a.Func != nil {
		where = fmt.Sprintf("in %s, which is %s", spell.Func(u, a.Func), kit.SideOf(p.Spaces.Of(a.Func).Space))
	} else if a.Of != nil {
		where = "in the initialiser of host variable " + a.Of.EntityName()
	}
	r := check.Report{Site: a.Site}
	var of sema.Entity
	if a.Callee != nil {
		of = a.Callee
		r.Message = fmt.Sprintf("the address of %s, which is __device__, is taken %s; %s", spell.Func(u, a.Callee), where, advice)
	} else {
		of = a.Use.Var
		r.Message = fmt.Sprintf("the address of %s, which is a %s variable, is taken %s; %s", a.Use.Var.EntityName(), a.Memory, where, advice)
	}
	if s := of.Site(); !s.IsZero() {
		r.Related = []check.Note{{Site: s, Message: "declared here"}}
	}
	return r
}

// variableAddress picks the addresses of constants, or of all other variables.
func variableAddress(constant bool) func(*HostAddress) bool {
	return func(a *HostAddress) bool {
		return a.Use != nil && (a.Memory&cudaspace.Constant != 0) == constant
	}
}

// functionAddress picks the addresses of functions that are taken in functions, or in the initialisers of variables.
func functionAddress(inBody bool) func(*HostAddress) bool {
	return func(a *HostAddress) bool { return a.Callee != nil && (a.Func != nil) == inBody }
}
