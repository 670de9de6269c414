package textures

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var indirIntoTextSurfExprInDeviceFunc = &check.Rule{
	Slug: "indir-into-text-surf-expr-in-device-func", Number: 20100, Tag: "indir_into_text_surf_expr_in_device_func",
	Title:    "A pointer to a texture is dereferenced in device code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "texture-and-surface-memory", Chapter: "Device code",
	What: `Reports ~*~ in functions that are compiled for the device, used or not, before a pointer to a texture or surface reference (of a
class marked ~__device_builtin_texture_type__~ or ~__device_builtin_surface_type__~) that is not the name of a variable: what a call
returned, a member, ~this~, an array.`,
	Why: noObject, Instead: useTexture,
	Bad: `
struct __device_builtin_texture_type__ Image { int slot; };
__device__ const Image *find(int i);
__device__ int fetch(Image);
__device__ int read(int i) { return fetch(*find(i)); }
`,
	Good: `
struct __device_builtin_texture_type__ Image { int slot; };
__device__ Image find(int i) { return Image{i}; }
__device__ int fetch(Image t) { return t.slot; }
__device__ int read(int i) { return fetch(find(i)); }
`,
	Check: textureOperator(sema.TextureIndirection, false, readsThroughPointer),
}
