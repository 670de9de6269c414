package pragmas

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

// abiOption is an argument of #pragma nv_abi.
type abiOption struct {
	name, value string
	// bad: there is no value in parentheses.
	bad bool
	// evaluated is what the value is, in each instance of a template; nil where the text is all that is known.
	evaluated []sema.Unroll
}

// abiPlace is the place of a pragma among the tokens of a file.
type abiPlace struct {
	seg *preprocess.Segment
	at  int
}

func placeOfABI(s sema.Site) abiPlace { return abiPlace{s.Chunk.Seg, s.Chunk.Lo + int(s.Span.Lo)} }

// placedABI is a pragma with what follows it; in is the body that it stands in, if any.
type placedABI struct {
	*sema.ABIPragma
	in *spaces.BodyConstruct
}

// abiPragmas are the pragmas of which more is known than their text.
var abiPragmas = check.NewQuery("abiPragmas", func(p *check.Pass) []placedABI {
	var out []placedABI
	between := p.Unit.ABIPragmas()
	for i := range between {
		out = append(out, placedABI{&between[i], nil})
	}
	list := kit.Constructs.Of(p)
	for i := range list {
		if c := &list[i]; c.Kind == sema.PlacedABIPragma && c.Func != nil && c.Own() && (readAtOnce(c.Func) || c.Func.Args != nil && c.Func.Closure == nil) {
			out = append(out, placedABI{c.ABI, c})
		}
	}
	return out
})

// placedRule makes the check of a rule about what follows a pragma.
func placedRule(fault func(*check.Pass, placedABI) string) func(*check.Pass) {
	return func(p *check.Pass) {
		if !p.Command.Release().ABIPragma {
			return
		}
		said := map[abiPlace]bool{}
		for _, a := range abiPragmas.Of(p) {
			if text := fault(p, a); text != "" && !said[placeOfABI(a.Site)] {
				said[placeOfABI(a.Site)] = true
				r := check.Report{Site: a.Site, Message: "#pragma nv_abi " + text}
				if a.in != nil {
					r.Func = a.in.Func
				}
				p.Report(r)
			}
		}
	}
}

// abiRule makes the check of a rule about #pragma nv_abi: fault says what is wrong with one, "" for nothing. Compilers read the
// pragma wherever it stands.
func abiRule(fault func([]abiOption) string) func(*check.Pass) {
	return func(p *check.Pass) {
		if !p.Command.Release().ABIPragma {
			return
		}
		values := map[abiPlace][][]sema.Unroll{}
		for _, a := range abiPragmas.Of(p) {
			values[placeOfABI(a.Site)] = append(values[placeOfABI(a.Site)], a.Values)
		}
		p.Unit.LooseTokens(func(seg *preprocess.Segment, site func(i, n int) sema.Site) {
			for _, i := range seg.Pragmas {
				rest, ok := strings.CutPrefix(strings.TrimSpace(p.Unit.Text(seg.Toks[i].Sym)), "nv_abi")
				if !ok || rest != "" && rest[0] != ' ' && rest[0] != '(' {
					continue
				}
				options := abiOptions(rest)
				evaluate(options, values[abiPlace{seg, int(i)}])
				if text := fault(options); text != "" {
					p.Report(check.Report{Site: site(int(i), 1), Message: "#pragma nv_abi: " + text})
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

// evaluate tells options what their values are.
func evaluate(options []abiOption, values [][]sema.Unroll) {
	n := 0
	for i := range options {
		if options[i].value == "" {
			continue
		}
		for _, v := range values {
			if n < len(v) && !v[n].Extra {
				options[i].evaluated = append(options[i].evaluated, v[n])
			}
		}
		n++
	}
}

// numbers are an option's values where they are known; one that fits no int64 is the largest.
func (o abiOption) numbers() []int64 {
	if !o.known() || o.bad {
		return nil
	}
	if v, err := strconv.ParseInt(o.value, 10, 64); err == nil {
		return []int64{v}
	} else if strings.Trim(o.value, "0123456789") == "" {
		return []int64{math.MaxInt64}
	}
	var out []int64
	for i := range o.evaluated {
		if v, ok := unrollFactor(&o.evaluated[i]); ok {
			out = append(out, v)
		}
	}
	return out
}

func abiOverflow(options []abiOption) string {
	for _, o := range options {
		if slices.ContainsFunc(o.numbers(), func(v int64) bool { return v > math.MaxInt32 }) {
			return o.value + " does not fit an int"
		}
	}
	return ""
}

func abiNotPositive(options []abiOption) string {
	for _, o := range options {
		if slices.ContainsFunc(o.numbers(), func(v int64) bool { return v <= 0 }) {
			return o.name + " must be positive"
		}
	}
	return ""
}

func abiNotConstant(options []abiOption) string {
	for _, o := range options {
		if o.known() && slices.ContainsFunc(o.evaluated, func(v sema.Unroll) bool { return v.Varies || v.Value.Kind == types.FloatValue }) {
			return o.value + " is no integral constant"
		}
	}
	return ""
}
