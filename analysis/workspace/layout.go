package workspace

import (
	"fmt"
	"regexp"
	"strings"

	"cudals/analysis/source"
)

// Layout is where kernel parameters and __constant__ variables of one translation unit lie in constant memory.
type Layout struct {
	File      string // the document's path
	Arch      int    // 10*major+minor
	Constants []ConstantLayout
	// ConstantBytes is the end of the last variable; ConstantsUnknown says why it is not exact, "" where it is.
	ConstantBytes    int64
	ConstantsUnknown string
	// Relocatable: the constants lie so in the file's own object, before the linker joins it with others.
	Relocatable bool
	Kernels     []KernelLayout // in order of their symbols
}

// LayoutPart is an object, or a part of one, with what it is made of.
type LayoutPart struct {
	Name, Type string // Name is "" where it has none
	// Offset and Size are in bytes, Offset from the beginning of what holds it. Align is 0 for bit-fields, whose width is Bits.
	Offset, Size, Align, Bits int64
	// Count is the number of elements of an array of class type, 1 for a single object.
	Count int64
	// Parts are the members and bases of a class, of an array those of the first element; nil for what is no class or but wraps
	// what is none, and where they are not known. Element is the size of the object that they are parts of.
	Parts   []LayoutPart
	Element int64
}

// Declaration is the part as one would declare it: "float table[16]".
func (p *LayoutPart) Declaration() string {
	out := p.Type
	inner := declaratorInParentheses.FindStringIndex(p.Type)
	switch element := p.ElementType(); {
	case p.Name == "":
	case inner != nil: // a pointer or reference to a function or an array
		at := inner[1] - 1
		if bound := strings.IndexByte(p.Type[inner[0]:at], '['); bound >= 0 { // of an array of them
			at = inner[0] + bound
		}
		out = Joined(p.Type[:at], p.Name) + p.Type[at:]
	case element != p.Type:
		out = Joined(element, p.Name) + strings.TrimLeft(p.Type[len(element):], " ")
	default:
		out = Joined(p.Type, p.Name)
	}
	if p.Bits > 0 {
		out += fmt.Sprintf(" : %d", p.Bits)
	}
	return out
}

// declaratorInParentheses is where the name of a function pointer goes.
var declaratorInParentheses = regexp.MustCompile(`\([*&][^()]*\)`)

// Joined puts a name behind a type.
func Joined(typ, name string) string {
	if strings.HasSuffix(typ, "*") || strings.HasSuffix(typ, "&") {
		return typ + name
	}
	return typ + " " + name
}

// Shortened is the declaration without the middle of a long type, so that it has about as many characters as limit says.
func (p *LayoutPart) Shortened(limit int) string {
	q := *p
	const least = 24
	half := max(limit-len(p.Name), least) / 2
	if typ := []rune(q.Type); len(typ) > 2*half {
		q.Type = string(typ[:half]) + "…" + string(typ[len(typ)-half+1:])
	}
	return q.Declaration()
}

// ElementType is the type of an array's elements, and of what is no array its own.
func (p *LayoutPart) ElementType() string {
	if !strings.HasSuffix(p.Type, "]") {
		return p.Type
	}
	from := strings.LastIndexByte(p.Type, '>') + 1 // past the arguments of a template
	bounds := max(0, strings.IndexByte(p.Type[from:], '['))
	return strings.TrimRight(p.Type[:from+bounds], " ")
}

// Holes are the bytes of padding inside of it.
func (p *LayoutPart) Holes() int64 {
	if len(p.Parts) == 0 {
		return 0
	}
	holes, end := int64(0), int64(0)
	for i := range p.Parts {
		m := &p.Parts[i]
		holes += max(0, m.Offset-end) + m.Holes()
		end = max(end, m.Offset+m.Size)
	}
	return p.Count * (holes + max(0, p.Element-end))
}

// Symbol is the name of a kernel or a variable in object files.
type Symbol struct {
	// Text is "" where it is not known, and Unknown says why.
	Text, Unknown string
	// Shown is the name that NVIDIA's tools show for the symbol, be it known or not; "" where that is not known.
	Shown string
}

// ConstantLayout is one __constant__ variable in constant bank 3.
type ConstantLayout struct {
	LayoutPart
	Symbol Symbol
	Place  source.Place
	// Unknown says why some numbers are not known, "" where all are.
	Unknown string
}

// KernelLayout is how the parameters of one kernel lie in constant bank 0.
type KernelLayout struct {
	Symbol   Symbol
	Name     string // for people
	Instance bool   // of a template
	Place    source.Place
	// Base is the offset of the first parameter in the bank, from which offsets count; Total the end of the last, counted
	// from Base; Sum the bytes without padding, which may not exceed Limit.
	Base, Total, Sum, Limit int64
	// Documented: Base is what documentation says, and nobody measured it.
	Documented bool
	Params     []LayoutPart
	Unknown    string
}
