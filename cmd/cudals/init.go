package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
)

func (a *app) initCommand() *cobra.Command {
	var f compileFlags
	var write bool
	cmd := &cobra.Command{
		Use:   "init [flags] [PATH]",
		Short: "Propose a project's .cudals.yaml, and a .clangd for clangd beside",
		Long: `Propose a project's .cudals.yaml, and a .clangd for clangd beside.

PATH is a file of the project or a folder (default: this folder). What was inferred of how its files are compiled is shown as a
change, and made only with --write. Files that are there are left as they are.

Exit status: 0 shown, 2 something could not be done.`,
		Example: `  cudals init
  cudals init --write`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := f.settings(nil)
			if err != nil {
				return err
			}
			return a.init(cmd, settings, strings.Join(append(args, ".")[:1], ""), write)
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&write, "write", false, "write the files that are not there")
	return cmd
}

func (a *app) init(cmd *cobra.Command, settings toolchain.Settings, path string, write bool) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("finding the folder: %w", err)
	}
	ws := a.workspace(settings, check.Selector{}, 0, path)
	defer ws.Close()
	snapshot := ws.Snapshot()
	found, err := snapshot.Find(cmd.Context(), []string{path}, nil)
	if err != nil {
		return status{exitFailed, err.Error()}
	}
	found.LeaveForeign()
	if len(found.Files) == 0 {
		return status{exitFailed, "no CUDA files in " + shorten(path)}
	}
	c := usual(cmd.Context(), snapshot, sample(found.Files))
	var proposed []proposal
	root := found.Roots[0]
	if c.Inferred != nil {
		root = c.Inferred.Root
		p, err := configuration(c)
		if err != nil {
			return err
		}
		proposed = append(proposed, p)
	} else {
		fmt.Fprintf(a.out, "%s is not needed: commands are known\n", toolchain.ProjectName)
	}
	p, err := forClangd(c, root)
	if err != nil {
		return err
	}
	for _, p := range append(proposed, p) {
		if err := p.offer(a.out, write); err != nil {
			return err
		}
	}
	return nil
}

// proposal is a file that could be written.
type proposal struct {
	path string
	text []byte
}

// offer shows a proposal as a change, and makes it where it is to be made. A file that is there stays.
func (p *proposal) offer(w io.Writer, write bool) error {
	if _, err := os.Lstat(p.path); err == nil {
		fmt.Fprintf(w, "%s is there already and is left as it is\n", shorten(p.path))
		return nil
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "--- /dev/null\n+++ %s\n@@ -0,0 +1,%d @@\n", shorten(p.path), bytes.Count(p.text, []byte("\n")))
	for line := range bytes.Lines(p.text) {
		fmt.Fprintf(out, "+%s", line)
	}
	if err := out.Flush(); err != nil || !write {
		return err
	}
	return p.write()
}

// write makes the file, which must not be there.
func (p *proposal) write() error {
	file, err := os.OpenFile(p.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return status{exitFailed, shorten(p.path) + " is there already and was left as it is"}
	}
	if err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	_, err = file.Write(p.text)
	return cmp.Or(err, file.Close())
}

// configuration proposes what was inferred as the project's configuration.
func configuration(c *toolchain.Command) (proposal, error) {
	if c == nil || c.Inferred == nil {
		return proposal{}, status{exitFailed, "nothing was inferred that could be kept"}
	}
	var config struct {
		Flags struct {
			Add []string `yaml:"add"`
		} `yaml:"flags"`
	}
	config.Flags.Add = spelled(c)
	return marshal(filepath.Join(c.Inferred.Root, toolchain.ProjectName), &config)
}

// nvccOnly are flags of nvcc's commands that clang refuses.
var nvccOnly = []string{
	"-forward-unknown-*", "--forward-unknown-*", "--extended-lambda", "-extended-lambda", "--expt-*", "-expt-*", "-rdc=*",
	"--relocatable-device-code*", "-gencode*", "--generate-code*", "-arch=*", "--gpu-*", "-code=*", "-Xcompiler*", "--compiler-options*",
	"-Xcudafe*", "-Xptxas*", "--ptxas-options*", "-ccbin*", "--compiler-bindir*", "--options-file*", "-optf*", "--threads*", "-t=*",
	"-maxrregcount*", "--maxrregcount*", "--use_fast_math", "-use_fast_math", "-lineinfo", "--generate-line-info", "-dc", "--device-c",
	"--default-stream*", "-default-stream*", "-diag-*", "--diag-*", "-cudart*", "--cudart*", "-Werror=all-warnings",
}

// forClangd proposes what clangd needs to read the project's CUDA code.
func forClangd(c *toolchain.Command, root string) (proposal, error) {
	var config struct {
		If struct {
			PathMatch []string `yaml:"PathMatch"`
		} `yaml:"If"`
		CompileFlags struct {
			Add    []string `yaml:"Add"`
			Remove []string `yaml:"Remove,omitempty"`
		} `yaml:"CompileFlags"`
	}
	config.If.PathMatch = []string{`.*\.cu`, `.*\.cuh`}
	arch := c.Archs[0]
	if c.Inferred == nil {
		arch = c.ShownArch(arch)
	}
	add := []string{"-xcuda", "--no-cuda-version-check", fmt.Sprintf("--cuda-gpu-arch=sm_%d", arch)}
	if c.Toolkit != nil {
		add = append(add, "--cuda-path="+filepath.Dir(c.Toolkit.Include))
	}
	if c.Given {
		config.CompileFlags.Remove = nvccOnly
	} else {
		for _, flag := range spelled(c) {
			if strings.HasPrefix(flag, "-std=") || strings.HasPrefix(flag, "-D") {
				add = append(add, flag)
			}
		}
		if c.Inferred != nil {
			_, folders := c.Inferred.Builds(filepath.Dir(c.File))
			for _, folder := range folders {
				add = append(add, "-I"+folder)
			}
		}
	}
	config.CompileFlags.Add = add
	return marshal(filepath.Join(root, ".clangd"), &config)
}

// marshal makes a proposal of a value.
func marshal(path string, value any) (proposal, error) {
	text, err := yaml.Marshal(value)
	if err != nil {
		return proposal{}, fmt.Errorf("%s: %w", path, err)
	}
	return proposal{path, text}, nil
}
