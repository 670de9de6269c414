package workspace_test

import (
	"testing"

	"cudals/analysis/workspace"
)

func TestDeclaration(t *testing.T) {
	for _, tt := range []struct{ typ, name, want string }{
		{"int", "n", "int n"},
		{"const float *", "from", "const float *from"},
		{"T &", "t", "T &t"},
		{"float [4][2]", "m", "float m[4][2]"},
		{"Box<int> * [4]", "boxes", "Box<int> *boxes[4]"},
		{"Box<int [3]>", "box", "Box<int [3]> box"},
		{"Box<int [3]> [2]", "boxes", "Box<int [3]> boxes[2]"},
		{"int (*)(int, float)", "call", "int (*call)(int, float)"},
		{"int (*const)(int)", "call", "int (*const call)(int)"},
		{"int (&)[3]", "list", "int (&list)[3]"},
		{"int (*[2])(int, char)", "table", "int (*table[2])(int, char)"},
		{"float (*)[16]", "", "float (*)[16]"},
		{"base Node", "", "base Node"},
	} {
		p := workspace.LayoutPart{Type: tt.typ, Name: tt.name}
		if got := p.Declaration(); got != tt.want {
			t.Errorf("%q %q: %s, want %s", tt.typ, tt.name, got, tt.want)
		}
	}
	bits := workspace.LayoutPart{Type: "unsigned int", Name: "flags", Bits: 3}
	if got := bits.Declaration(); got != "unsigned int flags : 3" {
		t.Errorf("bit-field: %s", got)
	}
	long := workspace.LayoutPart{Type: "some::very::long::name::of::a<template_with_arguments, and_more>", Name: "x"}
	if got := long.Shortened(32); got != "some::very::lon…nts, and_more> x" {
		t.Errorf("shortened: %s", got)
	}
}

func TestHoles(t *testing.T) {
	inner := workspace.LayoutPart{Size: 48, Count: 2, Element: 24, Parts: []workspace.LayoutPart{
		{Size: 1, Count: 1}, {Offset: 8, Size: 8, Count: 1}, {Offset: 16, Size: 2, Count: 1},
	}}
	if got := inner.Holes(); got != 2*(7+6) {
		t.Errorf("an array has %d bytes of padding", got)
	}
	union := workspace.LayoutPart{Size: 16, Count: 1, Element: 16, Parts: []workspace.LayoutPart{{Size: 8, Count: 1}, {Size: 12, Count: 1}}}
	if got := union.Holes(); got != 4 {
		t.Errorf("a union has %d bytes of padding", got)
	}
}
