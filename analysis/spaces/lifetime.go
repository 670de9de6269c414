package spaces

import (
	"cudals/analysis/sema"
)

// StaticObject reports whether a variable is an object in host memory that the unit defines.
func (m *Model) StaticObject(v *sema.Var) bool {
	mem, ok := m.DeviceMemory(v)
	if !ok || mem != 0 || v.Constexpr || v.Template != nil || v.MemberOf != nil && (v.MemberOf.Dependent || v.MemberOf.Template != nil) {
		return false
	}
	return (v.Kind == sema.NamespaceVar || v.Kind == sema.StaticMember) && len(m.DefinitionsOf(v)) > 0
}

// Within reports whether a place lies inside another.
func Within(s, around sema.Site) bool {
	return s.Chunk == around.Chunk && s.Span.Lo >= around.Span.Lo && s.Span.Hi <= around.Span.Hi
}

// Never are the circumstances of what does not run.
const Never = sema.Discarded | sema.Folded | sema.Dead | sema.Constant
