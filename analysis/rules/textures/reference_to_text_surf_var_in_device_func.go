package textures

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

var referenceToTextSurfVarInDeviceFunc = &check.Rule{
	Slug: "reference-to-text-surf-var-in-device-func", Number: 20102, Tag: "reference_to_text_surf_var_in_device_func",
	Title:    "A reference is bound to a texture in device code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "texture-and-surface-memory", Chapter: "Device code",
	What: `Reports what binds a reference to a texture or surface reference (an object of a class marked ~__device_builtin_texture_type__~ or
~__device_builtin_surface_type__~) in functions that are compiled for the device, used or not: variables and parameters of reference
type, captures by reference, results, assignments. Casts, default arguments and default member initialisers do not count, nor does
the copy constructor that the compiler makes.`,
	Why:     `A texture or surface is no object in memory for device code, but a name for a slot of the hardware. The compiler refuses the program.`,
	Instead: `Pass and keep copies: the type without ~&~. Texture objects (~cudaTextureObject_t~, ~cudaSurfaceObject_t~) are plain values.`,
	Bad: `
struct __device_builtin_texture_type__ Image { int slot; };
Image image;
__device__ int fetch(const Image &);
__global__ void read(int *out) { *out = fetch(image); }
`,
	Good: `
struct __device_builtin_texture_type__ Image { int slot; };
Image image;
__device__ int fetch(Image t) { return t.slot; }
__global__ void read(int *out) { *out = fetch(image); }
`,
	Check: kit.DeviceConstructs(bindsTexture, sema.TextureReference),
}
