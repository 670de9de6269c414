package source

import (
	"fmt"
	"math"
)

// Change is one step of an edit as an editor reports it: Text replaces what stands between Start and End, or everything
// when Whole.
type Change struct {
	Start, End Position
	Whole      bool
	Text       string
}

// MaxSize is the largest text that is analysed, in bytes.
const MaxSize = 64 << 20

// Apply makes the file after changes, each in the coordinates that the one before left. f itself stays as it is. A
// column beyond its line's end counts as the end, as the protocol has it; a range that is upside down or starts at a
// line that does not exist is an error that wraps ErrOutOfRange, and nothing is applied.
func (f *File) Apply(changes []Change, enc Encoding) (*File, error) {
	cur := &File{Path: f.Path, Text: f.Text, Lines: f.Lines, ascii: f.ascii, marks: f.marks}
	for i, c := range changes {
		if c.Whole {
			if len(c.Text) > MaxSize {
				return nil, fmt.Errorf("change %d of %s: text of %d bytes is too large", i, f.Path, len(c.Text))
			}
			text := []byte(c.Text)
			cur.Text, cur.Lines, cur.ascii, cur.marks = text, appendLines(nil, text, 0), isASCII(text), new(marks)
			continue
		}
		if c.Start.Line < 0 || c.Start.Line > len(cur.Lines) || c.Start.Column < 0 || c.End.Column < 0 {
			return nil, fmt.Errorf("change %d of %s at line %d: %w", i, f.Path, c.Start.Line, ErrOutOfRange)
		}
		start, end := cur.OffsetClamped(c.Start, enc), cur.OffsetClamped(c.End, enc)
		if end < start {
			return nil, fmt.Errorf("change %d of %s ends before it starts: %w", i, f.Path, ErrOutOfRange)
		}
		if size := len(cur.Text) - (end - start) + len(c.Text); size > MaxSize || size > math.MaxInt32 {
			return nil, fmt.Errorf("change %d of %s: text of %d bytes is too large", i, f.Path, size)
		}
		cur.replace(start, end, c.Text)
	}
	cur.Hash = hashBytes(cur.Text)
	return cur, nil
}

// replace puts text in place of [start, end). Only lines that the edit touches are looked at again.
func (f *File) replace(start, end int, insert string) {
	text := make([]byte, 0, len(f.Text)-(end-start)+len(insert))
	text = append(text, f.Text[:start]...)
	text = append(text, insert...)
	text = append(text, f.Text[end:]...)

	// A CR before the edit and an LF after it may join or part, so the line before is looked at too, and one byte after.
	first := f.LineOf(max(start-1, 0))
	last := f.LineOf(min(end+1, len(f.Text)))
	delta := len(text) - len(f.Text)
	stop := len(text)
	if last+1 < len(f.Lines) {
		stop = int(f.Lines[last+1]) + delta
	}
	lines := make([]int32, 0, len(f.Lines)+16)
	lines = append(lines, f.Lines[:first]...)
	lines = appendLines(lines, text[:stop], int(f.Lines[first]))
	if last+1 < len(f.Lines) {
		if n := len(lines) - 1; int(lines[n]) == stop {
			lines = lines[:n]
		}
		for _, l := range f.Lines[last+1:] {
			lines = append(lines, l+int32(delta))
		}
	}
	f.Text, f.Lines, f.ascii, f.marks = text, lines, f.ascii && isASCII([]byte(insert)), new(marks)
}
