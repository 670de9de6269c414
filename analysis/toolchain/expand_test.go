package toolchain_test

import (
	"context"
	"strings"
	"testing"

	"cudals/analysis/prelude"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
)

// TestExpandWithPrelude preprocesses a file as on a machine without a toolkit.
func TestExpandWithPrelude(t *testing.T) {
	const text = `
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#ifdef __CUDA_ARCH__
int device_pass = __CUDA_ARCH__;
#else
int host_pass = __CUDACC_VER_MAJOR__;
#endif
__global__ void k(float *p) { p[threadIdx.x] = CUDART_VERSION; }
`
	resolver := toolchain.NewResolver(toolchain.Local(), toolchain.Settings{
		Flags: []string{"-arch=sm_86"}, Toolkit: "none", Dir: t.TempDir(),
	})
	main := source.NewFile("/w/a.cu", []byte(text))
	command := resolver.Command(main.Path, "")
	in := token.NewInterner()
	reader := source.NewFS(prelude.Dir, prelude.FS(), source.Disk{})
	cache := preprocess.NewCache(in, reader)
	for _, tt := range []struct {
		pass      toolchain.Pass
		want, not string
	}{
		{toolchain.HostPass, "int host_pass = 12 ;", "device_pass"},
		{toolchain.DevicePass, "int device_pass = 860 ;", "host_pass"},
	} {
		unit, err := preprocess.Expand(context.Background(), cache, main, toolchain.Config(command, tt.pass, 86))
		if err != nil {
			t.Fatal(err)
		}
		for _, missing := range unit.Missing {
			t.Errorf("%v: %s is missing", tt.pass, missing.Name)
		}
		for _, d := range unit.Diagnostics {
			t.Errorf("%v: %s", tt.pass, d.Message)
		}
		var mine strings.Builder
		seen := map[string]bool{}
		for _, segment := range unit.Segments {
			seen[segment.File.Path] = true
			inclusion := unit.Inclusions[segment.Inclusion]
			if strings.HasPrefix(segment.File.Path, prelude.Dir) && !inclusion.System {
				t.Errorf("%s is no system header", segment.File.Path)
			}
			if segment.File == main {
				for _, tok := range segment.Toks {
					mine.WriteString(in.Text(tok.Sym) + " ")
				}
			}
		}
		got := mine.String()
		if !strings.Contains(got, tt.want) || strings.Contains(got, tt.not) || !strings.Contains(got, "= 12040 ;") {
			t.Errorf("%v: %s", tt.pass, got)
		}
		for _, header := range []string{
			"/cuda_runtime.h", "/crt/math_functions.h", "/device_launch_parameters.h", "/cuda_fp16.h",
		} {
			if !seen[prelude.Dir+header] {
				t.Errorf("%v: %s is not included", tt.pass, header)
			}
		}
	}
}
