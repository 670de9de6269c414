package server

import (
	"regexp"
	"strings"
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
	const bar = "\x00"
	line = strings.ReplaceAll(line, `\|`, bar)
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(unmarked(cell)), bar, "|")
	}
	return strings.TrimRight(strings.Join(cells, "\t"), "\t")
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
