package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var extendedLambdaParentPrivateTemplateArg = &check.Rule{
	Slug: "extended-lambda-parent-private-template-arg", Number: 20148, Tag: "extended_lambda_parent_private_template_arg",
	Title:    "An extended lambda in a function template that gets a private template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in an instance of a function template, one of whose arguments is a template that is a
private or protected member of a class.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda, template arguments included. Only the class itself and its friends may name
a private template.`,
	Instead: `Make the template public.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <template <class> class Op, class T>
void apply(T *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = Op<T>::value; }); }

class Reduce {
    template <class T> struct Init { static constexpr T value = 3; };
public:
    void start(float *p) { apply<Init>(p); }
};
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <template <class> class Op, class T>
void apply(T *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = Op<T>::value; }); }

class Reduce {
public:
    template <class T> struct Init { static constexpr T value = 3; };
    void start(float *p) { apply<Init>(p); }
};
`,
	Check: lambdaParents(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		t := privateTemplate(l.Parent.Args)
		if t == nil || l.Definition {
			return nil
		}
		return lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in %s, whose template argument %s is private or protected: host code has to name the function; make it public",
			extendedName(l), spell.Func(p.Unit, l.Parent), t.EntityName()),
			check.Note{Site: t.Site(), Message: t.EntityName() + " is a private or protected member"})
	}),
}

// privateTemplate is the first template among template arguments that is a private or protected member of a class.
func privateTemplate(args []types.Arg) *sema.Template {
	for _, a := range args {
		if t, ok := a.Template.(*sema.Template); ok && a.Kind == types.TemplateArg && restricted(t.Access) {
			return t
		}
		if t := privateTemplate(a.Pack); t != nil {
			return t
		}
	}
	return nil
}
