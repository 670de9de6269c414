package textures

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var referenceToTextSurfTypeInDeviceFunc = &check.Rule{
	Slug: "reference-to-text-surf-type-in-device-func", Number: 20101, Tag: "reference_to_text_surf_type_in_device_func",
	Title:    "A template parameter that refers to a texture is named in device code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "texture-and-surface-memory", Chapter: "Device code",
	What: `Reports the name of a template parameter whose type is a reference to a texture or surface reference (an object of a class marked
~__device_builtin_texture_type__~ or ~__device_builtin_surface_type__~) in the body of an instance that is compiled for the device,
in template arguments too. References to ~const~ ones are accepted.`,
	Why:     `A texture or surface is no object in memory for device code, and nothing can refer to it. The compiler refuses the program.`,
	Instead: `Pass a texture object (~cudaTextureObject_t~, ~cudaSurfaceObject_t~) as an argument of the function.`,
	Bad: `
struct __device_builtin_texture_type__ Image { int slot; };
static Image image;
template <Image &Source> struct Reader { __device__ static int slot() { return Source.slot; } };
__global__ void read(int *out) { *out = Reader<image>::slot(); }
`,
	Good: `
struct __device_builtin_texture_type__ Image { int slot; };
static Image image;
template <class Source> struct Reader { __device__ static int slot(Source s) { return s.slot; } };
__global__ void read(int *out) { *out = Reader<Image>::slot(image); }
`,
	Check: kit.DeviceConstructs(namesTextureParam, sema.TextureParam),
}

func namesTextureParam(*spaces.BodyConstruct) (what, advice string) {
	return "a template parameter that refers to a texture or surface is named", "pass a texture object by value"
}
