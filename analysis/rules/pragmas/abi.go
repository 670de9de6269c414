package pragmas

import (
	"math"
	"strconv"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// abiOption is an argument of #pragma nv_abi.
type abiOption struct {
	name, value string
	// bad: there is no value in parentheses.
	bad bool
}

// abiRule makes the check of a rule about #pragma nv_abi: fault says what is wrong with one, "" for nothing. Compilers read the
// pragma wherever it stands.
func abiRule(fault func([]abiOption) string) func(*check.Pass) {
	return func(p *check.Pass) {
		if !p.Command.Release().ABIPragma {
			return
		}
		p.Unit.LooseTokens(func(seg *preprocess.Segment, site func(i, n int) sema.Site) {
			for i, t := range seg.Toks {
				if t.Kind != token.Pragma {
					continue
				}
				rest, ok := strings.CutPrefix(strings.TrimSpace(p.Unit.Text(t.Sym)), "nv_abi")
				if !ok || rest != "" && rest[0] != ' ' && rest[0] != '(' {
					continue
				}
				if text := fault(abiOptions(rest)); text != "" {
					p.Report(check.Report{Site: site(i, 1), Message: "#pragma nv_abi: " + text})
				}
			}
		})
	}
}

// abiOptions are the words of the pragma, each with what stands in the parentheses behind it.
func abiOptions(text string) []abiOption {
	var out []abiOption
	for {
		text = strings.TrimSpace(text)
		end := strings.IndexFunc(text, func(r rune) bool { return r == '(' || r == ' ' })
		if end < 0 {
			end = len(text)
		}
		if text == "" {
			return out
		}
		if end == 0 { // parentheses without a word before them
			return append(out, abiOption{name: text})
		}
		o := abiOption{name: text[:end]}
		text = strings.TrimSpace(text[end:])
		depth, closed := 0, -1
		for i := 0; i < len(text) && closed < 0; i++ {
			switch text[i] {
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					closed = i
				}
			default:
				if depth == 0 {
					closed = -2
				}
			}
			if closed == -2 {
				break
			}
		}
		if closed > 0 {
			o.value, text = strings.TrimSpace(text[1:closed]), text[closed+1:]
		} else if strings.HasPrefix(text, "(") {
			text = ""
		}
		o.bad = o.value == ""
		out = append(out, o)
	}
}

func (o abiOption) known() bool { return o.name == "preserve_n_data" || o.name == "preserve_n_control" }

func abiMissing(options []abiOption) string {
	if len(options) == 0 {
		return "at least one argument is needed: preserve_n_data(N) or preserve_n_control(N)"
	}
	return ""
}

func abiDuplicate(options []abiOption) string {
	seen := map[string]bool{}
	for _, o := range options {
		if o.known() && seen[o.name] {
			return o.name + " is there twice"
		}
		seen[o.name] = true
	}
	return ""
}

func abiUnknown(options []abiOption) string {
	for _, o := range options {
		if !o.known() {
			return o.name + " is no option; there are preserve_n_data(N) and preserve_n_control(N)"
		}
	}
	return ""
}

func abiBadFormat(options []abiOption) string {
	for _, o := range options {
		if o.known() && o.bad {
			return o.name + " needs a value in parentheses"
		}
	}
	return ""
}

// number is an option's value where it is a plain number; one that fits no int64 is the largest.
func (o abiOption) number() (int64, bool) {
	if !o.known() || o.bad {
		return 0, false
	}
	v, err := strconv.ParseInt(o.value, 10, 64)
	if err != nil && strings.Trim(o.value, "0123456789") == "" {
		return math.MaxInt64, true
	}
	return v, err == nil
}

func abiOverflow(options []abiOption) string {
	for _, o := range options {
		if v, ok := o.number(); ok && v > math.MaxInt32 {
			return o.value + " does not fit an int"
		}
	}
	return ""
}

func abiNotPositive(options []abiOption) string {
	for _, o := range options {
		if v, ok := o.number(); ok && v <= 0 {
			return o.name + " must be positive"
		}
	}
	return ""
}
