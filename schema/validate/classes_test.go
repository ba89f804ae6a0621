package validate

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// TestClasses holds that conditions use all classes and no others: a misspelt one would be a text that no value has, so
// that its rule never holds.
func TestClasses(t *testing.T) {
	files, err := filepath.Glob("*.go")
	assert.NilError(t, err)
	used, known := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		for _, m := range regexp.MustCompile(`[=|](<[^<>"\s]+>)`).FindAllStringSubmatch(string(text), -1) {
			used[m[1]] = true
		}
	}
	for name := range maps.Keys(classes) {
		known[name] = true
	}
	for name := range maps.Keys(forms) {
		known[name] = true
	}
	delete(known, "true") // which is written without brackets
	if diff := cmp.Diff(slices.Sorted(maps.Keys(known)), slices.Sorted(maps.Keys(used))); diff != "" {
		t.Error(diff)
	}
}
