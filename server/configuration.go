package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// settings are what an editor may say under "cudals", in initializationOptions and in its configuration.
type settings struct {
	// CompileCommands is a compile_commands.json or the folder that holds it.
	CompileCommands string `json:"compileCommands"`
	// Toolkit is a CUDA toolkit's folder, or "none" for the built-in declarations.
	Toolkit string `json:"toolkit"`
	// TargetPlatform is the target, one of toolchain.Platforms.
	TargetPlatform string `json:"targetPlatform"`
	// Flags are the whole command of every file; ExtraFlags are added to every command.
	Flags      []string `json:"flags"`
	ExtraFlags []string `json:"extraFlags"`
	// Select and Ignore choose rules by number, tag, slug or group; Enable adds those that are off by default.
	Select []string `json:"select"`
	Enable []string `json:"enable"`
	Ignore []string `json:"ignore"`
	// Diagnostics is "push" or "pull"; only initializationOptions decide.
	Diagnostics string `json:"diagnostics"`
}

// parseSettings reads settings. What is not understood is left out and reported.
func parseSettings(raw []byte) (settings, []string) {
	var s settings
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
		return s, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return s, []string{"settings are no object"}
	}
	if inner, ok := fields["cudals"]; ok {
		return parseSettings(inner) // wrapped in the section's name, as some clients send it
	}
	targets := map[string]func([]byte) error{
		"compileCommands": into(&s.CompileCommands), "toolkit": into(&s.Toolkit), "targetPlatform": s.platform, "flags": into(&s.Flags),
		"extraFlags": into(&s.ExtraFlags), "select": into(&s.Select),
		"enable": into(&s.Enable), "ignore": into(&s.Ignore),
		"diagnostics": into(&s.Diagnostics),
	}
	var problems []string
	for _, name := range sortedKeys(fields) {
		set, ok := targets[name]
		if !ok {
			continue // an editor's own settings stand in the same section
		}
		if err := set(fields[name]); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %s is not what is expected", name, fields[name]))
		}
	}
	return s, problems
}

// platform takes the name of a target; an empty one leaves it to the commands.
func (s *settings) platform(raw []byte) error {
	var name string
	if err := json.Unmarshal(raw, &name); err != nil {
		return err
	}
	if name != "" && !slices.Contains(toolchain.Platforms, name) {
		return fmt.Errorf("%q is no platform", name)
	}
	s.TargetPlatform = name
	return nil
}

// into decodes a value whole or not at all.
func into[T any](target *T) func([]byte) error {
	return func(raw []byte) error {
		var value T
		if err := json.Unmarshal(raw, &value); err != nil {
			return err
		}
		*target = value
		return nil
	}
}

// config is the workspace's configuration under the editor's settings.
func (s *Server) config(set settings) workspace.Config {
	c := workspace.Config{Folders: s.folders.list(), Compile: s.opts.Compile, Rules: check.NewSelector(set.Select, set.Enable, set.Ignore)}
	if len(c.Folders) > 0 && c.Compile.Dir == "" {
		c.Compile.Dir = c.Folders[0]
	}
	if set.CompileCommands != "" {
		c.Compile.CompileCommands = expand(set.CompileCommands, c.Compile.Dir)
	}
	if set.Toolkit != "" {
		c.Compile.Toolkit = set.Toolkit
		if set.Toolkit != "none" {
			c.Compile.Toolkit = expand(set.Toolkit, c.Compile.Dir)
		}
	}
	if set.TargetPlatform != "" {
		c.Compile.Platform = set.TargetPlatform
	}
	if len(set.Flags) > 0 {
		c.Compile.Flags = set.Flags
	}
	c.Compile.ExtraFlags = append(c.Compile.ExtraFlags[:len(c.Compile.ExtraFlags):len(c.Compile.ExtraFlags)], set.ExtraFlags...)
	return c
}

// expand makes a path of a setting absolute.
func expand(path, dir string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if !filepath.IsAbs(path) && dir != "" {
		return filepath.Join(dir, path)
	}
	return filepath.Clean(path)
}

func (s *Server) didChangeConfiguration(_ context.Context, params *protocol.DidChangeConfigurationParams) {
	if s.caps.configuration {
		// The client wants to be asked; what the message holds is often empty.
		s.background(s.pullConfiguration)
		return
	}
	s.configure(params.Settings)
}

// pullConfiguration asks the client for its settings. It waits for the answer and must not run on the reader of messages.
func (s *Server) pullConfiguration(ctx context.Context) {
	if !s.caps.configuration {
		return
	}
	section := "cudals"
	answers, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &section}}})
	if err != nil || len(answers) == 0 {
		if ctx.Err() == nil {
			s.log.Warn("the client does not tell its settings", zap.Error(err))
		}
		return
	}
	if string(bytes.TrimSpace(answers[0])) != "null" {
		s.configure(answers[0])
	}
}

func (s *Server) configure(raw []byte) {
	set, problems := parseSettings(raw)
	s.settingsMu.Lock()
	s.settings = set
	s.settingsMu.Unlock()
	s.reconfigure()
	// Told when the rest is in effect, so that who reads it may rely on that.
	for _, problem := range problems {
		s.log.Warn("setting ignored", zap.String("problem", problem))
	}
}

// reconfigure hands the workspace what settings and folders now say.
func (s *Server) reconfigure() {
	s.settingsMu.Lock()
	defer s.settingsMu.Unlock()
	config := s.config(s.settings)
	for _, key := range config.Rules.Unknown(s.opts.Rules) {
		s.log.Warn("setting ignored", zap.String("problem", fmt.Sprintf("no rule has the number, tag or name %q", key)))
	}
	if s.ws.Configure(config) && s.caps.pull && s.caps.refresh {
		s.publish.refresh()
	}
}
