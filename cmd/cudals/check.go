package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// checkFlags are the flags of check.
type checkFlags struct {
	compileFlags
	format         string
	jobs           int
	stats          bool
	allArchs       bool
	sel, enable    []string
	ignore         []string
	exclude        []string
	foreign        bool
	waiting        bool
	failOn         string
	baseline       string
	writeBaseline  string
	requireKnown   float64
	requireKnownOn bool
	worker         int
	profiles       profiles
}

func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [flags] PATH... [-- NVCC-STYLE FLAGS]",
		Short: "Check files and whole trees",
		Long: `Check files and whole trees.

A PATH is a file or a folder: of a folder its .cu and .cuh files and the C++ files that its
compile_commands.json names are checked. A header that one of them includes is checked there.
Without a PATH all files of the compile_commands.json given with -p are checked.

What stands after -- is the command of every file, as nvcc takes it; without it, the nearest
compile_commands.json says how files are compiled.

A file whose analysis takes too long, goes wrong or ends the process that does it is named on stderr and nothing is said of it.

Exit status: 0 no error found, 1 errors found, 2 something could not be done, such as reading a PATH.`,
		Example: `  cudals check src/ -- -std=c++17 -arch=sm_80 --extended-lambda -Iinclude
  cudals check -p build
  cudals check --format sarif -p build > cudals.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.requireKnownOn = cmd.Flags().Changed("require-known")
			return a.check(cmd, &f, args)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "text", "`text`, json, sarif, github, gitlab or junit")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "files checked at once (default: one for each processor)")
	flags.BoolVar(&f.stats, "stats", false, "tell how much of the code is understood")
	flags.BoolVar(&f.allArchs, "all-archs", false, "check the device pass of every architecture of the command")
	flags.StringArrayVar(&f.sel, "select", nil, "only these `rules`: numbers, tags, names or groups")
	flags.StringArrayVar(&f.enable, "enable", nil, "also these `rules`, which are off by default, such as pedantic")
	flags.StringArrayVar(&f.ignore, "ignore", nil, "not these `rules`")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "say nothing of files that match a `glob`, such as third_party/**")
	flags.BoolVar(&f.foreign, "third-party", false, "check other people's code too: what is in folders named third_party, external, vendor and the like")
	flags.StringVar(&f.failOn, "fail-on", "error", "exit with 1 at this severity or a graver one: warning or `error`")
	flags.BoolVar(&f.waiting, "waiting", false, "say also what nvcc does not say before other errors are mended")
	flags.StringVar(&f.baseline, "baseline", "", "say nothing of the findings that are known in this `file`")
	flags.StringVar(&f.writeBaseline, "write-baseline", "", "write all findings into a `file` for --baseline, and exit with 0")
	flags.Float64Var(&f.requireKnown, "require-known", 0, "exit with 1 when less than `percent` of the calls in device code are understood, or a file could not be checked")
	workerFlag(flags, &f.worker)
	f.profiles.add(flags)
	return cmd
}

// baseline writes what is known from now on, and leaves out what is known.
func (a *app) baseline(f *checkFlags, report *workspace.Report) error {
	if f.writeBaseline != "" {
		if err := writeBaseline(f.writeBaseline, report.Findings); err != nil {
			return err
		}
		fmt.Fprintf(a.err, "cudals: note: %d findings are known from now on (%s)\n", len(report.Findings), f.writeBaseline)
		report.Findings = nil
	}
	if f.baseline == "" {
		return nil
	}
	news, known, gone, err := withoutKnown(f.baseline, report.Findings)
	if err != nil {
		return err
	}
	report.Findings = news
	fmt.Fprintf(a.err, "cudals: note: %d known findings are not shown, %d of %s are gone\n", known, gone, f.baseline)
	return nil
}

func (a *app) check(cmd *cobra.Command, f *checkFlags, args []string) error {
	format, ok := map[string]func(io.Writer, *output) error{
		"text": printText, "json": printJSON, "sarif": printSARIF, "github": printGitHub, "gitlab": printGitLab, "junit": printJUnit,
	}[f.format]
	if !ok {
		return status{exitFailed, fmt.Sprintf("--format %q: text, json, sarif, github, gitlab or junit is expected", f.format)}
	}
	failOn, ok := map[string]check.Severity{"error": check.Error, "warning": check.Warning}[f.failOn]
	if !ok {
		return status{exitFailed, fmt.Sprintf("--fail-on %q: warning or error is expected", f.failOn)}
	}
	if f.jobs < 0 {
		return status{exitFailed, "--jobs: a positive number is expected"}
	}
	rules := check.NewSelector(f.sel, f.enable, f.ignore)
	if unknown := rules.Unknown(a.rules); len(unknown) > 0 {
		return status{exitFailed, fmt.Sprintf("no rule or group has the number, tag or name %q (see cudals rules)", unknown[0])}
	}
	paths, flags := split(cmd, args)
	settings, err := f.settings(flags)
	if err != nil {
		return err
	}
	if f.worker > 0 {
		if err := f.profiles.begin(f.worker); err != nil {
			return err
		}
		beWorker()
		inner := a.engine
		a.engine = func(files source.Reader, log *zap.Logger) workspace.Engine {
			return newBounded(inner(files, log), a.err)
		}
	}
	collectAt(growing)
	ws := a.workspace(settings, rules, f.jobs, paths...)
	b := newBudget(cmp.Or(f.jobs, runtime.GOMAXPROCS(0)))
	here := func(ctx context.Context, path string) (checked *workspace.Checked, err error) {
		err = b.do(ctx, func(ctx context.Context) (err error) {
			checked, err = ws.Snapshot().CheckFile(ctx, path, f.allArchs)
			return err
		})
		return checked, err
	}
	if f.worker > 0 {
		a.beChecker(cmd.Context(), here)
		return f.profiles.end() // and nothing is waited for
	}
	defer ws.Close()
	found, err := find(cmd, ws, f, paths)
	if err != nil {
		return err
	}
	if !f.foreign {
		if folders := found.LeaveForeign(); len(folders) > 0 {
			fmt.Fprintf(a.err, "cudals: note: %s left out (--third-party checks that too)\n", leftOut(folders))
		}
	}
	away := &checkers{command: a.worker, here: here, patient: f.profiles.wanted()}
	if os.Getenv("GOTRACEBACK") != "" {
		away.stderr = a.err // somebody wants to see how it dies
	}
	defer away.close()
	bar := newProgress(a.err, len(found.Files))
	step := func(path string, done, total int) {
		bar.step(path, done, total)
		if done == total {
			away.close() // what comes now is done here, and may need the memory
		}
	}
	var folders []string
	if f.format == "json" || f.format == "sarif" {
		folders = found.Roots // the others tell of no mends
	}
	report, err := ws.CheckAll(cmd.Context(), workspace.CheckOptions{
		Files: found.Files, Always: found.Named, Folders: folders, Whole: found.Whole(), Excludes: found.Excludes,
		Jobs: f.jobs, AllArchs: f.allArchs, Done: step, Check: away.check,
	})
	bar.end()
	if err != nil {
		return err
	}
	if err := a.baseline(f, report); err != nil {
		return err
	}
	if !f.waiting {
		a.leaveWaiting(report)
	}
	o := &output{failOn: failOn, report: report, rules: a.rules, stats: f.stats, color: colorful(a.out), version: version()}
	out := bufio.NewWriter(a.out)
	if err := format(out, o); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	if f.format == "text" && report.Stats.Files > 1 {
		fmt.Fprintln(a.err, "cudals:", summary(report))
	}
	return a.verdict(f, report, found.Named, failOn)
}

// summary tells in a line what was looked at, what was found by rule, and how much is known.
func summary(r *workspace.Report) string {
	var w strings.Builder
	fmt.Fprintf(&w, "%d files, %d lines: ", r.Stats.Files, r.Stats.Lines)
	severities, byRule := map[check.Severity]int{}, map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		severities[f.Severity]++
		name := f.Rule
		if f.Number != 0 {
			name = fmt.Sprint(f.Number)
		}
		byRule[name]++
	}
	var found []string
	for _, severity := range slices.Sorted(maps.Keys(severities)) {
		found = append(found, count(severities[severity], severity.String(), "1 "+severity.String()))
	}
	if len(found) == 0 {
		found = []string{"nothing found"}
	}
	w.WriteString(strings.Join(found, ", "))
	rules := slices.SortedFunc(maps.Keys(byRule), func(a, b string) int {
		return cmp.Or(byRule[b]-byRule[a], strings.Compare(a, b))
	})
	const most = 8
	var names []string
	for _, rule := range rules[:min(most, len(rules))] {
		names = append(names, fmt.Sprintf("%s: %d", rule, byRule[rule]))
	}
	if n := len(rules) - most; n > 0 {
		names = append(names, count(n, "other rule", "1 other rule"))
	}
	if len(names) > 0 {
		fmt.Fprintf(&w, " (%s)", strings.Join(names, ", "))
	}
	if calls := r.Stats.DeviceCalls; calls > 0 {
		fmt.Fprintf(&w, "; %.2f %% of the calls in device code are known", percent(r.Stats.DeviceCallsKnown, calls))
	}
	return w.String()
}

// leaveWaiting leaves out what nvcc does not say before other findings are mended, where one of those is there.
func (a *app) leaveWaiting(report *workspace.Report) {
	all := len(report.Findings)
	if !slices.ContainsFunc(report.Findings, func(f check.Finding) bool { return f.Severity == check.Error && !f.Waits }) {
		return
	}
	report.Findings = slices.DeleteFunc(report.Findings, func(f check.Finding) bool { return f.Waits })
	if n := all - len(report.Findings); n > 0 {
		fmt.Fprintf(a.err, "cudals: note: nvcc would say %s only once others are mended (--waiting shows that too)\n",
			count(n, "finding", "one finding"))
	}
}

// leftOut names a few folders.
func leftOut(folders []string) string {
	const most = 3
	var names []string
	for _, folder := range folders[:min(most, len(folders))] {
		names = append(names, shorten(folder))
	}
	switch n := len(folders) - most; {
	case n > 0:
		return fmt.Sprintf("%s and %s are", strings.Join(names, ", "), count(n, "other folder", "1 other folder"))
	case len(folders) > 1:
		return strings.Join(names, ", ") + " are"
	}
	return names[0] + " is"
}

// find lists the files to check.
func find(cmd *cobra.Command, ws *workspace.Workspace, f *checkFlags, paths []string) (workspace.Found, error) {
	snapshot := ws.Snapshot()
	var found workspace.Found
	if len(paths) == 0 {
		if f.database == "" {
			return found, status{exitFailed, "no PATH to check (see cudals check --help)"}
		}
		dir, err := filepath.Abs(f.database)
		if err != nil {
			return found, err
		}
		if found, err = snapshot.FindInDatabase(dir, f.exclude); err != nil {
			return found, err
		}
	} else {
		var absolute []string
		for _, path := range paths {
			abs, err := filepath.Abs(path)
			if err != nil {
				return found, err
			}
			if _, err := os.Stat(abs); err != nil {
				return found, status{exitFailed, fmt.Sprintf("%s: %v", path, reason(err))}
			}
			absolute = append(absolute, abs)
		}
		var err error
		if found, err = snapshot.Find(cmd.Context(), absolute, f.exclude); err != nil {
			return found, err
		}
	}
	if len(found.Files) == 0 {
		return found, status{exitFailed, fmt.Sprintf("no CUDA files in %s", strings.Join(append(slices.Clone(paths), f.database), " "))}
	}
	return found, nil
}

// reason is an error of the operating system without the name of the call and the path.
func reason(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// verdict says on stderr what stands between the findings and the truth, and chooses the exit status. named are the files
// that were asked for by name: that one of them cannot be read is a failure, whereas a file that cannot be analysed only is
// one of which nothing is known.
func (a *app) verdict(f *checkFlags, r *workspace.Report, named []string, failOn check.Severity) error {
	for _, problem := range r.Problems {
		fmt.Fprintln(a.err, "cudals: warning:", problem)
	}
	if n := len(r.Guessed); n > 0 {
		fmt.Fprintf(a.err, "cudals: note: no compile command is known for %s; what depends on flags is not said (use -p or -- FLAGS)\n",
			count(n, "file", shorten(r.Guessed[0])))
	}
	for _, line := range inference(r) {
		fmt.Fprintln(a.err, "cudals: note:", line)
	}
	unreadable := false
	for _, failure := range r.Failures {
		fmt.Fprintf(a.err, "cudals: %s: not checked: %s\n", shorten(failure.Path), failure.Message)
		unreadable = unreadable || failure.Unreadable && slices.Contains(named, failure.Path)
	}
	if unreadable {
		return status{code: exitFailed}
	}
	if f.requireKnownOn {
		if n := len(r.Failures); n > 0 {
			return status{exitFound, fmt.Sprintf("%s could not be checked", count(n, "file", shorten(r.Failures[0].Path)))}
		}
		if known := percent(r.Stats.DeviceCallsKnown, r.Stats.DeviceCalls); known < f.requireKnown {
			return status{exitFound, fmt.Sprintf("%.2f %% of the calls in device code are understood, %.2f %% are required", known, f.requireKnown)}
		}
	}
	if slices.ContainsFunc(r.Findings, func(d check.Finding) bool { return d.Severity <= failOn }) {
		return status{code: exitFound}
	}
	return nil
}

// inference says what was inferred from projects, and what of their dependencies is missing.
func inference(r *workspace.Report) []string {
	if len(r.Inferred) == 0 {
		return nil
	}
	var roots []string
	files := 0
	var lines []string
	for _, root := range slices.Sorted(maps.Keys(r.Inferred)) {
		files += r.Inferred[root]
		roots = append(roots, shorten(root))
		if line := toolchain.Unfetched(root, slices.Sorted(maps.Keys(r.Stats.Missing))); line != "" && len(r.Stats.Missing) > 0 && len(lines) == 0 {
			lines = append(lines, line)
		}
	}
	const most = 3
	if n := len(roots) - most; n > 0 {
		roots = append(roots[:most], count(n, "other folder", "1 other folder"))
	}
	return slices.Concat(lines, missing(r), []string{fmt.Sprintf("no compile command is known for %s: include folders and flags are inferred from %s",
		count(files, "file", "1 file"), strings.Join(roots, ", "))})
}

// missing tells in a line which headers were not found, by library.
func missing(r *workspace.Report) []string {
	if len(r.Stats.Missing) == 0 {
		return nil
	}
	headers := map[string][]string{}
	for name := range r.Stats.Missing {
		library, _, _ := strings.Cut(name, "/")
		headers[library] = append(headers[library], name)
	}
	libraries := slices.SortedFunc(maps.Keys(headers), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(headers[b]), len(headers[a])), cmp.Compare(a, b))
	})
	const most = 8
	var names []string
	for _, library := range libraries[:min(most, len(libraries))] {
		if list := headers[library]; len(list) > 1 {
			names = append(names, fmt.Sprintf("%s (%d)", library, len(list)))
		} else {
			names = append(names, list[0])
		}
	}
	if n := len(libraries) - most; n > 0 {
		names = append(names, count(n, "other", "1 other"))
	}
	return []string{fmt.Sprintf("%s missing: %s; %.2f %% of the calls in device code are known without",
		are(len(r.Stats.Missing), "header"), strings.Join(names, ", "),
		percent(r.Stats.DeviceCallsKnown, r.Stats.DeviceCalls))}
}

// count names one thing, or says how many there are.
func count(n int, what, name string) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// are is "1 header is" or "2 headers are".
func are(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return fmt.Sprintf("%d %ss are", n, what)
}

// percent is the share of known in all; of nothing, everything is known.
func percent(known, all int) float64 {
	if all == 0 {
		return 100
	}
	return 100 * float64(known) / float64(all)
}
