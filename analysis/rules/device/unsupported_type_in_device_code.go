package device

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
)

var unsupportedTypeInDeviceCode = &check.Rule{
	Slug: "unsupported-type-in-device-code", Number: 20106, Tag: "unsupported_type_in_device_code",
	Title:    "Device code uses a type that the device does not have",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "host-compiler-extensions", Chapter: "Device code",
	What: `Reports ~__float128~, and GNU vectors (~vector_size~), where one is written in the body of a ~__device__~, ~__global__~ or ~__host__ __device__~ function, in ~sizeof~
and template arguments too, and where it is a part of the type of a variable there, of a parameter or the result of such a
function, or of a variable in device memory: behind pointers and references, in members, bases and template arguments.`,
	Why:     `They are types of the host compiler, which the device cannot compute with. The compiler refuses the program.`,
	Instead: `Use ~double~, or two of them for the leading and the trailing digits, and ~float4~ and its like for vectors. ~__int128~ is supported on both sides.`,
	Bad: `
__global__ void sum(const double *in, double *out, int n) {
  __float128 total = 0;
  for (int i = 0; i < n; ++i) total += in[i];
  *out = static_cast<double>(total);
}
`,
	Good: `
__global__ void sum(const double *in, double *out, int n) {
  double total = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    double y = in[i] - lost, t = total + y;
    lost = (t - total) - y;
    total = t;
  }
  *out = total;
}
`,
	Check: checkUnsupportedTypes,
}

func checkUnsupportedTypes(p *check.Pass) {
	var written []sema.Site
	kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
		if !lacking(pointedTo(c.Type)) {
			return
		}
		written = append(written, c.Site)
		quiet := pointedTo(c.Type).Kind != types.Vector && p.Command.Release().HostFloat128
		if p.Kind == toolchain.DevicePass || !c.Space.Space.OnHost() && !quiet {
			p.Report(kit.InBody(p, c, lackingName(pointedTo(c.Type)), "the device does not have it"))
		}
	}, sema.WrittenType)
	if p.Kind != toolchain.DevicePass {
		return
	}
	has := partFinder(p, lacking)
	unsupportedClasses(p, has, written)
	for _, r := range unsupportedTypes.Outside(p.Spaces, func(found func(check.Report)) {
		for _, f := range p.Declared.Funcs {
			if f.Implicit || f.Closure != nil || f.Template != nil && f.Args != nil || len(f.Decls) == 0 || !has(p.Unit.FuncType(f), f.Decls[0].Site) {
				continue
			}
			if i := p.Spaces.Of(f); i.Known && i.Space.OnDevice() {
				found(check.Report{
					Site: f.Decls[0].Site,
					Message: fmt.Sprintf("the device has neither __float128 nor GNU vectors, of which one is part of the type of %s, which is %s",
						spell.Func(p.Unit, f), kit.SideOf(i.Space)),
				})
			}
		}
		for _, v := range p.Declared.Vars {
			if mem, known := spaces.MemoryOf(p.Unit, v); known && mem != 0 && has(p.Unit.VarType(v), v.Site()) {
				found(check.Report{
					Site:    v.Site(),
					Message: fmt.Sprintf("the device has neither __float128 nor GNU vectors, of which one is part of the type of %s, which is %s", v.EntityName(), mem),
				})
			}
		}
	}) {
		p.Report(r)
	}
}

var unsupportedTypes = spaces.NewJudgement[check.Report]()

// unsupportedClasses reports the classes named in device code that have a part of a type that the device lacks. Where that type
// itself is written, as an argument of theirs, that was said.
func unsupportedClasses(p *check.Pass, has func(*types.Type, sema.Site) bool, written []sema.Site) {
	type place struct {
		t     *types.Type
		chunk *sema.Chunk // what is defined behind it is not known there
	}
	known := map[place]bool{}
	kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
		at := place{c.Type, c.Site.Chunk}
		lacks, asked := known[at]
		if !asked {
			lacks = has(c.Type, c.Site)
			known[at] = lacks
		}
		said := slices.ContainsFunc(written, func(w sema.Site) bool {
			return w.Chunk == c.Site.Chunk && w.Span.Lo >= c.Site.Span.Lo && w.Span.Hi <= c.Site.Span.Hi
		})
		if lacks && !said {
			what := fmt.Sprintf("%s, a part of which is __float128 or a GNU vector,", spell.Type(p.Unit, c.Type, c.Func))
			p.Report(kit.InBody(p, c, what, "the device does not have that"))
		}
	}, sema.WrittenClass)
}

// lacking reports whether the device does not have a type.
func lacking(t *types.Type) bool {
	return t.Kind == types.Vector || t.Kind == types.Basic && t.Basic == ast.Float128
}

func lackingName(t *types.Type) string {
	if t.Kind == types.Vector {
		return "a GNU vector"
	}
	return "__float128"
}
