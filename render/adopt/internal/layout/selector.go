package layout

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// requirement is what the labels of some clusters have, and the labels of no other one.
type requirement struct {
	key, operator string
	values        []string
}

// maxValues is how many values a requirement can list.
const maxValues = 4

// require returns the plainest requirement that all of in meet and none of out, by no label that tells clusters apart.
// It is none that leaves out a single cluster by what this has or does not have: its name says that.
func require(in, out []map[string]string) (requirement, bool) {
	var found []requirement
	for key := range divide.KeysOfLabels(in, out) {
		found = append(found, requirementsOf(key, in, out)...)
	}
	if len(found) == 0 {
		return requirement{}, false
	}
	return slices.MinFunc(found, func(x, y requirement) int {
		return cmp.Or(cmp.Compare(x.weight(), y.weight()), cmp.Compare(len(x.key), len(y.key)), cmp.Compare(x.key, y.key))
	}), true
}

// weight is how much there is to read.
func (r requirement) weight() int {
	switch r.operator {
	case "":
		return 0
	case "Exists":
		return 1
	}
	return 2 + len(r.values)
}

func requirementsOf(key string, in, out []map[string]string) (found []requirement) {
	inside, allIn := valuesOf(key, in)
	outside, allOut := valuesOf(key, out)
	for value := range inside {
		if outside[value] {
			return nil
		}
	}
	few := func(values map[string]bool, clusters []map[string]string) bool {
		return len(values) == 1 || len(values) < len(clusters) && len(values) <= maxValues
	}
	isLone := len(out) == 1
	switch {
	case allIn && len(inside) == 1:
		return []requirement{{key, "", slices.Collect(maps.Keys(inside))}}
	case allIn && len(outside) == 0 && len(inside) < len(in):
		return []requirement{{key, "Exists", nil}}
	case len(inside) == 0 && allOut && !isLone:
		return []requirement{{key, "DoesNotExist", nil}}
	}
	if allIn && few(inside, in) {
		found = append(found, requirement{key, "In", slices.Sorted(maps.Keys(inside))})
	}
	if allOut && few(outside, out) && !isLone {
		found = append(found, requirement{key, "NotIn", slices.Sorted(maps.Keys(outside))})
	}
	return found
}

// valuesOf returns the values of a label, and whether all clusters have it.
func valuesOf(key string, clusters []map[string]string) (found map[string]bool, all bool) {
	found, all = map[string]bool{}, true
	for _, labels := range clusters {
		value, has := labels[key]
		if all = all && has; has {
			found[value] = true
		}
	}
	return found, all
}

// LabelsOf returns the labels of a cluster of the fleet.
func LabelsOf(m *schema.Member) map[string]string {
	found := map[string]string{}
	for label := range m.Labels().Children() {
		found[label.Key()] = label.Text()
	}
	return found
}

func (r requirement) value(b *tree.Builder) page.Value {
	text := func(s string) page.Value { return page.ValueOf(b.String(s, tree.Node{})) }
	listed := divide.Each(r.values, text)
	if r.operator == "" {
		return page.OnLine(page.FieldOf("matchLabels", page.MapOf(page.FieldOf(r.key, listed[0]))))
	}
	return page.OnLine(page.FieldOf("matchExpressions", page.ListOf(page.MapOf(page.FieldOf("key", text(r.key)),
		page.FieldOf("operator", text(r.operator)), page.FieldOf("values", page.ListOf(listed...))))))
}
