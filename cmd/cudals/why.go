package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/cmd/cudals/nvcclog"
	"cudals/cudaspace"
)

func (a *app) whyCommand() *cobra.Command {
	var f compileFlags
	var format string
	cmd := &cobra.Command{
		Use:   "why [flags] [FILE:LINE[:COLUMN]] [-- NVCC-STYLE FLAGS]",
		Short: "Tell why a function, call or lambda has its execution space",
		Long: `Tell why the function, call or lambda at a place has the execution space that it has, and who
brings it to the device.

Without a place, lines of a compiler's log are read from stdin. The place that such a line names is
often not where the cause is, so the cause is looked for by what the line says as well.

Exit status: 0 answered, 1 nothing is known there, 2 something could not be done.`,
		Example: `  cudals why src/step.cu:41 -- -std=c++17 -Iinclude
  nvcc -c step.cu 2>&1 | cudals why -p build`,
		RunE: func(cmd *cobra.Command, args []string) error {
			places, flags := split(cmd, args)
			if format != "text" && format != "json" {
				return status{exitFailed, fmt.Sprintf("--format %q: text or json is expected", format)}
			}
			settings, err := f.settings(flags)
			if err != nil {
				return err
			}
			asked, units, err := a.asked(places)
			if err != nil {
				return err
			}
			return a.why(cmd.Context(), settings, asked, units, format)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&format, "format", "text", "`text` or json")
	return cmd
}

var placeArgument = regexp.MustCompile(`^(.+?):(\d+)(?::(\d+))?$`)

// asked reads the question: the places given, or else the lines of a log, which may name the files that were compiled.
func (a *app) asked(places []string) (asked []nvcclog.Line, units []string, err error) {
	if len(places) == 0 || len(places) == 1 && places[0] == "-" {
		if terminal(a.in) {
			return nil, nil, status{exitFailed, "why: FILE:LINE[:COLUMN] is expected, or a compiler's log on stdin"}
		}
		asked, units, err = nvcclog.Read(a.in)
		if err != nil {
			return nil, nil, fmt.Errorf("reading the log: %w", err)
		}
		if len(asked) == 0 {
			return nil, nil, status{exitFailed, "no line on stdin looks like a compiler's diagnostic"}
		}
		return asked, units, nil
	}
	for _, place := range places {
		m := placeArgument.FindStringSubmatch(place)
		if m == nil {
			return nil, nil, status{exitFailed, fmt.Sprintf("why: %q: FILE:LINE[:COLUMN] is expected", place)}
		}
		l := nvcclog.Line{File: m[1]}
		l.Line, _ = strconv.Atoi(m[2])
		l.Column, _ = strconv.Atoi(m[3])
		if l.Line == 0 {
			return nil, nil, status{exitFailed, fmt.Sprintf("why: %q: lines count from 1", place)}
		}
		asked = append(asked, l)
	}
	return asked, nil, nil
}

// reply is what is known about one question: an explanation, a finding, or both.
type reply struct {
	why     *workspace.Why
	finding *check.Diagnostic
}

// same reports whether two replies tell the same.
func (r reply) same(o reply) bool {
	if r.finding != nil || o.finding != nil {
		return r.finding == o.finding
	}
	return r.why.Subject == o.why.Subject && r.why.Place == o.why.Place
}

func (a *app) why(ctx context.Context, settings toolchain.Settings, asked []nvcclog.Line, units []string, format string) error {
	ws := a.workspace(settings, check.Selector{}, 0)
	defer ws.Close()
	q := &inquiry{snapshot: ws.Snapshot(), analyses: map[string]*workspace.Analysis{}}
	for _, unit := range units {
		if path, err := locate(unit); err == nil {
			q.units = append(q.units, path)
		}
	}
	var replies []reply
	for _, l := range asked {
		answers, err := q.ask(ctx, l)
		if err != nil {
			return err
		}
		for _, r := range answers {
			// A log says one thing several times, and in several ways.
			if !slices.ContainsFunc(replies, r.same) {
				replies = append(replies, r)
			}
		}
	}
	a.misconfigured(slices.Collect(maps.Values(q.analyses))...)
	out := bufio.NewWriter(a.out)
	var err error
	if format == "json" {
		err = writeJSON(out, repliesJSON(replies))
	} else {
		printReplies(out, replies, colorful(a.out))
	}
	if err = cmp.Or(err, out.Flush()); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	if len(replies) == 0 {
		return status{exitFound, "nothing is known there"}
	}
	return nil
}

// inquiry answers questions about one tree and keeps what it learnt.
type inquiry struct {
	snapshot *workspace.Snapshot
	units    []string // the files that the log says were compiled
	analyses map[string]*workspace.Analysis
}

func (q *inquiry) analyze(ctx context.Context, path string) (*workspace.Analysis, error) {
	a := q.analyses[path]
	if a == nil {
		var err error
		if a, err = q.snapshot.AnalyzeFile(ctx, path, false); err != nil {
			return nil, err
		}
		q.analyses[path] = a
	}
	return a, nil
}

// maxUnits bounds the files that are read to find one that includes a header.
const maxUnits = 64

// ask answers one question. What is wrong in a header shows where the header is used, so the files that include it are
// asked before the header itself.
func (q *inquiry) ask(ctx context.Context, l nvcclog.Line) ([]reply, error) {
	path, err := locate(l.File)
	if err != nil {
		return nil, status{exitFailed, fmt.Sprintf("%s: %v", l.File, reason(err))}
	}
	if toolchain.IsHeader(path) {
		units := slices.Clone(q.units)
		if found, err := q.snapshot.FindInDatabase(filepath.Dir(path), nil); err == nil {
			units = append(units, found.Files...)
		}
		for _, unit := range units[:min(len(units), maxUnits)] {
			a, err := q.analyze(ctx, unit)
			if err != nil {
				return nil, err
			}
			if a.Result == nil || !slices.Contains(a.Result.Includes(), path) {
				continue
			}
			if d := match(a.Diagnostics, path, l); d != nil {
				return []reply{{finding: d}}, nil
			}
		}
	}
	a, err := q.analyze(ctx, path)
	if err != nil {
		return nil, err
	}
	if a.Result == nil {
		return nil, status{exitFailed, fmt.Sprintf("%s: %s", shorten(path), a.Failure)}
	}
	return explain(ctx, a, l), nil
}

// locate finds a file that a log names. Logs name files as the build's folder sees them, so what does not exist is looked
// for by ever shorter ends of its path.
func locate(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	_, first := os.Stat(path)
	if first == nil {
		return path, nil
	}
	parts := strings.Split(filepath.ToSlash(name), "/")
	for len(parts) > 1 {
		parts = parts[1:]
		shorter, err := filepath.Abs(filepath.Join(parts...))
		if err != nil {
			return "", err
		}
		if info, err := os.Stat(shorter); err == nil && info.Mode().IsRegular() {
			return shorter, nil
		}
	}
	return "", first
}

// explain answers one question from an analysis.
func explain(ctx context.Context, a *workspace.Analysis, l nvcclog.Line) []reply {
	if d := match(a.Diagnostics, a.Document.Path(), l); d != nil {
		r := reply{finding: d}
		if d.Place.File.Path == a.Document.Path() {
			// A declaration may be the place of several constructors and destructors, which are not what the finding is about.
			if why := a.Result.Why(ctx, d.Place.Span.Start); why != nil && strings.Contains(d.Message, why.Subject) {
				r.why = why
			}
		}
		return []reply{r}
	}
	file := a.Document.File
	if l.Line > len(file.Lines) {
		return nil
	}
	span := file.LineSpan(l.Line - 1)
	if l.Column > 0 {
		offset := file.OffsetClamped(source.Position{Line: l.Line - 1, Column: l.Column - 1}, source.UTF32)
		if why := a.Result.Why(ctx, offset); why != nil {
			return []reply{{why: why}}
		}
		return nil
	}
	var replies []reply
	seen := map[string]bool{}
	for offset := span.Start; offset < span.End && ctx.Err() == nil; offset++ {
		if !startsWord(file.Text, offset) {
			continue
		}
		if why := a.Result.Why(ctx, offset); why != nil && !seen[why.Subject] {
			seen[why.Subject] = true
			replies = append(replies, reply{why: why})
		}
	}
	return replies
}

// startsWord reports whether an identifier, or a lambda, may start at offset.
func startsWord(text []byte, offset int) bool {
	return (source.WordByte(text[offset]) || text[offset] == '[' || text[offset] == '~') && (offset == 0 || !source.WordByte(text[offset-1]))
}

// agreement is how much of a line of a log a finding has, its place apart.
func agreement(l *nvcclog.Line, d *check.Diagnostic) (score int) {
	if l.Number != 0 && (l.Number == d.Number || nameless[l.Number] == d.Number) {
		score += 3
	}
	text := d.Message
	for _, r := range d.Related {
		text += "\n" + r.Message
	}
	for _, name := range l.Names {
		if containsName(text, name) {
			score += 4
		}
	}
	for _, signature := range l.Signatures {
		if containsName(nvcclog.Unscoped(text), signature) {
			score++ // it tells overloads apart
		}
	}
	return score
}

// match finds the finding that a line of a log is about. The line's number and the names that it quotes count for more
// than its place, which the front end often takes from somewhere else.
func match(diagnostics []check.Diagnostic, path string, l nvcclog.Line) *check.Diagnostic {
	var best *check.Diagnostic
	bestScore, bestDistance := 0, 0
	for i := range diagnostics {
		d := &diagnostics[i]
		if d.Place.IsZero() {
			continue
		}
		region := check.RegionOf(d.Place)
		here := region.File == path && region.Line == l.Line
		if len(l.Message) == 0 {
			if here && (l.Column == 0 || region.Column <= l.Column && (region.EndLine > region.Line || l.Column < region.EndColumn)) {
				return d
			}
			continue
		}
		score := agreement(&l, d)
		if here {
			score += 2
		}
		distance := region.Line - l.Line
		if region.File != path {
			distance = 1 << 20
		}
		distance = max(distance, -distance)
		if score > bestScore || score == bestScore && score > 0 && distance < bestDistance {
			best, bestScore, bestDistance = d, score, distance
		}
	}
	// A place alone, with another number and other names, is not the cause that was asked for; nor is a number alone.
	if bestScore < 4 && (bestScore < 2 || len(l.Names) > 0 || l.Number != 0) {
		return nil
	}
	return best
}

// nameless are the numbers under which the front end says at a template, without names, what it says again of an instance.
var nameless = map[int]int{20014: 20011, 20015: 20013}

// containsName reports whether a text has a name as a whole word.
func containsName(text, name string) bool {
	word := func(c byte) bool {
		return c == '_' || c == '~' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for from := 0; name != ""; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(name)
		if (start == 0 || !word(text[start-1]) || !word(name[0])) && (end == len(text) || !word(text[end]) || !word(name[len(name)-1])) {
			return true
		}
		from = start + 1
	}
	return false
}

func printReplies(w io.Writer, replies []reply, color bool) {
	for i, r := range replies {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if r.finding != nil {
			o := &output{report: &workspace.Report{Findings: []check.Finding{check.Flatten(r.finding)}}, color: color}
			_ = printText(w, o) // a buffer takes everything; an error shows when it is flushed
		}
		if r.why == nil {
			continue
		}
		at := check.RegionOf(r.why.Place)
		if at.File != "" {
			fmt.Fprintf(w, "%s:%d:%d: ", shorten(at.File), at.Line, at.Column)
		}
		fmt.Fprintf(w, "%s is %s\n", r.why.Subject, r.why.Space)
		printChain(w, "because", r.why.Reasons)
		reach := "on the device by way of"
		if r.why.Space == cudaspace.Host.String() {
			reach = "needed on the device by way of"
		}
		printChain(w, reach, r.why.Reach)
	}
}

func printChain(w io.Writer, title string, chain []check.Related) {
	if len(chain) == 0 {
		return
	}
	fmt.Fprintf(w, "  %s:\n", title)
	for _, link := range chain {
		at := check.RegionOf(link.Place)
		if at.File == "" {
			fmt.Fprintf(w, "    %s\n", link.Message)
			continue
		}
		fmt.Fprintf(w, "    %s:%d:%d: %s\n", shorten(at.File), at.Line, at.Column, link.Message)
	}
}

func repliesJSON(replies []reply) any {
	type jsonReply struct {
		Subject    string          `json:"subject,omitempty"`
		Space      string          `json:"space,omitempty"`
		At         *jsonRegion     `json:"at,omitempty"`
		Reasons    []jsonRelated   `json:"reasons"`
		Reach      []jsonRelated   `json:"reach"`
		Diagnostic *jsonDiagnostic `json:"diagnostic,omitempty"`
	}
	chain := func(list []check.Related) []jsonRelated {
		var flat []check.RelatedRegion
		for _, r := range list {
			flat = append(flat, check.RelatedRegion{At: check.RegionOf(r.Place), Message: r.Message})
		}
		return relatedJSON(flat)
	}
	out := make([]jsonReply, 0, len(replies))
	for _, r := range replies {
		j := jsonReply{Reasons: []jsonRelated{}, Reach: []jsonRelated{}}
		if r.why != nil {
			j.Subject, j.Space = r.why.Subject, r.why.Space
			j.Reasons, j.Reach = chain(r.why.Reasons), chain(r.why.Reach)
			if !r.why.Place.IsZero() {
				at := regionJSON(check.RegionOf(r.why.Place))
				j.At = &at
			}
		}
		if r.finding != nil {
			f := check.Flatten(r.finding)
			d := diagnosticJSON(&f)
			j.Diagnostic = &d
		}
		out = append(out, j)
	}
	return map[string]any{"version": 1, "answers": slices.Clip(out)}
}
