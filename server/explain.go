package server

import (
	"context"
	"strconv"

	"go.lsp.dev/jsonrpc2"

	"cudals/analysis/check"
)

// MethodExplain is the request for a rule's explanation. Its result is null when no rule is named so.
const MethodExplain = "cudals/explain"

// ExplainParams are the request's params: a slug, a number or a tag.
type ExplainParams struct {
	Rule string `json:"rule"`
}

// Explanation is the request's result.
type Explanation struct {
	Rule     string `json:"rule"`
	Title    string `json:"title"`
	Markdown string `json:"markdown"`
}

func (s *Server) explain(params *ExplainParams) (answer, error) {
	rule := check.Find(s.opts.Rules, params.Rule)
	if rule == nil && params.Rule == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params.rule is empty")
	}
	return func(context.Context) (any, error) {
		if rule == nil {
			return nil, nil
		}
		title := rule.Title
		if rule.Number != 0 {
			title += " (" + strconv.Itoa(rule.Number) + ")"
		}
		return Explanation{Rule: rule.Slug, Title: title, Markdown: rule.Markdown()}, nil
	}, nil
}
