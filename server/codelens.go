package server

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// codeLens says above each kernel how many bytes a launch copies.
func (s *Server) codeLens(params *protocol.CodeLensParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, path string, a *workspace.Analysis) (any, error) {
		out := []protocol.CodeLens{}
		layout := a.Result.Layout(ctx, 0)
		if layout == nil {
			return out, ctx.Err()
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
			out = append(out, protocol.CodeLens{
				Range:   s.rangeOf(p.File, p.Span),
				Command: protocol.Command{Title: lensTitle(at[p], layout.Arch)},
			})
		}
		return out, ctx.Err()
	})
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
