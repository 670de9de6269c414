package ide

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Renaming is what giving another name means to what stands at a byte offset of the document: what one declaration has for itself, and what
// other files may mention as well. Nil where nothing is named.
func Renaming(doc *locate.Document, offset int) *workspace.Renaming {
	for _, v := range slices.Backward(doc.Views) {
		m := mentionAt(v, offset)
		if m == nil {
			continue
		}
		r := &workspace.Renaming{At: m.at.Span, Name: v.Unit.Text(m.of.Sym())}
		of := m.of
		switch e := m.of.(type) {
		case *sema.Var:
			switch e.Kind {
			case sema.NamespaceVar, sema.StaticMember:
			case sema.LocalExtern:
				if mem, known := spaces.MemoryOf(v.Unit, e); known && mem&cudaspace.Shared != 0 {
					return within(doc, v, m, r) // all that is declared so is one memory, by whatever name
				}
				r.Refused = fmt.Sprintf("%s is declared elsewhere", r.Name)
				return r
			default:
				return within(doc, v, m, r)
			}
		case *sema.TemplateParam, *sema.Label:
			return within(doc, v, m, r)
		case *sema.Func:
			if c := e.NamedAs(); c != nil {
				of = standsFor(v, c)
				r.Name = v.Unit.Text(of.Sym())
			} else if e.Kind != sema.Ordinary || e.Closure != nil {
				return nil
			}
		case *sema.Template:
			if e.Param != nil {
				return within(doc, v, m, r)
			}
		case *sema.Field, *sema.Class, *sema.Enum, *sema.Enumerator, *sema.Typedef:
		case *sema.Namespace:
			r.Refused = "namespaces keep their names: any file may open them"
			return r
		default:
			return nil
		}
		everywhere(doc, v, of, m.of, r)
		return r
	}
	if e := cmp.Or(paramEntity(doc, offset), macroEntity(doc, offset)); e != nil && describe.Keyword(string(doc.Input.File.Slice(e.Place.Span))) == "" {
		r := &workspace.Renaming{At: e.Place.Span, Name: string(doc.Input.File.Slice(e.Place.Span))}
		if strings.HasPrefix(e.Key, paramKey) {
			return param(doc, e, r)
		}
		r.Refused = "macros keep their names: commands and libraries may ask for them, and other macros put them together"
		return r
	}
	return nil
}

// param renames a parameter of a macro in its definition.
func param(doc *locate.Document, e *workspace.Entity, r *workspace.Renaming) *workspace.Renaming {
	for _, m := range Mentions(doc, e.Key) {
		r.Places = append(r.Places, m.Place.Span)
	}
	toks, in := doc.Tokens()
	i, _ := slices.BinarySearchFunc(toks, r.Places[0].Start, func(t token.Token, at int) int { return cmp.Compare(t.Loc.Offset(), at) })
	for i > 0 && toks[i].Flags&token.LineStart == 0 {
		i--
	}
	for i++; i < len(toks) && toks[i].Flags&token.LineStart == 0; i++ {
		if toks[i].Kind == token.Ident {
			r.Taken = append(r.Taken, in.Text(toks[i].Sym))
		}
	}
	slices.Sort(r.Taken)
	return r
}

// special are names that are looked for where nobody writes them: of programs, of loops over ranges, of structured bindings and of coroutines.
var special = map[string]bool{
	"main": true, "begin": true, "end": true, "promise_type": true, "await_ready": true, "await_suspend": true, "await_resume": true,
	"await_transform": true, "get_return_object": true, "initial_suspend": true, "final_suspend": true, "unhandled_exception": true,
	"return_void": true, "return_value": true, "yield_value": true,
}

// everywhere makes a renaming of what any file may mention. of is what has the name, which a mention of one of its functions means as well.
func everywhere(doc *locate.Document, v *locate.View, of, mentioned sema.Entity, r *workspace.Renaming) {
	if !of.Site().IsZero() && of.Site().Chunk.System {
		r.Refused = fmt.Sprintf("%s is a library's", r.Name)
		return
	}
	if special[r.Name] || r.Name == "get" && generic(of) {
		r.Refused = fmt.Sprintf("C++ itself looks for functions that are named %s", r.Name)
		return
	}
	for _, d := range describe.Declarations(v, of) {
		if at := nameAt(v, d.Name, of.Sym()); at.File != nil {
			r.Wide = &check.Rename{
				Unit: doc.Input.File.Path, File: at.File.Path, Start: at.Span.Start, Path: spaces.Path(v.Unit, of), Name: r.Name, To: r.Name,
				Member: of == mentioned && isMember(of),
			}
			if f, function := of.(*sema.Func); function {
				r.Wide.Overload = spell.Func(v.Unit, f)
			}
			return
		}
	}
	r.Refused = fmt.Sprintf("where %s is declared, a macro puts the name together", r.Name)
}

func isMember(e sema.Entity) bool {
	switch e := e.(type) {
	case *sema.Var:
		return e.Kind == sema.StaticMember
	case *sema.Func:
		return e.MemberOf != nil
	case *sema.Field:
		return true
	case interface{ Parent() sema.Entity }:
		_, member := e.Parent().(*sema.Class)
		return member
	}
	return false
}

// namesMember reports whether what follows a token is a member of what stands before it.
func namesMember(before token.Token) bool {
	return before.Kind == token.Dot || before.Kind == token.Arrow || before.Kind == token.ColonCol
}

// within looks for all places of a name in the declaration that has it for itself. Nothing is renamed unless it is known of each word there
// that is the name what it means.
func within(doc *locate.Document, v *locate.View, m *mention, r *workspace.Renaming) *workspace.Renaming {
	file := doc.Input.File
	if m.of.Site().IsZero() {
		return nil
	}
	whole, _ := check.PlaceOf(locate.Whole(m.of.Site().Chunk))
	if whole.File == nil || whole.File.Path != file.Path || whole.Span.Start > r.At.Start || whole.Span.End < r.At.End {
		return nil
	}
	mine, others, inside := mentioned(doc, m.key, whole)
	if !inside {
		r.Refused = fmt.Sprintf("a macro means %s", r.Name)
		return r
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
		switch {
		case mine[at] && others[at]:
			r.Refused = fmt.Sprintf("line %d: %s means something else there, too", file.LineOf(at.Start)+1, r.Name)
			return r
		case mine[at]:
			r.Places = append(r.Places, at)
		case !others[at] && !(i > 0 && namesMember(toks[i-1])):
			r.Refused = fmt.Sprintf("line %d: it is not known what %s means there", file.LineOf(at.Start)+1, r.Name)
			return r
		}
	}
	for _, v := range doc.Views {
		for _, m := range v.Preprocessed.Macros() {
			words[v.Interner.Sym(v.Unit.Text(m.Name))] = true
		}
		for at, sym := range brought(v, whole.Span) {
			if words[sym] = true; sym != name && mine[at.Span] && at.File.Path == file.Path {
				r.Refused = fmt.Sprintf("line %d: a macro puts another name together out of %s", file.LineOf(at.Span.Start)+1, r.Name)
				return r
			}
		}
	}
	for sym := range words {
		r.Taken = append(r.Taken, v.Interner.Text(sym))
	}
	slices.Sort(r.Taken)
	return r
}

// mentioned are the places in the document's file where what has a key is mentioned, and where something else is; inside is false where it
// is mentioned outside of its whole declaration.
func mentioned(doc *locate.Document, key string, whole source.Place) (mine, others map[source.Span]bool, inside bool) {
	mine, others = map[source.Span]bool{}, map[source.Span]bool{}
	for _, v := range doc.Views {
		for _, o := range mentions(v) {
			here := o.at.File.Path == whole.File.Path
			switch {
			case o.key != key && here:
				others[o.at.Span] = true
			case o.key != key:
			case !here || o.at.Span.Start < whole.Span.Start || o.at.Span.End > whole.Span.End:
				return nil, nil, false
			default:
				mine[o.at.Span] = true
			}
		}
	}
	return mine, others, true
}

// brought yields the names that macros bring into a part of the document, with where each is spelled: what stands there uses them as well.
func brought(v *locate.View, part source.Span) iter.Seq2[source.Place, token.Sym] {
	return func(yield func(source.Place, token.Sym) bool) {
		for _, placed := range v.Preprocessed.Segments {
			if placed.Inclusion != 0 {
				continue
			}
			for _, t := range placed.Toks {
				if t.Kind != token.Ident || !t.Loc.IsMacro() {
					continue
				}
				at := placed.Locate(t)
				if part.Start <= at.At.Span.Start && at.At.Span.Start < part.End && !yield(at.Spelled, t.Sym) {
					return
				}
			}
		}
	}
}

// generic reports whether an entity is a template or what is written for one.
func generic(e sema.Entity) bool {
	f, function := e.(*sema.Func)
	_, template := e.(*sema.Template)
	return template || function && f.Template != nil
}
