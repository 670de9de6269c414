package templates

import "cudals/analysis/check"

var variableTemplateLambdaTemplateArg = &check.Rule{
	Slug: "variable-template-lambda-template-arg", Number: 20180, Tag: "variable_template_lambda_template_arg",
	Title:    "A lambda of host code is an argument of a device variable template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Lambdas",
	What: `Reports the first use of an instance of a ~__device__~, ~__constant__~ or ~__managed__~ variable template when the type
of a lambda that stands in host code, or in no function, is among its template arguments, also inside other types.
Extended lambdas are fine.`,
	Why: `The host compiler gets to see the variable too, and has to name the instance from outside: a name that it must share with
the device code.`,
	Instead: `Use a class with an ~operator()~ that is declared at namespace scope.`,
	Bad: `
template <class F>
__device__ int calls;

int *find() {
  auto less = [](int a, int b) { return a < b; };
  return &calls<decltype(less)>;
}
`,
	Good: `
template <class F>
__device__ int calls;

struct Less {
  bool operator()(int a, int b) const { return a < b; }
};
int *find() { return &calls<Less>; }
`,
	Check: variableArgs(closureArg),
}
