package printing_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestReadmeHasTheJSON holds that the page describes each field that is printed, and no other.
func TestReadmeHasTheJSON(t *testing.T) {
	readme, err := os.ReadFile("../../final/README.md")
	assert.NilError(t, err)
	_, page, _ := strings.Cut(string(readme), "## The JSON")
	page, _, _ = strings.Cut(page, "\n## ")
	top, ofGroup, _ := strings.Cut(page, "A group has:")
	var described []string
	for prefix, table := range map[string]string{"": top, "groups[].": ofGroup} {
		for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(table, -1) {
			for name := range strings.SplitSeq(row[1], ", ") {
				described = append(described, prefix+strings.Trim(name, "`"))
			}
		}
	}
	printed := map[string]bool{}
	var all map[string]any
	assert.NilError(t, json.Unmarshal([]byte(write(t, fleet(3), options{Format: "json"})), &all))
	collectFields(printed, "", all)
	slices.Sort(described)
	assert.DeepEqual(t, described, slices.Sorted(maps.Keys(printed)))
}

// collectFields collects the paths of the leaves of a value, and of lists.
func collectFields(into map[string]bool, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		if path == "summary.perCluster[].actions" {
			break
		}
		for key, below := range value {
			collectFields(into, strings.TrimPrefix(path+"."+key, "."), below)
		}
		return
	case []any:
		for _, item := range value {
			if _, isMap := item.(map[string]any); isMap {
				collectFields(into, path+"[]", item)
			}
		}
	}
	into[path] = true
}
