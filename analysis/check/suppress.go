package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/preprocess"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
)

// Action is what a diagnostic pragma does.
type Action uint8

// The actions of #pragma nv_diag_* and #pragma nv_diagnostic.
const (
	Suppress Action = iota
	// AsRemark makes a remark of a warning, which the front end does not print.
	AsRemark
	AsWarning
	AsError
	// Default takes back what pragmas said of a number; what the command says of it holds again.
	Default
	// Once lets a warning be said once in a translation unit.
	Once
	Push
	Pop
)

// Position is the place of a token in the order of a unit's text: with what is included where it is included.
type Position struct {
	Segment int // index in the unit's segments
	Token   int // index in the segment's tokens
}

// before reports whether p stands before q.
func (p Position) before(q Position) bool {
	return p.Segment < q.Segment || p.Segment == q.Segment && p.Token < q.Token
}

// Control is a diagnostic pragma in its place in a unit.
type Control struct {
	At Position
	Do Action
	// Keys are the numbers and tags that the pragma lists; none for Push and Pop.
	Keys []string
	// Host: the pragma is the host compiler's, #pragma GCC diagnostic. Its keys are warnings without -W.
	Host bool
}

// Controls are the diagnostic pragmas of a unit in the order of its text. The front end judges a finding by the pragmas
// that stand before the place it is reported at, whenever it finds it: also what is found at an instantiation, at the
// end of the file, or in an emitted function. Neither braces nor the ends of files bound what a pragma says; only
// nv_diagnostic push and pop do.
type Controls []Control

// controlsKey is the key of a segment's pragmas among what is derived from it.
type controlsKey struct{ plain bool }

// ControlsOf collects the diagnostic pragmas of a unit. The forms without nv_ are ignored by toolkits from 12.0 on, as
// all others are (warning, clang) but gcc's, which speak to the host compiler. before are those of an earlier version of the unit under the
// same command, was; both may be nil.
func ControlsOf(u *preprocess.Unit, spelling func(token.Sym) string, cmd *toolchain.Command, was *preprocess.Unit, before Controls) Controls {
	plain := cmd.Release().PlainPragmas
	same := 0
	for was != nil && same < min(len(u.Segments), len(was.Segments)) && u.Segments[same].Segment == was.Segments[same].Segment {
		same++
	}
	known, _ := slices.BinarySearchFunc(before, same, func(c Control, segment int) int { return cmp.Compare(c.At.Segment, segment) })
	out := slices.Clip(before[:known])
	for i := same; i < len(u.Segments); i++ {
		seg := u.Segments[i]
		if len(seg.Pragmas) == 0 {
			continue
		}
		own := seg.Derived.Get(controlsKey{plain}, func() any { return segmentControls(seg.Segment, spelling, plain) })
		for _, c := range own.(Controls) {
			c.At.Segment = i
			out = append(out, c)
		}
	}
	return out
}

func segmentControls(seg *preprocess.Segment, spelling func(token.Sym) string, plain bool) Controls {
	var out Controls
	for _, i := range seg.Pragmas {
		if c, ok := parseControl(spelling(seg.Toks[i].Sym), plain); ok {
			c.At.Token = int(i)
			out = append(out, c)
		}
	}
	return out
}

var actions = map[string]Action{
	"suppress": Suppress, "remark": AsRemark, "warning": AsWarning, "error": AsError, "default": Default, "once": Once,
}

// parseControl reads the text of a pragma; ok is false for a pragma that is no diagnostic pragma. plain: the forms
// without nv_ count too.
func parseControl(text string, plain bool) (c Control, ok bool) {
	word, rest := splitWord(strings.TrimSpace(text))
	if word == "GCC" {
		return parseHostControl(rest)
	}
	short, nv := strings.CutPrefix(word, "nv_")
	if !nv && !plain {
		return c, false
	}
	if short == "diagnostic" {
		what, _ := splitWord(strings.TrimSpace(rest))
		c.Do = Push
		if what == "pop" {
			c.Do = Pop
		}
		return c, what == "push" || what == "pop"
	}
	name, isDiag := strings.CutPrefix(short, "diag_")
	c.Do, ok = actions[name]
	if !isDiag || !ok {
		return c, false
	}
	c.Keys = controlKeys(rest)
	return c, len(c.Keys) > 0
}

var hostActions = map[string]Action{"ignored": Suppress, "warning": AsWarning, "error": AsError, "push": Push, "pop": Pop}

// parseHostControl reads what follows GCC in a pragma: diagnostic ignored "-Wname".
func parseHostControl(text string) (c Control, ok bool) {
	c.Host = true
	word, rest := splitWord(strings.TrimSpace(text))
	if word != "diagnostic" {
		return c, false
	}
	what, option := splitWord(strings.TrimSpace(rest))
	if c.Do, ok = hostActions[what]; !ok || c.Do == Push || c.Do == Pop {
		return c, ok
	}
	name, ok := strings.CutPrefix(strings.TrimSpace(option), `"-W`)
	c.Keys = []string{strings.TrimSuffix(name, `"`)}
	return c, ok
}

// controlKeys reads "20012, some_tag", after which an equals sign may stand first. The front end stops reading where a
// comma is missing, with what it has read in force.
func controlKeys(text string) []string {
	text = strings.TrimSpace(text)
	text = strings.TrimSpace(strings.TrimPrefix(text, "="))
	var keys []string
	for {
		key, rest := splitWord(text)
		if key == "" {
			return keys
		}
		keys = append(keys, key)
		rest = strings.TrimSpace(rest)
		if !strings.HasPrefix(rest, ",") {
			return keys
		}
		text = strings.TrimSpace(rest[1:])
	}
}

// splitWord cuts an identifier or number from the front of text.
func splitWord(text string) (word, rest string) {
	n := 0
	for n < len(text) {
		c := text[n]
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			break
		}
		n++
	}
	return text[:n], text[n:]
}

// Verdict is what becomes of a finding.
type Verdict struct {
	Severity Severity
	// Silent: nothing is said.
	Silent bool
	// Once: it is said unless the translation unit has said the number before.
	Once bool
	// Waits: the front end does not say it before other findings are mended.
	Waits bool
}

// Judge decides about a finding of a rule at a place: severity is the finding's own. An error stays what it is: neither
// pragmas nor flags reach any of the errors that the front end has for CUDA.
func (cs Controls) Judge(at Position, r *Rule, severity Severity, cmd *toolchain.Command) Verdict {
	v := Verdict{Severity: severity}
	if severity == Error {
		return v
	}
	do, set, once := cs.said(at, r)
	if severity > Warning {
		// The front end knows no hints. Who silences their number or tag does not want them either.
		v.Silent = set && (do == Suppress || do == AsRemark) || lists(cmd.Suppress, r) || cs.hostSilences(at, r, cmd)
		return v
	}
	v.Once = once
	silent := r.Off
	switch {
	case lists(cmd.Suppress, r):
		silent = true
	case lists(cmd.AsWarning, r):
		v.Severity, silent = Warning, false
	case lists(cmd.AsError, r):
		v.Severity, silent = Error, false
	}
	if set {
		switch do {
		case Suppress, AsRemark:
			silent = true
		case AsWarning, Once:
			v.Severity, silent = Warning, false
		case AsError:
			v.Severity, silent = Error, false
		}
	}
	switch {
	case silent, cmd.NoWarnings && v.Severity == Warning:
		v.Silent = true
	case cmd.WarningsAsErrors:
		v.Severity = Error
	}
	return v
}

// Wants reports whether a rule may speak anywhere: it is not off, or a flag or a pragma asks for it.
func (cs Controls) Wants(r *Rule, cmd *toolchain.Command) bool {
	return !r.Off || lists(cmd.AsWarning, r) || lists(cmd.AsError, r) || slices.ContainsFunc(cs, func(c Control) bool {
		return (c.Do == AsWarning || c.Do == AsError || c.Do == Once) && lists(c.Keys, r)
	})
}

// said is what the pragmas before a place say of a rule; set is false where they say nothing, or take it back. once:
// one of them asked for it once, which nothing takes back.
func (cs Controls) said(at Position, r *Rule) (do Action, set, once bool) {
	return cs.saidBy(at, false, func(keys []string) bool { return lists(keys, r) })
}

// hostSilences reports whether the host compiler is told not to give the warning that the rule foretells.
func (cs Controls) hostSilences(at Position, r *Rule, cmd *toolchain.Command) bool {
	if r.HostWarning == "" {
		return false
	}
	named := func(keys []string) bool { return slices.Contains(keys, r.HostWarning) }
	do, set, _ := cs.saidBy(at, true, named)
	return cmd.NoWarnings || named(cmd.HostSilent) || set && do == Suppress
}

// saidBy is what the pragmas of one compiler that stand before a place, and whose keys are meant, say.
func (cs Controls) saidBy(at Position, host bool, meant func(keys []string) bool) (do Action, set, once bool) {
	type state struct {
		do  Action
		set bool
	}
	var now state
	var stack []state
	for i := range cs {
		c := &cs[i]
		if !c.At.before(at) {
			break
		}
		if c.Host != host {
			continue
		}
		switch c.Do {
		case Push:
			stack = append(stack, now)
		case Pop:
			if n := len(stack); n > 0 {
				now, stack = stack[n-1], stack[:n-1]
			}
		default:
			if meant(c.Keys) {
				now = state{c.Do, c.Do != Default}
				once = once || c.Do == Once
			}
		}
	}
	return now.do, now.set, once
}

// lists reports whether one of the keys names the rule: by its number or its tag, which are case-sensitive.
func lists(keys []string, r *Rule) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		if n, err := strconv.Atoi(key); err == nil {
			return n != 0 && n == r.Number
		}
		return key == r.Tag
	})
}
