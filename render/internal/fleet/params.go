package fleet

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// param returns what the cluster and the layers over it have as a param, or below one; absent when there is none.
func (r *Resolver) param(b *tree.Builder, path []string) tree.Node {
	own := r.Cluster.fields().Params()
	if len(r.Params) == 0 {
		for _, key := range path {
			own = own.Find(key)
		}
		return own
	}
	values := []tree.Node{own}
	for _, over := range r.Params {
		values = lay(values, over)
	}
	for _, key := range path {
		values = below(values, key)
	}
	return merged(b, values)
}

// lay lays a value of a layer over values: a map is merged with the maps below it, null removes what is below, and
// every other value replaces it. The first of the values is that of the cluster, and absent when it has none or when
// a layer replaced it. The others are maps, the lowest first, or one value of another kind.
func lay(values []tree.Node, over tree.Node) []tree.Node {
	switch {
	case !over.Exists():
		return values
	case over.Kind() == tree.Null:
		return []tree.Node{{}}
	case over.Kind() == tree.Map && values[len(values)-1].Kind() == tree.Map:
		return append(values, over)
	}
	return []tree.Node{{}, over}
}

// below returns what values that lie over one another have for a key.
func below(values []tree.Node, key string) []tree.Node {
	found := []tree.Node{values[0].Find(key)}
	for _, over := range values[1:] {
		found = lay(found, over.Find(key))
	}
	return found
}

// merged returns the one value of values that lie over one another; absent when there is none. What only the cluster
// has is returned as it is written, with its nulls.
func merged(b *tree.Builder, values []tree.Node) tree.Node {
	top := values[len(values)-1]
	if len(values) == 1 || top.Kind() != tree.Map || !values[0].Exists() && len(values) == 2 && !hasNull(top) {
		return top
	}
	var fields []tree.Field
	for _, value := range values {
		for child := range value.Children() {
			fields = append(fields, tree.Field{Key: child.Key(), Value: merged(b, below(values, child.Key()))})
		}
	}
	return b.Map(top, fields...)
}

// hasNull reports whether a map has a null, or a map below it has one.
func hasNull(n tree.Node) bool {
	for child := range n.Children() {
		if child.Kind() == tree.Null || child.Kind() == tree.Map && hasNull(child) {
			return true
		}
	}
	return false
}
