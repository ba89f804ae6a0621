package beside

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"gotest.tools/v3/assert"
)

// TestRenovatePattern holds that the pattern finds the version of test and no other, also without Renovate.
func TestRenovatePattern(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(example, "renovate.json"))
	assert.NilError(t, err)
	var config struct {
		CustomManagers []struct{ MatchStrings []string }
	}
	assert.NilError(t, json.Unmarshal(text, &config))
	document, err := os.ReadFile(filepath.Join(example, "documents", "shop.yaml"))
	assert.NilError(t, err)
	pattern := regexp.MustCompile(config.CustomManagers[0].MatchStrings[0])
	found := pattern.FindAllStringSubmatch(string(document), -1)
	assert.Equal(t, len(found), 1)
	assert.DeepEqual(t, found[0][1:], []string{"helm", "shop", "https://charts.example.com", "1.4.0"})
}
