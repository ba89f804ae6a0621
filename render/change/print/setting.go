package print

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// setBy tells what set a value: its place, how many other places set it for other clusters, its layer, and the
// references in it.
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
