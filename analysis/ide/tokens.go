package ide

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Tokens are the document's names, each with what it is, in order.
func Tokens(doc *locate.Document) []workspace.Token {
	var out []workspace.Token
	taken := map[int]int{} // index in out by offset
	for _, v := range slices.Backward(doc.Views) {
		own := map[int]bool{}
		list := mentions(v)
		for i := range list {
			m := &list[i]
			v.Step()
			if m.at.File.Path != doc.Input.File.Path {
				continue
			}
			at, seen := taken[m.at.Span.Start]
			_, function := m.of.(*sema.Func)
			if seen && (!own[m.at.Span.Start] || !function || out[at].Kind == workspace.TokenFunction || out[at].Kind == workspace.TokenMethod) {
				continue // what is called counts before the class whose object is made
			}
			t, ok := tokenOf(v, m)
			if !ok {
				continue
			}
			if seen {
				out[at] = t
				continue
			}
			taken[t.Span.Start], own[t.Span.Start] = len(out), true
			out = append(out, t)
		}
		for _, span := range invocations(v, doc.Input.File) {
			if _, seen := taken[span.Start]; !seen {
				taken[span.Start] = len(out)
				out = append(out, workspace.Token{Span: span, Kind: workspace.TokenMacro})
			}
		}
	}
	for _, span := range doc.Words() {
		if _, seen := taken[span.Start]; !seen && isMacro(doc, span) {
			out = append(out, workspace.Token{Span: span, Kind: workspace.TokenMacro})
		}
	}
	slices.SortFunc(out, func(a, b workspace.Token) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return out
}

// isMacro reports whether a word that means nothing else names a macro: in a directive, or where it is invoked and leaves nothing.
func isMacro(doc *locate.Document, word source.Span) bool {
	name := string(doc.Input.File.Slice(word))
	if describe.Keyword(name) != "" {
		return false
	}
	for _, v := range doc.Views {
		if m := v.Preprocessed.Macro(v.Unit.Sym(name)); m != nil && !v.LeavesOut(word.Start) && (!m.Function || describe.Invokes(doc, word) || describe.Directive(doc, word.Start) != "") {
			return true
		}
	}
	return false
}

// token is how a name of the document is shown.
func tokenOf(v *locate.View, m *mention) (t workspace.Token, ok bool) {
	t = workspace.Token{Span: m.at.Span}
	switch m.role {
	case workspace.RoleDefines:
		t.Modifiers = workspace.TokenDeclares | workspace.TokenDefines
	case workspace.RoleDeclares:
		t.Modifiers = workspace.TokenDeclares
	}
	switch e := m.of.(type) {
	case *sema.Func:
		t.Kind = workspace.TokenFunction
		if e.MemberOf != nil {
			t.Kind = workspace.TokenMethod
		}
		if e.Static && e.MemberOf != nil {
			t.Modifiers |= workspace.TokenStatic
		}
		t.Modifiers |= spaceModifiers(v, e)
	case *sema.Var:
		variableToken(v, e, &t)
	case *sema.Field:
		t.Kind = workspace.TokenProperty
		if v.Unit.FieldType(e).IsConst() {
			t.Modifiers |= workspace.TokenReadonly
		}
	case *sema.Class:
		t.Kind = classToken(e)
	case *sema.Enum:
		t.Kind = workspace.TokenEnum
	case *sema.Enumerator:
		t.Kind, t.Modifiers = workspace.TokenEnumMember, t.Modifiers|workspace.TokenReadonly
	case *sema.Typedef:
		t.Kind = workspace.TokenType
	case *sema.TemplateParam:
		t.Kind = workspace.TokenTypeParameter
		if e.Decl != nil && e.Decl.Kind == ast.ParamValue {
			t.Kind, t.Modifiers = workspace.TokenParameter, t.Modifiers|workspace.TokenReadonly
		}
	case *sema.Label:
		t.Kind = workspace.TokenLabel
	case *sema.Namespace:
		t.Kind = workspace.TokenNamespace
	case *sema.Template:
		templateToken(v, e, &t)
	default:
		return t, false
	}
	return t, true
}

func variableToken(v *locate.View, x *sema.Var, t *workspace.Token) {
	t.Kind = workspace.TokenVariable
	switch x.Kind {
	case sema.ParamVar:
		t.Kind = workspace.TokenParameter
	case sema.StaticMember:
		t.Kind, t.Modifiers = workspace.TokenProperty, t.Modifiers|workspace.TokenStatic
	}
	if x.Static {
		t.Modifiers |= workspace.TokenStatic
	}
	if x.Constexpr || v.Unit.VarType(x).IsConst() {
		t.Modifiers |= workspace.TokenReadonly
	}
	t.Modifiers |= memoryModifiers(v, x)
}

func templateToken(v *locate.View, e *sema.Template, t *workspace.Token) {
	switch e.Kind {
	case sema.ClassTemplate:
		t.Kind = workspace.TokenClass
		if c := v.Unit.PatternClass(e); c != nil {
			t.Kind = classToken(c)
		}
	case sema.VarTemplate:
		t.Kind = workspace.TokenVariable
		if x := describe.PatternVar(v, e); x != nil {
			t.Modifiers |= memoryModifiers(v, x)
		}
	case sema.TemplateTemplate:
		t.Kind = workspace.TokenTypeParameter
	default:
		t.Kind = workspace.TokenType
	}
}

func classToken(c *sema.Class) workspace.TokenKind {
	if c.Key == ast.KeyClass {
		return workspace.TokenClass
	}
	return workspace.TokenStruct
}

// spaceModifiers are where a function runs.
func spaceModifiers(v *locate.View, f *sema.Func) workspace.TokenModifiers {
	info := v.Spaces.Of(f)
	space := info.Space
	if v.Spaces.CallerDefined(f) {
		space = v.Spaces.Possible(f)
	} else if !info.Known {
		return 0
	}
	var out workspace.TokenModifiers
	if space&cudaspace.Global != 0 {
		out |= workspace.TokenKernel
	}
	if space&cudaspace.Host != 0 {
		out |= workspace.TokenHost
	}
	if space&cudaspace.Device != 0 {
		out |= workspace.TokenDevice
	}
	return out
}

// memoryModifiers are in which memory a variable lives, where that is not the host's.
func memoryModifiers(v *locate.View, x *sema.Var) workspace.TokenModifiers {
	mem, known := spaces.MemoryOf(v.Unit, x)
	if !known || x.Kind == sema.ParamVar && v.Unit.VarType(x).Kind == types.Unknown {
		return 0
	}
	var out workspace.TokenModifiers
	for _, m := range []struct {
		memory   cudaspace.Memory
		modifier workspace.TokenModifiers
	}{
		{cudaspace.Shared, workspace.TokenShared},
		{cudaspace.Constant, workspace.TokenConstant},
		{cudaspace.Managed, workspace.TokenManaged},
		{cudaspace.DeviceMemory, workspace.TokenDevice},
	} {
		if mem&m.memory != 0 {
			out |= m.modifier
		}
	}
	return out
}

// invocations are the names of macros where a file's code invokes them and something is left. CUDA's own words are none to a person.
func invocations(v *locate.View, file *source.File) []source.Span {
	var out []source.Span
	for _, placed := range v.Preprocessed.Segments {
		if placed.File.Path != file.Path {
			continue
		}
		last := -1
		for i := range placed.Exps {
			e := &placed.Exps[i]
			name := ""
			if e.Parent < 0 && e.Macro != 0 {
				name = v.Unit.Text(e.Macro)
			}
			span := source.Span{Start: e.At.Span().Start, End: e.At.Span().Start + len(name)}
			if name != "" && describe.Keyword(name) == "" && span.Start != last && span.End <= len(file.Text) && string(file.Slice(span)) == name {
				last = span.Start
				out = append(out, span)
			}
		}
	}
	return out
}
