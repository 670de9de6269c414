package source

// tabStop is how far apart the columns are that tabs lead to. Texts that mix tabs and spaces were written for 4 as often as for 8.
const tabStop = 4

// maxIndent is how many bytes of a line are looked at for tabs: deeper than that, nothing tells.
const maxIndent = 255

// Column is the column, from 0, in which a line shows the byte at offset, where only the tabs that indent it are wider than others; line is
// where that line begins.
func Column(text []byte, line, offset int) int {
	col := offset - line
	for i, at := line, 0; i < min(offset, line+maxIndent); i++ {
		switch text[i] {
		case ' ':
			at++
		case '\t':
			wide := tabStop - at%tabStop
			at += wide
			col += wide - 1
		default:
			return col
		}
	}
	return col
}
