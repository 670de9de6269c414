package layout

import (
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// packState is what #pragma pack is in force, place by place.
type packState struct {
	done    bool
	changes []packChange
}

// packChange is the value from a pragma on: 0 for none, -1 where it was not understood.
type packChange struct {
	ord   int
	at    int32 // the token in the chunk
	value int64
}

// packAt is the alignment that #pragma pack allows the members of a class, 0 for any.
func (u *Model) packAt(c *sema.Class) (value int64, known bool) {
	site := c.DefinedAt
	if site.IsZero() {
		site = c.Site()
	}
	if site.Chunk == nil {
		return 0, true
	}
	p := &u.layouts.packed
	if !p.done {
		p.done = true
		u.readPacks(p)
	}
	for _, ch := range p.changes {
		switch {
		case ch.ord < site.Chunk.Ord:
			value = ch.value
		case ch.ord == site.Chunk.Ord:
			return 0, false // in the middle of the declaration
		}
	}
	return value, value >= 0
}

// readPacks executes all pragmas of the unit.
func (u *Model) readPacks(p *packState) {
	type pushed struct {
		name  string
		value int64
	}
	var stack []pushed
	value := int64(0)
	for _, c := range u.Chunks {
		for i, t := range c.Seg.Toks[c.Lo:min(c.Hi, len(c.Seg.Toks))] {
			if t.Kind != token.Pragma {
				continue
			}
			args, found := strings.CutPrefix(strings.TrimSpace(u.Text(t.Sym)), "pack")
			if !found {
				continue
			}
			args = strings.Trim(strings.TrimSpace(args), "()")
			words := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
			pop, name := false, ""
			if len(words) == 0 {
				value = 0
			}
			for _, w := range words {
				n, err := strconv.ParseInt(w, 0, 32)
				switch {
				case w == "push":
					stack = append(stack, pushed{value: value})
				case w == "pop":
					pop = true
				case w == "show":
				case err != nil:
					name = w
				case n == 0 || n == 1 || n == 2 || n == 4 || n == 8 || n == 16:
					value = n
				default:
					value = -1
				}
			}
			switch {
			case pop && len(stack) > 0:
				at := len(stack) - 1
				if name != "" {
					if at = slices.IndexFunc(stack, func(s pushed) bool { return s.name == name }); at < 0 {
						break
					}
				}
				value = stack[at].value
				stack = stack[:at]
			case name != "" && len(stack) > 0:
				stack[len(stack)-1].name = name
			}
			p.changes = append(p.changes, packChange{ord: c.Ord, at: int32(i), value: value})
		}
	}
}
