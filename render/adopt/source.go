package adopt

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// takeSources gives documents the sources that only their objects refer to, where each cluster has its own: each object
// has one, of one kind. A source that others need too is said once where it is, and they refer to it.
func takeSources(in *input, groups []*group) {
	of := map[*object]*group{}
	for _, g := range groups {
		for _, o := range g.objects {
			of[o] = g
		}
	}
	users := sets[id, *group]{}
	for _, o := range in.objects {
		refer(users, o.kind, o.root, o.home, of[o])
	}
	for _, other := range in.others {
		refer(users, kinds.OfObject(other), other, other.At("metadata", "namespace").Text(), nil)
	}
	sources := map[onServer][]*object{}
	for _, o := range in.objects {
		for _, cluster := range o.clusters {
			if o.kind.Is(kinds.Source) {
				key := onServer{o.id(), o.server(cluster)}
				sources[key] = append(sources[key], o)
			}
		}
	}
	for _, g := range groups {
		g.sources = sourcesOf(g, users, sources)
	}
}

// refer notes the application, nil for no one, of an object that refers to others of Flux.
func refer(users sets[id, *group], k *kinds.Kind, root tree.Node, namespace string, by *group) {
	for reference, value := range k.Named(root.At) {
		if reference.Relation != kinds.Feeds && reference.Relation != kinds.Updated {
			continue
		}
		to := reference.Target(value, namespace, root.At)
		users.add(id{to.Kind, to.Namespace, to.Name}, by)
	}
}

// sourcesOf returns the source of each object of an application; nil where its document cannot hold all of them.
func sourcesOf(g *group, users sets[id, *group], sources map[onServer][]*object) map[*object]*object {
	found := map[*object]*object{}
	var first *object
	for _, o := range g.objects {
		reference, ref := o.kind.Source(o.root.At)
		if reference == nil || ref.Get("apiVersion").Exists() {
			return nil
		}
		to := reference.Target(ref, o.home, o.root.At)
		named := id{to.Kind, to.Namespace, to.Name}
		there := sources[onServer{named, o.server(o.cluster())}]
		if len(there) != 1 || len(users[named]) != 1 {
			return nil
		}
		s := there[0]
		first = cmp.Or(first, s)
		if s.left != nil || s.kind != first.kind || s.namespace != cmp.Or(ref.Get("namespace").Text(), o.namespace) ||
			slices.ContainsFunc([]string{"labels", "annotations"}, func(key string) bool {
				return s.root.At("metadata", key).First().Exists()
			}) {
			return nil
		}
		found[o] = s
	}
	return found
}
