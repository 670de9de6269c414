package locate

import "cudals/analysis/sema"

// Here is what stands in a document itself and not in what it includes. Of a template's body each instance has its lambdas and launches.
type Here struct {
	Classes  []*sema.Class
	Lambdas  []*sema.Lambda
	Launches []LaunchIn
}

// LaunchIn is a launch with the body that it stands in.
type LaunchIn struct {
	*sema.Launch
	In *sema.Facts
}

// Here is what stands in the view's document itself: little, where the view has analysed much.
func (v *View) Here() *Here {
	if v.here != nil {
		return v.here
	}
	h := new(Here)
	for _, c := range v.Declared.Classes {
		if InDocument(c.DefSite()) {
			h.Classes = append(h.Classes, c)
		}
	}
	for _, b := range v.Spaces.WithInstances(v.Shown()) {
		for _, x := range b.Lambdas {
			if InDocument(x.Site) {
				h.Lambdas = append(h.Lambdas, x)
			}
		}
		for i := range b.Launches {
			if x := &b.Launches[i]; InDocument(x.Full) {
				h.Launches = append(h.Launches, LaunchIn{x, b})
			}
		}
	}
	v.here = h
	return h
}

// Brought reports whether an #include in the middle of a declaration brought what begins at a site, so that it shows at the #include, as
// everything else does that this brings.
func Brought(s sema.Site) bool {
	seg, lo, hi := s.Present()
	return lo < hi && seg.Brought(lo)
}

// InDocument reports whether a site stands in the document itself.
func InDocument(s sema.Site) bool { return !s.IsZero() && s.Chunk.Inclusion == 0 }
