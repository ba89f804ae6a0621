package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// rendered returns the objects of a document, about which there must be nothing to say.
func rendered(t *testing.T, document []byte) render.Result {
	t.Helper()
	docs := schema.Parse("bench.yaml", document)
	err := docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	assert.Equal(t, len(result.Findings), 0, "%v", result.Findings)
	return result
}

func printed(t *testing.T, document []byte) string {
	t.Helper()
	var out bytes.Buffer
	assert.NilError(t, rendered(t, document).WriteYAML(&out))
	return out.String()
}

// TestDocuments shows that each document makes an object for each cluster, and that only those have findings that are
// meant to.
func TestDocuments(t *testing.T) {
	const n = 24
	fleet := fleetOf(1, n)
	var names []string
	for _, c := range fleet {
		names = append(names, c.name)
	}
	slices.Sort(names)
	findings := map[string]map[finding.Code]int{
		"explicit entries, each with a warning": {codes.Filled: n},
		"layers, references in values, waves":   {codeUngated: 2},
	}
	for _, d := range documents {
		t.Run(d.name, func(t *testing.T) {
			docs := schema.Parse("bench.yaml", d.text(fleet))
			err := docs.Findings().Err()
			assert.NilError(t, err)
			result, err := render.Render(docs, render.Options{})
			assert.NilError(t, err)
			var clusters []string
			for _, o := range result.Objects {
				clusters = append(clusters, o.Cluster())
			}
			assert.DeepEqual(t, clusters, names)
			var codes map[finding.Code]int
			for _, f := range result.Findings {
				if codes == nil {
					codes = map[finding.Code]int{}
				}
				codes[f.Code]++
			}
			assert.DeepEqual(t, codes, findings[d.name])
		})
	}
}

// TestScaleFiles holds that every application goes to every cluster, and that each has its shard.
func TestScaleFiles(t *testing.T) {
	var all []byte
	for _, text := range scaleFiles(60, 3) {
		all = append(append(all, text...), "\n---\n"...)
	}
	objects := rendered(t, all).Objects
	assert.Equal(t, len(objects), 180)
	for _, o := range objects {
		assert.Assert(t, strings.HasPrefix(o.Tree().At("metadata", "labels", "sharding.fluxcd.io/key").Text(), "shard"))
	}
}

// TestMixedStyles shows that the mix has in it what it is for.
func TestMixedStyles(t *testing.T) {
	text := string(mixed(fleetOf(1, 40)))
	for _, of := range []string{
		"config: |\n", "message: >-\n", "{requests: {", "[*host]", "<<: *remediation", `{"$imagepolicy": `, "\n\n",
		" # all of it",
	} {
		assert.Assert(t, strings.Contains(text, of), of)
	}
	// no alias of another entry: each defines its own
	assert.Equal(t, strings.Count(text, "<<: *"), strings.Count(text, "&remediation"))
}

// TestSeeds shows that another seed gives another fleet, and the same seed the same one.
func TestSeeds(t *testing.T) {
	one, two := fleetOf(1, 40), fleetOf(2, 40)
	assert.Assert(t, slices.Equal(one, fleetOf(1, 40)))
	for i := range one {
		assert.Assert(t, one[i] != two[i])
	}
}

// TestJSON shows that JSON makes the objects of its YAML, of all clusters.
func TestJSON(t *testing.T) {
	fleet := fleetOf(1, 7)
	inDocuments := fleetDocuments(kubeSphereCluster)
	for _, c := range []struct{ json, yaml []byte }{
		{asJSON(explicit)(fleet), explicit(fleet)}, {asJSON(selector)(fleet), selector(fleet)},
		{indentedJSON(selector)(fleet), selector(fleet)},
		{fleetJSON(kubeSphereCluster)(fleet), inDocuments(fleet)},
	} {
		assert.Equal(t, c.json[0], byte('{'))
		assert.NilError(t, equal(objectsOf(t, printed(t, c.yaml)), objectsOf(t, printed(t, c.json))))
	}
	assert.Equal(t, bytes.Count(asJSON(explicit)(fleet), []byte("\n")), 1)
	assert.Assert(t, bytes.HasPrefix(indentedJSON(explicit)(fleet), []byte("{\n    \"apiVersion\": ")))
}

// TestLayers shows that what the layers and references stand for arrives.
func TestLayers(t *testing.T) {
	fleet := fleetOf(1, 12)
	fleet[10].region = "asia"
	documents := map[string]string{}
	for _, o := range rendered(t, layered(fleet)).Objects {
		documents[o.Cluster()] = string(o.YAML())
	}
	canary, early, other := documents[fleet[0].name], documents[fleet[10].name], documents[fleet[11].name]
	for _, pair := range [][2]string{
		{canary, "interval: 1m\n"}, {canary, "logLevel: debug\n"}, {canary, "region: " + fleet[0].region + "\n"},
		{early, "replicaCount: 1\n"}, {early, "className: nginx-asia\n"}, {early, "timeout: 10m\n"},
		{other, "logLevel: info\n"}, {other, "replicaCount: 2\n"}, {other, "zone: none\n"},
		{other, "host: " + fleet[11].host() + "\n"},
	} {
		assert.Assert(t, strings.Contains(pair[0], pair[1]), "%q is not in\n%s", pair[1], pair[0])
	}
}

// TestReferences shows that the references in fields other than values arrive.
func TestReferences(t *testing.T) {
	fleet := fleetOf(1, 1)
	name := fleet[0].name
	for _, c := range []struct{ out, want string }{
		{printed(t, references(fleet)), "name: podinfo-" + name + "\n"},
		{printed(t, substitutions(fleet)), "name: vars-" + name + "\n"},
	} {
		for _, of := range []string{c.want, "    cluster: " + name + "\n", "targetNamespace: podinfo-" + fleet[0].region +
			"\n", "value: " + name + "\n"} {
			assert.Assert(t, strings.Contains(c.out, of), "%q is not in\n%s", of, c.out)
		}
	}
}

// TestWaves shows that waves are three lines more, and that nothing waits for more than ten objects.
func TestWaves(t *testing.T) {
	fleet := fleetOf(1, 100)
	assert.Equal(t, withoutLines(string(waves(fleet)), "wave:"), string(layered(fleet)))
	assert.Equal(t, strings.Count(string(waves(fleet)), "wave:"), 3)
	stages := map[string]int{}
	for _, c := range fleet {
		stages[c.stage]++
	}
	assert.DeepEqual(t, stages, map[string]int{"canary": 1, "early": 10, "production": 89})
}

// TestEntriesKeepTheirSize keeps sizes comparable: a document with ten times the clusters has ten times the bytes.
func TestEntriesKeepTheirSize(t *testing.T) {
	for _, w := range documents {
		const n = 1000
		size := func(n int) int { return len(w.text(fleetOf(1, n))) }
		per := float64(size(2*n)-size(n)) / n
		assert.Assert(t, size(10*n) < int(10.2*n*per)+size(1), fmt.Sprint(w.name, per))
	}
}
