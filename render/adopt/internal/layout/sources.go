package layout

import (
	"cmp"
	"slices"
	"strings"
)

// nameSource gives a source that has references, or that layers have a part of, a name with a reference: fluxapp would
// put a digest of the spec behind any other name. A name that has nothing of the application stays, and is not proved.
func (c *composer) nameSource() {
	source := c.common.field("source")
	name := source.field("name")
	layers := slices.Concat(c.own, each(c.selected, func(l layer) *value { return l.fields }))
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

// items returns the items of spec.sources: each source once.
func (c *composer) items() (items []*value) {
	if !c.group.NamesSources {
		return nil
	}
	listed := map[string]bool{}
	for _, m := range c.members {
		if m.Source.Kind == nil {
			continue
		}
		item := c.inline(m.Member)
		if item.Get("namespace").Text() == c.group.Namespace && !m.namesNamespace(c.group.Kind) {
			item = c.b.Without(item, "namespace")
		}
		made := ranked(c.author.value(item), sourceKeys)
		if key := string(made.appendKey(nil)); !listed[key] {
			listed[key] = true
			made.note = made.note.and(c.author.aroundSource(m)...)
			items = append(items, made)
		}
	}
	slices.SortStableFunc(items, func(x, y *value) int {
		return cmp.Compare(x.field("name").text(), y.field("name").text())
	})
	return items
}

// byKey orders fields.
func byKey(x, y *value) int { return cmp.Compare(x.key, y.key) }
