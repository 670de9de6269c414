package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var thisCaptureUnsupportedLambda = &check.Rule{
	Slug: "this-capture-unsupported-lambda", Number: 20177, Tag: "this_capture_unsupported_lambda",
	Title:    "*this is captured before C++17",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "star-this-capture", Chapter: "Lambdas",
	What: `Reports ~[*this]~ before C++17 on a lambda that runs on the host, when the front end imitates a gcc before version 7.
Lambdas that are ~__device__~ only, or stand in device functions, may have it.`,
	Why:     `The host compiler that compiles the host half of the lambda does not know the capture.`,
	Instead: `Compile with ~-std=c++17~ or a newer host compiler, or copy the object to a variable and capture that.`,
	Bad: `
// flags: -std=c++14 -Xcudafe=--gnu_version=60300
struct Field {
    float k;
    float scaled(float x) { auto f = [*this](float v) { return v * k; }; return f(x); }
};
`,
	Good: `
// flags: -std=c++14 -Xcudafe=--gnu_version=60300
struct Field {
    float k;
    float scaled(float x) { auto self = *this; auto f = [self](float v) { return v * self.k; }; return f(x); }
};
`,
	Check: checkCopiedThis,
}

// newestWithoutCopiedThis is the last gcc version, as -Xcudafe=--gnu_version writes it, that does not know [*this] in C++14.
const newestWithoutCopiedThis = 69999

func checkCopiedThis(p *check.Pass) {
	if p.Command.Std >= 17 || p.Command.FrontEndGNU == 0 || p.Command.FrontEndGNU > newestWithoutCopiedThis {
		return
	}
	everyLambda(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Call == nil {
			return nil
		}
		if i := p.Spaces.Of(l.Call); !i.Known || !i.Space.OnHost() {
			return nil
		}
		for _, c := range l.Captures {
			if c.Star && !c.Implicit {
				return lambdaReport(c.Site, "a lambda that runs on the host captures *this, which needs C++17 or a newer host compiler")
			}
		}
		return nil
	})(p)
}
