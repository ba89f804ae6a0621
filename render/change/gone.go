package change

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// gone returns the change of an object that after does not have.
func (c *comparison) gone(o *Object) Change {
	found := o.change(Deleted)
	if o.Bootstrap {
		found.Effect = "it stays on the cluster until its administrator deletes it"
		return found
	}
	spec := o.Content().Get("spec")
	found.Effect = kinds.EffectOfDeletion(o.Kind, spec)
	switch {
	case kinds.StaysAfterDeletion(o.Kind, spec):
		found.Action = Orphaned
	case o.isWorkload() && spec.Get("kubeConfig").Exists() && !c.reaches(o.Cluster):
		found.Effect += "; keep the kubeconfig of the cluster until then, or what runs there stays"
	case !o.isWorkload() && c.uses(o.ID) > 0:
		found.Effect += "; " + refersStill(c.uses(o.ID))
	}
	return found
}

func refersStill(count int) string {
	if count == 1 {
		return "1 object still refers to it"
	}
	return counted(count, "object") + " still refer to it"
}

// reaches reports whether after has an object for a cluster.
func (c *comparison) reaches(cluster string) bool {
	if c.clusters == nil {
		c.clusters = map[string]bool{}
		for _, o := range c.after {
			c.clusters[o.Cluster] = true
		}
	}
	return c.clusters[cluster]
}

// references are the fields by which objects refer to others, with the kind of those whose reference has none.
var references = []struct {
	path []string
	kind string
}{
	{[]string{"spec", "sourceRef"}, ""},
	{[]string{"spec", "chartRef"}, ""},
	{[]string{"spec", "chart", "spec", "sourceRef"}, ""},
	{[]string{"spec", "providerRef"}, kinds.Provider.Name},
	{[]string{"spec", "imageRepositoryRef"}, kinds.ImageRepository.Name},
}

// uses returns how many objects of after refer to an object.
func (c *comparison) uses(id ID) int {
	if c.referred == nil {
		c.referred = map[ID]int{}
		for _, o := range c.after {
			c.addReferences(o)
		}
	}
	return c.referred[id]
}

func (c *comparison) addReferences(o *Object) {
	content := o.Content()
	for _, r := range references {
		if ref := content.At(r.path...); ref.Kind() == tree.Map {
			c.referred[ID{
				Server: o.Server, Kind: cmp.Or(ref.Get("kind").Text(), r.kind),
				Namespace: cmp.Or(ref.Get("namespace").Text(), o.Namespace), Name: ref.Get("name").Text(),
			}]++
		}
	}
}
