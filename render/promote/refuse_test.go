package promote_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const testLayer = "    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
	"      values: {a: {b: 2, c: x}, hosts: [a]}\n"

// TestRefused checks what is told of documents that have no value to promote, or no place for it. Each message has
// the text to write.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ overrides, arguments, want string }{
		"no layer": {
			testLayer, "stage=test stage=production",
			`in.yaml:18:5: spec.config.overrides: no override and no entry has the clusterSelector stage=production (there ` +
				`are layers for stage=test); add the item - {clusterSelector: {matchLabels: {stage: production}}, chart: ` +
				`{version: 1.2.0}} [FA801]`,
		},
		"the value of a stage without its key": {
			testLayer, "test stage=test",
			`in.yaml:18:5: spec.config.overrides: no override and no entry has the clusterSelector test (there are layers ` +
				`for stage=test); did you mean stage=test? If not, add the item - {clusterSelector: {matchExpressions: [{key: ` +
				`test, operator: Exists}]}, chart: {version: VALUE}} [FA801]`,
		},
		"no layer of the first stage": {
			testLayer, "ring!=a,stage~in~(staging,dev) stage=test",
			`in.yaml:18:5: spec.config.overrides: no override and no entry has the clusterSelector ring!=a,stage in ` +
				`(staging,dev) (there are layers for stage=test); add the item - {clusterSelector: {matchExpressions: [{key: ` +
				`ring, operator: NotIn, values: [a]}, {key: stage, operator: In, values: [dev, staging]}]}, chart: {version: ` +
				`VALUE}} [FA801]`,
		},
		"a selector with more requirements is another stage": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: production, ring: a}}\n      chart: {version: 1.1.0}\n",
			"stage=test ring=a",
			`in.yaml:18:5: spec.config.overrides: no override and no entry has the clusterSelector ring=a (there are layers ` +
				`for stage=test; ring=a,stage=production); add the item - {clusterSelector: {matchLabels: {ring: a}}, chart: ` +
				`{version: 1.2.0}} [FA801]`,
		},
		"words that need quotes": {
			testLayer, "stage=test stage=true",
			`in.yaml:18:5: spec.config.overrides: no override and no entry has the clusterSelector stage=true (there are ` +
				`layers for stage=test); add the item - {clusterSelector: {matchLabels: {stage: "true"}}, chart: {version: ` +
				`1.2.0}} [FA801]`,
		},
		"a text that needs quotes in braces": {
			strings.Replace(testLayer, "values: {a: {b: 2, c: x}, hosts: [a]}", "values:\n        d: a, b", 1),
			"stage=test stage=staging values.d",
			`in.yaml:18:5: spec.config.overrides: no override and no entry has the clusterSelector stage=staging (there are ` +
				`layers for stage=test); add the item - {clusterSelector: {matchLabels: {stage: staging}}, values: {d: 'a, ` +
				`b'}} [FA801]`,
		},
		"no field": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: {c: y}}\n",
			"stage=test stage=staging values.a.b",
			`in.yaml:23:19: spec.config.overrides[1].values.a.b: the layer of stage=staging has no values.a.b; add b: 2 [FA802]`,
		},
		"no version": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: {c: y}}\n",
			"stage=test stage=staging",
			`in.yaml:22:7: spec.config.overrides[1].chart: the layer of stage=staging has no chart.version; add chart: ` +
				`{version: 1.2.0} [FA802]`,
		},
		"no version in the first stage": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: {c: y}}\n",
			"stage=staging stage=test",
			`in.yaml:22:7: spec.config.overrides[1].chart: the layer of stage=staging has no chart.version; add chart: ` +
				`{version: VALUE} [FA802]`,
		},
		"null": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: ~}\n",
			"stage=test stage=staging",
			`in.yaml:23:24: spec.config.overrides[1].chart.version: is null, so the layer of stage=staging has no ` +
				`chart.version; write version: 1.2.0 [FA802]`,
		},
		"null above": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values:\n",
			"stage=test stage=staging values.a.b",
			`in.yaml:23:14: spec.config.overrides[1].values: is null, so the layer of stage=staging has no values.a.b; write ` +
				`values: {a: {b: 2}} [FA802]`,
		},
		"a scalar above": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: $(remove)}\n",
			"stage=test stage=staging values.a.b",
			`in.yaml:23:19: spec.config.overrides[1].values.a: is a string, so the layer of stage=staging has no values.a.b; ` +
				`write a: {b: 2} [FA803]`,
		},
		"a list above": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {hosts: [b]}\n",
			"stage=test stage=staging values.hosts[0]",
			`in.yaml:21:40: spec.config.overrides[0].values.hosts: is a list, and its items are not promoted; ` +
				`edit it by hand [FA803]`,
		},
		"a list that is merged": {
			testLayer + "    - clusterSelector: {}\n      values: {env: []}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {env+(name): [{name: A}]}\n",
			"stage=staging stage=test values.env[0].name",
			`in.yaml:25:16: spec.config.overrides[2].values.env+(name): is merged with the list below, and its items are not ` +
				`promoted; edit it by hand [FA803]`,
		},
		"a list": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {hosts: [b]}\n",
			"stage=test stage=staging values.hosts",
			`in.yaml:21:40: spec.config.overrides[0].values.hosts: is a list, and only scalars are promoted; edit it by ` +
				`hand [FA803]`,
		},
		"a map": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {hosts: [b]}\n",
			"stage=test stage=staging values",
			`in.yaml:21:15: spec.config.overrides[0].values: is a map, and only scalars are promoted; name one below it, for ` +
				`example --field values.a.b [FA803]`,
		},
		"a map in the second stage": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: {c: {d: []}}}\n",
			"stage=test stage=staging values.a.c",
			`in.yaml:23:23: spec.config.overrides[1].values.a.c: is a map, and only scalars are promoted; edit it by ` +
				`hand [FA803]`,
		},
		"an anchor": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: &v 1.1.0}\n",
			"stage=test stage=staging",
			`in.yaml:23:24: spec.config.overrides[1].chart.version: has an anchor, so other places may have its value too, ` +
				`and only a value in one piece of one line is promoted; write 1.2.0 [FA803]`,
		},
		"an alias": {
			testLayer + "    - clusterSelector: {matchLabels: {ring: a}}\n      chart: {version: &v 1.1.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: *v}\n", "stage=test stage=staging",
			`in.yaml:25:24: spec.config.overrides[2].chart.version: is an alias, which has the value of its anchor, and only ` +
				`a value in one piece of one line is promoted; write 1.2.0 [FA803]`,
		},
		"an alias in the first stage": {
			testLayer + "    - clusterSelector: {matchLabels: {ring: a}}\n      chart: {version: &v 1.1.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: *v}\n", "stage=staging stage=test",
			`in.yaml:25:24: spec.config.overrides[2].chart.version: is an alias, which has the value of its anchor, and only ` +
				`a value in one piece of one line is promoted; write 1.1.0 [FA803]`,
		},
		"a tag": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: {b: !!str 1}}\n",
			"stage=test stage=staging values.a.b",
			`in.yaml:23:23: spec.config.overrides[1].values.a.b: has a tag, and only a value in one piece of one line is ` +
				`promoted; write 2 [FA803]`,
		},
		"a block": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values:\n        a:\n          b: |\n" +
				"            x\n", "stage=staging stage=test values.a.b",
			`in.yaml:25:14: spec.config.overrides[1].values.a.b: is a block of lines, and only a value in one piece of one ` +
				`line is promoted; write "x\n" [FA803]`,
		},
		"several lines": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: {b: \"x\n        y\"}}\n",
			"stage=test stage=staging values.a.b",
			`in.yaml:23:23: spec.config.overrides[1].values.a.b: is written over several lines, and only a value in one piece ` +
				`of one line is promoted; write 2 [FA803]`,
		},
		"a key behind a question mark": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      values:\n        a:\n          ? b\n" +
				"          : 1\n", "stage=test stage=staging values.a.b",
			`in.yaml:26:13: spec.config.overrides[1].values.a.b: 2 cannot be written in the place of this value; edit it by ` +
				`hand [FA803]`,
		},
		"a map that an alias shares": {
			testLayer + "    - clusterSelector: {matchLabels: {ring: a}}\n      chart: &c {version: 1.1.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: *c\n", "stage=test stage=staging",
			`in.yaml:23:27: spec.config.overrides[1].chart.version: spec.config.overrides[2].chart.version has this value ` +
				`too, because of an alias or a merge key; write the layer of stage=staging without them [FA805]`,
		},
		"an anchor that an alias repeats": {
			testLayer + "    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: &c {version: 1.1.0}\n" +
				"    - clusterSelector: {matchLabels: {ring: a}}\n      chart: *c\n", "stage=test stage=staging",
			`in.yaml:23:27: spec.config.overrides[1].chart.version: spec.config.overrides[2].chart.version has this value ` +
				`too, because of an alias or a merge key; write the layer of stage=staging without them [FA805]`,
		},
		"a merge key": {
			testLayer + "    - clusterSelector: {matchLabels: {ring: a}}\n      values: &c {a: {b: 1}}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {<<: *c, d: 1}\n",
			"stage=test stage=staging values.a.b",
			`in.yaml:23:26: spec.config.overrides[1].values.a.b: spec.config.overrides[2].values.a.b has this value too, ` +
				`because of an alias or a merge key; write the layer of stage=staging without them [FA805]`,
		},
		"a secret is not shown": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values: {token: a1b2c3d4e5f6a7b8}\n",
			"stage=test stage=staging values.token",
			`in.yaml:18:5: spec.config.overrides: no override and no entry has the clusterSelector stage=staging (there are ` +
				`layers for stage=test); add the item - {clusterSelector: {matchLabels: {stage: staging}}, values: {token: ` +
				`VALUE}} [FA801]`,
		},
		"a param that the other stage lacks": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values: {replicas: $(cluster.params.size)}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      values: {replicas: 3}\n",
			"stage=test stage=production values.replicas",
			`in.yaml:22:26: spec.config.overrides[1].values.replicas: the documents are wrong with $(cluster.params.size) of ` +
				`stage=test here; correct what the other errors are about [FA807]` + "\n" +
				`in.yaml:22:26: spec.config.overrides[1].values.replicas: cluster kyoto has no params.size (it has no params); ` +
				`add it in spec.clusters or as overrides: [{cluster: kyoto, params: {size: …}}], or give a default: ` +
				`$(cluster.params.size or 'x') [FA223]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, wrong := promoted(t, frame+c.overrides, request(t, c.arguments))
			assert.Equal(t, wrong, c.want)
			if _, item, ok := strings.Cut(strings.TrimSuffix(c.want, " [FA801]"), "add the item "); ok {
				_, summary, wrong := promoted(t, frame+c.overrides+"    "+item+"\n", request(t, c.arguments))
				assert.Assert(t, summary != "", wrong)
			}
		})
	}
}

// TestPlacedLayer checks that a layer for a part of a stage, which a scheduler chooses, is none of the stage.
func TestPlacedLayer(t *testing.T) {
	const decision = "apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: PlacementDecision\nmetadata: {name: web}\n" +
		"decisions: []\n---\n"
	_, _, wrong := promoted(t, decision+frame+testLayer+"    - clusterSelector: {matchLabels: {stage: production}}\n"+
		"      placement: web\n      allowEmpty: true\n      chart: {version: 1.1.0}\n",
		request(t, "stage=test stage=production"))
	assert.Assert(t, strings.Contains(wrong, "no override and no entry has the clusterSelector stage=production (there "+
		"are layers for stage=test)"), wrong)
}

// TestNoOverrides checks what is told of an application without any layer.
func TestNoOverrides(t *testing.T) {
	for _, chart := range []string{"chart: {chart: shop, version: 1.0.0}", "chart: {chart: shop}"} {
		testNoOverrides(t, strings.Replace(frame, "chart: {chart: shop, version: 1.0.0}", chart, 1))
	}
}

func testNoOverrides(t *testing.T, frame string) {
	t.Helper()
	text := strings.Replace(frame, "    overrides:\n", "", 1)
	_, _, wrong := promoted(t, text, request(t, "stage=test stage=production"))
	assert.Equal(t, wrong, "in.yaml:12:5: spec.config.overrides: no override and no entry has the clusterSelector "+
		"stage=test (no layer has labels that select clusters); add overrides: [{clusterSelector: {matchLabels: {stage: "+
		"test}}, chart: {version: VALUE}}] [FA801]")
}
