package final

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/effects"
	"github.com/fluxapp-dev/fluxapp/render/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// object is an object of a class, and then of a rendition on a cluster: the last fields are about that.
type object struct {
	engine.Object
	key      printing.Object // tells objects of a cluster apart, with the group alone of the version
	isGlobal bool            // it has no namespace
	unserved string          // why the Kubernetes of the request does not serve it
	marks    []int
	isRandom bool

	alike string              // the same for objects that are the same but for the name of the cluster
	fill  func(string) string // fills in a text with wording.OwnName in the place of that name; nil where it has neither
}

// class returns the objects of a class.
func (r *runner) class(of *engine.Class) []object {
	if r.classes[of] == nil {
		for _, o := range of.Objects {
			u := unstructured.Unstructured{Object: o.Value}
			version, kind := u.GetAPIVersion(), u.GetKind()
			marks := of.In(o)
			isRandom := slices.ContainsFunc(marks, func(mark int) bool { return of.Random[mark] })
			r.classes[of] = append(r.classes[of], object{Object: o, marks: marks, isRandom: isRandom,
				key: printing.Object{APIVersion: kinds.GroupOf(version),
					ID: render.ID{Kind: kind, Namespace: u.GetNamespace(), Name: u.GetName()}},
				isGlobal: effects.ClusterScoped(version, kind), unserved: effects.Served(version, kind, r.KubeVersion)})
		}
	}
	return r.classes[of]
}

// objects returns the objects of a rendition on a cluster by their keys. The last one of each key counts.
func (r *runner) objects(made *rendition, cluster string) map[printing.Object]*object {
	all := map[printing.Object]*object{}
	if made == nil {
		return all
	}
	texts, isAlone := made.class.Of(made.member), len(made.class.Members) <= 1
	own := slices.Clone(texts)
	for i := range own {
		if own[i] = wording.OwnValue(own[i], cluster); made.class.Random[i] {
			own[i] = "(made anew at each render)"
		}
	}
	fill := func(text string) string {
		if text = engine.Fill(text, own); isAlone { // it has no marks for what other clusters have
			return wording.OwnValue(text, cluster)
		}
		return text
	}
	for _, o := range r.class(made.class) {
		o.key.Name, o.alike = engine.Fill(o.key.Name, texts), fmt.Sprintf("%p", o.Value)
		if o.key.Namespace = cmp.Or(engine.Fill(o.key.Namespace, texts), made.namespace); o.isGlobal {
			o.key.Namespace = ""
		}
		for _, mark := range o.marks {
			o.alike, o.fill = o.alike+"\x01"+own[mark], fill
		}
		if isAlone && engine.Contains(o.Value, func(text string) bool { return strings.Contains(text, cluster) }) {
			o.alike, o.fill = o.alike+"\x02"+cluster, fill
		}
		all[o.key] = &o
	}
	return all
}

// value returns the object, filled in.
func (o *object) value() map[string]any {
	if o.fill == nil {
		return o.Value
	}
	return engine.Map(o.Value, o.fill, o.fill).(map[string]any)
}

// both is an object on both sides of a pair. It is empty on a side that does not have it.
type both struct {
	*pair
	before, after *object
}

// compare returns what differs for a pair, in any order, and counts what does not: nothing where one side is not known.
// Owners has the other objects of the cluster.
func (r *runner) compare(p *pair, sum *blocks.Summary, owners map[printing.Object]*both) (changes []*printing.Change) {
	earlier := r.objects(p.before, p.Cluster)
	later := earlier
	if !p.Same {
		later = r.objects(p.after, p.Cluster)
	}
	all := maps.Clone(earlier)
	maps.Copy(all, later)
	isKnown := p.before.isMade() && p.after.isMade()
	if !isKnown {
		sum.Unknown++
	}
	for key := range all {
		one := &both{p, cmp.Or(earlier[key], &object{}), cmp.Or(later[key], &object{})}
		r.checkTwice(one, owners)
		isKept := one.after.CRD && one.before.Value != nil && p.after.keepsCRDs
		switch c := r.change(p, one.before, one.after); {
		case !isKnown, one.after.Value == nil && one.before.CRD: // Helm deletes nothing of the folder crds
		case c != nil && !isKept:
			changes = append(changes, c)
		case one.after.isRandom:
			sum.Anew++
		default:
			sum.Unchanged++
		}
	}
	return changes
}

// change returns what happens to an object; nil if it is the same. Clusters on which that is the same share it.
func (r *runner) change(p *pair, before, after *object) *printing.Change {
	if before.alike == after.alike {
		return nil
	}
	own := func(text string) string { return wording.OwnValue(text, p.Cluster) }
	memo := [4]string{p.Application, own(p.owner.String()), before.alike, after.alike}
	c, isKnown := r.changes[memo]
	if !isKnown {
		c = &printing.Change{Application: p.Application, Owner: memo[1], Before: before.value(), After: after.value()}
		some := after
		if c.After == nil {
			some = before
		}
		c.Object, c.Hook, c.CRD = some.key, some.Hook, some.CRD
		c.Name, c.Namespace = own(c.Name), own(c.Namespace)
		c.APIVersion, _ = some.Value["apiVersion"].(string)
		if c.Before != nil && c.After != nil {
			if c.Fields = printing.Compare("", c.Before, c.After); c.Fields == nil {
				c = nil
			}
		}
		r.changes[memo] = c
	}
	// What one side writes and what the other makes of the name may be the same text on this cluster.
	filled := strings.NewReplacer(`\u0000`, p.Cluster) // what JSON has for wording.OwnName
	isSame := func(f change.Field) bool { return filled.Replace(f.Before) == filled.Replace(f.After) }
	if c == nil || !slices.ContainsFunc(c.Fields, isSame) {
		return c
	}
	one, fill := *c, strings.NewReplacer(wording.OwnName, p.Cluster).Replace
	one.Before = engine.Map(c.Before, fill, fill).(map[string]any)
	one.After = engine.Map(c.After, fill, fill).(map[string]any)
	if one.Fields = printing.Compare("", one.Before, one.After); one.Fields == nil {
		return nil
	}
	return &one
}
