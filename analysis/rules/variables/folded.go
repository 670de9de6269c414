package variables

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
)

// foldedRead makes the check of a rule about constants of the host that device code reads, and that nvcc folds although the
// documentation does not allow the use: the rule speaks of those variables that it picks. what completes "x is a host constant …", and
// advice ends the message.
func foldedRead(picks func(v *sema.Var, t *types.Type) bool, what, advice string) func(*check.Pass) {
	return func(p *check.Pass) {
		list := variableUses.Of(p).Folded
		for i := range list {
			f := &list[i]
			if v := f.Use.Var; picks(v, p.Unit.VarType(v)) {
				p.Report(check.Report{
					Site: f.Site,
					Message: fmt.Sprintf("%s is a host constant %s, which the documentation does not allow in %s, which is %s; %s",
						v.EntityName(), what, spell.Func(p.Unit, f.Func), kit.SideOf(f.Space.Space), advice),
					Related: kit.VariableNotes(f),
					Fixes:   memoryMend(p, f),
				})
			}
		}
	}
}

// compound reports whether a type has parts: those of arrays and classes.
func compound(t *types.Type) bool { return t.Kind == types.Array || t.Kind == types.Class }
