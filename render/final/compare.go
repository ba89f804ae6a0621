package final

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/effects"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// anew is the text of what is made anew at each rendering.
const anew = "(made anew at each render)"

// comparer compares renditions. It compares two objects once for all clusters on which they are the same but for the
// names of the clusters.
type comparer struct {
	classes map[*engine.Class][]classObject
	known   map[string]*printing.Change // nil for what is the same
}

// classObject is what tells an object of a class apart, and the marks in it.
type classObject struct {
	key   printing.Object
	marks []int
}

// keyOf returns what tells objects of a cluster apart, whatever the version of their kinds: it has their group alone.
// An object of the cluster has no namespace; one that names none has that of its release.
func keyOf(object map[string]any) printing.Object {
	version, _ := object["apiVersion"].(string)
	key := printing.Object{APIVersion: kinds.GroupOf(version)}
	key.Kind, _ = object["kind"].(string)
	metadata, _ := object["metadata"].(map[string]any)
	key.Name, _ = metadata["name"].(string)
	if key.Namespace, _ = metadata["namespace"].(string); effects.ClusterScoped(version, key.Kind) {
		key.Namespace = ""
	} else if key.Namespace == "" {
		key.Namespace = ofRelease
	}
	return key
}

// ofRelease is in the place of the namespace of a release.
const ofRelease = "/"

// named returns a key with other texts.
func named(key printing.Object, text func(string) string) printing.Object {
	key.Name, key.Namespace = text(key.Name), text(key.Namespace)
	return key
}

// ownName puts wording.OwnName in the place of the name of a cluster.
func ownName(cluster string) func(string) string {
	return func(text string) string { return wording.OwnValue(text, cluster) }
}

// shown is an object of a rendition on a cluster, not filled in yet.
type shown struct {
	engine.Object
	key   printing.Object
	texts []string // of all marks, with wording.OwnName in the place of the name of the cluster; nil where none is in it
	alike string   // the same for objects that are the same but for that name
	alone bool     // the name is in texts without marks
}

// objects returns the objects of a rendition on a cluster, each key once: the last object of several has it.
func (c *comparer) objects(r *rendition, cluster string) (order []printing.Object, all map[printing.Object]*shown) {
	all = map[printing.Object]*shown{}
	if r == nil {
		return nil, all
	}
	if c.classes[r.class] == nil {
		for _, o := range r.class.Objects {
			c.classes[r.class] = append(c.classes[r.class], classObject{keyOf(o.Value), r.class.In(o)})
		}
	}
	texts := r.class.Of(r.member)
	own := make([]string, len(texts))
	for i, text := range texts {
		if own[i] = wording.OwnValue(text, cluster); r.class.Random[i] {
			own[i] = anew
		}
	}
	for i, one := range c.classes[r.class] {
		o := r.class.Objects[i]
		s := &shown{Object: o, alike: fmt.Sprintf("%p", o.Value), alone: len(r.class.Members) <= 1 &&
			engine.Contains(o.Value, func(text string) bool { return strings.Contains(text, cluster) })}
		if s.alone {
			s.alike += " " + cluster
		}
		for _, mark := range one.marks {
			s.alike, s.texts = s.alike+"\x01"+own[mark], own
		}
		s.key = named(one.key, func(text string) string {
			if text == ofRelease {
				return r.namespace
			}
			return engine.Fill(text, texts)
		})
		if all[s.key] == nil {
			order = append(order, s.key)
		}
		all[s.key] = s
	}
	return order, all
}

// value returns the object with wording.OwnName in the place of the name of its cluster.
func (s *shown) value(cluster string) map[string]any {
	if s == nil {
		return nil
	}
	value := s.Value
	if s.texts != nil {
		value = engine.FillValue(value, s.texts).(map[string]any)
	}
	if s.alone {
		value = engine.Map(value, ownName(cluster), ownName(cluster)).(map[string]any)
	}
	return value
}

// difference is what differs between the objects of two renditions.
type difference struct {
	changes                  []*printing.Change
	unchanged, anew, unknown int

	objects map[printing.Object]*shown // of the side after
}

// compare returns what differs for a pair on its cluster: nothing where one side is not known.
func (c *comparer) compare(p *pair) (d difference) {
	before, after := p.before, p.after
	laterOrder, later := c.objects(after, p.Cluster)
	if d.objects = later; !before.isMade() || !after.isMade() {
		d.unknown = 1
		return d
	}
	earlierOrder, earlier := c.objects(before, p.Cluster)
	for _, key := range laterOrder {
		change := c.change(p, earlier[key], later[key])
		switch kept := later[key].CRD && after.keepsCRDs && earlier[key] != nil; {
		case change != nil && !kept:
			d.changes = append(d.changes, change)
		case after.class.IsRandom(later[key].Object):
			d.anew++
		default:
			d.unchanged++
		}
	}
	for _, key := range earlierOrder {
		if later[key] == nil && !earlier[key].CRD { // Helm deletes nothing of the folder crds
			d.changes = append(d.changes, c.change(p, earlier[key], nil))
		}
	}
	return d
}

// change returns what happens to an object; nil if it is the same.
func (c *comparer) change(p *pair, before, after *shown) *printing.Change {
	memo := p.Application + "\x01" + wording.OwnValue(p.owner.String(), p.Cluster)
	for _, s := range []*shown{before, after} {
		if memo += "\x02"; s != nil {
			memo += s.alike
		}
	}
	known, found := c.known[memo]
	switch {
	case before != nil && after != nil && before.alike == after.alike:
		return nil
	case !found:
		known = c.newChange(p, before, after)
		c.known[memo] = known
	}
	// What one side writes and what the other makes of the name may be the same text on this cluster.
	own := strings.NewReplacer(`\u0000`, p.Cluster) // what JSON has for wording.OwnName
	isSame := func(f change.Field) bool { return own.Replace(f.Before) == own.Replace(f.After) }
	if known == nil || !slices.ContainsFunc(known.Fields, isSame) {
		return known
	}
	one := *known
	if one.Fields = slices.DeleteFunc(slices.Clone(known.Fields), isSame); len(one.Fields) == 0 {
		return nil
	}
	return &one
}

func (c *comparer) newChange(p *pair, before, after *shown) *printing.Change {
	some := cmp.Or(after, before)
	one := &printing.Change{Application: p.Application, Owner: wording.OwnValue(p.owner.String(), p.Cluster),
		Object: named(some.key, ownName(p.Cluster)), Hook: some.Hook, CRD: some.CRD,
		Before: before.value(p.Cluster), After: after.value(p.Cluster)}
	one.APIVersion, _ = some.Value["apiVersion"].(string)
	if before != nil && after != nil {
		if one.Fields = printing.Compare("", one.Before, one.After); len(one.Fields) == 0 {
			return nil
		}
	}
	return one
}
