package server

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// CommandLocations is the command of clients that show places: its arguments are those of a place in a document, and the locations.
const CommandLocations = "cudals.showLocations"

// lensSettings switch the kinds of lenses; nil is the default.
type lensSettings struct {
	Parameters *bool `json:"parameters"`
	Launches   *bool `json:"launches"`
	Kernels    *bool `json:"kernels"` // off by default: a line above each device function
}

// codeLens says above each kernel how many bytes a launch copies and from where it is launched, and above device functions which kernels
// reach them.
func (s *Server) codeLens(params *protocol.CodeLensParams) (answer, error) {
	s.settingsMu.Lock()
	on := s.settings.CodeLens
	s.settingsMu.Unlock()
	return s.awake(params.TextDocument.URI, func(ctx context.Context, path string, a *workspace.Analysis) (any, error) {
		out := []protocol.CodeLens{}
		if on.Parameters == nil || *on.Parameters {
			out = append(out, s.parameterLenses(ctx, path, a)...)
		}
		launches, kernels := on.Launches == nil || *on.Launches, on.Kernels != nil && *on.Kernels
		if !launches && !kernels {
			return out, ctx.Err()
		}
		for _, r := range a.Result.Reaches(ctx) {
			if launches && len(r.Launches) > 0 {
				out = append(out, s.locationsLens(r.Place, "launched from "+countOf(len(r.Launches), "place"), r.Launches))
			}
			if kernels && len(r.Kernels) > 0 {
				out = append(out, s.locationsLens(r.Place, "reached from "+countOf(len(r.Kernels), "kernel"), r.Kernels))
			}
		}
		return out, ctx.Err()
	})
}

func countOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// lensAbove is a lens above the line of a name. It begins where the text of the line does, for that is where some editors show it.
func (s *Server) lensAbove(at source.Place, title string) protocol.CodeLens {
	span := at.Span
	line := at.File.LineSpan(at.File.LineOf(span.Start))
	for span.Start = line.Start; span.Start < at.Span.Start && (at.File.Text[span.Start] == ' ' || at.File.Text[span.Start] == '\t'); {
		span.Start++
	}
	return protocol.CodeLens{Range: s.rangeOf(at.File, span), Command: protocol.Command{Title: title}}
}

// locationsLens is a lens that leads to places where the client can show them.
func (s *Server) locationsLens(at source.Place, title string, places []source.Place) protocol.CodeLens {
	lens := s.lensAbove(at, title)
	if !s.caps.locations {
		return lens
	}
	list := make([]protocol.Location, 0, len(places))
	for _, p := range places {
		list = append(list, s.location(p))
	}
	for _, argument := range []any{s.docs.uri(at.File.Path), s.rangeOf(at.File, at.Span).Start, list} {
		raw, err := protocol.Marshal(argument)
		if err != nil {
			return lens
		}
		lens.Command.Arguments = append(lens.Command.Arguments, raw)
	}
	lens.Command.Command = CommandLocations
	return lens
}

// parameterLenses say above each kernel how many bytes a launch copies.
func (s *Server) parameterLenses(ctx context.Context, path string, a *workspace.Analysis) (out []protocol.CodeLens) {
	layout := a.Result.Layout(ctx, 0)
	if layout == nil {
		return nil
	}
	var places []source.Place
	at := map[source.Place][]*workspace.KernelLayout{} // several where instances of a template are
	for i := range layout.Kernels {
		k := &layout.Kernels[i]
		if k.Unknown != "" || len(k.Params) == 0 || k.Place.IsZero() || k.Place.File.Path != path {
			continue
		}
		if at[k.Place] == nil {
			places = append(places, k.Place)
		}
		at[k.Place] = append(at[k.Place], k)
	}
	for _, p := range places {
		lens := s.lensAbove(p, lensTitle(at[p], layout.Arch))
		if raw, err := protocol.Marshal(s.docs.uri(path)); s.caps.layouts && err == nil {
			lens.Command.Command, lens.Command.Arguments = CommandLayout, append(lens.Command.Arguments, raw)
		}
		out = append(out, lens)
	}
	return out
}

// lensTitle tells the size of the parameters of kernels that stand at one place.
func lensTitle(kernels []*workspace.KernelLayout, arch int) string {
	least, most := kernels[0], kernels[0]
	for _, k := range kernels {
		if k.Total < least.Total {
			least = k
		}
		if k.Total > most.Total {
			most = k
		}
	}
	title := fmt.Sprintf("%d bytes of parameters", most.Total)
	if least.Total < most.Total {
		title = fmt.Sprintf("%d–%s", least.Total, title)
	} else if padding := most.Total - most.Sum; padding > 0 {
		title += fmt.Sprintf(", %d padding", padding)
	}
	if most.Sum > most.Limit {
		title += fmt.Sprintf(": more than the %d allowed", most.Limit)
	}
	title += fmt.Sprintf(" · sm_%d", arch)
	if most.Instance {
		title += fmt.Sprintf(" · %d instance", len(kernels))
		if len(kernels) > 1 {
			title += "s"
		}
	}
	return title
}
