package toolchain

import (
	"path/filepath"
	"slices"
	"strings"
)

const separator = string(filepath.Separator)

// respell spells the paths of a command as its file is spelled. A workspace that is opened through a symbolic link and a build that
// follows links name the same files differently, and a header that is open in an editor is to be the one that a source includes.
func (r *Resolver) respell(c *Command) {
	link, target := prefixes(c.File, r.m.real(c.File))
	if link == target {
		return
	}
	one := func(path *string) {
		rest, below := strings.CutPrefix(*path+separator, target+separator)
		if !below {
			return
		}
		if other := filepath.Clean(link + separator + rest); r.m.real(other) == r.m.real(*path) {
			*path = other
		}
	}
	for _, list := range []*[]string{&c.Quote, &c.Include, &c.System, &c.After, &c.Forced} {
		*list = slices.Clone(*list)
		for i := range *list {
			one(&(*list)[i])
		}
	}
	for _, path := range []*string{&c.Dir, &c.BorrowedFrom, &c.Through} {
		one(path)
	}
}

// prefixes are two paths of one file without the components that they end in both.
func prefixes(a, b string) (string, string) {
	for a != b {
		i, j := strings.LastIndexByte(a, filepath.Separator), strings.LastIndexByte(b, filepath.Separator)
		if i < 0 || j < 0 || a[i:] != b[j:] {
			break
		}
		a, b = a[:i], b[:j]
	}
	return a, b
}
