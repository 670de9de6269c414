package namespaces

import (
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

// renameMend renames a variable, function, function template or namespace, which has its name at a site, wherever it is mentioned.
func renameMend(p *check.Pass, e sema.Entity, at sema.Site, path string) []check.Mend {
	switch e := e.(type) {
	case *sema.Var, *sema.Func, *sema.Namespace:
	case *sema.Template:
		if e.Kind != sema.FuncTemplate && e.Kind != sema.VarTemplate {
			return nil
		}
	default:
		return nil // constructors have a class's name, and a using-declaration those of what it brings
	}
	place, exact := check.PlaceOf(at)
	if !exact || at.Chunk.System {
		return nil
	}
	name := p.Unit.Text(e.Sym())
	parts := strings.Split(path, "::")
	around := "global"
	if n := len(parts); n > 2 {
		around = parts[n-2]
	}
	r := &check.Rename{File: place.File.Path, Start: place.Span.Start, Path: path, Name: name, To: name + "_" + around}
	return []check.Mend{{Title: r.Title(r.To), Rename: r}}
}
