package print

import "github.com/fluxapp-dev/fluxapp/render/internal/wording"

// shownField is a field of a group for people.
type shownField struct {
	path, setBy string
	difference
}

// shownFields returns the fields of a group for people.
func (g *group) shownFields() []shownField {
	clusters := g.clusters()
	shown := make([]shownField, len(g.fields))
	for i, f := range g.fields {
		shown[i] = shownField{
			path:       wording.Visible(wording.ShownFor(f.path, clusters)),
			setBy:      wording.Visible(setBy(f.set, f.places)),
			difference: differenceOf(wording.ShownFor(f.before, clusters), wording.ShownFor(f.after, clusters)),
		}
	}
	return shown
}

// notes returns what follows from the change of a group, in sentences.
func (g *group) notes() (notes []string) {
	if g.effect != "" {
		notes = append(notes, wording.Visible(wording.ShownFor(g.effect, g.clusters())))
	}
	if g.members[0].Bootstrap {
		notes = append(notes, "the administrator of the cluster applies this, and not Flux")
	}
	return notes
}
