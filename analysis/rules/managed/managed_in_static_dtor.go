package managed

import "cudals/analysis/check"

var managedInStaticDtor = &check.Rule{
	Slug: "managed-in-static-dtor", Tag: "managed-in-static-dtor",
	Title:    "A managed variable is used while a static object is destroyed",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports an object with static or thread storage duration, local ones too, whose destructor uses a ~__managed__~ variable, itself or
through what it calls.`,
	Why: `The CUDA runtime goes down at exit, and in no order with other static objects that anybody promises. The memory of the variable
may be gone by then: the program faults after its last line. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example, a program of one file, did no harm. What happens in a program of several is up to the order
of their initialisation and destruction.`,
	Instead: `Do the last access before ~main~ returns: give the object automatic storage there, or a function that is called there.`,
	Bad: `
__managed__ int alive;

struct Registration {
  ~Registration() { alive = 0; }
};

Registration registration;

int main() { return 0; }
`,
	Good: `
__managed__ int alive;

struct Registration {
  ~Registration() { alive = 0; }
};

int main() {
  Registration registration;
  return 0;
}
`,
	Check: untimelyUse(destruction),
}
