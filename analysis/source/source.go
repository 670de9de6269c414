// Package source holds immutable file texts and their coordinates: byte offsets, lines, and positions in UTF-8, UTF-16
// and UTF-32 units. Files are read only through a Reader, so that editors' unsaved texts and tests' in-memory trees
// look like any other file.
package source

import (
	"cmp"
	"hash/maphash"
)

// Hash identifies a text by its content within one process.
type Hash uint64

var seed = maphash.MakeSeed()

// hashBytes is the Hash of a text.
func hashBytes(text []byte) Hash { return Hash(maphash.Bytes(seed, text)) }

// File is one version of one file: a cleaned absolute path and its text. It is immutable.
type File struct {
	Path string
	Text []byte
	Hash Hash
	// Lines holds the byte offset of each line's start; Lines[0] is 0.
	Lines []int32
	// ascii: each byte is a character, so that columns need no counting. It may be false for such a text.
	ascii bool
	// marks are made when a position in a long line is first asked for.
	marks *marks
}

// Span is a range of bytes in a file: Start is included, End is not.
type Span struct{ Start, End int }

// Place is a span in a file.
type Place struct {
	File *File
	Span Span
}

// IsZero reports whether p is no place at all.
func (p Place) IsZero() bool { return p.File == nil }

// Compare orders places as a person reads them.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.File.Path, q.File.Path), cmp.Compare(p.Span.Start, q.Span.Start))
}

// WordByte reports whether a byte may be part of an identifier, those of characters beyond ASCII included.
func WordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// Reader reads files. Implementations are safe for concurrent use.
type Reader interface {
	// ReadFile returns the present version of a file, or an error that wraps fs.ErrNotExist when there is none.
	ReadFile(path string) (*File, error)
	// Exists reports whether path is a readable regular file.
	Exists(path string) bool
}
