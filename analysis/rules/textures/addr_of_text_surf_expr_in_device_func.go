package textures

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var addrOfTextSurfExprInDeviceFunc = &check.Rule{
	Slug: "addr-of-text-surf-expr-in-device-func", Number: 20098, Tag: "addr_of_text_surf_expr_in_device_func",
	Title:    "The address of a texture is taken in device code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "texture-and-surface-memory", Chapter: "Device code",
	What: `Reports ~&~ before an expression that is a texture or surface reference (of a class marked ~__device_builtin_texture_type__~ or
~__device_builtin_surface_type__~) and not the name of a variable: an element, a member, what a reference refers to.`,
	Why: noObject, Instead: useTexture,
	Bad: `
struct __device_builtin_texture_type__ Image { int slot; };
__device__ const Image *second(const Image *all) { return &all[1]; }
`,
	Good: `
struct __device_builtin_texture_type__ Image { int slot; };
__device__ const Image *second(const Image *all) { return all + 1; }
`,
	Check: textureOperator(sema.TextureAddress, false, takesTextureAddress),
}
