package print

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type shownField struct {
	path, setBy string
	difference
}

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

// setBy is what set a value: its place, the count of others, its layer, and the references in it.
func setBy(s render.Setting, places int) string {
	layer := layerOf(s)
	if s.At.Line == 0 {
		return layer
	}
	more := ""
	if places > 1 {
		more = " and " + names.Counted(places-1, "more place")
	}
	return fmt.Sprintf("%s:%d:%d%s, %s%s", s.At.File, s.At.Line, s.At.Column, more, layer, from(s.Value))
}

// reference matches a reference to something else than the name of the cluster, without its default.
var reference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^$])\$\(((?:cluster\.(?:labels|annotations|params)|app)[^ )"]*)`)
})

// from is the references in a text: what they stand for may have changed elsewhere.
func from(value string) string {
	if !strings.HasPrefix(value, `"`) {
		return ""
	}
	var names []string
	for _, m := range reference().FindAllStringSubmatch(value, -1) {
		if name := "$(" + m[1] + ")"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", from " + strings.Join(names, " and ")
}

// layerOf returns the layer of a setting; empty where nobody knows what set the value.
func layerOf(s render.Setting) string {
	if s.Layer == "" && s != (render.Setting{}) {
		return "fluxapp"
	}
	return s.Layer
}
