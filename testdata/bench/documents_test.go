package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
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

// TestDocuments shows that each document makes an object for each cluster, and that only those have findings that are meant to.
func TestDocuments(t *testing.T) {
	const n = 24
	findings := map[string]map[finding.Code]int{
		"explicit entries, each with a warning": {finding.CodeFilled: n},
		"layers, references in values, waves":   {finding.CodeUngated: 2},
	}
	for _, d := range documents {
		t.Run(d.name, func(t *testing.T) {
			docs := schema.Parse("bench.yaml", d.text(n))
			err := docs.Findings().Err()
			assert.NilError(t, err)
			result, err := render.Render(docs, render.Options{})
			assert.NilError(t, err)
			assert.Equal(t, len(result.Objects), n)
			for i, o := range result.Objects {
				assert.Equal(t, o.Cluster(), clusterAt(i).name)
			}
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

// TestMixedWays shows that the mix has in it what it is for.
func TestMixedWays(t *testing.T) {
	text := string(mixed(4))
	for _, of := range []string{
		"config: |\n", "message: >-\n", "{requests: {", "[*host]", "<<: *remediation", `{"$imagepolicy": `, "\n\n", " # all of it",
	} {
		assert.Assert(t, strings.Contains(text, of), of)
	}
	assert.Equal(t, strings.Count(text, "<<: *"), 1) // no alias of another entry: each defines its own
	assert.Equal(t, strings.Count(string(mixed(8)), "&remediation"), 2)
}

// TestLayers shows that what the layers and references stand for arrives.
func TestLayers(t *testing.T) {
	out := printed(t, layered(12))
	documents := strings.Split(out, "---\n")[1:]
	canary, early, other := documents[0], documents[1], documents[11]
	for _, pair := range [][2]string{
		{canary, "interval: 1m\n"}, {canary, "logLevel: debug\n"},
		{canary, "region: america\n"},
		{early, "replicaCount: 1\n"}, {early, "className: nginx-asia\n"}, {early, "timeout: 10m\n"},
		{other, "logLevel: info\n"}, {other, "replicaCount: 2\n"}, {other, "zone: none\n"},
		{other, "host: podinfo.member-00011.example.com\n"},
	} {
		assert.Assert(t, strings.Contains(pair[0], pair[1]), "%q is not in\n%s", pair[1], pair[0])
	}
}

// TestReferences shows that the references in fields other than values arrive.
func TestReferences(t *testing.T) {
	for _, c := range []struct{ out, want string }{
		{printed(t, references(2)), "name: podinfo-member-00001\n"}, {printed(t, substitutions(2)), "name: vars-member-00001\n"},
	} {
		last := c.out[strings.LastIndex(c.out, "---\n"):]
		for _, of := range []string{c.want, "    cluster: member-00001\n", "targetNamespace: podinfo-asia\n", "value: member-00001\n"} {
			assert.Assert(t, strings.Contains(last, of), "%q is not in\n%s", of, last)
		}
	}
}

// TestWaves shows that waves are three lines more, and that nothing waits for more than ten objects.
func TestWaves(t *testing.T) {
	assert.Equal(t, withoutLines(string(waves(5)), "wave:"), string(layered(5)))
	assert.Equal(t, strings.Count(string(waves(5)), "wave:"), 3)
	stages := map[string]int{}
	for _, c := range fleetOf(100) {
		stages[c.stage]++
	}
	assert.DeepEqual(t, stages, map[string]int{"canary": 1, "early": 10, "production": 89})
}

// TestEntriesKeepTheirSize keeps sizes comparable: a document with ten times the clusters has ten times the bytes.
func TestEntriesKeepTheirSize(t *testing.T) {
	for _, w := range documents {
		const n = 280 // of all ways, replicas and regions as many
		once, twice := len(w.text(n)), len(w.text(2*n))
		per := float64(twice-once) / n
		assert.Assert(t, len(w.text(10*n)) < int(10.2*n*per)+len(w.text(1)), fmt.Sprint(w.name, per))
	}
}
