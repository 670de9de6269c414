package pointers

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

var derefDevicePointerOnHost = &check.Rule{
	Slug: "deref-device-pointer-on-host", Tag: "deref-device-pointer-on-host",
	Title:    "Host code dereferences a pointer to device memory",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "pointers", Chapter: "Memory spaces",
	What: `Follows pointers through a host function. Where one certainly holds what ~cudaMalloc~ or one of its like stored in it, on
each way that leads there, reading or writing what it points to is reported.`,
	Why:     `The host cannot reach device memory. The program ends with a segmentation fault; no compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example ended with a segmentation fault.`,
	Instead: `Copy with ~cudaMemcpy~, or allocate memory that both sides can reach with ~cudaMallocManaged~ or ~cudaMallocHost~.`,
	Bad: `
#include <cuda_runtime.h>

int first() {
  int *numbers = nullptr;
  cudaMalloc(&numbers, 4 * sizeof(int));
  return numbers[0];
}
`,
	Good: `
#include <cuda_runtime.h>

int first() {
  int *numbers = nullptr, value;
  cudaMalloc(&numbers, 4 * sizeof(int));
  cudaMemcpy(&value, numbers, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}
`,
	Check: checkDeviceOnHost,
}

func checkDeviceOnHost(p *check.Pass) {
	for _, use := range deviceOnHost(p.Spaces, kit.Read.Of(p), p.Flows) {
		p.ReportOnce(check.Report{
			Site: use.Site,
			Message: valueName(p.Unit, use.Values, use.Pointer) + " points to device memory, which host code cannot reach: " +
				"copy with cudaMemcpy, or allocate with cudaMallocManaged",
			Related: originNotes(p.Unit, use.Values, use.Origins),
		})
	}
}
