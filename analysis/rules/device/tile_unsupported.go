package device

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var tileUnsupported = &check.Rule{
	Slug: "tile-unsupported", Number: 20337, Tag: "tile_unsupported",
	Title:    "Tile code jumps or holds an asm statement",
	Severity: check.Error, Passes: check.InDevice,
	Chapter: "Device code",
	What: `Reports ~asm~, ~goto~, ~break~ and ~continue~ in a function that is declared ~__tile_global__~, and in the lambdas and classes in it. Templates are judged
by their instances. What such a function calls is no tile code.`,
	Why:     `Tile code is turned into structured loops over tiles, in which there are no jumps and no PTX. The compiler refuses both.`,
	Instead: `End a loop by its condition, and skip what is not wanted with ~if~. Put the rest into a ~__device__~ function.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90
__tile_global__ void first(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    if (p[i] < 0) break;
    ++p[i];
  }
}
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90
__tile_global__ void first(int *p, int n) {
  for (int i = 0; i < n && p[i] >= 0; ++i) ++p[i];
}
`,
	Check: func(p *check.Pass) {
		kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			if c.Body.Template || !sema.TileCode(c.Func) {
				return
			}
			word := p.Unit.Text(c.Site.Tokens()[0].Sym)
			p.Report(check.Report{Site: c.Site, Func: c.Func, Message: word + " in tile code, which has no jumps and no asm statements"})
		}, sema.AsmStatement, sema.TileJump)
	},
}
