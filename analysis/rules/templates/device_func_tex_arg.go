package templates

import "cudals/analysis/check"

var deviceFuncTexArg = &check.Rule{
	Slug: "device-func-tex-arg", Number: 20179, Tag: "device_func_tex_arg",
	Title:    "A texture is a template argument of a device function",
	Severity: check.Error, Passes: check.InDevice,
	Section: "texture-and-surface-memory", Chapter: "Templates",
	What: `Reports the first use of an instance of a ~__device__~, ~__host__ __device__~ or ~__global__~ function template with a parameter
that is a pointer or reference to a texture or surface reference (an object of a class marked ~__device_builtin_texture_type__~ or
~__device_builtin_surface_type__~). Pointers and references to ~const~ ones are accepted.`,
	Why:     `Such an object is a name for a slot of the hardware and has no address that an instance could be made with on both sides.`,
	Instead: `Pass a texture object (~cudaTextureObject_t~, ~cudaSurfaceObject_t~) as an argument of the function.`,
	Bad: `
struct __device_builtin_texture_type__ Image { int slot; };
static Image image;
template <Image &Source> __global__ void sample(float *out) { *out = 1; }
void run(float *out) { sample<image><<<1, 1>>>(out); }
`,
	Good: `
struct __device_builtin_texture_type__ Image { int slot; };
static Image image;
__global__ void sample(Image source, float *out) { *out = 1; }
void run(float *out) { sample<<<1, 1>>>(image, out); }
`,
	Check: kernelArgs(textureArg),
}
