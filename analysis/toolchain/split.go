package toolchain

import (
	"errors"
	"strings"
)

var (
	errUnterminatedQuote = errors.New("unterminated quote")
	errTrailingBackslash = errors.New("backslash at the end")
)

// Split cuts a command line into its arguments as a POSIX shell does, without any expansion: blanks separate, quotes
// and backslashes protect. On an error the arguments are still the best reading of the line, so that callers can go
// on.
func Split(line string) ([]string, error) {
	var (
		args []string
		arg  strings.Builder
		in   bool // an argument has begun; it may be empty, as in ""
		err  error
	)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case isBlank(c):
			if in {
				args = append(args, arg.String())
				arg.Reset()
				in = false
			}
		case c == '\'':
			in = true
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				arg.WriteString(line[i+1:])
				i, err = len(line), errUnterminatedQuote
				break
			}
			arg.WriteString(line[i+1 : i+1+end])
			i += end + 1
		case c == '"':
			in = true
			closed := false
			for i++; i < len(line); i++ {
				if line[i] == '"' {
					closed = true
					break
				}
				// Inside double quotes a backslash protects only what has a meaning there.
				if line[i] == '\\' && i+1 < len(line) && strings.IndexByte("\"\\$`\n", line[i+1]) >= 0 {
					i++
					if line[i] == '\n' {
						continue
					}
				}
				arg.WriteByte(line[i])
			}
			if !closed {
				err = errUnterminatedQuote
			}
		case c == '\\':
			in = true
			i++
			switch {
			case i >= len(line):
				err = errTrailingBackslash
			case line[i] != '\n':
				arg.WriteByte(line[i])
			}
		default:
			in = true
			arg.WriteByte(c)
		}
	}
	if in {
		args = append(args, arg.String())
	}
	return args, err
}

// splitWindows cuts a command line into its arguments as Microsoft's C runtime does: a backslash is special only before
// a double quote, and a doubled quote inside quotes stands for one.
func splitWindows(line string) ([]string, error) {
	var (
		args   []string
		arg    strings.Builder
		in     bool
		quoted bool
	)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case isBlank(c) && !quoted:
			if in {
				args = append(args, arg.String())
				arg.Reset()
				in = false
			}
		case c == '\\':
			in = true
			n := i
			for n < len(line) && line[n] == '\\' {
				n++
			}
			count := n - i
			if n < len(line) && line[n] == '"' {
				arg.WriteString(strings.Repeat(`\`, count/2))
				if count%2 == 1 {
					arg.WriteByte('"')
					n++
				}
			} else {
				arg.WriteString(strings.Repeat(`\`, count))
			}
			i = n - 1
		case c == '"':
			in = true
			if quoted && i+1 < len(line) && line[i+1] == '"' {
				arg.WriteByte('"')
				i++
				break
			}
			quoted = !quoted
		default:
			in = true
			arg.WriteByte(c)
		}
	}
	if in {
		args = append(args, arg.String())
	}
	if quoted {
		return args, errUnterminatedQuote
	}
	return args, nil
}

// splitList cuts the value of one of nvcc's list options at commas outside quotes and brackets. Quotes are kept.
func splitList(value string) []string {
	var (
		items []string
		start int
		depth int
		quote byte
	)
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ',' && depth <= 0:
			items = append(items, value[start:i])
			start = i + 1
		}
	}
	return append(items, value[start:])
}

// unquote takes away the quotes that nvcc's own list syntax allows around an item.
func unquote(item string) string {
	if len(item) >= 2 && (item[0] == '"' || item[0] == '\'') && item[len(item)-1] == item[0] {
		return item[1 : len(item)-1]
	}
	return item
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}
