package final

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/effects"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
)

// anew is the text of what is made anew at each rendering.
const anew = "(made anew at each render)"

// comparer compares renditions. It compares two objects once for all clusters on which they are the same but for the
// names of the clusters.
type comparer struct {
	marks map[*engine.Class][]marked
	known map[string]*printing.Change // nil for what is the same
}

// marked is an object of a class: what tells it apart, and the marks in it.
type marked struct {
	key   objectKey
	marks []int
}

// objectKey tells the objects of a cluster apart, whatever the version of their kinds.
type objectKey struct{ group, kind, namespace, name string }

func keyOf(object map[string]any) objectKey {
	version, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	metadata, _ := object["metadata"].(map[string]any)
	name, _ := metadata["name"].(string)
	namespace, _ := metadata["namespace"].(string)
	group, _, hasGroup := strings.Cut(version, "/")
	if !hasGroup {
		group = ""
	}
	if effects.ClusterScoped(version, kind) {
		namespace = clusterScoped
	}
	return objectKey{group, kind, namespace, name}
}

// clusterScoped is in the place of a namespace.
const clusterScoped = "/"

// filled returns the key with the texts of a member, in the namespace of a rendition where the object names none.
func (k objectKey) filled(r *rendition, texts []string) objectKey {
	k.name, k.namespace = engine.Fill(k.name, texts), engine.Fill(k.namespace, texts)
	if k.namespace == "" {
		k.namespace = r.namespace
	}
	return k
}

// String names the object for a message.
func (k objectKey) String() string {
	if k.namespace == clusterScoped {
		return k.kind + " " + k.name
	}
	return k.kind + " " + k.namespace + "/" + k.name
}

// shown is an object of a rendition on a cluster, not filled in yet.
type shown struct {
	engine.Object
	key   objectKey
	own   []string // the texts of all marks, with wording.OwnName in the place of the name of the cluster
	alike string   // the same for objects that are the same but for that name
	alone bool     // the name is in texts without marks too

	marked bool // there are marks
}

// objects returns the objects of a rendition on a cluster, each key once: the last object of several has it.
func (c *comparer) objects(r *rendition, cluster string) (order []objectKey, all map[objectKey]*shown) {
	all = map[objectKey]*shown{}
	if r == nil {
		return nil, all
	}
	if c.marks[r.class] == nil {
		for _, o := range r.class.Objects {
			c.marks[r.class] = append(c.marks[r.class], marked{keyOf(o.Value), r.class.In(o.Value)})
		}
	}
	texts := r.class.Of(r.member)
	own := make([]string, len(texts))
	for i, text := range texts {
		if own[i] = wording.OwnValue(text, cluster); r.class.Random[i] {
			own[i] = anew
		}
	}
	for i, one := range c.marks[r.class] {
		alike := fmt.Sprintf("%p", r.class.Objects[i].Value)
		alone := len(r.class.Members) <= 1 && engine.Contains(r.class.Objects[i].Value, func(text string) bool {
			return strings.Contains(text, cluster)
		})
		if alone {
			alike += " " + cluster
		}
		for _, mark := range one.marks {
			alike += "\x01" + own[mark]
		}
		key := one.key.filled(r, texts)
		if all[key] == nil {
			order = append(order, key)
		}
		all[key] = &shown{r.class.Objects[i], key, own, alike, alone, len(one.marks) > 0}
	}
	return order, all
}

// value returns the object with wording.OwnName in the place of the name of its cluster.
func (s *shown) value(cluster string) map[string]any {
	if s == nil {
		return nil
	}
	value := any(s.Value)
	if s.marked {
		value = engine.FillValue(value, s.own)
	}
	if s.alone {
		own := func(text string) string { return wording.OwnValue(text, cluster) }
		value = engine.Map(value, own, own)
	}
	return value.(map[string]any)
}

// difference is what differs between the objects of two renditions.
type difference struct {
	changes                  []*printing.Change
	unchanged, anew, unknown int
}

// compare returns what differs for a pair on its cluster: nothing where one side is not known.
func (c *comparer) compare(p *pair) (d difference) {
	before, after := p.before, p.after
	if !before.isMade() || !after.isMade() {
		d.unknown = 1
		return d
	}
	earlierOrder, earlier := c.objects(before, p.Cluster)
	laterOrder, later := c.objects(after, p.Cluster)
	for _, key := range laterOrder {
		change := c.change(p, earlier[key], later[key])
		switch kept := later[key].CRD && after.keepsCRDs && earlier[key] != nil; {
		case change != nil && !kept:
			d.changes = append(d.changes, change)
		case after.class.IsRandom(later[key].Value):
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
	isSame := func(f printing.Field) bool { return own.Replace(string(f.Before)) == own.Replace(string(f.After)) }
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
	some := after
	if after == nil {
		some = before
	}
	version, _ := some.Value["apiVersion"].(string)
	one := &printing.Change{Application: p.Application, Owner: wording.OwnValue(p.owner.String(), p.Cluster),
		Object: printing.Object{APIVersion: version, Kind: some.key.kind,
			Namespace: wording.OwnValue(strings.Trim(some.key.namespace, "/"), p.Cluster),
			Name:      wording.OwnValue(some.key.name, p.Cluster)},
		Hook: some.Hook, Action: printing.Changed, Before: before.value(p.Cluster), After: after.value(p.Cluster)}
	switch {
	case before == nil:
		one.Action = printing.Added
	case after == nil:
		one.Action = printing.Removed
	default:
		if one.Fields = printing.Compare("", one.Before, one.After); len(one.Fields) == 0 {
			return nil
		}
	}
	return one
}
