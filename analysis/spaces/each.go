package spaces

import (
	"cudals/analysis/sema"
)

// Each looks at bodies or functions one by one. A fault costs what would have been found in the one that it happens in.
func Each[T sema.Sited](m *Model, list []T, look func(T)) {
	for _, x := range list {
		m.U.Attempt(x, func() { look(x) })
	}
}
