package final

import (
	"encoding/json"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/charts"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
)

// rendition is what becomes of one side of a pair: the objects of a member of a class.
type rendition struct {
	ofRelease
	class   *engine.Class
	member  int
	unread  string // why the source is not at hand; there are no objects then
	failure string // why nothing can be made of it; there are no objects then
}

// isMade reports whether there are all objects that a side has.
func (made *rendition) isMade() bool { return made == nil || made.unread == "" && made.failure == "" }

// place is the place of a release in its group.
type place struct {
	*group
	member int
}

// group are the releases of one shape.
type group struct {
	first    *release
	members  [][]string
	index    map[string]int // of members, by their texts
	rendered []rendition    // by member
}

// pool renders each distinct release once.
type pool struct {
	process *charts.Process
	groups  map[string]*group
	order   []*group
}

// add adds a release to those of its shape.
func (p *pool) add(made *release) place {
	g := p.groups[made.shape]
	if g == nil {
		g = &group{first: made, index: map[string]int{}}
		p.groups[made.shape], p.order = g, append(p.order, g)
	}
	key := fmt.Sprintf("%q", made.texts)
	member, found := g.index[key]
	if !found {
		member = len(g.members)
		g.index[key], g.members = member, append(g.members, made.texts)
	}
	return place{g, member}
}

// render renders all groups. Its error is about the process that renders.
func (p *pool) render() error {
	for _, g := range p.order {
		q := g.first.request
		q.Members = g.members
		answer, err := p.process.Render(q)
		if err != nil {
			return err
		}
		g.rendered = make([]rendition, len(g.members))
		for member := range g.rendered {
			g.rendered[member].failure = answer.Failure
		}
		for i := range answer.Classes {
			class := &answer.Classes[i]
			for at, member := range class.Members {
				g.rendered[member] = g.first.rendition(class, at)
			}
		}
		g.members, g.index = nil, nil
	}
	return nil
}

// rendition returns a member of a class, with what postRenderers make of its objects.
func (made *release) rendition(class *engine.Class, member int) rendition {
	all := rendition{class: class, member: member, failure: class.Failure}
	if class.Lookups > 0 {
		all.unknown = []string{"the chart looks for objects in the cluster with lookup, and finds none here"}
	}
	if made.post == "" || class.Failure != "" {
		return all
	}
	var objects []engine.Object
	for _, o := range class.Objects {
		o.Value = engine.FillValue(o.Value, class.Of(member)).(map[string]any)
		objects = append(objects, o)
	}
	var post postRender
	err := json.Unmarshal([]byte(made.post), &post)
	if err == nil {
		objects, err = post.apply(objects)
	}
	if err != nil {
		all.failure = "postRenderers: " + err.Error()
	}
	all.class, all.member = &engine.Class{Objects: objects}, 0
	return all
}

// unmarked is the class of objects that are of one member.
func unmarked(objects []map[string]any) *engine.Class {
	class := &engine.Class{}
	for _, value := range objects {
		class.Objects = append(class.Objects, engine.Object{Value: value})
	}
	return class
}
