package layout

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// nameSource gives a source that has references, or that layers have a part of, a name with a reference: fluxapp would
// put a digest of the spec behind any other name. A name that has nothing of the application stays, and is not proved.
func (c *composer) nameSource() {
	source := c.common.field("source")
	name := source.field("name")
	layers := slices.Concat(c.own, each.Of(c.selected, func(l layer) *value { return l.fields }))
	hasName := func(l *value) bool { return l.at("source", "name") != nil }
	differs := func(l *value) bool { return !l.field("source").without("namespace", "file").isEmpty() }
	if name.hasReference() || slices.ContainsFunc(layers, hasName) ||
		!slices.ContainsFunc(layers, differs) && !source.without("namespace", "file").hasReference() {
		return
	}
	given := "$(app.name)"
	if name != nil {
		given = strings.Replace(name.text(), c.group.Name, given, 1)
	}
	named := mapOf()
	if source != nil {
		*named = *source
		named.below = slices.Clone(source.below)
	}
	named.put("name", textOf(given))
	c.common.put("source", named)
}
