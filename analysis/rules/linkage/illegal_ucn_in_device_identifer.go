package linkage

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

var illegalUcnInDeviceIdentifer = &check.Rule{
	Slug: "illegal-ucn-in-device-identifer", Number: 20201, Tag: "illegal_ucn_in_device_identifer", //nolint:misspell // NVIDIA spells it so
	Title:    "The name of a device function or variable is not ASCII",
	Severity: check.Error, Passes: check.InDevice,
	Section: "c-language-extensions", Chapter: "Linkage",
	What: `Reports the declaration of a ~__device__~, ~__host__ __device__~ or ~__global__~ function, or of a variable in device memory outside of
functions, whose own name has letters that are not ASCII, be they spelled as such or as ~\u03b1~. Names of classes, namespaces,
parameters and variables inside of functions may have them.`,
	Why:     `The names end up in PTX, which is ASCII. The compiler refuses the program.`,
	Instead: `Write the name in ASCII letters.`,
	Bad: `
__device__ float \u03b1 = 0.5f;
`,
	Good: `
__device__ float alpha = 0.5f;
`,
	Check: checkDeviceNames(),
}

func checkDeviceNames() func(*check.Pass) {
	functions := kit.DeclarationRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		f := d.Func
		sp := p.Spaces.Of(f)
		if d.Instance || !sp.Known || !sp.Space.OnDevice() || f.MemberOf != nil && (f.Template != nil || f.Kind == sema.Conversion && f.MemberOf.Template != nil) {
			return
		}
		for _, fd := range d.Near() {
			if s := fd.Site; !s.Chunk.System && !asciiName(p.Unit, fd) && (f.MemberOf == nil || fd.InClass || f.MemberOf.Template != nil) {
				say(s, deviceName(spell.Name(p.Unit, f)))
			}
		}
	})
	variables := kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		name := p.Unit.Text(d.Var.Sym())
		if d.Memory&(kit.OnDevice|cudaspace.Shared) == 0 || d.Var.Kind == sema.LocalVar || d.Var.Kind == sema.LocalStatic || d.Var.Args != nil || ascii(name) {
			return check.Report{}, false
		}
		return check.Report{Message: deviceName(name)}, true
	})
	return func(p *check.Pass) {
		functions(p)
		variables(p)
	}
}

// asciiName reports whether the name that a declaration gives a function is ASCII: what qualifies it is no part of it, nor are
// template arguments, but the type is that a conversion function's name has.
func asciiName(u *sema.Unit, fd *sema.FuncDecl) bool {
	part := fd.Dtor.Name.Parts[len(fd.Dtor.Name.Parts)-1]
	if part.Type == nil {
		return ascii(u.Text(part.Sym))
	}
	written := sema.Site{Chunk: fd.Site.Chunk, Span: part.Type.Span}.Tokens()
	return !slices.ContainsFunc(written, func(t token.Token) bool { return t.Kind == token.Ident && !ascii(u.Text(t.Sym)) })
}

func deviceName(name string) string {
	return fmt.Sprintf("%s is not ASCII, and names in device code must be; write it in ASCII letters", name)
}

// ascii reports whether a name is spelled in ASCII, without universal character names too.
func ascii(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || r == '\\' })
}
