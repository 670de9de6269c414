package describe

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/locate"
	"cudals/analysis/prelude"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// hoverInclude describes an #include by the file that it brings: where that lies, and whose it is.
func hoverInclude(doc *locate.Document, offset int) *workspace.Hover {
	for _, v := range doc.Views {
		for i, inc := range v.Preprocessed.Inclusions {
			if inc.Parent != 0 || i == 0 || inc.File == nil || offset < inc.At.Start || offset > inc.At.End || inside(prelude.MacrosDir, inc.File.Path) {
				continue
			}
			p := &page{place: source.Place{File: doc.Input.File, Span: inc.At}}
			p.code("#include " + string(doc.Input.File.Slice(inc.At)))
			path := inc.File.Path
			switch {
			case inside(prelude.Dir, path):
				p.tells = true
				p.WriteString("Stands in for a toolkit's header: no CUDA toolkit is known, so that cudals's own declarations are read.\n")
			case inside(prelude.LibraryDir, path), inside(prelude.OthersDir, path):
				p.tells = true
				p.WriteString("Stands in for a library's header that was not found: cudals's own declarations of it are read.\n")
			default:
				fmt.Fprintf(p, "Is `%s`.\n", path)
				text, toolkit := folderOf(doc, path, inc.System)
				fmt.Fprintf(p, "%s\n", text)
				p.tells = toolkit
			}
			files := 0
			for j := i + 1; j < len(v.Preprocessed.Inclusions) && v.Preprocessed.Inclusions[j].Parent >= i; j++ {
				files++
			}
			if files > 0 {
				p.say("It brings %d more files.", files)
			}
			return p.hover()
		}
		for _, m := range v.Preprocessed.Missing {
			if m.Inclusion != 0 || offset < m.At.Start || offset > m.At.End {
				continue
			}
			p := &page{place: source.Place{File: doc.Input.File, Span: m.At}}
			p.code("#include " + string(doc.Input.File.Slice(m.At)))
			p.tells = true
			p.WriteString("Was **not found**: what depends on it is unknown, and nothing is said of it.\n")
			searched := slices.DeleteFunc(slices.Clone(m.Searched), func(folder string) bool { return ours(folder + string(filepath.Separator)) })
			if len(searched) > 0 {
				p.say("Looked for in")
				for i, folder := range searched {
					if i == mostInstances {
						fmt.Fprintf(p, "- … and %d more\n", len(searched)-i)
						break
					}
					fmt.Fprintf(p, "- `%s`\n", folder)
				}
			}
			return p.hover()
		}
	}
	return hoverRead(doc, offset)
}

var includeLine = regexp.MustCompile(`^[ \t]*#[ \t]*include(?:_next)?[ \t]*([<"]([^>"\n]+)[>"])`)

// hoverRead describes an #include that brings nothing, since the file was read before.
func hoverRead(doc *locate.Document, offset int) *workspace.Hover {
	at, inc := ReadBefore(doc, offset)
	if inc == nil {
		return nil
	}
	p := &page{place: source.Place{File: doc.Input.File, Span: at}}
	p.code("#include " + string(doc.Input.File.Slice(at)))
	text, toolkit := folderOf(doc, inc.File.Path, inc.System)
	fmt.Fprintf(p, "Brings nothing: `%s` was read before.\n%s\n", inc.File.Path, text)
	p.tells = toolkit
	return p.hover()
}

// ReadBefore is the name in an #include at an offset that brings nothing, and the inclusion that brought its file; nil for none.
func ReadBefore(doc *locate.Document, offset int) (at source.Span, inc *preprocess.Inclusion) {
	text := doc.Input.File.Text
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	m := includeLine.FindSubmatchIndex(text[start:])
	if m == nil || offset < start+m[2] || offset > start+m[3] {
		return at, nil
	}
	name := string(text[start+m[4] : start+m[5]])
	for _, v := range doc.Views {
		for i := range v.Preprocessed.Inclusions {
			if inc := &v.Preprocessed.Inclusions[i]; inc.File != nil && strings.HasSuffix(filepath.ToSlash(inc.File.Path), "/"+name) {
				return source.Span{Start: start + m[2], End: start + m[3]}, inc
			}
		}
	}
	return at, nil
}

// folderOf tells from which of the command's folders a file comes, and whether that is one of the toolkit's.
func folderOf(doc *locate.Document, path string, system bool) (text string, toolkit bool) {
	c := doc.Input.Command
	if t := c.Toolkit; t != nil {
		for _, folder := range append([]string{t.Include}, append(t.Further, t.System...)...) {
			if inside(folder, path) {
				return fmt.Sprintf("Of the CUDA toolkit %s.", t), true
			}
		}
	}
	for _, kind := range []struct {
		folders []string
		flag    string
	}{{c.Include, "-I"}, {c.System, "-isystem"}, {c.After, "-idirafter"}} {
		for _, folder := range kind.folders {
			if inside(folder, path) {
				return fmt.Sprintf("Found by `%s %s`.", kind.flag, folder), false
			}
		}
	}
	switch {
	case system:
		return "A header of the system: nothing is reported inside.", false
	case inside(filepath.Dir(doc.Input.File.Path), path):
		return "Found beside this file.", false
	}
	return "One of the project's own headers.", false
}

func inside(folder, path string) bool {
	return folder != "" && strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}
