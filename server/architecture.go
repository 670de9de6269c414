package server

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// MethodArchitectures is the request for the architectures that a document may be looked at for. Its result is null where it is not
// known how the document is compiled.
const MethodArchitectures = "cudals/architectures"

// ArchitecturesParams are the request's params.
type ArchitecturesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// Architectures is the request's result, numbers such as 80.
type Architectures struct {
	// Chosen is what was asked for last, 0 for what each command says.
	Chosen int `json:"chosen"`
	// Command are those of the document's command, of which the first is looked at where none is chosen.
	Command []int `json:"command"`
	// Known are all that its version of CUDA compiles for, ascending.
	Known []int `json:"known"`
}

func (s *Server) architectures(params *ArchitecturesParams) (answer, error) {
	return s.analysed(params.TextDocument.URI, func(_ context.Context, _ *workspace.Snapshot, a *workspace.Analysis) (any, error) {
		c := a.Command
		if c == nil {
			return nil, nil
		}
		s.settingsMu.Lock()
		defer s.settingsMu.Unlock()
		return Architectures{s.arch, c.WrittenArchs, slices.Sorted(slices.Values(c.Release().Archs))}, nil
	})
}

// ArchitectureParams are the notification's params. Arch is one that some version of CUDA compiles for, 0 for what each command says.
type ArchitectureParams struct {
	Arch int `json:"arch"`
}

func (s *Server) architecture(_ context.Context, params *ArchitectureParams) {
	if params.Arch != 0 && !cudaspace.KnownArch(params.Arch) {
		s.log.Warn("architecture ignored: no version of CUDA compiles for it", zap.Int("arch", params.Arch))
		return
	}
	s.settingsMu.Lock()
	s.arch = params.Arch
	s.settingsMu.Unlock()
	s.reconfigure()
}
