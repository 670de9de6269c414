// Package wire is what messages are made of on their way between client, supervisor and worker: frames, the names of documents, edits,
// and what supervisor and worker say to each other.
package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

const (
	maxHeader = 16 << 10
	// maxBody bounds one message; the largest text that is analysed fits in with every byte escaped.
	maxBody = 256 << 20
	// maxQueued bounds what waits for a client that does not read.
	maxQueued = 256 << 20
)

// Stream frames messages as the protocol's base does. Two things make it safe against any client: what is not JSON-RPC is
// answered and skipped, where the library would end the session; and nothing that is written ever waits for the client,
// so that the reader of messages cannot be held up by one that writes without reading.
type Stream struct {
	in  *bufio.Reader
	rwc io.ReadWriteCloser
	buf []byte

	mu     sync.Mutex
	room   *sync.Cond
	queue  [][]byte
	queued int
	busy   bool // the writer is writing
	closed bool
	err    error // of the writer
}

var _ jsonrpc2.Stream = (*Stream)(nil)

// NewStream returns a stream over a connection, and begins to write what is enqueued.
func NewStream(rwc io.ReadWriteCloser) *Stream {
	s := &Stream{in: bufio.NewReaderSize(rwc, 64<<10), rwc: rwc}
	s.room = sync.NewCond(&s.mu)
	go s.write()
	return s
}

// ReadFrame returns the next message's text, which is valid until the next call. The library finds the method by its name.
func (s *Stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		length, err := s.header()
		if err != nil {
			return nil, 0, err
		}
		if length > maxBody {
			s.refuse(jsonrpc2.InvalidRequest, fmt.Sprintf("message of %d bytes is too large", length))
			if _, err := io.CopyN(io.Discard, s.in, length); err != nil {
				return nil, 0, truncated(err)
			}
			continue
		}
		// The buffer grows with what arrives, not with what is announced.
		body := bytes.NewBuffer(s.buf[:0])
		if _, err := io.CopyN(body, s.in, length); err != nil {
			return nil, 0, truncated(err)
		}
		s.buf = body.Bytes()
		if cap(s.buf) > 1<<20 {
			s.buf = nil
		}
		if text := body.Bytes(); s.WellFormed(text) {
			return text, length, nil
		}
	}
}

// WellFormed answers and drops what the library cannot read.
func (s *Stream) WellFormed(text []byte) bool {
	var err error
	if trimmed := bytes.TrimLeft(text, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		_, err = jsonrpc2.ParseRequests(text)
	} else {
		_, err = jsonrpc2.DecodeMessage(text)
	}
	if err == nil {
		return true
	}
	code := jsonrpc2.ParseError
	var wire *jsonrpc2.Error
	if errors.As(err, &wire) {
		code = wire.Code
	}
	s.refuse(code, err.Error())
	return false
}

// refuse answers a message whose id is not known.
func (s *Stream) refuse(code jsonrpc2.Code, message string) {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, code, strconv.Quote(message))
	_, _ = s.Enqueue([]byte(body))
}

// header reads the header fields of a message. The error is final: after a broken header nobody knows where the next
// message starts.
func (s *Stream) header() (length int64, err error) {
	length = -1
	size := 0
	for {
		line, err := s.in.ReadSlice('\n')
		if size += len(line); errors.Is(err, bufio.ErrBufferFull) || size > maxHeader {
			return 0, fmt.Errorf("%w: it is longer than %d bytes", jsonrpc2.ErrInvalidHeader, maxHeader)
		}
		if err != nil {
			if errors.Is(err, io.EOF) && size == 0 {
				return 0, io.EOF
			}
			return 0, truncated(err)
		}
		field := strings.TrimRight(string(line), "\r\n")
		if field == "" {
			break
		}
		name, value, ok := strings.Cut(field, ":")
		if !ok {
			return 0, fmt.Errorf("%w: no colon in %.80q", jsonrpc2.ErrInvalidHeader, field)
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			if err != nil || length <= 0 {
				return 0, fmt.Errorf("%w: Content-Length is %.80q", jsonrpc2.ErrInvalidHeader, value)
			}
		}
	}
	if length < 0 {
		return 0, fmt.Errorf("%w: no Content-Length", jsonrpc2.ErrInvalidHeader)
	}
	return length, nil
}

func truncated(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Read implements jsonrpc2.Stream.
func (s *Stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	text, n, err := s.ReadFrame(ctx)
	if err != nil {
		return nil, 0, err
	}
	m, err := jsonrpc2.DecodeMessage(text)
	return m, n, err
}

// Write implements jsonrpc2.Stream. It returns before the message is written.
func (s *Stream) Write(ctx context.Context, m jsonrpc2.Message) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return s.Enqueue(jsonrpc2.AppendMessage(nil, m))
}

// WriteFrame writes an encoded message; the library finds the method by its name.
func (s *Stream) WriteFrame(ctx context.Context, data []byte) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return s.Enqueue(data)
}

// Enqueue frames a message and puts it behind those that wait to be written; it waits itself while these are too many.
func (s *Stream) Enqueue(body []byte) (int64, error) {
	frame := make([]byte, 0, len(body)+32)
	frame = append(frame, "Content-Length: "...)
	frame = strconv.AppendInt(frame, int64(len(body)), 10)
	frame = append(frame, "\r\n\r\n"...)
	frame = append(frame, body...)
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.queued > maxQueued && !s.closed && s.err == nil {
		s.room.Wait()
	}
	if s.err != nil {
		return 0, s.err
	}
	if s.closed {
		return 0, io.ErrClosedPipe
	}
	s.queue = append(s.queue, frame)
	s.queued += len(frame)
	s.room.Broadcast()
	return int64(len(frame)), nil
}

// write is the writer's goroutine.
func (s *Stream) write() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		for len(s.queue) == 0 && !s.closed {
			s.room.Wait()
		}
		if len(s.queue) == 0 || s.err != nil {
			return
		}
		frame := s.queue[0]
		s.queue[0] = nil
		s.queue = s.queue[1:]
		s.busy = true
		s.mu.Unlock()
		_, err := s.rwc.Write(frame)
		s.mu.Lock()
		s.busy = false
		s.queued -= len(frame)
		if err != nil {
			s.err, s.queue = err, nil
		}
		s.room.Broadcast()
	}
}

// Flush waits until all that was said has been written, but not for ever.
func (s *Stream) Flush(limit time.Duration) {
	timer := time.AfterFunc(limit, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.closed = true
		s.room.Broadcast()
	})
	defer timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for (len(s.queue) > 0 || s.busy) && s.err == nil && !s.closed {
		s.room.Wait()
	}
}

// Drain waits until all that was said has been written.
func (s *Stream) Drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for (len(s.queue) > 0 || s.busy) && s.err == nil && !s.closed {
		s.room.Wait()
	}
}

// Full reports whether whoever writes next would have to wait.
func (s *Stream) Full() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.queued > maxQueued
}

// Abandon closes a stream whose other end is gone.
func (s *Stream) Abandon() {
	s.mu.Lock()
	s.closed, s.queue = true, nil
	s.room.Broadcast()
	s.mu.Unlock()
	_ = s.rwc.Close()
}

// Close implements jsonrpc2.Stream.
func (s *Stream) Close() error {
	s.Flush(2 * time.Second)
	s.mu.Lock()
	s.closed = true
	s.room.Broadcast()
	s.mu.Unlock()
	return s.rwc.Close()
}
