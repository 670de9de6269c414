package analysis_test

import (
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// load reads the module once for all tests that look at its syntax and types. Packages with their tests are there beside those
// without, which have their path for an ID.
var load = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedFiles |
			packages.NeedImports | packages.NeedExportFile,
		Dir:   "..",
		Tests: true,
	}, "./...")
})

func loaded(t *testing.T) []*packages.Package {
	t.Helper()
	pkgs, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
	}
	return pkgs
}
