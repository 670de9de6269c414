package server

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

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
		for i := range layout.Kernels {
			k := &layout.Kernels[i]
			if k.Unknown != "" || k.Place.IsZero() || k.Place.File.Path != path {
				continue
			}
			out = append(out, protocol.CodeLens{
				Range:   s.rangeOf(k.Place.File, k.Place.Span),
				Command: protocol.Command{Title: lensTitle(k, layout.Arch)},
			})
		}
		return out, ctx.Err()
	})
}

// lensTitle tells the size of a kernel's parameters, and what an instance of a template is made of.
func lensTitle(k *workspace.KernelLayout, arch int) string {
	title := "no parameters"
	if len(k.Params) > 0 {
		title = fmt.Sprintf("%d bytes of parameters", k.Total)
		if padding := k.Total - k.Sum; padding > 0 {
			title += fmt.Sprintf(", %d padding", padding)
		}
		if k.Sum > k.Limit {
			title += fmt.Sprintf(": more than the %d allowed", k.Limit)
		}
	}
	title += fmt.Sprintf(" · sm_%d", arch)
	if k.Instance {
		title += " · " + k.Name
	}
	return title
}
