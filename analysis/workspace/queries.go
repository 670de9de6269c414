package workspace

import (
	"context"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/source"
)

// Queries are what editors ask of a document for their lists, jumps and hints. As with all questions about places, the answers are
// nil where nothing is known or the result is stale.
type Queries interface {
	// Guesses are the names in conditions that leave something of the document out for a guess, in their order.
	Guesses(ctx context.Context) []string
	// Symbols are what the document declares, nested and in the order of its text.
	Symbols(ctx context.Context) []Declaration
	// Named are what a person's own headers that the document includes declare under names that are wanted, in no order and not nested.
	Named(ctx context.Context, wanted func(name string) bool) []Declaration
	// Entity is what the name at a byte offset of the document means.
	Entity(ctx context.Context, offset int) *Entity
	// EntityIn is what the name at a byte offset of a header that the document reads means in its instances of the header's templates.
	EntityIn(ctx context.Context, header *source.File, offset int) *Entity
	// Mentions are the places of an entity's name in a person's own files, in no order. key is an Entity's.
	Mentions(ctx context.Context, key string) []Mention
	// Renaming is what the name at a byte offset of the document means, for who wants to give that another one.
	Renaming(ctx context.Context, offset int) *Renaming
	// TypeDefinition are the definitions of the type of what the name at a byte offset of the document means.
	TypeDefinition(ctx context.Context, offset int) []Mention
	// Tokens are the names of the document, in the order of its text, with what they mean.
	Tokens(ctx context.Context) []Token
	// Callable is the function that is declared, called or launched at a byte offset of the document.
	Callable(ctx context.Context, offset int) *Callable
	// Callers are who calls or launches a function, Callees whom it calls or launches. key is a Callable's.
	Callers(ctx context.Context, key string) []Calling
	Callees(ctx context.Context, key string) []Calling
	// Class is the class that the name at a byte offset of the document means, or that what it means is of.
	Class(ctx context.Context, offset int) *Class
	// Bases are the direct bases of a class, Derived the classes that it is a direct base of. key is a Class's.
	Bases(ctx context.Context, key string) []Class
	Derived(ctx context.Context, key string) []Class
	// Implementations are the functions that override one, and the classes that are derived from one. key is an Entity's.
	Implementations(ctx context.Context, key string) []Mention
	// Reaches tell of the functions that the document defines who launches them, and which kernels they serve.
	Reaches(ctx context.Context) []Reach
	// Aside makes ready what other architectures see of the document that its own passes leave out. It reports whether Symbols, Tokens and
	// Hints tell more than before, of which the first answers do not wait for it.
	Aside(ctx context.Context) bool
	// Passes are the passes that the document is compiled in, the host's first, with what each leaves out.
	Passes(ctx context.Context) []Pass
	// Expanded is the document's text as a pass sees it, line for line; ok is false where there is no such pass.
	Expanded(ctx context.Context, pass string) (text string, ok bool)
	// Hints are what a span of the document does not say and means.
	Hints(ctx context.Context, span source.Span) []Hint
	// Signature is the launch or the call whose arguments a byte offset of the document stands among.
	Signature(ctx context.Context, offset int) *Signature
	// Statement are the lines of the statement or declaration that a byte offset of the document is in, as far as the text tells.
	Statement(ctx context.Context, offset int) source.Span
	// Complete proposes what could be written at a byte offset of the document.
	Complete(ctx context.Context, offset int) *Completions
}

// SymbolKind is the sort of a symbol.
type SymbolKind uint8

// The sorts of symbols.
const (
	SymbolFunction SymbolKind = iota
	SymbolKernel
	SymbolMethod
	SymbolConstructor
	SymbolOperator
	SymbolVariable
	SymbolConstant
	SymbolField
	SymbolClass
	SymbolStruct
	SymbolEnum
	SymbolEnumerator
	SymbolNamespace
	SymbolType
)

// Declaration is what an outline shows of one.
type Declaration struct {
	Name string
	// Detail is what only cudals knows of it and its type, for people.
	Detail string
	Kind   SymbolKind
	// Name is at Place; Full is the whole declaration, which contains it.
	Place, Full source.Place
	Children    []Declaration
	// In is what it stands in, where it is told by itself.
	In         string
	Deprecated bool
}

// Origin is where something is declared that files name that no open document reads. The zero Origin is that of what none can name.
type Origin struct {
	// File is the path of the file that has its first declaration.
	File string
	// Word is what these files have where they name it; "" where they need not name it.
	Word string
}

// Entity is anything that a name means: of C++, a macro, or a file that is included.
type Entity struct {
	// Key tells it from all others, in other documents too that read the same files.
	Key string
	// Heirs is the origin of a class or a virtual function, from which others may derive, or which they may override.
	Heirs Origin
	// Place is its name where it was asked for.
	Place source.Place
	// Elsewhere are its declarations in other files than the document, some of which its mentions tell of too.
	Elsewhere []Mention
}

// Role is what a mention of an entity does.
type Role uint8

// The roles.
const (
	// RoleRead also stands for a function that is called, launched or only named.
	RoleRead Role = iota
	RoleWrite
	RoleDeclares
	RoleDefines
)

// Mention is a place of an entity's name.
type Mention struct {
	Place source.Place
	Role  Role
}

// TokenKind is the sort of what a name means, as colours tell them apart.
type TokenKind uint8

// The sorts of names.
const (
	TokenNamespace TokenKind = iota
	TokenType
	TokenClass
	TokenStruct
	TokenEnum
	TokenEnumMember
	TokenTypeParameter
	TokenParameter
	TokenVariable
	TokenProperty
	TokenFunction
	TokenMethod
	TokenMacro
	TokenLabel
)

// TokenModifiers are what is to be seen of a name besides its sort.
type TokenModifiers uint16

// The modifiers. Of functions TokenHost, TokenDevice and TokenKernel tell where they run, of variables the others and TokenDevice
// in which memory they live.
const (
	TokenDeclares TokenModifiers = 1 << iota
	TokenDefines
	TokenReadonly
	TokenStatic
	TokenHost
	TokenDevice
	TokenKernel
	TokenShared
	TokenConstant
	TokenManaged
)

// TokenOfCUDA are the modifiers that C++ alone does not have and that set a name apart: host code is what all is that is nothing else.
const TokenOfCUDA = TokenDevice | TokenKernel | TokenShared | TokenConstant | TokenManaged

// Token is a name with what it means.
type Token struct {
	Span      source.Span
	Kind      TokenKind
	Modifiers TokenModifiers
}

// Callable is a function.
type Callable struct {
	Key, Name, Detail string
	Kind              SymbolKind
	Origin            Origin
	// Name is at Place; Full is the whole definition, or a declaration where there is none.
	Place, Full source.Place
}

// Class is a class as hierarchies show it; Detail are the spaces of its special members.
type Class struct {
	Key, Name, Detail string
	Kind              SymbolKind
	Origin            Origin
	// Name is at Place; Full is the whole definition, or the name where there is none.
	Place, Full source.Place
}

// Calling is a function at the other end of calls, with their places in the caller's file.
type Calling struct {
	Callable
	// How tells of calls that are none by name: "launches", "destroys", …; "" for others.
	How    string
	Places []source.Place
}

// Reach is who launches a kernel, or which kernels reach another function.
type Reach struct {
	// Place is the function's name.
	Place source.Place
	// Launches are the places where it is launched, Kernels the names of the kernels from which calls lead to it.
	Launches, Kernels []source.Place
}

// Pass is a pass of the compiler over the document.
type Pass struct {
	Name string // "host" or "device"
	Arch int
	// Unseen are the parts of the document that the pass certainly does not see, in order: whole lines.
	Unseen []source.Span
}

// HintKind is the sort of a hint.
type HintKind uint8

// The sorts of hints.
const (
	// HintSpace is an execution space that nothing says.
	HintSpace HintKind = iota
	// HintLaunch names what an argument of a launch's configuration is.
	HintLaunch
	// HintArgument names the parameter that an argument of a kernel is for.
	HintArgument
	// HintTotal is how many blocks or threads an argument of a launch's configuration stands for.
	HintTotal
	// HintCapture is what a lambda captures because it is used.
	HintCapture
)

// Hint is a text to be shown in a line that it is no part of.
type Hint struct {
	Kind HintKind
	File *source.File
	// Offset is where it is shown.
	Offset int
	Label  string
	// Tooltip is Markdown, Target where the label leads; it may be zero.
	Tooltip string
	Target  source.Place
}

// Signature is a launch or a call, as far as it is written.
type Signature struct {
	// Launch: the cursor is in the configuration, between <<< and >>>.
	Launch bool
	// Labels are one for each function that may be meant.
	Labels []SignatureLabel
	// Active is the number of the argument that the cursor is in, from 0.
	Active int
}

// SignatureLabel is the head of a function, with its parameters as parts of it.
type SignatureLabel struct {
	Text string
	// Params are spans of Text, Docs what is said of each, in Markdown.
	Params []source.Span
	Docs   []string
}

// Open reports whether the last parameter takes any number of arguments.
func (l *SignatureLabel) Open() bool {
	if len(l.Params) == 0 {
		return false
	}
	last := l.Params[len(l.Params)-1]
	return strings.Contains(l.Text[last.Start:last.End], "...")
}

// Renaming is what can get another name.
type Renaming struct {
	// At is the name, Name its text.
	At   source.Span
	Name string
	// Wide is what other files may mention as well; nil for what one declaration has for itself. That is named at Places, among the names Taken.
	Wide   *check.Rename
	Places []source.Span
	Taken  []string
	// Refused is why it is not renamed.
	Refused string
}

// CompletionKind is the sort of a proposal.
type CompletionKind uint8

// The sorts of proposals.
const (
	CompleteKeyword CompletionKind = iota
	CompleteVariable
	CompleteField
	CompleteSnippet
	CompleteNumber
	CompleteFunction
	CompleteMethod
	CompleteClass
	CompleteEnum
	CompleteConstant
	CompleteNamespace
	CompleteConcept
	CompleteParam // of a template
	CompleteMacro
	CompleteFile
	CompleteFolder
)

// Completions are proposals that all take the place of one span.
type Completions struct {
	Span  source.Span
	Items []Completion
	// Words: they are words that could stand there, which nobody wants to be shown at each space that is typed.
	Words bool
	// Incomplete: there are more, which are proposed when more of the word is typed.
	Incomplete bool
}

// Completion is a proposal.
type Completion struct {
	Label, Detail string
	// Beside is what of Detail there is room for beside the label of each proposal; "" for nothing.
	Beside string
	// Doc is Markdown.
	Doc  string
	Kind CompletionKind
	// Text is what is inserted; it has tab stops as in ${1:name} where Snippet is set, and is Plain without.
	Text, Plain string
	Snippet     bool
	// Filter is what the typed text is compared with, where that is not Label.
	Filter string
	// Elsewhere: servers of C++ propose it as well, where they see the toolkit's headers.
	Elsewhere bool
	// Rank is where it stands among the others.
	Rank CompletionRank
}

// CompletionRank is which proposals a person is shown first, of those that fit what is typed alike.
type CompletionRank uint8

// The ranks.
const (
	RankNone    CompletionRank = iota // by the label
	RankLocal                         // of the body around
	RankMember                        // of the class around
	RankHeader                        // of a library's or the system's headers
	RankKeyword                       // of C++
	RankLast                          // it cannot be used there
)

// NoQueries answers nothing.
type NoQueries struct{}

func (NoQueries) Symbols(context.Context) []Declaration { return nil }

// Aside implements Queries.
func (NoQueries) Aside(context.Context) bool { return false }

// Guesses implements Queries.
func (NoQueries) Guesses(context.Context) []string { return nil }

// Named implements Queries.
func (NoQueries) Named(context.Context, func(string) bool) []Declaration { return nil }
func (NoQueries) Entity(context.Context, int) *Entity                    { return nil }

// EntityIn implements Queries.
func (NoQueries) EntityIn(context.Context, *source.File, int) *Entity { return nil }
func (NoQueries) Mentions(context.Context, string) []Mention          { return nil }
func (NoQueries) Renaming(context.Context, int) *Renaming             { return nil }
func (NoQueries) TypeDefinition(context.Context, int) []Mention       { return nil }
func (NoQueries) Tokens(context.Context) []Token                      { return nil }
func (NoQueries) Callable(context.Context, int) *Callable             { return nil }
func (NoQueries) Callers(context.Context, string) []Calling           { return nil }
func (NoQueries) Callees(context.Context, string) []Calling           { return nil }
func (NoQueries) Class(context.Context, int) *Class                   { return nil }
func (NoQueries) Bases(context.Context, string) []Class               { return nil }
func (NoQueries) Derived(context.Context, string) []Class             { return nil }
func (NoQueries) Implementations(context.Context, string) []Mention   { return nil }
func (NoQueries) Reaches(context.Context) []Reach                     { return nil }
func (NoQueries) Passes(context.Context) []Pass                       { return nil }
func (NoQueries) Expanded(context.Context, string) (string, bool)     { return "", false }
func (NoQueries) Hints(context.Context, source.Span) []Hint           { return nil }
func (NoQueries) Signature(context.Context, int) *Signature           { return nil }
func (NoQueries) Statement(context.Context, int) source.Span          { return source.Span{} }
func (NoQueries) Complete(context.Context, int) *Completions          { return nil }
