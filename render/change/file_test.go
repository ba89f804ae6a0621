package change_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
)

// TestLimitsOfFiles counts another file in another folder as a new installation, and one in the folder as a change.
func TestLimitsOfFiles(t *testing.T) {
	limited := strings.Replace(filed, "spec:\n", "spec:\n  limits: {maxChanged: 2}\n", 1)
	for to, want := range map[string][]string{
		"apps/$(cluster.name)/web.yaml":      {"FA603", "FA602"},
		"clusters/$(cluster.name)/site.yaml": {"FA602"},
		"clusters/$(cluster.name)/web.yaml":  nil,
	} {
		c, _ := compared(limited, strings.Replace(limited, "clusters/$(cluster.name)/web.yaml", to, 1))
		var got []string
		for _, f := range c.Check(change.LimitOptions{}) {
			got = append(got, string(f.Code))
		}
		assert.DeepEqual(t, got, want)
	}
}

// TestPrintedFiles prints the file among the fields that differ, for people and for programs.
func TestPrintedFiles(t *testing.T) {
	c, _ := compared(filed, strings.Replace(filed, "clusters/$", "apps/$", 1))
	for _, line := range []string{"  file: clusters/$(cluster.name)/web.yaml → apps/$(cluster.name)/web.yaml",
		"unless one Kustomization reads both places, the one that reads clusters/$(cluster.name)/web.yaml "} {
		printed := text(t, c, change.PrintOptions{})
		assert.Assert(t, strings.Contains(printed, line), printed)
	}
	assert.Assert(t, strings.Contains(markdown(t, c, change.PrintOptions{}), "apps/$(cluster.name)/web.yaml"))
	assert.Assert(t, strings.Contains(printedJSON(t, c, change.PrintOptions{}),
		`"path":"file","before":"clusters/berlin/web.yaml"`))
}
