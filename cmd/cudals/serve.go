package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
	"cudals/server"
	"cudals/server/supervisor"
)

func (a *app) serveCommand() *cobra.Command {
	var f compileFlags
	var level string
	var worker int
	var p profiles
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Be a language server on stdin and stdout (the default)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Name() != "serve" && terminal(a.in) {
				fmt.Fprintln(a.err, "cudals: a language server waits for an editor on stdin; see cudals --help for what else there is")
			}
			settings, err := f.settings(nil)
			if err != nil {
				return err
			}
			settings.Dir = "" // the editor's folder, not the one that it was started in
			log, err := a.logger(level)
			if err != nil {
				return status{exitFailed, err.Error()}
			}
			defer func() { _ = log.Sync() }()
			var code int
			if worker > 0 {
				if err := p.begin(worker); err != nil {
					return err
				}
				beWorker()
				limitMemory()
				engine := func(files source.Reader) workspace.Engine {
					return &settling{Engine: newBounded(a.engine(files, log), a.err)}
				}
				code, err = server.Run(cmd.Context(), stdio{a.in, a.out}, server.Options{
					Version: version(), Engine: engine, Rules: a.rules, DocURL: docURL, Compile: settings, Log: log,
					Project:  projectKey("", projectSchema(a.rules), nil),
					Describe: describe, Crowded: crowded(memoryLimit() / 4),
					Layouts: map[string]func(io.Writer, *workspace.Layout) error{
						"svg": printLayoutSVG, "text": func(w io.Writer, l *workspace.Layout) error { return printLayoutText(w, l, false) },
					},
				})
				err = errors.Join(err, p.end())
			} else {
				code, err = supervisor.Run(cmd.Context(), stdio{a.in, a.out}, supervisor.Options{
					Command: a.worker, Stderr: a.err, Log: log,
				})
			}
			if err != nil {
				log.Error("the session ended", zap.Error(err))
			}
			if code != exitOK {
				return status{code: code}
			}
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&level, "log", "warn", "what is written to stderr: debug, info, `warn` or error")
	cmd.Flags().Bool("stdio", true, "speak on stdin and stdout; there is no other way")
	_ = cmd.Flags().MarkHidden("stdio")
	workerFlag(cmd.Flags(), &worker)
	p.add(cmd.Flags())
	return cmd
}

// logger writes to stderr, for whoever started the server; the server copies it to the client.
func (a *app) logger(level string) (*zap.Logger, error) {
	l, err := zapcore.ParseLevel(level)
	if err != nil {
		return nil, err
	}
	encoder := zap.NewDevelopmentEncoderConfig()
	encoder.CallerKey, encoder.StacktraceKey = zapcore.OmitKey, zapcore.OmitKey
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(encoder), zapcore.AddSync(a.err), l)), nil
}

// stdio is the program's own input and output as one connection.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes both, so that whoever reads or writes is let go.
func (s stdio) Close() error {
	var errs []error
	for _, end := range []any{s.Reader, s.Writer} {
		if f, ok := end.(*os.File); ok {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}
