package constant

import (
	"testing"

	"cudals/analysis/token"
)

// TestCompound: what a compound assignment applies is spelled as it is, without the =.
func TestCompound(t *testing.T) {
	n := 0
	for op := token.RBrace; op <= token.LaunchClose; op++ {
		if applied, ok := Compound(op); ok {
			n++
			if applied.String()+"=" != op.String() {
				t.Errorf("%v applies %v", op, applied)
			}
		}
	}
	if n != 10 {
		t.Errorf("%d compound assignments", n)
	}
}
