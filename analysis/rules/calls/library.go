package calls

import (
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// throughLibrary tells how the person's own code comes to need the instances of a system header's templates that violations stand in: nobody
// looks into such a header. Those of which that is not found are left out.
func throughLibrary(bodies []*sema.Facts, violations []spaces.Violation) []spaces.Violation {
	if !slices.ContainsFunc(violations, inLibrary) {
		return violations
	}
	by := make(map[*sema.Func]spaces.Edge)
	for _, b := range bodies {
		for i := range b.Calls {
			c := &b.Calls[i]
			if _, known := by[c.Callee]; !known && c.Callee != nil && c.Site.Chunk != nil && inSystem(c.Callee.Site()) {
				by[c.Callee] = spaces.Edge{From: b.Func, Call: c, Site: c.Site}
			}
		}
	}
	for i := range violations {
		v := &violations[i]
		for f := v.CallerFunc; inLibrary(*v) && len(v.Need) < maxParts; {
			e, known := by[f]
			if !known {
				break
			}
			v.Need = slices.Insert(v.Need, 0, e)
			if f = e.From; !inSystem(e.Site) {
				break
			}
		}
	}
	return slices.DeleteFunc(violations, func(v spaces.Violation) bool {
		return inLibrary(v) && (len(v.Need) == 0 || inSystem(v.Need[0].Site))
	})
}

func inLibrary(v spaces.Violation) bool { return v.Read && inSystem(v.Call.Site) }

func inSystem(s sema.Site) bool { return s.Chunk != nil && s.Chunk.System }
