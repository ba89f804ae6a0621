package promote

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Selector selects the clusters of a stage by their labels. The zero Selector is of no stage.
type Selector struct {
	text         string
	labels       labels.Selector
	requirements []requirement // in order, each once
}

// requirement is a part of a selector in one spelling for all that mean the same.
type requirement struct {
	key      string
	operator string // of matchExpressions
	values   string // in order, with commas between them
}

// ParseSelector reads a label selector of kubectl, as stage=test; an error when no clusterSelector can have it.
func ParseSelector(text string) (Selector, error) {
	parsed, err := labels.Parse(text)
	if err != nil {
		return Selector{}, fmt.Errorf("%q is no label selector (%w); write for example stage=test", text, err)
	}
	found, _ := parsed.Requirements()
	if len(found) == 0 {
		return Selector{}, errors.New("the selector is empty; write for example stage=test")
	}
	var all []requirement
	for _, r := range found {
		operator, known := operators[r.Operator()]
		if !known {
			return Selector{}, fmt.Errorf("%q compares numbers, and a clusterSelector cannot; write for example "+
				"stage=test", text)
		}
		all = append(all, newRequirement(r.Key(), operator, r.ValuesUnsorted()))
	}
	return Selector{text, parsed, inOrder(all)}, nil
}

// String returns the selector as it was written.
func (s Selector) String() string { return s.text }

// Equals reports whether both have the same requirements.
func (s Selector) Equals(other Selector) bool {
	return slices.Equal(s.requirements, other.requirements)
}

var operators = map[selection.Operator]string{
	selection.In: "In", selection.Equals: "In", selection.DoubleEquals: "In",
	selection.NotIn: "NotIn", selection.NotEquals: "NotIn",
	selection.Exists: "Exists", selection.DoesNotExist: "DoesNotExist",
}

func newRequirement(key, operator string, values []string) requirement {
	return requirement{key, operator, strings.Join(slices.Compact(slices.Sorted(slices.Values(values))), ",")}
}

func inOrder(all []requirement) []requirement {
	text := func(r requirement) string { return r.key + " " + r.operator + " " + r.values }
	slices.SortFunc(all, func(a, b requirement) int { return strings.Compare(text(a), text(b)) })
	return slices.Compact(all)
}

// readSelector returns the requirements of a clusterSelector; none of one that selects all clusters, or that is absent.
func readSelector(clusterSelector tree.Node) []requirement {
	if clusterSelector.Kind() != tree.Map {
		return nil
	}
	parsed, problems := validate.Selector(clusterSelector)
	if len(problems) > 0 { // rendering has refused it
		return nil
	}
	var all []requirement
	for _, r := range parsed {
		all = append(all, newRequirement(r.Key, r.Operator, r.Values))
	}
	return inOrder(all)
}

// matches reports whether a cluster is in the stage. One that the fleet does not have has no labels that anybody knows.
func (s Selector) matches(cluster *schema.Member) bool {
	if cluster == nil {
		return false
	}
	known := labels.Set{}
	for label := range cluster.Labels().Children() {
		known[label.Key()] = label.Text()
	}
	return s.labels.Matches(known)
}

func words(requirements []requirement) string {
	parts := make([]string, len(requirements))
	for i, r := range requirements {
		form := map[string]string{"Exists": "K", "DoesNotExist": "!K", "In": "K=V", "NotIn": "K!=V"}[r.operator]
		if strings.Contains(r.values, ",") {
			form = map[string]string{"In": "K in (V)", "NotIn": "K notin (V)"}[r.operator]
		}
		parts[i] = strings.NewReplacer("K", r.key, "V", r.values).Replace(form)
	}
	return strings.Join(parts, ",")
}
