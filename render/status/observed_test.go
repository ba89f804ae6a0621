package status_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/status"
)

// release is an observed HelmRelease that is ready.
func release(name string) string {
	return `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ` + name + `, namespace: apps, generation: 1}
spec: {interval: 10m}
status:
  observedGeneration: 1
  conditions:
  - {type: Ready, status: "True", reason: UpgradeSucceeded, message: done, lastTransitionTime: "2026-11-23T02:00:00Z"}
`
}

// list returns texts of YAML as kubectl get prints them.
func list(objects ...string) string {
	text := "apiVersion: v1\nkind: List\nitems:\n"
	for _, o := range objects {
		text += "- " + strings.ReplaceAll(strings.TrimSuffix(o, "\n"), "\n", "\n  ") + "\n"
	}
	return text
}

// TestAdd checks which texts are refused.
func TestAdd(t *testing.T) {
	const again = "read the objects once more with kubectl get -o yaml [FA836]\n"
	type text struct{ server, file, data string }
	for _, c := range []struct {
		name  string
		texts []text
		want  string
	}{
		{"a list", []text{{"", "hub.yaml", list(release("a"), release("b"))}}, ""},
		{"one object twice, and equal", []text{{"", "one.yaml", list(release("a"))}, {"", "two.yaml", release("a")}}, ""},
		{"one name on two servers",
			[]text{{"berlin", "one.yaml", release("a")}, {"tokyo", "two.yaml", strings.Replace(release("a"), "10m", "5m", 1)}},
			""},
		{"two versions of one object",
			[]text{{"", "one.yaml", list(release("a"))}, {"", "two.yaml", strings.Replace(release("a"), "10m", "5m", 1)}},
			"two.yaml:1:1: the HelmRelease apps/a is also at one.yaml:4:3, and differs; read the objects of a server once, or " +
				"name the cluster of each text [FA831]"},
		{"two versions in one text",
			[]text{{"", "hub.yaml", release("a") + "---\n" + strings.Replace(release("a"), "done", "fails", 1)}},
			"hub.yaml:10:1: the HelmRelease apps/a is also at hub.yaml:1:1, and differs; read the objects of a server once, " +
				"or name the cluster of each text [FA831]"},
		{"kinds of others", []text{{"", "hub.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: b}\n---\n" +
			"apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n"}}, ""},
		{"objects without metadata",
			[]text{{"", "hub.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec: {a: 1}\n---\n" +
				"apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {}\n"}},
			"hub.yaml:1:1: has no name, and API servers write one; " + again +
				"hub.yaml:5:1: has no name, and API servers write one; " + again},
		{"times and a boolean of other types", []text{{"", "hub.yaml", strings.Replace(release("a"), "10m",
			`10m, suspend: "true"`, 1) + "  history: [{firstReconciled: 3, lastDeployed: []}]\n" +
			"  artifact: {lastUpdateTime: 5}\n"}},
			"hub.yaml:4:32: spec.suspend: is a string, and API servers write a boolean; " + again +
				"hub.yaml:9:31: status.history[0].firstReconciled: is a number, and API servers write a string; " + again +
				"hub.yaml:9:48: status.history[0].lastDeployed: is a list, and API servers write a string; " + again +
				"hub.yaml:10:30: status.artifact.lastUpdateTime: is a number, and API servers write a string; " + again},
		{"a list that is cut off", []text{{"", "hub.yaml", strings.Replace(list(release("a")), "kind: List\n", "", 1)}},
			"hub.yaml:1:1: kind: is missing behind the items, so the list is cut off; read the objects once more [FA007]"},
		{"fields of other types", []text{{"", "hub.yaml", strings.NewReplacer("generation: 1", `generation: "1"`,
			"observedGeneration: 1", "observedGeneration: one", `"True"`, "True").Replace(release("a"))}},
			"hub.yaml:3:50: metadata.generation: is a string, and API servers write a number; " + again +
				"hub.yaml:6:23: status.observedGeneration: is a string, and API servers write a number; " + again +
				"hub.yaml:8:27: status.conditions[0].status: is a boolean, and API servers write a string; " + again},
		{"metadata and status that are no maps", []text{{"", "hub.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\n" +
			"kind: HelmRelease\nmetadata: a\nstatus: [Ready]\n"}},
			"hub.yaml:3:11: metadata: is a string, and API servers write a map; " + again +
				"hub.yaml:4:9: status: is a list, and API servers write a map; " + again},
		{"conditions that are no list", []text{{"", "hub.yaml", strings.Replace(release("a"), "conditions:\n  -",
			"conditions: none\n  others:\n  -", 1)}},
			"hub.yaml:7:15: status.conditions: is a string, and API servers write a list; " + again},
		{"conditions that are no maps", []text{{"", "hub.yaml", strings.Replace(release("a"), "conditions:\n",
			"conditions:\n  - null\n  - 1\n  - {type: [Ready], status: {}}\n", 1)}},
			"hub.yaml:9:5: status.conditions[1]: is a number, and API servers write a map; " + again +
				"hub.yaml:10:12: status.conditions[2].type: is a list, and API servers write a string; " + again +
				"hub.yaml:10:29: status.conditions[2].status: is a map, and API servers write a string; " + again},
		{"no YAML", []text{{"", "hub.yaml", "a: [\n"}},
			"hub.yaml:1:1: a value is missing; close the bracket, or quote a value that holds {{ }} [FA001]"},
		{"nothing", []text{{"", "hub.yaml", ""}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var observed status.Observed
			got := ""
			for _, text := range c.texts {
				if err := observed.Add(text.server, text.file, []byte(text.data)); err != nil {
					got += err.Error()
				}
			}
			assert.Equal(t, got, strings.TrimSuffix(c.want, "\n"))
		})
	}
}
