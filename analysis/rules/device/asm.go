package device

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// asmOperandRule makes the check of a rule about operands of asm statements in device code. fault says what is wrong with one,
// "" for nothing.
func asmOperandRule(fault func(*sema.AsmOperand) string) func(*check.Pass) {
	return func(p *check.Pass) {
		list := kit.Constructs.Of(p)
		for i := range list {
			c := &list[i]
			if c.Kind != sema.AsmStatement || !c.OnDevice() {
				continue
			}
			for k := range c.Asm.Operands {
				o := &c.Asm.Operands[k]
				if text := fault(o); text != "" {
					p.ReportOnce(asmReport(p, c, o, text))
				}
			}
		}
	}
}

// textRule makes the check of a rule about the arrays of const char that operands with the constraint C name.
func textRule(fault func(*check.Pass, *sema.Var) string) func(*check.Pass) {
	return func(p *check.Pass) {
		asmOperandRule(func(o *sema.AsmOperand) string {
			if o.Constraint != "C" || o.Text == nil {
				return ""
			}
			t := p.Unit.VarType(o.Text)
			if e := t.Elem; t.Kind != types.Array || e.Unqual().Kind != types.Basic || e.Unqual().Basic != ast.CharT || !e.IsConst() {
				return ""
			}
			return fault(p, o.Text)
		})(p)
	}
}

// namesLiteral reports whether an operand is a pointer that does not change, initialised with a string literal.
func namesLiteral(u *sema.Unit, o *sema.AsmOperand) bool {
	if o.Constraint != "C" || o.Text == nil || u.VarType(o.Text).Kind != types.Pointer || !u.VarType(o.Text).IsConst() {
		return false
	}
	return slices.ContainsFunc(u.VarDecls(o.Text), func(d *sema.VarDecl) bool {
		if d.Dtor == nil || d.Dtor.Init == nil {
			return false
		}
		toks := sema.Site{Chunk: d.Site.Chunk, Span: d.Dtor.Init.Span}.Tokens()
		return len(toks) > 0 && toks[len(toks)-1].Kind == token.String && (len(toks) == 1 || len(toks) == 2 && toks[0].Kind == token.Assign)
	})
}

// notGenerated are the circumstances in which no code is generated.
const notGenerated = sema.Discarded | sema.Undecided | sema.Dead | sema.Folded | sema.Unevaluated

func asmReport(p *check.Pass, c *spaces.BodyConstruct, o *sema.AsmOperand, text string) check.Report {
	return check.Report{Site: o.Site, Func: c.Func, Message: text, Related: kit.UnrollNotes(p, c)}
}

// asmLetters is a constraint without its modifiers.
func asmLetters(o *sema.AsmOperand) string {
	return strings.Map(func(r rune) rune {
		if r == '=' || r == '+' || r == '&' {
			return -1
		}
		return r
	}, o.Constraint)
}

// hostConstraints are the letters that device code refuses by name.
const hostConstraints = "mis"

// asmRegister is what a constraint's register holds.
type asmRegister struct {
	bits     int64
	floating bool
}

var asmRegisters = map[string]asmRegister{
	"h": {16, false}, "r": {32, false}, "l": {64, false}, "n": {0, false}, "f": {32, true}, "d": {64, true},
}

func (r asmRegister) String() string {
	kind := "integer"
	if r.floating {
		kind = "floating-point number"
	}
	return fmt.Sprintf("%d-bit %s", r.bits, kind)
}

func checkAsmTypes(p *check.Pass) {
	asmOperandRule(func(o *sema.AsmOperand) string {
		letter := asmLetters(o)
		has, known := registerOf(p.Unit, o)
		want, device := asmRegisters[letter]
		switch {
		case !known || o.Scalar != sema.Yes || len(letter) != 1:
			return ""
		case letter == "q" && has.bits == 128: // later compilers have registers of 128 bits
			return ""
		case letter == "C" && o.Type.Kind != types.Pointer && textOperands(p.Command.Version()):
			return fmt.Sprintf("the constraint %q takes an array of characters, and %s is none", o.Constraint, spell.Type(p.Unit, o.Type, nil))
		case !device && strings.Contains("gXaqIEbcx0123456789", letter):
			return fmt.Sprintf("the constraint %q is none of device code's h, r, l, f, d and n", o.Constraint)
		case !device || has == want || letter == "n" && !has.floating && o.Type.Kind != types.Pointer:
			return ""
		case letter == "n":
			return fmt.Sprintf("the constraint \"n\" takes an integer, and %s is none", spell.Type(p.Unit, o.Type, nil))
		}
		return fmt.Sprintf("%s does not fit the constraint %q, which takes a %s", spell.Type(p.Unit, o.Type, nil), o.Constraint, want)
	})(p)
}

// textOperands reports whether a version has the constraint for strings.
func textOperands(v cudaspace.Version) bool {
	const onDeviceOnly = 20263
	_, ok := cudaspace.Listed(onDeviceOnly, "", v)
	return ok
}

// registerOf is the register that holds an operand of a scalar type.
func registerOf(u *sema.Unit, o *sema.AsmOperand) (asmRegister, bool) {
	t := o.Type
	if t.Kind == types.Enum {
		e, ok := t.Decl.(*sema.Enum)
		if !ok {
			return asmRegister{}, false
		}
		t = u.EnumUnderlying(e)
	}
	switch {
	case t.Kind == types.Pointer:
		return asmRegister{64, false}, true
	case t.Kind != types.Basic || t.Basic == ast.LongDouble:
		return asmRegister{}, false
	}
	size, _, known := u.Size(t)
	return asmRegister{8 * size, t.IsFloating()}, known && (t.IsIntegral() || t.IsFloating())
}

// modifierIn is the first operand with a modifier in the text of an asm statement: a percent sign, a letter and a digit. Two
// percent signs stand for one.
func modifierIn(template string) string {
	for i := 0; i+2 < len(template); i++ {
		if template[i] != '%' {
			continue
		}
		letter, digit := template[i+1], template[i+2]
		if letter|0x20 >= 'a' && letter|0x20 <= 'z' && digit >= '0' && digit <= '9' {
			return template[i : i+3]
		}
		i++
	}
	return ""
}
