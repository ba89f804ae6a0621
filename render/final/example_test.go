package final_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestExample makes the change that the README of examples/final tells, and expects what it shows.
func TestExample(t *testing.T) {
	example := filepath.Join("..", "..", "examples", "final")
	readme := text(t, filepath.Join(example, "README.md"))
	before, after := t.TempDir(), t.TempDir()
	for _, folder := range []string{before, after} {
		assert.NilError(t, os.CopyFS(folder, os.DirFS(example)))
	}
	document := filepath.Join(after, "documents", "ledger.yaml")
	assert.NilError(t, os.WriteFile(document, []byte(strings.NewReplacer("1.4.0", "1.5.0", "size: 10Gi", "size: 20Gi").
		Replace(text(t, document))), 0o600))
	shows := func(what string) {
		t.Helper()
		assert.Assert(t, strings.Contains(readme, "```\n"+what+"```\n"), "the README does not show\n%s", what)
	}

	// The README compares with a revision, and has no message about the options that are used.
	change := []string{"fluxapp", "diff", "--base", filepath.Join(before, "documents"), "documents", "--final"}
	r := runIn(t, after, "", change...)
	assert.Equal(t, r.code, 2)
	shows(r.out)
	shows(r.err)
	_, images, _ := strings.Cut(runIn(t, after, "", append(change, "--images")...).out, "final images:")
	shows("final images:" + images)

	all := runIn(t, example, "", "fluxapp-final", "render", "documents", "--cluster", "lab")
	assert.Equal(t, all.code, 0, all.err)
	assert.DeepEqual(t, regexp.MustCompile(`(?m)^kind: .*`).FindAllString(all.out, -1),
		[]string{"kind: ConfigMap", "kind: Service", "kind: StatefulSet"})
}

// text returns what is in a file.
func text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	assert.NilError(t, err)
	return string(data)
}
