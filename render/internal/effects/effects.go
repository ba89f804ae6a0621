package effects

import (
	"cmp"
	_ "embed" // immutable.yaml
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Change is an object before and after a change, as the values of JSON. The side that does not have it is nil.
type Change struct {
	Before, After map[string]any
	Owner         string         // the kind of what makes the object: HelmRelease or Kustomization
	Spec          map[string]any // that of the owner after the change; before it, if the owner is Gone
	Gone          bool
	CRD           bool // the object is of the folder crds of a chart
}

// Effect is what a change does. The path leads from the object to the field; it is empty for the whole object. Detail
// says what is wrong, and what to do instead. It has no value of the object.
type Effect struct {
	Code         finding.Code
	Severity     finding.Severity
	Path, Detail string
}

// Of returns what the change of an object does that a reviewer must see. It is empty for an object that is new, that is
// the same on both sides, or that the owner leaves alone.
func Of(c Change) (all []Effect) {
	f := c.facts()
	if c.Before == nil || f.says("alone") != "" || c.After == nil && c.Stays() {
		return nil
	}
	for _, r := range known().Kinds[kindOf(c.After)] {
		all = append(all, f.told(r)...)
	}
	olds, _ := at(c.Before, "spec", "versions").([]any)
	news, _ := at(c.After, "spec", "versions").([]any)
	for _, old := range olds {
		version := facts{"kind": kindOf(c.After), "before": old}
		for _, now := range news {
			if reflect.DeepEqual(at(old, "name"), at(now, "name")) {
				version["after"] = now
			}
		}
		all = append(all, Effect{wording.CodeFinalStoredVersion, finding.SeverityWarning, "spec.versions",
			version.says("version")})
	}
	return slices.DeleteFunc(all, func(e Effect) bool { return e.Detail == "" })
}

// Stays reports whether the owner leaves the object in the cluster that it no longer makes.
func (c Change) Stays() bool { return c.facts().says("stays") != "" }

func (c Change) facts() facts {
	return facts{"owner": c.Owner, "spec": c.Spec, "gone": c.Gone, "crd": c.CRD, "kind": kindOf(c.Before),
		"before": c.Before, "after": c.After}
}

// kindOf is the kind of an object and its group, as StatefulSet.apps; empty for none.
func kindOf(object map[string]any) string {
	return (&unstructured.Unstructured{Object: object}).GroupVersionKind().GroupKind().String()
}

//go:embed immutable.yaml
var immutable []byte

// known is immutable.yaml, which says what the fields mean. Words have when and then alone.
var known = sync.OnceValue(func() (all struct{ Words, Kinds map[string][]rule }) {
	if err := yaml.Unmarshal(immutable, &all); err != nil {
		panic(err) // tests have read it
	}
	return all
})

type rule struct {
	When               map[string]string
	Field, Then, Fix   string
	Below              any
	Each, Given, Grows bool
}

// facts are what the conditions of immutable.yaml ask for, by name.
type facts map[string]any

// says returns the words of a name, with other texts in the place of their names; the fact where there are no words.
func (f facts) says(name string) string {
	for _, option := range known().Words[name] {
		if f.holds(option.When) {
			return os.Expand(option.Then, f.says)
		}
	}
	return fmt.Sprint(at(map[string]any(f), strings.Fields(name)...))
}

func (f facts) holds(when map[string]string) bool {
	for name, want := range when {
		want, not := strings.CutPrefix(want, "!")
		if not == strings.Contains(strings.ToLower("|"+want+"|"), strings.ToLower("|"+f.says(name)+"|")) {
			return false
		}
	}
	return true
}

// told returns what a rule tells: of its field once, or of each field right below.
func (f facts) told(r rule) (all []Effect) {
	keys := strings.FieldsFunc(r.Field, func(c rune) bool { return strings.ContainsRune(".[]", c) })
	old, now := at(f["before"], keys...), at(f["after"], keys...)
	if !f.holds(r.When) || r.Grows && quantities(cmp.Or(old, r.Below), cmp.Or(now, r.Below)) <= 0 {
		return nil
	}
	code := wording.CodeFinalImmutable
	if r.Then != "" {
		code = wording.CodeFinalGone
	}
	f["given"], f["was"], f["fix"], f["then"] = r.Given, old, r.Fix, r.Then
	for _, path := range r.compare(r.Field, old, now, r.Below) {
		f["field"] = path
		all = append(all, Effect{code, finding.Severity(f.says("severity")), path, f.says(cmp.Or(r.Then, "refused"))})
	}
	return all
}

// compare returns the path to each field that differs, of those below one field the path to that. Absent, empty and the
// default are the same. Below is that of the rule, for the value.
func (r *rule) compare(path string, old, now, below any) (found []string) {
	inner, isMap := below.(map[string]any)
	switch {
	case below == "free" || below == "*" && (old == nil || now == nil):
		return nil
	case !isMap:
		old, now = cmp.Or(old, below), cmp.Or(now, below)
	}
	olds, news := fieldsOf(old), fieldsOf(now)
	switch _, isList := cmp.Or(old, now).([]any); {
	case olds != nil && news != nil && (!isList || len(olds) == len(news)):
		both := maps.Clone(olds)
		maps.Copy(both, news)
		for _, key := range slices.Sorted(maps.Keys(both)) {
			step := tree.Step(key)
			if isList {
				step = "[" + key + "]"
			}
			found = append(found, r.compare(path+step, olds[key], news[key], cmp.Or(inner[key], inner["*"]))...)
		}
	case fmt.Sprint(old) != fmt.Sprint(now) && (below != "quantity" || quantities(old, now) != 0):
		return []string{path}
	}
	if len(found) > 1 && !(r.Each && path == r.Field) {
		return []string{path}
	}
	return found
}

// quantities compares two quantities, such as 1Gi and 1024Mi: more than 0 if the first is larger. Other texts are 0.
func quantities(a, b any) int {
	first, _ := resource.ParseQuantity(fmt.Sprint(a))
	second, _ := resource.ParseQuantity(fmt.Sprint(b))
	return first.Cmp(second)
}

// at returns the value to which keys of maps and indices of lists lead; nil for none.
func at(value any, keys ...string) any {
	for _, key := range keys {
		value = fieldsOf(value)[key]
	}
	return value
}

// fieldsOf returns what is in a map, or by index in a list. It is empty for nothing, and nil for other values.
func fieldsOf(value any) map[string]any {
	fields, _ := value.(map[string]any)
	if items, isList := value.([]any); isList || value == nil {
		fields = map[string]any{}
		for i, item := range items {
			fields[strconv.Itoa(i)] = item
		}
	}
	return fields
}

// Served returns why a Kubernetes, such as 1.33.0, does not serve a kind, and what to write instead. It is empty for a
// kind that it serves, for one that is not of Kubernetes, and without a version. It does not know which alpha and beta
// versions a cluster has switched on.
func Served(apiVersion, kind, kubeVersion string) string {
	minor := 0 // also for what is no version
	_, _ = fmt.Sscanf(strings.TrimPrefix(kubeVersion, "v"), "1.%d", &minor)
	row, instead := served[apiVersion+" "+kind], apiVersion
	for next := row; 0 < next.until && next.until <= minor; next = served[instead+" "+kind] {
		instead = next.instead
	}
	detail := fmt.Sprintf("Kubernetes 1.%d does not serve %s %s", minor, apiVersion, kind)
	switch {
	case 0 < minor && minor < row.since:
		detail += fmt.Sprintf(" yet: it is there since 1.%d", row.since)
		return detail + "; write an older version, or leave the object out"
	case instead == apiVersion:
		return ""
	case instead == "":
		return fmt.Sprintf("%s since 1.%d, and nothing replaces it; leave the object out", detail, row.until)
	}
	return fmt.Sprintf("%s since 1.%d; write %s", detail, row.until, instead)
}

// ClusterScoped reports whether objects of a kind of Kubernetes have no namespace. It knows no custom kind.
func ClusterScoped(apiVersion, kind string) bool { return served[apiVersion+" "+kind].cluster }
