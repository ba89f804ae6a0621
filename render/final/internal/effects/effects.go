package effects

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Change is an object before and after a change, as the values of JSON. The side that does not have it is nil.
type Change struct {
	Owner         Owner
	Before, After map[string]any
	// Kept: the owner never deletes the object, such as a definition in the folder crds of a chart.
	Kept bool
}

// Owner is the HelmRelease or the Kustomization that makes an object, after the change; before it, if it is Gone.
type Owner struct {
	Kind string
	Spec map[string]any
	Gone bool
}

// Effect is what a change does. Keys lead from the object to the field: keys of maps, and indices of lists; there are
// none for the whole object. Detail says what is wrong, and what to do instead. It has no value of the object.
type Effect struct {
	Code     finding.Code
	Severity finding.Severity
	Keys     []string
	Detail   string
}

// Of returns what the change of an object does that a reviewer must see. It is empty for an object that is new, that is
// the same on both sides, or that the owner leaves alone.
func Of(c Change) (all []Effect) {
	f := c.facts()
	switch {
	case c.Before == nil || f.says(c.Owner.Kind+" alone") != "" || c.After == nil && c.Stays():
		return nil
	case c.After == nil:
		all = []Effect{{wording.CodeFinalGone, finding.SeverityWarning, nil, f.says("goes")}}
	case f["kind"] == "CustomResourceDefinition.apiextensions.k8s.io":
		named := map[string]any{}
		for _, version := range fieldsOf(at(c.After, "spec", "versions")) {
			named[fmt.Sprint(at(version, "name"))] = version
		}
		versions, _ := at(c.Before, "spec", "versions").([]any)
		for _, old := range versions {
			version := facts{"name": at(old, "name"), "before": old, "after": named[fmt.Sprint(at(old, "name"))]}
			all = append(all, Effect{wording.CodeFinalStoredVersion, finding.SeverityWarning, []string{"spec", "versions"},
				version.says("version")})
		}
	}
	for _, r := range known().Kinds[kindOf(c.After)] {
		all = append(all, f.refused(r)...)
	}
	return slices.DeleteFunc(all, func(e Effect) bool { return e.Detail == "" })
}

// Stays reports whether the owner leaves the object in the cluster that it no longer makes.
func (c Change) Stays() bool { return c.facts().says("stays") != "" }

func (c Change) facts() facts {
	return facts{"owner": c.Owner.Kind, "spec": c.Owner.Spec, "gone": c.Owner.Gone, "kept": c.Kept,
		"kind": kindOf(c.Before), "before": c.Before, "after": c.After}
}

// kindOf is the kind of an object and its group, as StatefulSet.apps.
func kindOf(object map[string]any) string {
	return (&unstructured.Unstructured{Object: object}).GroupVersionKind().GroupKind().String()
}

var index = regexp.MustCompile(`^\.(\d+)$`)

// refused returns what a rule tells: of its field once, or of each field right below.
func (f facts) refused(r rule) (all []Effect) {
	field := strings.Split(r.Field, ".")
	old, now := at(f["before"], field...), at(f["after"], field...)
	if !f.holds(r.When) || r.Grows && quantities(cmp.Or(old, r.Below), cmp.Or(now, r.Below)) <= 0 {
		return nil
	}
	f["given"], f["was"], f["fix"], f["loses"] = r.Given, old, r.Fix, r.Then
	for _, keys := range r.compare(old, now, r.Below, field) {
		path := ""
		for _, key := range keys {
			path += index.ReplaceAllString(tree.Step(key), "[$1]")
		}
		f["field"] = strings.TrimPrefix(path, ".")
		all = append(all, Effect{cmp.Or(r.Code, wording.CodeFinalImmutable), finding.Severity(f.says("severity")), keys,
			f.says("refused")})
	}
	return all
}

// compare returns the keys to each field that differs, of those below one field the keys to that. Absent, empty and the
// default are the same. Below is that of the rule, for the value.
func (r *rule) compare(old, now, below any, keys []string) (found [][]string) {
	if below == "free" || below == "*" && (old == nil || now == nil) {
		return nil
	} else if _, isMap := below.(map[string]any); !isMap {
		old, now = cmp.Or(old, below), cmp.Or(now, below)
	}
	olds, news := fieldsOf(old), fieldsOf(now)
	switch _, isList := cmp.Or(old, now).([]any); {
	case olds != nil && news != nil && (!isList || len(olds) == len(news)):
		both := maps.Clone(olds)
		maps.Copy(both, news)
		for _, key := range slices.Sorted(maps.Keys(both)) {
			next := cmp.Or(fieldsOf(below)[key], at(below, "*"))
			found = append(found, r.compare(olds[key], news[key], next, append(slices.Clip(keys), key))...)
		}
	case fmt.Sprint(old) != fmt.Sprint(now) && (below != "quantity" || quantities(old, now) != 0):
		return [][]string{keys}
	}
	if len(found) > 1 && !(r.Each && strings.Join(keys, ".") == r.Field) {
		return [][]string{keys}
	}
	return found
}

// quantities compares two quantities, such as 1Gi and 1024Mi: more than 0 if the first is larger. What is none is 0.
func quantities(a, b any) int {
	first, _ := resource.ParseQuantity(fmt.Sprint(a))
	second, _ := resource.ParseQuantity(fmt.Sprint(b))
	return first.Cmp(second)
}
