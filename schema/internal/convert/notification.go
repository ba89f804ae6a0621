package convert

import "github.com/fluxapp-dev/fluxapp/schema/tree"

func (c *converter) notification(n tree.Node) tree.Node {
	return c.changeItems(n, "alerts", func(item tree.Node) tree.Node { return c.change(item, "spec", c.alert) })
}

func (c *converter) alert(spec tree.Node) tree.Node {
	summary, metadata := spec.Get("summary"), spec.Get("eventMetadata")
	if summary.Kind() != tree.String || metadata.Exists() && metadata.Kind() != tree.Map {
		return spec
	}
	if own := metadata.Get("summary"); own.Exists() && own.Text() != summary.Text() {
		c.contradicts(summary, "contradicts eventMetadata.summary, which Flux has in its place; keep that one")
		return spec
	}
	metadata = c.build.Map(metadata, append(metadata.Fields(), tree.Field{Key: "summary", Value: summary})...)
	return c.replace(spec, "summary", "eventMetadata", metadata)
}
