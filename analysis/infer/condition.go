package infer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// truth is what is known of a condition of a build file.
type truth int8

const (
	no truth = iota - 1
	perhaps
	yes
)

func (t truth) not() truth        { return -t }
func (t truth) and(o truth) truth { return min(t, o) }
func (t truth) or(o truth) truth  { return max(t, o) }

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// block is an if that stands open.
type block struct {
	outer truth // whether the if itself is reached
	taken truth // whether an arm before this one is
	arm   truth // whether this arm is
}

// live is whether the command that is read next is executed.
func (c *cmake) live() truth {
	if len(c.blocks) == 0 {
		return yes
	}
	return c.blocks[len(c.blocks)-1].arm
}

// branch takes a command that begins or ends a part that is not always executed. It reports whether that was one.
func (c *cmake) branch(name string, args []string) bool {
	switch name {
	case "while":
		c.blocks = append(c.blocks, block{outer: c.live(), taken: no, arm: c.live().and(perhaps)})
		return true
	case "if":
		is := c.condition(args)
		c.blocks = append(c.blocks, block{outer: c.live(), taken: is, arm: c.live().and(is)})
		return true
	case "elseif", "else", "endif", "endwhile":
	default:
		return false
	}
	if len(c.blocks) == 0 {
		return true
	}
	b := &c.blocks[len(c.blocks)-1]
	switch name {
	case "elseif":
		is := c.condition(args)
		b.arm = b.outer.and(is).and(b.taken.not())
		b.taken = b.taken.or(is)
	case "else":
		b.arm = b.outer.and(b.taken.not())
	default:
		c.blocks = c.blocks[:len(c.blocks)-1]
	}
	return true
}

// platform are variables of the builds for which commands are inferred: on Linux, with nvcc, by a CMake of today.
var platform = map[string]string{
	"UNIX": "1", "LINUX": "1", "WIN32": "", "MSVC": "", "MINGW": "", "CYGWIN": "", "APPLE": "", "ANDROID": "", "EMSCRIPTEN": "", "IOS": "",
	"CMAKE_SYSTEM_NAME": "Linux", "CMAKE_HOST_SYSTEM_NAME": "Linux", "CMAKE_SIZEOF_VOID_P": "8", "CMAKE_VERSION": "3.31.0",
	"CMAKE_CUDA_COMPILER": "nvcc", "CMAKE_CUDA_COMPILER_ID": "NVIDIA", "CMAKE_CUDA_COMPILER_LOADED": "1", "CUDA_FOUND": "1",
	"CUDAToolkit_FOUND": "1", "CMAKE_CUDA_COMPILER_WORKS": "1", "CUDA_VERSION": "12.4", "CUDAToolkit_VERSION": "12.4",
	"CUDA_VERSION_MAJOR": "12", "CUDAToolkit_VERSION_MAJOR": "12",
}

// value is what a variable holds.
func (c *cmake) value(name string) (string, truth) {
	if value, ok := platform[name]; ok {
		return value, yes
	}
	value, ok := c.vars[name]
	if !ok || c.unsure[name] || strings.Contains(strings.ReplaceAll(value, there, ""), "${") {
		return "", perhaps
	}
	return value, yes
}

// condition decides the arguments of an if, with parentheses among them.
func (c *cmake) condition(args []string) truth {
	if len(args) > maxCondition {
		return perhaps
	}
	is, rest := c.either(args, 0)
	if len(rest) > 0 {
		return perhaps // it is not understood
	}
	return is
}

const maxCondition = 200

// either reads tests with AND and OR between, which bind alike.
func (c *cmake) either(args []string, depth int) (truth, []string) {
	is, args := c.negated(args, depth)
	for len(args) > 0 {
		var next truth
		switch args[0] {
		case "AND":
			next, args = c.negated(args[1:], depth)
			is = is.and(next)
		case "OR":
			next, args = c.negated(args[1:], depth)
			is = is.or(next)
		default:
			return is, args
		}
	}
	return is, args
}

func (c *cmake) negated(args []string, depth int) (truth, []string) {
	negative := false
	for len(args) > 0 && args[0] == "NOT" {
		negative, args = !negative, args[1:]
	}
	is, rest := c.test(args, depth)
	if negative {
		is = is.not()
	}
	return is, rest
}

// test reads one test.
func (c *cmake) test(args []string, depth int) (truth, []string) {
	if len(args) == 0 {
		return perhaps, nil
	}
	switch args[0] {
	case "(":
		is, rest := c.either(args[1:], depth+1)
		if len(rest) == 0 || rest[0] != ")" {
			return perhaps, nil
		}
		return is, rest[1:]
	case "DEFINED":
		if len(args) < 2 {
			return perhaps, nil
		}
		if value, ok := platform[args[1]]; ok {
			return truthOf(value != ""), args[2:]
		}
		if _, set := c.vars[args[1]]; !set && c.whole && !strings.HasPrefix(args[1], "CMAKE_") {
			return no, args[2:]
		}
		_, known := c.value(args[1])
		return known, args[2:] // what nothing here sets somebody else may
	case "EXISTS", "IS_DIRECTORY", "IS_ABSOLUTE", "IS_SYMLINK", "TARGET", "COMMAND", "POLICY", "TEST":
		if len(args) < 2 {
			return perhaps, nil
		}
		return perhaps, args[2:]
	}
	if len(args) > 2 {
		if compare := comparisons[args[1]]; compare != nil {
			left, known := c.operand(args[0], false)
			right, also := c.operand(args[2], true)
			if args[1] == "IN_LIST" {
				right, also = c.value(args[2])
				left, known = c.operand(args[0], true)
			}
			if known.and(also) != yes {
				return perhaps, args[3:]
			}
			return compare(left, right), args[3:]
		}
	}
	return c.holds(args[0]), args[1:]
}

// operand is a side of a comparison: a variable's value, or the text itself. literal: a word that is no variable here is text.
func (c *cmake) operand(arg string, literal bool) (string, truth) {
	if strings.Contains(arg, "${") {
		for name := range strings.SplitSeq(arg, "${") {
			if name, _, ok := strings.Cut(name, "}"); ok && c.unsure[name] {
				return "", perhaps
			}
		}
		text := c.expand(arg)
		if strings.Contains(text, "${") {
			if name, ok := strings.CutPrefix(text, "${"); ok {
				return c.value(strings.TrimSuffix(name, "}"))
			}
			return "", perhaps
		}
		if _, set := c.vars[text]; set {
			return c.value(text)
		}
		return text, yes
	}
	if value, known := c.value(arg); known == yes {
		return value, yes
	}
	if _, set := c.vars[arg]; set || !literal && identifier.MatchString(arg) {
		return "", perhaps
	}
	return arg, yes
}

// holds is the truth of a word by itself.
func (c *cmake) holds(arg string) truth {
	if strings.Contains(arg, "${") {
		inner := strings.TrimSuffix(strings.TrimPrefix(arg, "${"), "}")
		text, known := c.operand(arg, true)
		switch {
		case known == yes:
			arg = text
		case identifier.MatchString(inner):
			arg = inner
		default:
			return perhaps
		}
	}
	if is := constant(arg); is != perhaps {
		return is
	}
	switch value, known := c.value(arg); {
	case known == yes && !c.choice[arg]:
		return truthOf(constant(value) != no)
	case side(arg) > 0:
		return yes // there is CUDA code, so that somebody compiles it
	case refusal(arg):
		return no
	case known == yes:
		return truthOf(constant(value) != no)
	}
	return perhaps
}

// constant is the truth of a constant; perhaps for what is none.
func constant(word string) truth {
	switch upper := strings.ToUpper(word); {
	case upper == "ON" || upper == "YES" || upper == "TRUE" || upper == "Y":
		return yes
	case upper == "" || upper == "OFF" || upper == "NO" || upper == "FALSE" || upper == "N" || upper == "IGNORE" ||
		strings.HasSuffix(upper, "NOTFOUND"):
		return no
	}
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		return truthOf(n != 0)
	}
	return perhaps
}

// refusal reports whether a name says of CUDA that there is none.
func refusal(name string) bool {
	words := strings.Split(strings.ToLower(name), "_")
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "cuda") || w == "gpu" }) &&
		slices.ContainsFunc(words, func(w string) bool {
			return w == "no" || w == "without" || w == "disable" || w == "disabled" || w == "skip"
		})
}

// comparisons are the tests of two values.
var comparisons = map[string]func(a, b string) truth{
	"STREQUAL": func(a, b string) truth { return truthOf(a == b) },
	"EQUAL":    numbers(func(n int) bool { return n == 0 }), "LESS": numbers(func(n int) bool { return n < 0 }),
	"GREATER": numbers(func(n int) bool { return n > 0 }), "LESS_EQUAL": numbers(func(n int) bool { return n <= 0 }),
	"GREATER_EQUAL": numbers(func(n int) bool { return n >= 0 }),
	"VERSION_EQUAL": versions(func(n int) bool { return n == 0 }), "VERSION_LESS": versions(func(n int) bool { return n < 0 }),
	"VERSION_GREATER": versions(func(n int) bool { return n > 0 }), "VERSION_LESS_EQUAL": versions(func(n int) bool { return n <= 0 }),
	"VERSION_GREATER_EQUAL": versions(func(n int) bool { return n >= 0 }),
	"IN_LIST":               func(a, b string) truth { return truthOf(slices.Contains(strings.Split(b, ";"), a)) },
	"MATCHES": func(a, b string) truth {
		re, err := regexp.Compile(b)
		if err != nil {
			return perhaps
		}
		return truthOf(re.MatchString(a))
	},
}

// numbers and versions compare by a sign.
func numbers(holds func(sign int) bool) func(a, b string) truth {
	return func(a, b string) truth {
		x, err := strconv.ParseFloat(a, 64)
		y, other := strconv.ParseFloat(b, 64)
		switch {
		case err != nil || other != nil:
			return no
		case x < y:
			return truthOf(holds(-1))
		case x > y:
			return truthOf(holds(1))
		}
		return truthOf(holds(0))
	}
}

func versions(holds func(sign int) bool) func(a, b string) truth {
	return func(a, b string) truth {
		return truthOf(holds(slices.Compare(parsed(a), parsed(b))))
	}
}

// parsed are the numbers of a version, without zeros at the end.
func parsed(version string) []int {
	var numbers []int
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		numbers = append(numbers, n)
	}
	for len(numbers) > 0 && numbers[len(numbers)-1] == 0 {
		numbers = numbers[:len(numbers)-1]
	}
	return numbers
}
