package promote

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Field is the path from a layer to a value in it. The empty Field is the version that the layer has.
type Field []string

// ParseField reads a field's path as findings print it: keys with dots between them, and in brackets a key that is no
// plain word, as values.image.tag or metadata.labels[example.com/team]. A field that selects clusters is an error.
func ParseField(text string) (Field, error) {
	f, rest := Field{}, text
	for rest != "" {
		key := ""
		if strings.HasPrefix(rest, "[") {
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, fmt.Errorf("%q has a bracket that does not end; write for example "+
					"metadata.labels[example.com/team]", text)
			}
			key, rest = rest[1:end], rest[end+1:]
		} else {
			end := strings.IndexAny(rest+".", ".[")
			key, rest = rest[:end], rest[end:]
		}
		next, dotted := strings.CutPrefix(rest, ".")
		if key == "" || dotted && next == "" || !dotted && rest != "" && rest[0] != '[' {
			return nil, fmt.Errorf("%q is no path of a field; write for example values.image.tag", text)
		}
		f, rest = append(f, key), next
	}
	if len(f) == 0 {
		return nil, errors.New("the field is empty; write for example values.image.tag")
	}
	return f, f.check()
}

// choosing are the fields of layers that are no values: they say which clusters and objects a layer is for.
var choosing = []string{"clusterSelector", "cluster", "clusters", "placement", "allowEmpty", "disable", "name"}

func (f Field) check() error {
	ofEntry := f[0] == "destination" && !slices.Equal(f, Field{"destination", "targetNamespace"})
	if slices.Contains(choosing, f[0]) || ofEntry {
		return fmt.Errorf("%s chooses the clusters or the object of a layer, so it is not promoted; edit it in the "+
			"document", f)
	}
	return nil
}

// String returns the path as ParseField reads it.
func (f Field) String() string { return wording.Path(f) }

// in returns the value of the field in a layer; absent where the layer does not have it. Then last is the value on
// the way to it that has no such field, and rest is what is missing there.
func (f Field) in(layer tree.Node) (found, last tree.Node, rest Field) {
	for i, key := range f {
		if i > 0 && f[0] == "values" { // a key that ends in an operator is escaped there
			key = names.WrittenLayerKey(key)
		}
		next := layer.Find(key)
		if !next.Exists() {
			return tree.Node{}, layer, f[i:]
		}
		layer = next
	}
	return layer, layer, nil
}

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
	parsed, _ := validate.Selector(clusterSelector) // rendering has refused a wrong one
	var all []requirement
	for _, r := range parsed {
		all = append(all, newRequirement(r.Key, r.Operator, r.Values))
	}
	return inOrder(all)
}

// Matches reports whether a cluster is in the stage. One that the fleet does not have has no labels that anybody knows.
func (s Selector) Matches(cluster *schema.Member) bool {
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
