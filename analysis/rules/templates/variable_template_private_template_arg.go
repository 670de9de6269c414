package templates

import "cudals/analysis/check"

var variableTemplatePrivateTemplateArg = &check.Rule{
	Slug: "variable-template-private-template-arg", Number: 20183, Tag: "variable_template_private_template_arg",
	Title:    "A private member template is an argument of a device variable template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Templates",
	What: `Reports the first use of an instance of a ~__device__~, ~__constant__~ or ~__managed__~ variable template when one of
its template template arguments is a private or protected member template of a class.`,
	Why: `The host compiler gets to see the variable too, and has to name the instance from outside: a name that it must share with
the device code.`,
	Instead: `Make the template public, or declare it at namespace scope.`,
	Bad: `
template <template <class> class Policy>
__device__ int hits;

class Cache {
  template <class K>
  struct Lru { K key; };

public:
  static int *find() { return &hits<Lru>; }
};
`,
	Good: `
template <template <class> class Policy>
__device__ int hits;

class Cache {
public:
  template <class K>
  struct Lru { K key; };
  static int *find() { return &hits<Lru>; }
};
`,
	Check: variableArgs(privateTemplateArg),
}
