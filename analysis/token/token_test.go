package token

import "testing"

func TestPunct(t *testing.T) {
	in := NewInterner()
	for k := firstPunct + 1; k <= LaunchClose; k++ {
		if got, want := in.Text(k.Punct()), k.String(); got != want {
			t.Errorf("kind %d: interned as %q, spelled %q", k, got, want)
		}
	}
	for k, want := range map[Kind]string{LParen: "(", Semi: ";", ShlEq: "<<=", HashHash: "##", LaunchClose: ">>>"} {
		if k.String() != want {
			t.Errorf("kind %d is spelled %q, want %q", k, k, want)
		}
	}
}
