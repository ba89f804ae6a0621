package final

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// rendition is what becomes of one side of a pair: the objects of a member of a class. That of a release is filled in
// when its pool is rendered.
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

// rendition returns what becomes of a side; of a release when the pool is rendered. An upgrade is of a release that is
// there already.
func (r *runner) rendition(in *pool, p *pair, side *stream.Side, upgrade bool) *rendition {
	made := &rendition{class: &engine.Class{}, namespace: "default"}
	var err error
	switch {
	case side.Path == "":
		made.unread = side.Unknown
	case p.owner.Kind == kinds.HelmRelease.Name:
		err = r.addRelease(in, p.Cluster, made, side, upgrade)
	default:
		var objects []map[string]any
		objects, made.unknown, err = r.builder.Build(side.Object, side.Path)
		for _, value := range objects {
			made.class.Objects = append(made.class.Objects, engine.Object{Value: value})
		}
	}
	if err != nil {
		made.failure = err.Error()
	}
	return made
}

// pool renders each distinct release once.
type pool struct {
	*Options
	charts map[string]func() (*engine.Chart, error) // by their sides; each is read once
	groups map[string]*group
	order  []*group
}

// release is what a release is rendered from. Releases that are the same in JSON, but for the texts of their shapes, are
// a group.
type release struct {
	Side    stream.Side // without its object
	Options engine.Options
	Post    *helmv2.HelmReleaseSpec // its postRenderers and commonMetadata; nil for none
	Shape   any
	cluster string
}

// group are the releases of one shape.
type group struct {
	release
	members map[string]int // by their texts
	texts   [][]string     // of each member
	own     []string       // the name of the cluster of each member
	made    [][]*rendition // of each member
}

// empty returns a pool without releases, with the charts of another one.
func (p *pool) empty() *pool { return &pool{p.Options, p.charts, map[string]*group{}, nil} }

// add adds a release to those of its shape.
func (p *pool) add(one release, made *rendition) error {
	whole := one.Shape
	shape, texts := engine.Shape(whole)
	one.Shape = shape
	key, err := json.Marshal(one)
	g := p.groups[string(key)]
	if g == nil {
		one.Shape = whole
		g = &group{release: one, members: map[string]int{}}
		p.groups[string(key)], p.order = g, append(p.order, g)
	}
	text := strings.Join(texts, "\x00")
	member, found := g.members[text]
	if !found {
		member = len(g.texts)
		g.members[text], g.texts, g.own, g.made = member, append(g.texts, texts), append(g.own, one.cluster), append(g.made, nil)
	}
	g.made[member] = append(g.made[member], made)
	return err
}

// render renders all groups.
func (p *pool) render() {
	for _, g := range p.order {
		name, _ := json.Marshal([]any{g.release, g.texts})
		done, err := p.begin(g.Side.Path, name)
		for _, class := range p.classes(g, err) {
			for at, member := range class.Members {
				g.fill(g.made[member], class, at)
			}
		}
		if err == nil {
			done()
		}
		*g = group{}
	}
}

// classes renders the releases of a group, unless there is an error already.
func (p *pool) classes(g *group, err error) []*engine.Class {
	all := make([]int, len(g.texts))
	for i := range all {
		all[i] = i
	}
	if err == nil {
		var chart *engine.Chart
		if chart, err = p.chart(g.Side); err == nil {
			return chart.Render(g.Shape, g.texts, g.own, g.Options)
		}
	}
	return []*engine.Class{{Members: all, Failure: err.Error()}}
}

func (p *pool) chart(side stream.Side) (*engine.Chart, error) {
	name := fmt.Sprintf("%q", []any{side.Path, side.Root, side.ValuesFiles, side.IgnoreMissing})
	if p.charts[name] == nil {
		p.charts[name] = sync.OnceValues(func() (*engine.Chart, error) { return loadChart(side) })
	}
	return p.charts[name]()
}

// fill fills in the renditions of a member of a class, with what postRenderers make of its objects.
func (g *group) fill(all []*rendition, class *engine.Class, at int) {
	failure, lookups := class.Failure, class.Lookups
	if g.Post != nil && failure == "" {
		objects, err := postRendered(class, at, g.Post)
		if err != nil {
			failure = "postRenderers: " + err.Error()
		}
		class, at = &engine.Class{Objects: objects}, 0
	}
	for _, made := range all {
		made.class, made.member, made.failure = class, at, failure
		if lookups > 0 {
			made.unknown = append(made.unknown, "the chart looks for objects in the cluster with lookup, and finds none here")
		}
	}
}
