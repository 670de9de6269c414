package ide

import (
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// Renaming is what giving another name means to what stands at a byte offset of the document: a variable, parameter or template parameter that
// one declaration has for itself, or a function or variable of a namespace. Nil for all else: of members, it is not known who means them.
func Renaming(doc *locate.Document, offset int) *workspace.Renaming {
	for _, v := range slices.Backward(doc.Views) {
		m := mentionAt(v, offset)
		if m == nil {
			continue
		}
		r := &workspace.Renaming{At: m.at.Span, Name: v.Unit.Text(m.of.Sym())}
		switch e := m.of.(type) {
		case *sema.Var:
			if e.Kind == sema.StaticMember || e.Kind == sema.LocalExtern {
				return nil
			}
			if e.Kind != sema.NamespaceVar {
				return within(doc, v, m, r)
			}
		case *sema.TemplateParam:
			return within(doc, v, m, r)
		case *sema.Func:
			if e.Kind != sema.Ordinary || e.MemberOf != nil || e.Local || e.Friend || r.Name == "main" {
				return nil
			}
			overloads := slices.ContainsFunc(v.Declared.Funcs, func(o *sema.Func) bool {
				return o != e && o.Sym() == e.Sym() && o.Parent() == e.Parent() && !o.Specialization && o.MemberOf == nil
			})
			if overloads {
				r.Refused = fmt.Sprintf("%s is overloaded", r.Name)
				return r
			}
		default:
			return nil
		}
		for _, d := range describe.Declarations(v, m.of) {
			if at := nameAt(v, d.Name, m.of.Sym()); at.File != nil {
				r.Wide = &check.Rename{
					Unit: doc.Input.File.Path, File: at.File.Path, Start: at.Span.Start, Path: spaces.Path(v.Unit, m.of), Name: r.Name, To: r.Name,
				}
				return r
			}
		}
		return nil
	}
	return nil
}

// within looks for all places of a name in the declaration that has it for itself. Nothing is renamed unless it is known of each word there
// that is the name what it means.
func within(doc *locate.Document, v *locate.View, m *mention, r *workspace.Renaming) *workspace.Renaming {
	file := doc.Input.File
	whole, _ := check.PlaceOf(locate.Whole(m.of.Site().Chunk))
	if whole.File == nil || whole.File.Path != file.Path || whole.Span.Start > r.At.Start || whole.Span.End < r.At.End {
		return nil
	}
	mine, others := map[source.Span]bool{}, map[source.Span]bool{}
	for _, v := range doc.Views {
		for _, o := range mentions(v) {
			if o.key != m.key {
				continue
			}
			if o.at.File.Path != file.Path || o.at.Span.Start < whole.Span.Start || o.at.Span.End > whole.Span.End {
				r.Refused = fmt.Sprintf("a macro means %s", r.Name)
				return r
			}
			mine[o.at.Span] = true
		}
	}
	for _, v := range doc.Views {
		for _, o := range mentions(v) {
			if o.key != m.key && o.at.File.Path == file.Path {
				others[o.at.Span] = true
			}
		}
	}
	toks := locate.Code(file, v.Interner)
	name := m.of.Sym()
	words := map[token.Sym]bool{}
	for i, t := range toks {
		at := source.Span{Start: t.Loc.Offset(), End: t.Loc.Offset() + len(r.Name)}
		if t.Kind != token.Ident || at.Start < whole.Span.Start || at.Start >= whole.Span.End {
			continue
		}
		if words[t.Sym] = true; t.Sym != name {
			continue
		}
		switch member := i > 0 && (toks[i-1].Kind == token.Dot || toks[i-1].Kind == token.Arrow || toks[i-1].Kind == token.ColonCol); {
		case mine[at] && others[at]:
			r.Refused = fmt.Sprintf("line %d: %s means something else there, too", file.LineOf(at.Start)+1, r.Name)
			return r
		case mine[at]:
			r.Places = append(r.Places, at)
		case !others[at] && !member:
			r.Refused = fmt.Sprintf("line %d: it is not known what %s means there", file.LineOf(at.Start)+1, r.Name)
			return r
		}
	}
	for sym := range words {
		r.Taken = append(r.Taken, v.Interner.Text(sym))
	}
	slices.Sort(r.Taken)
	return r
}
