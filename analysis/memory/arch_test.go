package memory_test

import (
	"testing"

	"cudals/analysis/memory"
)

func TestArchitectures(t *testing.T) {
	for _, tt := range []struct {
		arch, cuda            int
		base, limit           int64
		earlier, documentedly bool
	}{
		{30, 12040, 0x140, 4096, false, true},
		{50, 12040, 0x140, 4096, false, false},
		{62, 11080, 0x140, 4096, false, false},
		{70, 12000, 0x160, 4096, true, false},
		{70, 12010, 0x160, 32764, false, false},
		{89, 12040, 0x160, 32764, false, false},
		{90, 11080, 0x210, 4096, true, false},
		{90, 12040, 0x210, 32764, false, false},
		{100, 13000, 0x380, 32764, false, false},
		{121, 12080, 0x380, 32764, false, false},
	} {
		a, ok := memory.Of(memory.Target{Arch: tt.arch, CUDA: tt.cuda})
		if !ok || a.Base != tt.base || a.Limit != tt.limit || a.Earlier != tt.earlier || a.Documented != tt.documentedly {
			t.Errorf("sm_%d with CUDA %d: %+v, %v", tt.arch, tt.cuda, a, ok)
		}
	}
	for _, arch := range []int{20, 35, 95, 130} {
		if a, ok := memory.Of(memory.Target{Arch: arch, CUDA: 12040}); ok {
			t.Errorf("sm_%d: %+v, which nobody measured", arch, a)
		}
	}
}
