package cudaspace

import "testing"

func TestParseVersion(t *testing.T) {
	for text, want := range map[string]Version{"13.0": 13000, "13": 13000, "12.4": 12040, "12.4.1": 12040, "13.0.88": 13000, "12.10": 12100, "11.8": 11080} {
		got, err := ParseVersion(text)
		if err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "12.x", "-12", "9.2", "12040", "v13.0"} {
		if got, err := ParseVersion(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
	if s := Version(12040).String(); s != "12.4" {
		t.Errorf("12040 is written %s", s)
	}
}

// TestReleases: the rows stand in order, and a version between two is as the one before.
func TestReleases(t *testing.T) {
	for i := 1; i < len(releases); i++ {
		if releases[i-1].First >= releases[i].First {
			t.Errorf("%v stands after %v", releases[i].First, releases[i-1].First)
		}
	}
	for v, first := range map[Version]Version{0: Embedded, 9020: 10000, 12040: 12040, 12060: 12060, 12070: 12060, 13010: 13000, 14000: 13000} {
		if got := Of(v).First; got != first {
			t.Errorf("%v is taken for %v, want %v", v, got, first)
		}
	}
	for _, tt := range []struct {
		v       Version
		arch    int
		feature byte
		want    bool
	}{
		{12040, 50, 0, true},
		{13000, 50, 0, false},
		{13000, 75, 0, true},
		{13000, 88, 0, true},
		{12040, 88, 0, false},
		{12040, 90, 'a', true},
		{12040, 80, 'a', false},
		{12080, 100, 'a', true},
		{12080, 100, 'f', false},
		{13000, 110, 'f', true},
		{13000, 90, 'f', false},
		{11080, 90, 'a', false},
		{11080, 35, 0, true},
		{12000, 35, 0, false},
	} {
		if got := Of(tt.v).Takes(tt.arch, tt.feature); got != tt.want {
			t.Errorf("CUDA %v, sm_%d%c: %v", tt.v, tt.arch, tt.feature, got)
		}
	}
}
