package check

import (
	"slices"
	"strconv"
	"strings"

	"cudals/cudaspace"
)

// Rule is one check: what people are told about it, and the function that finds its violations in one pass. Slug, Number and Tag are
// unique among all rules, except that a Number of 0 means that the front end has no such check.
type Rule struct {
	// Slug is the rule's one name: its file, its fixture folder, its anchor in the documentation.
	Slug string
	// Number and Tag are NVIDIA's: what #pragma nv_diag_suppress takes. Tag is the slug where NVIDIA has none.
	Number   int
	Tag      string
	Title    string
	Severity Severity
	// Passes are the compilations whose front end makes this check.
	Passes Passes
	// Everywhere: clang refuses the same, of CUDA and of HIP.
	Everywhere bool
	// Off: nothing is said unless a pragma or a flag asks for it.
	Off bool
	// Group says who wants to hear of the rule.
	Group Group
	// HostWarning is the name, without -W, of the host compiler's warning that the rule foretells: what silences that
	// silences the rule.
	HostWarning string
	// Section is the section of the CUDA C++ Programming Guide that states the restriction, Chapter the chapter of the
	// rules' list in which the rule stands.
	Section, Chapter string
	// What the rule does, Why that is bad, what Happens where compilers are silent, and what to do Instead, in Markdown with ~ for `.
	What, Why, Happens, Instead string
	// Bad and Good are whole .cu files: one the rule speaks of, one it is silent about.
	Bad, Good string
	// Stage is when the front end comes to what the rule finds, where a report does not say otherwise.
	Stage Stage
	// Check reports through the pass. It runs once for each view of a document, in the rule's passes; it may panic without harm to
	// others.
	Check func(*Pass)
	// Compare reports what differs between two views of a document, through either of them. It runs for the host pass with
	// the first device pass, and for each device pass with the next.
	Compare func(a, b *Pass)
}

// Group is a set of rules that are switched together.
type Group uint8

// The groups.
const (
	// Refused: nvcc's front end refuses or warns of it.
	Refused Group = iota
	// Danger: the front end is silent, but another tool refuses the program, or it misbehaves at run time.
	Danger
	// Pedantic: documented as not allowed, and accepted today. Nothing is said unless the group, or the rule, is enabled.
	Pedantic
	// Windows: true for Windows targets, and said for these alone.
	Windows
)

var groupNames = [...]string{"default", "danger", "pedantic", "windows"}

// String is the group's name in configurations.
func (g Group) String() string { return groupNames[g] }

// Code is the short name shown beside a message: "tag #number", or the tag alone.
func (r *Rule) Code() string { return code(r.Tag, r.Number) }

// Versions says which versions of CUDA make the check, where not all do: "from 12.5".
func (r *Rule) Versions() string {
	since, until := cudaspace.Span(r.Number)
	var parts []string
	if since != 0 {
		parts = append(parts, "from "+since.String())
	}
	if until != 0 {
		parts = append(parts, "before "+until.String())
	}
	return strings.Join(parts, ", ")
}

func code(tag string, number int) string {
	if number == 0 {
		return tag
	}
	return tag + " #" + strconv.Itoa(number)
}

// Matches reports whether key, as people write it, names the rule: its slug, tag or number, the latter with a leading #
// or a trailing -D as the front end prints it, or without.
func (r *Rule) Matches(key string) bool { return Names(key, r.Slug, r.Tag, r.Number) }

// Names reports whether key, as people write it, names the rule with that slug, tag and number.
func Names(key, slug, tag string, number int) bool {
	key = strings.TrimSpace(key)
	if key == "" {
		return false
	}
	if strings.EqualFold(key, slug) || strings.EqualFold(key, tag) {
		return true
	}
	n, ok := parseNumber(key)
	return ok && n != 0 && cudaspace.SameCheck(n, number)
}

func parseNumber(key string) (int, bool) {
	key = strings.TrimSuffix(strings.TrimPrefix(key, "#"), "-D")
	n, err := strconv.Atoi(key)
	return n, err == nil && n >= 0
}

// Find is the rule that key names, or nil.
func Find(rules []*Rule, key string) *Rule {
	for i := range rules {
		if rules[i].Matches(key) {
			return rules[i]
		}
	}
	return nil
}

// Selector chooses rules by number, tag, slug or group. The zero Selector chooses all that are not off by default.
type Selector struct{ selected, enabled, ignored []string }

// NewSelector makes a selector of lists as people write them: each element may hold several keys with commas between
// them. An empty selected chooses all; enabled adds what is off by default.
func NewSelector(selected, enabled, ignored []string) Selector {
	return Selector{selected: keys(selected), enabled: keys(enabled), ignored: keys(ignored)}
}

func keys(list []string) []string {
	var out []string
	for _, element := range list {
		for key := range strings.SplitSeq(element, ",") {
			if key = strings.TrimSpace(key); key != "" {
				out = append(out, key)
			}
		}
	}
	return out
}

// Unruled are the names of findings that no rule makes.
var Unruled = []string{"missing-header", "cut-short", "internal-fault", "unused-ignore", "third-party"}

// Unknown are the keys of the selector that name none of the rules, no group and nothing else that is found.
func (s Selector) Unknown(rules []*Rule) []string {
	var unknown []string
	for _, list := range [][]string{s.selected, s.enabled, s.ignored} {
		for _, key := range list {
			if Find(rules, key) == nil && !slices.Contains(groupNames[:], key) && !slices.Contains(Unruled, key) {
				unknown = append(unknown, key)
			}
		}
	}
	return unknown
}

// Enables reports whether the selector asks for a finding's rule or group by name.
func (s Selector) Enables(d *Diagnostic) bool { return named(s.enabled, d) || named(s.selected, d) }

// Chooses reports whether a finding is wanted, apart from what is off by default.
func (s Selector) Chooses(d *Diagnostic) bool {
	return (len(s.selected) == 0 || named(s.selected, d)) && !named(s.ignored, d)
}

func named(keys []string, d *Diagnostic) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		return key == d.Group.String() || Names(key, d.Rule, d.Tag, d.Number)
	})
}

// Doc is the explanation in Markdown, without a title.
func (r *Rule) Doc() string {
	var parts []string
	for _, part := range []struct{ title, text string }{
		{"What it does", r.What}, {"Why is this bad?", r.Why}, {"What happens", r.Happens}, {"What to do instead", r.Instead},
	} {
		if part.text != "" {
			parts = append(parts, "## "+part.title+"\n\n"+strings.ReplaceAll(part.text, "~", "`"))
		}
	}
	return strings.Join(parts, "\n\n")
}

// Markdown is the rule's page: what it says, why, and how code looks that it speaks of and that it does not.
func (r *Rule) Markdown() string {
	var b strings.Builder
	b.WriteString("# " + r.Title + "\n\n")
	b.WriteString("`" + r.Code() + "` · " + r.Severity.String())
	if versions := r.Versions(); versions != "" {
		b.WriteString(" · CUDA " + versions)
	}
	if r.Everywhere {
		b.WriteString(" · clang and HIP too")
	}
	if r.Section != "" {
		b.WriteString(" · " + r.Section)
	}
	b.WriteString("\n\n" + r.Doc() + "\n")
	for _, example := range []struct{ title, text string }{{"Bad", r.Bad}, {"Good", r.Good}} {
		if text := strings.Trim(example.text, "\n"); text != "" {
			b.WriteString("\n## " + example.title + "\n\n```cuda\n" + text + "\n```\n")
		}
	}
	return b.String()
}
