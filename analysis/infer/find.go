package infer

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Find is the file that an #include of name means in a file of the folder dir, or "". Where several may be meant and nothing tells
// which, none is.
func (p *Project) Find(name, dir string) (file string, system bool) {
	name = path.Clean(filepath.ToSlash(name))
	for strings.HasPrefix(name, "../") {
		name = name[3:]
	}
	if name == "." || name == ".." || path.IsAbs(name) {
		return "", false
	}
	if root, ok := p.choose(name, dir); ok {
		return filepath.Join(p.Root, filepath.FromSlash(root), filepath.FromSlash(name)), false
	}
	if file := p.configuredAs(name); file != "" {
		return file, false
	}
	for _, ending := range templates {
		if stem, ok := strings.CutSuffix(name, ending[:strings.IndexByte(ending[1:], '.')+1]); ok {
			if root, ok := p.choose(stem+ending, dir); ok {
				return filepath.Join(p.Root, filepath.FromSlash(root), filepath.FromSlash(stem+ending)), false
			}
		}
	}
	for _, folder := range p.deps {
		if file := filepath.Join(folder, filepath.FromSlash(name)); p.disk.IsFile(file) {
			return file, true
		}
	}
	return "", false
}

// Owns reports whether a header that Find does not find is the project's all the same: it has several of that name.
func (p *Project) Owns(name string) bool {
	return len(p.index.suffixed(path.Clean(filepath.ToSlash(name)))) > 0
}

// rank orders what an include may mean; greater is likelier.
type rank struct {
	told  int // a build file that holds for the includer names the folder: how near that file stands
	own   int // 1 where it is code of this project, for this device
	near  int // folders that it shares with the includer
	cuda  int // 1 in a folder for this kind of device
	usual int // 1 for the folders that projects have headers in
}

func (a rank) compare(b rank) int {
	return cmp.Or(cmp.Compare(a.told, b.told), cmp.Compare(a.own, b.own), cmp.Compare(a.near, b.near), cmp.Compare(a.cuda, b.cuda),
		cmp.Compare(a.usual, b.usual))
}

// choose is the folder below Root from which a name is found.
func (p *Project) choose(name, dir string) (root string, ok bool) {
	candidates := p.index.suffixed(name)
	if len(candidates) == 0 {
		return "", false
	}
	var from []string
	if rel, err := filepath.Rel(p.Root, dir); err == nil && filepath.IsLocal(rel) {
		from = parts(filepath.ToSlash(rel))
	}
	// A test may well include what an example has.
	only := len(candidates) == 1 && slices.ContainsFunc(from, func(name string) bool { return slices.Contains(aside, strings.ToLower(name)) })
	var best []string
	var most rank
	for _, c := range candidates {
		r := p.rank(c.root, name, dir, from)
		if !only && !plausible(r, name) {
			continue
		}
		switch order := r.compare(most); {
		case len(best) == 0 || order > 0:
			best, most = []string{c.root}, r
		case order == 0:
			best = append(best, c.root)
		}
	}
	switch len(best) {
	case 0:
		return "", false
	case 1:
		return best[0], true
	}
	// Of several that are as likely, the outermost by itself is meant.
	slices.SortFunc(best, func(a, b string) int { return cmp.Compare(len(parts(a)), len(parts(b))) })
	return best[0], len(parts(best[0])) < len(parts(best[1]))
}

func (p *Project) rank(root, name, dir string, from []string) rank {
	folder := parts(path.Join(root, path.Dir(name)))
	var r rank
	r.near = common(folder, from)
	r.told = p.told(root, dir)
	if !apart(folder, from, aside) && !apart(folder, from, otherSide) && !apart(folder, from, foreign) {
		r.own = 1
	}
	if slices.ContainsFunc(folder[r.near:], func(name string) bool { return slices.Contains(ourSide, strings.ToLower(name)) }) {
		r.cuda = 1
	}
	if last := parts(root); len(last) > 0 {
		switch name := last[len(last)-1]; name {
		case "include", "inc", "includes", "src", "source":
			r.usual = 1
		default:
			if IsForeign(name) {
				r.usual = 1 // a library of one header
			}
		}
	} else {
		r.usual = 1
	}
	return r
}

// plausible reports whether a candidate may be meant at all: of a bare name what tests or others' code have is not.
func plausible(r rank, name string) bool {
	return r.told > 0 || r.own > 0 || r.usual > 0 || strings.Contains(name, "/")
}
