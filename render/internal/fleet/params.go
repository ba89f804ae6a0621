package fleet

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// param returns what the cluster and the layers over it have as a param, or below one; absent when there is none. What
// only the cluster has is returned as it is written, with its nulls.
func (r *Resolver) param(b *tree.Builder, path []string) tree.Node {
	value, _ := find(r.Cluster.fields().Params(), path)
	if len(r.Params) == 0 {
		return value
	}
	params := overlay.New(b, overlay.OfParams())
	for _, layer := range r.Params {
		over, replaced := find(layer, path)
		if replaced {
			value = tree.Node{}
		}
		value = params.Field("", value, over)
	}
	return value
}

// find returns what a map has at a path, if anything. A value above the path that is no map has replaced it.
func find(n tree.Node, path []string) (found tree.Node, replaced bool) {
	for _, key := range path {
		if n.Exists() && n.Kind() != tree.Map {
			return tree.Node{}, true
		}
		n = n.Find(key)
	}
	return n, false
}
