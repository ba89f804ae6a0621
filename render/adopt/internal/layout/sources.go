package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/authored"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// nameSource gives a source that has references, or that layers have a part of, a name with a reference: any other name
// would end in a digest of the spec. A name that has nothing of the application is a param.
func (w *writer) nameSource(common tree.Node) tree.Node {
	source := common.Get("source")
	differs, named := false, names.IsReference(source.Get("name"))
	for _, difference := range w.differences {
		if path := difference.Path; path[0] == "source" && path[1] != "namespace" { // which gives no digest
			differs, named = true, named || path[1] == "name"
		}
	}
	if named || !differs && !names.HasReferences(w.b.Without(source, "namespace")) {
		return common
	}
	given, name := source.Get("name"), "$(app.name)"
	fields := w.b.Without(common, "source").Fields()
	switch {
	case strings.Contains(given.Text(), w.group.Name):
		name = strings.Replace(given.Text(), w.group.Name, name, 1)
	case given.Exists():
		name = "$(cluster.params.source)"
		param := tree.Field{Key: "source", Value: given}
		fields = append(fields, tree.Field{Key: "params", Value: w.b.Map(tree.Node{}, param)})
	}
	source = w.b.Map(source, append(w.b.Without(source, "name").Fields(),
		tree.Field{Key: "name", Value: w.b.String(name, tree.Node{})})...)
	return w.b.Map(common, append(fields, tree.Field{Key: "source", Value: source})...)
}

// items returns the items of spec.sources: each source once.
func (w *writer) items() page.Value {
	if !w.group.NamesSources {
		return page.Value{}
	}
	var items []page.Value
	listed := map[string]bool{}
	for _, m := range w.members {
		if m.Source.Kind == nil {
			continue
		}
		item := (reader{group: w.group, b: w.b}).inline(m.Source)
		if item.Get("namespace").Text() == w.group.Namespace && !m.namesNamespace(w.group.Kind) {
			item = w.b.Without(item, "namespace")
		}
		if key := string(divide.AppendKey(nil, item)); !listed[key] {
			listed[key] = true
			at := authored.Spot{Place: w.authors.Items.Field(item.Get("name").Text())}
			items = append(items, ranked(w.scribe.Noted(item, at), sourceKeys...))
		}
	}
	slices.SortStableFunc(items, func(x, y page.Value) int {
		return cmp.Compare(x.Fields[0].Value.Scalar.Text(), y.Fields[0].Value.Scalar.Text())
	})
	return page.ListOf(items...)
}
