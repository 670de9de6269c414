package managed

import "cudals/analysis/check"

var managedAfterExit = &check.Rule{
	Slug: "managed-after-exit", Tag: "managed-after-exit",
	Title:    "A managed variable is used in a function that runs after exit",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports a function with the attribute ~destructor~, or one that ~atexit~ or its like is given, that uses a ~__managed__~ variable,
itself or through what it calls.`,
	Why: `The CUDA runtime goes down at exit, and in no order with other static objects that anybody promises. The memory of the variable
may be gone by then: the program faults after its last line. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example ended with a segmentation fault.`,
	Instead: `Call the function before ~main~ returns.`,
	Bad: `
__managed__ int openFiles;
int leaked;

__attribute__((destructor)) static void report() { leaked = openFiles; }

int main() { return 0; }
`,
	Good: `
__managed__ int openFiles;
int leaked;

static void report() { leaked = openFiles; }

int main() {
  report();
  return 0;
}
`,
	Check: untimelyUse(afterExit),
}
