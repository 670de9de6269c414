package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
)

var extendedLambdaParentClassUnnamed = &check.Rule{
	Slug: "extended-lambda-parent-class-unnamed", Number: 20144, Tag: "extended_lambda_parent_class_unnamed",
	Title:    "An extended lambda in a member function of an unnamed class",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in a member function of a class without a name. A name that only a ~typedef~ gives does not
help.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda. A member of an unnamed class has no name to take the address by.`,
	Instead: `Give the class a name.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct {
    float *p;
    void reset() { float *q = p; run<<<1, 32>>>([q] __device__(int i) { q[i] = 0.f; }); }
} scratch;
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Scratch {
    float *p;
    void reset() { float *q = p; run<<<1, 32>>>([q] __device__(int i) { q[i] = 0.f; }); }
} scratch;
`,
	Check: lambdaParents(unnamedParent),
}

func unnamedParent(p *check.Pass, l *spaces.Lambda) []check.Report {
	c := l.Parent.MemberOf
	if c == nil || c.Sym() != 0 || c.Lambda != nil {
		return nil
	}
	if _, nested := c.Parent().(*sema.Class); nested && c.TypedefName != 0 {
		return nil // nvcc 12.4's front end takes a typedef's name there, though not in a namespace
	}
	r := lambdaReport(l.ParamSite(), fmt.Sprintf("%s stands in a member function of an unnamed class; give the class a name", extendedName(l)),
		parentNote(p, l, "is a member of an unnamed class"))[0]
	r.Fixes = nameClass(p, c)
	return []check.Report{r}
}

// nameClass gives an unnamed class the name that a typedef has for it, or one made of that of a variable.
func nameClass(p *check.Pass, c *sema.Class) []check.Mend {
	if c.Def() == nil || c.Site().IsZero() || len(c.Def().Attrs) > 0 || len(c.Def().CUDA) > 0 {
		return nil
	}
	name := ""
	if c.TypedefName != 0 {
		name = p.Unit.Text(c.TypedefName)
	}
	for _, v := range p.Declared.Vars {
		if name == "" && p.Unit.ClassOf(p.Unit.VarType(v)) == c && v.Sym() != 0 {
			name = p.Unit.Text(v.Sym()) + "_type"
		}
	}
	if name == "" {
		return nil
	}
	key := firstOf(sema.Site{Chunk: c.Site().Chunk, Span: c.Def().Span})
	if i := key.Chunk.Lo + int(key.Span.Lo) - 1; i >= key.Chunk.Lo && key.Chunk.Seg.Toks[i].Kind == token.Assign {
		return nil // in an alias
	}
	return []check.Mend{{
		Title: "Name the class " + name, Preferred: true,
		Changes: []check.Change{{Site: key, How: check.InsertAfter, Text: " " + name}},
	}}
}
