package final

import (
	"encoding/json"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/charts"
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
func (r *runner) rendition(in *pool, kind string, side *stream.Side, upgrade bool) *rendition {
	made := &rendition{class: &engine.Class{}, namespace: "default"}
	var err error
	switch {
	case side.Path == "":
		made.unread = side.Unknown
	case kind == kinds.HelmRelease.Name:
		err = r.addRelease(in, made, side, upgrade)
	default:
		var object map[string]any
		if err = json.Unmarshal(side.Object, &object); err != nil {
			break
		}
		built, wrong := r.builder.Build(object, side.Path)
		made.unknown, err = built.Notes, wrong
		for _, value := range built.Objects {
			made.class.Objects = append(made.class.Objects, engine.Object{Value: value})
		}
		if built.Unknown {
			made.unread = strings.Join(built.Notes, "; ")
		}
	}
	if err != nil {
		made.failure = err.Error()
	}
	return made
}

// pool renders each distinct release once.
type pool struct {
	process *charts.Process
	groups  map[string]*group
	order   []*group
}

// group are the releases of one shape.
type group struct {
	charts.Request
	post    *postRender          // nil for none
	members map[string]int       // by their texts
	made    map[int][]*rendition // by member
}

// add adds a release to those of its shape.
func (p *pool) add(q charts.Request, post *postRender, made *rendition) error {
	whole, texts := q.Shape, []string(nil)
	q.Shape, texts = engine.Shape(whole)
	key, err := json.Marshal([]any{q, post})
	g := p.groups[string(key)]
	if g == nil {
		q.Shape = whole
		g = &group{Request: q, post: post, members: map[string]int{}, made: map[int][]*rendition{}}
		p.groups[string(key)], p.order = g, append(p.order, g)
	}
	text := strings.Join(texts, "\x00")
	member, found := g.members[text]
	if !found {
		member = len(g.Members)
		g.members[text], g.Members = member, append(g.Members, texts)
	}
	g.made[member] = append(g.made[member], made)
	return err
}

// render renders all groups. Its error is about the process that renders.
func (p *pool) render() error {
	for _, g := range p.order {
		answer, err := p.process.Render(g.Request)
		if err != nil {
			return err
		}
		for _, all := range g.made {
			for _, made := range all {
				made.failure = answer.Failure
			}
		}
		for i := range answer.Classes {
			for at, member := range answer.Classes[i].Members {
				g.fill(g.made[member], &answer.Classes[i], at)
			}
		}
		g.members, g.Members = nil, nil
	}
	return nil
}

// fill fills in the renditions of a member of a class, with what postRenderers make of its objects.
func (g *group) fill(all []*rendition, class *engine.Class, member int) {
	failure, lookups := class.Failure, class.Lookups
	if g.post != nil && failure == "" {
		var objects []engine.Object
		for _, o := range class.Objects {
			o.Value = engine.FillValue(o.Value, class.Of(member)).(map[string]any)
			objects = append(objects, o)
		}
		objects, err := g.post.apply(objects)
		if err != nil {
			failure = "postRenderers: " + err.Error()
		}
		class, member = &engine.Class{Objects: objects}, 0
	}
	for _, made := range all {
		made.class, made.member, made.failure = class, member, failure
		if lookups > 0 {
			made.unknown = append(made.unknown, "the chart looks for objects in the cluster with lookup, and finds none here")
		}
	}
}
