package analysis_test

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestExported finds what is exported and used by its own package alone: who reads a package from outside shall see what it is for.
// Tests count as users. A method that an interface asks for is used by whoever has that interface.
func TestExported(t *testing.T) {
	exported, used, asked := map[string]bool{}, map[string]bool{}, map[string]bool{"Error": true, "String": true}
	for _, p := range loaded(t) {
		for id, obj := range p.TypesInfo.Defs {
			if obj == nil || !obj.Exported() || p.Name == "main" || strings.HasSuffix(p.Fset.Position(id.Pos()).Filename, "_test.go") {
				continue
			}
			if name := exportedName(obj); name != "" {
				exported[name] = true
			}
		}
		for _, obj := range p.TypesInfo.Uses {
			if obj.Pkg() != nil && obj.Pkg().Path() != p.Types.Path() {
				used[exportedName(obj)] = true
			}
		}
		noteInterfaces(p, asked)
	}
	var alone []string
	for name := range exported {
		if !used[name] && !asked[name[strings.LastIndexByte(name, '.')+1:]] {
			alone = append(alone, name)
		}
	}
	slices.Sort(alone)
	for _, name := range alone {
		t.Errorf("%s is exported, and no other package uses it", name)
	}
}

// noteInterfaces notes the methods of the interfaces that a package writes down or may name from those it imports.
func noteInterfaces(p *packages.Package, asked map[string]bool) {
	note := func(t types.Type) {
		if i, ok := t.Underlying().(*types.Interface); ok {
			for m := range i.Methods() {
				asked[m.Name()] = true
			}
		}
	}
	for e, v := range p.TypesInfo.Types {
		if _, ok := e.(*ast.InterfaceType); ok {
			note(v.Type)
		}
	}
	for _, imported := range p.Types.Imports() {
		for _, name := range imported.Scope().Names() {
			note(imported.Scope().Lookup(name).Type())
		}
	}
}

// exportedName is path.Name of a function or variable, or path.Type.Method; "" for all else.
func exportedName(obj types.Object) string {
	switch o := obj.(type) {
	case *types.Func:
		if f := o.Origin(); f.Pkg() != nil && (f.Signature().Recv() != nil || f.Parent() == f.Pkg().Scope()) {
			return strings.TrimSuffix(f.Pkg().Path(), f.Pkg().Name()) + funcName(f)
		}
	case *types.Var:
		if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			return o.Pkg().Path() + "." + o.Name()
		}
	}
	return ""
}
