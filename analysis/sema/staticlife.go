package sema

// StaticLife says whether code must run for a variable with static storage duration: where nothing runs before the kernels,
// its initialisation must be constant or empty, and its destruction empty. That follows nvcc 12.4's front end.
type StaticLife struct {
	// Dynamic is Yes where code must run for certain.
	Dynamic Tri
	// Func is the constructor or destructor that is not empty, nil where the initialiser is at fault.
	Func *Func
	// Folded: a constant initialiser is at fault only because the object has a destructor that is not trivial.
	Folded bool
	Why    []EmptyReason
	// Latest is the last of the definitions that make its constructor and destructor empty, Instance one of those functions that is
	// made from a template.
	Latest   *FuncDecl
	Instance *Func
}

// OrFolded is the verdict on a constant initialiser of an object whose destructor is not trivial: the front end does not
// fold it.
func (l StaticLife) OrFolded(constant Tri) StaticLife {
	if constant == Yes {
		l.Dynamic, l.Folded = Yes, true
	}
	return l
}

// Empty constructors and destructors in CUDA's sense: a variable in a device memory space may only have those, since
// nothing runs before the kernels. What counts as empty follows nvcc 12.4's front end rather than the programming guide,
// which is milder in places.

// EmptyReason is one thing that makes a constructor or destructor non-empty.
type EmptyReason struct {
	// Text is a clause that follows the function's name: "its body is not empty".
	Text string
	Site Site
	// Func is the other function that the reason is about, nil for none.
	Func *Func
	// Initialises: a member or base is initialised, which a constexpr constructor may do.
	Initialises bool
}
