package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

func (a *app) doctorCommand() *cobra.Command {
	var f compileFlags
	var fix bool
	cmd := &cobra.Command{
		Use:   "doctor [flags] [PATH] [-- NVCC-STYLE FLAGS]",
		Short: "Tell what is known of how files are compiled, from where, and what is missing",
		Long: `Tell what is known of how files are compiled, from where, and what is missing.

PATH is a file, or a folder of which some files are looked at (default: this folder). Nothing is run.

With --fix what was inferred is shown as a .cudals.yaml and written where there is none.

Exit status: 0 told, 2 something could not be done.`,
		Example: `  cudals doctor src/step.cu
  cudals doctor --fix`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			paths, flags := split(cmd, args)
			if len(paths) > 1 {
				return status{exitFailed, "doctor: one PATH is expected"}
			}
			settings, err := f.settings(flags)
			if err != nil {
				return err
			}
			return a.doctor(cmd, settings, strings.Join(append(paths, ".")[:1], ""), fix)
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&fix, "fix", false, "write what was inferred to a .cudals.yaml where there is none")
	return cmd
}

// examined is how many of a folder's files are looked at.
const examined = 20

func (a *app) doctor(cmd *cobra.Command, settings toolchain.Settings, path string, fix bool) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("finding the folder: %w", err)
	}
	ws := a.workspace(settings, check.Selector{}, 0, path)
	defer ws.Close()
	found, err := ws.Snapshot().Find(cmd.Context(), []string{path}, nil)
	if err != nil {
		return status{exitFailed, err.Error()}
	}
	found.LeaveForeign()
	all := len(found.Files)
	if all == 0 {
		return status{exitFailed, "no CUDA files in " + shorten(path)}
	}
	files := sample(found.Files)
	same := map[string]*alike{} // by what is told of them
	report, err := ws.CheckAll(cmd.Context(), workspace.CheckOptions{
		Files: files, Always: files,
		Each: func(analysis *workspace.Analysis) {
			if c := analysis.Command; c != nil {
				about := describe(c) + origin(ws.Snapshot().Origin(c.File), c.Faults)
				if same[about] == nil {
					same[about] = new(alike)
				}
				same[about].add(c)
				if analysis.Result != nil {
					same[about].guessed = append(same[about].guessed, analysis.Result.Guesses(cmd.Context())...)
				}
			}
		},
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.out)
	for _, about := range slices.SortedFunc(maps.Keys(same), func(a, b string) int {
		return cmp.Or(len(same[b].files)-len(same[a].files), strings.Compare(a, b))
	}) {
		same[about].print(out, about)
	}
	fmt.Fprintf(out, "%d of %s examined\n", len(files), count(all, "file", "1 file"))
	printStats(out, &workspace.Stats{
		Files: report.Stats.Files, Lines: report.Stats.Lines, MissingHeaders: report.Stats.MissingHeaders, DeviceCalls: report.Stats.DeviceCalls,
		DeviceCallsKnown: report.Stats.DeviceCallsKnown, HostCalls: report.Stats.HostCalls, HostCallsKnown: report.Stats.HostCallsKnown,
		Unknown: report.Stats.Unknown,
	})
	lines := inference(report)
	if len(lines) == 0 {
		lines = missing(report)
	}
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	if !fix {
		return nil
	}
	return a.keep(usual(cmd.Context(), ws.Snapshot(), files))
}

// sample is some of a folder's files, from everywhere in it.
func sample(files []string) []string {
	if len(files) <= examined {
		return files
	}
	some := make([]string, examined)
	for i := range some {
		some[i] = files[i*len(files)/examined]
	}
	return some
}

// usual is the command of most of some files, by the flags that decide what is said.
func usual(ctx context.Context, snapshot *workspace.Snapshot, files []string) *toolchain.Command {
	var best *toolchain.Command
	counts := map[string]int{}
	commands := map[string]*toolchain.Command{}
	for _, file := range files {
		c := snapshot.Command(ctx, file)
		flags := strings.Join(spelled(c), " ")
		if counts[flags]++; commands[flags] == nil {
			commands[flags] = c
		}
	}
	most := 0
	for _, flags := range slices.Sorted(maps.Keys(counts)) {
		if counts[flags] > most {
			best, most = commands[flags], counts[flags]
		}
	}
	return best
}

// alike are files of which the same is told.
type alike struct {
	files, builds, folders, dependencies []string
	guessed                              []string // in conditions
	through                              int      // of which a file that includes them tells what stands before
	includer                             string
}

func (a *alike) add(c *toolchain.Command) {
	a.files = append(a.files, c.File)
	if c.Through != "" {
		a.through++
		a.includer = c.Through
	}
	if c.Inferred == nil {
		a.folders = append(a.folders, slices.Concat(c.Quote, c.Include, c.System, c.After)...)
		return
	}
	builds, folders := c.Inferred.Builds(filepath.Dir(c.File))
	a.builds, a.folders = append(a.builds, builds...), append(a.folders, folders...)
	a.dependencies = append(a.dependencies, c.Inferred.Dependencies()...)
}

func (a *alike) print(out io.Writer, about string) {
	slices.Sort(a.files)
	more := ""
	if len(a.files) > 1 {
		more = fmt.Sprintf(" and %d more", len(a.files)-1)
	}
	fmt.Fprintf(out, "%s%s:\n%s", shorten(a.files[0]), more, about)
	switch {
	case a.through > 0 && len(a.files) == 1:
		fmt.Fprintf(out, "  read as %s includes it, if all headers before it are found\n", shorten(a.includer))
	case a.through > 0:
		fmt.Fprintf(out, "  %s read as a file includes it, if all headers before it are found\n", are(a.through, "header"))
	}
	list(out, "build files", a.builds)
	list(out, "include folders", a.folders)
	list(out, "dependencies", a.dependencies)
	list(out, "conditions that a guess decides hang on", a.guessed)
}

// describe tells how a file is compiled.
func describe(c *toolchain.Command) string {
	var w strings.Builder
	source := "given"
	switch {
	case c.BorrowedFrom != "":
		source = "borrowed from " + shorten(c.BorrowedFrom)
	case c.Inferred != nil:
		source = "inferred"
	case !c.Given:
		source = "guessed"
	}
	fmt.Fprintf(&w, "  command, %s: %s\n", source, strings.Join(spelled(c), " "))
	toolkit := "none, built-in declarations"
	if c.Toolkit != nil {
		toolkit = c.Toolkit.Include
	}
	fmt.Fprintf(&w, "  toolkit, CUDA %s: %s\n  dialect: %s\n", c.Version(), toolkit, c.Dialect)
	for _, problem := range c.Problems {
		fmt.Fprintf(&w, "  %s\n", problem)
	}
	return w.String()
}

// origin tells which database was asked, why not others, and what is wrong.
func origin(o toolchain.Origin, faults []*toolchain.FileError) string {
	var w strings.Builder
	if o.Path != "" {
		fmt.Fprintf(&w, "  database: %s", shorten(o.Path))
		if o.Why != "" {
			fmt.Fprintf(&w, " (%s)", o.Why)
		}
		w.WriteByte('\n')
	}
	for _, other := range o.Others {
		fmt.Fprintf(&w, "  not %s: %s\n", shorten(other.Path), other.Why)
	}
	for _, fault := range faults {
		fmt.Fprintf(&w, "  %s\n", fault)
	}
	return w.String()
}

// list prints a few paths.
func list(w io.Writer, what string, paths []string) {
	const most = 6
	if len(paths) == 0 {
		return
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	var names []string
	for _, path := range paths[:min(most, len(paths))] {
		names = append(names, shorten(path))
	}
	if n := len(paths) - most; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	fmt.Fprintf(w, "  %s: %s\n", what, strings.Join(names, ", "))
}

// spelled are the flags of a command that decide what is said.
func spelled(c *toolchain.Command) []string {
	flags := []string{fmt.Sprintf("-std=c++%d", c.Std)}
	for _, arch := range c.Archs {
		flags = append(flags, fmt.Sprintf("-gencode=arch=compute_%d,code=sm_%d", arch, arch))
	}
	for _, f := range []struct {
		on   bool
		name string
	}{
		{c.ExtendedLambda.On, "--extended-lambda"},
		{c.RelaxedConstexpr.On, "--expt-relaxed-constexpr"},
		{c.RDC.On, "-rdc=true"},
	} {
		if f.on {
			flags = append(flags, f.name)
		}
	}
	if len(c.Suppress) > 0 {
		flags = append(flags, "-diag-suppress="+strings.Join(c.Suppress, ","))
	}
	for _, warning := range c.HostSilent {
		flags = append(flags, "-Xcompiler=-Wno-"+warning)
	}
	for _, d := range slices.Concat(c.Likely, c.Defines) {
		if !strings.HasPrefix(d, "-") {
			flags = append(flags, "-D"+d)
		}
	}
	return flags
}

// keep writes what was inferred to the project's configuration, after showing it.
func (a *app) keep(c *toolchain.Command) error {
	kept, err := configuration(c)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "\n%s:\n%s", shorten(kept.path), kept.text)
	return kept.write()
}
