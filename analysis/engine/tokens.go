package engine

import (
	"cmp"
	"context"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Tokens implements workspace.Queries.
func (r *result) Tokens(_ context.Context) []workspace.Token {
	var out []workspace.Token
	r.ask(func() {
		taken := map[int]int{} // index in out by offset
		for _, v := range slices.Backward(r.views) {
			own := map[int]bool{}
			for i := range v.mentions() {
				m := &v.named[i]
				if m.at.File.Path != r.in.File.Path {
					continue
				}
				at, seen := taken[m.at.Span.Start]
				_, function := m.of.(*sema.Func)
				if seen && (!own[m.at.Span.Start] || !function || out[at].Kind == workspace.TokenFunction || out[at].Kind == workspace.TokenMethod) {
					continue // what is called counts before the class whose object is made
				}
				t, ok := v.token(m)
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
			for _, span := range v.invocations(r.in.File) {
				if _, seen := taken[span.Start]; !seen {
					taken[span.Start] = len(out)
					out = append(out, workspace.Token{Span: span, Kind: workspace.TokenMacro})
				}
			}
		}
		for _, span := range r.wordsOf() {
			if _, seen := taken[span.Start]; !seen && r.isMacro(span) {
				out = append(out, workspace.Token{Span: span, Kind: workspace.TokenMacro})
			}
		}
	})
	slices.SortFunc(out, func(a, b workspace.Token) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return out
}

// isMacro reports whether a word that means nothing else names a macro: in a directive, or where it is invoked and leaves nothing.
func (r *result) isMacro(word source.Span) bool {
	name := string(r.in.File.Slice(word))
	if keyword(name) != "" {
		return false
	}
	for _, v := range r.views {
		if m := v.pp.Macro(v.unit.Sym(name)); m != nil && !v.leavesOut(word.Start) && (!m.Function || r.invokes(word) || r.directive(word.Start) != "") {
			return true
		}
	}
	return false
}

// token is how a name of the document is shown.
func (v *view) token(m *mention) (t workspace.Token, ok bool) {
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
		t.Modifiers |= v.spaceModifiers(e)
	case *sema.Var:
		t.Kind = workspace.TokenVariable
		switch e.Kind {
		case sema.ParamVar:
			t.Kind = workspace.TokenParameter
		case sema.StaticMember:
			t.Kind, t.Modifiers = workspace.TokenProperty, t.Modifiers|workspace.TokenStatic
		}
		if e.Static {
			t.Modifiers |= workspace.TokenStatic
		}
		if x := v.unit.VarType(e); x.IsConst() || e.Constexpr {
			t.Modifiers |= workspace.TokenReadonly
		}
		t.Modifiers |= v.memoryModifiers(e)
	case *sema.Field:
		t.Kind = workspace.TokenProperty
		if v.unit.FieldType(e).IsConst() {
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
	case *sema.Namespace:
		t.Kind = workspace.TokenNamespace
	case *sema.Template:
		switch e.Kind {
		case sema.ClassTemplate:
			t.Kind = workspace.TokenClass
			if c := v.unit.PatternClass(e); c != nil {
				t.Kind = classToken(c)
			}
		case sema.VarTemplate:
			t.Kind = workspace.TokenVariable
			if x := v.patternVar(e); x != nil {
				t.Modifiers |= v.memoryModifiers(x)
			}
		case sema.TemplateTemplate:
			t.Kind = workspace.TokenTypeParameter
		default:
			t.Kind = workspace.TokenType
		}
	default:
		return t, false
	}
	return t, true
}

func classToken(c *sema.Class) workspace.TokenKind {
	if c.Key == ast.KeyClass {
		return workspace.TokenClass
	}
	return workspace.TokenStruct
}

// spaceModifiers are where a function runs.
func (v *view) spaceModifiers(f *sema.Func) workspace.TokenModifiers {
	info := v.spaces.Of(f)
	space := info.Space
	if v.spaces.CallerDefined(f) {
		space = v.spaces.Possible(f)
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
func (v *view) memoryModifiers(x *sema.Var) workspace.TokenModifiers {
	mem, known := spaces.MemoryOf(v.unit, x)
	if !known || x.Kind == sema.ParamVar && v.unit.VarType(x).Kind == types.Unknown {
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
func (v *view) invocations(file *source.File) []source.Span {
	var out []source.Span
	for _, placed := range v.pp.Segments {
		if placed.File.Path != file.Path {
			continue
		}
		last := -1
		for i := range placed.Exps {
			e := &placed.Exps[i]
			name := ""
			if e.Parent < 0 && e.Macro != 0 {
				name = v.unit.Text(e.Macro)
			}
			span := source.Span{Start: e.At.Span().Start, End: e.At.Span().Start + len(name)}
			if name != "" && keyword(name) == "" && span.Start != last && span.End <= len(file.Text) && string(file.Slice(span)) == name {
				last = span.Start
				out = append(out, span)
			}
		}
	}
	return out
}
