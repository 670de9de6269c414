// Package crosscheck has a compiler that the user named look at a file, and compares what it says with what cudals says. It hands the
// compiler nothing but arguments that it makes itself: no flag of a project is passed on as it is written.
package crosscheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cudals/analysis/toolchain"
)

// Compiler is the program that the user named.
type Compiler struct {
	// Path is absolute, so that no folder decides what it means.
	Path string
	// Limit bounds one run; 0 for DefaultLimit.
	Limit time.Duration
}

// DefaultLimit bounds one run.
const DefaultLimit = 2 * time.Minute

// mostOutput is how much of what the compiler says is read.
const mostOutput = 4 << 20

// Report is what the compiler said.
type Report struct {
	Findings []Finding
	// Accepted: it ended without an error, so that what it did not say it does not find.
	Accepted bool
}

// Run has the compiler's front ends read a command's file as it lies on the disk. What it writes goes into a folder of its own, which is
// removed. The error says why there is no report.
func (c *Compiler) Run(ctx context.Context, command *toolchain.Command) (*Report, error) {
	if !filepath.IsAbs(c.Path) {
		return nil, fmt.Errorf("%q is no absolute path", c.Path)
	}
	dir, err := os.MkdirTemp("", "cudals-crosscheck-")
	if err != nil {
		return nil, fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(dir)
	args, macros, err := arguments(command, dir)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, macroFile), macros, 0o600); err != nil {
		return nil, fmt.Errorf("writing the macros: %w", err)
	}
	limit := c.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("the compiler took longer than %v", limit))
	defer cancel()
	run := exec.CommandContext(ctx, c.Path, args...)
	run.Dir, run.Env = dir, environment(os.Environ(), dir)
	out := &bounded{}
	run.Stdout, run.Stderr = out, out
	run.WaitDelay = 2 * time.Second
	together(run)
	err = run.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil && !errors.As(err, &exit):
		return nil, fmt.Errorf("running the compiler: %w", err)
	}
	report := &Report{Findings: parse(out.Bytes(), command.File), Accepted: err == nil && !out.cut}
	if err != nil && !slices.ContainsFunc(report.Findings, func(f Finding) bool { return f.Error }) {
		text, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
		return nil, fmt.Errorf("the compiler failed: %.200s", text)
	}
	return report, nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct {
	bytes.Buffer
	cut bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if room := mostOutput - b.Len(); len(p) > room {
		b.cut = true
		b.Buffer.Write(p[:room])
		return len(p), nil
	}
	return b.Buffer.Write(p)
}
