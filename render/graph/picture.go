package graph

import "github.com/fluxapp-dev/fluxapp/render"

// The limits of a picture. GitHub draws no Mermaid with more than 500 arrows or more than 50,000 characters, which
// are the defaults of Mermaid; long before that nobody can read it.
const (
	maxBoxes  = 120
	maxArrows = 250
	maxText   = 48_000
)

// Of draws a result. Objects that are alike are one box: a fleet of 1,000 clusters has the picture of three. Pictures
// that are too large are drawn coarser: first the applications with many boxes, then all applications as one box each,
// then each namespace as one box. There are no boxes where the options leave no object.
func Of(result render.Result, o Options) Graph {
	return NewScene(result).Draw(o)
}

// Draw draws a picture as [Of] does. Of many pictures of one result it takes less time.
func (all *Scene) Draw(o Options) Graph {
	s := all.choose(o)
	for d := s.finest(); ; d++ {
		g := s.draw(d)
		if d == byNamespace || g.fits() {
			return g
		}
	}
}

// fits reports whether people can read the picture, and Mermaid draws it.
func (g Graph) fits() bool {
	return len(g.Boxes) <= maxBoxes && len(g.Arrows) <= maxArrows && len(g.mermaid()) <= maxText
}
