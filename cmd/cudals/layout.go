package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/spf13/cobra"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

func (a *app) layoutCommand() *cobra.Command {
	var f compileFlags
	var arch, format string
	cmd := &cobra.Command{
		Use:   "layout [flags] FILE [-- NVCC-STYLE FLAGS]",
		Short: "Show where kernel parameters and __constant__ variables lie in constant memory",
		Long: `Show where the kernels' parameters lie in constant bank 0, and the __constant__ variables in
bank 3, on one architecture: without compiling, and as ptxas of CUDA 12.4 places them. What is
not certain is said to be unknown.

Exit status: 0 shown, 1 a limit is exceeded, 2 something could not be done.`,
		Example: `  cudals layout src/heat.cu
  cudals layout --arch sm_90 --format svg src/heat.cu -- -Iinclude > heat.svg`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			paths, flags := split(cmd, args)
			if len(paths) != 1 {
				return status{exitFailed, "one FILE is expected"}
			}
			write, ok := map[string]func(io.Writer, *workspace.Layout) error{
				"text": a.printLayout, "json": printLayoutJSON, "svg": printLayoutSVG,
			}[format]
			if !ok {
				return status{exitFailed, fmt.Sprintf("--format %q: text, json or svg is expected", format)}
			}
			l, err := a.layout(cmd, &f, paths[0], flags, arch)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(a.out)
			if err := cmp.Or(write(out, l), out.Flush()); err != nil {
				return fmt.Errorf("printing: %w", err)
			}
			if len(exceeded(l)) > 0 {
				return status{code: exitFound}
			}
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&arch, "arch", "",
		"the `architecture`, such as sm_80 (default: the first that the file's command names, sm_80 where it names none)")
	cmd.Flags().StringVar(&format, "format", "text", "`text`, json or svg")
	return cmd
}

var archArgument = regexp.MustCompile(`^(?:sm|compute)_(\d{2,3})[af]?$`)

// layout lays out one file.
func (a *app) layout(cmd *cobra.Command, f *compileFlags, path string, flags []string, arch string) (*workspace.Layout, error) {
	settings, err := f.settings(flags)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	if command := toolchain.NewResolver(toolchain.Local(), settings).Command(path, ""); arch == "" && !command.ArchsWritten {
		arch = fmt.Sprintf("sm_%d", command.ShownArch(0))
	}
	number := 0
	if arch != "" {
		m := archArgument.FindStringSubmatch(arch)
		if m == nil {
			return nil, status{exitFailed, fmt.Sprintf("--arch %q: an architecture such as sm_80 is expected", arch)}
		}
		number, _ = strconv.Atoi(m[1]) // three digits at most
		settings.ExtraFlags = append(settings.ExtraFlags, "-arch="+arch)
	}
	ws := a.workspace(settings, check.Selector{}, 0)
	defer ws.Close()
	analysis, err := ws.Snapshot().AnalyzeFile(cmd.Context(), path, arch != "")
	if err != nil {
		return nil, err
	}
	a.misconfigured(analysis)
	if analysis.Result == nil {
		return nil, status{exitFailed, fmt.Sprintf("%s: %s", shorten(path), analysis.Failure)}
	}
	if analysis.Command != nil && analysis.Command.Bits32 {
		return nil, status{exitFailed, fmt.Sprintf("%s: 32-bit targets (-m32) are not supported, as they are not by CUDA 12", shorten(path))}
	}
	l := analysis.Result.Layout(cmd.Context(), number)
	if l == nil {
		return nil, status{exitFailed, fmt.Sprintf("%s is not compiled for a device of that architecture", shorten(path))}
	}
	return l, nil
}

// bankSize is what constant bank 3 holds.
const bankSize = 64 << 10

// exceeded says which limits are exceeded.
func exceeded(l *workspace.Layout) []string {
	out := bankExceeded(l)
	for i := range l.Kernels {
		out = append(out, paramsExceeded(&l.Kernels[i], l.Arch)...)
	}
	return out
}

func bankExceeded(l *workspace.Layout) []string {
	over := l.ConstantBytes - bankSize
	if over <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("the __constant__ variables take %d bytes, %d more than the %d of the bank", l.ConstantBytes, over, bankSize)}
}

func paramsExceeded(k *workspace.KernelLayout, arch int) []string {
	over := k.Sum - k.Limit
	if k.Limit == 0 || over <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("the parameters of %s take %d bytes, %d more than the %d that sm_%d allows", k.Name, k.Sum, over, k.Limit, arch)}
}
