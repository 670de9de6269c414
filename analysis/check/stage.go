package check

// Stage tells when the device pass of nvcc's front end comes to a finding. An error ends the pass before a later stage: what that would
// find is not said until the error is mended.
type Stage uint8

// The stages.
const (
	// ByRule: what the rule's number tells.
	ByRule Stage = iota
	// Reading: while the text is read and templates are instantiated; nothing keeps the front end from saying it.
	Reading
	// BodyRead: when a body has been read, unless there was an error before.
	BodyRead
	// FileRead: at the end of the file, before code is made.
	FileRead
	// Code: while code is made of what is emitted.
	Code
)

// StageOf is the stage of the rule that has one of NVIDIA's numbers.
func StageOf(number int) Stage {
	switch number {
	case 20014, 20015, 20054, 20065, 20066, 20067:
		return BodyRead
	case 20061:
		return FileRead
	case 20011, 20013, 20016, 20017, 20018, 20019, 20044, 20068, 20069, 20210, 20311:
		return Code
	}
	return Reading
}
