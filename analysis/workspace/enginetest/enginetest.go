// Package enginetest has an engine that knows no C++, for tests of what stands around an engine. It understands a line at
// a time:
//
//	#include "x"          reads x, beside the file, and what that includes
//	host_only(            is an error at every place where it is not declared
//	#pragma fake panic    panics
//	#pragma fake hang     ends only when it is cancelled
//	#pragma fake spin     says so on stderr, and never ends
//	#pragma fake grow     takes all the memory there is
//	#pragma fake overflow overflows the stack, which ends the process
//	#pragma fake warn     is a warning, with a preferred fix that takes the line away
//	clash x               is a warning, with a fix that renames x
package enginetest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// Rules describe what the engine says.
var Rules = []*check.Rule{
	{
		Slug: "host-call", Number: 20014, Tag: "unsafe_device_call", Title: "Device code calls a host function",
		Severity: check.Error, Passes: check.InDevice, Section: "execution-space-specifiers", Chapter: "Calls",
		What: "What is compiled for the host alone cannot be called on the device.",
		Bad:  "void host_only();\n__device__ void f() { host_only(); }\n", Good: "__device__ void g();\n__device__ void f() { g(); }\n",
	},
	{
		Slug: "fake-pragma", Tag: "fake-pragma", Title: "A pragma of the tests", Severity: check.Warning,
		Passes: check.InHost | check.InDevice, Chapter: "Others", What: "It has no meaning.", Bad: "#pragma fake warn\n", Good: "\n",
	},
}

// Engine is a workspace.Engine.
type Engine struct {
	Files source.Reader
	// Gate, when not nil, is received from by each analysis that has read its files, before it ends.
	Gate chan struct{}
	// Trivial makes every analysis end at once with nothing, for benchmarks of what is around it.
	Trivial bool

	mu        sync.Mutex
	analyzed  []Call
	forgotten []string
	headers   map[string]header
}

// Call is one call of Analyze.
type Call struct {
	Path string
	Text string
	// Warm: there was an earlier result.
	Warm     bool
	AllArchs bool
	// Borrowed is the file whose command was borrowed.
	Borrowed string
}

// New makes an engine.
func New(files source.Reader) *Engine { return &Engine{Files: files, headers: map[string]header{}} }

// Calls are the calls of Analyze until now.
func (e *Engine) Calls() []Call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.analyzed)
}

// Forgotten are the paths that Forget was called with.
func (e *Engine) Forgotten() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.forgotten)
}

// Forget implements workspace.Engine.
func (e *Engine) Forget(paths []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.forgotten = append(e.forgotten, paths...)
	for _, path := range paths {
		delete(e.headers, path)
	}
}

// IsName implements workspace.Engine.
func (e *Engine) IsName(text string) bool {
	return text != "" && word([]byte(text), 0).End == len(text) && text != "kernel"
}

// Names implements workspace.Engine for names that mean one thing wherever they stand, in files that include each other, but
// after the word unclear. It is declared after the word clash.
func (e *Engine) Names(_ context.Context, in workspace.Input, name, _ string) (*workspace.Names, error) {
	r := &result{file: in.File, command: in.Command}
	r.read(e.header, in.File, map[string]bool{in.File.Path: true})
	out := &workspace.Names{Files: []*source.File{in.File}}
	for _, path := range r.includes {
		f, err := e.header(path)
		if err != nil {
			return nil, err
		}
		out.Files = append(out.Files, f)
	}
	named := workspace.Named{Path: "::" + name}
	for _, f := range slices.Backward(out.Files) {
		for i := range f.Text {
			if span := word(f.Text, i); span.Start == i && string(f.Slice(span)) == name {
				p := source.Place{File: f, Span: span}
				switch before := string(f.Text[:i]); {
				case strings.HasSuffix(before, "unclear "):
					out.Unknown = append(out.Unknown, p)
					continue
				case strings.HasSuffix(before, "clash "):
					named.Declared = append(named.Declared, p)
				}
				named.Mentioned = append(named.Mentioned, p)
			}
		}
	}
	if len(named.Mentioned) > 0 {
		out.Entities = []workspace.Named{named}
	}
	return out, nil
}

var (
	include  = regexp.MustCompile(`(?m)^[ \t]*#include "([^"\n]+)"`)
	call     = regexp.MustCompile(`host_only\(`)
	declared = regexp.MustCompile(`void[ \t]+host_only\(`)
	warn     = regexp.MustCompile(`(?m)^#pragma fake warn\n?`)
	clash    = regexp.MustCompile(`\bclash (\w+)`)
	kernels  = regexp.MustCompile(`\b(kernel) ?(\w*)`)
)

// Analyze implements workspace.Engine.
func (e *Engine) Analyze(ctx context.Context, in workspace.Input, prev workspace.Result) (workspace.Result, error) {
	if e.Trivial {
		return &result{file: in.File, command: in.Command}, nil
	}
	if old, ok := prev.(*result); ok {
		old.stale.Store(true)
	}
	e.mu.Lock()
	c := Call{Path: in.File.Path, Text: string(in.File.Text), Warm: prev != nil, AllArchs: in.AllArchs}
	if in.Command != nil {
		c.Borrowed = in.Command.BorrowedFrom
	}
	e.analyzed = append(e.analyzed, c)
	e.mu.Unlock()
	if bytes.Contains(in.File.Text, []byte("#pragma fake panic")) {
		panic("as the test asked\nand a second line")
	}
	if bytes.Contains(in.File.Text, []byte("#pragma fake hang")) {
		<-ctx.Done()
		return nil, fmt.Errorf("analysis: %w", ctx.Err())
	}
	switch {
	case bytes.Contains(in.File.Text, []byte("#pragma fake spin")):
		fmt.Fprintln(os.Stderr, "spinning")
		for {
			runtime.Gosched()
		}
	case bytes.Contains(in.File.Text, []byte("#pragma fake grow")):
		for kept := [][]byte{}; ; {
			kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
			runtime.KeepAlive(kept)
		}
	case bytes.Contains(in.File.Text, []byte("#pragma fake overflow")):
		panic(descend(0))
	}
	r := &result{file: in.File, command: in.Command}
	if in.Command != nil {
		r.through = in.Command.Through
	}
	r.stats.Unknown = map[string]int{}
	r.read(e.header, in.File, map[string]bool{in.File.Path: true})
	if e.Gate != nil {
		select {
		case <-e.Gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return r, nil
}

// header reads a file that another includes. It is kept until Forget is called with its path, like much of what a real engine reads.
func (e *Engine) header(path string) (*source.File, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	h, ok := e.headers[path]
	if !ok {
		h.file, h.err = e.Files.ReadFile(path)
		e.headers[path] = h
	}
	return h.file, h.err
}

type header struct {
	file *source.File
	err  error
}

// descend overflows the stack.
func descend(n int) int {
	if n < 0 {
		return 0
	}
	return descend(n+1) + 1
}

type result struct {
	workspace.NoQueries
	file        *source.File
	diagnostics []check.Diagnostic
	includes    []string
	sought      []string
	through     string
	command     *toolchain.Command
	declaration source.Place
	stats       workspace.Stats
	stale       atomic.Bool // it was handed on
}

func (r *result) read(open func(path string) (*source.File, error), f *source.File, seen map[string]bool) {
	r.stats.Files++
	r.stats.Lines += len(f.Lines)
	for _, m := range include.FindAllSubmatchIndex(f.Text, -1) {
		path := filepath.Join(filepath.Dir(f.Path), string(f.Text[m[2]:m[3]]))
		if seen[path] {
			continue
		}
		seen[path] = true
		header, err := open(path)
		if err != nil {
			r.sought = append(r.sought, string(f.Text[m[2]:m[3]]))
			r.stats.MissingHeaders++
			at := source.Place{File: f, Span: source.Span{Start: m[2] - 1, End: m[3] + 1}}
			r.stats.MissingAt = append(r.stats.MissingAt, workspace.MissingAt{Header: string(f.Text[m[2]:m[3]]), At: at})
			r.diagnostics = append(r.diagnostics, check.Diagnostic{
				Rule: "missing-header", Tag: "missing-header", Severity: check.Hint, Passes: check.InHost | check.InDevice,
				Message: "this was not found", Header: string(f.Text[m[2]:m[3]]),
				Place: at,
			})
			continue
		}
		r.includes = append(r.includes, path)
		r.read(open, header, seen)
	}
	names := declared.FindAllIndex(f.Text, -1)
	if len(names) > 0 && r.declaration.IsZero() {
		r.declaration = source.Place{File: f, Span: source.Span{Start: names[0][1] - len("host_only("), End: names[0][1] - 1}}
	}
	for _, m := range call.FindAllIndex(f.Text, -1) {
		if slices.ContainsFunc(names, func(n []int) bool { return n[1] == m[1] }) {
			continue
		}
		r.stats.DeviceCalls++
		r.stats.DeviceCallsKnown++
		d := check.Diagnostic{
			Rule: "host-call", Number: 20014, Tag: "unsafe_device_call", Severity: check.Error, Passes: check.InDevice,
			Message: "calling a __host__ function (host_only) from a __device__ function is not allowed",
			Place:   source.Place{File: f, Span: source.Span{Start: m[0], End: m[1] - 1}},
		}
		if !r.declaration.IsZero() {
			d.Related = []check.Related{{Place: r.declaration, Message: "host_only is declared here, without __device__"}}
			start := r.declaration.Span.Start
			d.Fixes = []check.Fix{{Title: "Declare host_only __host__ __device__", Edits: []check.Edit{{
				Place: source.Place{File: r.declaration.File, Span: source.Span{Start: start - len("void "), End: start - len("void ")}},
				Text:  "__host__ __device__ ",
			}}}}
		}
		r.diagnostics = append(r.diagnostics, d)
	}
	for _, m := range clash.FindAllSubmatchIndex(f.Text, -1) {
		at := source.Place{File: f, Span: source.Span{Start: m[2], End: m[3]}}
		name := string(f.Slice(at.Span))
		rename := &check.Rename{Unit: r.file.Path, File: f.Path, Start: at.Span.Start, Path: "::" + name, Name: name, To: name + "_2"}
		r.diagnostics = append(r.diagnostics, check.Diagnostic{
			Rule: "fake-clash", Tag: "fake-clash", Severity: check.Warning, Passes: check.InDevice, Message: "two are named alike", Place: at,
			Fixes: []check.Fix{{Title: rename.Title(rename.To), Rename: rename}},
		})
	}
	for _, m := range warn.FindAllIndex(f.Text, -1) {
		place := source.Place{File: f, Span: source.Span{Start: m[0], End: m[1]}}
		r.diagnostics = append(r.diagnostics, check.Diagnostic{
			Rule: "fake-pragma", Tag: "fake-pragma", Severity: check.Warning, Passes: check.InHost | check.InDevice,
			Message: "this pragma has no meaning", Place: place, Unnecessary: true,
			Fixes: []check.Fix{{Title: "Take the pragma away", Preferred: true, Edits: []check.Edit{{Place: place}}}},
		})
	}
}

func (r *result) Diagnostics() []check.Diagnostic { return r.diagnostics }
func (r *result) Includes() []string              { return r.includes }
func (r *result) Sought() []string                { return r.sought }
func (r *result) Through() string                 { return r.through }
func (r *result) Command() *toolchain.Command     { return r.command }
func (r *result) Stats() workspace.Stats          { return r.stats }
func (r *result) Stale() bool                     { return r.stale.Load() }

// Hover names the word at offset. The word hang makes it wait until it is cancelled, the word die overflows the stack.
// HoverIn implements workspace.Result.
func (r *result) HoverIn(context.Context, *source.File, int) *workspace.Hover { return nil }

func (r *result) Hover(ctx context.Context, offset int) *workspace.Hover {
	span := word(r.file.Text, offset)
	if span.Start == span.End {
		return nil
	}
	text := string(r.file.Slice(span))
	if text == "hang" {
		<-ctx.Done()
		return nil
	}
	if text == "die" {
		panic(descend(0))
	}
	return &workspace.Hover{Place: source.Place{File: r.file, Span: span}, Markdown: "`" + text + "` is a word"}
}

// Layout has a kernel where the text has the word kernel, whose parameters are two instances of a template where the words are
// "kernel template", none where they are "kernel empty", and unknown where they are "kernel unknown".
func (r *result) Layout(context.Context, int) *workspace.Layout {
	l := &workspace.Layout{Arch: 80}
	for _, m := range kernels.FindAllSubmatchIndex(r.file.Text, -1) {
		k := workspace.KernelLayout{
			Name: "kernel", Base: 0x160, Total: 12, Sum: 9, Limit: 32764,
			Place:  source.Place{File: r.file, Span: source.Span{Start: m[2], End: m[3]}},
			Params: []workspace.LayoutPart{{Name: "c", Size: 1, Align: 1}, {Name: "p", Offset: 4, Size: 8, Align: 4}},
		}
		switch string(r.file.Text[m[4]:m[5]]) {
		case "template":
			k.Instance = true
			l.Kernels = append(l.Kernels, k)
			k.Total, k.Sum = 40000, 40000
		case "empty":
			k.Params, k.Total, k.Sum = nil, 0, 0
		case "unknown":
			k.Unknown = "it is not known"
		}
		l.Kernels = append(l.Kernels, k)
	}
	return l
}

// Why explains host_only.
func (r *result) Why(_ context.Context, offset int) *workspace.Why {
	span := word(r.file.Text, offset)
	if string(r.file.Slice(span)) != "host_only" {
		return nil
	}
	return &workspace.Why{
		Subject: "host_only", Space: "__host__", Place: source.Place{File: r.file, Span: span},
		Reasons: []check.Related{{Place: r.declaration, Message: "it is declared without a specifier"}},
	}
}

func word(text []byte, offset int) source.Span {
	is := func(i int) bool {
		c := text[i]
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	offset = min(max(offset, 0), len(text))
	start, end := offset, offset
	for start > 0 && is(start-1) {
		start--
	}
	for end < len(text) && is(end) {
		end++
	}
	return source.Span{Start: start, End: end}
}
