package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// ranked returns a map with its fields in the order of keys, where "" means all other fields, in their own order.
func ranked(v page.Value, keys ...string) page.Value {
	rank := func(f page.Field) int {
		return cmp.Or(slices.Index(keys, names.ReadLayerKey(f.Key).Name)+1, slices.Index(keys, "")+1)
	}
	slices.SortStableFunc(v.Fields, func(x, y page.Field) int { return cmp.Compare(rank(x), rank(y)) })
	return v
}

// chartKeys order the fields of a chart.
var chartKeys = []string{"kind", "chart", "version", "url", ""}

// sourceKeys order the fields of an inline source.
var sourceKeys = []string{"name", "namespace", ""}

// entryKeys order the fields of an entry or layer: what chooses clusters is first, and long fields are last.
var entryKeys = []string{
	"clusterSelector", "clusters", "cluster", "destination", "name", "namespace", "metadata", "params", "source",
	"sourceRef", "chart", "path", "interval", "retryInterval", "timeout", "prune", "wait", "suspend", "releaseName",
	"storageNamespace",
	"serviceAccountName", "", "postBuild", "patches", "postRenderers", "valuesFrom", "values",
}

// withNameFirst returns a kubeConfig, with the name before the key.
func withNameFirst(kubeConfig page.Value) page.Value {
	for _, f := range kubeConfig.Fields {
		ranked(f.Value, "name", "")
	}
	return kubeConfig
}

// entryValue returns an entry or layer, in order.
func entryValue(made page.Value, before ...page.Field) page.Value {
	for i, f := range made.Fields {
		switch f.Key {
		case "chart":
			made.Fields[i].Value = ranked(f.Value, chartKeys...)
		case "source":
			made.Fields[i].Value = ranked(f.Value, sourceKeys...)
		}
	}
	for _, f := range before {
		i := slices.IndexFunc(made.Fields, func(own page.Field) bool { return own.Key == f.Key })
		if i < 0 {
			made.Fields = append(made.Fields, f)
		} else { // a destination
			f.Value.Fields = append(f.Value.Fields, made.Fields[i].Value.Fields...)
			f.Value.Comments = made.Fields[i].Value.Comments
			made.Fields[i] = f
		}
	}
	made.Kind, made.Style = tree.Map, page.Dense
	return ranked(made, entryKeys...)
}
