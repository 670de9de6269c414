package server

import (
	"encoding/json"
	"maps"
	"slices"

	"go.lsp.dev/jsonrpc2"

	"cudals/analysis/workspace"
)

// MethodStatus is the notification with which the server tells how much it knows of a document, so that silence can be
// told from ignorance. It is sent after each analysis by which it changed, to clients whose experimental capabilities
// hold "cudalsStatus": true.
const MethodStatus = "cudals/status"

// Status is the notification's params.
type Status struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
	// Flags tells whether the compile command is known: "given", "borrowed" (from BorrowedFrom) or "guessed".
	Flags        string `json:"flags"`
	BorrowedFrom string `json:"borrowedFrom,omitempty"`
	// Inferred is the folder of the project whose shape and build files tell of a guessed command; absent where nothing does.
	Inferred string `json:"inferred,omitempty"`
	// Through is the file behind whose text, up to its #include, the document was read; absent where it was read by itself.
	Through string `json:"through,omitempty"`
	Dialect string `json:"dialect"`
	Std     int    `json:"std"`
	Archs   []int  `json:"archs"`
	// Arch is the architecture that was chosen for all documents; absent for what their commands say.
	Arch    int    `json:"arch,omitempty"`
	Toolkit string `json:"toolkit,omitempty"` // its include folder; absent for the built-in declarations
	// CUDA is the version of CUDA; CUDAGuessed: nothing told it.
	CUDA        string   `json:"cuda"`
	CUDAGuessed bool     `json:"cudaGuessed,omitempty"`
	Problems    []string `json:"problems,omitempty"`
	// MissingHeaders counts the #includes that found no file; Missing are these.
	MissingHeaders int             `json:"missingHeaders"`
	Missing        []MissingHeader `json:"missing,omitempty"`
	// Calls and KnownCalls count the calls in device code, and those whose target is known.
	Calls      int `json:"calls"`
	KnownCalls int `json:"knownCalls"`
	// Failure is why there are no findings at all, in one line; absent when all is well.
	Failure string `json:"failure,omitempty"`
}

// MissingHeader is an #include that found no file.
type MissingHeader struct {
	Name string `json:"name"`
	URI  string `json:"uri"`
	Line int    `json:"line"` // from 0
}

func (s *Server) sendStatus(a *workspace.Analysis) {
	if !s.caps.status {
		return
	}
	status := Status{
		URI: string(s.docs.uri(a.Document.Path())), Version: a.Document.Version,
		Flags: "guessed", Archs: []int{}, Failure: a.Failure,
	}
	c := a.Command
	if a.Result != nil {
		c = a.Result.Command()
	}
	if c != nil {
		switch {
		case c.Given && c.BorrowedFrom != "":
			status.Flags, status.BorrowedFrom = "borrowed", c.BorrowedFrom
		case c.Given:
			status.Flags = "given"
		case c.Inferred != nil:
			status.Inferred = c.Inferred.Root
		}
		status.Dialect, status.Std, status.Problems = c.Dialect.String(), c.Std, c.Problems
		status.Archs = append(status.Archs, c.Archs...)
		s.settingsMu.Lock()
		status.Arch = s.arch
		s.settingsMu.Unlock()
		for _, fault := range c.Faults {
			status.Problems = append(slices.Clip(status.Problems), fault.Error())
		}
		status.CUDA, status.CUDAGuessed = c.Version().String(), !c.VersionKnown()
		if c.Toolkit != nil {
			status.Toolkit = c.Toolkit.Include
		}
	}
	if a.Result != nil {
		status.Through = a.Result.Through()
		st := a.Result.Stats()
		status.MissingHeaders, status.Calls, status.KnownCalls = st.MissingHeaders, st.DeviceCalls, st.DeviceCallsKnown
		var missing []string
		for _, m := range st.MissingAt {
			f := m.At.File
			missing = append(missing, m.Header)
			status.Missing = append(status.Missing, MissingHeader{m.Header, string(s.docs.uri(f.Path)), f.LineOf(m.At.Span.Start)})
		}
		if c != nil && c.Inferred != nil && len(missing) > 0 {
			if line := c.Inferred.Unfetched(missing); line != "" {
				status.Problems = append(slices.Clip(status.Problems), line)
			}
		}
	}
	same := status
	same.Version = 0
	key, err := json.Marshal(same)
	if err != nil || !s.publish.changed(MethodStatus, a.Document.Path(), string(key)) {
		return
	}
	if raw, err := json.Marshal(status); err == nil {
		_ = s.conn.Notify(s.ctx, MethodStatus, jsonrpc2.RawMessage(raw))
	}
}

// changed remembers what was last sent of a document with a notification, and reports whether that is something else.
func (p *publisher) changed(method, path, key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sent[path] == nil {
		p.sent[path] = map[string]string{}
	}
	if p.sent[path][method] == key {
		return false
	}
	p.sent[path][method] = key
	return true
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
