package fleet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// labels returns the labels of all clusters with their values.
func (f *Fleet) labels() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, m := range f.Members {
		for label := range m.Labels().Children() {
			if all[label.Key()] == nil {
				all[label.Key()] = map[string]bool{}
			}
			all[label.Key()][label.Text()] = true
		}
	}
	return all
}

// Doubts returns what a selector that matches clusters most likely does not mean: a label that no cluster has, where its
// absence selects, and a value that no cluster has and that is nearly one of theirs.
func (f *Fleet) Doubts(selector tree.Node) (found []finding.Problem) {
	doubt := func(n tree.Node, near, detail string) {
		found = append(found, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoCluster, Node: n,
			Current: n.Text(), Proposed: near, Detail: detail})
	}
	for item := range selector.Get("matchExpressions").Children() {
		all, key, operator, values := f.labels(), item.Get("key"), item.Get("operator").Text(), item.Get("values")
		if all[key.Text()] == nil && (operator == "NotIn" || operator == "DoesNotExist") {
			near, remedy := instead(key.Text(), slices.Sorted(maps.Keys(all)))
			doubt(key, near, fmt.Sprintf("no cluster of the fleet has the label %s%s, so that %s leaves none out; %s",
				key.Text(), f.Labels(tree.Node{}), operator, remedy))
			if operator == "DoesNotExist" && near == "" { // clusters may get it for a while, to be left out
				found[len(found)-1].Severity = finding.SeverityInfo
			}
		}
		for value := range values.Children() {
			known := slices.DeleteFunc(slices.Sorted(maps.Keys(all[key.Text()])), func(known string) bool {
				return values.Has(func(n tree.Node) bool { return n.Text() == known })
			})
			if near := nearest(value.Text(), known); near != "" && !all[key.Text()][value.Text()] {
				doubt(value, near, fmt.Sprintf("no cluster of the fleet has %s: %s; did you mean %s?", key.Text(), value.Text(),
					near))
			}
		}
	}
	return found
}

func instead(label string, known []string) (near, remedy string) {
	switch near = cmp.Or(names.Nearest(label, known), nearest(label, known)); {
	case near != "":
		return near, "did you mean " + near + "?"
	case slices.Contains([]string{"name", "cluster", "cluster.name", "metadata.name"}, strings.ToLower(label)):
		return "", "the name is no label: to leave a cluster out, write overrides: [{cluster: NAME, disable: true}]"
	}
	return "", "write a label that they have, or leave the condition out"
}

// nearest returns the word that another one is a form of, in any case: env for Environment, staging for stage, prod for
// prd. A letter in the place of another one makes another word: team-a is not team-b.
func nearest(word string, known []string) string {
	for _, other := range known {
		a, b := strings.ToLower(word), strings.ToLower(other)
		if len(a) > len(b) {
			a, b = b, a
		}
		isWord := strings.Trim(a+b, "abcdefghijklmnopqrstuvwxyz") == "" && len(a) > 2
		isForm := strings.HasPrefix(b, strings.TrimSuffix(a, "e")) || len(a) < len(b) && names.Differ(a, b, 1) == 1
		if a == b || isWord && isForm {
			return other
		}
	}
	return ""
}
