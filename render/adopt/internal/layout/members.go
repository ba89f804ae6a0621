package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// members are those of a document, in the order of their clusters.
type members []reached

// areUnique reports whether each member has a cluster of its own, with a name.
func (all members) areUnique() bool {
	for i, m := range all {
		if m.hub && !m.inFleet || all.isAgain(i) {
			return false
		}
	}
	return true
}

// isAgain reports whether the member before has the same cluster.
func (all members) isAgain(i int) bool { return i > 0 && all[i-1].Cluster == all[i].Cluster }

// areListable reports whether the document can list the clusters that no document of the run has: the others of their
// names are not other clusters.
func (all members) areListable() bool {
	for i, m := range all {
		if m.inFleet != m.taken || len(m.Cluster) > kinds.MaxName ||
			all.isAgain(i) && !m.hub && !isSame(m.kubeConfig, all[i-1].kubeConfig) {
			return false
		}
	}
	return true
}

// selector selects the clusters of the members and no other one of the run; absent where no selector does.
func (all members) selector(fleet []schema.Member) *value {
	var in, out []map[string]string
	isMember := map[string]bool{}
	for _, m := range all {
		in = append(in, m.labels)
		isMember[m.Cluster] = m.inFleet
	}
	for i := range fleet {
		if other := &fleet[i]; !isMember[other.Name] {
			out = append(out, labelsOf(other))
		}
	}
	if !all.areUnique() || !all.areListable() {
		return nil
	}
	if len(out) == 0 {
		return onLine()
	}
	if r, ok := require(in, out); ok {
		return r.selector()
	}
	return nil
}

// require returns the labels that some members have and no other one.
func (all members) require(some []int) (requirement, bool) {
	var in, out []map[string]string
	for i, m := range all {
		if _, isIn := slices.BinarySearch(some, i); isIn {
			in = append(in, m.labels)
		} else {
			out = append(out, m.labels)
		}
	}
	if !all.areUnique() || !all.areListable() {
		return requirement{}, false
	}
	return require(in, out)
}

// names returns the names of the clusters; empty for a hub without one.
func (all members) names() []string {
	return each.Of(all, func(m reached) string {
		if m.hub && !m.inFleet {
			return ""
		}
		return m.Cluster
	})
}

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
