package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// rendered returns the objects of a document, about which there must be nothing to say.
func rendered(t *testing.T, document []byte) render.Result {
	t.Helper()
	docs, err := schema.Parse("bench.yaml", document)
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

// TestDocuments shows that each document makes an object of each cluster, without a warning that would cost time too.
func TestDocuments(t *testing.T) {
	const n = 24
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			objects := rendered(t, w.document(n)).Objects
			assert.Equal(t, len(objects), n)
			for i, o := range objects {
				assert.Equal(t, o.Cluster(), clusterAt(i).name)
			}
		})
	}
	assert.Equal(t, len(rendered(t, layered(n, false)).Objects), n)
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
	out := printed(t, layered(12, false))
	documents := strings.Split(out, "---\n")[1:]
	canary, early, other := documents[0], documents[1], documents[11]
	for _, pair := range [][2]string{
		{canary, "interval: 1m\n"}, {canary, "logLevel: debug\n"},
		{canary, "name: podinfo-member-00000\n"}, {canary, "region: america\n"},
		{early, "replicaCount: 1\n"}, {early, "className: nginx-asia\n"}, {early, "timeout: 10m\n"},
		{other, "logLevel: info\n"}, {other, "replicaCount: 2\n"}, {other, "zone: none\n"},
		{other, "host: podinfo.member-00011.example.com\n"},
	} {
		assert.Assert(t, strings.Contains(pair[0], pair[1]), "%q is not in\n%s", pair[1], pair[0])
	}
}

// TestWaves shows that waves make as many objects.
func TestWaves(t *testing.T) {
	const n = 24
	docs, err := schema.Parse("bench.yaml", layered(n, true))
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	assert.Equal(t, len(result.Objects), n)
}

// TestWaveLines shows that waves are three lines more, and that nothing waits for more than ten objects.
func TestWaveLines(t *testing.T) {
	with, without := string(layered(5, true)), string(layered(5, false))
	assert.Equal(t, withoutLines(with, "wave:"), without)
	assert.Equal(t, strings.Count(with, "wave:"), 3)
	stages := map[string]int{}
	for _, c := range fleetOf(100) {
		stages[c.stage]++
	}
	assert.DeepEqual(t, stages, map[string]int{"canary": 1, "early": 10, "production": 89})
}

// TestEntriesKeepTheirSize keeps sizes comparable: a document with ten times the clusters has ten times the bytes.
func TestEntriesKeepTheirSize(t *testing.T) {
	for _, w := range workloads {
		const n = 280 // of all ways, replicas and regions as many
		once, twice := len(w.document(n)), len(w.document(2*n))
		per := float64(twice-once) / n
		assert.Assert(t, len(w.document(10*n)) < int(10.2*n*per)+len(w.document(1)), fmt.Sprint(w.name, per))
	}
}
