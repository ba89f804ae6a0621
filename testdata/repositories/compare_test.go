package repositories

import (
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestCompare shows that each fault of an adoption is found, and what is none.
func TestCompare(t *testing.T) {
	web, more := place{"a", "x/apps", "apps Deployment x/web"}, place{"a", "x/more", "Pod x/web"}
	object := func(version, annotation string, replicas any) tree {
		metadata := tree{"annotations": tree{annotation: "x"}}
		return tree{"apiVersion": version, "metadata": metadata, "spec": tree{"n": replicas}}
	}
	before := state{web: object("apps/v1beta1", "own", int64(2)), more: {"metadata": tree{}}}
	set := func(p place, o tree) func(state) { return func(s state) { s[p] = o } }
	for says, change := range map[string]func(state){
		"annotation":    set(more, tree{"metadata": tree{"annotations": tree{renderedFrom: "x"}}}),
		"newer":         set(web, object("apps/v1", "own", int64(2))),
		"changed":       set(web, object("apps/v1", "own", int64(3))),
		"changed type":  set(web, object("apps/v1", "own", "2")),
		"changed older": set(web, object("apps/v1alpha1", "own", int64(2))),
		"changed other": set(web, object("apps/v1", "other", int64(2))),
		"lost":          func(s state) { delete(s, web) },
		"added":         set(place{"a", "x/more", "Pod x/new"}, tree{}),
		"added double":  set(place{"a", "x/more", web.id}, before[web]),
		"added cluster": set(place{"b", web.owner, web.id}, before[web]),
		"added moved":   func(s state) { s[place{"a", "x/more", web.id}] = s[web]; delete(s, web) },
	} {
		after := maps.Clone(before)
		change(after)
		wrong := strings.Join(compare(before, after), "; ")
		kind, _, _ := strings.Cut(says, " ")
		if kind == "annotation" || kind == "newer" {
			kind = ""
		}
		assert.Assert(t, strings.HasPrefix(wrong, kind) && (kind != "" || wrong == ""), "%s: %s", says, wrong)
	}
}
