package server_test

import (
	"fmt"
	"strings"
	"testing"
)

const classesText = `struct Shape { __host__ __device__ virtual float area() const = 0; __host__ ~Shape(); };
struct Round : Shape { __host__ __device__ float area() const override; };
float Round::area() const { return 3; }
template <class T> struct Sized { T size; __device__ Sized(); };
struct Disk : Round, Sized<float> { __host__ __device__ float area() const override { return 4; } };
template <class T> struct Twice : Sized<T> { };
struct Plain { int x; };
void use(Disk *disk, Plain plain) { disk->area(); }
`

type classItem struct {
	Name, Detail, URI     string
	Kind                  int
	Range, SelectionRange extent
	Data                  any
}

func TestTypeHierarchy(t *testing.T) {
	e := realEditor(t, "standalone", classesText)
	prepare := func(before string) classItem {
		t.Helper()
		items := ask[[]classItem](e, "textDocument/prepareTypeHierarchy", e.on(classesText, before))
		if len(items) != 1 {
			t.Fatalf("%q: %v", before, items)
		}
		return items[0]
	}
	var walk func(method string, item classItem, depth int) []string
	walk = func(method string, item classItem, depth int) (out []string) {
		for _, i := range ask[[]classItem](e, "typeHierarchy/"+method, object{"item": object{
			"name": item.Name, "kind": item.Kind, "uri": item.URI, "data": item.Data,
			"range":          object{"start": at(0, 0), "end": at(0, 0)},
			"selectionRange": object{"start": at(0, 0), "end": at(0, 0)},
		}}) {
			out = append(out, fmt.Sprintf("%s%s | %s", strings.Repeat("  ", depth), i.Name, i.Detail))
			out = append(out, walk(method, i, depth+1)...)
		}
		return out
	}
	disk := prepare("use(Disk *di") // a variable has the hierarchy of its class
	if disk.Name != "Disk" || disk.SelectionRange.String() != "4:7-4:11" || disk.Kind != 23 {
		t.Errorf("%+v", disk)
	}
	lines(t, "what Disk is", walk("supertypes", disk, 0), []string{
		"Round | destructor __host__",
		"  Shape | destructor __host__",
		"Sized | constructor __device__",
	})
	lines(t, "what a Shape may be", walk("subtypes", prepare("struct Sha"), 0), []string{
		"Round | destructor __host__",
		"  Disk | constructor __device__, destructor __host__",
	})
	lines(t, "what is Sized", walk("subtypes", prepare("struct Siz"), 0), []string{
		"Disk | constructor __device__, destructor __host__",
		"Twice | ",
	})
	if plain := prepare("struct Plai"); plain.Detail != "" {
		t.Errorf("%+v", plain)
	}
}

func TestImplementation(t *testing.T) {
	e := realEditor(t, "standalone", classesText)
	for before, want := range map[string]string{
		"virtual float are":       "2:13-2:17 4:62-4:66",
		"{ disk->are":             "",
		"struct Sha":              "1:7-1:12 4:7-4:11",
		"struct Siz":              "4:7-4:11 5:26-5:31",
		"Round : Shape { __host_": "",
	} {
		var got []string
		for _, l := range ask[[]location](e, "textDocument/implementation", e.on(classesText, before)) {
			got = append(got, l.Range.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", before, got, want)
		}
	}
}

// TestHeirsElsewhere: files that nobody opened may derive from what a document reads.
func TestHeirsElsewhere(t *testing.T) {
	const text = "#include \"s.h\"\nfloat of(Shape *s) { return s->area() + s->sides(); }\n"
	e := realEditor(t, "standalone", text)
	for name, text := range map[string]string{
		"s.h":  "struct Shape { virtual float area() const; int sides() const; };\n",
		"b.cu": "#include \"s.h\"\nstruct Round : Shape { float area() const override; };\nfloat Round::area() const { return 3; }\n",
		"c.cu": "struct Shape { virtual float area() const; };\nstruct Own : Shape { float area() const override { return 4; } };\n",
	} {
		e.save(name, text)
		e.fileEvent(name, 1)
	}
	for at, want := range map[string][]string{
		"of(Sha": {"b.cu 1:7-1:12"}, "->are": {"b.cu 2:13-2:17"}, "->sid": {},
	} {
		lines(t, "implementations at "+at, e.places(ask[[]location](e, "textDocument/implementation", e.on(text, at))), want)
	}
	items := ask[[]classItem](e, "textDocument/prepareTypeHierarchy", e.on(text, "of(Sha"))
	if len(items) != 1 {
		t.Fatalf("items %+v", items)
	}
	under := ask[[]classItem](e, "typeHierarchy/subtypes", object{"item": object{
		"name": "Shape", "kind": items[0].Kind, "uri": items[0].URI, "data": items[0].Data,
		"range": items[0].Range, "selectionRange": items[0].SelectionRange,
	}})
	if len(under) != 1 || under[0].Name != "Round" {
		t.Errorf("subtypes %+v", under)
	}
}
