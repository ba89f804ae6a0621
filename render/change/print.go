package change

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// PrintOptions are how changes are printed. The zero value prints all groups without color.
type PrintOptions struct {
	// Limits are the findings of limits: those that hold, and the information about one that was acknowledged. They are
	// printed first.
	Limits finding.Findings
	// Color colors the actions and the errors of the text, for a terminal.
	Color bool
}

// clusterName returns what people call the cluster that a change is about; empty for an object of no cluster.
func (c *Change) clusterName() string {
	if c.Cluster == "" && c.Workload {
		return hub
	}
	return c.Cluster
}

// clusters returns the names of the clusters of a group, each once, and in order. They are the keys of references to
// the name of the cluster.
func (g *group) clusters() (names []string) {
	for _, c := range g.members {
		if name := c.clusterName(); name != "" && (len(names) == 0 || names[len(names)-1] != name) {
			names = append(names, name)
		}
	}
	return names
}

// names returns what the objects of a group are called, each once: with the name that a renamed object had, and
// without the names of the clusters when there are several.
func (g *group) names(clusters []string) (names []string) {
	seen := map[string]bool{}
	for _, c := range g.members {
		name := c.objectName()
		if name = wording.Visible(shownFor(wording.WithoutOwn(name, c.Cluster), clusters)); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// objectName returns the namespace and the name of the object, behind those that it had.
func (c *Change) objectName() string {
	name := func(id render.ID) string { return strings.TrimPrefix(id.Namespace+"/"+id.Name, "/") }
	if c.Was != (render.ID{}) {
		return name(c.Was) + " → " + name(c.Object)
	}
	return name(c.Object)
}

// shortList joins the first names of a list, and counts the others.
func shortList(names []string, most int) string {
	if len(names) <= most+1 { // "and 1 more" is not shorter
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %s more", strings.Join(names[:most], ", "), wording.Thousands(len(names)-most))
}

// setBy tells what set a value: its place, how many other places set it for other clusters, its layer, and the
// references in it.
func setBy(s render.Setting, places int) string {
	layer := layerOf(s)
	if s.At.Line == 0 {
		return layer
	}
	more := ""
	if places > 1 {
		more = " and " + wording.Counted(places-1, "more place")
	}
	return fmt.Sprintf("%s:%d:%d%s, %s%s", s.At.File, s.At.Line, s.At.Column, more, layer, from(s.Value))
}

// reference matches a reference to something else than the name of the cluster, without its default.
var reference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^$])\$\(((?:cluster\.(?:labels|annotations|params)|app)[^ )"]*)`)
})

// from names the references in a text: what they stand for may have changed elsewhere.
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
