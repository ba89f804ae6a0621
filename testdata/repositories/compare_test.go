package repositories

import (
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/runtime"
)

// TestCompare shows that each fault of an adoption is found, and what is none.
func TestCompare(t *testing.T) {
	web, other := place{"a", "flux-system/apps", "apps Deployment x/web"}, place{"a", "flux-system/more", "Pod x/web"}
	before := state{
		web:   {"apiVersion": "apps/v1beta1", "metadata": tree{"name": "web"}, "spec": tree{"replicas": int64(2)}},
		other: {"apiVersion": "v1"},
	}
	moved := place{"a", "flux-system/more", web.id}
	set := func(value any, path ...string) func(state) {
		return func(s state) {
			inner := s[web]
			for _, key := range path[:len(path)-1] {
				if inner[key] == nil {
					inner[key] = tree{}
				}
				inner = inner[key].(tree)
			}
			inner[path[len(path)-1]] = value
		}
	}
	for says, change := range map[string]func(state){
		"":              func(state) {},
		"annotation":    set("x/web", "metadata", "annotations", renderedFrom),
		"newer":         set("apps/v1", "apiVersion"),
		"changed":       set(int64(3), "spec", "replicas"),
		"changed: more": set("x", "metadata", "annotations", "more"),
		"changed: type": set("2", "spec", "replicas"),
		"changed: old":  set("apps/v1alpha1", "apiVersion"),
		"lost":          func(s state) { delete(s, web) },
		"added":         func(s state) { s[place{"a", "flux-system/more", "Pod x/new"}] = tree{} },
		"other cluster": func(s state) { s[place{"b", web.owner, web.id}] = s[web] },
		"double":        func(s state) { s[moved] = s[web] },
		"another owner": func(s state) { s[moved] = s[web]; delete(s, web) },
	} {
		after := maps.Clone(before)
		after[web] = runtime.DeepCopyJSON(before[web])
		change(after)
		wrong := compare(before, after)
		switch kind, _, _ := strings.Cut(says, ":"); kind {
		case "", "annotation", "newer":
			assert.Equal(t, len(wrong), 0, "%s: %v", says, wrong)
		case "other cluster":
			kind = "added"
			fallthrough
		default:
			assert.Equal(t, len(wrong), 1, "%s: %v", says, wrong)
			assert.Assert(t, strings.HasPrefix(wrong[0], kind+": "), "%s: %v", says, wrong)
		}
	}
}
