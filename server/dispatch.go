package server

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/workspace"
	"cudals/server/wire"
)

// answer computes a request's result after the next message has been let through. All that depends on the order of
// messages was captured before.
type answer func(ctx context.Context) (any, error)

// method is what the server does with one kind of message.
type method struct {
	// notify takes a notification, in order. It must not wait.
	notify func(ctx context.Context, params []byte) error
	// request looks at a request in order, and returns what computes its result.
	request func(ctx context.Context, params []byte) (answer, error)
	// anytime: allowed before initialize and after shutdown.
	anytime bool
}

func notification[P any](f func(ctx context.Context, params *P)) method {
	return method{notify: func(ctx context.Context, raw []byte) error {
		params := new(P)
		if err := wire.Decode(raw, params); err != nil {
			return err
		}
		f(ctx, params)
		return nil
	}}
}

func request[P any](f func(params *P) (answer, error)) method {
	return method{request: func(_ context.Context, raw []byte) (answer, error) {
		params := new(P)
		if err := wire.Decode(raw, params); err != nil {
			return nil, err
		}
		return f(params)
	}}
}

// methods is all that the server understands.
func (s *Server) methods() map[string]method {
	return map[string]method{
		protocol.MethodInitialize:  request(s.initialize),
		protocol.MethodInitialized: notification(s.initialized),
		protocol.MethodShutdown:    {request: s.shutdown},
		protocol.MethodExit:        {notify: s.exited, anytime: true},
		protocol.MethodSetTrace:    notification(s.setTrace),

		protocol.MethodCancelRequest: notification(s.cancelRequest),

		protocol.MethodTextDocumentDidOpen:   {notify: s.didOpen},
		protocol.MethodTextDocumentDidChange: notification(s.didChange),
		protocol.MethodTextDocumentDidSave:   notification(s.didSave),
		protocol.MethodTextDocumentDidClose:  {notify: s.didClose},

		protocol.MethodTextDocumentHover:             request(s.hover),
		protocol.MethodTextDocumentCompletion:        request(s.completion),
		protocol.MethodTextDocumentSignatureHelp:     request(s.signatureHelp),
		protocol.MethodTextDocumentInlayHint:         request(s.inlayHint),
		protocol.MethodTextDocumentDefinition:        request(s.definition),
		protocol.MethodTextDocumentDeclaration:       request(s.declaration),
		protocol.MethodTextDocumentTypeDefinition:    request(s.typeDefinition),
		protocol.MethodTextDocumentReferences:        request(s.references),
		protocol.MethodTextDocumentDocumentHighlight: request(s.documentHighlight),
		protocol.MethodTextDocumentDocumentSymbol:    request(s.documentSymbol),
		protocol.MethodWorkspaceSymbol:               request(s.workspaceSymbol),

		protocol.MethodTextDocumentPrepareCallHierarchy: request(s.prepareCallHierarchy),
		protocol.MethodCallHierarchyIncomingCalls:       request(s.incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       request(s.outgoingCalls),

		protocol.MethodTextDocumentPrepareTypeHierarchy: request(s.prepareTypeHierarchy),
		protocol.MethodTypeHierarchySupertypes:          request(s.supertypes),
		protocol.MethodTypeHierarchySubtypes:            request(s.subtypes),
		protocol.MethodTextDocumentImplementation:       request(s.implementation),

		protocol.MethodTextDocumentSemanticTokensFull:      request(s.semanticTokens),
		protocol.MethodTextDocumentSemanticTokensFullDelta: request(s.semanticTokensDelta),
		protocol.MethodTextDocumentSemanticTokensRange:     request(s.semanticTokensRange),

		protocol.MethodTextDocumentCodeLens:       request(s.codeLens),
		protocol.MethodTextDocumentFoldingRange:   request(s.foldingRange),
		protocol.MethodTextDocumentSelectionRange: request(s.selectionRange),
		protocol.MethodTextDocumentCodeAction:     request(s.codeAction),
		protocol.MethodCodeActionResolve:          request(s.resolveCodeAction),
		protocol.MethodTextDocumentPrepareRename:  request(s.prepareRename),
		protocol.MethodTextDocumentRename:         request(s.rename),
		protocol.MethodTextDocumentDiagnostic:     request(s.documentDiagnostic),
		protocol.MethodWorkspaceDiagnostic:        request(s.workspaceDiagnostic),

		protocol.MethodWorkspaceDidChangeConfiguration:    notification(s.didChangeConfiguration),
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notification(s.didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification(s.didChangeWorkspaceFolders),
		protocol.MethodWindowWorkDoneProgressCancel:       notification(s.cancelProgress),
		MethodExplain:           request(s.explain),
		MethodLenders:           request(s.lenders),
		MethodBorrow:            request(s.borrow),
		MethodExpanded:          request(s.expanded),
		MethodLayout:            request(s.layout),
		MethodArchitectures:     request(s.architectures),
		wire.MethodArchitecture: notification(s.architecture),
		MethodReport:            request(s.report),

		wire.MethodPast: {notify: notification(s.past).notify, anytime: true},
		wire.MethodPing: {request: func(context.Context, []byte) (answer, error) { return nil, nil }, anytime: true},
	}
}

// handler is the entrance for all messages. It runs on the goroutine that reads them, so that they are taken in order,
// until a request's answer is all that remains.
func (s *Server) handler() jsonrpc2.Handler {
	methods := s.methods()
	return func(reading context.Context, req *jsonrpc2.Request) (result any, err error) {
		started := time.Now()
		name := strings.Clone(req.Method())
		defer func() {
			if p := recover(); p != nil {
				s.log.Error("internal fault", zap.String("method", name), zap.Any("panic", p),
					zap.ByteString("stack", debug.Stack()))
				result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "internal fault in %s", name)
			}
			if !req.IsCall() {
				// To the library an error of a notification is the end of the session.
				result, err = nil, nil
			}
			s.traced(name, started)
		}()
		m, known := methods[name]
		if err := s.life.admit(name, m.anytime); err != nil {
			return nil, err
		}
		if !req.IsCall() {
			s.take(name, m, known, req.Params())
			return nil, nil
		}
		if m.request == nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "method %q is not supported", name)
		}
		// The library's own context of a request is used again for the next one and must not be handed on.
		ctx, done := s.flights.begin(s.ctx, req.ID())
		defer done()
		rest, err := m.request(ctx, req.Params())
		if err != nil || rest == nil {
			return nil, err
		}
		jsonrpc2.Async(reading)
		result, err = rest(ctx)
		return result, s.wireError(ctx, err)
	}
}

// take handles a notification.
func (s *Server) take(name string, m method, known bool, params []byte) {
	switch {
	case m.notify != nil:
		if err := m.notify(s.ctx, params); err != nil {
			s.log.Warn("message ignored", zap.String("method", name), zap.Error(err))
		}
	case known:
		s.log.Warn("request without id ignored", zap.String("method", name))
	case !strings.HasPrefix(name, "$/"):
		s.log.Debug("unknown notification ignored", zap.String("method", name))
	}
}

// flights are the requests that are being answered.
type flights struct {
	mu     sync.Mutex
	cancel map[jsonrpc2.ID]context.CancelFunc
}

// begin makes the context of a request; done is to be called when it is answered.
func (f *flights) begin(parent context.Context, id jsonrpc2.ID) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(parent)
	if text, ok := id.StringValue(); ok {
		id = jsonrpc2.NewStringID(strings.Clone(text)) // it lies in the reader's buffer
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cancel == nil {
		f.cancel = map[jsonrpc2.ID]context.CancelFunc{}
	}
	f.cancel[id] = cancel
	return ctx, func() {
		f.mu.Lock()
		delete(f.cancel, id)
		f.mu.Unlock()
		cancel()
	}
}

// cancelRequest cancels a request that is being answered.
func (s *Server) cancelRequest(_ context.Context, params *protocol.CancelParams) {
	var id jsonrpc2.ID
	switch v := params.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(v))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(v))
	}
	s.flights.mu.Lock()
	cancel := s.flights.cancel[id]
	s.flights.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// wireError gives an error the code that the protocol has for it.
func (s *Server) wireError(ctx context.Context, err error) error {
	var wire *jsonrpc2.Error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return protocol.ErrRequestCancelled
	case errors.As(err, &wire):
		return err
	case errors.Is(err, workspace.ErrStale):
		return jsonrpc2.Errorf(protocol.CodeContentModified, "%v", err)
	default:
		return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "%v", err)
	}
}

func (s *Server) recovered(where string) {
	if p := recover(); p != nil {
		s.log.Error("internal fault", zap.String("where", where), zap.Any("panic", p), zap.ByteString("stack", debug.Stack()))
	}
}

// traced tells a client that asked for it what was done.
func (s *Server) traced(name string, started time.Time) {
	if s.trace.Load() == protocol.TraceValueOff {
		return
	}
	_ = s.client.LogTrace(s.ctx, &protocol.LogTraceParams{Message: fmt.Sprintf("%s took %v", name, time.Since(started))})
}
