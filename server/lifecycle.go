package server

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
	"cudals/server/process"
)

// life is where a session stands.
type life struct {
	mu    sync.Mutex
	stage stage
}

type stage uint8

const (
	created stage = iota
	running
	shutDown
)

// admit is the error with which a message is refused at this stage. A notification that is refused is dropped.
func (l *life) admit(name string, anytime bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case anytime:
		return nil
	case name == protocol.MethodInitialize:
		if l.stage != created {
			return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the session is initialized already")
		}
		return nil
	case l.stage == created:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "the first request must be initialize")
	case l.stage == shutDown:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the session is shut down")
	}
	return nil
}

func (l *life) set(s stage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stage = s
}

func (l *life) isShutDown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stage == shutDown
}

// initialize answers in order, so that everything is in place when the next message is read.
func (s *Server) initialize(params *protocol.InitializeParams) (answer, error) {
	s.caps = capabilitiesOf(&params.Capabilities)
	s.caps.tables = rendersTables(params.ClientInfo.Name)
	s.encoding = s.caps.encoding
	s.trace.Store(traceOf(params.Trace))
	s.folders.init(params)
	s.ruleURLs = map[string]string{}
	for _, rule := range s.opts.Rules {
		if s.opts.DocURL != nil {
			if url := s.opts.DocURL(rule); url != "" {
				s.ruleURLs[rule.Slug] = url
			}
		}
	}
	settings, problems := parseSettings(params.InitializationOptions)
	s.settings = settings
	s.mode = settings.Mode
	s.caps.choosePull(settings)
	s.publish = newPublisher(s)
	files := source.NewOverlay(s.opts.Disk)
	s.ws = workspace.New(workspace.Options{
		Engine:  s.opts.Engine(files),
		Files:   files,
		Rules:   s.opts.Rules,
		Config:  s.config(settings, nil),
		Machine: s.opts.Machine,
		Begin:   s.careful.begin,
		Limit:   s.opts.Limit,
		Crowded: s.opts.Crowded,
		Publish: s.publish.analysis,
		Log:     s.log,
	})
	s.life.set(running)
	for _, problem := range problems {
		s.log.Warn("setting ignored", zap.String("problem", problem))
	}
	s.log.Info("started", zap.String("version", s.opts.Version), zap.String("client", params.ClientInfo.Name),
		zap.Strings("folders", s.folders.list()))
	// A process that cannot be seen lives in another container: nothing is known of its end.
	if params.ProcessID != nil && *params.ProcessID > 0 && process.Exists(int(*params.ProcessID)) {
		pid := int(*params.ProcessID)
		s.background(func(ctx context.Context) {
			if process.AwaitExit(ctx, pid) {
				s.log.Error("the client's process is gone")
				s.leave()
			}
		})
	}
	result := &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "cudals", Version: protocol.NewOptional(s.opts.Version)},
	}
	return func(context.Context) (any, error) { return result, nil }, nil
}

func (s *Server) capabilities() protocol.ServerCapabilities {
	yes := true
	sync := protocol.TextDocumentSyncKindIncremental
	encodings := map[source.Encoding]protocol.PositionEncodingKind{
		source.UTF8:  protocol.PositionEncodingKindUTF8,
		source.UTF16: protocol.PositionEncodingKindUTF16,
		source.UTF32: protocol.PositionEncodingKindUTF32,
	}
	c := protocol.ServerCapabilities{
		PositionEncoding: encodings[s.encoding],
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &yes, Change: &sync, Save: &protocol.SaveOptions{},
		},
		HoverProvider:    protocol.Boolean(true),
		CodeLensProvider: &protocol.CodeLensOptions{},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, suppressKind, fixAllKind}, ResolveProvider: &yes,
		},
		RenameProvider: &protocol.RenameOptions{PrepareProvider: &yes},
		Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported: &yes, ChangeNotifications: protocol.Boolean(true),
		}},
	}
	s.provide(&c)
	if s.caps.pull {
		name := "cudals"
		c.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier: &name, InterFileDependencies: true, WorkspaceDiagnostics: true,
		}
	}
	return c
}

func (s *Server) initialized(context.Context, *protocol.InitializedParams) {
	s.startWatcher(s.caps.watch)
	s.background(func(ctx context.Context) {
		s.registerWatchers(ctx)
		s.pullConfiguration(ctx)
	})
}

func (s *Server) shutdown(context.Context, []byte) (answer, error) {
	s.life.set(shutDown)
	return nil, nil
}

func (s *Server) exited(context.Context, []byte) error {
	s.leave()
	return nil
}

func (s *Server) setTrace(_ context.Context, params *protocol.SetTraceParams) {
	s.trace.Store(traceOf(params.Value))
}

func traceOf(v protocol.TraceValue) protocol.TraceValue {
	switch v {
	case protocol.TraceValueMessages, protocol.TraceValueVerbose:
		return v
	}
	return protocol.TraceValueOff
}

// began reports whether the client has said initialize.
func (l *life) began() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stage != created
}
