package managed

import "cudals/analysis/check"

var managedInThreadLocalInit = &check.Rule{
	Slug: "managed-in-thread-local-init", Tag: "managed-in-thread-local-init",
	Title:    "A managed variable is used in the initialisation of a thread_local object",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports a ~thread_local~ object outside of functions whose initialisation uses a ~__managed__~ variable, itself or through what it
calls.`,
	Why: `The memory of a managed variable is set up by the CUDA runtime, which is itself initialised by a static object of the program's.
Objects of other files are initialised in no order that anybody promises, so the pointer behind the variable may still be
empty: the program faults before its first line, or reads what nobody wrote. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example, a program of one file, did no harm. What happens in a program of several is up to the order
of their initialisation and destruction.`,
	Instead: `Initialise the object in ~main~, or hold it behind a function-local static object that is first used there.`,
	Bad: `
__managed__ long epoch;

thread_local long lastSeen = epoch;

int main() { return (int)lastSeen; }
`,
	Good: `
__managed__ long epoch;

thread_local long lastSeen = 0;

int main() {
  lastSeen = epoch;
  return (int)lastSeen;
}
`,
	Check: untimelyUse(threadInit),
}
