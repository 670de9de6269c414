// Package supervisor keeps a session alive whose work is done by processes that may die.
package supervisor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"cudals/server/process"
	"cudals/server/wire"
)

// Options are what a supervisor is made of.
type Options struct {
	// Command makes a worker: a process that calls server.Run on its stdin and stdout, with the options of this program.
	Command func() *exec.Cmd
	// Stderr receives what workers write there.
	Stderr io.Writer
	Log    *zap.Logger
	// Pause is what all waits after deaths are multiples of (default 1 s).
	Pause time.Duration
	// Tick is how often a worker that owes something is looked at (default 5 s). All patience with it is counted in ticks
	// and not in time, so that none is lost while the machine sleeps.
	Tick time.Duration
}

const (
	// maxAttemptTicks bounds one run of the engine: the workspace gives it up long before.
	maxAttemptTicks = 12
	// maxSilentTicks bounds the wait for the answer to a ping.
	maxSilentTicks = 12
	// maxRequestTicks bounds a request while no engine starts or ends.
	maxRequestTicks = 60
	// memory is how long a death counts.
	memory = 10 * time.Minute
	// free are the deaths in that time after which a new worker starts at once.
	free = 3
	// farewell is how long a worker may take to end once the session has.
	farewell = 3 * time.Second
)

// supervisor owns the connection to the client, and has a worker do what a server does. It relays messages as they are and
// keeps what a next worker must know: a stack overflow, a lack of memory or an endless loop ends a worker and not the session.
type supervisor struct {
	o      Options
	client *wire.Stream
	ctx    context.Context // ends with the session

	gone     chan struct{} // closed when the client is
	goneOnce sync.Once
	goneErr  error

	mu      sync.Mutex
	worker  *worker // nil between two
	number  int     // of the worker
	session session
	leaving bool
	shut    bool // the client said shutdown

	pending   map[jsonrpc2.ID]*inquiry // requests of the client
	inquiries int
	waiting   [][]byte           // messages of the client for the next worker
	asked     map[int64]question // requests of workers
	lastID    int64
	bars      map[string]json.RawMessage // tokens of open progress
	watches   bool                       // the client was asked to watch files

	running  map[string]*run // by path
	deadly   map[string]*blame
	suspects map[string]bool
	deaths   []time.Time      // those that will not stop because a file is left out
	told     map[string]*list // by path

	owes   bool // something was sent since the worker's last sign of life
	pinged bool
	silent int // ticks since the ping
	quiet  int // ticks since an engine started or ended
}

// worker is a process that does a server's work.
type worker struct {
	*process.Process
	stream *wire.Stream
}

// pipes are a process's stdout and stdin as a connection.
type pipes struct{ *process.Process }

func (p pipes) Read(b []byte) (int, error)  { return p.Out.Read(b) }
func (p pipes) Write(b []byte) (int, error) { return p.In.Write(b) }
func (p pipes) Close() error                { return errors.Join(p.In.Close(), p.Out.Close()) }

// inquiry is a request of the client that is not answered.
type inquiry struct {
	text   []byte
	order  int
	method string
	path   string // of the document that it is about, or ""
	ticks  int
	again  bool // it was given to a second worker
}

// question is a request of a worker.
type question struct {
	worker *worker
	id     jsonrpc2.ID
}

// run is what the engine does with one file.
type run struct {
	marks []string // of the texts
	ticks int
}

// blame is what is known of a file that ended workers.
type blame struct {
	mark   string
	reason string
	deaths int
	last   time.Time
	until  time.Time // before which no text of it is tried
}

// nothing is a list without findings.
var nothing = []byte("[]")

// list is what the client was told last of a file.
type list struct {
	uri    string
	items  json.RawMessage
	number int // of the worker that told
}

// Run serves one client like server.Run, by means of workers. A worker that dies, or does not answer, is replaced, and what
// killed it is not tried again until it is edited.
func Run(ctx context.Context, rwc io.ReadWriteCloser, o Options) (int, error) {
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if o.Pause <= 0 {
		o.Pause = time.Second
	}
	if o.Tick <= 0 {
		o.Tick = 5 * time.Second
	}
	v := &supervisor{
		o: o, client: wire.NewStream(rwc), gone: make(chan struct{}),
		session: session{docs: map[string]*opened{}},
		pending: map[jsonrpc2.ID]*inquiry{}, asked: map[int64]question{}, bars: map[string]json.RawMessage{},
		running: map[string]*run{}, deadly: map[string]*blame{}, suspects: map[string]bool{}, told: map[string]*list{},
	}
	var cancel context.CancelFunc
	v.ctx, cancel = context.WithCancel(ctx)
	defer cancel()
	v.mu.Lock()
	v.spawn()
	v.mu.Unlock()
	go v.read()
	ticker := time.NewTicker(o.Tick)
	defer ticker.Stop()
	for over := false; !over; {
		select {
		case <-ctx.Done():
			over = true
		case <-v.gone:
			over = true
		case <-ticker.C:
			v.tick()
		}
	}
	v.mu.Lock()
	v.leaving = true
	w := v.worker
	v.mu.Unlock()
	if w != nil {
		v.dismiss(ctx, w)
	}
	_ = v.client.Close()
	v.leave(nil) // so that no other end is told from here on
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.shut {
		return 0, v.goneErr
	}
	return 1, v.goneErr
}

// dismiss waits for a worker to end that has no client any more. When the session was broken off it is not waited for.
func (v *supervisor) dismiss(ctx context.Context, w *worker) {
	if ctx.Err() == nil {
		timer := time.NewTimer(farewell)
		defer timer.Stop()
		w.stream.Flush(farewell)
		_ = w.In.Close()
		select {
		case <-w.Ended():
			return
		case <-ctx.Done():
		case <-timer.C:
		}
	}
	w.Kill("the session ended")
	<-w.Ended()
}

// leave ends the session.
func (v *supervisor) leave(err error) {
	v.goneOnce.Do(func() {
		v.goneErr = err
		close(v.gone)
	})
}

// read takes the client's messages.
func (v *supervisor) read() {
	for {
		text, _, err := v.client.ReadFrame(v.ctx)
		if err != nil {
			switch {
			case errors.Is(err, io.ErrUnexpectedEOF):
				err = errors.New("the client went away in the middle of a message")
			case errors.Is(err, io.EOF):
				err = nil
			}
			v.leave(err)
			return
		}
		v.mu.Lock()
		v.take(text)
		v.mu.Unlock()
	}
}

// take handles what the client sent. v.mu is held.
func (v *supervisor) take(text []byte) {
	if trimmed := bytes.TrimLeft(text, " \t\r\n"); trimmed[0] == '[' {
		var batch []json.RawMessage
		_ = json.Unmarshal(text, &batch) // the stream has looked at it
		for _, one := range batch {
			if v.client.WellFormed(one) {
				v.take(one)
			}
		}
		return
	}
	m, err := jsonrpc2.DecodeMessage(text)
	if err != nil {
		return
	}
	switch m := m.(type) {
	case *jsonrpc2.Response:
		v.answered(m)
	case *jsonrpc2.Notification:
		v.notified(m, text)
	case *jsonrpc2.Call:
		v.requested(m, text)
	}
}

// answered passes on the client's answer to a worker's request.
func (v *supervisor) answered(m *jsonrpc2.Response) {
	id, _ := m.ID().Number()
	q, ok := v.asked[id]
	if !ok {
		return
	}
	delete(v.asked, id)
	if q.worker == v.worker {
		v.send(jsonrpc2.AppendMessage(nil, jsonrpc2.NewResponse(q.id, m.Result(), m.Err())))
	}
}

func (v *supervisor) notified(m *jsonrpc2.Notification, text []byte) {
	method := m.Method()
	switch {
	case strings.HasPrefix(method, "$/cudals/"):
		return // between supervisor and worker alone
	case method == protocol.MethodExit:
		v.send(text)
		v.leave(nil)
		return
	case v.session.initialize != nil:
		if method == protocol.MethodTextDocumentDidClose {
			if b := v.deadly[v.session.path(m.Params())]; b != nil {
				b.mark = "" // opened again, it is tried again
			}
		}
		v.session.note(method, m.Params())
	}
	if method == protocol.MethodCancelRequest || v.worker != nil {
		v.send(text)
	}
}

func (v *supervisor) requested(m *jsonrpc2.Call, text []byte) {
	method := strings.Clone(m.Method())
	if method == protocol.MethodInitialize && v.session.initialize == nil {
		v.begin(m.Params())
		text = jsonrpc2.AppendMessage(nil, jsonrpc2.NewCall(m.ID(), method, jsonrpc2.RawMessage(v.session.initialize)))
	}
	v.inquiries++
	v.pending[m.ID()] = &inquiry{text: bytes.Clone(text), order: v.inquiries, method: method, path: v.session.path(m.Params())}
	if v.worker == nil && method == protocol.MethodInitialize {
		return // the next worker is told in any case
	}
	v.send(text)
}

// begin takes in initialize.
func (v *supervisor) begin(raw []byte) {
	v.session.initialize = withProcess(raw)
	var params protocol.InitializeParams
	if err := wire.Decode(raw, &params); err != nil {
		return
	}
	v.session.encoding = wire.EncodingOf(&params.Capabilities)
	if w := params.Capabilities.Workspace; w != nil && w.Diagnostics != nil && w.Diagnostics.RefreshSupport != nil {
		v.session.refreshes = *w.Diagnostics.RefreshSupport
	}
	if pid := params.ProcessID; pid != nil && *pid > 0 && process.Exists(int(*pid)) {
		go func() {
			if process.AwaitExit(v.ctx, int(*pid)) {
				v.leave(errors.New("the client's process is gone"))
			}
		}()
	}
}

// send gives a message to the worker, or keeps it for the next one. v.mu is held.
func (v *supervisor) send(text []byte) {
	w := v.worker
	switch {
	case w == nil:
		v.waiting = append(v.waiting, bytes.Clone(text))
	case w.stream.Full():
		w.Kill("it takes no messages")
	default:
		v.owes = true
		_, _ = w.stream.Enqueue(text)
	}
}

func (v *supervisor) call(id jsonrpc2.ID, method string, params any) {
	raw, _ := json.Marshal(params)
	v.send(jsonrpc2.AppendMessage(nil, jsonrpc2.NewCall(id, method, raw)))
}

func (v *supervisor) notify(method string, params any) {
	raw, _ := json.Marshal(params)
	v.send(jsonrpc2.AppendMessage(nil, jsonrpc2.NewNotification(method, raw)))
}

// tell sends the client a notification of the supervisor's own.
func (v *supervisor) tell(method string, params any) {
	raw, _ := json.Marshal(params)
	_, _ = v.client.Enqueue(jsonrpc2.AppendMessage(nil, jsonrpc2.NewNotification(method, raw)))
}

func (v *supervisor) respond(id jsonrpc2.ID, result string, err error) {
	delete(v.pending, id)
	var raw jsonrpc2.RawMessage
	if err == nil {
		raw = jsonrpc2.RawMessage(result)
	}
	_, _ = v.client.Enqueue(jsonrpc2.AppendMessage(nil, jsonrpc2.NewResponse(id, raw, err)))
}

// The ids of the supervisor's own requests to a worker. No client has the like.
var (
	initializeID = jsonrpc2.NewStringID("cudals supervisor: initialize")
	pingID       = jsonrpc2.NewStringID("cudals supervisor: ping")
)

// spawn starts a worker and tells it all that the last one knew. v.mu is held.
func (v *supervisor) spawn() {
	if v.leaving || v.shut {
		return
	}
	p, err := process.Start(v.o.Command(), v.o.Stderr)
	if err != nil {
		v.mourn(err.Error(), "")
		return
	}
	w := &worker{p, wire.NewStream(pipes{p})}
	v.worker, v.number = w, v.number+1
	v.owes, v.pinged, v.silent, v.quiet = false, false, 0, 0
	v.notify(wire.MethodPast, v.past())
	if v.session.initialize != nil {
		v.replay()
	}
	waiting := v.waiting
	v.waiting = nil
	for _, text := range waiting {
		v.send(text)
	}
	go v.relay(w)
}

// past is what a new worker must know of its predecessors.
func (v *supervisor) past() wire.Past {
	var out wire.Past
	for path, b := range v.deadly {
		d := wire.Deadly{
			Path: path, Mark: b.mark, Wait: max(time.Until(b.until), 0).Milliseconds(),
			Line: "its analysis died (" + b.reason + "); it is tried again when the text is edited",
		}
		if l := v.told[path]; l != nil {
			d.Kept = withoutFailure(l.items)
		}
		out.Deadly = append(out.Deadly, d)
	}
	for path := range v.suspects {
		out.Suspects = append(out.Suspects, path)
	}
	return out
}

// withoutFailure are the findings of a list, without the one that says that there are no others.
func withoutFailure(items json.RawMessage) []json.RawMessage {
	var all []json.RawMessage
	_ = json.Unmarshal(items, &all)
	return slices.DeleteFunc(all, func(raw json.RawMessage) bool {
		var d struct {
			Code any `json:"code"`
		}
		return json.Unmarshal(raw, &d) == nil && d.Code == wire.NotAnalysed
	})
}

// replay brings a new worker to where the session stands.
func (v *supervisor) replay() {
	s := &v.session
	id := initializeID
	for own, r := range v.pending {
		if r.method == protocol.MethodInitialize {
			id = own // the client still waits for the answer
		}
	}
	v.call(id, protocol.MethodInitialize, s.initialize)
	if s.initialized {
		v.notify(protocol.MethodInitialized, struct{}{})
	}
	if s.trace != nil {
		v.notify(protocol.MethodSetTrace, s.trace)
	}
	for _, params := range s.folders {
		v.notify(protocol.MethodWorkspaceDidChangeWorkspaceFolders, params)
	}
	if s.configuration != nil {
		v.notify(protocol.MethodWorkspaceDidChangeConfiguration, s.configuration)
	}
	if s.architecture != nil {
		v.notify(wire.MethodArchitecture, s.architecture)
	}
	for _, params := range s.opening() {
		v.notify(protocol.MethodTextDocumentDidOpen, params)
	}
	if s.refreshes {
		v.ask(jsonrpc2.ID{}, protocol.MethodWorkspaceDiagnosticRefresh, nil)
	}
}

// ask puts a worker's request to the client; one without an id is the supervisor's own.
func (v *supervisor) ask(id jsonrpc2.ID, method string, params []byte) {
	v.lastID++
	if id.IsValid() {
		v.asked[v.lastID] = question{v.worker, id}
	}
	_, _ = v.client.Enqueue(jsonrpc2.AppendMessage(nil, jsonrpc2.NewCall(jsonrpc2.NewNumberID(v.lastID), method, params)))
}

// unanswered reports whether the client waits for the answer to such a request.
func (v *supervisor) unanswered(method string) bool {
	for _, r := range v.pending {
		if r.method == method {
			return true
		}
	}
	return false
}

// relay takes a worker's messages until it is gone.
func (v *supervisor) relay(w *worker) {
	for {
		text, _, err := w.stream.ReadFrame(context.Background())
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				w.Kill("what it says cannot be read")
			}
			break
		}
		v.mu.Lock()
		v.say(w, text)
		v.mu.Unlock()
	}
	reason := w.Wait()
	w.stream.Abandon()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.worker == w && !v.leaving {
		v.worker = nil
		select {
		case <-v.gone:
		default:
			v.mourn(reason, w.LastWords())
		}
	}
}

// say handles what a worker sent. v.mu is held.
func (v *supervisor) say(w *worker, text []byte) {
	if w != v.worker {
		return
	}
	m, err := jsonrpc2.DecodeMessage(text)
	if err != nil {
		return
	}
	switch m := m.(type) {
	case *jsonrpc2.Response:
		if !v.result(m) {
			return
		}
	case *jsonrpc2.Call:
		if m.Method() == protocol.MethodClientRegisterCapability {
			if v.watches {
				v.send(jsonrpc2.AppendMessage(nil, jsonrpc2.NewResponse(m.ID(), jsonrpc2.RawMessage("null"), nil)))
				return
			}
			v.watches = true
		}
		v.ask(m.ID(), m.Method(), m.Params())
		return
	case *jsonrpc2.Notification:
		switch m.Method() {
		case wire.MethodBegin, wire.MethodEnd:
			v.progress(m)
			return
		case protocol.MethodTextDocumentPublishDiagnostics:
			v.published(m.Params())
		case protocol.MethodProgress:
			v.bar(m.Params())
		}
	}
	_, _ = v.client.Enqueue(text)
}

// result notes a worker's answer. It reports whether that is for the client.
func (v *supervisor) result(m *jsonrpc2.Response) bool {
	switch m.ID() {
	case pingID:
		v.pinged, v.silent, v.owes = false, 0, false
		return false
	case initializeID:
		return false
	}
	r := v.pending[m.ID()]
	delete(v.pending, m.ID())
	if r == nil {
		return true // it refuses a message whose id it could not read
	}
	switch {
	case r.method == protocol.MethodShutdown && m.Err() == nil:
		v.shut = true
	case r.method == protocol.MethodInitialize && m.Err() != nil && !v.session.initialized:
		v.session.initialize = nil
	case r.method == protocol.MethodTextDocumentDiagnostic && m.Err() == nil && r.path != "":
		var report struct {
			Items json.RawMessage `json:"items"`
		}
		if json.Unmarshal(m.Result(), &report) == nil && report.Items != nil {
			v.told[r.path] = &list{items: report.Items, number: v.number}
		}
	}
	return true
}

// progress notes that the engine begins or ends with a file.
func (v *supervisor) progress(m *jsonrpc2.Notification) {
	var a wire.Attempt
	if err := json.Unmarshal(m.Params(), &a); err != nil {
		return
	}
	v.quiet = 0
	r := v.running[a.Path]
	if m.Method() == wire.MethodBegin {
		if r == nil {
			r = &run{}
			v.running[a.Path] = r
		}
		r.marks = append(r.marks, a.Mark)
		return
	}
	if r == nil {
		return
	}
	if i := slices.Index(r.marks, a.Mark); i >= 0 {
		r.marks = slices.Delete(r.marks, i, i+1)
		r.ticks = 0
	}
	if len(r.marks) == 0 {
		delete(v.running, a.Path)
		delete(v.suspects, a.Path)
	}
}

// published notes what the client is told of a file.
func (v *supervisor) published(params []byte) {
	var p struct {
		URI         string          `json:"uri"`
		Diagnostics json.RawMessage `json:"diagnostics"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return
	}
	path := v.session.resolve(uri.URI(p.URI))
	if bytes.Equal(p.Diagnostics, nothing) {
		p.Diagnostics = nothing // the message's own text need not be kept
	}
	v.told[path] = &list{p.URI, p.Diagnostics, v.number}
	if v.number > 1 {
		v.forget()
	}
}

// forget takes back what only earlier workers said, once the present one has spoken of all documents: it does not know
// which findings in headers there are to take back.
func (v *supervisor) forget() {
	for path, doc := range v.session.docs {
		if l := v.told[path]; l != nil && l.number != v.number {
			return
		}
		if b := v.deadly[path]; b != nil && b.mark == wire.MarkOf(doc.file.Text) {
			return
		}
	}
	for path, l := range v.told {
		if l.number == v.number {
			continue
		}
		delete(v.told, path)
		if v.session.docs[path] == nil && l.uri != "" && !bytes.Equal(l.items, nothing) {
			v.tell(protocol.MethodTextDocumentPublishDiagnostics, map[string]any{"uri": l.uri, "diagnostics": []any{}})
		}
	}
}

// bar notes which progress is shown.
func (v *supervisor) bar(params []byte) {
	var p struct {
		Token json.RawMessage `json:"token"`
		Value struct {
			Kind string `json:"kind"`
		} `json:"value"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return
	}
	switch p.Value.Kind {
	case "begin":
		v.bars[string(p.Token)] = p.Token
	case "end":
		delete(v.bars, string(p.Token))
	}
}

// mourn does what is to be done when a worker died, or could not be started. v.mu is held.
func (v *supervisor) mourn(reason, details string) {
	running := len(v.running) > 0
	culprit := v.accuse(reason)
	now := time.Now()
	v.deaths = slices.DeleteFunc(v.deaths, func(t time.Time) bool { return now.Sub(t) > memory })
	unexplained := culprit == "" || !running
	if unexplained {
		v.deaths = append(v.deaths, now)
	}
	v.running = map[string]*run{}
	v.o.Log.Error("a worker died", zap.String("reason", reason), zap.String("file", culprit), zap.Strings("suspects", slices.Sorted(maps.Keys(v.suspects))))
	v.report(reason, culprit, details)
	for _, token := range v.bars {
		v.tell(protocol.MethodProgress, map[string]any{"token": token, "value": map[string]string{"kind": "end"}})
	}
	clear(v.bars)
	v.settle(reason, running)
	select {
	case <-v.gone:
		return
	default:
	}
	if n := len(v.deaths) - free; unexplained && n > 0 {
		time.AfterFunc(v.pause(n), func() {
			v.mu.Lock()
			defer v.mu.Unlock()
			if v.worker == nil {
				v.spawn()
			}
		})
		return
	}
	v.spawn()
}

// pause is how long to wait the nth time.
func (v *supervisor) pause(n int) time.Duration { return v.o.Pause << min(n-1, 6) }

// accuse finds out which file ended a worker, and returns it, or "" where it may be one of several, or none. v.mu is held.
func (v *supervisor) accuse(reason string) string {
	marks := map[string]string{}
	for path, r := range v.running {
		mark := r.marks[0]
		if slices.ContainsFunc(r.marks, func(m string) bool { return m != mark }) {
			mark = "" // which of its texts it was is not known, and the newest may be the good one
		}
		marks[path] = mark
	}
	if len(marks) == 0 {
		// No engine was at work: it was what somebody asked, and that has to do with the document.
		for _, r := range v.pending {
			if doc := v.session.docs[r.path]; doc != nil {
				marks[r.path] = wire.MarkOf(doc.file.Text)
			}
		}
	}
	// Of several suspects only one is analysed at a time: it is the one.
	for path := range marks {
		if v.suspects[path] {
			marks = map[string]string{path: marks[path]}
			break
		}
	}
	if len(marks) != 1 {
		for path := range marks {
			v.suspects[path] = true
		}
		return ""
	}
	for path, mark := range marks {
		delete(v.suspects, path)
		b := v.deadly[path]
		if b == nil || time.Since(b.last) > memory {
			b = &blame{}
			v.deadly[path] = b
		}
		b.deaths++
		b.mark, b.reason, b.last = mark, reason, time.Now()
		b.until = b.last
		if b.deaths > 1 {
			b.until = b.last.Add(v.pause(b.deaths - 1))
		}
		return path
	}
	return ""
}

// report tells the person, once, and the log.
func (v *supervisor) report(reason, culprit, details string) {
	if v.session.initialize == nil || v.unanswered(protocol.MethodInitialize) {
		return // before the answer a server must be silent
	}
	line, first := "cudals died ("+reason+") and was started again.", len(v.deaths) == 1
	switch {
	case culprit != "":
		first = v.deadly[culprit].deaths == 1
		line = fmt.Sprintf("cudals: the analysis of %s died (%s). It is tried again when the file is edited; the other files are looked at as ever.",
			filepath.Base(culprit), reason)
	case len(v.suspects) > 0:
		first = false // the next death tells more, if there is one
		line = fmt.Sprintf("cudals died (%s) while it analysed %s; they are tried one by one.", reason, strings.Join(slices.Sorted(maps.Keys(v.suspects)), ", "))
	}
	log := line
	if details != "" {
		log += "\n" + details
	}
	v.tell(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeError, Message: log})
	if first {
		v.tell(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeError, Message: line + " The log has the details."})
	}
}

// settle answers what a dead worker had not answered, or keeps it for the next one where something else was to blame.
func (v *supervisor) settle(reason string, elsewhere bool) {
	v.waiting = nil
	ids := slices.SortedFunc(maps.Keys(v.pending), func(a, b jsonrpc2.ID) int { return v.pending[a].order - v.pending[b].order })
	for _, id := range ids {
		r := v.pending[id]
		switch {
		case r.method == protocol.MethodShutdown:
			v.shut = true
			v.respond(id, "null", nil)
		case r.method == protocol.MethodInitialize && len(v.deaths) >= free:
			v.respond(id, "", jsonrpc2.Errorf(jsonrpc2.InternalError, "the server cannot be started: %s", reason))
			v.leave(fmt.Errorf("no worker can be started: %s", reason))
		case r.method == protocol.MethodInitialize:
			// It is said anew in any case.
		case elsewhere && !r.again:
			r.again, r.ticks = true, 0
			v.waiting = append(v.waiting, r.text)
		case r.method == protocol.MethodTextDocumentDiagnostic, r.method == protocol.MethodWorkspaceDiagnostic:
			v.respond(id, "", &jsonrpc2.Error{
				Code: jsonrpc2.Code(protocol.LSPErrorCodesServerCancelled), Message: "the analysis died (" + reason + ")",
				Data: jsonrpc2.RawMessage(`{"retriggerRequest":true}`),
			})
		default:
			v.respond(id, "", jsonrpc2.Errorf(protocol.CodeContentModified, "the analysis died (%s)", reason))
		}
	}
}

// tick looks after a worker that owes something.
func (v *supervisor) tick() {
	v.mu.Lock()
	defer v.mu.Unlock()
	w := v.worker
	if w == nil {
		return
	}
	v.quiet++
	for _, r := range v.running {
		if r.ticks++; r.ticks > maxAttemptTicks {
			w.Kill("it did not end")
			return
		}
	}
	for _, r := range v.pending {
		if r.ticks++; min(r.ticks, v.quiet) > maxRequestTicks {
			w.Kill("a request did not end")
			return
		}
	}
	switch {
	case v.pinged:
		if v.silent++; v.silent > maxSilentTicks {
			w.Kill("it took no messages")
		}
	case v.owes:
		v.call(pingID, wire.MethodPing, struct{}{})
		v.pinged = true
	}
}
