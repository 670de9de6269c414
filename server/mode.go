package server

import (
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"
)

// mode says whether another server of C++ looks at the same documents.
type mode string

// The modes. A companion says nothing that clangd says too: no outline, no definitions, no names of C++; what it has to say of CUDA
// stands beside the other's answers. So do the colours of CUDA's names, but only where the client shows the tokens of several servers
// at once: some show those of one. Alone, the server answers all that it can.
const (
	companion  mode = "companion"
	standalone mode = "standalone"
)

// UnmarshalJSON takes a mode's name; "" is the default.
func (m *mode) UnmarshalJSON(raw []byte) error {
	var name string
	if err := json.Unmarshal(raw, &name); err != nil {
		return err
	}
	switch mode(name) {
	case "", companion:
		*m = companion
	case standalone:
		*m = standalone
	default:
		return fmt.Errorf("%q is no mode", name)
	}
	return nil
}

// alone reports whether the server answers for C++ too. It is settled by initialize.
func (s *Server) alone() bool { return s.mode == standalone }

// provide adds to capabilities what only a server that is alone has, and what each has of its own.
func (s *Server) provide(c *protocol.ServerCapabilities) {
	yes := protocol.Boolean(true)
	c.InlayHintProvider = yes
	c.CompletionProvider = &protocol.CompletionOptions{TriggerCharacters: []string{"<", " "}}
	c.SignatureHelpProvider = &protocol.SignatureHelpOptions{TriggerCharacters: []string{"<", ","}}
	if s.alone() || s.caps.tokensBeside {
		c.SemanticTokensProvider = tokenOptions()
	}
	if !s.alone() {
		return
	}
	c.CompletionProvider.TriggerCharacters = []string{"<", " ", ".", ">", "(", ":", "\"", "/"}
	c.SignatureHelpProvider.TriggerCharacters = []string{"<", ",", "("}
	c.DocumentSymbolProvider, c.WorkspaceSymbolProvider = yes, yes
	c.DefinitionProvider, c.DeclarationProvider, c.ReferencesProvider, c.DocumentHighlightProvider = yes, yes, yes, yes
	c.TypeDefinitionProvider = yes
	c.ImplementationProvider = yes
	c.CallHierarchyProvider, c.TypeHierarchyProvider = yes, yes
	c.FoldingRangeProvider, c.SelectionRangeProvider = yes, yes
}
