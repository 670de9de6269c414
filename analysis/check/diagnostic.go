// Package check is the vocabulary that rules and drivers share: rules with their metadata, diagnostics, fixes, suppression,
// and how what the passes said is merged. It holds no rule and no driver.
package check

import (
	"cmp"
	"fmt"
	"strings"

	"cudals/analysis/source"
)

// Severity of a diagnostic.
type Severity uint8

// The severities, gravest first.
const (
	Error Severity = iota
	Warning
	Info
	Hint
)

// String is the severity's word in every output format.
func (s Severity) String() string {
	return [...]string{"error", "warning", "info", "hint"}[s]
}

// Passes is the set of passes that say a diagnostic.
type Passes uint8

// The passes of a diagnostic.
const (
	InHost Passes = 1 << iota
	InDevice
)

// String is "host", "device" or "both".
func (p Passes) String() string {
	switch p {
	case InHost:
		return "host"
	case InDevice:
		return "device"
	default:
		return "both"
	}
}

// Diagnostic is one finding about one place.
type Diagnostic struct {
	Rule     string // the rule's slug
	Number   int    // NVIDIA's number; 0 where the front end has none
	Tag      string // NVIDIA's tag, or the slug
	Group    Group
	Severity Severity
	Message  string
	// Fault is the same for what is found at one place in several instances of a template, which is one thing to mend; empty for what the
	// message alone tells from other findings.
	Fault  string
	Place  source.Place
	Passes Passes
	// Archs are the architectures whose device pass says it, when not all that were asked for do.
	Archs   []int
	Related []Related
	Fixes   []Fix
	// Unnecessary and Deprecated are editor hints.
	Unnecessary, Deprecated bool
	// Waits: nvcc's front end does not say it before other findings, which are errors, are mended.
	Waits bool
	// Header is the name by which a header was included that was not found.
	Header string
}

// What tells the finding from others of its rule at its place.
func (d *Diagnostic) What() string { return cmp.Or(d.Fault, d.Message) }

// Related is a place that tells why, in the order of the chain.
type Related struct {
	Place   source.Place
	Message string
}

// Fix is a mechanical mend: all its edits or none.
type Fix struct {
	Title string
	// Preferred: the fix is the one obvious mend, safe to apply without a look.
	Preferred bool
	// NewFile: the file that is edited does not exist yet.
	NewFile bool
	// Rename: the mend renames something, and has no edits before the whole workspace was asked who mentions it.
	Rename *Rename
	Edits  []Edit
}

// Rename gives something another name wherever it is mentioned. It holds no text.
type Rename struct {
	// Unit is the translation unit in which that is a mend.
	Unit string
	// File and Start are where its name stands in a declaration of it, in bytes, Path is its qualified name.
	File  string
	Start int
	Path  string
	// Name is its own, To the one proposed.
	Name, To string
	// Overload, where it is not empty, tells the one function that is meant from others of its path; without it all are.
	Overload string
	// Member: it is a member of a class.
	Member bool
}

// Title says what is renamed, and how.
func (r *Rename) Title(to string) string { return "Rename " + r.Path + " to " + to }

// Edit replaces a span of a file.
type Edit struct {
	Place source.Place
	Text  string
}

// ArchsText names the architectures of a finding behind its message; "" where all that were asked for say it.
func ArchsText(archs []int) string {
	if len(archs) == 0 {
		return ""
	}
	names := make([]string, len(archs))
	for i, arch := range archs {
		names[i] = fmt.Sprintf("sm_%d", arch)
	}
	return " (" + strings.Join(names, ", ") + ")"
}
