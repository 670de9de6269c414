package source

import (
	"bytes"
	"unicode/utf8"
)

// NewFile makes a file of a cleaned absolute path and its text, which must not be changed afterwards. A byte order mark
// stays part of the text, so that offsets are those of the file on disk.
func NewFile(path string, text []byte) *File {
	return &File{Path: path, Text: text, Hash: hashBytes(text), Lines: appendLines(nil, text, 0), ascii: isASCII(text), marks: new(marks)}
}

func isASCII(text []byte) bool {
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

var bom = []byte("\xef\xbb\xbf")

// BOMLen is the length of the byte order mark that the text starts with: 3 or 0.
func (f *File) BOMLen() int {
	if bytes.HasPrefix(f.Text, bom) {
		return len(bom)
	}
	return 0
}

// appendLines appends the start of the line at from and of each line after it. Lines end with LF, CR LF or CR, as the
// language server protocol defines them.
func appendLines(lines []int32, text []byte, from int) []int32 {
	if lines == nil {
		lines = make([]int32, 0, len(text)/32+1)
	}
	lines = append(lines, int32(from))
	noCR := bytes.IndexByte(text[from:], '\r') < 0
	for i := from; i < len(text); {
		if noCR {
			n := bytes.IndexByte(text[i:], '\n')
			if n < 0 {
				break
			}
			i += n + 1
			lines = append(lines, int32(i))
			continue
		}
		c := text[i]
		i++
		if c == '\n' || c == '\r' && (i == len(text) || text[i] != '\n') {
			lines = append(lines, int32(i))
		}
	}
	return lines
}

// LineOf is the line, counted from 0, that holds offset. An offset outside the text belongs to the nearest line.
func (f *File) LineOf(offset int) int {
	lo, hi := 0, len(f.Lines)
	for hi-lo > 1 {
		mid := int(uint(lo+hi) >> 1)
		if int(f.Lines[mid]) <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// LineSpan is the span of a line without its terminator. The line must exist.
func (f *File) LineSpan(line int) Span {
	start, end := int(f.Lines[line]), len(f.Text)
	if line+1 < len(f.Lines) {
		end = int(f.Lines[line+1])
		if end > start && f.Text[end-1] == '\n' {
			end--
		}
		if end > start && f.Text[end-1] == '\r' {
			end--
		}
	}
	return Span{Start: start, End: end}
}

// Slice is the text of a span; parts outside the file are left out.
func (f *File) Slice(s Span) []byte {
	start, end := max(s.Start, 0), min(s.End, len(f.Text))
	if start >= end {
		return nil
	}
	return f.Text[start:end]
}
