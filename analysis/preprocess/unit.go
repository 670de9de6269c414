// Package preprocess turns a file into the tokens that a C++ parser sees: a complete C++ preprocessor whose results
// remember where each token was written, and are shared between the inclusions, passes and translation units that agree
// on every macro they read.
package preprocess

import (
	"sync"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Unit is one preprocessed translation unit under one set of predefined macros: the expanded text as an ordered list of
// segments, and what was learnt on the way. It is immutable.
type Unit struct {
	Main *source.File
	// Through is the file of Config.Through where it lent its text; nil where it has none to lend: it does not include the main file,
	// or does so inside a declaration or where a guess decides, or a header that it includes before is missing.
	Through  *source.File
	Segments []Placed
	// Inclusions lists every inclusion that was entered, in order; Inclusions[0] is the main file itself. Placed.Inclusion
	// and Inclusion.Parent are indexes into it.
	Inclusions []Inclusion
	// Missing lists the #includes that found no file, once each place.
	Missing []Missing
	// Asked are the names that a __has_include asked for, as they are written, with repetitions.
	Asked []string
	// Diagnostics are the preprocessor's own: live #error, unbalanced #if, bombs, cycles.
	Diagnostics []Diagnostic
	// Uncertain: a guess decided an #if, so that which arm is live is a guess too.
	Uncertain bool
	// Doubts are the conditional groups that make the unit Uncertain, in order.
	Doubts []Doubt
	// Skipped are the texts of the arms of Doubts that were left out, where declarations might have stood in them.
	Skipped []Skipped
	Stats   Stats

	// live are the directives of the main file that begin arms which are read.
	live []source.Span
	// macros is the table at the end, by name: macros, and what else it holds.
	macros []Definition
	// own are the main file's macros that take the place of those in the table, which an earlier version defined.
	own map[token.Sym]*Macro
	// standing remembers the answers of MacrosFor.
	standing *sync.Map
	from     origin
}

// Placed is a segment in its place in a unit.
type Placed struct {
	*Segment
	Inclusion int
}

// Inclusion is one entry into a file.
type Inclusion struct {
	File   *source.File
	Parent int // index of the including inclusion; -1 for the main file and for forced includes
	// At is the span of the #include directive's header name in the parent's file.
	At source.Span
	// System: the file was found in an -isystem, toolkit or compiler folder, or in the embedded prelude, or was included
	// from such a file by a relative path. Nothing is reported inside.
	System bool
	// Lent: the file is read for what Unit.Through brings before the main file. Nothing is reported inside.
	Lent bool
}

// Segment is the expanded text of one file between two nested inclusions. It is immutable and shared: the same segment
// may stand in many units, and more than once in one.
type Segment struct {
	File *source.File
	// Toks are the tokens without directives and newlines. Pragma tokens stand where the pragma stood.
	Toks []token.Token
	// Pragmas are the indexes of the pragma tokens.
	Pragmas []int32
	// Exps is the table that macro locations index, and Files the one that they index in turn.
	Exps  []Expansion
	Files []*source.File
	// Derived caches what later stages compute from this segment alone (its declaration chunks, their syntax trees), so
	// that it lives exactly as long as the segment does.
	Derived Derived
}

// Expansion tells where a token that did not come straight from the segment's file was written. It holds no pointer: there
// are hundreds of thousands in a unit, and the garbage collector need not look at them.
type Expansion struct {
	// Spelled is where the token's text stands: in File at that offset. File is 1 + an index in the segment's Files, or 0
	// for the segment's own file. A token made by # or ## or a predefined macro has no spelling of its own: its Spelled is
	// that of the macro's name.
	File    int32
	Spelled int32
	// At is where the expansion happened: the outermost macro invocation in the segment's own file, name to closing
	// parenthesis. For a token of a spliced inclusion without macro it is the #include directive.
	At Extent
	// Parent is the index in Exps of the enclosing expansion's entry for the macro name, or -1 when the invocation stands
	// in the file itself.
	Parent int32
	// Macro is the name of the innermost macro whose replacement the token comes from (0 for a token of an argument that
	// is written in the file, and for spliced inclusions).
	Macro token.Sym
}

// Extent is a span of a file in half the room, since a unit has hundreds of thousands of expansions.
type Extent struct{ Start, End int32 }

func extent(s source.Span) Extent { return Extent{int32(s.Start), int32(s.End)} }

// Span is the extent as a span.
func (e Extent) Span() source.Span { return source.Span{Start: int(e.Start), End: int(e.End)} }

// Arg reports whether the token was written, in the segment's own file, as part of a macro argument; Spelled is then an
// exact place in what the person wrote.
func (e *Expansion) Arg() bool { return e.Macro == 0 && e.Parent < 0 && e.File == 0 }

// file is where e is spelled.
func (s *Segment) file(e *Expansion) *source.File {
	if e.File == 0 {
		return s.File
	}
	return s.Files[e.File-1]
}

// Missing is an #include that found no file.
type Missing struct {
	Inclusion int
	At        source.Span // the header name, delimiters included
	Name      string      // as written, without delimiters
	Searched  []string    // the folders that were searched, in order
}

// Severity of a preprocessor diagnostic.
type Severity uint8

const (
	// Error: the compiler stops here.
	Error Severity = iota
	// Limit: one of cudals's own bounds was reached; what follows may be incomplete.
	Limit
)

// Diagnostic is something the preprocessor has to say.
type Diagnostic struct {
	Inclusion int
	At        source.Span
	Severity  Severity
	Message   string
}

// Stats counts what preprocessing cost.
type Stats struct {
	Inclusions, SharedInclusions int
	Tokens                       int
}
