package wire

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
)

// What passes between a supervisor and its worker beyond the protocol. No client sees any of it.
const (
	// MethodPast is the first that a worker is told: what became of those before it.
	MethodPast = "$/cudals/past"
	// MethodBegin and methodEnd tell the supervisor on which files the engine runs: one of them is to blame when the worker
	// dies.
	MethodBegin = "$/cudals/begin"
	MethodEnd   = "$/cudals/end"
	// MethodPing is answered at once by whoever still takes messages.
	MethodPing = "$/cudals/ping"
)

// Past is what a worker has to know of the workers before it.
type Past struct {
	Deadly []Deadly `json:"deadly,omitempty"`
	// Suspects are files that were analysed together when a worker died. They are analysed one after the other, so that
	// the next death tells which it was.
	Suspects []string `json:"suspects,omitempty"`
}

// Deadly is a file whose analysis ended a worker.
type Deadly struct {
	Path string `json:"path"`
	// Mark is that of the text which did; "" where it is not known. That text is not tried again.
	Mark string `json:"mark,omitempty"`
	// Wait is how long another text is not tried either, in milliseconds.
	Wait int64 `json:"wait,omitempty"`
	// Line is for people.
	Line string `json:"line"`
	// Kept is what the client was told of the file last.
	Kept []json.RawMessage `json:"kept,omitempty"`
}

// Attempt is one run of the engine.
type Attempt struct {
	Path string `json:"path"`
	Mark string `json:"mark,omitempty"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// MarkOf tells texts of one file apart, in all processes alike.
func MarkOf(text []byte) string {
	return fmt.Sprintf("%d-%08x", len(text), crc32.Checksum(text, castagnoli))
}

// NotAnalysed is the rule of the finding that says that there are no others.
const NotAnalysed = "not-analysed"

// MethodArchitecture is the notification that all documents be looked at for one architecture from now on, as long as the server runs.
const MethodArchitecture = "cudals/architecture"
