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
	"cudals/cudaspace"
)

// settings are what an editor may say under "cudals", in initializationOptions and in its configuration.
type settings struct {
	// CompileCommands is a compile_commands.json or the folder that holds it.
	CompileCommands string `json:"compileCommands"`
	// Toolkit is a CUDA toolkit's folder, or "none" for the built-in declarations.
	Toolkit string `json:"toolkit"`
	// CUDAVersion is the version of CUDA, as people write it.
	CUDAVersion string `json:"cudaVersion"`
	// TargetPlatform is the target, one of toolchain.Platforms.
	TargetPlatform string `json:"targetPlatform"`
	// Flags are the whole command of every file; ExtraFlags are added to every command.
	Flags      []string `json:"flags"`
	ExtraFlags []string `json:"extraFlags"`
	// Select and Ignore choose rules by number, tag, slug or group; Enable adds those that are off by default.
	Select []string `json:"select"`
	Enable []string `json:"enable"`
	Ignore []string `json:"ignore"`
	// Mode tells whether another server looks at the documents; only initializationOptions decide.
	Mode mode `json:"mode"`
	// InlayHints switch kinds of hints.
	InlayHints hintSettings `json:"inlayHints"`
	// CodeLens switches kinds of lenses.
	CodeLens lensSettings `json:"codeLens"`
	// CrossCheck names a compiler; only what holds for all folders counts.
	CrossCheck crossSettings `json:"crossCheck"`
	// Diagnostics is "push" or "pull"; only initializationOptions decide.
	Diagnostics string `json:"diagnostics"`
	// WorkspaceDiagnostics has the client ask for findings, those of files that are not open too; only initializationOptions decide.
	WorkspaceDiagnostics bool `json:"workspaceDiagnostics"`
	// WorkspaceReferences has references looked for in files that are not open.
	WorkspaceReferences bool `json:"workspaceReferences"`
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
		"compileCommands": into(&s.CompileCommands), "toolkit": into(&s.Toolkit), "targetPlatform": s.platform,
		"cudaVersion": s.cuda, "flags": into(&s.Flags),
		"extraFlags": into(&s.ExtraFlags), "select": into(&s.Select),
		"enable": into(&s.Enable), "ignore": into(&s.Ignore),
		"diagnostics": into(&s.Diagnostics), "workspaceDiagnostics": into(&s.WorkspaceDiagnostics), "mode": into(&s.Mode), "inlayHints": into(&s.InlayHints),
		"codeLens": into(&s.CodeLens), "crossCheck": into(&s.CrossCheck), "workspaceReferences": into(&s.WorkspaceReferences),
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

// cuda takes a version of CUDA; an empty one leaves it to the toolkits.
func (s *settings) cuda(raw []byte) error {
	var name string
	if err := json.Unmarshal(raw, &name); err != nil {
		return err
	}
	if name != "" {
		if _, err := cudaspace.ParseVersion(name); err != nil {
			return err
		}
	}
	s.CUDAVersion = name
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

// config is the workspace's configuration under the editor's settings; own are those of folders that have their own. s.settingsMu is held.
func (s *Server) config(set settings, own map[string]settings) workspace.Config {
	c := workspace.Config{Folders: s.folders.list(), Own: map[string]workspace.FolderConfig{}}
	dir := s.opts.Compile.Dir
	if len(c.Folders) > 0 && dir == "" {
		dir = c.Folders[0]
	}
	c.Compile, c.Rules = s.compile(set, dir), check.NewSelector(set.Select, set.Enable, set.Ignore)
	for _, folder := range c.Folders {
		if set, ok := own[folder]; ok {
			c.Own[folder] = workspace.FolderConfig{Compile: s.compile(set, folder), Rules: check.NewSelector(set.Select, set.Enable, set.Ignore)}
		}
	}
	return c
}

// compile is how files are compiled under settings whose relative paths start from a folder. s.settingsMu is held.
func (s *Server) compile(set settings, dir string) toolchain.Settings {
	c := s.opts.Compile
	c.Dir, c.Arch = dir, s.arch
	if set.CompileCommands != "" {
		c.CompileCommands = expand(set.CompileCommands, dir)
	}
	if set.Toolkit != "" {
		c.Toolkit = set.Toolkit
		if set.Toolkit != "none" {
			c.Toolkit = expand(set.Toolkit, dir)
		}
	}
	if set.CUDAVersion != "" {
		c.CUDAVersion, _ = cudaspace.ParseVersion(set.CUDAVersion) // parseSettings left out what is wrong
	}
	if set.TargetPlatform != "" {
		c.Platform = set.TargetPlatform
	}
	if len(set.Flags) > 0 {
		c.Flags = set.Flags
	}
	c.ExtraFlags = append(c.ExtraFlags[:len(c.ExtraFlags):len(c.ExtraFlags)], set.ExtraFlags...)
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
	s.configure(params.Settings, nil)
}

// pullConfiguration asks the client for its settings, and for those of each folder. It waits for the answer and must not run on the
// reader of messages.
func (s *Server) pullConfiguration(ctx context.Context) {
	if !s.caps.configuration {
		return
	}
	section := "cudals"
	items := []protocol.ConfigurationItem{{Section: &section}}
	folders := s.folders.list()
	for _, folder := range folders {
		name := s.folders.name(folder)
		items = append(items, protocol.ConfigurationItem{ScopeURI: &name, Section: &section})
	}
	answers, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: items})
	if err != nil || len(answers) == 0 {
		if ctx.Err() == nil {
			s.log.Warn("the client does not tell its settings", zap.Error(err))
		}
		return
	}
	own := map[string][]byte{}
	for i, folder := range folders {
		// A client that knows no folders gives the same for each, or nothing.
		if i+1 < len(answers) && !absent(answers[i+1]) && !bytes.Equal(answers[i+1], answers[0]) {
			own[folder] = answers[i+1]
		}
	}
	if !absent(answers[0]) || len(own) > 0 {
		s.configure(answers[0], own)
	}
}

func absent(raw []byte) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || string(raw) == "null"
}

// configure takes settings in; own are those of folders, by path.
func (s *Server) configure(raw []byte, own map[string][]byte) {
	set, problems := parseSettings(raw)
	byFolder := map[string]settings{}
	for _, folder := range sortedKeys(own) {
		folderSet, more := parseSettings(own[folder])
		byFolder[folder] = folderSet
		problems = append(problems, more...)
	}
	s.settingsMu.Lock()
	s.settings, s.own = set, byFolder
	s.settingsMu.Unlock()
	s.reconfigure()
	// Told when the rest is in effect, so that who reads it may rely on that.
	slices.Sort(problems)
	for _, problem := range slices.Compact(problems) {
		s.log.Warn("setting ignored", zap.String("problem", problem))
	}
}

// reconfigure hands the workspace what settings and folders now say.
func (s *Server) reconfigure() {
	s.settingsMu.Lock()
	defer s.settingsMu.Unlock()
	config := s.config(s.settings, s.own)
	unknown := config.Rules.Unknown(s.opts.Rules)
	for _, own := range config.Own {
		unknown = append(unknown, own.Rules.Unknown(s.opts.Rules)...)
	}
	slices.Sort(unknown)
	for _, key := range slices.Compact(unknown) {
		s.log.Warn("setting ignored", zap.String("problem", fmt.Sprintf("no rule has the number, tag or name %q", key)))
	}
	if s.ws.Configure(config) && s.caps.pull && s.caps.refresh {
		s.publish.refresh()
	}
	s.refreshLists()
}
