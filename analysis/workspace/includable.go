package workspace

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// mostIncludable is how many files and folders are proposed for an #include.
const mostIncludable = 500

// includeBegun is an #include as far as somebody typed it.
var includeBegun = regexp.MustCompile(`^[ \t]*#[ \t]*include(?:_next)?[ \t]*([<"])([^<>"]*)$`)

// Includable proposes what can be included where somebody types the name in an #include: files and folders of the folders that are searched.
// Nil elsewhere.
func Includable(c *toolchain.Command, file *source.File, offset int) *Completions {
	line := file.LineSpan(file.LineOf(offset))
	m := includeBegun.FindSubmatch(file.Text[line.Start:offset])
	if m == nil {
		return nil
	}
	closing := `"`
	if string(m[1]) == "<" {
		closing = ">"
	}
	typed := string(m[2])
	folder, word := "", typed
	if i := strings.LastIndexByte(typed, '/'); i >= 0 {
		folder, word = typed[:i+1], typed[i+1:]
	}
	out := &Completions{Span: source.Span{Start: offset - len(word), End: offset}}
	rest := strings.TrimRight(string(file.Text[offset:line.End]), "\r\n")
	if i := strings.IndexAny(rest, `<>"/ `); i >= 0 {
		rest = rest[:i+1]
	}
	if strings.HasSuffix(rest, closing) || strings.HasSuffix(rest, "/") {
		out.Span.End += len(rest) - 1
	}
	closed := strings.HasSuffix(rest, closing)
	own := filepath.Dir(file.Path)
	folders := c.IncludeFolders(closing == `"`)
	if closing == `"` {
		folders = slices.Insert(folders, 0, own)
	}
	seen := map[string]bool{}
	for _, from := range folders {
		system := !slices.Contains(c.Include, from) && !slices.Contains(c.Quote, from) && from != own
		entries, _ := os.ReadDir(filepath.Join(from, folder)) // a folder that is not there holds nothing
		for _, e := range entries {
			name := e.Name()
			whole := filepath.Join(from, folder, name)
			info, err := os.Stat(whole) // through links
			if err != nil || seen[name] || name[0] == '.' || !strings.HasPrefix(name, word) || whole == file.Path {
				continue
			}
			item := Completion{Label: name, Text: name, Plain: name, Detail: whole, Kind: CompleteFile, Elsewhere: true}
			switch {
			case info.IsDir():
				item.Kind, item.Label = CompleteFolder, name+"/"
			case !toolchain.IsHeader(name) && !(system && filepath.Ext(name) == "") && filepath.Ext(name) != ".cu":
				continue
			case !closed:
				item.Plain += closing
				item.Text = item.Plain
			}
			if system {
				item.Rank = RankHeader
			}
			if len(out.Items) == mostIncludable {
				out.Incomplete = true
				return out
			}
			seen[name] = true
			out.Items = append(out.Items, item)
		}
	}
	return out
}
