package server

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
	"cudals/server/crosscheck"
)

// MethodCrossCheck is the notification that tells what the compiler that the user named says of a document that was saved, compared with
// what cudals says. It is sent to clients whose experimental capabilities hold "cudalsCrossCheck": true.
const MethodCrossCheck = "cudals/crossCheck"

// CrossCheck are the notification's params.
type CrossCheck struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
	// State is "running", "done" or "failed"; Reason is why it failed.
	State  string `json:"state"`
	Reason string `json:"reason,omitempty"`
	// Agreed counts the findings that both have. Compiler are those of the compiler alone, Own those that the compiler, which accepts
	// the file, does not have.
	Agreed   int               `json:"agreed"`
	Compiler []CompilerFinding `json:"compiler"`
	Own      []OwnFinding      `json:"own"`
}

// CompilerFinding is a finding of the compiler alone.
type CompilerFinding struct {
	Range    protocol.Range `json:"range"`
	Severity int            `json:"severity"` // as of diagnostics
	Code     int            `json:"code,omitempty"`
	Message  string         `json:"message"`
}

// OwnFinding is a finding of cudals alone.
type OwnFinding struct {
	Range   protocol.Range `json:"range"`
	Message string         `json:"message"`
}

// crossSettings name the compiler. They count only where the client tells them for all folders at once: clients are to pass on what the
// user's own settings say, and nothing that a folder says.
type crossSettings struct {
	Compiler string `json:"compiler"`
	// Timeout bounds one run, in seconds.
	Timeout int `json:"timeout"`
}

// crossChecks runs one compiler at a time, of each document for its last save.
type crossChecks struct {
	one    sync.Mutex // held while a compiler runs
	mu     sync.Mutex
	cancel map[string]context.CancelFunc
}

// begin ends what still runs for a document, and makes the context of the next run.
func (c *crossChecks) begin(parent context.Context, path string) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	c.mu.Lock()
	defer c.mu.Unlock()
	if before := c.cancel[path]; before != nil {
		before()
	}
	if c.cancel == nil {
		c.cancel = map[string]context.CancelFunc{}
	}
	c.cancel[path] = cancel
	return ctx, cancel
}

// end forgets a document, and ends what runs for it.
func (c *crossChecks) end(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.cancel[path]; cancel != nil {
		cancel()
		delete(c.cancel, path)
	}
}

// crossCheck has the compiler look at a document that was saved, if the user named one.
func (s *Server) crossCheck(path string) {
	s.settingsMu.Lock()
	set := s.settings.CrossCheck
	s.settingsMu.Unlock()
	snapshot := s.ws.Snapshot()
	document := snapshot.Document(path)
	if set.Compiler == "" || !s.caps.crossCheck || document == nil {
		return
	}
	compiler := &crosscheck.Compiler{Path: set.Compiler, Limit: time.Duration(set.Timeout) * time.Second}
	ctx, cancel := s.crosses.begin(s.ctx, path)
	s.background(func(context.Context) {
		defer cancel()
		s.crosses.one.Lock()
		defer s.crosses.one.Unlock()
		if ctx.Err() != nil {
			return
		}
		out := CrossCheck{URI: string(s.docs.uri(path)), Version: document.Version, State: "running", Compiler: []CompilerFinding{}, Own: []OwnFinding{}}
		s.sendCrossCheck(&out)
		var a *workspace.Analysis
		if err := snapshot.Ask(ctx, path, func(of *workspace.Analysis) { a = of }); err != nil || a == nil || a.Command == nil {
			out.State, out.Reason = "failed", "nothing is known of the file"
		} else if report, err := compiler.Run(ctx, a.Command); err != nil {
			out.State, out.Reason = "failed", err.Error()
		} else {
			out.State = "done"
			s.compare(&out, a, report)
		}
		if ctx.Err() != nil {
			return // it was saved again, or closed
		}
		if out.Reason != "" {
			s.log.Warn("no cross-check", zap.String("file", path), zap.String("reason", out.Reason))
		}
		s.sendCrossCheck(&out)
	})
}

func (s *Server) compare(out *CrossCheck, a *workspace.Analysis, report *crosscheck.Report) {
	file := a.Document.File
	var own []crosscheck.Own
	var findings []*check.Diagnostic
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		if d.Place.File == nil || d.Place.File.Path != file.Path || d.Severity > check.Warning {
			continue
		}
		own = append(own, crosscheck.Own{
			First: file.LineOf(d.Place.Span.Start) + 1, Last: file.LineOf(d.Place.Span.End) + 1,
			Error: d.Severity == check.Error, Number: d.Number,
		})
		findings = append(findings, d)
	}
	result := crosscheck.Compare(own, report)
	out.Agreed = result.Agreed
	for _, f := range result.Theirs {
		span := marked(file, &f)
		severity := 2
		if f.Error {
			severity = 1
		}
		out.Compiler = append(out.Compiler, CompilerFinding{
			Range: s.rangeOf(file, span), Severity: severity, Code: f.Number, Message: f.Message,
		})
	}
	for _, i := range result.Ours {
		out.Own = append(out.Own, OwnFinding{Range: s.rangeOf(file, findings[i].Place.Span), Message: findings[i].Message})
	}
}

// marked is what a finding of the compiler is about: the word at its mark, where the line that it shows is the one that is written, and
// otherwise the line.
func marked(file *source.File, f *crosscheck.Finding) source.Span {
	span := file.LineSpan(min(max(f.Line-1, 0), len(file.Lines)-1))
	text := string(file.Text[span.Start:span.End])
	if f.Source != "" && strings.TrimRight(text, " \t\r") == strings.TrimRight(f.Source, " \t\r") && 0 <= f.Column && f.Column < len(f.Source) {
		if word := regexp.MustCompile(`^\w+`).FindString(text[f.Column:]); word != "" {
			return source.Span{Start: span.Start + f.Column, End: span.Start + f.Column + len(word)}
		}
		return source.Span{Start: span.Start + f.Column, End: span.Start + f.Column + 1}
	}
	trimmed := strings.TrimSpace(text)
	span.Start += strings.Index(text, trimmed)
	return source.Span{Start: span.Start, End: span.Start + len(trimmed)}
}

func (s *Server) sendCrossCheck(out *CrossCheck) {
	if raw, err := json.Marshal(out); err == nil {
		_ = s.conn.Notify(s.ctx, MethodCrossCheck, jsonrpc2.RawMessage(raw))
	}
}
