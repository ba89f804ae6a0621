package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/internal/each"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// requirement is a label with values that some clusters have, and no other one.
type requirement struct {
	key    string
	values []string
}

// maxValues is how many values a requirement can list.
const maxValues = 4

// require returns the plainest requirement that all of in meet and none of out, by no label that tells clusters apart.
func require(in, out []map[string]string) (best requirement, ok bool) {
	for key := range in[0] {
		inside, all := valuesOf(key, in)
		outside, _ := valuesOf(key, out)
		isShared := slices.ContainsFunc(inside, func(value string) bool { return slices.Contains(outside, value) })
		if !all || isShared || len(inside) > 1 && (len(inside) == len(in) || len(inside) > maxValues) {
			continue
		}
		found := requirement{key, inside}
		if !ok || found.compare(best) < 0 {
			best, ok = found, true
		}
	}
	return best, ok
}

func (r requirement) compare(other requirement) int {
	return cmp.Or(cmp.Compare(len(r.values), len(other.values)), cmp.Compare(len(r.key), len(other.key)),
		cmp.Compare(r.key, other.key))
}

// valuesOf returns the values of a label in order, and whether all clusters have it.
func valuesOf(key string, clusters []map[string]string) (found []string, all bool) {
	all = true
	for _, labels := range clusters {
		value, has := labels[key]
		if all = all && has; has {
			found = append(found, value)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), all
}

// labelsOf returns the labels of a cluster of the fleet.
func labelsOf(m *schema.Member) map[string]string {
	found := map[string]string{}
	for label := range m.Labels().Children() {
		found[label.Key()] = label.Text()
	}
	return found
}

// selector returns what selects the clusters that meet a requirement.
func (r requirement) selector() *value {
	if len(r.values) == 1 {
		return onLine(onLine(textOf(r.values[0]).as(r.key)).as("matchLabels"))
	}
	return onLine(listOf(onLine(textOf(r.key).as("key"), textOf("In").as("operator"),
		listOf(each.Of(r.values, textOf)...).as("values"))).as("matchExpressions"))
}
