package describe

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cudals/analysis/locate"
	"cudals/analysis/source"
)

// leftOut tells in which passes the line at an offset of the document is not compiled, and since which condition; "" where it is in all.
func leftOut(doc *locate.Document, offset int) string {
	var passes, reasons []string
	const guess = ", as far as is known"
	views, shown := doc.Views, ""
	if doc.Judged != nil {
		v := views[len(views)-1]
		if shown = "Compiled for the " + v.PassName() + ". "; !doc.Judged.Command.Compiles(v.Arch) {
			shown = "It would be compiled for the " + v.PassName() + ". "
		}
		views = append(views[:1:1], doc.Judged)
	}
	for _, v := range views {
		for _, arm := range v.LeftOut() {
			if offset < arm.Text.Start || offset >= arm.Text.End {
				continue
			}
			directive, holds := arm.Directive, "does not hold"
			if arm.Taken != (source.Span{}) && arm.Taken.Start < arm.Directive.Start {
				directive, holds = arm.Taken, "holds"
			}
			reason := fmt.Sprintf("`%s` (%s) %s", condition(doc, directive), link(source.Place{File: doc.Input.File, Span: directive}), holds)
			if arm.Doubtful {
				reason += guess
			}
			passes, reasons = append(passes, v.PassName()), append(reasons, reason)
		}
	}
	switch same := len(slices.Compact(slices.Clone(reasons))) == 1; {
	case len(passes) == 0:
		return ""
	case same && len(passes) == len(views):
		return shown + fmt.Sprintf("Not compiled for the %s, since %s.", strings.Join(passes, " or the "), reasons[0])
	case same:
		reason, doubtful := strings.CutSuffix(reasons[0], guess)
		if reason += " there"; doubtful {
			reason += guess
		}
		return shown + fmt.Sprintf("Not compiled for the %s, since %s.", strings.Join(passes, " or the "), reason)
	}
	text := shown + "Not compiled"
	for i, pass := range passes {
		text += fmt.Sprintf("\n- for the %s, since %s", pass, reasons[i])
	}
	return text
}

// condition is a directive as it is written, as far as it is short.
func condition(doc *locate.Document, directive source.Span) string {
	text := oneLine(strings.NewReplacer("\\\n", " ", "\\\r\n", " ").Replace(string(doc.Input.File.Slice(directive))))
	if text = strings.ReplaceAll(text, "`", "'"); len(text) > longExpansion {
		text = text[:longExpansion] + " …"
	}
	return text
}

// Guesses are the names in conditions by which a guess leaves something of the document out for the device, or for the host where that is
// all, in their order.
func Guesses(doc *locate.Document) []string {
	names := map[string]bool{}
	v := doc.Views[len(doc.Views)-1]
	for _, arm := range v.LeftOut() {
		if !arm.Doubtful {
			continue
		}
		for _, name := range arm.Names {
			if text := v.Interner.Text(name); text != "defined" && !strings.HasPrefix(text, "__has_") {
				names[text] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
