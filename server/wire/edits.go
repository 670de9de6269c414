package wire

import (
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
)

// PositionOf is a position of the protocol's.
func PositionOf(p protocol.Position) source.Position {
	return source.Position{Line: int(p.Line), Column: int(p.Character)}
}

// ChangesOf are the edits of a message.
func ChangesOf(params *protocol.DidChangeTextDocumentParams) ([]source.Change, error) {
	changes := make([]source.Change, 0, len(params.ContentChanges))
	for _, c := range params.ContentChanges {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			changes = append(changes, source.Change{Whole: true, Text: c.Text})
		case *protocol.TextDocumentContentChangePartial:
			changes = append(changes, source.Change{
				Start: PositionOf(c.Range.Start), End: PositionOf(c.Range.End), Text: c.Text,
			})
		default:
			return nil, fmt.Errorf("unknown kind %T", c)
		}
	}
	return changes, nil
}

// EncodingOf is how a client counts the characters of a line.
func EncodingOf(c *protocol.ClientCapabilities) source.Encoding {
	if g := c.General; g != nil {
		// The server computes in bytes, so that is what it would rather speak; the order of the client's list is its own
		// preference and only counts among what is equal here.
		switch {
		case slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF8):
			return source.UTF8
		case slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF16):
			return source.UTF16
		case slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF32):
			return source.UTF32
		}
	}
	return source.UTF16
}
