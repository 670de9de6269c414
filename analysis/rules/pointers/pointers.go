package pointers

import (
	"cudals/analysis/check"
	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

// valueName is how a person may have written a value: the variable, or the member of one, that it was taken from.
func valueName(u *sema.Unit, v *flow.Values, value sema.Node) string {
	for {
		n := v.Flow.Nodes[value]
		switch n.Kind {
		case sema.NodeOffset, sema.NodeLoad:
			value = n.X
		case sema.NodeVar:
			return u.Text(n.Var.Sym())
		case sema.NodeField:
			if object := v.Flow.Nodes[n.X]; object.Kind == sema.NodeVar {
				return u.Text(object.Var.Sym()) + "." + u.Text(n.Field.Sym())
			}
			return u.Text(n.Field.Sym())
		default:
			return "this pointer"
		}
	}
}

// originNotes tell where a pointer comes from.
func originNotes(u *sema.Unit, v *flow.Values, origins []flow.Origin) []check.Note {
	var notes []check.Note
	for _, o := range origins {
		switch o.Kind {
		case flow.Out:
			notes = append(notes, check.Note{Site: o.Event.Site, Message: "is allocated by " + u.Text(o.Event.Call.Callee.Sym()) + " here"})
		case flow.Result:
			from := "new"
			if f := o.Event.Call.Callee; f != nil {
				from = spell.Func(u, f)
			}
			notes = append(notes, check.Note{Site: o.Event.Site, Message: "comes from " + from + " here"})
		case flow.Address:
			if x := v.Variable(o.Place); x != nil && !x.Site().IsZero() {
				notes = append(notes, check.Note{Site: x.Site(), Message: u.Text(x.Sym()) + " is declared in host memory here"})
			}
		}
	}
	return notes
}
