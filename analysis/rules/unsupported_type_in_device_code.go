package rules

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
)

func unsupportedTypeInDeviceCode() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "unsupported-type-in-device-code", Number: 20106, Tag: "unsupported_type_in_device_code",
			Title:    "Device code uses a type that the device does not have",
			Severity: check.Error, Passes: check.InHost | check.InDevice,
			Section: "host-compiler-extensions", Chapter: "Device code",
			Doc: ticks(`
## What it does

Reports ~__float128~, and GNU vectors (~vector_size~), where one is written in the body of a ~__device__~, ~__global__~ or ~__host__ __device__~ function, in ~sizeof~
and template arguments too, and where it is a part of the type of a variable there, of a parameter or the result of such a
function, or of a variable in device memory: behind pointers and references, in members, bases and template arguments.

## Why is this bad?

They are types of the host compiler, which the device cannot compute with. The compiler refuses the program.

## What to do instead

Use ~double~, or two of them for the leading and the trailing digits, and ~float4~ and its like for vectors. ~__int128~ is supported on both sides.
`),
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
		},
		Check: checkUnsupportedTypes,
	}
}

func checkUnsupportedTypes(p *check.Pass) {
	quad := lacking
	written := map[sema.Site]bool{}
	eachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
		if !quad(pointedTo(c.Type)) {
			return
		}
		written[c.Site] = true
		if p.Kind == toolchain.DevicePass || !c.Space.Space.OnHost() {
			p.Report(inBody(p, c, lackingName(pointedTo(c.Type)), "the device does not have it"))
		}
	}, sema.WrittenType)
	if p.Kind != toolchain.DevicePass {
		return
	}
	has := func(t *types.Type, at sema.Site) bool {
		return (&typeFinder{p: p, want: quad, at: at, seen: map[*types.Type]bool{}}).partOf(t)
	}
	unsupportedLocals(p, has, written)
	for _, f := range p.Declared.Funcs {
		if f.Implicit || f.Closure != nil || f.Template != nil && f.Args != nil || len(f.Decls) == 0 || !has(p.Unit.FuncType(f), f.Decls[0].Site) {
			continue
		}
		if i := p.Spaces.Of(f); i.Known && i.Space.OnDevice() {
			p.Report(check.Report{
				Site: f.Decls[0].Site,
				Message: fmt.Sprintf("the device has neither __float128 nor GNU vectors, of which one is part of the type of %s, which is %s",
					p.Unit.Describe(f), sideOf(i.Space)),
			})
		}
	}
	for _, v := range p.Declared.Vars {
		if mem, known := spaces.MemoryOf(p.Unit, v); known && mem != 0 && has(p.Unit.VarType(v), v.Site()) {
			p.Report(check.Report{
				Site:    v.Site(),
				Message: fmt.Sprintf("the device has neither __float128 nor GNU vectors, of which one is part of the type of %s, which is %s", v.EntityName(), mem),
			})
		}
	}
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

// unsupportedLocals reports variables in device code that have a part of a type that the device lacks. Where the type itself
// is written, that was said.
func unsupportedLocals(p *check.Pass, has func(*types.Type, sema.Site) bool, written map[sema.Site]bool) {
	for _, b := range deviceBodies(p) {
		for _, v := range b.Locals {
			if len(v.Decls) == 0 || holdsAny(v.Decls[0].Full, written) {
				continue
			}
			if _, deduced := v.Decls[0].Spec.Type.(*ast.AutoType); deduced || !has(p.Unit.VarType(v), v.Site()) {
				continue // the front end looks at what is written
			}
			i := p.Spaces.Of(b.Func)
			p.Report(check.Report{
				Site: v.Site(), Func: b.Func, Related: whySpace(p, b.Func, i),
				Message: fmt.Sprintf("the device has neither __float128 nor GNU vectors, of which one is part of the type of %s in %s, which is %s",
					v.EntityName(), p.Unit.Describe(b.Func), sideOf(i.Space)),
			})
		}
	}
}

// holdsAny reports whether one of the places lies in a site.
func holdsAny(s sema.Site, places map[sema.Site]bool) bool {
	for p := range places {
		if p.Chunk == s.Chunk && p.Span.Lo >= s.Span.Lo && p.Span.Hi <= s.Span.Hi {
			return true
		}
	}
	return false
}

// deviceBodies are the bodies that are compiled for the device: those that the pass reads, and the instances that are emitted.
func deviceBodies(p *check.Pass) []*sema.Facts {
	var out []*sema.Facts
	seen := map[*sema.Facts]bool{}
	add := func(b *sema.Facts) {
		if b == nil || b.Template || b.Func == nil || b.Func.Implicit || seen[b] {
			return
		}
		seen[b] = true
		if i := p.Spaces.Of(b.Func); i.Known && i.Space.OnDevice() {
			out = append(out, b)
		}
	}
	for _, b := range p.Bodies {
		add(b)
	}
	for _, f := range p.Emission.Funcs {
		add(p.Unit.Facts(f))
	}
	return out
}
