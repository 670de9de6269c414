package server

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// plainText is Markdown, as hovers are written, for clients that show it as it comes: without marks, and with the columns of tables
// apart.
func plainText(markdown string) string {
	var b strings.Builder
	code := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
			continue
		case code || line == "":
		case line[0] == '|' && strings.Trim(line, "|-: ") == "": // the line below a table's heads
			continue
		case line[0] == '|':
			line = row(line)
		default:
			line = unmarked(linkTo.ReplaceAllString(line, "$1"))
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// row is a line of a table.
func row(line string) string {
	return strings.TrimRight(strings.Join(cells(line), "\t"), "\t")
}

// cells are what stands in a line of a table.
func cells(line string) []string {
	const bar = "\x00"
	out := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, bar), "|"), "|")
	for i, cell := range out {
		out[i] = strings.ReplaceAll(strings.TrimSpace(unmarked(cell)), bar, "|")
	}
	return out
}

// rendersTables reports whether a client, by its name, shows tables as such. The others show their source.
func rendersTables(client string) bool {
	client = strings.ToLower(client)
	return !slices.ContainsFunc([]string{"vim", "emacs", "eglot", "helix", "kakoune"}, func(name string) bool { return strings.Contains(client, name) })
}

// tablesAsCode is Markdown whose tables are blocks of code with straight columns.
func tablesAsCode(markdown string) string {
	var b strings.Builder
	var table []string
	flush := func() {
		if len(table) > 0 {
			b.WriteString("```text\n" + straight(table) + "```\n")
		}
		table = nil
	}
	code := false
	for line := range strings.Lines(markdown) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if !code && strings.HasPrefix(line, "|") {
			table = append(table, strings.TrimRight(line, "\n"))
			continue
		}
		flush()
		b.WriteString(line)
	}
	flush()
	return b.String()
}

// straight is a table as text, its columns as wide as they need to be; the second line says on which side each has its text.
func straight(table []string) string {
	var rows [][]string
	var width []int
	var right []bool
	for i, line := range table {
		list := cells(line)
		if i == 1 {
			for _, rule := range list {
				right = append(right, strings.HasSuffix(rule, ":"))
			}
			continue
		}
		for k, cell := range list {
			if k == len(width) {
				width = append(width, 0)
			}
			width[k] = max(width[k], utf8.RuneCountInString(cell))
		}
		rows = append(rows, list)
	}
	var b strings.Builder
	for _, list := range rows {
		var line strings.Builder
		for k, cell := range list {
			blank := strings.Repeat(" ", width[k]-utf8.RuneCountInString(cell))
			if k < len(right) && right[k] {
				cell = blank + cell
			} else {
				cell += blank
			}
			line.WriteString(cell + "  ")
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// linkTo is a link in Markdown, and its text.
var linkTo = regexp.MustCompile(`\[([^\[\]]*)\]\([^()\s]*\)`)

// unmarked takes out the marks of emphasis and of code; inside code a star is a star.
func unmarked(text string) string {
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.ReplaceAll(parts[i], "*", "")
	}
	return strings.Join(parts, "")
}
