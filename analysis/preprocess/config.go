package preprocess

import "cudals/analysis/source"

// Folder is a folder in which includes are searched.
type Folder struct {
	Path string
	// System folders' headers, and all they include, are reported silent.
	System bool
}

// Finder knows where headers are that no search folder has. Its answers never change, and equal Finders give the same.
type Finder interface {
	// Find returns the path of the file that an #include of name means in a file of the folder dir, or "". system: it is one
	// that the project does not own.
	Find(name, dir string) (path string, system bool)
}

// Config is everything an expansion depends on besides the main file's text. It is immutable.
type Config struct {
	// Predefined is a text of #define and #undef lines that is executed first: the compiler's own macros, then -D and -U.
	Predefined *source.File
	// Quote folders are searched for "..." only, after the includer's own folder; Include for both forms, in order.
	Quote, Include []Folder
	// Finder, when there is one, is asked for what none of these folders has, and Last are searched after it.
	Finder Finder
	Last   []Folder
	// Mounted is how a folder of the build ends, such as "sdk/include/", below which lie the headers of System folders, or "": of a
	// name that is not found the part behind that is looked for there.
	Mounted string
	// Known is a folder in which, under the name of a header that is not found, stands what is known of its macros all the same; or
	// "". Whatever it says is in doubt.
	Known string
	// Forced files are included before the main file's first line: absolute paths, or names searched as by an #include
	// "..." except that the main file's own folder counts for nothing.
	Forced []string
	// Through is the path of a file that includes the main file, or "": what that reads before it does stands before the main file's
	// own text. See Unit.Through.
	Through string
	Limits  Limits
	// Guess says what of the Config is a guess. Likely are names that Predefined defines as one.
	Guess  Guess
	Likely []string
	// Date and Time are what __DATE__ and __TIME__ expand to; results never depend on the clock.
	Date, Time string
}

// Guess says what of a Config is a guess.
type Guess uint8

// The guesses.
const (
	// GuessedFlags: nothing tells how the file is compiled, so that it may be with any -D and any switch.
	GuessedFlags Guess = 1 << iota
	// GuessedStd, GuessedArch and GuessedToolkit: the language version, the architecture, the toolkit's version.
	GuessedStd
	GuessedArch
	GuessedToolkit
	// NoToolkit: the toolkit's headers are not all there to be found.
	NoToolkit
	// Inferred: the guesses are made from the project's own shape, so that text which hangs on them is likely what the compiler
	// reads (token.Likely).
	Inferred

	// afterMissing: a header was not found, which may have defined anything.
	afterMissing
)

// Limits bound the work; the zero value means the defaults.
type Limits struct {
	Tokens       int // of one unit, all segments together (default 20 million)
	ExpandTokens int // produced by one top-level macro invocation (default 1 million)
	IncludeDepth int // default 200
	MacroDepth   int // nesting of macro expansions (default 1,000)
}
