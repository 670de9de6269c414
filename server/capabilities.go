package server

import (
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/server/wire"
)

// capabilities is what the client can do, as far as it matters here.
type capabilities struct {
	encoding          source.Encoding
	related           bool // related information of diagnostics
	codeDescription   bool
	data              bool
	tags              []protocol.DiagnosticTag
	versions          bool // of published diagnostics
	push, canPull     bool
	pull              bool // diagnostics are asked for by the client and not published
	relatedDocuments  bool // in the answer to such a request
	refresh           bool
	refreshHints      bool
	refreshLenses     bool
	refreshTokens     bool
	markdownHover     bool
	tables            bool // tables in Markdown are shown as such
	documentChanges   bool
	createFiles       bool // an edit may make files
	preferred         bool
	disabled          bool // actions that cannot be taken are shown
	resolveEdit       bool // an action's edits may be asked for when it is chosen
	rename            bool // the client asks for names: CommandRename
	watch             bool // watchers can be registered
	configuration     bool
	configurationPush bool // changes of the configuration can be registered for
	progress          bool
	status            bool
	nestedSymbols     bool // outlines have levels
	snippets          bool // completions may have places to fill in
	labelDetails      bool // what is said of a completion may stand beside it
	insertReplace     bool // a completion may leave or replace what stands behind the cursor, as the person likes
	explain           bool // the client shows rules' pages: CommandExplain
	tokensBeside      bool // the tokens of several servers are shown together: not those of one instead of all others
	passes            bool // the client wants to know what each pass leaves out
	crossCheck        bool // the client shows what a compiler says: MethodCrossCheck
	layouts           bool // the client shows layouts: CommandLayout
	locations         bool // the client shows places: CommandLocations
	labelOffsets      bool // parameters are told by their place in a signature
}

func is(b *bool) bool { return b != nil && *b }

func capabilitiesOf(c *protocol.ClientCapabilities) capabilities {
	out := capabilities{encoding: wire.EncodingOf(c)}
	if d := c.TextDocument; d != nil {
		if p := d.PublishDiagnostics; p != nil {
			out.push = true
			out.versions = is(p.VersionSupport)
			out.diagnostics(&p.DiagnosticsCapabilities)
		}
		if p := d.Diagnostic; p != nil {
			out.canPull = true
			out.relatedDocuments = is(p.RelatedDocumentSupport)
			if !out.push {
				out.diagnostics(&p.DiagnosticsCapabilities)
			}
		}
		if h := d.Hover; h != nil {
			out.markdownHover = slices.Contains(h.ContentFormat, protocol.MarkupKindMarkdown)
		}
		if o := d.DocumentSymbol; o != nil {
			out.nestedSymbols = is(o.HierarchicalDocumentSymbolSupport)
		}
		if o := d.Completion; o != nil && o.CompletionItem != nil {
			out.snippets, out.labelDetails = is(o.CompletionItem.SnippetSupport), is(o.CompletionItem.LabelDetailsSupport)
			out.insertReplace = is(o.CompletionItem.InsertReplaceSupport)
		}
		if o := d.SignatureHelp; o != nil && o.SignatureInformation != nil && o.SignatureInformation.ParameterInformation != nil {
			out.labelOffsets = is(o.SignatureInformation.ParameterInformation.LabelOffsetSupport)
		}
		if a := d.CodeAction; a != nil {
			out.preferred, out.disabled = is(a.IsPreferredSupport), is(a.DisabledSupport)
			out.resolveEdit = is(a.DataSupport) && slices.Contains(a.ResolveSupport.Properties, "edit")
		}
	}
	if w := c.Workspace; w != nil {
		out.configuration = is(w.Configuration)
		if e := w.WorkspaceEdit; e != nil {
			out.documentChanges = is(e.DocumentChanges)
			out.createFiles = out.documentChanges && slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindCreate)
		}
		if f := w.DidChangeWatchedFiles; f != nil {
			out.watch = is(f.DynamicRegistration)
		}
		if d := w.DidChangeConfiguration; d != nil {
			out.configurationPush = is(d.DynamicRegistration)
		}
		if d := w.Diagnostics; d != nil {
			out.refresh = is(d.RefreshSupport)
		}
		if h := w.InlayHint; h != nil {
			out.refreshHints = is(h.RefreshSupport)
		}
		if l := w.CodeLens; l != nil {
			out.refreshLenses = is(l.RefreshSupport)
		}
		if t := w.SemanticTokens; t != nil {
			out.refreshTokens = is(t.RefreshSupport)
		}
	}
	if w := c.Window; w != nil {
		out.progress = is(w.WorkDoneProgress)
	}
	var experimental struct {
		Status    bool `json:"cudalsStatus"`
		Rename    bool `json:"cudalsRename"`
		Explain   bool `json:"cudalsExplain"`
		Tokens    bool `json:"cudalsTokens"`
		Locations bool `json:"cudalsLocations"`
		Passes    bool `json:"cudalsPasses"`
		Layout    bool `json:"cudalsLayout"`
		Cross     bool `json:"cudalsCrossCheck"`
	}
	_ = json.Unmarshal(c.Experimental, &experimental) // what is malformed there asks for nothing
	out.status, out.rename, out.explain = experimental.Status, experimental.Rename, experimental.Explain
	out.tokensBeside, out.locations = experimental.Tokens, experimental.Locations
	out.passes, out.layouts, out.crossCheck = experimental.Passes, experimental.Layout, experimental.Cross
	return out
}

func (c *capabilities) diagnostics(d *protocol.DiagnosticsCapabilities) {
	c.related = is(d.RelatedInformation)
	c.codeDescription = is(d.CodeDescriptionSupport)
	c.data = is(d.DataSupport)
	c.tags = d.TagSupport.ValueSet
}

// choosePull decides between publishing diagnostics and being asked for them. Never both: a client would show everything
// twice. Publishing is sooner, because nobody has to ask first.
func (c *capabilities) choosePull(s settings) {
	c.pull = c.canPull && (!c.push || s.Diagnostics == "pull" || s.WorkspaceDiagnostics)
}
