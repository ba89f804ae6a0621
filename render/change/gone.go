package change

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// gone returns the change of an object that after does not have.
func (c *comparison) gone(o *Object) Change {
	found := newChange(Deleted, o, nil)
	if o.Bootstrap {
		found.Effect = "it stays on the cluster until its administrator deletes it"
		return found
	}
	d := o.deletion()
	found.Effect = d.Effect()
	switch {
	case d.Leaves():
		found.Action = Orphaned
	case o.isWorkload() && !c.reaches(o.Cluster) && o.value("kubeConfig").Exists():
		found.Effect += "; keep the kubeconfig of the cluster until then, or what runs there stays"
	case !o.isWorkload() && c.uses(o.ID) > 0:
		found.Effect += "; " + refersStill(c.uses(o.ID))
	}
	return found
}

// deletion returns what the consequences of deleting the object depend on.
func (o *Object) deletion() kinds.Deletion {
	return kinds.Deletion{
		Kind: o.Kind, Suspend: o.value("suspend").Text(), Prune: o.value("prune").Text(),
		DeletionPolicy: o.value("deletionPolicy").Text(),
	}
}

func refersStill(count int) string {
	if count == 1 {
		return "1 object still refers to it"
	}
	return names.Counted(count, "object") + " still refer to it"
}

// reaches reports whether after has an object for a cluster.
func (c *comparison) reaches(cluster string) bool {
	if c.clusters == nil {
		c.clusters = map[string]bool{}
		for _, o := range c.after.list {
			c.clusters[o.Cluster] = true
		}
	}
	return c.clusters[cluster]
}

// references are the fields of a spec by which objects refer to others, with the kind of those whose reference has
// none.
var references = []struct {
	path []string
	kind string
}{
	{[]string{"sourceRef"}, ""},
	{[]string{"chartRef"}, ""},
	{[]string{"chart", "spec", "sourceRef"}, ""},
	{[]string{"providerRef"}, kinds.Provider.Name},
	{[]string{"imageRepositoryRef"}, kinds.ImageRepository.Name},
}

// uses returns how many objects of after refer to an object.
func (c *comparison) uses(id render.ID) int {
	if c.referred == nil {
		c.referred = map[render.ID]int{}
		for _, o := range c.after.list {
			c.addReferences(o)
		}
	}
	return c.referred[id]
}

func (c *comparison) addReferences(o *Object) {
	for _, r := range references {
		at := func(key string) string { return o.value(append(r.path[:len(r.path):len(r.path)], key)...).Text() }
		if name := at("name"); name != "" {
			to := render.ID{Server: o.Server, Kind: cmp.Or(at("kind"), r.kind), Namespace: cmp.Or(at("namespace"), o.Namespace),
				Name: name}
			c.referred[to]++
		}
	}
}
