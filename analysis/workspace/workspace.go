package workspace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// Options are what a workspace is made of.
type Options struct {
	Engine Engine
	// Files is what the engine reads through; the workspace lays open documents over it.
	Files *source.Overlay
	// Machine is where compile commands and toolkits are looked for; nil for the local one.
	Machine *toolchain.Machine
	// Rules are those that a project's configuration may name; none for any.
	Rules []*check.Rule
	// Config is the first configuration.
	Config Config
	// Publish is told of each analysis of a newest version, from any goroutine. A later Analysis of one document has a
	// greater Seq; calls may overlap, so that the receiver must drop the older.
	Publish func(*Analysis)
	// Begin, if there is one, is asked before the engine is run on a file, from any goroutine, and may wait for as long as
	// ctx lasts. A refusal is a line for people, with which the analysis ends; otherwise end is called when the engine has
	// returned, which may be long after the analysis was given up.
	Begin func(ctx context.Context, file *source.File) (end func(), refusal string)
	// Limit bounds one analysis (default 45 s: as long as front ends take for the largest libraries, on a busy machine).
	Limit time.Duration
	// Worked, if there is one, returns how long processors have worked for this process. Limits then count that, so that what
	// is given up does not depend on what else the machine does; otherwise they count the time that goes by.
	Worked func() time.Duration
	// Jobs bounds the analyses that run at once in the background, and those of documents that were opened (default: one for each
	// processor). A document that is edited does not wait for others.
	Jobs int
	// Awake bounds the documents whose models are kept in memory (default 10); see Snapshot.Ask.
	Awake int
	// Crowded, if there is one, reports whether more is held in memory than ought to be. It is asked after each analysis, and
	// again after each model that is let go for it; that of the document which was used last stays.
	Crowded func() bool
	Log     *zap.Logger
}

// Document is one version of an open document. It is immutable.
type Document struct {
	File    *source.File
	Version int32
}

// Path is the document's absolute path.
func (d *Document) Path() string { return d.File.Path }

// Analysis is what came of one version of one document. It is immutable.
type Analysis struct {
	// Document is nil for a file that could not be read.
	Document *Document
	Command  *toolchain.Command
	// Result is nil when there is none: Failure then says why, in one line for people.
	Result  Result
	Failure string
	// Diagnostics are the result's, after the configuration and the project had their word.
	Diagnostics []check.Diagnostic
	// Seq grows with each analysis that is started.
	Seq uint64
	// Woken: nothing has changed since the analysis before it, whose model was let go.
	Woken bool
}

// Errors of a workspace's documents and analyses. What is returned wraps them.
var (
	ErrNotOpen    = errors.New("document is not open")
	ErrOpen       = errors.New("document is open already")
	ErrOldVersion = errors.New("version does not grow")
	// ErrStale: the analysis was given up because the document changed or was closed.
	ErrStale = errors.New("document changed meanwhile")
)

// Workspace is the mutable holder of the newest snapshot. It is safe for concurrent use.
type Workspace struct {
	opts   Options
	log    *zap.Logger
	ctx    context.Context // of all analyses
	cancel context.CancelFunc
	slots  chan struct{} // one for each analysis running in the background
	opens  chan struct{} // one for each of a document that was opened: editors open many at once
	wg     sync.WaitGroup
	// working counts the files that are analysed, for within.
	working atomic.Int64

	mu     sync.Mutex
	closed bool // nothing begins any more
	now    *Snapshot
	seq    uint64 // of the newest snapshot or analysis
	// touched tells when a path last changed, in terms of seq: an analysis that started before and read it is stale.
	// lastTouch is the greatest of its values.
	touched   map[string]uint64
	lastTouch uint64
	// moved tells the same of when a file last came to be at a path or went away.
	moved map[string]uint64
	// commands memoises the commands of open documents, until the commands or what a document is included by change.
	commands map[string]*toolchain.Command
	// lenders are the files whose commands documents borrow because somebody said so.
	lenders map[string]string
	// last holds each open document's newest finished analysis.
	last map[string]*Analysis
	// sought is the newest search for a header.
	sought headerSearch
	// used lists the open documents whose models are kept, the one that was used last at the end.
	used []string
	// warming holds the first analysis of each document while it runs.
	warming map[string]*unit
	graph   includeGraph
}

// New makes a workspace without documents.
func New(opts Options) *Workspace {
	if opts.Limit <= 0 {
		opts.Limit = 45 * time.Second
	}
	if opts.Jobs <= 0 {
		opts.Jobs = runtime.GOMAXPROCS(0)
	}
	if opts.Awake <= 0 {
		opts.Awake = 10
	}
	if opts.Machine == nil {
		opts.Machine = toolchain.Local()
	}
	if opts.Log == nil {
		opts.Log = zap.NewNop()
	}
	if opts.Publish == nil {
		opts.Publish = func(*Analysis) {}
	}
	if opts.Crowded == nil {
		opts.Crowded = func() bool { return false }
	}
	if opts.Begin == nil {
		opts.Begin = func(context.Context, *source.File) (func(), string) { return func() {}, "" }
	}
	w := &Workspace{
		opts: opts, log: opts.Log,
		slots:   make(chan struct{}, opts.Jobs),
		opens:   make(chan struct{}, opts.Jobs),
		touched: map[string]uint64{}, moved: map[string]uint64{},
		commands: map[string]*toolchain.Command{}, lenders: map[string]string{},
		last:    map[string]*Analysis{},
		warming: map[string]*unit{},
		graph:   newIncludeGraph(),
	}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	w.now = &Snapshot{w: w, resolver: newResolvers(opts.Machine, opts.Config), config: opts.Config}
	return w
}

// Close gives up all work and waits for it to end. What is changed while it waits, or later, is not analysed.
func (w *Workspace) Close() {
	w.cancel()
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.wg.Wait()
}

// Snapshot is the newest snapshot.
func (w *Workspace) Snapshot() *Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// Open lays a document over the disk and starts its analysis.
func (w *Workspace) Open(path string, version int32, text []byte) error {
	file := source.NewFile(path, text)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now.docs[path] != nil {
		return fmt.Errorf("%s: %w", path, ErrOpen)
	}
	c := change{docs: map[string]*Document{path: {File: file, Version: version}}}
	switch hash, err := onDisk(path); {
	case err != nil:
		c.texts, c.moved = []string{path}, []string{path}
	case hash != file.Hash:
		c.texts = []string{path}
	}
	w.opts.Files.Set(file)
	w.apply(c)
	return nil
}

// Change applies an edit to a document and starts the analysis of the new version. On an error the document stays as it
// was.
func (w *Workspace) Change(path string, version int32, changes []source.Change, enc source.Encoding) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	doc := w.now.docs[path]
	if doc == nil {
		return fmt.Errorf("%s: %w", path, ErrNotOpen)
	}
	if version <= doc.Version {
		return fmt.Errorf("%s: %w: %d after %d", path, ErrOldVersion, version, doc.Version)
	}
	file, err := doc.File.Apply(changes, enc)
	if err != nil {
		return fmt.Errorf("version %d: %w", version, err)
	}
	w.opts.Files.Set(file)
	w.apply(change{docs: map[string]*Document{path: {File: file, Version: version}}, texts: []string{path}})
	return nil
}

// CloseDocument takes a document off the disk's text again.
func (w *Workspace) CloseDocument(path string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	doc := w.now.docs[path]
	if doc == nil {
		return fmt.Errorf("%s: %w", path, ErrNotOpen)
	}
	w.opts.Files.Remove(path)
	c := change{docs: map[string]*Document{path: nil}}
	switch hash, err := onDisk(path); {
	case err != nil:
		c.texts, c.moved = []string{path}, []string{path}
	case hash != doc.File.Hash:
		c.texts = []string{path}
	default:
		c.beside = &Document{File: doc.File}
	}
	w.apply(c)
	return nil
}

// onDisk tells which text stands below a document: where it is the same one, opening or closing the document changes nothing for the
// files that include it. Documents that nothing is known to include are no exception, for an analysis under way may have read them.
func onDisk(path string) (source.Hash, error) {
	file, err := source.Disk{}.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return file.Hash, nil
}

// Configure replaces the configuration. It reports whether anything changed.
func (w *Workspace) Configure(config Config) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now.config.equal(config) {
		return false
	}
	w.apply(change{config: &config, resolver: w.now.resolver.next(config)})
	return true
}

// Again has an open document analysed once more as it is.
func (w *Workspace) Again(path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now.docs[path] != nil {
		w.apply(change{again: path})
	}
}

// Lenders are files whose commands a document may borrow and through which it may be read: those that are known to include it, open or
// not.
func (s *Snapshot) Lenders(ctx context.Context, path string) []string {
	own := s.resolver.command(path, "")
	if own.Given && own.BorrowedFrom == "" {
		return nil
	}
	files := s.resolver.of(path).Lenders(ctx, path)
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	for _, includer := range s.w.graph.includers[path] {
		c := s.resolver.command(includer, "")
		if c.Given == own.Given && c.BorrowedFrom == "" && (c.Given || !toolchain.IsHeader(includer)) && !slices.Contains(files, includer) {
			files = append(files, includer)
		}
	}
	return files
}

// Borrow has a document borrow the command of another file from now on, and be read through it; by itself where the two are the same.
// It reports whether that may be.
func (w *Workspace) Borrow(path, lender string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.now.resolver.of(path).Borrow(path, lender) {
		return false
	}
	w.lenders[path] = lender
	w.apply(change{included: []string{path}})
	return true
}

// Config is the present configuration.
func (w *Workspace) Config() Config { return w.Snapshot().config }

// change is what lies between two snapshots.
type change struct {
	// docs holds new versions of documents; nil for a closed one.
	docs map[string]*Document
	// texts are the paths at which another text is read from now on.
	texts []string
	// moved are paths at which a file came to be or went away, so that an #include may find another one.
	moved []string
	// resolver and config replace the snapshot's when not nil.
	resolver *resolvers
	config   *Config
	// builds: a build file is another one now, from which commands may be inferred.
	builds bool
	// included are paths that turned out to be included by a file that they were not known to be included by.
	included []string
	// again is a document whose analysis turned out to be stale when it had finished, whose model was let go, or of which
	// it is asked for.
	again string
	// beside is a file through which an open header may be read.
	beside *Document
	// woken: that is because its model was let go, and nothing has changed.
	woken bool
}

// changed is a snapshot after a change, as far as units do not hang on it.
func (s *Snapshot) changed(c change) *Snapshot {
	next := &Snapshot{w: s.w, resolver: s.resolver, config: s.config, docs: s.docs, units: maps.Clone(s.units)}
	if next.units == nil {
		next.units = map[string]*unit{}
	}
	if c.config != nil {
		next.config = *c.config
	}
	if c.resolver != nil {
		next.resolver = c.resolver
	}
	if c.docs == nil {
		return next
	}
	next.docs = maps.Clone(s.docs)
	if next.docs == nil {
		next.docs = map[string]*Document{}
	}
	for path, doc := range c.docs {
		if doc == nil {
			delete(next.docs, path)
		} else {
			next.docs[path] = doc
		}
	}
	return next
}

// noteChange notes which files a change touches, and returns what is known to read them.
func (w *Workspace) noteChange(c change) (readers map[string]bool) {
	readers = map[string]bool{}
	for _, path := range c.texts {
		w.touched[path], w.lastTouch = w.seq, w.seq
		for _, reader := range w.graph.includers[path] {
			readers[reader] = true
		}
	}
	for _, path := range c.moved {
		w.moved[path] = w.seq
	}
	// All of them, not only what documents are known to include: an analysis that was given up, or whose document was
	// closed, has read files too, and the engine has kept them.
	if len(c.texts) > 0 {
		w.opts.Engine.Forget(c.texts)
	}
	return readers
}

// apply makes the next snapshot. It is the one place where analyses are invalidated. w.mu is held.
func (w *Workspace) apply(c change) {
	w.seq++
	if c.resolver != nil {
		clear(w.commands)
	}
	for _, path := range c.included {
		delete(w.commands, path)
	}
	c.texts = append(c.texts, w.linked(c.texts)...)
	old, next, readers := w.now, w.now.changed(c), w.noteChange(c)
	w.now = next

	for path, doc := range c.docs {
		if doc == nil {
			w.leave(next, path)
		}
	}
	w.keepBeside(old, next, c, readers)
	for path, doc := range next.docs {
		u := old.units[path]
		_, edited := c.docs[path]
		switch {
		case u == nil || u.doc != doc || path == c.again:
			queue := w.slots
			if edited {
				w.touch(path)
				if queue = nil; old.docs[path] == nil {
					queue = w.opens
				}
			}
			next.units[path] = w.start(next, doc, queue, c.woken && path == c.again)
		case c.config != nil:
			w.giveUp(path)
			next.units[path] = w.start(next, doc, w.slots, false)
		case u.finished() && (readers[path] || lends(u.analysis.Load(), c.texts) || looked(u.analysis.Load(), c.moved)):
			next.units[path] = w.start(next, doc, w.slots, false)
		case c.resolver != nil || slices.Contains(c.included, path):
			// Only a command or a project that really differs is a reason to start again.
			if cmd := w.command(next, path); !sameCommand(cmd, u.cmd) || !sameProject(old, next, path) {
				w.giveUp(path)
				next.units[path] = w.start(next, doc, w.slots, false)
			}
		case c.builds && !u.cmd.Given:
			w.giveUp(path)
			next.units[path] = w.start(next, doc, w.slots, false)
		}
		// An analysis under way is judged when it has finished: only then is it known what it read.
	}
}

// leave ends the work on a file that is a document no more, and forgets what it came to. w.mu is held.
func (w *Workspace) leave(next *Snapshot, path string) {
	if u := next.units[path]; u != nil {
		u.cancel()
	}
	delete(next.units, path)
	delete(w.last, path)
	w.used = slices.DeleteFunc(w.used, func(p string) bool { return p == path })
	delete(w.warming, path)
	delete(w.commands, path)
	w.graph.set(path, nil)
}

// stale reports whether an analysis read something that changed after it began, or may find other files now. w.mu is held.
func (w *Workspace) stale(a *Analysis) bool {
	if w.lastTouch < a.Seq {
		return false
	}
	if slices.ContainsFunc(a.Result.Includes(), func(path string) bool { return w.touched[path] > a.Seq }) {
		return true
	}
	var moved []string
	for path, seq := range w.moved {
		if seq > a.Seq {
			moved = append(moved, path)
		}
	}
	return w.touched[a.Command.Through] > a.Seq || looked(a, moved)
}

// lends reports whether a text is another one through which an analysis, if there is one, was to be read: it may include the document
// again.
func lends(a *Analysis, texts []string) bool {
	return a != nil && a.Command.Through != "" && slices.Contains(texts, a.Command.Through)
}

// looked reports whether an analysis, if there is one, looked for a file of the name of one that came to be or went away: for the header
// that was missing, or one that it found elsewhere.
func looked(a *Analysis, moved []string) bool {
	if len(moved) == 0 || a == nil {
		return false
	}
	if a.Result == nil {
		return true
	}
	names := map[string]bool{}
	for _, path := range moved {
		names[filepath.Base(path)] = true
	}
	is := func(path string) bool { return names[filepath.Base(path)] }
	return slices.ContainsFunc(a.Result.Sought(), is) || slices.ContainsFunc(a.Result.Includes(), is)
}

// command is how an open document is compiled. A header borrows the command of a file that includes it, and keeps it: its
// meaning should not change under the reader because another file was opened. w.mu is held.
func (w *Workspace) command(s *Snapshot, path string) *toolchain.Command {
	cmd := w.commands[path]
	if cmd == nil {
		if lender := w.lenders[path]; lender != "" {
			s.resolver.of(path).Borrow(path, lender)
		}
		cmd = s.resolver.command(path, w.graph.lender(path, s.resolver))
		w.commands[path] = cmd
	}
	return cmd
}

// giveUp cancels whatever is under way for a document. w.mu is held.
func (w *Workspace) giveUp(path string) {
	if u := w.now.units[path]; u != nil {
		u.cancel()
	}
	if u := w.warming[path]; u != nil {
		u.cancel()
		delete(w.warming, path)
	}
}

func sameCommand(a, b *toolchain.Command) bool { return a == b || reflect.DeepEqual(a, b) }

func sameProject(a, b *Snapshot, path string) bool {
	if a.resolver == b.resolver {
		return true
	}
	p, _ := a.resolver.project(path)
	q, _ := b.resolver.project(path)
	return reflect.DeepEqual(p, q)
}
