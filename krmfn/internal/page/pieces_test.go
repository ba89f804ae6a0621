package page_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPieces keeps a long text once, wherever it is: in an object, as a value, as what a layer wrote or covers, as a
// param, and as what is usual. Put back as the page does, the details are the run's.
func TestPieces(t *testing.T) {
	long := func(text string) string { return strings.Repeat(text+"-", 2000) + text }
	inputs := map[string]string{}
	for _, text := range []string{"param", "base", "over"} {
		inputs[text] = long(text)
	}
	text := strings.NewReplacer(
		"{name: berlin,", "{name: berlin, params: {text: "+inputs["param"]+"},",
		"{name: tokyo,", "{name: tokyo, params: {text: short},", "{name: oslo,", "{name: oslo, params: {text: short},",
		"{replicas: 2}", "{replicas: 2, layered: "+inputs["base"]+`, param: "$(cluster.params.text)"}`,
		"adminPassword: mellon", "layered: "+inputs["over"]).Replace(app)
	r := reportOf(t, text)
	page := written(t, r)
	blocks := blocksOf(t, page)
	texts := listOf[string](t, blocks, "pieces", 0)
	for name, data := range blocks {
		for input, long := range inputs {
			assert.Assert(t, strings.HasPrefix(name, "pieces") || !bytes.Contains(data, []byte(long)), "%s is in %s",
				input, name)
		}
	}

	for i, d := range detailsOf(t, r, blocks) {
		want := r.Page.Details(i, true)
		assert.Equal(t, d.YAML, want.YAML)
		assert.DeepEqual(t, unpacked(t, plain(t, d.Leaves), texts), plain(t, want.Leaves))
	}
	for i, of := range listOf[[]map[string]any](t, blocks, "differences", 0) {
		assert.DeepEqual(t, unpacked(t, of, texts), plain(t, r.Page.Differences(i)))
	}
}

// unpacked returns leaves with the texts of their pieces.
func unpacked(t *testing.T, leaves []map[string]any, texts []string) []map[string]any {
	t.Helper()
	fill := func(of map[string]any, value, piece string) {
		if number, found := of[piece]; found {
			var v any
			assert.NilError(t, json.Unmarshal([]byte(texts[int(number.(float64))]), &v))
			of[value] = v
			delete(of, piece)
		}
	}
	for _, leaf := range leaves {
		fill(leaf, "value", "piece")
		fill(leaf, "usual", "usualPiece")
		settings := []any{}
		for _, name := range []string{"params", "covers"} {
			all, _ := leaf[name].([]any)
			settings = append(settings, all...)
		}
		if set, found := leaf["set"]; found {
			settings = append(settings, set)
		}
		for _, s := range settings {
			fill(s.(map[string]any), "value", "piece")
		}
		if set, found := leaf["set"].(map[string]any); found && set["value"] == nil {
			set["value"] = leaf["value"]
		}
	}
	return leaves
}

// plain returns a list as it is in JSON.
func plain(t *testing.T, list any) (all []map[string]any) {
	t.Helper()
	text, err := json.Marshal(list)
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(text, &all))
	return all
}
