package managed

import "cudals/analysis/check"

var managedInStaticInit = &check.Rule{
	Slug: "managed-in-static-init", Tag: "managed-in-static-init",
	Title:    "A managed variable is used in the initialiser of a static object",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports the initialiser of a namespace-scope object or static data member that reads, writes or takes the address of a
~__managed__~ variable: its address is no constant, so this happens before ~main~.`,
	Why: `The memory of a managed variable is set up by the CUDA runtime, which is itself initialised by a static object of the program's.
Objects of other files are initialised in no order that anybody promises, so the pointer behind the variable may still be
empty: the program faults before its first line, or reads what nobody wrote. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example, a program of one file, returned 10, as if all were well. What happens in a program of several is up to the order
of their initialisation and destruction.`,
	Instead: `Initialise the object in ~main~, or hold it behind a function-local static object that is first used there.`,
	Bad: `
__managed__ int counter = 10;

int *first = &counter;

int main() { return *first; }
`,
	Good: `
__managed__ int counter = 10;

int main() {
  int *first = &counter;
  return *first;
}
`,
	Check: untimelyUse(staticInit),
}
