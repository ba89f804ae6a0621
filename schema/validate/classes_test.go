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

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// TestClasses holds that conditions use all classes and no others: a misspelt one would be a text that no value has, so
// that its rule never holds.
func TestClasses(t *testing.T) {
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(`[=|](<[^<>"\s]+>)`).FindAllStringSubmatch(rulesText+formatsText, -1) {
		used[m[1]] = true
	}
	known := slices.Collect(maps.Keys(forms))
	for name := range classes {
		if name != "true" { // which is written without brackets
			known = append(known, name)
		}
	}
	slices.Sort(known)
	assert.DeepEqual(t, slices.Sorted(maps.Keys(used)), known)
	assert.Assert(t, strings.Contains(rulesText, "only the types "+names.Or(statusProviders)+" have"))
}

// TestChecks holds that rows have all checks and no others, and that no line of the tables is taken for a comment.
func TestChecks(t *testing.T) {
	used := map[string]bool{}
	for line := range strings.Lines(rulesText + formatsText) {
		columns := strings.Split(line, " |")
		if line[0] == '#' || line[0] == '[' || line == "\n" {
			continue
		}
		assert.Assert(t, len(columns) >= 3, line)
		if check := strings.TrimSpace(columns[2]); check != "-" {
			used[check] = true
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(checks)), slices.Sorted(maps.Keys(used))); diff != "" {
		t.Error(diff)
	}
}

// TestTables holds that rules.txt has the tables that are asked for, and no others.
func TestTables(t *testing.T) {
	files, err := filepath.Glob("*.go")
	assert.NilError(t, err)
	asked := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		for _, m := range regexp.MustCompile(`\.(?:rows|fieldRows)\(.*, "([^"]+[^" ])"\)`).FindAllSubmatch(text, -1) {
			asked[string(m[1])] = true
		}
	}
	for kind := range kinds.With(kinds.Source) {
		asked["neighbours "+kind.Name], asked["stops "+kind.Name], asked["fields of "+kind.Name] = true, true, true
	}
	for _, name := range []string{"helmRelease", "kustomization", "Selector", "Patch", "Image", "GitRef"} {
		asked["fields of "+name] = true
	}
	for _, m := range regexp.MustCompile(`(?m)^\[(.+)\]$`).FindAllStringSubmatch(rulesText+formatsText, -1) {
		assert.Assert(t, asked[m[1]], "nobody asks for %s", m[1])
		delete(asked, m[1])
	}
	maps.DeleteFunc(asked, func(name string, _ bool) bool { // some sources have no rules
		return strings.HasPrefix(name, "neighbours ") || strings.HasPrefix(name, "stops ")
	})
	assert.Equal(t, len(asked), 0, "%v", asked)
}
