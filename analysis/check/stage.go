package check

// Stage tells when the device pass of nvcc's front end comes to a finding. An error ends the pass before a later stage: what that would
// find is not said until the error is mended.
type Stage uint8

// The stages.
const (
	// ByRule: of a report as its rule says, of a rule Reading.
	ByRule Stage = iota
	// Reading: while the text is read and templates are instantiated; nothing keeps the front end from saying it.
	Reading
	// BodyRead: when a body has been read, unless there was an error before.
	BodyRead
	// BodyMade: then too, but of a function that other files cannot call when the next one ends that they can, or at the end of the file.
	BodyMade
	// FileRead: at the end of the file, before code is made.
	FileRead
	// Code: while code is made of what is emitted.
	Code
)
