package device

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var addrOfLabelInDeviceFunc = &check.Rule{
	Slug: "addr-of-label-in-device-func", Number: 20082, Tag: "addr_of_label_in_device_func",
	Title:    "Device code takes the address of a label",
	Severity: check.Error, Passes: check.InDevice,
	Section: "host-compiler-extensions", Chapter: "Device code",
	What: `Reports ~&&label~, the GNU extension for computed jumps, in a ~__device__~, ~__global__~ or ~__host__ __device__~ function, whether
or not it is used.`,
	Why:     `Device code has no addresses of its own instructions to jump to. The compiler refuses the program.`,
	Instead: `Use a ~switch~ over a small number.`,
	Bad: `
__device__ int run(int code, int x) {
  void *next = code ? &&twice : &&done;
  goto *next;
twice:
  x *= 2;
done:
  return x;
}
`,
	Good: `
__device__ int run(int code, int x) {
  switch (code) {
  case 1: return x * 2;
  default: return x;
  }
}
`,
	Check: kit.DeviceConstructs(func(*spaces.BodyConstruct) (what, advice string) {
		return "the address of a label", "device code cannot jump to it; use switch"
	}, sema.LabelAddress),
}
