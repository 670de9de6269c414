package managed

import "cudals/analysis/check"

var managedInDynamicInit = &check.Rule{
	Slug: "managed-in-dynamic-init", Tag: "managed-in-dynamic-init",
	Title:    "A managed variable is used while a static object is constructed",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports a namespace-scope object or static data member whose initialisation calls a constructor or function that uses a
~__managed__~ variable, itself or through the functions that it calls.`,
	Why: `The memory of a managed variable is set up by the CUDA runtime, which is itself initialised by a static object of the program's.
Objects of other files are initialised in no order that anybody promises, so the pointer behind the variable may still be
empty: the program faults before its first line, or reads what nobody wrote. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example, a program of one file, returned 10, as if all were well. What happens in a program of several is up to the order
of their initialisation and destruction.`,
	Instead: `Initialise the object in ~main~, or hold it behind a function-local static object that is first used there.`,
	Bad: `
__managed__ int counter = 10;

struct Snapshot {
  int value;
  Snapshot() : value(counter) {}
};

Snapshot atStart;

int main() { return atStart.value; }
`,
	Good: `
__managed__ int counter = 10;

struct Snapshot {
  int value;
  Snapshot() : value(counter) {}
};

int main() {
  Snapshot now;
  return now.value;
}
`,
	Check: untimelyUse(dynamicInit),
}
