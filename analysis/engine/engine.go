// Package engine analyses translation units: it preprocesses every view of a document, builds the semantic model, runs the
// rules, and turns what they report into diagnostics. It shares headers between views, documents and goroutines.
package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/flow"
	"cudals/analysis/locate"
	"cudals/analysis/memory"
	"cudals/analysis/outline"
	"cudals/analysis/prelude"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/unit"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// Engine implements workspace.Engine.
type Engine struct {
	cache *preprocess.Cache
	rules []*check.Rule
	log   *zap.Logger
}

// New returns an engine that reads through files, over which the embedded prelude is laid.
func New(files source.Reader, rules []*check.Rule, log *zap.Logger) *Engine {
	if log == nil {
		log = zap.NewNop()
	}
	reader := source.NewFS(prelude.OthersDir, prelude.Others(), source.NewFS(prelude.MacrosDir, prelude.Macros(), files))
	reader = source.NewFS(prelude.Dir, prelude.FS(), source.NewFS(prelude.LibraryDir, prelude.Library(), reader))
	return &Engine{cache: preprocess.NewCache(token.NewInterner(), reader), rules: rules, log: log}
}

// Forget drops what is cached of files that changed.
func (e *Engine) Forget(paths []string) {
	for _, p := range paths {
		e.cache.Invalidate(p)
	}
}

// view is one pass of a document under way.
type view struct {
	*locate.View
	config  *preprocess.Config
	reports []report
	// controls are the pragmas that judge the reports.
	controls check.Controls
	// model is handed on to the next version of the document.
	model *model
	// cutShort: the analysis took more steps than it may.
	cutShort bool
	// unjudged: no rule is run, for nobody asks but what stands at places.
	unjudged bool
	// failed are the rules that failed, perhaps half-way through something in the unit.
	failed []*check.Rule
	// seen is what the rules saw; nil where no rule speaks.
	seen *check.View
}

// lineage is what successive versions of a document share.
type lineage struct {
	turn turn // taken while anybody uses the models of the views
	// version counts the analyses that took the models on, and the questions that were given up; it changes while somebody has the turn. The
	// result of the newest alone may ask them.
	version atomic.Int64
	// aside has a turn of its own, which is taken before.
	aside   aside
	hanging hanging
}

func newLineage() *lineage { return &lineage{turn: newTurn(), aside: aside{turn: newTurn()}} }

// turn is a lock that nobody waits for in vain.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// take waits until nobody else has the turn. It returns false when ctx has ended, maybe while it waited.
func (t turn) take(ctx context.Context) bool {
	select {
	case t <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	if ctx.Err() != nil {
		t.give()
		return false
	}
	return true
}

func (t turn) give() { <-t }

// model is a semantic model that serves successive versions of a document.
type model struct {
	unit     *sema.Unit    // nil while it is in use, and where what it remembers may be half of the truth
	flows    *flow.Cache   // of unit
	spaces   *spaces.Model // of the last version; nil for a new unit
	declared sema.Declared
	// constants are those of system headers.
	constants []*sema.Var
	// enumerated: declared is known; complete: constants are.
	enumerated, complete bool
	indexed              bool // all declarations were read for the sake of the names in them
}

// report is a rule's report, not yet a diagnostic.
type report struct {
	rule *check.Rule
	check.Report
}

// Analyze analyses a document in all its views.
func (e *Engine) Analyze(ctx context.Context, in workspace.Input, prev workspace.Result) (workspace.Result, error) {
	archs := in.Command.Archs
	if len(archs) == 0 {
		return nil, fmt.Errorf("analysing %s: the command names no architecture", in.File.Path)
	}
	if !in.AllArchs {
		archs = archs[:1]
	}
	old, _ := prev.(*result)
	asked := in.Command
	read, err := e.followText(ctx, &in, old.plain())
	if err != nil {
		return nil, err
	}
	var views []*view
	if in.Command.HostOnly {
		views = []*view{newView(toolchain.HostPass, archs[0])}
	} else {
		views = []*view{newView(toolchain.HostPass, archs[0])}
		for _, a := range archs {
			views = append(views, newView(toolchain.DevicePass, a))
		}
	}
	if read != nil && in.Command == asked {
		views[0].Preprocessed = read.unit
	}
	if old != nil && old.in.Command != in.Command && !reflect.DeepEqual(old.in.Command, in.Command) {
		old = nil
	}
	err = each(in.File.Path, views, func(v *view) error { return e.expand(ctx, in, v, old.view(v.Pass, v.Arch)) })
	if err != nil {
		return nil, err
	}
	line := newLineage()
	if old != nil {
		line = old.lineage // whoever still asks the old result waits for this one
	}
	if !line.turn.take(ctx) {
		return nil, ctx.Err() // a newer version may have the models
	}
	defer line.turn.give()
	line.version.Add(1)
	if len(in.Command.Archs) > 1 && !in.AllArchs && !in.Command.HostOnly {
		if views, err = e.unseenArchs(ctx, in, views, line.unseen(e, views), old); err != nil {
			return nil, err
		}
	}
	if err := each(in.File.Path, views, func(v *view) error { return e.analyzeView(ctx, in, v, old.view(v.Pass, v.Arch)) }); err != nil {
		return nil, err
	}
	e.compare(views)
	r := newResult(in, views, line, old)
	r.engine, r.read = e, read
	r.doc = document(in, r.whole(), e.rules)
	e.logFaults(in.File.Path, views)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, v := range views {
		v.Unit.StopWhen(nil)
		if !v.faulty() && !v.Unit.Exhausted() {
			v.model.unit = v.Unit
		}
	}
	return r, nil
}

func newView(pass toolchain.Pass, arch int) *view {
	return &view{View: &locate.View{Pass: pass, Arch: arch}}
}

// document is what is asked questions of views that are analysed.
func document(in workspace.Input, views []*view, rules []*check.Rule) *locate.Document {
	shown := make([]*locate.View, len(views))
	for i, v := range views {
		shown[i] = v.View
	}
	return locate.NewDocument(in, shown, rules)
}

// each runs fn for all views of a file at once. A panic in one is an error.
func each(path string, views []*view, fn func(*view) error) error {
	var wg sync.WaitGroup
	errs := make([]error, len(views))
	for i, v := range views {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					errs[i] = fmt.Errorf("analysing %s for the %s: %v\n%s", path, v.Pass, r, debug.Stack())
				}
			}()
			errs[i] = fn(v)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// compare runs the rules that compare views.
func (e *Engine) compare(views []*view) {
	for i := range len(views) - 1 {
		a, b := views[i], views[i+1]
		if a.seen == nil || b.seen == nil {
			continue
		}
		for _, r := range e.rules {
			if r.Compare != nil && applies(r, a.seen.Command) {
				e.guard(r, func() {
					r.Compare(a.seen.To(a.reporter(r)), b.seen.To(b.reporter(r)))
				}, a, b)
			}
		}
	}
}

// expand preprocesses a view; was is the earlier version's, or nil.
func (e *Engine) expand(ctx context.Context, in workspace.Input, v, was *view) error {
	v.Command, v.Interner = in.Command, e.cache.Interner()
	var before *preprocess.Unit
	if was != nil {
		v.config, v.model, before = was.config, was.model, was.Preprocessed
	} else {
		v.config, v.model = toolchain.Config(in.Command, v.Pass, v.Arch), new(model)
	}
	if v.Preprocessed != nil {
		return nil
	}
	var err error
	v.Preprocessed, err = preprocess.ExpandFrom(ctx, e.cache, in.File, v.config, before)
	return err
}

// analyzeView makes what is said of a view; was is the earlier version's, or nil.
func (e *Engine) analyzeView(ctx context.Context, in workspace.Input, v, was *view) error {
	v.Unit, v.model.unit = v.model.unit, nil
	kept := false
	if v.Unit != nil {
		v.Unit.Attempt(sema.Site{}, func() {
			var declares bool
			if declares, kept = v.Unit.Rebase(v.Preprocessed); declares {
				v.model.enumerated, v.model.indexed = false, false
			}
		})
		if err := ctx.Err(); err != nil {
			return err // half of the time that a long line takes until the first step
		}
	}
	err := e.analyzeUnit(ctx, in, v, was, kept)
	if kept && (errors.Is(err, errOutlived) || err == nil && v.Unit.Exhausted()) {
		v.reports, v.failed = nil, nil // a model that is made for this version may get further
		err = e.analyzeUnit(ctx, in, v, was, false)
	}
	if err != nil {
		return err
	}
	if v.Unit.Exhausted() && speaks(in.Command.Dialect) {
		v.cutShort = true
		e.log.Warn("the analysis took too many steps; what it had not reached by then is unknown",
			zap.String("file", in.File.Path), zap.Stringer("pass", v.Pass))
	}
	return nil
}

// spaceOptions is what spaces depend on of a command.
func spaceOptions(c *toolchain.Command, pass toolchain.Pass) spaces.Options {
	return spaces.Options{
		Pass:                      pass,
		HostDeviceMoveForward:     !c.NoHostDeviceMoveForward.On,
		HostDeviceInitializerList: !c.NoHostDeviceInitializerList.On,
		DefaultedVirtuals:         c.Release().DefaultedVirtuals,
		QuietLifetimes:            c.Release().QuietLifetimes,
		ExtendedLambda:            c.ExtendedLambda.On,
		DeviceDefault:             c.DeviceDefault,
		PlainLambdas:              !c.ExtendedLambda.On && c.Certain(c.ExtendedLambda),
	}
}

// errOutlived: a model that was kept holds what no body of this version brings about.
var errOutlived = errors.New("the model holds what is no more")

// analyzeUnit makes what is said of a view with the model that it has, if that is kept, else with a new one.
func (e *Engine) analyzeUnit(ctx context.Context, in workspace.Input, v, was *view, kept bool) error {
	if !kept {
		v.Unit = unit.New(v.Preprocessed, v.Interner, sema.Options{
			Std: in.Command.Std, Bits32: in.Command.Bits32, AsksByValue: v.Pass == toolchain.DevicePass,
			CUDA: int(in.Command.Version()), Patient: in.Patient, Names: in.Places,
		}, was.chunks())
		v.model.flows = flow.NewCache(v.Unit)
		v.model.enumerated, v.model.complete, v.model.indexed, v.model.spaces = false, false, false, nil
	}
	v.Unit.Attempt(sema.Site{}, func() { v.model.flows.Renew(!v.model.enumerated) })
	v.Unit.StopWhen(func() bool { return ctx.Err() != nil })
	v.Spaces = spaces.New(v.Unit, spaceOptions(in.Command, v.Pass), v.model.spaces)
	if !v.model.enumerated {
		v.model.declared = v.Unit.Enumerate(func(c *sema.Chunk) bool { return !c.System })
		if err := ctx.Err(); err != nil {
			return err // some may be missing
		}
		v.model.enumerated = true
	}
	if !v.model.complete {
		v.Unit.Attempt(sema.Site{}, func() { v.model.constants = memory.FromSystem(v.Unit) })
		v.model.complete = true
	}
	v.Declared, v.System, v.Index = v.model.declared, v.model.constants, v.readAll
	if err := ctx.Err(); err != nil {
		return err
	}
	v.Bodies = v.Spaces.Bodies(v.Declared)
	if err := ctx.Err(); err != nil {
		return err
	}
	if v.Pass == toolchain.DevicePass {
		v.Emission = v.Spaces.Emit(v.Declared, v.Bodies)
	}
	if !v.outlives() && kept {
		return errOutlived
	}
	if v.model.spaces != nil && !v.Spaces.Settled(v.model.spaces) {
		v.Unit.Forget()
	}
	v.model.spaces = v.Spaces
	if v.unjudged {
		return ctx.Err()
	}
	pass := check.NewView(check.View{
		Kind: v.Pass, Arch: v.Arch, Command: in.Command, Unit: v.Unit, Spaces: v.Spaces, Declared: v.Declared,
		Flows: v.model.flows, Emission: v.Emission, SystemConstants: v.System,
	}, v.Bodies)
	var before *preprocess.Unit
	if was != nil {
		before, v.controls = was.Preprocessed, was.controls
	}
	v.controls = check.ControlsOf(v.Preprocessed, v.Unit.Text, in.Command, before, v.controls)
	for _, r := range e.rules {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.run(r, pass, v)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	v.seen = pass
	return nil
}

// outlives reports whether everything is still read that brought about what is seen as long as the model is kept.
func (v *view) outlives() (outlives bool) {
	reads := sync.OnceValue(func() map[*sema.Func]bool {
		if v.Emission == nil {
			return nil // no instance is read by itself
		}
		return v.Emission.Read()
	})
	v.Unit.Attempt(sema.Site{}, func() { outlives = v.Unit.Outlive(func(f *sema.Func) bool { return reads()[f] }) })
	return outlives
}

// readAll reads all declarations for the sake of the names in them, once for a model, and what else the names mean.
func (v *view) readAll() {
	if !v.model.indexed {
		v.Unit.Attempt(sema.Site{}, func() { v.Unit.ReadAll(v.Declared) })
		v.model.indexed = true
	}
	v.Unit.Attempt(sema.Site{}, func() { v.Unit.ReadMeant(v.Declared) })
}

// speaks reports whether all rules hold for a compiler: they are those of NVIDIA's front end. Clang, for CUDA and for HIP, lets functions
// of the two sides overload each other and reports other things.
func speaks(d toolchain.Dialect) bool {
	return d == toolchain.NVCC || d == toolchain.NVRTC
}

// run runs one rule over one view.
func (e *Engine) run(r *check.Rule, pass *check.View, v *view) {
	want := check.InHost
	if pass.Kind == toolchain.DevicePass {
		want = check.InDevice
	}
	if r.Check == nil || r.Passes&want == 0 || want == check.InHost && pass.Command.DeviceOnly || !applies(r, pass.Command) {
		return
	}
	if r = r.In(pass.Command.Version()); r == nil || !v.controls.Wants(r, pass.Command) {
		return
	}
	e.guard(r, func() { r.Check(pass.To(v.reporter(r))) }, v)
}

// applies reports whether a rule holds for the compiler and the target of a command.
func applies(r *check.Rule, cmd *toolchain.Command) bool {
	return (r.Everywhere || speaks(cmd.Dialect)) && (r.Group != check.Windows || cmd.Windows)
}

// maxReports is how often a rule speaks in one view of a file. Nobody reads so much, and each report costs notes and mends.
const maxReports = 1000

// reporter takes a rule's reports on a view.
func (v *view) reporter(r *check.Rule) func(check.Report) {
	said := 0
	return func(rep check.Report) {
		if said++; said == maxReports {
			rep.Message += fmt.Sprintf(" (no more than %d findings of a rule are told)", maxReports)
		}
		v.reports = append(v.reports, report{r, rep})
		if said == maxReports {
			panic(sema.Enough{})
		}
	}
}

// guard runs a rule over views; when it panics, what it reported on them is taken back, unless it has said enough.
func (e *Engine) guard(r *check.Rule, run func(), views ...*view) {
	said := make([]int, len(views))
	for i, v := range views {
		said[i] = len(v.reports)
	}
	defer func() {
		p := recover()
		if _, enough := p.(sema.Enough); p == nil || enough {
			return
		}
		for i, v := range views {
			v.reports = v.reports[:said[i]]
			v.failed = append(v.failed, r)
		}
		fields := []zap.Field{zap.String("rule", r.Slug), zap.String("file", views[0].Preprocessed.Main.Path), zap.Any("fault", p)}
		if _, again := p.(*check.QueryError); !again { // else the rule that asked first has logged the stack
			fields = append(fields, zap.ByteString("stack", debug.Stack()))
		}
		e.log.Error("a rule failed", fields...)
	}()
	run()
}

// faulty reports whether something failed, so that the model may hold what was half done.
func (v *view) faulty() bool { return len(v.failed) > 0 || len(v.Unit.Faults()) > 0 }

// logFaults logs what failed besides rules.
func (e *Engine) logFaults(path string, views []*view) {
	for _, v := range views {
		for _, f := range v.Unit.Faults() {
			at, _ := check.PlaceOf(f.Site)
			e.log.Error("an internal fault", zap.String("file", path), zap.Stringer("pass", v.Pass), zap.Int("at", at.Span.Start),
				zap.Any("fault", f.Panic), zap.ByteString("stack", f.Stack))
		}
	}
}

// plain is what the earlier result's command was told by; nil when there is none.
func (r *result) plain() *plain {
	if r == nil {
		return nil
	}
	return r.read
}

// view is the earlier result's view of a pass, nil when there is none.
func (r *result) view(pass toolchain.Pass, arch int) *view {
	if r == nil {
		return nil
	}
	for _, v := range r.views {
		if v.Pass == pass && v.Arch == arch {
			return v
		}
	}
	return nil
}

// chunks are the chunks of the document's own file, whose syntax is reused.
func (v *view) chunks() map[string][]*outline.Chunk {
	if v == nil || v.Unit == nil {
		return nil
	}
	path := v.Preprocessed.Main.Path
	return map[string][]*outline.Chunk{path: v.Unit.ChunksOf(path)}
}
