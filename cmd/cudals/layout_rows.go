package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/workspace"
)

// laneBytes is how many bytes a row's lane shows: the widest that most loads take.
const laneBytes = 8

// chart is one diagram with its heading: a bank of constants, or a kernel's parameters.
type chart struct {
	title string
	facts []string
	// used of room bytes are taken; room is 0 where nothing is to be measured.
	used, room int64
	// fills: the rows tell how far they fill the bank.
	fills  bool
	rows   []row
	faults []string // what exceeds a limit
	doubts []string // what is not known, and why
}

type rowKind uint8

const (
	object rowKind = iota
	hole           // padding
	others         // the elements of an array but for the first, whose members are shown
)

// row is one object, or a part of one, in its place.
type row struct {
	kind rowKind
	// name is the variable's or parameter's, text how it is declared.
	name, text string
	tree       string // leads from the object to its parts
	// owner is the index of the parameter or variable that it is, or is a part of.
	owner int
	// address is the offset in the bank, -1 where it is not known; offset counts from the first parameter. align is 0 for holes.
	address, offset, size, align int64
	// whole: its parts follow in rows of their own.
	whole bool
}

// lane is which of the bytes in a lane the row has: those from lo up to hi, and more in lanes to come.
func (r *row) lane() (lo, hi int64, more bool) {
	if r.address < 0 || r.whole {
		return 0, 0, false
	}
	lo = r.address % laneBytes
	return lo, min(laneBytes, lo+r.size), lo+r.size > laneBytes
}

// cells are the row's numbers: address, offset, size, align, and how far it fills the bank, in bytes and in percent. What is
// not known is a question mark, what does not apply is empty.
func (r *row) cells() [6]string {
	out := [6]string{"?", "?", "?"}
	if r.address >= 0 {
		out[0], out[1] = fmt.Sprintf("0x%x", r.address), strconv.FormatInt(r.offset, 10)
	}
	if r.size > 0 || r.align > 0 {
		out[2] = strconv.FormatInt(r.size, 10)
	}
	if r.align > 0 {
		out[3] = strconv.FormatInt(r.align, 10)
	}
	if r.tree == "" && r.kind == object && r.address >= 0 {
		end := r.offset + r.size
		out[4], out[5] = strconv.FormatInt(end, 10), strings.TrimSuffix(share(end), " %")
	}
	return out
}

// heading names what a layout is of.
func heading(l *workspace.Layout) string {
	return fmt.Sprintf("%s on sm_%d", filepath.Base(l.File), l.Arch)
}

// charts are the diagrams of a layout: the constants first, then the kernels.
func charts(l *workspace.Layout) []chart {
	var out []chart
	if len(l.Constants) > 0 {
		out = append(out, constantsChart(l))
	}
	for _, same := range kernelGroups(l) {
		c := kernelChart(same[0], l.Arch)
		if more := len(same) - 1; more > 0 {
			c.facts = append(c.facts, "the same for "+count(more, "more instance", "1 more instance"))
		}
		out = append(out, c)
	}
	return out
}

// kernelGroups are the kernels as they stand in the text, those of the document first; instances of one template whose parameters
// lie in the same places are in one group.
func kernelGroups(l *workspace.Layout) [][]*workspace.KernelLayout {
	kernels := make([]*workspace.KernelLayout, len(l.Kernels))
	for i := range l.Kernels {
		kernels[i] = &l.Kernels[i]
	}
	elsewhere := func(k *workspace.KernelLayout) int {
		if !k.Place.IsZero() && k.Place.File.Path == l.File {
			return 0
		}
		return 1
	}
	path := func(k *workspace.KernelLayout) string {
		if k.Place.IsZero() {
			return ""
		}
		return k.Place.File.Path
	}
	slices.SortStableFunc(kernels, func(a, b *workspace.KernelLayout) int {
		return cmp.Or(cmp.Compare(elsewhere(a), elsewhere(b)), strings.Compare(path(a), path(b)), cmp.Compare(a.Place.Span.Start, b.Place.Span.Start))
	})
	var out [][]*workspace.KernelLayout
	for _, k := range kernels {
		i := slices.IndexFunc(out, func(g []*workspace.KernelLayout) bool { return k.Instance && g[0].Instance && sameLayout(g[0], k) })
		if i < 0 {
			out = append(out, nil)
			i = len(out) - 1
		}
		out[i] = append(out[i], k)
	}
	return out
}

// sameLayout reports whether two kernels stand at one place and their parameters lie at the same offsets.
func sameLayout(a, b *workspace.KernelLayout) bool {
	return a.Place == b.Place && a.Base == b.Base && a.Unknown == b.Unknown &&
		slices.EqualFunc(a.Params, b.Params, func(p, q workspace.LayoutPart) bool {
			return p.Name == q.Name && p.Offset == q.Offset && p.Size == q.Size && p.Align == q.Align
		})
}

func constantsChart(l *workspace.Layout) chart {
	c := chart{title: "__constant__ variables", fills: true, used: l.ConstantBytes, room: bankSize, faults: bankExceeded(l)}
	least := ""
	if l.ConstantsUnknown != "" {
		least = "at least "
	}
	c.facts = []string{
		fmt.Sprintf("constant bank 3: %s%s of %s (%s)", least, number(l.ConstantBytes), bytesOf(bankSize), share(l.ConstantBytes)),
	}
	if l.Relocatable {
		c.facts = append(c.facts, "in the file's own object, before linking")
	}
	if most := biggest(l); len(l.Constants) > 3 && most != "" {
		c.facts = append(c.facts, "most: "+most)
	}
	var b rowBuilder
	for i := range l.Constants {
		k := &l.Constants[i]
		b.object(&k.LayoutPart, 0, i, k.Unknown == "")
		if k.Unknown != "" {
			c.doubts = append(c.doubts, fmt.Sprintf("%s: %s", k.Name, k.Unknown))
		}
	}
	c.rows, c.doubts = b.rows, distinctDoubts(c.doubts)
	return c
}

// biggest names the constants that take most, if they take much.
func biggest(l *workspace.Layout) string {
	list := slices.Clone(l.Constants)
	slices.SortStableFunc(list, func(a, b workspace.ConstantLayout) int { return cmp.Compare(b.Size, a.Size) })
	var names []string
	for i := range list[:min(3, len(list))] {
		if list[i].Size*100 >= bankSize {
			names = append(names, fmt.Sprintf("%s %s", list[i].Name, share(list[i].Size)))
		}
	}
	return strings.Join(names, ", ")
}

// distinctDoubts says only once what is said of each variable.
func distinctDoubts(doubts []string) []string {
	seen := map[string]int{}
	for _, d := range doubts {
		_, reason, _ := strings.Cut(d, ": ")
		seen[reason]++
	}
	var out []string
	for _, d := range doubts {
		_, reason, _ := strings.Cut(d, ": ")
		switch n := seen[reason]; {
		case n == 1:
			out = append(out, d)
		case n > 1:
			out = append(out, fmt.Sprintf("%d variables: %s", n, reason))
			seen[reason] = 0
		}
	}
	return out
}

func kernelChart(k *workspace.KernelLayout, arch int) chart {
	c := chart{title: k.Name, faults: paramsExceeded(k, arch)}
	switch {
	case k.Unknown != "":
		c.facts = []string{"constant bank 0"}
		c.doubts = []string{k.Unknown}
	case len(k.Params) == 0:
		c.facts = []string{"no parameters"}
	default:
		c.used, c.room = k.Sum, k.Limit
		measured := ""
		if k.Documented {
			measured = " (as documented, not measured)"
		}
		c.facts = []string{fmt.Sprintf("constant bank 0 from 0x%x%s: %s", k.Base, measured, bytesOf(k.Total))}
	}
	var b rowBuilder
	inside := int64(0)
	for i := range k.Params {
		b.object(&k.Params[i], k.Base, i, k.Unknown == "")
		inside += k.Params[i].Holes()
	}
	c.rows = b.rows
	if k.Total > k.Sum {
		c.facts = append(c.facts, fmt.Sprintf("%s of padding between parameters", number(k.Total-k.Sum)))
	}
	if inside > 0 && c.room > 0 {
		c.facts = append(c.facts, fmt.Sprintf("%s of padding inside them", number(inside)))
	}
	if c.room > 0 {
		c.facts = append(c.facts, fmt.Sprintf("%s of %s allowed", number(k.Sum), number(k.Limit)))
	}
	return c
}

// rowBuilder makes the rows of what follows each other in memory.
type rowBuilder struct {
	rows []row
	end  int64 // of the last object, counted from the first
	// shown are the classes whose parts were shown: once is enough.
	shown map[string]bool
}

// object adds a parameter or a variable with its parts, and the hole before it.
func (b *rowBuilder) object(p *workspace.LayoutPart, base int64, owner int, placed bool) {
	of := row{owner: owner, address: -1}
	if placed {
		of.address = base
		b.hole(of, b.end, p.Offset)
		b.end = p.Offset + p.Size
	}
	b.add(p, of)
}

// hole adds the padding from one offset of an object to another, if there is any.
func (b *rowBuilder) hole(of row, from, to int64) {
	if to > from {
		b.rows = append(b.rows, row{
			kind: hole, text: "padding", tree: of.tree, owner: of.owner, address: of.address + from, offset: of.offset + from, size: to - from,
		})
	}
}

// add adds a part of an object, and what it is made of.
func (b *rowBuilder) add(p *workspace.LayoutPart, of row) {
	r := row{name: p.Name, text: p.Shortened(longDeclaration), tree: of.tree, owner: of.owner, address: -1, size: p.Size, align: p.Align}
	if of.address >= 0 {
		r.address, r.offset = of.address+p.Offset, of.offset+p.Offset
	}
	class := p.ElementType()
	if r.whole = len(p.Parts) > 0 && r.address >= 0 && !b.shown[class]; r.whole && p.Count > 1 {
		r.text += ", of which the first:"
	}
	b.rows = append(b.rows, r)
	if r.whole {
		if b.shown == nil {
			b.shown = map[string]bool{}
		}
		b.shown[class] = !strings.HasSuffix(class, "{…}") // of classes without names each is another
		b.parts(p, r)
	}
}

// parts adds what an object is made of, and the holes between.
func (b *rowBuilder) parts(p *workspace.LayoutPart, of row) {
	from, end, depth := len(b.rows), int64(0), len(of.tree)
	of.tree += "  "
	for i := range p.Parts {
		m := &p.Parts[i]
		b.hole(of, end, m.Offset)
		end = max(end, m.Offset+m.Size)
		b.add(m, of)
	}
	b.hole(of, end, p.Element)
	if p.Count > 1 {
		b.rows = append(b.rows, row{
			kind: others, text: number(p.Count-1) + " more", tree: of.tree, owner: of.owner,
			address: of.address + p.Element, offset: of.offset + p.Element, size: p.Size - p.Element,
		})
	}
	branch(b.rows[from:], depth)
}

// branch draws the lines from an object to its parts: to the direct ones, whose tree is two longer than depth, and past the
// parts of these.
func branch(rows []row, depth int) {
	last := true
	for i := len(rows) - 1; i >= 0; i-- {
		tree := []rune(rows[i].tree)
		direct := len(tree) == depth+2
		switch {
		case direct && last:
			tree[depth], last = '└', false
		case direct:
			tree[depth] = '├'
		case !last:
			tree[depth] = '│'
		}
		rows[i].tree = string(tree)
	}
}

// longDeclaration is how long a declaration may be before the middle of its type is left out.
const longDeclaration = 72

// number writes an amount with its thousands apart.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func bytesOf(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return number(n) + " bytes"
}

// share is the part of the constant bank that bytes take.
func share(n int64) string {
	if n > 0 && n*2000 < bankSize {
		return "<0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/bankSize)
}
