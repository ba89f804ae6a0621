package render_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// withValues returns an application with values, for some clusters with params.
func withValues(values, params string, clusters int) string {
	var b strings.Builder
	b.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
		"metadata: {name: web, namespace: apps}\nspec:\n  source: {sourceRef: {kind: HelmRepository, name: charts}}\n" +
		"  clusters:\n")
	for i := range clusters {
		fmt.Fprintf(&b, "  - {name: c%d, kubeConfig: {secretRef: {name: c%[1]d}}}\n", i)
	}
	b.WriteString("  config:\n    defaults:\n      params: " + params + "\n    helmRelease:\n      chart: {chart: web, " +
		"version: 1.0.0}\n      deploy:\n      - interval: 1h\n        destination: {clusterSelector: {}}\n        values: " +
		values + "\n")
	return b.String()
}

// findingsOf returns the findings of a rule in a document, and the result.
func findingsOf(document string, rule finding.Code) (found []string, result render.Result) {
	result, _ = render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
	for _, f := range result.Findings {
		if f.Code == rule {
			found = append(found, f.String())
		}
	}
	return found, result
}

// storedSize returns the bytes of an object as an API server stores it, which is what encoding/json writes.
func storedSize(t *testing.T, o render.Object) int {
	t.Helper()
	var list struct{ Items []any }
	var out bytes.Buffer
	assert.NilError(t, render.Result{Objects: []render.Object{o}}.WriteJSON(&out))
	assert.NilError(t, json.Unmarshal(out.Bytes(), &list))
	stored, err := json.Marshal(list.Items[0])
	assert.NilError(t, err)
	return len(stored)
}

// TestObjectSize holds both limits to the byte, and that a warning has the size that encoding/json writes.
func TestObjectSize(t *testing.T) {
	const remedy = "; make it smaller, or keep it out of the object, for example with valuesFrom or substituteFrom [FA225]"
	for _, char := range []string{"x", "<"} {
		values := func(n int) string { return withValues(`{b: 1, a: "`+strings.Repeat(char, n)+`"}`, "{}", 1) }
		_, small := findingsOf(values(1), codes.ObjectSize)
		around, each := storedSize(t, small.Objects[0]), 1
		if char == "<" { // as \u003c
			each = 6
		}
		around -= each
		most := (1<<20 - around) / each
		found, result := findingsOf(values(most), codes.ObjectSize)
		assert.Equal(t, len(found), 0)
		assert.Assert(t, storedSize(t, result.Objects[0]) > 1<<20-each)

		found, result = findingsOf(values(most+1), codes.ObjectSize)
		assert.DeepEqual(t, found, []string{fmt.Sprintf("in.yaml:16:27: warning: spec.config.helmRelease.deploy[0].values."+
			"a: makes an object of %d bytes, and no API server stores more than 1.5 MiB%s", storedSize(t, result.Objects[0]),
			remedy)})

		most = (3<<19 - around) / each
		found, _ = findingsOf(values(most), codes.ObjectSize)
		assert.Equal(t, len(found), 1)
		assert.Assert(t, strings.Contains(found[0], "warning"))
		found, _ = findingsOf(values(most+1), codes.ObjectSize)
		assert.DeepEqual(t, found, []string{"in.yaml:16:27: spec.config.helmRelease.deploy[0].values.a: makes an object " +
			"larger than 1.5 MiB, and no API server stores more" + remedy})
	}
}

// TestObjectSizeOfOneCluster finds the one cluster whose value is too large among those that share all else, wherever
// it is in their order.
func TestObjectSizeOfOneCluster(t *testing.T) {
	for _, at := range []int{0, 1, 4} {
		document := withValues(`{a: "`+strings.Repeat("x", 900_000)+`", b: $(cluster.params.b or 1)}`, "{}", 5)
		document = strings.Replace(document, fmt.Sprintf("{name: c%d,", at),
			fmt.Sprintf("{name: c%d, params: {b: %q},", at, strings.Repeat("y", 700_000)), 1)
		found, _ := findingsOf(document, codes.ObjectSize)
		assert.Equal(t, len(found), 1, at)
		assert.Assert(t, strings.Contains(found[0], "deploy[0].values.") && !strings.Contains(found[0], "warning"), found[0])
	}
}

// TestReferencesAreBounded renders documents of 150 kB whose references stand for hundreds of megabytes. Each is
// refused at a reference, and takes less memory than a few of the objects that it could have.
func TestReferencesAreBounded(t *testing.T) {
	const one, most = "$(cluster.params.big)", "makes an object larger than 1.5 MiB"
	const all = "written out for all clusters, the references of this application take more than 256 MiB"
	text, list := strings.Repeat("x", 75_000), "["+strings.Repeat("abcdefg, ", 8_000)+"a]"
	many := strings.Repeat(one+", ", 3_000) + "a"
	for name, c := range map[string]struct {
		values, param string
		clusters      int
		code          finding.Code
		want          string
	}{
		"texts":    {"{a: [" + many + "]}", text, 1, codes.ObjectSize, most},
		"lists":    {"{a: [" + many + "]}", list, 1, codes.ObjectSize, most},
		"one text": {"{a: " + strings.Repeat(one, 3_000) + "}", text, 1, codes.ObjectSize, most},
		"long texts": {"{a: [" + strings.Repeat(strings.Repeat(one, 15)+", ", 200) + "]}", text, 1, codes.ObjectSize,
			most},
		"clusters": {"{a: [" + strings.Repeat(one+", ", 10) + "$(cluster.name)]}", text, 1_000, codes.TooLarge, all},
	} {
		document := withValues(c.values, "{big: "+c.param+"}", c.clusters)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		found, result := findingsOf(document, c.code)
		runtime.ReadMemStats(&after)
		assert.Equal(t, len(result.Objects), 0, name)
		assert.Equal(t, len(found), 1, "%s: %q", name, found)
		assert.Assert(t, strings.Contains(found[0], c.want) && strings.Contains(found[0], "helmRelease.deploy[0].values."),
			"%s: %s", name, found[0])
		assert.Check(t, after.TotalAlloc-before.TotalAlloc < 64<<20, "%s: %d", name, after.TotalAlloc-before.TotalAlloc)
	}
}
