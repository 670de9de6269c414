package workspace

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
)

// CheckOptions say what CheckAll looks at.
type CheckOptions struct {
	// Files are absolute paths. Headers are checked as part of the files that include them; one that no other file of the
	// list includes is checked by itself, after the others, with the command of its likeliest neighbour.
	Files []string
	// Always are those of Files that are checked by themselves in any case.
	Always []string
	// Jobs bounds the files that are in memory at once (default: one for each processor).
	Jobs     int
	AllArchs bool
	// Excludes, if there is one, is asked of each file that a finding stands in; what it says yes to is not reported.
	Excludes func(path string) bool
	// Whole are folders of whose files none was left out of Files.
	Whole []string
	// Folders are where those are looked for who mention what a mend renames; without them no such mend is in the report.
	Folders []string
	// Covered are headers that are known already to be checked as part of something else.
	Covered []string
	// Check, if there is one, checks each file in place of this workspace. Its error is ctx's alone.
	Check func(ctx context.Context, path string) (*Checked, error)
	// Each is given each file's analysis before it is reduced, where Check is nil; calls do not overlap.
	Each func(a *Analysis)
	// Done is told of each file that is finished, with how many there are in all. Calls do not overlap.
	Done func(path string, done, total int)
}

// Report is what CheckAll found.
type Report struct {
	// Findings are in order of place; what several files say of one place is there once.
	Findings []check.Finding
	Stats    Stats
	Failures []Failure
	// CUDA are the versions of CUDA that files were checked for, in words, sorted.
	CUDA []string
	// Inferred counts the files whose command is inferred, by the folder of their project.
	Inferred map[string]int
	// Guessed are the files whose command is not even that, sorted; Problems what could not be understood of the others'.
	Guessed  []string
	Problems []string
}

// Checked is what remains of a file's analysis. It holds no text and can go from one process to another.
type Checked struct {
	Findings []check.Finding
	Stats    Stats
	Includes []string
	// Failure is why there are no findings, in one line; "" when all is well. Unreadable: there is no text.
	Failure    string
	Unreadable bool
	// CUDA is the version of CUDA that it was checked for, in words.
	CUDA string
	// Guessed: the file's command is not known. Problems are what was not understood of it.
	Guessed  bool
	Problems []string
	// Project is the folder of the project that what is guessed was inferred from, "" for none.
	Project string
	// Silenced is what the file's .cudals.yaml silences in it.
	Silenced Silenced
}

// Failure is a file that could not be checked, so that nothing is known of it.
type Failure struct {
	Path, Message string
	// Unreadable: there is no text; otherwise its analysis took too long or went wrong.
	Unreadable bool
}

// CheckAll analyses many files in parallel. Each result is reduced to findings as soon as it is there, so that memory is
// bounded by what runs at once. The error is ctx's alone.
func (w *Workspace) CheckAll(ctx context.Context, o CheckOptions) (*Report, error) {
	r := &run{w: w, o: o, snapshot: w.Snapshot(), included: map[string]bool{}}
	if r.o.Jobs <= 0 {
		r.o.Jobs = cap(w.slots)
	}
	for _, path := range o.Covered {
		r.included[path] = true
	}
	files := slices.Clone(o.Files)
	slices.Sort(files)
	files = slices.Compact(files)
	always := map[string]bool{}
	for _, path := range o.Always {
		always[path] = true
	}
	var first, headers []string
	for _, path := range files {
		if !always[path] && (toolchain.IsHeader(path) || r.snapshot.resolver.of(path).Fragment(ctx, path)) {
			headers = append(headers, path)
		} else {
			first = append(first, path)
		}
	}
	r.total = len(files)
	r.report.Inferred = map[string]int{}
	r.report.Stats.Unknown, r.report.Stats.Missing = map[string]int{}, map[string]int{}
	if err := r.all(ctx, first); err != nil {
		return nil, err
	}
	alone := slices.DeleteFunc(headers, func(path string) bool {
		if r.included[path] {
			r.tell(path)
		}
		return r.included[path]
	})
	if err := r.all(ctx, alone); err != nil {
		return nil, err
	}
	r.report.Findings = onceMissing(check.Merge(append(r.report.Findings, r.unusedConfig(files)...)))
	if err := r.rename(ctx); err != nil {
		return nil, err
	}
	slices.SortFunc(r.report.Failures, func(a, b Failure) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(r.report.Guessed)
	slices.Sort(r.report.Problems)
	r.report.Problems = slices.Compact(r.report.Problems)
	return &r.report, nil
}

// onceMissing says of each header that was not found once that it was not: one mend is for all.
func onceMissing(findings []check.Finding) []check.Finding {
	said := map[string]bool{}
	return slices.DeleteFunc(findings, func(f check.Finding) bool {
		again := f.Rule == "missing-header" && said[f.Message]
		said[f.Message] = said[f.Message] || f.Rule == "missing-header"
		return again
	})
}

// rename completes the mends that rename something, and takes back those that cannot be made, or not in the time that one may take. The
// files of a folder are read once for all names.
func (r *run) rename(ctx context.Context) error {
	wanted := map[string]bool{}
	for i := range r.report.Findings {
		for _, fix := range r.report.Findings[i].Fixes {
			if fix.Rename != nil {
				wanted[fix.Rename.Name] = true
			}
		}
	}
	snapshot := *r.snapshot
	snapshot.config.Folders = r.o.Folders
	names := namesIn(snapshot.names).once()
	trees := map[string]func() (sourceTree, error){}
	limited, cancel := r.snapshot.w.within(ctx, renameLimit, new(atomic.Int64))
	defer cancel()
	for i := range r.report.Findings {
		f := &r.report.Findings[i]
		fixes := f.Fixes[:0]
		for _, fix := range f.Fixes {
			if fix.Rename != nil {
				root := snapshot.folderOf(fix.Rename.Unit)
				if root == "" {
					continue
				}
				if trees[root] == nil {
					trees[root] = sync.OnceValues(func() (sourceTree, error) { return snapshot.sources(limited, root, wanted) })
				}
				edits, name, err := snapshot.rename(limited, fix.Rename, "", 0, names, trees[root])
				if _, no := IsRefused(err); no || err != nil && overtime(limited) {
					continue
				}
				if err != nil {
					return err
				}
				fix.Title, fix.Edits = fix.Rename.Title(name), check.FlatEdits(edits)
			}
			fixes = append(fixes, fix)
		}
		f.Fixes = fixes
	}
	return nil
}

// run is one CheckAll.
type run struct {
	w        *Workspace
	o        CheckOptions
	snapshot *Snapshot
	total    int

	mu       sync.Mutex
	finished int
	included map[string]bool // each file that another reads
	report   Report

	silencing silencing
}

// all checks files and adds up what is found, in their order: it does not matter which is finished first.
func (r *run) all(ctx context.Context, files []string) error {
	found := make([]*Checked, len(files))
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(r.o.Jobs)
	for i, path := range files {
		if working.Err() != nil {
			break
		}
		group.Go(func() (err error) {
			found[i], err = r.one(working, path)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, path := range files {
		r.add(path, found[i])
	}
	return nil
}

// one checks one file.
func (r *run) one(ctx context.Context, path string) (*Checked, error) {
	checked, a, err := r.check(ctx, path)
	if err != nil {
		return nil, err
	}
	if r.o.Excludes != nil {
		checked.Findings = slices.DeleteFunc(checked.Findings, func(f check.Finding) bool { return r.o.Excludes(f.At.File) })
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.o.Each != nil && a != nil {
		r.o.Each(a)
	}
	for _, p := range checked.Includes {
		r.included[p] = true
	}
	checked.Includes = nil // there are many, and each file has its own
	r.advance(path)
	return checked, nil
}

// add adds what was found in a file to the report.
func (r *run) add(path string, checked *Checked) {
	r.report.Findings = append(r.report.Findings, checked.Findings...)
	r.report.Stats.add(checked.Stats)
	r.silencing.add(checked.Silenced)
	if checked.Failure != "" {
		r.report.Failures = append(r.report.Failures, Failure{Path: path, Message: checked.Failure, Unreadable: checked.Unreadable})
	}
	if n, found := slices.BinarySearch(r.report.CUDA, checked.CUDA); !found && checked.CUDA != "" {
		r.report.CUDA = slices.Insert(r.report.CUDA, n, checked.CUDA)
	}
	switch {
	case checked.Project != "":
		r.report.Inferred[checked.Project]++
	case checked.Guessed:
		r.report.Guessed = append(r.report.Guessed, path)
	}
	r.report.Problems = append(r.report.Problems, checked.Problems...)
}

// check checks a file here or where CheckOptions.Check does; the analysis is nil then.
func (r *run) check(ctx context.Context, path string) (*Checked, *Analysis, error) {
	if r.o.Check != nil {
		checked, err := r.o.Check(ctx, path)
		return checked, nil, err
	}
	a, err := r.snapshot.analyzeFile(ctx, path, Input{AllArchs: r.o.AllArchs, Patient: true})
	if err != nil {
		return nil, nil, err
	}
	checked := a.reduce()
	checked.Silenced = r.snapshot.silenced(a, r.o.AllArchs)
	return checked, a, nil
}

// CheckFile is AnalyzeFile for those who need no more than what remains.
func (s *Snapshot) CheckFile(ctx context.Context, path string, allArchs bool) (*Checked, error) {
	a, err := s.analyzeFile(ctx, path, Input{AllArchs: allArchs, Patient: true})
	if err != nil {
		return nil, err
	}
	checked := a.reduce()
	checked.Silenced = s.silenced(a, allArchs)
	return checked, nil
}

// reduce keeps what is needed when the model is gone.
func (a *Analysis) reduce() *Checked {
	out := &Checked{Failure: a.Failure, Unreadable: a.Document == nil}
	for i := range a.Diagnostics {
		out.Findings = append(out.Findings, check.Flatten(&a.Diagnostics[i]))
	}
	command := a.Command
	if a.Result != nil {
		out.Stats, out.Includes, command = a.Result.Stats(), a.Result.Includes(), a.Result.Command()
		out.Stats.MissingAt = nil // places hold texts
	}
	if command != nil {
		out.CUDA, out.Guessed, out.Problems = command.CUDA(), !command.Given, command.Problems
		if command.Inferred != nil {
			out.Project = command.Inferred.Root
		}
	}
	return out
}

func (r *run) tell(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.advance(path)
}

// advance counts a finished file; r.mu is held.
func (r *run) advance(path string) {
	r.finished++
	if r.o.Done != nil {
		r.o.Done(path, r.finished, r.total)
	}
}

// AnalyzeFile analyses one file by itself, open or not. The error is ctx's alone; what else goes wrong is in the analysis.
func (s *Snapshot) AnalyzeFile(ctx context.Context, path string, allArchs bool) (*Analysis, error) {
	return s.analyzeFile(ctx, path, Input{AllArchs: allArchs, Patient: true, Places: true})
}

// analyzeFile is AnalyzeFile with an input that lacks the file and its command.
func (s *Snapshot) analyzeFile(ctx context.Context, path string, in Input) (*Analysis, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := &Analysis{}
	file, err := s.w.opts.Files.ReadFile(path)
	if err != nil {
		a.Failure = err.Error()
		return a, nil //nolint:nilerr // it is in the analysis
	}
	a.Document = &Document{File: file}
	a.Command = s.Command(ctx, path)
	a.Result, a.Failure, err = guard(ctx, s.w, file, func(ctx context.Context) (Result, error) {
		in.Command, in.File = a.Command, file
		return s.w.opts.Engine.Analyze(ctx, in, nil)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if a.Result != nil {
		a.Diagnostics = s.w.say(s.config, s.resolver, path, a.Result.Diagnostics())
		if in.Places {
			a.Diagnostics = s.quiet(file, a.Diagnostics)
		}
	}
	a.Diagnostics = s.w.withFaults(a.Diagnostics, s.resolver, path, a.Command)
	return a, nil
}

// add sums counts up.
func (s *Stats) add(o Stats) {
	s.Files += o.Files
	s.Lines += o.Lines
	s.DeviceCalls += o.DeviceCalls
	s.DeviceCallsKnown += o.DeviceCallsKnown
	s.HostCalls += o.HostCalls
	s.HostCallsKnown += o.HostCallsKnown
	s.MissingHeaders += o.MissingHeaders
	s.CutShort += o.CutShort
	for reason := range maps.Keys(o.Unknown) {
		s.Unknown[reason] += o.Unknown[reason]
	}
	for name := range maps.Keys(o.Missing) {
		s.Missing[name] += o.Missing[name]
	}
	listed := make(map[UnknownAt]bool, len(s.UnknownAt)) // several files may include what has a place
	for _, u := range s.UnknownAt {
		listed[u] = true
	}
	for _, u := range o.UnknownAt {
		if len(s.UnknownAt) < MaxUnknownAt && !listed[u] {
			s.UnknownAt = append(s.UnknownAt, u)
		}
	}
}
