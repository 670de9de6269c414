package sema_test

import (
	"strings"
	"testing"

	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
)

// TestDeepNames: what is nested deep has a name of bounded length, and another than what is nested in it.
func TestDeepNames(t *testing.T) {
	const n = 300
	u := semtest.Unit(t, strings.Repeat("namespace space { void f();\n", n)+strings.Repeat("}", n), 20)
	names := map[string]bool{}
	for _, f := range u.Enumerate(func(*sema.Chunk) bool { return true }).Funcs {
		name := f.EntityName()
		if len(name) > 1000 || !strings.HasPrefix(name, "space::") || !strings.HasSuffix(name, "::f") {
			t.Errorf("%s", name)
		}
		names[name] = true
	}
	if len(names) != n {
		t.Errorf("%d names", len(names))
	}
}
