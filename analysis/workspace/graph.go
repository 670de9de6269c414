package workspace

import (
	"path/filepath"
	"slices"

	"cudals/analysis/toolchain"
)

// includeGraph knows which analysed files read which others.
type includeGraph struct {
	includes  map[string][]string // by document
	includers map[string][]string // by file read; the one known longest first
	// named are the files read, by the last component of their paths.
	named map[string]map[string]bool
}

func newIncludeGraph() includeGraph {
	return includeGraph{includes: map[string][]string{}, includers: map[string][]string{}, named: map[string]map[string]bool{}}
}

// set replaces what a document reads and returns the files that had no includer before.
func (g *includeGraph) set(path string, includes []string) (first []string) {
	before := g.includes[path]
	if slices.Equal(before, includes) {
		return nil
	}
	now := make(map[string]bool, len(includes))
	for _, p := range includes {
		now[p] = true
	}
	was := make(map[string]bool, len(before))
	for _, p := range before {
		was[p] = true
		if now[p] {
			continue
		}
		rest := slices.DeleteFunc(g.includers[p], func(q string) bool { return q == path })
		if len(rest) == 0 {
			delete(g.includers, p)
			if same := g.named[filepath.Base(p)]; len(same) > 1 {
				delete(same, p)
			} else {
				delete(g.named, filepath.Base(p))
			}
		} else {
			g.includers[p] = rest
		}
	}
	for p := range now {
		if was[p] {
			continue
		}
		if len(g.includers[p]) == 0 {
			first = append(first, p)
			same := g.named[filepath.Base(p)]
			if same == nil {
				same = map[string]bool{}
				g.named[filepath.Base(p)] = same
			}
			same[p] = true
		}
		g.includers[p] = append(g.includers[p], path)
	}
	if len(includes) == 0 {
		delete(g.includes, path)
	} else {
		g.includes[path] = includes
	}
	slices.Sort(first)
	return first
}

// lender is the document whose command a header borrows and through which it is read: the one known longest to include it that has a
// command of its own, else of those that are no headers, or "".
func (g *includeGraph) lender(path string, resolver *resolvers) string {
	source := ""
	for _, includer := range g.includers[path] {
		switch c := resolver.command(includer, ""); {
		case c.Given && c.BorrowedFrom == "":
			return includer
		case source == "" && !c.Given && !toolchain.IsHeader(includer):
			source = includer
		}
	}
	return source
}
