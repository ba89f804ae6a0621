package checks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// TestLinks follows links within the root to files only.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		assert.NilError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("secret.yaml", "a: 1")
	write("root/shared.yaml", "a: 1")
	write("root/a/Chart.yaml", "name: a\nversion: 1.0.0\n")
	write("root/b/Chart.yaml", "name: b\nversion: 1.0.0\n")
	write("outside/Chart.yaml", "name: web\nversion: 1.0.0\n")
	find := func(target, link string) string {
		t.Helper()
		assert.NilError(t, os.Symlink(target, filepath.Join(dir, link)))
		defer os.Remove(filepath.Join(dir, link))
		root, err := os.OpenRoot(filepath.Join(dir, "root"))
		assert.NilError(t, err)
		defer root.Close()
		var c Charts
		problems := c.Add(root.FS(), "charts", "")
		if len(problems) == 0 {
			_, problems = c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a"})
		}
		return strings.TrimPrefix(charttest.Text(problems), "chart charts/a cannot be read: ")
	}
	assert.Equal(t, find("../shared.yaml", "root/a/values.yaml"), "")
	assert.Equal(t, find("../../secret.yaml", "root/a/values.yaml"), "values.yaml: path escapes from parent [FA239]")
	assert.Equal(t, find("../../secret.yaml", "root/x.tgz"), "charts/x.tgz: is no chart: path escapes from parent [FA239]")
	assert.Equal(t, find("missing", "root/a/values.yaml"), "values.yaml: file does not exist [FA239]")
	const refused = ": is a link to a folder, and is not followed; copy the folder [FA239]"
	assert.Equal(t, find("../b", "root/a/charts"), "charts"+refused)
	assert.Equal(t, find("..", "root/a/up"), "up"+refused)

	assert.Equal(t, find("b", "root/c"), "charts/c: info: is a link to a folder, and is not followed; copy the folder if "+
		"its chart is not at hand [FA239]")
	assert.Equal(t, find("../outside", "root/web"), "charts/web: info: is a link that leads out of the folder, and is "+
		"not followed; copy what it leads to [FA239]")
	assert.Equal(t, find("missing", "root/web"), "")
	assert.Equal(t, find("shared.yaml", "root/web"), "")
}
