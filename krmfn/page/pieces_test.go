package page_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
)

// TestPieces keeps a long text once, and puts it back as the page does: the details are those of the run.
func TestPieces(t *testing.T) {
	long := strings.Repeat("    line of a long text\n", 1000)
	text := strings.Replace(app, "defaults: {values: {replicas: 2}}", "defaults:\n      values:\n        text: |\n          "+strings.ReplaceAll(long, "\n", "\n          "), 1)
	r := reportOf(t, text)
	page := written(t, r)
	more := len(page) - len(written(t, reportOf(t, app)))
	assert.Assert(t, more < 2*len(long), "%d bytes more", more)
	blocks := blocksOf(t, page)

	var texts []string
	assert.Equal(t, string(blocks["pieces"]), "[0]")
	assert.NilError(t, json.Unmarshal(blocks["pieces-0"], &texts))
	var block struct {
		Details []struct {
			Object int
			YAML   []any
			Leaves []map[string]any
		}
	}
	assert.NilError(t, json.Unmarshal(blocks["details-0"], &block))
	for _, d := range block.Details {
		var yaml strings.Builder
		numbers := 0
		for _, part := range d.YAML {
			if number, isNumber := part.(float64); isNumber {
				yaml.WriteString(texts[int(number)])
				numbers++
			} else {
				fmt.Fprint(&yaml, part)
			}
		}
		want := r.Page.Details(d.Object, true)
		assert.Equal(t, yaml.String(), want.YAML)
		workload := strings.HasPrefix(want.YAML, "apiVersion: helm.")
		assert.Equal(t, numbers == 1, workload)
		assert.DeepEqual(t, unpacked(t, d.Leaves, texts), plain(t, want))
	}
}

// unpacked returns leaves with the texts of their pieces.
func unpacked(t *testing.T, leaves []map[string]any, texts []string) []map[string]any {
	t.Helper()
	value := func(number any) (value any) {
		assert.NilError(t, json.Unmarshal([]byte(texts[int(number.(float64))]), &value))
		return value
	}
	for _, leaf := range leaves {
		if number, found := leaf["piece"]; found {
			leaf["value"] = value(number)
		}
		if number, found := leaf["setPiece"]; found {
			leaf["set"].(map[string]any)["value"] = value(number)
		}
		delete(leaf, "piece")
		delete(leaf, "setPiece")
	}
	return leaves
}

// plain returns the leaves of details as they are in JSON.
func plain(t *testing.T, d view.Details) (leaves []map[string]any) {
	t.Helper()
	text, err := json.Marshal(d.Leaves)
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(text, &leaves))
	return leaves
}
