// Package server speaks the Language Server Protocol: it keeps the order of messages, asks captured snapshots of the
// workspace, and remembers what the client has been told. It knows no C++ and no CUDA.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/server/wire"
)

// Options are what a server is made of.
type Options struct {
	// Version of the program.
	Version string
	// Engine makes the engine that reads through files.
	Engine func(files source.Reader) workspace.Engine
	// Rules describe what the engine may say.
	Rules []*check.Rule
	// DocURL is where a rule is explained on the web; nil or "" for nowhere.
	DocURL func(*check.Rule) string
	// Project is what a project's configuration may hold; nil where nothing is to be proposed there.
	Project *ProjectKey
	// Layouts draw where parameters and constants lie, by the name of the format.
	Layouts map[string]func(io.Writer, *workspace.Layout) error
	// Describe tells how a file is compiled, from where, in lines; nil where nobody can.
	Describe func(*toolchain.Command) string
	// Compile are the command line's settings, under the editor's.
	Compile toolchain.Settings
	// Machine is where compile commands and toolkits are looked for; nil for the local one.
	Machine *toolchain.Machine
	// Disk is what documents lie over; nil for the local disk.
	Disk source.Reader
	// Limit bounds one analysis; 0 for the workspace's default.
	Limit time.Duration
	// Crowded reports whether more is held in memory than ought to be; nil where it never is.
	Crowded func() bool
	// Log receives what is for people who look for faults; it is copied to the client's log.
	Log *zap.Logger
}

// Server is one session with one client.
type Server struct {
	opts Options
	log  *zap.Logger

	stream *wire.Stream
	conn   jsonrpc2.Conn
	client protocol.Client

	// What follows up to life is set by initialize and constant afterwards.
	ws       *workspace.Workspace
	encoding source.Encoding
	caps     capabilities
	publish  *publisher
	mode     mode
	ruleURLs map[string]string       // by slug
	watcher  atomic.Pointer[watcher] // nil where the system has none

	life    life // of the session; only the reader of messages changes it
	trace   atomic.Value
	folders folders
	docs    documents
	trees   trees
	colours colours
	careful *careful
	// kept is what a process before this one had told of files whose analysis ended it; constant after initialize.
	kept map[string][]json.RawMessage

	ctx    context.Context // ends with the session
	cancel context.CancelFunc
	// exit is closed when the client said exit or its process died; code is then the program's exit status.
	exit     chan struct{}
	exitOnce sync.Once
	code     int
	flights  flights
	tokens   atomic.Int64
	bars     bars

	refreshes refresher
	crosses   crossChecks
	projects  projects

	settingsMu sync.Mutex
	settings   settings
	own        map[string]settings // of folders that have their own, by path
	arch       int                 // to look at in all documents, 0 for what their commands say
	workMu     sync.Mutex
	over       bool           // no more work begins
	work       sync.WaitGroup // of goroutines that outlive their message
}

// Run serves one client and returns the exit status that the protocol asks for: 0 when the client said shutdown before it
// went, 1 otherwise. The error tells why a session ended that was not ended by the client.
func Run(ctx context.Context, rwc io.ReadWriteCloser, opts Options) (int, error) {
	if opts.Log == nil {
		opts.Log = zap.NewNop()
	}
	if opts.Disk == nil {
		opts.Disk = source.Disk{}
	}
	s := &Server{opts: opts, exit: make(chan struct{}), docs: newDocuments(), trees: newTrees(), kept: map[string][]json.RawMessage{}}
	s.careful = newCareful(s)
	s.ctx, s.cancel = context.WithCancel(ctx)
	defer s.cancel()
	s.trace.Store(protocol.TraceValueOff)
	s.stream = wire.NewStream(rwc)
	s.log = opts.Log.WithOptions(zap.WrapCore(s.tee))
	s.conn = jsonrpc2.NewConn(s.stream, jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(s.conn)
	s.conn.Go(s.ctx, s.handler())

	var err error
	select {
	case <-s.exit:
	case <-s.conn.Done():
		// The client closed its end without a word, or the connection broke.
		if err = s.conn.Err(); errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the client went away in the middle of a message")
		}
		s.leave()
	case <-ctx.Done():
		s.leave()
	}
	s.cancel()
	if s.ws != nil {
		s.ws.Close()
	}
	s.workMu.Lock()
	s.over = true
	s.workMu.Unlock()
	s.work.Wait()
	_ = s.stream.Close()
	return s.code, err
}

// leave ends the session with the exit status that the lifecycle asks for.
func (s *Server) leave() {
	s.exitOnce.Do(func() {
		if !s.life.isShutDown() {
			s.code = 1
		}
		close(s.exit)
	})
}

// background runs f until the session ends, or not at all where it has ended already: a message may still be handled while it does.
// f must obey ctx.
func (s *Server) background(f func(ctx context.Context)) {
	s.workMu.Lock()
	defer s.workMu.Unlock()
	if s.over {
		return
	}
	s.work.Go(func() {
		defer s.recovered("background work")
		f(s.ctx)
	})
}

// codec encodes messages with the protocol's own encoder, which knows its unions.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append(jsonrpc2.RawMessage(nil), data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
