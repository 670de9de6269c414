package infer

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const submodulesName = ".gitmodules"

var submodulePath = regexp.MustCompile(`(?m)^[ \t]*path[ \t]*=[ \t]*([^\r\n]{1,300})`)

// unfetched are the submodules of a project that nobody checked out, by their paths in it.
func unfetched(disk Disk, root string) (paths []string) {
	text, err := disk.ReadFile(filepath.Join(root, submodulesName), maxPresets)
	if err != nil {
		return nil
	}
	const most = 200
	for _, found := range submodulePath.FindAllSubmatch(text, most) {
		path := filepath.FromSlash(strings.Trim(strings.TrimSpace(string(found[1])), `"`))
		if !filepath.IsLocal(path) {
			continue
		}
		if entries, err := disk.ReadDir(filepath.Join(root, path)); err != nil || len(entries) == 0 {
			paths = append(paths, path)
		}
	}
	return paths
}

// Unfetched tells a person in one line which submodules of a project in a folder nobody checked out, and what brings them; "" for none.
// Those go first that have the names of what headers are missing of.
func Unfetched(disk Disk, root string, missing []string) string {
	return tellUnfetched(unfetched(disk, root), missing)
}

// Unfetched is what the function of that name told when the project was loaded.
func (p *Project) Unfetched(missing []string) string { return tellUnfetched(p.unfetched, missing) }

func tellUnfetched(paths, missing []string) string {
	wanted := map[string]int{} // headers by what is said to have them
	for _, header := range missing {
		library, _, _ := strings.Cut(header, "/")
		wanted[strings.ToLower(library)]++
	}
	of := func(path string) int { return wanted[strings.ToLower(filepath.Base(path))] }
	paths = slices.SortedStableFunc(slices.Values(paths), func(a, b string) int { return of(b) - of(a) })
	const most = 3
	const brings = "`git submodule update --init --recursive` brings"
	switch n := len(paths); {
	case n == 0:
		return ""
	case n == 1:
		return fmt.Sprintf("the submodule %s is not checked out: %s it", paths[0], brings)
	case n <= most:
		return fmt.Sprintf("%d submodules are not checked out (%s): %s them", n, strings.Join(paths, ", "), brings)
	default:
		return fmt.Sprintf("%d submodules are not checked out (%s, …): %s them", n, strings.Join(paths[:most], ", "), brings)
	}
}
