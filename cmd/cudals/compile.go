package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// compileFlags say how files are compiled; several commands share them.
type compileFlags struct {
	database string
	toolkit  string
	platform string
	version  string
}

func (f *compileFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.database, "project", "p", "",
		"a compile_commands.json, or the `folder` that holds it or a build.ninja (default: looked for above each file)")
	cmd.Flags().StringVar(&f.toolkit, "toolkit", "",
		"a CUDA toolkit's `folder`, or none for the built-in declarations (default: looked for)")
	cmd.Flags().StringVar(&f.version, "cuda-version", "",
		"the `version` of CUDA, such as 13.0 (default: the toolkit's; without one "+cudaspace.Embedded.String()+")")
	cmd.Flags().StringVar(&f.platform, "target-platform", "",
		"the target's `platform`, linux or windows (default: what a file's command tells)")
}

// split parts a command's arguments at "--": paths before it, flags as nvcc takes them after it. flags is nil without "--".
func split(cmd *cobra.Command, args []string) (paths, flags []string) {
	n := cmd.ArgsLenAtDash()
	if n < 0 {
		return args, nil
	}
	return args[:n], append([]string{}, args[n:]...)
}

// settings turns the flags into the toolchain's settings.
func (f *compileFlags) settings(flags []string) (toolchain.Settings, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return toolchain.Settings{}, fmt.Errorf("working folder: %w", err)
	}
	s := toolchain.Settings{Flags: flags, Dir: cwd, Toolkit: f.toolkit, Platform: f.platform}
	if f.platform != "" && !slices.Contains(toolchain.Platforms, f.platform) {
		return s, status{exitFailed, fmt.Sprintf("--target-platform %q: %s is expected", f.platform, strings.Join(toolchain.Platforms, " or "))}
	}
	if f.version != "" {
		if s.CUDAVersion, err = cudaspace.ParseVersion(f.version); err != nil {
			return s, status{exitFailed, "--cuda-version: " + err.Error()}
		}
	}
	if f.database != "" {
		if s.CompileCommands, err = filepath.Abs(f.database); err != nil {
			return s, err
		}
		database := s.CompileCommands
		if info, err := os.Stat(database); err == nil && info.IsDir() {
			database = toolchain.DatabaseIn(toolchain.Local(), database)
		}
		if _, err := os.Stat(database); err != nil {
			return s, status{exitFailed, fmt.Sprintf("no compile_commands.json and no build.ninja in %s", f.database)}
		}
		if flags != nil {
			return s, status{exitFailed, "-p and flags after -- exclude each other"}
		}
	}
	if f.toolkit != "" && f.toolkit != "none" {
		if s.Toolkit, err = filepath.Abs(f.toolkit); err != nil {
			return s, err
		}
		if _, err := toolchain.FindToolkit(toolchain.Local(), s.Toolkit); err != nil {
			return s, status{exitFailed, err.Error()}
		}
	}
	return s, nil
}

// patience bounds the analysis of one file. Nobody waits for it at a key, and what else the machine is busy with must not decide
// what is said; the bounds on an analysis's work end it much sooner otherwise.
const patience = time.Minute

// workspace makes a workspace without open documents.
func (a *app) workspace(settings toolchain.Settings, rules check.Selector, jobs int, paths ...string) *workspace.Workspace {
	files := source.NewOverlay(source.Disk{})
	log, err := a.logger("error")
	if err != nil {
		log = zap.NewNop()
	}
	return workspace.New(workspace.Options{
		Engine: a.engine(files, log),
		Files:  files,
		Rules:  a.rules,
		Jobs:   jobs,
		Limit:  patience,
		Worked: worked,
		Config: workspace.Config{Compile: settings, Rules: rules, Folders: foldersOf(paths)},
	})
}

// foldersOf are those of paths that are folders, absolute.
func foldersOf(paths []string) []string {
	var folders []string
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			if path, err = filepath.Abs(path); err == nil {
				folders = append(folders, path)
			}
		}
	}
	return folders
}

// misconfigured warns of what is wrong with the configuration that analyses were made with. Findings tell it where they are shown.
func (a *app) misconfigured(analyses ...*workspace.Analysis) {
	faults := map[string]bool{}
	for _, analysis := range analyses {
		if analysis.Command != nil {
			for _, fault := range analysis.Command.Faults {
				faults[fault.Error()] = true
			}
		}
	}
	for _, fault := range slices.Sorted(maps.Keys(faults)) {
		fmt.Fprintln(a.err, "cudals: warning:", fault)
	}
}
