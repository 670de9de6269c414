package textures

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var addrOfTextSurfVarInDeviceFunc = &check.Rule{
	Slug: "addr-of-text-surf-var-in-device-func", Number: 20097, Tag: "addr_of_text_surf_var_in_device_func",
	Title:    "The address of a texture variable is taken in device code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "texture-and-surface-memory", Chapter: "Device code",
	What: `Reports ~&~ before the name of a variable or parameter whose class is marked as a texture or surface reference
(~__device_builtin_texture_type__~, ~__device_builtin_surface_type__~) in functions that are compiled for the device, used or not,
and in operands that are not evaluated.`,
	Why: noObject, Instead: useTexture,
	Bad: `
struct __device_builtin_texture_type__ Image { int slot; };
Image image;
__device__ int fetch(const void *);
__global__ void read(int *out) { *out = fetch(&image); }
`,
	Good: `
struct __device_builtin_texture_type__ Image { int slot; };
Image image;
__device__ int fetch(Image t) { return t.slot; }
__global__ void read(int *out) { *out = fetch(image); }
`,
	Check: textureOperator(sema.TextureAddress, true, takesTextureAddress),
}
