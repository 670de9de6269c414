package source

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"unicode/utf8"
)

// Encoding says in which units the columns of positions are counted.
type Encoding uint8

// The encodings that the language server protocol knows. UTF16 is its default.
const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

// Position is a line and a column in it, both counted from 0; the column in the units of some Encoding.
type Position struct{ Line, Column int }

// ErrOutOfRange is wrapped by errors about positions that lie outside a text or inside a character.
var ErrOutOfRange = errors.New("position out of range")

// units is the number of units of the character at the start of b, and the bytes it takes. Each byte that is not UTF-8
// stands for one replacement character, which is what a client that decoded the same bytes counts.
func (e Encoding) units(b []byte) (units, size int) {
	if b[0] < utf8.RuneSelf {
		return 1, 1
	}
	r, size := utf8.DecodeRune(b)
	switch {
	case e == UTF8 && (r != utf8.RuneError || size > 1):
		return size, size
	case e == UTF16 && r > 0xFFFF:
		return 2, size
	default:
		return 1, size
	}
}

// Position is the position of a byte offset. An offset outside the text counts as its start or end; one inside a
// character as that character's start; one inside a line's terminator as the line's end.
func (f *File) Position(offset int, enc Encoding) Position {
	offset = min(max(offset, 0), len(f.Text))
	line := f.LineOf(offset)
	span := f.LineSpan(line)
	offset = min(offset, span.End)
	if f.ascii {
		return Position{Line: line, Column: offset - span.Start}
	}
	i, column := f.before(span, enc, func(m *mark) bool { return int(m.offset) > offset })
	for i < offset {
		units, size := enc.units(f.Text[i:])
		if i+size > offset {
			break
		}
		column += units
		i += size
	}
	return Position{Line: line, Column: column}
}

// offset is the byte offset of a position. The error wraps ErrOutOfRange when the line does not exist, the column lies
// beyond the line's end, or the position is inside a character; the offset is then the one that OffsetClamped gives.
func (f *File) offset(p Position, enc Encoding) (int, error) {
	switch {
	case p.Line < 0:
		return 0, fmt.Errorf("line %d: %w", p.Line, ErrOutOfRange)
	case p.Line >= len(f.Lines):
		return len(f.Text), fmt.Errorf("line %d of %d: %w", p.Line, len(f.Lines), ErrOutOfRange)
	}
	span := f.LineSpan(p.Line)
	if p.Column < 0 {
		return span.Start, fmt.Errorf("column %d: %w", p.Column, ErrOutOfRange)
	}
	var i, column int
	if f.ascii {
		column = min(p.Column, span.End-span.Start)
		i = span.Start + column
	} else {
		i, column = f.before(span, enc, func(m *mark) bool { return int(m.columns[enc]) > p.Column })
	}
	for i < span.End && column < p.Column {
		units, size := enc.units(f.Text[i:])
		if column+units > p.Column {
			return i, fmt.Errorf("column %d of line %d is inside a character: %w", p.Column, p.Line, ErrOutOfRange)
		}
		column += units
		i += size
	}
	if column < p.Column {
		return i, fmt.Errorf("column %d of line %d, which has %d: %w", p.Column, p.Line, column, ErrOutOfRange)
	}
	return i, nil
}

// A mark is the column of a character in the middle of a long line, in each Encoding.
type mark struct {
	offset  int32
	columns [UTF32 + 1]int32
}

// marks stand in the lines of a text that are longer than longLine, as far from each other.
type marks struct {
	once sync.Once
	list []mark
}

// longLine is how many bytes a position may cost.
const longLine = 1024

// before is where counting columns may begin in a line: its start, or the last of its marks that is not beyond what is asked for.
func (f *File) before(line Span, enc Encoding, beyond func(m *mark) bool) (offset, column int) {
	if line.End-line.Start <= longLine {
		return line.Start, 0
	}
	f.marks.once.Do(f.mark)
	list := f.marks.list
	list = list[sort.Search(len(list), func(i int) bool { return int(list[i].offset) > line.Start }):]
	list = list[:sort.Search(len(list), func(i int) bool { return int(list[i].offset) > line.End || beyond(&list[i]) })]
	if len(list) == 0 {
		return line.Start, 0
	}
	last := list[len(list)-1]
	return int(last.offset), int(last.columns[enc])
}

func (f *File) mark() {
	for line := range f.Lines {
		span := f.LineSpan(line)
		if span.End-span.Start <= longLine {
			continue
		}
		var at mark
		next := span.Start + longLine
		for i := span.Start; i < span.End; {
			if i >= next {
				at.offset = int32(i)
				f.marks.list = append(f.marks.list, at)
				next = i + longLine
			}
			size := 0
			for enc := range at.columns {
				var units int
				units, size = Encoding(enc).units(f.Text[i:])
				at.columns[enc] += int32(units)
			}
			i += size
		}
	}
}

// OffsetClamped is Offset, with a position out of range taken as the nearest one before it: the line's end, the text's
// end, the character's start.
func (f *File) OffsetClamped(p Position, enc Encoding) int {
	offset, _ := f.offset(p, enc)
	return offset
}
