package spaces

import (
	"cudals/analysis/sema"
)

// MadeFromTemplate reports whether a function is an instance, or a member of one: those are made at the end of the file.
func MadeFromTemplate(f *sema.Func) bool {
	return f != nil && (f.Template != nil && f.Args != nil || f.Pattern != nil && f.Pattern != f || f.MemberOf != nil && f.MemberOf.Template != nil)
}
