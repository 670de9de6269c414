// Package locate is an analysed document as who is asked about its places sees it: its views, what stands where, what names mean, and
// what spaces are called before people. Whoever asks has the document to himself.
package locate

import (
	"cmp"
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Document is an analysed document, of which questions about places are asked.
type Document struct {
	Input workspace.Input
	Views []*View
	// Judged is the device view that findings are from, where another architecture's stands in its place; else nil.
	Judged *View
	// Rules are those that the engine knows.
	Rules []*check.Rule
	// words are the identifiers of the document, once somebody asked for them.
	words []source.Span
	// tokens are those of its text, once somebody asked for them, interned by in.
	tokens []token.Token
	in     *token.Interner
	// statements are the tokens outside of directives.
	statements statements
}

// NewDocument is a document of which views were analysed.
func NewDocument(in workspace.Input, views []*View, rules []*check.Rule) *Document {
	return &Document{Input: in, Views: views, Rules: rules}
}

// Beside is the document with another architecture's device view in the place of its own.
func (doc *Document) Beside(v *View) *Document {
	out := NewDocument(doc.Input, []*View{doc.Views[0], v}, doc.Rules)
	out.Judged = doc.Device()
	return out
}

// In is the document with the text of a header that it reads in the place of its own, for what its bodies tell of places in that.
func (doc *Document) In(header *source.File) *Document {
	in := doc.Input
	in.File = header
	return NewDocument(in, doc.Views, doc.Rules)
}

// With is the document with further views, which are asked last.
func (doc *Document) With(views []*View) *Document {
	if len(views) == 0 {
		return doc
	}
	return NewDocument(doc.Input, slices.Concat(views, doc.Views), doc.Rules)
}

// View is one pass of a document, analysed.
type View struct {
	Pass         toolchain.Pass
	Arch         int
	Command      *toolchain.Command
	Preprocessed *preprocess.Unit
	Interner     *token.Interner
	Unit         *sema.Unit
	Spaces       *spaces.Model
	// Declared, bodies and emission are what the rules saw.
	Declared sema.Declared
	Bodies   []*sema.Facts
	Emission *spaces.Emission
	// System are the constants that system headers declare.
	System []*sema.Var
	// Index reads all declarations, so that it is known what the names in them mean.
	Index func()
	// spelled are the names of the document, once somebody asked for them.
	spelled []Name
	// offered are the subjects, once somebody asked for them.
	offered []Subject
	// instantiated are all bodies that the view analysed, once somebody asked for them.
	instantiated []*sema.Facts
	// shown are Bodies and the headless ones, once somebody asked for them.
	shown []*sema.Facts
	// here is what stands in the document itself, once somebody asked for it.
	here *Here
	// left are the lines that the pass leaves out, once somebody asked for them.
	left []preprocess.LeftOut
	// memos are what rooms above remember, by their Memo.
	memos map[any]any
	steps int
}

// Step is taken for each of the many things that a question is about. Where nobody waits for the answer any more it ends the question, as a
// panic that is no fault.
func (v *View) Step() {
	if v.steps++; v.steps%stepsPerLook == 0 && v.Unit.Stopped() {
		panic(sema.Enough{})
	}
}

// stepsPerLook is how many steps are taken between two looks at whether anybody waits: some microseconds each.
const stepsPerLook = 64

// Memo is what is made of a view once, when somebody asks for it first.
type Memo[T any] struct{ from func(*View) T }

// NewMemo is a memo of what a function makes.
func NewMemo[T any](from func(*View) T) *Memo[T] { return &Memo[T]{from} }

// Of is what is made of a view.
func (m *Memo[T]) Of(v *View) T {
	if known, ok := v.memos[m]; ok {
		return known.(T)
	}
	made := m.from(v)
	if v.memos == nil {
		v.memos = map[any]any{}
	}
	v.memos[m] = made
	return made
}

// PassName names the pass of a view in Markdown, with the architecture where it has one.
func (v *View) PassName() string {
	if v.Pass == toolchain.HostPass {
		return v.Pass.String()
	}
	return fmt.Sprintf("%s (`sm_%d`)", v.Pass, v.Arch)
}

// LeftOut lists what conditions of the preprocessor leave out in this view.
func (v *View) LeftOut() []preprocess.LeftOut {
	if v.left == nil {
		v.left = slices.Grow(v.Preprocessed.LeftOut(), 1)
	}
	return v.left
}

// LeavesOut reports whether the line at an offset of the document is not compiled.
func (v *View) LeavesOut(offset int) bool {
	arms := v.LeftOut() // in order, none within another
	i, _ := slices.BinarySearchFunc(arms, offset, func(arm preprocess.LeftOut, at int) int { return cmp.Compare(arm.Text.End, at+1) })
	return i < len(arms) && arms[i].Text.Start <= offset
}

var defines = NewMemo(func(v *View) []preprocess.Define { return v.Preprocessed.Defines() })

// MacroAt is the macro of a name: what it is at the end of the unit, and of one that is taken back what it is at an offset of the document.
func (v *View) MacroAt(name token.Sym, offset int) *preprocess.Macro {
	if m := v.Preprocessed.Macro(name); m != nil {
		return m
	}
	v.Step()
	var found *preprocess.Macro
	for _, d := range defines.Of(v) {
		switch {
		case d.Name != name:
		case found != nil && d.At.Start > offset:
			return found
		case d.Macro != nil || d.At.End < offset:
			found = d.Macro
		}
	}
	return found
}

// Defines are the definitions of a macro in the document.
func (v *View) Defines(name token.Sym) []*preprocess.Macro {
	var out []*preprocess.Macro
	for _, d := range defines.Of(v) {
		if d.Name == name && d.Macro != nil {
			out = append(out, d.Macro)
		}
	}
	return out
}

// IsKernel reports whether a function is one.
func (v *View) IsKernel(f *sema.Func) bool { return v.Spaces.Of(f).Space&cudaspace.Global != 0 }

// Pattern is the function that is written for a function: the template of an instance, the member of the class template for a member of an
// instance.
func (v *View) Pattern(f *sema.Func) *sema.Func {
	if f.Template != nil && f.Template.Func != nil && !f.Specialization {
		f = f.Template.Func
	}
	return v.Unit.PatternFunc(f)
}

// Device is the first device view, nil for a file that is compiled for the host alone.
func (doc *Document) Device() *View {
	for _, v := range doc.Views {
		if v.Pass == toolchain.DevicePass {
			return v
		}
	}
	return nil
}

// Whole is all of a chunk.
func Whole(c *sema.Chunk) sema.Site {
	return sema.Site{Chunk: c, Span: ast.Span{Hi: int32(c.Hi - c.Lo)}}
}
