package layout_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"cudals/analysis/ast"
	"cudals/analysis/internal/cudagen"
	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
)

// partsText is name@offset+size of each part; of a bit-field with its width, of a base its name in parentheses.
func partsText(u *sema.Unit, c *sema.Class) string {
	parts, ok := u.Parts(c)
	if !ok {
		return "unknown"
	}
	list := make([]string, 0, len(parts))
	for _, p := range parts {
		name := "(vptr)"
		switch {
		case p.Base != nil:
			name = "(" + p.Base.EntityName() + ")"
		case p.Field != nil:
			name = cmp.Or(u.Text(p.Field.Sym()), "_")
		}
		s := fmt.Sprintf("%s@%d+%d/%d", name, p.Offset, p.Size, p.Align)
		if p.Bits > 0 {
			s += fmt.Sprintf(":%d", p.Bits)
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

func TestParts(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"struct S { char c; int i; };", "c@0+1/1 i@4+4/4"},
		{"struct E {}; struct B { int i; char c; }; struct S : E, B { double d; };", "(B)@0+8/4 d@8+8/8"},
		{"class N { int i; char c; }; struct S : N { char d; };", "(N)@0+5/4 d@5+1/1"},
		{"struct S { virtual void f(); int k; };", "(vptr)@0+8/8 k@8+4/4"},
		{"struct V { virtual void f(); }; struct S : V { int k; };", "(V)@0+8/8 k@8+4/4"},
		{"struct B {}; struct S : virtual B { int k; };", "unknown"},
		{"union S { char c; double d; };", "c@0+1/1 d@0+8/8"},
		{"struct S { int a : 3; int b : 7; int : 0; int c : 2; int : 4; char d; };", "a@0+1/0:3 b@0+2/0:7 c@4+1/0:2 d@5+1/1"},
		{"union S { int a : 3; int b : 12; };", "a@0+1/0:3 b@0+2/0:12"},
		{"struct __attribute__((packed)) S { char c; int i; alignas(4) char d; };", "c@0+1/1 i@1+4/1 d@8+1/4"},
		{"struct S { short s[3]; union { int i; char c; }; int &r; char tail[]; };", "s@0+6/2 _@8+4/4 r@16+8/8"},
		{"struct I; struct S { I *i; I v; };", "unknown"},
		{"template <class T, int N> struct V { char c; T v[N]; }; typedef V<short, 3> S;", "c@0+1/1 v@2+6/2"},
	} {
		u := semtest.Unit(t, tt.text+" typedef S is;", 17)
		if got := partsText(u, u.ClassOf(semtest.TypeNamed(t, u, "is"))); got != tt.want {
			t.Errorf("%s\n\thas %s\n\twant %s", tt.text, got, tt.want)
		}
	}
}

// TestPartsOfRandomClasses: parts lie within their object, in order, and not upon each other.
func TestPartsOfRandomClasses(t *testing.T) {
	g := cudagen.New(7, cudagen.Options{})
	for range 200 {
		g.Define()
	}
	for _, typ := range g.Types {
		g.Linef("typedef %s %s_is;", typ.Name, typ.Name)
	}
	u := semtest.Unit(t, g.String(), 20)
	known := 0
	for _, typ := range g.Types {
		of := semtest.TypeNamed(t, u, typ.Name+"_is")
		c := u.ClassOf(of)
		if c == nil {
			continue
		}
		size, _, sized := u.Size(of)
		parts, ok := u.Parts(c)
		if !ok || !sized {
			continue
		}
		known++
		end := int64(0)
		for _, p := range parts {
			overlaps := c.Key != ast.KeyUnion && p.Bits == 0 && p.Offset < end
			if overlaps || p.Offset+p.Size > size || p.Align > 0 && p.Offset%p.Align != 0 {
				t.Errorf("%s of %d bytes: %s", typ.Name, size, partsText(u, c))
				break
			}
			end = max(end, p.Offset+p.Size)
		}
	}
	if known < 50 {
		t.Errorf("the parts of only %d classes are known", known)
	}
}
