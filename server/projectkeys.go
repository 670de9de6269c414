package server

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// ProjectKey is what may stand in a project's configuration: a key, or the configuration itself.
type ProjectKey struct {
	Name, Doc string
	// Keys may stand under it, and Values are what it may be, or hold as a list. Any is what stands under each of the Names.
	Keys   []ProjectKey
	Values []ProjectValue
	Names  []ProjectValue
	Any    *ProjectKey
}

// ProjectValue is a word that is known.
type ProjectValue struct{ Name, Doc string }

// key is the key of a name under this one; nil for none.
func (k *ProjectKey) key(name string) *ProjectKey {
	if i := slices.IndexFunc(k.Keys, func(c ProjectKey) bool { return c.Name == name }); i >= 0 {
		return &k.Keys[i]
	}
	if k.Any != nil {
		return k.Any
	}
	return nil
}

// projects are the texts of configurations that are open: what is on the screen, which counts when it is saved.
type projects struct {
	mu   sync.Mutex
	open map[string]*source.File
}

// paths are those of the configurations that are open.
func (p *projects) paths() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return sortedKeys(p.open)
}

func (p *projects) set(path string, f *source.File) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open == nil {
		p.open = map[string]*source.File{}
	}
	if f == nil {
		delete(p.open, path)
	} else {
		p.open[path] = f
	}
}

func (p *projects) of(path string) *source.File {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[path]
}

// projectPlace is a place in a configuration: the keys around it, whether a key or a value stands there, and the word that begins there.
type projectPlace struct {
	at    *ProjectKey // what the keys around it lead to; nil where one of them is not known
	value bool
	word  source.Span
	text  string
}

var (
	wordBefore = regexp.MustCompile(`[\w.*#-]*$`)
	wordBehind = regexp.MustCompile(`^[\w.*#-]*`)
	opensKey   = regexp.MustCompile(`^( *)(?:- )?([\w-]+):[ \t]*(?:#.*)?$`)
	flowToken  = regexp.MustCompile(`[\[\]{},]|[\w.*#-]+:?|"[^"]*":?|'[^']*':?`)
)

// projectAt reads the text before an offset, as far as a configuration's few levels need it.
func projectAt(f *source.File, root *ProjectKey, offset int) (p projectPlace, ok bool) {
	start := int(f.Lines[f.LineOf(offset)])
	before := string(f.Text[start:offset])
	if i := strings.Index(before, "#"); i == 0 || i > 0 && before[i-1] == ' ' {
		return p, false // a comment
	}
	word := wordBefore.FindString(before)
	behind := wordBehind.Find(f.Text[offset:])
	p.word = source.Span{Start: offset - len(word), End: offset + len(behind)}
	p.text = string(f.Text[p.word.Start:p.word.End])
	before = strings.TrimSuffix(before, word)
	rest := strings.TrimLeft(before, " ")
	indent := len(before) - len(rest)
	if item, dash := strings.CutPrefix(rest, "- "); dash {
		rest, p.value = item, true
		indent++ // its key may stand in the same column
	}
	var keys []string
	for line := f.LineOf(offset) - 1; line >= 0 && indent > 0; line-- {
		span := f.LineSpan(line)
		m := opensKey.FindStringSubmatch(strings.TrimRight(string(f.Text[span.Start:span.End]), "\r"))
		if m != nil && len(m[1]) < indent {
			keys, indent = append([]string{m[2]}, keys...), len(m[1])
		}
	}
	var open []int // how many keys stand around each bracket
	for _, t := range flowToken.FindAllString(rest, -1) {
		switch {
		case t == "{":
			open, p.value = append(open, len(keys)), false
		case t == "[":
			open, p.value = append(open, -1), true
		case t == "}" || t == "]":
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case t == ",":
			if n := len(open); n > 0 && open[n-1] >= 0 {
				keys, p.value = keys[:open[n-1]], false
			}
		case strings.HasSuffix(t, ":"):
			keys, p.value = append(keys, strings.Trim(t, `"':`)), true
		}
	}
	p.at = root
	for _, k := range keys {
		if p.at = p.at.key(k); p.at == nil {
			return p, false
		}
	}
	return p, true
}

// projectCompletion proposes the keys and words of a configuration.
func (s *Server) projectCompletion(path string, at protocol.Position) answer {
	f := s.projects.of(path)
	return func(context.Context) (any, error) {
		out := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
		if f == nil || s.opts.Project == nil {
			return out, nil
		}
		p, ok := projectAt(f, s.opts.Project, s.offset(f, at))
		if !ok {
			return out, nil
		}
		span := s.rangeOf(f, p.word)
		add := func(label, doc, text string, kind workspace.CompletionKind) {
			out.Items = append(out.Items, s.completionItem(&workspace.Completion{Label: label, Doc: doc, Plain: text, Kind: kind}, protocol.InsertReplaceEdit{Insert: span, Replace: span}))
		}
		if p.value {
			for _, v := range p.at.Values {
				add(v.Name, v.Doc, v.Name, workspace.CompleteNumber)
			}
			return out, nil
		}
		for _, k := range p.at.Keys {
			add(k.Name, k.Doc, k.Name+": ", workspace.CompleteField)
		}
		for _, v := range p.at.Names {
			add(v.Name, v.Doc, v.Name+": ", workspace.CompleteField)
		}
		return out, nil
	}
}

// projectHover tells what a key or word of a configuration means.
func (s *Server) projectHover(path string, at protocol.Position) answer {
	f := s.projects.of(path)
	return func(context.Context) (any, error) {
		if f == nil || s.opts.Project == nil {
			return nil, nil
		}
		p, ok := projectAt(f, s.opts.Project, s.offset(f, at))
		if !ok || p.text == "" {
			return nil, nil
		}
		doc := ""
		lists := [][]ProjectValue{p.at.Names}
		if p.value {
			lists = [][]ProjectValue{p.at.Values}
		} else if k := p.at.key(p.text); k != nil {
			doc = k.Doc
		}
		for _, v := range slices.Concat(lists...) {
			if v.Name == p.text {
				doc = v.Doc
			}
		}
		if doc == "" {
			return nil, nil
		}
		r := s.rangeOf(f, p.word)
		return &protocol.Hover{Contents: s.markup(doc), Range: &r}, nil
	}
}

// changeProject follows an edit of a configuration. A text that cannot be followed is forgotten: nothing is proposed for it any more.
func (s *Server) changeProject(path string, changes []source.Change) {
	f := s.projects.of(path)
	if f == nil {
		return
	}
	f, err := f.Apply(changes, s.encoding)
	if err != nil {
		s.log.Warn("edit ignored", zap.String("file", path), zap.Error(err))
		f = nil
	}
	s.projects.set(path, f)
}

// projectOf is the path of a configuration, "" for what is none.
func (s *Server) projectOf(u uri.URI) string {
	if path, err := s.resolve(u); err == nil && isProject(path) {
		return path
	}
	return ""
}
