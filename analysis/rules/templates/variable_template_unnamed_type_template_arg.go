package templates

import "cudals/analysis/check"

var variableTemplateUnnamedTypeTemplateArg = &check.Rule{
	Slug: "variable-template-unnamed-type-template-arg", Number: 20184, Tag: "variable_template_unnamed_type_template_arg",
	Title:    "An unnamed type is an argument of a device variable template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Templates",
	What: `Reports the first use of an instance of a ~__device__~, ~__constant__~ or ~__managed__~ variable template when a class
or enumeration without a name is among its template arguments, also inside other types. A type that is defined in a
typedef or alias has that name.`,
	Why: `The host compiler gets to see the variable too, and has to name the instance from outside: a name that it must share with
the device code.`,
	Instead: `Give the type a name.`,
	Bad: `
template <class T>
__device__ int visits;

enum { kEmpty, kFull } state;

int *find() { return &visits<decltype(state)>; }
`,
	Good: `
template <class T>
__device__ int visits;

enum State { kEmpty, kFull } state;

int *find() { return &visits<decltype(state)>; }
`,
	Check: variableArgs(unnamedArg),
}
