package infer

import "strings"

// statement is a command of CMake's with its arguments and, where it has one, what stands up to the command that ends it.
type statement struct {
	name string // in small letters
	args []string
	body []statement
}

// statements reads a text. What nothing ends ends with what it stands in.
func statements(text string) []statement {
	type open struct {
		statement
		inside []statement
	}
	stack := []open{{}}
	closeTo := func(depth int) {
		for len(stack) > depth {
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			last.body = last.inside
			around := &stack[len(stack)-1]
			around.inside = append(around.inside, last.statement)
		}
	}
	for {
		name, args, rest, ok := nextCommand(text)
		if !ok {
			closeTo(1)
			return stack[0].inside
		}
		text = rest
		name = strings.ToLower(name)
		switch name {
		case "function", "macro", "foreach":
			stack = append(stack, open{statement: statement{name: name, args: args}})
		case "endfunction", "endmacro", "endforeach":
			for depth := len(stack) - 1; depth > 0; depth-- {
				if stack[depth].name == name[len("end"):] {
					closeTo(depth)
					break
				}
			}
		default:
			around := &stack[len(stack)-1]
			around.inside = append(around.inside, statement{name: name, args: args})
		}
	}
}
