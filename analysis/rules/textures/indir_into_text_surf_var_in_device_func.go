package textures

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var indirIntoTextSurfVarInDeviceFunc = &check.Rule{
	Slug: "indir-into-text-surf-var-in-device-func", Number: 20099, Tag: "indir_into_text_surf_var_in_device_func",
	Title:    "A pointer variable to a texture is dereferenced in device code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "texture-and-surface-memory", Chapter: "Device code",
	What: `Reports ~*p~ in functions that are compiled for the device, used or not, where ~p~ is the name of a pointer to a texture or surface
reference (of a class marked ~__device_builtin_texture_type__~ or ~__device_builtin_surface_type__~). ~p->member~ and ~p[i]~ are accepted.`,
	Why: noObject, Instead: useTexture,
	Bad: `
struct __device_builtin_texture_type__ Image { int slot; };
__device__ int fetch(Image);
__device__ int read(const Image *p) { return fetch(*p); }
`,
	Good: `
struct __device_builtin_texture_type__ Image { int slot; };
__device__ int fetch(Image t) { return t.slot; }
__device__ int read(Image t) { return fetch(t); }
`,
	Check: textureOperator(sema.TextureIndirection, true, readsThroughPointer),
}
