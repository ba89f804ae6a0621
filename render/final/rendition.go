package final

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// rendition is what becomes of one side of a pair: the objects of a member of a class. That of a release is filled in
// when its group is rendered.
type rendition struct {
	class     *engine.Class
	member    int
	namespace string   // of objects that name none
	keepsCRDs bool     // those of the folder crds that are there stay as they are
	unknown   []string // what is not given
	unread    string   // why the source is not at hand; there are no objects then
	failure   string   // why nothing can be made of it; there are no objects then
}

// isMade reports whether there are all objects that a side has.
func (made *rendition) isMade() bool { return made == nil || made.unread == "" && made.failure == "" }

// rendition returns what becomes of a side; of a release when all are rendered. An upgrade is of a release that is
// there already.
func (r *runner) rendition(p *pair, side *stream.Side, upgrade bool) *rendition {
	made := &rendition{class: &engine.Class{}, namespace: "default"}
	var err error
	switch {
	case side.Path == "":
		made.unread = side.Unknown
	case p.owner.Kind == kinds.HelmRelease.Name:
		err = r.addRelease(p, side, upgrade, made)
	default:
		var objects []map[string]any
		objects, made.unknown, err = r.builder.Build(side.Object, side.Path)
		made.class.Objects = each.Of(objects, func(o map[string]any) engine.Object { return engine.Object{Value: o} })
	}
	if err != nil {
		made.failure = err.Error()
	}
	return made
}

// group are releases that are rendered together. Its exported fields are what all have in common.
type group struct {
	Side    stream.Side // without its object
	Options engine.Options
	Post    *helmv2.HelmReleaseSpec // nil for none
	Shape   any                     // without the words of members
	whole   any                     // the shape with the words of the first member
	members map[string]int          // by their words
	words   [][]string              // of each member
	own     []string                // the name of the cluster of each member
	made    [][]*rendition          // of each member
}

// join adds a release of a cluster to those that are rendered together with it.
func (r *runner) join(g group, cluster string, made *rendition) error {
	var words []string
	g.whole = g.Shape
	g.Shape, words = engine.Shape(g.whole)
	key, err := json.Marshal(g)
	same := r.groups[string(key)]
	if same == nil {
		same, g.members = &g, map[string]int{}
		r.groups[string(key)] = same
	}
	text := strings.Join(words, "\x00")
	member, found := same.members[text]
	if !found {
		member = len(same.words)
		same.members[text], same.words = member, append(same.words, words)
		same.own, same.made = append(same.own, cluster), append(same.made, nil)
	}
	same.made[member] = append(same.made[member], made)
	return err
}

// render renders all releases that have joined a group.
func (r *runner) render() {
	for _, key := range slices.Sorted(maps.Keys(r.groups)) {
		g := r.groups[key]
		step, _ := json.Marshal([]any{key, g.words})
		done, err := r.begin(g.Side.Path, step)
		classes := engine.Failed(len(g.words), err)
		if err == nil {
			classes = r.rendered(g)
		}
		for _, class := range classes {
			for at, member := range class.Members {
				g.fill(g.made[member], class, at)
			}
		}
		done()
		delete(r.groups, key)
	}
}

// rendered renders a group. A chart is read once.
func (r *runner) rendered(g *group) []*engine.Class {
	name := fmt.Sprintf("%q", []any{g.Side.Path, g.Side.Root, g.Side.ValuesFiles, g.Side.IgnoreMissing})
	if r.loaded[name] == nil {
		r.loaded[name] = sync.OnceValues(func() (*engine.Chart, error) { return loadChart(g.Side) })
	}
	chart, err := r.loaded[name]()
	if err != nil {
		return engine.Failed(len(g.words), err)
	}
	return chart.Render(g.whole, g.words, g.own, g.Options)
}

// fill fills in the renditions of a member of a class, with what postRenderers make of its objects.
func (g *group) fill(all []*rendition, class *engine.Class, at int) {
	if g.Post != nil && class.Failure == "" {
		objects, err := postRendered(class, at, g.Post)
		own := engine.Class{Objects: objects, Lookups: class.Lookups}
		if err != nil {
			own.Failure = "postRenderers: " + err.Error()
		}
		class, at = &own, 0
	}
	for _, made := range all {
		made.class, made.member, made.failure = class, at, class.Failure
		if class.Lookups > 0 {
			made.unknown = append(made.unknown, "the chart looks for objects in the cluster with lookup, and finds none here")
		}
	}
}
