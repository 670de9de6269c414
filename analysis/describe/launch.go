package describe

import (
	"fmt"
	"math"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/flow"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// hoverLaunch tells how a kernel is launched: how many blocks and threads, with how much shared memory, in which stream.
func hoverLaunch(v *locate.View, p *page, s *locate.Subject) {
	l := s.Launch
	p.say("Launched with")
	fixed := FixedSize(v, l.Kernel)
	units := [2]string{fixed.Unit(), "thread"}
	var totals [2]int64
	for i, site := range l.ConfigSites {
		if i >= len(ConfigNames) {
			break
		}
		text := AsWritten(site)
		if text == "" || len(text) > longInitializer {
			text = "…"
		}
		fmt.Fprintf(p, "- %s: `%s`", ConfigNames[i], text)
		value := ConfigValue(v, s.Facts, l, i)
		if i == 1 && fixed != nil {
			p.WriteString(", a placeholder for what `__block_size__` says")
		} else if i < 2 {
			if dims, ok := Dimensions(value); ok {
				totals[i] = dims[0] * dims[1] * dims[2]
				if product := TimesText(dims); product != text {
					fmt.Fprintf(p, " = %s", product)
				}
				what := " " + units[i]
				if totals[i] != 1 {
					what += "s"
				}
				p.WriteString(what + [2]string{"", " each"}[i])
			}
		} else if value.Kind == types.IntValue && i == 2 {
			if fmt.Sprint(value.Int) != text {
				fmt.Fprintf(p, " = %d", value.Int)
			}
			p.WriteString(" bytes for each block, beside what the kernel declares")
		} else if i == 3 && (value.Kind == types.NullValue || value.Kind == types.IntValue && value.Int == 0) {
			p.WriteString(", the default stream")
		}
		p.WriteString("\n")
	}
	if fixed != nil {
		totals = fixed.totals(p, totals)
	}
	if totals[0] > 0 && totals[1] > 0 {
		p.say("That is **%d threads** in all.", totals[0]*totals[1])
	}
	if totals[1] > MostThreads {
		p.say("A block has **%d threads at most**: this launch fails.", MostThreads)
	}
}

// LaunchSize is what __block_size__ says of a kernel: how many threads a block has, and how many blocks a cluster, 0 where that is not
// known.
type LaunchSize struct {
	threads, blocks int64
	// Clusters: there is a second tuple, with which a launch counts clusters instead of blocks.
	Clusters bool
}

// FixedSize is what __block_size__ says of a kernel; nil where it does not stand there.
func FixedSize(v *locate.View, k *sema.Func) *LaunchSize {
	if k == nil {
		return nil
	}
	decls := k.Decls
	if d := v.Unit.Definition(k); d != nil {
		decls = append(slices.Clone(decls), d)
	}
	var found *LaunchSize
	for _, fd := range decls {
		for i := range fd.Spec.CUDA {
			if s := &fd.Spec.CUDA[i]; s.Kind == ast.SpecBlockSize && len(s.Args) > 0 {
				const tuple = 3
				found = &LaunchSize{threads: product(v, fd, s.Args[:tuple]), blocks: product(v, fd, s.Args[tuple:]), Clusters: len(s.Args) > tuple}
			}
		}
	}
	return found
}

// product is the product of a declaration's constants, 0 where one is not known or refused.
func product(v *locate.View, fd *sema.FuncDecl, args []ast.Expr) int64 {
	n := int64(1)
	for _, e := range args {
		x := v.Unit.Eval(fd.Scope, e, sema.EvalOptions{})
		if x.Kind != types.IntValue || x.Int < 1 || x.Int > math.MaxInt32 || n > math.MaxInt32 {
			return 0
		}
		n *= x.Int
	}
	return n
}

// Unit is what the first argument of a launch counts.
func (s *LaunchSize) Unit() string {
	if s != nil && s.Clusters {
		return "cluster"
	}
	return "block"
}

// totals tells how large blocks and clusters are, and returns how many blocks there are and how many threads each has.
func (s *LaunchSize) totals(p *page, launched [2]int64) [2]int64 {
	if s.Clusters && s.blocks > 0 {
		p.say("A cluster has %d blocks (`__block_size__`).", s.blocks)
	}
	if s.threads > 0 {
		p.say("A block has %d threads (`__block_size__`).", s.threads)
	}
	return [2]int64{launched[0] * s.blocks, s.threads}
}

// ConfigValue is what an argument of a launch's configuration is: a constant, or what a local variable was given that keeps it.
func ConfigValue(v *locate.View, b *sema.Facts, l *sema.Launch, i int) types.Value {
	var value types.Value
	if i < len(l.ConfigValues) {
		value = l.ConfigValues[i]
	}
	if _, known := Dimensions(value); known || b == nil || b.Func == nil || len(l.ConfigSites[i].Tokens()) != 1 {
		return value
	}
	m := v.Unit.MeaningAt(l.ConfigSites[i])
	if m == nil || len(m.Found) != 1 {
		return value
	}
	if x, ok := m.Found[0].(*sema.Var); ok && flow.Fixed(v.Unit.Flow(b.Func), x) {
		return v.Unit.InitValue(x)
	}
	return value
}

// MostThreads is how many threads a block may have, on all architectures.
const MostThreads = 1024

// Dimensions are the numbers of a dim3, or of what becomes one, if they are known.
func Dimensions(x types.Value) (d [3]int64, ok bool) {
	d = [3]int64{1, 1, 1}
	switch x.Kind {
	case types.IntValue:
		d[0] = x.Int
		return d, true
	case types.AggregateValue:
		if len(x.Elems) != len(d) {
			return d, false
		}
		for i, e := range x.Elems {
			if e.Kind != types.IntValue {
				return d, false
			}
			d[i] = e.Int
		}
		return d, true
	}
	return d, false
}

// TimesText is a product for people, without the ones at its end.
func TimesText(d [3]int64) string {
	switch {
	case d[1] == 1 && d[2] == 1:
		return fmt.Sprint(d[0])
	case d[2] == 1:
		return fmt.Sprintf("%d × %d = %d", d[0], d[1], d[0]*d[1])
	}
	return fmt.Sprintf("%d × %d × %d = %d", d[0], d[1], d[2], d[0]*d[1]*d[2])
}

// ConfigNames are what the arguments of a launch's configuration are.
var ConfigNames = [...]string{"grid", "block", "shared", "stream"}
