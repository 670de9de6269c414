package server

import (
	"context"
	"sync"
)

// refresher has the client ask again for what it shows in and beside the text, where that changes without an edit: by other settings, or by
// an edit of a header. It asks once for all that changed while the client was asked.
type refresher struct {
	mu sync.Mutex
	// under: the client is being asked; again: something has changed since.
	under, again bool
}

// refreshLists has the client ask again.
func (s *Server) refreshLists() {
	r := &s.refreshes
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.again = r.under; r.under {
		return
	}
	r.under = true
	s.background(func(ctx context.Context) {
		for more := true; more; {
			for _, ask := range []struct {
				can bool
				do  func(context.Context) error
			}{
				{s.caps.refreshHints, s.client.InlayHintRefresh},
				{s.caps.refreshLenses, s.client.CodeLensRefresh},
				{s.caps.refreshTokens, s.client.SemanticTokensRefresh},
			} {
				if ask.can && ctx.Err() == nil {
					_ = ask.do(ctx) // a client that does not want to be asked shows what it has
				}
			}
			r.mu.Lock()
			more, r.again = r.again && ctx.Err() == nil, false
			r.under = more
			r.mu.Unlock()
		}
	})
}
