package server

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"cudals/analysis/workspace"
)

// MethodReport is the request for a page that tells what is known of a document, and what is not and why.
const MethodReport = "cudals/report"

// ReportParams are the request's params.
type ReportParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// Report is the request's result.
type Report struct {
	Markdown string `json:"markdown"`
}

// mostReported is how many places of one kind are listed.
const mostReported = 20

func (s *Server) report(params *ReportParams) (answer, error) {
	return s.analysed(params.TextDocument.URI, func(ctx context.Context, snapshot *workspace.Snapshot, a *workspace.Analysis) (any, error) {
		var guesses []string
		if a.Result != nil {
			if err := snapshot.Ask(ctx, a.Document.Path(), func(a *workspace.Analysis) {
				if a.Result != nil {
					guesses = a.Result.Guesses(ctx)
				}
			}); err != nil {
				return nil, err
			}
		}
		return Report{s.reportOf(a, guesses)}, nil
	})
}

// reportOf is the page about an analysis; guesses are the names on which guessed conditions hang.
func (s *Server) reportOf(a *workspace.Analysis, guesses []string) string {
	var b strings.Builder
	path := a.Document.Path()
	fmt.Fprintf(&b, "# What is known of %s\n\n", filepath.Base(path))
	switch {
	case a.Failure != "":
		fmt.Fprintf(&b, "**Nothing**: %s\n", a.Failure)
	case a.Result == nil:
		b.WriteString("Nothing yet.\n")
	default:
		if st := a.Result.Stats(); st.DeviceCalls == 0 {
			b.WriteString("There are no calls in device code.\n")
		} else {
			fmt.Fprintf(&b, "**%d %%** of the calls in device code are understood: %d of %d.\n", 100*st.DeviceCallsKnown/st.DeviceCalls, st.DeviceCallsKnown, st.DeviceCalls)
		}
	}
	if c := a.Command; c != nil {
		b.WriteString("\n## How it is compiled\n\n")
		s.settingsMu.Lock()
		arch := s.arch
		s.settingsMu.Unlock()
		switch {
		case c.HostOnly:
			b.WriteString("For the host alone.\n")
		case arch != 0:
			fmt.Fprintf(&b, "Looked at for the host and for `sm_%d`, which was chosen for all files.\n", arch)
		case len(c.Archs) > 1:
			fmt.Fprintf(&b, "Looked at for the host and for `sm_%d`, the first of %d architectures; what that leaves out, for the newest that see it.\n", c.Archs[0], len(c.Archs))
		default:
			fmt.Fprintf(&b, "Looked at for the host and for `sm_%d`.\n", c.Archs[0])
		}
		if s.opts.Describe != nil {
			b.WriteString("\n" + spans(s.opts.Describe(c)))
		}
		o := s.ws.Snapshot().Origin(path)
		if o.Path != "" {
			fmt.Fprintf(&b, "- database: `%s`\n", o.Path)
		}
		for _, other := range o.Others {
			fmt.Fprintf(&b, "- not `%s`: %s\n", other.Path, other.Why)
		}
		for _, fault := range c.Faults {
			fmt.Fprintf(&b, "\n%s\n", fault)
		}
	}
	if a.Result == nil {
		return b.String()
	}
	var missing, names []string
	for _, m := range a.Result.Stats().MissingAt {
		names = append(names, m.Header)
		missing = append(missing, fmt.Sprintf("`%s` (%s)", m.Header, lineLink(m.At.File.Path, m.At.File.LineOf(m.At.Span.Start))))
	}
	means := "What depends on them is not said."
	if c := a.Command; c != nil && c.Inferred != nil {
		if line := c.Inferred.Unfetched(names); line != "" {
			means += " Maybe they are in what is not here: " + line + "."
		}
	}
	section(&b, "Headers that were not found", means, missing)
	var guessed []string
	for _, name := range guesses {
		guessed = append(guessed, "`"+name+"`")
	}
	section(&b, "Names on which conditions hang that a guess decides", "A command or a setting would tell; until then nothing is said of what they leave out, nor of what they bring in.", guessed)
	var unknown []string
	for _, u := range a.Result.Stats().UnknownAt {
		unknown = append(unknown, fmt.Sprintf("%s: %s", lineLink(u.At.File, u.At.Line-1), u.Reason))
	}
	section(&b, "Calls in device code that are not understood", "Nothing is said of what they would do.", unknown)
	return b.String()
}

// section adds a list with a heading, if there is anything to list.
func section(b *strings.Builder, title, means string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", title, means)
	for i, line := range lines {
		if i == mostReported {
			fmt.Fprintf(b, "- … and %d more\n", len(lines)-i)
			break
		}
		fmt.Fprintf(b, "- %s\n", line)
	}
}

// lineLink is a line of a file, counted from 0, as a link in Markdown.
func lineLink(path string, line int) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive
	}
	u := url.URL{Scheme: "file", Path: slashed, Fragment: fmt.Sprintf("L%d", line+1)}
	return fmt.Sprintf("[%s:%d](<%s>)", filepath.Base(path), line+1, u.String())
}

// spans are lines such as "toolkit: /usr/local/cuda" as a list whose values are code: what is in them is no markup.
func spans(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if ok {
			key += ": "
		} else {
			key, value = "", key
		}
		fmt.Fprintf(&b, "- %s`%s`\n", key, strings.ReplaceAll(value, "`", "'"))
	}
	return b.String()
}
