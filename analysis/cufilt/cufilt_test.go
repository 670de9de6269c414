package cufilt_test

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"cudals/analysis/cufilt"
)

var update = flag.Bool("update", false, "record the names anew, with cu++filt on PATH")

const recorded = "testdata/names.tsv"

// TestRecorded compares with what cu++filt of CUDA 12.4 makes of the symbols in testdata.
func TestRecorded(t *testing.T) {
	text, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	var fresh strings.Builder
	for line := range strings.Lines(string(text)) {
		symbol, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if *update {
			out, err := exec.Command("cu++filt", symbol).Output()
			if err != nil {
				t.Fatal(err)
			}
			want = strings.TrimSuffix(string(out), "\n")
			fresh.WriteString(symbol + "\t" + want + "\n")
		}
		if got, ok := cufilt.Name(symbol); got != want || !ok {
			t.Errorf("%s:\n got %s, known: %v\nwant %s", symbol, got, ok, want)
		}
	}
	if *update {
		if err := os.WriteFile(recorded, []byte(fresh.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMalformed: of what is no symbol, or cut off, nothing is told.
func TestMalformed(t *testing.T) {
	for _, symbol := range []string{
		"", "_Z", "_Z1", "_Z2k",
		"_Z1kP", "_Z1kS_", "_Z1kiS5_", "_ZN1n1k", "_Z1kIiEv", "_Z1kILi3Ev", "_ZL1k", "_Z1kU3foov", "_Z0v", "_Z1kNE",
		"_Z1k" + strings.Repeat("P", 1000) + "i", "_Z1kI" + strings.Repeat("1SI", 1000), "_Z99999999999999999999kv", "_Z1kSZ99999999_",
	} {
		if name, ok := cufilt.Name(symbol); ok {
			t.Errorf("%.40s is shown as %s", symbol, name)
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("_ZZ1kIN12_GLOBAL__N_11SELin3EJidEEvRA3_T_PFvDpT0_EE1c_0")
	f.Add("_Z1kIiENSt9enable_ifIXsr3std7is_sameIT_iEE5valueEvE4typeES1_")
	f.Fuzz(func(_ *testing.T, symbol string) { cufilt.Name(symbol) })
}
