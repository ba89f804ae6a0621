package change_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
)

// TestReadmeHasTheJSON holds that the page describes each field that is printed, and no other.
func TestReadmeHasTheJSON(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	assert.NilError(t, err)
	_, page, _ := strings.Cut(string(readme), "## The JSON")
	top, ofChange, _ := strings.Cut(page, "A change has:")
	var described []string
	for prefix, table := range map[string]string{"": top, "changes[].": ofChange} {
		for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(table, -1) {
			for name := range strings.SplitSeq(row[1], ", ") {
				described = append(described, prefix+strings.Trim(name, "`"))
			}
		}
	}
	printed := map[string]bool{}
	for _, c := range []change.Changes{everyAction(), values()} {
		var all map[string]any
		o := change.PrintOptions{Limits: limits, Final: `{"groups":[]}`}
		assert.NilError(t, json.Unmarshal([]byte(printedJSON(t, c, o)), &all))
		collectFields(printed, "", all)
	}
	slices.Sort(described)
	assert.DeepEqual(t, described, slices.Sorted(maps.Keys(printed)))
}

// collectFields collects the paths of the leaves of a value. Of what other pages describe, and of values of
// documents, it collects the field that has them.
func collectFields(into map[string]bool, path string, value any) {
	elsewhere := slices.Contains([]string{"final", "limits", "summary.perCluster[].actions", "changes[].was",
		"gated[].object", "changes[].fields[].before", "changes[].fields[].after"}, path)
	switch value := value.(type) {
	case map[string]any:
		if elsewhere {
			break
		}
		for key, below := range value {
			collectFields(into, strings.TrimPrefix(path+"."+key, "."), below)
		}
		return
	case []any:
		if into[path] = true; elsewhere {
			return
		}
		for _, item := range value {
			if _, isMap := item.(map[string]any); isMap {
				collectFields(into, path+"[]", item)
			}
		}
		return
	}
	into[path] = true
}

// TestJSONHasValues reads what is printed, and finds the values of the change as they were.
func TestJSONHasValues(t *testing.T) {
	var all struct {
		Changes []struct {
			Fields []struct {
				Path          string
				Before, After json.RawMessage
				Hidden        bool
			}
		}
	}
	want := values().List[0].Fields
	assert.NilError(t, json.Unmarshal([]byte(printedJSON(t, values(), change.PrintOptions{})), &all))
	got := all.Changes[0].Fields
	assert.Equal(t, len(got), len(want))
	for i, f := range want {
		assert.Equal(t, got[i].Path, f.Path)
		if !got[i].Hidden {
			assert.Equal(t, string(got[i].Before), f.Before)
			assert.Equal(t, strings.ReplaceAll(string(got[i].After), `\u001b`, "\x1b"),
				strings.ReplaceAll(f.After, `\u001b`, "\x1b"))
		}
	}
}
