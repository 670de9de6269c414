package namespaces

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
)

var textureSurfaceVariableInUnnamedInlineNs = &check.Rule{
	Slug: "texture-surface-variable-in-unnamed-inline-ns", Number: 20123, Tag: "texture_surface_variable_in_unnamed_inline_ns",
	Title:    "A texture or surface stands in an inline unnamed namespace",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "inline-unnamed-namespaces", Chapter: "Linkage",
	What: `Reports a variable whose class is marked as a texture or surface reference (~__device_builtin_texture_type__~,
~__device_builtin_surface_type__~) inside ~inline namespace { … }~, in namespaces and functions within it too.`,
	Why:     `nvcc needs a name by which host code finds the reference; inside an inline unnamed namespace it can make none.`,
	Instead: `Drop the word ~inline~. Toolkits from 12 on have texture objects only, which are plain values.`,
	Bad: `
template <class T> struct __device_builtin_texture_type__ Image { T *data; };
inline namespace {
Image<float> image;
}
`,
	Good: `
template <class T> struct __device_builtin_texture_type__ Image { T *data; };
namespace {
Image<float> image;
}
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Decl == nil || kit.Member(d) || kit.TemplateVar(d) || !p.Unit.IsTexture(p.Unit.VarType(d.Var)) ||
			!p.Unit.InUnnamedInline(p.Unit.NamespaceOf(d.Var), d.Site) {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("%s is a texture or surface and cannot stand in an inline unnamed namespace; drop the word inline", d.Var.EntityName()),
		}, true
	}),
}
