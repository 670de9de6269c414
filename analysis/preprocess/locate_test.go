package preprocess

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cudals/analysis/token"
)

// find is the n-th token with a spelling, and its segment.
func find(t *testing.T, w *world, u *Unit, spelling string, n int) (*Segment, int) {
	t.Helper()
	for _, s := range u.Segments {
		for i, tok := range s.Toks {
			if w.cache.in.Text(tok.Sym) == spelling {
				if n--; n < 0 {
					return s.Segment, i
				}
			}
		}
	}
	t.Fatalf("no token %q", spelling)
	return nil, 0
}

func TestLocate(t *testing.T) {
	const files = `-- main.cu --
#include "m.h"
int pl\
ain = 1;
HD int f(int a);
CHECK(cudaMalloc(&p, ONE + q));
WRAP(inner) PASTE(le, ft) STR(text);
OBJ(late);
struct S {
#include "members.h"
};
#pragma unroll 4
BOTH(twice)
-- m.h --
#define HD __host__ __device__
#define ONE 1000
#define CHECK(call) do { check((call), #call); } while (0)
#define ID(x) x
#define WRAP(x) ID(x) ID(deep)
#define PASTE(a, b) a ## b
#define STR(a) #a
#define FN(x) <x>
#define OBJ FN
#define BOTH(x) x x
-- members.h --
int member; HD int method();
`
	w := newWorld(t, archive(files)...)
	u := w.expand()
	tests := []struct {
		token   string
		n       int
		spelled string // file:text
		at      string
		exact   bool
		macros  string
	}{
		{"plain", 0, "main.cu:pl\\\nain", "pl\\\nain", true, ""},
		{"__device__", 0, "m.h:__device__", "HD", false, "HD"},
		{"f", 0, "main.cu:f", "f", true, ""},
		{"cudaMalloc", 0, "main.cu:cudaMalloc", "CHECK(cudaMalloc(&p, ONE + q))", true, ""},
		{"q", 0, "main.cu:q", "CHECK(cudaMalloc(&p, ONE + q))", true, ""},
		{"1000", 0, "m.h:1000", "CHECK(cudaMalloc(&p, ONE + q))", false, "ONE"},
		{"check", 0, "m.h:check", "CHECK(cudaMalloc(&p, ONE + q))", false, "CHECK"},
		{`"cudaMalloc(&p, ONE + q)"`, 0, "main.cu:CHECK", "CHECK(cudaMalloc(&p, ONE + q))", false, "CHECK"},
		{"inner", 0, "main.cu:inner", "WRAP(inner)", true, ""},
		{"deep", 0, "m.h:deep", "WRAP(inner)", false, "WRAP"},
		{"left", 0, "main.cu:PASTE", "PASTE(le, ft)", false, "PASTE"},
		{`"text"`, 0, "main.cu:STR", "STR(text)", false, "STR"},
		{"late", 0, "main.cu:late", "OBJ(late)", true, ""},
		{"<", 0, "m.h:<", "OBJ(late)", false, "FN OBJ"},
		{"member", 0, "members.h:member", `"members.h"`, true, ""},
		{"__host__", 1, "m.h:__host__", `"members.h"`, false, "HD"},
		{"unroll 4", 0, "main.cu:#pragma unroll 4", "#pragma unroll 4", true, ""},
		{"twice", 1, "main.cu:twice", "BOTH(twice)", true, ""},
	}
	for _, test := range tests {
		s, i := find(t, w, u, test.token, test.n)
		l := s.Locate(s.Toks[i])
		spelled := filepath.Base(l.Spelled.File.Path) + ":" + string(l.Spelled.File.Slice(l.Spelled.Span))
		at := string(l.At.File.Slice(l.At.Span))
		var macros []string
		for _, m := range l.Macros {
			macros = append(macros, w.cache.in.Text(m))
		}
		if got := strings.Join(macros, " "); spelled != test.spelled || at != test.at || l.Exact != test.exact || got != test.macros {
			t.Errorf("%s: spelled %q at %q exact %v macros %q, want %+v", test.token, spelled, at, l.Exact, got, test)
		}
		if l.At.File != s.File {
			t.Errorf("%s shows in %s, which is not its segment's file", test.token, l.At.File.Path)
		}
	}
}

func TestRange(t *testing.T) {
	const text = `-- main.cu --
#define HD __host__ __device__
#define ID(x, y) x y
#define EMPTY
HD int f(int a /* c */ , int b);
ID(one two, three)
ID(one EMPTY two, three)
`
	w := newWorld(t, archive(text)...)
	u := w.expand()
	tests := []struct {
		from    string
		n       int
		to      string
		m       int
		want    string
		exact   bool
		comment string
	}{
		{"f", 0, ")", 0, "f(int a /* c */ , int b)", true, "plain text"},
		{"__host__", 0, "__device__", 0, "HD", true, "a whole invocation"},
		{"__host__", 0, "__host__", 0, "HD", false, "a part of one"},
		{"__host__", 0, "f", 0, "HD int f", true, "an invocation and text"},
		{"__device__", 0, "f", 0, "HD int f", false, "a part of one and text"},
		{"one", 0, "two", 0, "one two", true, "an argument"},
		{"two", 0, "two", 0, "two", true, "a part of an argument"},
		{"two", 0, "three", 0, "ID(one two, three)", false, "parts of two arguments"},
		{"one", 0, "three", 0, "ID(one two, three)", true, "all of an invocation"},
		{"one", 1, "two", 1, "ID(one EMPTY two, three)", false, "something between"},
	}
	for _, test := range tests {
		s, lo := find(t, w, u, test.from, test.n)
		_, hi := find(t, w, u, test.to, test.m)
		place, exact := s.Range(lo, hi+1)
		if got := string(place.File.Slice(place.Span)); got != test.want || exact != test.exact {
			t.Errorf("%s: got %q exact %v, want %q %v", test.comment, got, exact, test.want, test.exact)
		}
	}
}

func TestMacroTable(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n#define HD __host__ __device__\n#define H __host__\n#define F(x) __host__ __device__\n#define GONE 1\n#undef GONE\n#define OTHER __host__  __device__\n")...)
	u := w.expand()
	in := w.cache.in
	m := u.Macro(in.Sym("HD"))
	if m == nil || m.Function || len(m.Body) != 2 || string(m.Place.File.Slice(m.Place.Span)) != "HD" {
		t.Fatalf("HD is %+v", m)
	}
	if u.Macro(in.Sym("GONE")) != nil || u.Macro(in.Sym("never")) != nil {
		t.Error("a macro that is not defined was found")
	}
	if m := u.Macro(in.Sym("__LINE__")); m == nil || m.builtin == notBuiltin {
		t.Error("__LINE__ is no macro")
	}
	var names []string
	for _, m := range u.MacrosFor(in.Sym("__host__"), in.Sym("__device__")) {
		names = append(names, in.Text(m.Name))
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "HD OTHER" {
		t.Errorf("macros for __host__ __device__: %s", got)
	}
}

func TestCutting(t *testing.T) {
	const files = `-- main.cu --
#include "plain.h"
extern "C" {
#include "plain.h"
namespace a { inline namespace b [[deprecated]] {
#include "plain.h"
}
void f() {
#include "plain.h"
}
int x =
#include "plain.h"
;
#include "open.h"
#include "plain.h"
#include "close.h"
#include "tail.h"
int y;
#define EMPTY
#define END ; EMPTY
int z END
#include "plain.h"
#define EAT(x) x
EAT(int
#include "plain.h"
)
_Pragma(
#include "plain.h"
"x")
}}
int typed
#include "whole.h"
struct Typed {
#include "once.h"
}
/ typed
#include "unfinished.h"
#include "plain.h"
-- plain.h --
int plain;
-- open.h --
namespace open {
-- close.h --
}
-- tail.h --
__attribute__((unused))
-- whole.h --
#ifndef WHOLE_H
#define WHOLE_H
int whole;
#endif
-- once.h --
#pragma once
int once;
-- unfinished.h --
#pragma once
void unfinished() {
`
	w := newWorld(t, archive(files)...)
	u := w.expand()
	var got []string
	for _, s := range u.Segments {
		got = append(got, filepath.Base(s.File.Path)+": "+spellAll(w, s.Toks))
	}
	want := []string{
		"plain.h: int plain ;",
		`main.cu: extern "C" {`,
		"plain.h: int plain ;",
		"main.cu: namespace a { inline namespace b [ [ deprecated ] ] {",
		"plain.h: int plain ;",
		"main.cu: } void f ( ) { int plain ; } int x = int plain ; ;",
		"open.h: namespace open {",
		"plain.h: int plain ;",
		"close.h: }",
		"main.cu: __attribute__ ( ( unused ) ) int y ; int z ;",
		"plain.h: int plain ;",
		"main.cu: int int plain ; ; \"x\" ) } } int typed",
		// A file with a guard is never a part of what stands around it, unless braces are open.
		"whole.h: int whole ;",
		"main.cu: struct Typed { int once ; } / typed",
		"unfinished.h: void unfinished ( ) {",
		"plain.h: int plain ;",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(u.Inclusions) != 17 {
		t.Errorf("%d inclusions, want 17 with those that were spliced", len(u.Inclusions))
	}
}

func spellAll(w *world, toks []token.Token) string {
	var words []string
	for _, t := range toks {
		words = append(words, w.cache.in.Text(t.Sym))
	}
	return strings.Join(words, " ")
}

func TestSystem(t *testing.T) {
	const files = `-- main.cu --
#include <user.h>
#include <sys.h>
#include "marked.h"
#include <user2.h>
-- inc1/user.h --
int u;
-- inc1/user2.h --
int u2;
-- inc2/sys.h --
#include "part.h"
#include <user2.h>
-- inc2/part.h --
int p;
-- marked.h --
#pragma GCC system_header
#include "below.h"
-- below.h --
int b;
`
	w := newWorld(t, archive(files)...)
	u := w.expand()
	var got []string
	for _, i := range u.Inclusions {
		name := filepath.Base(i.File.Path)
		if i.System {
			name += "*"
		}
		got = append(got, name)
	}
	if want := "main.cu user.h sys.h* part.h* user2.h marked.h* below.h* user2.h"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

func TestDoubts(t *testing.T) {
	const files = `-- main.cu --
#ifdef BEFORE
#endif
#include "missing.h"
#ifdef HAVE_X
int a;
#elif __CUDA_ARCH__
#else
int b;
#endif
#ifndef SIZE
#define SIZE 5
#endif
#if SIZE > 3
#endif
#include "guarded.h"
#include <sys.h>
#if defined(__reserved) || 1 || FOO
#endif
#if FOO_VERSION(1)
#endif
#ifndef CONFIGURED
#error configure first
#endif
#error live
-- guarded.h --
#ifndef GUARDED
#define GUARDED
#if OTHER > 3
#endif
#endif
-- inc2/sys.h --
#ifdef SYS
#endif
`
	w := newWorld(t, archive(files)...)
	u := w.expand()
	var got []string
	for _, d := range u.Doubts {
		f := u.Inclusions[d.Inclusion].File
		first, _, _ := strings.Cut(string(f.Slice(d.At)), "\n")
		got = append(got, first)
	}
	if want := "#ifdef HAVE_X, #if SIZE > 3, #if OTHER > 3, #if FOO_VERSION(1), #ifndef CONFIGURED"; strings.Join(got, ", ") != want || !u.Uncertain {
		t.Errorf("uncertain %v, doubts %q, want %q", u.Uncertain, strings.Join(got, ", "), want)
	}
	if got := diagnostics(u); len(got) != 1 || got[0] != "main.cu:24: #error live" {
		t.Errorf("diagnostics %q", got)
	}
}

func TestDerived(t *testing.T) {
	var s Segment
	type outer struct{}
	type inner struct{}
	calls := 0
	for range 2 {
		got := s.Derived.Get(outer{}, func() any {
			calls++
			return 1 + s.Derived.Get(inner{}, func() any { calls++; return 1 }).(int)
		})
		if got != 2 || calls != 2 {
			t.Errorf("got %v after %d calls", got, calls)
		}
	}
}
