package managed

import "cudals/analysis/check"

var managedBeforeRuntimeInit = &check.Rule{
	Slug: "managed-before-runtime-init", Tag: "managed-before-runtime-init",
	Title:    "A managed variable is used in a function that runs before main",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports a function with the attribute ~constructor~ that uses a ~__managed__~ variable, itself or through what it calls.`,
	Why: `The memory of a managed variable is set up by the CUDA runtime, which is itself initialised by a static object of the program's.
Objects of other files are initialised in no order that anybody promises, so the pointer behind the variable may still be
empty: the program faults before its first line, or reads what nobody wrote. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example ended with a segmentation fault before ~main~.`,
	Instead: `Call the function from ~main~.`,
	Bad: `
__managed__ int openFiles;

__attribute__((constructor)) static void reset() { openFiles = 0; }

int main() { return openFiles; }
`,
	Good: `
__managed__ int openFiles;

static void reset() { openFiles = 0; }

int main() {
  reset();
  return openFiles;
}
`,
	Check: untimelyUse(beforeMain),
}
