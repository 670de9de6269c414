package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/server/wire"
)

// publisher knows what each document's analysis says of each file, and what the client has been told of each file. What
// several documents say of one header is put together.
type publisher struct {
	s *Server

	mu sync.Mutex
	// says holds what each open document's newest analysis says, by file. Of one that failed that is what the one before it
	// said, and that it failed.
	says map[string]said
	// kept is what the client was told of files by a process that died, encoded; it counts until their analysis says more.
	kept map[string][]json.RawMessage
	// told is the list that the client last got, encoded, by file.
	told map[string][]byte
	// sent are the params, encoded, that the client last got of a document with each notification of cudals's own.
	sent map[string]map[string]string
	// faults is what the log last told to be wrong with a configuration file.
	faults map[string]string
}

// said is what an analysis says. It does not hold the analysis: the workspace lets models go.
type said struct {
	document *workspace.Document
	// beside: nobody opened the file. What it says of open documents alone is shown.
	beside bool
	seq    uint64
	byFile map[string][]check.Diagnostic
}

func newPublisher(s *Server) *publisher {
	return &publisher{
		s: s, says: map[string]said{}, kept: s.kept, told: map[string][]byte{}, sent: map[string]map[string]string{}, faults: map[string]string{},
	}
}

// analysis takes in a finished analysis and tells the client what has changed by it.
func (p *publisher) analysis(a *workspace.Analysis) {
	defer p.s.recovered("publishing diagnostics")
	path := a.Document.Path()
	p.mu.Lock()
	snapshot := p.s.ws.Snapshot()
	before := p.says[path]
	beside := snapshot.Beside(path) == a.Document
	if !beside && snapshot.Document(path) != a.Document || before.seq > a.Seq {
		p.mu.Unlock()
		return // there is a newer version, or it is closed; what is under way for it will tell
	}
	p.dropBeside(snapshot)
	now := said{document: a.Document, beside: beside, seq: a.Seq, byFile: p.findings(a)}
	p.says[path] = now
	if before.document == a.Document && !a.Woken {
		p.s.refreshLists()
	}
	faults := p.newFaults(before, now, a.Command)
	if a.Result != nil {
		delete(p.kept, path)
	}
	files := map[string]bool{path: true}
	for file := range before.byFile {
		files[file] = true
	}
	for file := range now.byFile {
		files[file] = true
	}
	if p.s.caps.pull {
		others := len(files) > 1
		p.mu.Unlock()
		if others && p.s.caps.refresh {
			p.refresh()
		}
	} else {
		for _, file := range slices.Sorted(maps.Keys(files)) {
			p.tell(snapshot, file, file == path && !beside)
		}
		p.mu.Unlock()
	}
	for _, fault := range faults {
		p.s.log.Error("the configuration is not understood; what it last said holds on", zap.String("fault", fault))
	}
	if a.Failure != "" {
		p.s.log.Error("no findings", zap.String("file", path), zap.String("reason", a.Failure))
	}
	if w := p.s.watcher.Load(); w != nil {
		w.follow(a)
	}
	if beside {
		return
	}
	p.s.sendStatus(a)
	p.s.sendPasses(a)
	// Of a document that was woken the client has the lists; who asked again for all of them would have others let go.
	if a.Result != nil && a.Result.Aside(p.s.ctx) && !a.Woken {
		p.s.refreshLists()
	}
}

// newFaults are what is wrong with the configuration of an analysis, without what the log was told. p.mu is held.
func (p *publisher) newFaults(before, now said, cmd *toolchain.Command) (faults []string) {
	for file := range before.byFile {
		if now.byFile[file] == nil {
			delete(p.faults, file)
		}
	}
	if cmd == nil {
		return nil
	}
	for _, fault := range cmd.Faults {
		if file, text := fault.File.Path, fault.Error(); p.faults[file] != text {
			p.faults[file] = text
			faults = append(faults, text)
		}
	}
	return faults
}

// findings are what an analysis says, by file. One that failed takes nothing back: a document must not look clean because
// nothing is known of it. p.mu is held.
func (p *publisher) findings(a *workspace.Analysis) map[string][]check.Diagnostic {
	now := byFile(a)
	if a.Result != nil {
		return now
	}
	for file, list := range p.says[a.Document.Path()].byFile {
		if isProject(file) || p.faults[file] != "" {
			continue // what is wrong with a configuration is known without an analysis
		}
		now[file] = append(now[file], slices.DeleteFunc(slices.Clone(list), func(d check.Diagnostic) bool { return d.Rule == wire.NotAnalysed })...)
	}
	return now
}

// byFile sorts what an analysis says by the file it is about.
func byFile(a *workspace.Analysis) map[string][]check.Diagnostic {
	out := map[string][]check.Diagnostic{}
	for _, d := range a.Diagnostics {
		if d.Place.IsZero() {
			d.Place = source.Place{File: a.Document.File}
		}
		out[d.Place.File.Path] = append(out[d.Place.File.Path], d)
	}
	if a.Document != nil && a.Result == nil {
		file := a.Document.File
		out[file.Path] = append(out[file.Path], check.Diagnostic{
			Rule: wire.NotAnalysed, Tag: wire.NotAnalysed, Severity: check.Warning, Passes: check.InHost | check.InDevice,
			Message: "nothing is known of this text: " + a.Failure + "; any other finding is from before",
			Place:   source.Place{File: file, Span: file.LineSpan(0)},
		})
	}
	return out
}

// project tells what is wrong with a configuration that is open, whether or not a source is that it holds for.
func (p *publisher) project(path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	snapshot := p.s.ws.Snapshot()
	p.says[path] = said{byFile: map[string][]check.Diagnostic{path: snapshot.ProjectFaults(path)}}
	if !p.s.caps.pull {
		p.tell(snapshot, path, false)
	}
}

// closed forgets a document.
func (p *publisher) closed(path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.says[path]
	delete(p.says, path)
	delete(p.kept, path)
	delete(p.sent, path)
	snapshot := p.s.ws.Snapshot()
	p.dropBeside(snapshot)
	if p.s.caps.pull {
		return
	}
	for file := range before.byFile {
		if file != path {
			p.tell(snapshot, file, false)
		}
	}
	// Without a version, because nothing is open any more; and also when it is empty, so that nothing stays behind.
	p.send(path, nil, p.list(snapshot, path), !isProject(path))
	if bytes.Equal(p.told[path], emptyList) {
		delete(p.told, path)
	}
}

// left takes back what was said of a document by a name that the client has closed, and says it by the one that is left.
func (p *publisher) left(path string, name uri.URI) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.s.caps.pull {
		p.sendAs(name, nil, emptyList)
		p.tell(p.s.ws.Snapshot(), path, true)
	}
}

// dropBeside forgets what files said that are not analysed for the sake of headers any more. p.mu is held.
func (p *publisher) dropBeside(snapshot *workspace.Snapshot) {
	maps.DeleteFunc(p.says, func(path string, said said) bool { return said.beside && snapshot.Beside(path) == nil })
}

var emptyList = []byte("[]")

// tell sends the list of a file, when it changed or when must is set. p.mu is held.
func (p *publisher) tell(snapshot *workspace.Snapshot, file string, must bool) {
	doc := snapshot.Document(file)
	if doc == nil {
		p.send(file, nil, p.list(snapshot, file), must)
		return
	}
	if p.says[file].document != doc {
		return // its own analysis is under way, and the list is sent when that is there
	}
	p.send(file, &doc.Version, p.list(snapshot, file), must)
}

func (p *publisher) send(file string, version *int32, list []byte, must bool) {
	before, known := p.told[file]
	if !must && (bytes.Equal(before, list) || !known && bytes.Equal(list, emptyList)) {
		return
	}
	p.told[file] = list
	p.sendAs(p.s.docs.uri(file), version, list)
}

func (p *publisher) sendAs(u uri.URI, version *int32, list []byte) {
	name, _ := json.Marshal(string(u))
	var params bytes.Buffer
	fmt.Fprintf(&params, `{"uri":%s,`, name)
	if version != nil && p.s.caps.versions {
		fmt.Fprintf(&params, `"version":%d,`, *version)
	}
	params.WriteString(`"diagnostics":`)
	params.Write(list)
	params.WriteByte('}')
	_ = p.s.conn.Notify(p.s.ctx, protocol.MethodTextDocumentPublishDiagnostics, jsonrpc2.RawMessage(params.Bytes()))
}

// list is all that is said of a file, encoded. What was said of another text of it is left out, unless nothing is known of
// this one. p.mu is held.
func (p *publisher) list(snapshot *workspace.Snapshot, file string) []byte {
	out := []byte{'['}
	for i, d := range p.kept[file] {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, d...)
	}
	for _, d := range p.collect(snapshot, file) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		lsp := p.s.diagnostic(&d)
		encoded, err := protocol.AppendMarshal(out, &lsp)
		if err != nil {
			p.s.log.Error("diagnostic cannot be encoded", zap.Error(err))
			return emptyList
		}
		out = encoded
	}
	return append(out, ']')
}

// collect puts together what all documents say of a file. p.mu is held.
func (p *publisher) collect(snapshot *workspace.Snapshot, file string) []check.Diagnostic {
	if doc := snapshot.Document(file); doc != nil {
		// The common case: nobody but the document itself speaks of it.
		others := false
		for path, said := range p.says {
			others = others || path != file && len(said.byFile[file]) > 0
		}
		if !others {
			return p.says[file].byFile[file]
		}
	}
	var lists [][]check.Diagnostic
	for _, path := range slices.Sorted(maps.Keys(p.says)) {
		if !p.says[path].beside || snapshot.Document(file) != nil {
			lists = append(lists, p.says[path].byFile[file])
		}
	}
	failed := slices.ContainsFunc(p.says[file].byFile[file], func(d check.Diagnostic) bool { return d.Rule == wire.NotAnalysed })
	doc := snapshot.Document(file)
	return merged(lists, func(d *check.Diagnostic) bool { return doc == nil || failed || doc.File.Hash == d.Place.File.Hash })
}

// withBeside adds to what a document's own analysis says of it what the file says through which it is read, if nobody opened that.
func (p *publisher) withBeside(doc *workspace.Document, own []check.Diagnostic) []check.Diagnostic {
	p.mu.Lock()
	defer p.mu.Unlock()
	lists := [][]check.Diagnostic{own}
	for _, path := range slices.Sorted(maps.Keys(p.says)) {
		if p.says[path].beside {
			lists = append(lists, p.says[path].byFile[doc.Path()])
		}
	}
	if len(lists) == 1 {
		return own
	}
	return merged(lists, func(d *check.Diagnostic) bool { return doc.File.Hash == d.Place.File.Hash })
}

// merged puts together what several documents say of one file, as far as it holds.
func merged(lists [][]check.Diagnostic, holds func(*check.Diagnostic) bool) []check.Diagnostic {
	type key struct {
		span   source.Span
		rule   string
		number int
		what   string
	}
	seen := map[key]int{}
	var out []check.Diagnostic
	for _, d := range slices.Concat(lists...) {
		if !holds(&d) {
			continue
		}
		k := key{d.Place.Span, d.Rule, d.Number, d.What()}
		if i, ok := seen[k]; ok {
			out[i].Passes |= d.Passes
			out[i].Severity = min(out[i].Severity, d.Severity)
			continue
		}
		seen[k] = len(out)
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b check.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Place.Span.Start, b.Place.Span.Start), cmp.Compare(a.Rule, b.Rule))
	})
	return out
}

// refresh asks a client that asks for diagnostics to ask again.
func (p *publisher) refresh() {
	p.s.background(func(ctx context.Context) { _ = p.s.client.DiagnosticRefresh(ctx) })
}

// diagnostic is a finding as the client shows it.
func (s *Server) diagnostic(d *check.Diagnostic) protocol.Diagnostic {
	message := d.Message + check.ArchsText(d.Archs)
	out := protocol.Diagnostic{
		Range:    s.rangeOf(d.Place.File, d.Place.Span),
		Severity: protocol.DiagnosticSeverity(d.Severity) + 1,
		Source:   protocol.NewOptional("cudals"),
		Message:  protocol.String(message),
	}
	if d.Number != 0 {
		out.Code = protocol.Integer(d.Number)
	} else {
		out.Code = protocol.String(d.Tag)
	}
	if url := s.ruleURLs[d.Rule]; url != "" && s.caps.codeDescription {
		out.CodeDescription = protocol.CodeDescription{Href: uri.URI(url)}
	}
	for _, tag := range s.caps.tags {
		if d.Unnecessary && tag == protocol.DiagnosticTagUnnecessary ||
			d.Deprecated && tag == protocol.DiagnosticTagDeprecated {
			out.Tags.Set(append(out.Tags.Slice(), tag))
		}
	}
	if s.caps.related {
		for _, r := range d.Related {
			if !r.Place.IsZero() {
				out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
					Location: s.location(r.Place), Message: r.Message,
				})
			}
		}
	} else {
		// The reasons are half of what there is to say: a client that has no place for them gets them as text.
		var text strings.Builder
		text.WriteString(message)
		for _, r := range d.Related {
			text.WriteString("\n  " + r.Message)
		}
		out.Message = protocol.String(text.String())
	}
	if s.caps.data {
		data, err := json.Marshal(diagnosticData{Rule: d.Rule, Tag: d.Tag, Number: d.Number, Pass: d.Passes.String(), Fixes: len(d.Fixes)})
		if err == nil {
			out.Data = data
		}
	}
	return out
}

// diagnosticData is what a diagnostic carries for the editors' own commands.
type diagnosticData struct {
	Rule   string `json:"rule"`
	Tag    string `json:"tag,omitempty"`
	Number int    `json:"number,omitempty"`
	Pass   string `json:"pass"`
	Fixes  int    `json:"fixes"`
}

// resultID names a list by its content.
func resultID(list []byte) string {
	h := fnv.New64a()
	_, _ = h.Write(list)
	return fmt.Sprintf("%016x", h.Sum64())
}
