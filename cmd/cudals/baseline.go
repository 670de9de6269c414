package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cudals/analysis/check"
)

// A baseline is a list of findings that a project knows and lives with, so that a check fails of new ones alone. A finding is known by its
// rule, its file, its message and the text of its line, and not by the line's number: what stands above it may change.

type baseline struct {
	Version  int             `json:"version"`
	Findings []knownFindings `json:"findings"`
}

// knownFindings are findings that nothing but their places tells apart.
type knownFindings struct {
	File    string `json:"file"` // relative to the baseline's folder, with slashes
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Code    string `json:"code"` // the line, its white space made one
	Count   int    `json:"count"`
}

func (k knownFindings) key() knownFindings { k.Count = 0; return k }

// identities name findings as baselines do.
type identities struct {
	dir   string
	lines map[string][]string // of files, by path
}

func (n *identities) of(f *check.Finding) knownFindings {
	file := f.At.File
	if rel, err := filepath.Rel(n.dir, file); err == nil {
		file = rel
	}
	return knownFindings{File: filepath.ToSlash(file), Rule: f.Rule, Message: f.Message, Code: n.line(f.At)}
}

// line is the text of a finding's line; "" where the file cannot be read.
func (n *identities) line(at check.Region) string {
	lines, ok := n.lines[at.File]
	if !ok {
		if text, err := os.ReadFile(at.File); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		n.lines[at.File] = lines
	}
	if at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	return strings.Join(strings.Fields(lines[at.Line-1]), " ")
}

func identitiesBeside(path string) (*identities, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("baseline %s: %w", path, err)
	}
	return &identities{dir: filepath.Dir(abs), lines: map[string][]string{}}, nil
}

// withoutKnown are the findings that a baseline does not have, how many it has, and how many of its own are gone.
func withoutKnown(path string, findings []check.Finding) (news []check.Finding, known, gone int, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = status{exitFailed, fmt.Sprintf("--baseline: there is no %s; --write-baseline %s makes it", path, path)}
		}
		return nil, 0, 0, err
	}
	var b baseline
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&b); err != nil || b.Version != 1 {
		return nil, 0, 0, status{exitFailed, fmt.Sprintf("--baseline: %s is no baseline that this version of cudals wrote", path)}
	}
	names, err := identitiesBeside(path)
	if err != nil {
		return nil, 0, 0, err
	}
	left := map[knownFindings]int{}
	for _, k := range b.Findings {
		left[k.key()] += k.Count
	}
	for i := range findings {
		key := names.of(&findings[i])
		if left[key] > 0 {
			left[key]--
			known++
			continue
		}
		news = append(news, findings[i])
	}
	for _, n := range left {
		gone += n
	}
	return news, known, gone, nil
}

// writeBaseline writes findings as those that are known.
func writeBaseline(path string, findings []check.Finding) error {
	names, err := identitiesBeside(path)
	if err != nil {
		return err
	}
	counts := map[knownFindings]int{}
	for i := range findings {
		counts[names.of(&findings[i])]++
	}
	b := baseline{Version: 1, Findings: []knownFindings{}}
	for key, n := range counts {
		key.Count = n
		b.Findings = append(b.Findings, key)
	}
	slices.SortFunc(b.Findings, func(x, y knownFindings) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Code, y.Code), cmp.Compare(x.Message, y.Message))
	})
	var out bytes.Buffer
	if err := writeJSON(&out, b); err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	return nil
}
