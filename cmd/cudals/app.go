package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// app is the program with all that it takes from outside.
type app struct {
	// engine makes the engine that reads through files and logs what fails in it.
	engine func(files source.Reader, log *zap.Logger) workspace.Engine
	rules  []*check.Rule
	in     io.Reader
	out    io.Writer
	err    io.Writer
	args   []string // as given to run
	// workers counts the processes that were made to do the work.
	workers int
}

// The exit statuses.
const (
	exitOK     = 0 // nothing was found
	exitFound  = 1 // errors were found
	exitFailed = 2 // the program could not do what it was asked
)

// status is an error that carries an exit status and, when it has a message, one line for stderr.
type status struct {
	code    int
	message string
}

func (s status) Error() string { return s.message }

// run runs the command line and returns the exit status.
func (a *app) run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a.args = args
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := promptly(ctx, func() error { return root.ExecuteContext(ctx) })
	var s status
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &s):
		if s.message != "" {
			fmt.Fprintln(a.err, "cudals:", s.message)
		}
		return s.code
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.err, "cudals: interrupted")
	default:
		fmt.Fprintln(a.err, "cudals:", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	return exitFailed
}

// courtesy is how long a command may take to end by itself once it was interrupted.
const courtesy = 50 * time.Millisecond

// promptly runs a command, and leaves it behind when it was interrupted and does not end: an analysis may hear it late, or not at
// all, and nothing is lost with it.
func promptly(ctx context.Context, command func() error) error {
	done := make(chan error, 1)
	go func() { done <- command() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(courtesy):
		return ctx.Err()
	}
}

func (a *app) root() *cobra.Command {
	serve := a.serveCommand()
	root := &cobra.Command{
		Use:   "cudals",
		Short: "CUDA C++ checked as you type: what the compiler will say, and why",
		Long: "cudals says of CUDA C++ what NVIDIA's compiler would say about execution spaces and memory spaces, and why.\n" +
			"Without a command it is a language server on stdin and stdout.",
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          serve.RunE,
		Version:       version(),
	}
	root.SetVersionTemplate(versionLine())
	root.Flags().Bool("version", false, "print the version")
	root.Flags().AddFlagSet(serve.Flags())
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(serve, a.checkCommand(), a.whyCommand(), a.doctorCommand(), a.initCommand(), a.debugCommand(), a.layoutCommand(), a.explainCommand(), a.rulesCommand(), a.versionCommand())
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return status{exitFailed, fmt.Sprintf("%v (see %s --help)", err, cmd.CommandPath())}
	})
	return root
}

// release is the version of a released program, which the linker sets; "" for others.
var release string

// version is the program's version as it was built.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				v += "-" + s.Value[:12]
			}
		}
	}
	return v
}

// shorten is a path as it is shown: relative where it lies below the working folder.
func shorten(path string) string {
	cwd, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(cwd, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path
	}
	return rel
}
