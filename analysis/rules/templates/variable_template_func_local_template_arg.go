package templates

import "cudals/analysis/check"

var variableTemplateFuncLocalTemplateArg = &check.Rule{
	Slug: "variable-template-func-local-template-arg", Number: 20181, Tag: "variable_template_func_local_template_arg",
	Title:    "A type local to a host function is an argument of a device variable template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Templates",
	What: `Reports the first use of an instance of a ~__device__~, ~__constant__~ or ~__managed__~ variable template when a type
that is declared in a ~__host__~ function is among its template arguments, also inside other types. Types in functions
that run on the device too are fine.`,
	Why: `The host compiler gets to see the variable too, and has to name the instance from outside: a name that it must share with
the device code.`,
	Instead: `Declare the type at namespace scope, or as a public member of a class.`,
	Bad: `
template <class T>
__device__ T *pool;

void **find() {
  struct Particle { float x, y, z; };
  return (void **)&pool<Particle>;
}
`,
	Good: `
template <class T>
__device__ T *pool;

struct Particle { float x, y, z; };
void **find() { return (void **)&pool<Particle>; }
`,
	Check: variableArgs(localArg),
}
