// Package workspace keeps the files of a session: overlays over disk, compile commands, immutable snapshots, and the
// results that were computed from them. Which rules run is handed in.
package workspace

import (
	"context"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// Engine analyses translation units. The workspace hands it inputs and keeps its results; it knows nothing else of C++.
// An Engine is safe for concurrent use.
type Engine interface {
	// Analyze analyses one document in all its views. prev, when not nil, is the result for an earlier version of the same
	// document, of which as much as possible is reused. An analysis of the document that is still under way has been cancelled
	// by then. The error is ctx's, or an internal fault already wrapped; whatever is wrong with the text is in the result.
	Analyze(ctx context.Context, in Input, prev Result) (Result, error)
	// Names tells what a name means wherever a translation unit's own files have it, in all its views. The error is as
	// Analyze's.
	Names(ctx context.Context, in Input, name, to string) (*Names, error)
	// IsName reports whether a text can be the name of something.
	IsName(text string) bool
	// Forget drops what is cached of files that changed on disk.
	Forget(paths []string)
}

// Input is what an analysis depends on.
type Input struct {
	Command *toolchain.Command
	File    *source.File
	// AllArchs asks for one device view for each architecture of the command, instead of the first and of those newest ones that see parts of
	// the document which no view before them sees.
	AllArchs bool
	// Patient: nobody waits for the result, so that the bounds on the work for it are wide.
	Patient bool
	// Places: questions about places will be asked, so that it is noted what the document's names mean.
	Places bool
}

// Result is what was found out about one version of one document. It is immutable to its readers.
type Result interface {
	// Diagnostics are all findings that belong to this translation unit, those inside headers too, in order of place,
	// after suppression; severities as the command sets them.
	Diagnostics() []check.Diagnostic
	// Includes are the absolute paths of all files that were read, the document excluded.
	Includes() []string
	// Sought are the names, as they are written, of headers that an #include looked for in vain, or a __has_include looked for.
	Sought() []string
	// Through is the file behind whose text the document was read, as Command.Through asks for it, or "".
	Through() string
	// Command is the command that the text was judged by: the analysis's, but for what the text itself tells of versions that were
	// guessed.
	Command() *toolchain.Command
	Stats() Stats
	// Stale reports whether the result answers no questions about places any more: what follows says nil, because a newer
	// version took its model on. A result that is stale stays so.
	Stale() bool
	// Hover describes what stands at a byte offset of the document; nil where there is nothing to say.
	Hover(ctx context.Context, offset int) *Hover
	// HoverIn describes what stands at a byte offset of a header that the document reads, as its instances of the header's templates tell; nil
	// where none does.
	HoverIn(ctx context.Context, header *source.File, offset int) *Hover
	// Why tells why the function, call or lambda at a byte offset has its space and who brings it to the device; nil
	// where there is none.
	Why(ctx context.Context, offset int) *Why
	// Layout tells where parameters and constants lie on an architecture of the command, or on the first for 0; nil where
	// the document is not compiled for it.
	Layout(ctx context.Context, arch int) *Layout
	Queries
}

// Hover is a description with the range it is about.
type Hover struct {
	Place    source.Place
	Markdown string
	// Plain: it says nothing that is not said by every server of C++.
	Plain bool
	// Depends: what stands there depends on template parameters, so that those know more who make instances.
	Depends bool
}

// Why is a chain of reasons.
type Why struct {
	Subject string // e.g. "Entry::Entry(const Entry &)"
	Space   string // e.g. "__host__ __device__"
	Place   source.Place
	// Reasons say where the space comes from, Reach who brings the function to the device; outermost first.
	Reasons, Reach []check.Related
}

// Stats are counts of what is known, so that silence is legible.
type Stats struct {
	Files, Lines int
	// DeviceCalls counts call sites in device and host-device functions, per analysed body; Known those whose target was
	// resolved (or is a known call through a pointer).
	DeviceCalls, DeviceCallsKnown int
	HostCalls, HostCallsKnown     int
	MissingHeaders                int
	// Missing counts the #includes of each header that was not found.
	Missing map[string]int
	// MissingAt are these #includes of one file's analysis, those too of which no diagnostic speaks.
	MissingAt []MissingAt
	// CutShort counts the files whose analysis took more work than it may: what it had not reached by then is unknown.
	CutShort int
	// Unknown counts unknown calls of device code by reason, and UnknownAt says where they stand, each place once: the first MaxUnknownAt.
	Unknown   map[string]int
	UnknownAt []UnknownAt
}

// MissingAt is an #include that found no file.
type MissingAt struct {
	Header string
	At     source.Place
}

// MaxUnknownAt bounds Stats.UnknownAt.
const MaxUnknownAt = 2000

// UnknownAt is the place of an unknown call.
type UnknownAt struct {
	At     check.Region
	Reason string
}
