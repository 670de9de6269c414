package device

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

const wgmmaPrefix = "__wgmma_mma_async_"

// wgmmaShape is how a builtin of some element type is called: with three numbers for the shape, constants, the result, and both
// factors. depth is the only third number.
type wgmmaShape struct{ constants, depth int }

var wgmmaShapes = map[string]wgmmaShape{"f16": {6, 16}, "bf16": {5, 16}, "tf32": {3, 8}, "f8": {6, 32}}

const shapeNumbers = 3

// first and second are the places of the factors among the arguments.
func (s wgmmaShape) first() int  { return shapeNumbers + s.constants + 1 }
func (s wgmmaShape) second() int { return s.first() + 1 }

// wgmmaRule makes the check of a rule about calls of the builtins: fault says what is wrong with one, "" for nothing.
func wgmmaRule(fault func(p *check.Pass, s wgmmaShape, args []sema.Argument) string) func(*check.Pass) {
	return func(p *check.Pass) {
		kit.EachBody(p, func(b *sema.Facts) {
			if b.Template {
				return
			}
			for i := range b.Calls {
				c := &b.Calls[i]
				if c.Callee == nil || c.Given == nil || c.Context&(sema.Unevaluated|sema.Undecided|sema.Discarded) != 0 {
					continue
				}
				name, ok := strings.CutPrefix(c.Callee.EntityName(), wgmmaPrefix)
				if s, known := wgmmaShapes[name]; ok && known {
					if text := fault(p, s, c.Given); text != "" {
						p.ReportOnce(check.Report{Site: c.Site, Func: b.Func, Message: c.Callee.EntityName() + ": " + text})
					}
				}
			}
		})
	}
}

// longUnsigned reports whether an argument is an unsigned long long.
func longUnsigned(a sema.Argument) bool {
	return a.Type.Unqual().Kind == types.Basic && a.Type.Unqual().Basic == ast.ULongLong
}

// typed reports whether there is an argument at a place whose type is known.
func typed(args []sema.Argument, at int) bool {
	return at < len(args) && args[at].Type != nil && args[at].Type.Kind != types.Unknown && !args[at].Type.IsDependent()
}
