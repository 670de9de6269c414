package engine

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/syntax"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

// Dumps are the steps of an analysis that Dump shows.
var Dumps = []string{"preprocess", "ast", "names", "body", "facts", "spaces"}

// Dump writes what a step of an analysis made of the lines [from, to) of a document, counted from 0, in each view: for who works on
// the engine. The form is for people and changes with what it shows.
func Dump(w io.Writer, r workspace.Result, step string, from, to int) error {
	res, ok := r.(*result)
	if !ok {
		return fmt.Errorf("there is no dump of a %T", r)
	}
	var b strings.Builder
	res.ask(context.Background(), func() {
		for _, v := range res.views {
			fmt.Fprintf(&b, "%s, sm_%d\n", v.Pass, v.Arch)
			d := &dumper{b: &b, v: v, file: res.in.File, from: from, to: to}
			switch step {
			case "preprocess":
				d.tokens()
			case "ast":
				d.functions(d.syntax)
			case "names":
				d.meanings()
			case "body":
				d.functions(d.body)
			case "facts":
				d.functions(func(f *sema.Func) { d.value("  ", reflect.ValueOf(v.Unit.Facts(f)), 0) })
			case "spaces":
				d.functions(d.space)
			}
		}
	})
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing what was dumped: %w", err)
	}
	return nil
}

// dumper writes about some lines of a document in one view.
type dumper struct {
	b        *strings.Builder
	v        *view
	file     *source.File
	from, to int
}

// shows reports whether a place is on the lines.
func (d *dumper) shows(p source.Place) bool {
	return p.File != nil && p.File.Path == d.file.Path &&
		p.File.LineOf(p.Span.Start) < d.to && p.File.LineOf(max(p.Span.End-1, p.Span.Start)) >= d.from
}

// meanings writes what each name of the file means, and the names of which that is not known.
func (d *dumper) meanings() {
	list := d.v.Names(d.file.Path)
	known := map[int]bool{}
	for _, n := range list {
		known[n.Span.Start] = true
		if !d.shows(source.Place{File: d.file, Span: n.Span}) {
			continue
		}
		fmt.Fprintf(d.b, "%d: %s", d.file.LineOf(n.Span.Start)+1, d.file.Slice(n.Span))
		if n.Meaning.Declares {
			d.b.WriteString(" declares")
		}
		var found []string
		for _, e := range n.Meaning.Found {
			found = append(found, fmt.Sprintf(" %s %s", strings.TrimPrefix(fmt.Sprintf("%T", e), "*sema."), e.EntityName()))
		}
		slices.Sort(found)
		d.b.WriteString(strings.Join(found, "") + "\n")
	}
	unknown, isName := map[int]bool{}, map[token.Sym]bool{}
	for _, seg := range d.v.Preprocessed.Segments {
		if seg.File.Path != d.file.Path {
			continue
		}
		for _, t := range seg.Toks {
			if t.Kind != token.Ident {
				continue
			}
			if _, asked := isName[t.Sym]; !asked {
				isName[t.Sym] = syntax.IsName(d.v.Unit.Text(t.Sym))
			}
			if !isName[t.Sym] {
				continue
			}
			at := seg.Locate(t).Spelled
			if at.File != nil && at.File.Path == d.file.Path && !known[at.Span.Start] && !unknown[at.Span.Start] && d.shows(at) {
				unknown[at.Span.Start] = true
				fmt.Fprintf(d.b, "%d: %s is not known\n", d.file.LineOf(at.Span.Start)+1, d.file.Slice(at.Span))
			}
		}
	}
	fmt.Fprintf(d.b, "%d names known, %d not\n", len(known), len(unknown))
}

// tokens writes the expanded text, line by line; what macros made stands in braces with their names, innermost first.
func (d *dumper) tokens() {
	for _, seg := range d.v.Preprocessed.Segments {
		line, macro := -1, ""
		within := func(m string) {
			if m == macro {
				return
			}
			if macro != "" {
				d.b.WriteString(" }")
			}
			if m != "" {
				d.b.WriteString(" " + m + "{")
			}
			macro = m
		}
		end := func() {
			within("")
			if line >= 0 {
				d.b.WriteByte('\n')
			}
		}
		for _, t := range seg.Toks {
			l := seg.Locate(t)
			if !d.shows(l.At) {
				continue
			}
			if n := l.At.File.LineOf(l.At.Span.Start); n != line {
				end()
				line = n
				fmt.Fprintf(d.b, "%5d ", n+1)
			}
			within(d.names(l.Macros))
			d.b.WriteString(" " + d.v.Interner.Text(t.Sym))
		}
		end()
	}
}

func (d *dumper) names(syms []token.Sym) string {
	words := make([]string, len(syms))
	for i, s := range syms {
		words[i] = d.v.Interner.Text(s)
	}
	return strings.Join(words, " ")
}

// functions calls show for each function with a body on the lines, instances after what they are made of.
func (d *dumper) functions(show func(*sema.Func)) {
	seen := map[*sema.Func]bool{}
	look := func(f *sema.Func) {
		fd := d.v.Unit.Definition(f)
		if seen[f] || fd == nil {
			return
		}
		seen[f] = true
		if p, _ := check.PlaceOf(fd.Full); d.shows(p) {
			fmt.Fprintf(d.b, " %s\n", spell.Func(d.v.Unit, f))
			show(f)
		}
	}
	for _, b := range d.v.Bodies {
		if b.Func != nil {
			look(b.Func)
		}
	}
	if d.v.Emission != nil {
		for _, f := range d.v.Emission.Funcs() {
			look(f)
		}
	}
}

// syntax writes the tree of a function's body.
func (d *dumper) syntax(f *sema.Func) {
	if body := d.v.Unit.Syntax(f); body != nil {
		toks := d.v.Unit.Definition(f).Full.Newest().Chunk.Toks()
		fmt.Fprintf(d.b, "  %s\n", ast.Dump(d.v.Interner, toks, body))
	}
}

// body writes the typed body of a function.
func (d *dumper) body(f *sema.Func) {
	if body := d.v.Unit.TypedBody(f); body != nil {
		d.v.Unit.PrintBody(d.b, body, "  ")
	}
}

// space writes whose a function is, and who brings it to the device.
func (d *dumper) space(f *sema.Func) {
	i := d.v.Spaces.Of(f)
	fmt.Fprintf(d.b, "  space %s, origin %d, known %v\n", i.Space, i.Origin, i.Known)
	if d.v.Emission == nil {
		return
	}
	for _, e := range d.v.Emission.Chain(f) {
		from := "the unit"
		if e.From != nil {
			from = spell.Func(d.v.Unit, e.From)
		}
		fmt.Fprintf(d.b, "  from %s at %s %s%s\n", from, d.place(e.Site), e.How, e.Root)
	}
}

// place is where a site shows: line and column, with the file's name where it is another.
func (d *dumper) place(s sema.Site) string {
	p, _ := check.PlaceOf(s)
	if p.IsZero() {
		return "-"
	}
	at := p.File.Position(p.Span.Start, source.UTF8)
	if p.File.Path == d.file.Path {
		return fmt.Sprintf("%d:%d", at.Line+1, at.Column+1)
	}
	return fmt.Sprintf("%s:%d:%d", p.File.Path, at.Line+1, at.Column+1)
}

// maxDumped bounds how deep values are written.
const maxDumped = 60

// value writes a value, a field a line; what is empty is left out, and what has a name is written by it.
func (d *dumper) value(indent string, v reflect.Value, depth int) {
	if text, ok := d.named(v, depth); ok {
		d.b.WriteString(indent + text + "\n")
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && depth < maxDumped {
			d.value(indent, v.Elem(), depth)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			d.value(indent, v.Index(i), depth+1)
		}
	case reflect.Struct:
		d.b.WriteString(indent + v.Type().Name() + "\n")
		for i := range v.NumField() {
			f, t := v.Field(i), v.Type().Field(i)
			if f.IsZero() || !t.IsExported() {
				continue
			}
			if text, ok := d.named(f, depth+1); ok {
				fmt.Fprintf(d.b, "%s  %s: %s\n", indent, t.Name, text)
				continue
			}
			if !t.Anonymous {
				fmt.Fprintf(d.b, "%s  %s:\n", indent, t.Name)
			}
			d.value(indent+"    ", f, depth+1)
		}
	default:
		fmt.Fprintf(d.b, "%s%v\n", indent, v)
	}
}

// named is the text of a value that is written on one line.
func (d *dumper) named(v reflect.Value, depth int) (string, bool) {
	if !v.IsValid() || !v.CanInterface() {
		return "", true
	}
	switch x := v.Interface().(type) {
	case token.Sym:
		return d.v.Interner.Text(x), true
	case ast.Span:
		return fmt.Sprintf("%d-%d", x.Lo, x.Hi), true
	case sema.Site:
		return d.place(x), true
	case *types.Type:
		if x != nil {
			return spell.Type(d.v.Unit, x, nil), true
		}
	case types.Value:
		return fmt.Sprintf("value %d: %d", x.Kind, x.Int), true
	case *sema.Func:
		if x != nil {
			return spell.Func(d.v.Unit, x), true
		}
	case sema.Entity:
		if v.Kind() != reflect.Pointer || !v.IsNil() {
			return x.EntityName(), true
		}
	case *preprocess.Segment, *sema.Scope, *sema.FuncDecl, *sema.Lambda, map[string]int:
		return fmt.Sprintf("%T", x), depth > 0
	}
	switch v.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Array:
		return "", false
	case reflect.Pointer, reflect.Interface:
		return "nil", v.IsNil()
	}
	return fmt.Sprint(v.Interface()), true
}
