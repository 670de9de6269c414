package templates

import "cudals/analysis/check"

var variableTemplatePrivateTypeArg = &check.Rule{
	Slug: "variable-template-private-type-arg", Number: 20182, Tag: "variable_template_private_type_arg",
	Title:    "A private member type is an argument of a device variable template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Templates",
	What: `Reports the first use of an instance of a ~__device__~, ~__constant__~ or ~__managed__~ variable template when a private
or protected member type of a class, or a member of one, is among its template arguments, also inside other types.
Device code of the class may not use it either.`,
	Why: `The host compiler gets to see the variable too, and has to name the instance from outside: a name that it must share with
the device code.`,
	Instead: `Make the type public, or declare it at namespace scope.`,
	Bad: `
template <class T>
__device__ int live;

class Tracker {
  struct Node { int id; };

public:
  int *count() const { return &live<Node>; }
};
`,
	Good: `
template <class T>
__device__ int live;

class Tracker {
public:
  struct Node { int id; };
  int *count() const { return &live<Node>; }
};
`,
	Check: variableArgs(privateArg),
}
