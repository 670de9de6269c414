package namespaces

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// inlineClash makes the check of a rule about names that the host compiler cannot tell apart in nvcc's generated code: the
// rule speaks of those clashes that it picks.
func inlineClash(picks func(*check.Pass, *Clash) bool) func(*check.Pass) {
	return func(p *check.Pass) {
		if p.Command.Dialect == toolchain.NVRTC {
			return // there is no host compiler
		}
		list := clashes.Of(p)
		for i := range list {
			if c := &list[i]; picks(p, c) {
				p.Report(clashReport(p, c))
			}
		}
	}
}

// variableClash picks the clashes of variables' own names.
func variableClash(constant bool) func(*check.Pass, *Clash) bool {
	return func(p *check.Pass, c *Clash) bool {
		v, ok := c.Named.(*sema.Var)
		if !ok || c.Twice || isNamespace(c.Outer) {
			return false
		}
		mem, _ := spaces.MemoryOf(p.Unit, v)
		return (mem&cudaspace.Constant != 0) == constant
	}
}

func kernelClash(_ *check.Pass, c *Clash) bool {
	_, ok := c.Named.(*sema.Func)
	return ok && !c.Twice && !isNamespace(c.Outer)
}

func namespaceClash(_ *check.Pass, c *Clash) bool { return c.Twice || isNamespace(c.Outer) }

func isNamespace(e sema.Entity) bool { _, ok := e.(*sema.Namespace); return ok }

// clashReport stands at the declaration in the inline namespace, or at the other one where that is no code of the person's own.
func clashReport(p *check.Pass, c *Clash) check.Report {
	u := p.Unit
	if c.Twice {
		refused := check.Error // by every compiler
		return check.Report{
			Site: c.Second, Severity: &refused,
			Message: fmt.Sprintf("%s is defined twice: its namespace is a member of an inline namespace, which this declaration opens again; rename one",
				spaces.Path(u, c.Named)),
			Related: []check.Note{{Site: c.First, Message: spaces.Path(u, c.Named) + " is defined here"}},
			Fixes: append(renameMend(p, c.Named, c.Second, spaces.PathAround(u, c.Named)),
				renameMend(p, c.Named, c.First, spaces.Path(u, c.Named))...),
		}
	}
	inner, outer := spaces.Path(u, c.Inner), spaces.Path(u, c.Outer)
	r := check.Report{Site: nameSite(c.Inner), Related: []check.Note{{Site: nameSite(c.Outer), Message: outer + " is declared here"}}}
	if r.Site.IsZero() || r.Site.Chunk.System {
		r.Site, r.Related[0] = r.Related[0].Site, check.Note{Site: r.Site, Message: inner + " is declared here"}
	}
	if isNamespace(c.Outer) {
		r.Message = fmt.Sprintf("the code that nvcc generates names %s; the host compiler also finds %s in the inline namespace and refuses it as ambiguous; rename one",
			spaces.Path(u, c.Named), inner)
		r.Related = append(r.Related, check.Note{Site: c.Named.Site(), Message: spaces.Path(u, c.Named) + " is declared here"})
	} else {
		r.Message = fmt.Sprintf("the code that nvcc generates names %s; the host compiler also finds %s through the inline namespace and refuses it as ambiguous; rename one",
			outer, inner)
	}
	r.Fixes = append(renameMend(p, c.Inner, nameSite(c.Inner), inner), renameMend(p, c.Outer, nameSite(c.Outer), outer)...)
	return r
}

func nameSite(e sema.Entity) sema.Site {
	if ns, ok := e.(*sema.Namespace); ok {
		return ns.Opening()
	}
	return e.Site()
}
