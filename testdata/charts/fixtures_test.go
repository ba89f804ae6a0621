package charts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"

	"github.com/fluxapp-dev/fluxapp/render/checks"
)

// platform is the Git repository that some documents take their chart from: what is at hand is its checkout.
const platform = "https://git.example.com/platform"

// names returns the names of the charts, each of which has a document of its name.
func names(t *testing.T) (names []string) {
	t.Helper()
	folders, err := os.ReadDir("charts")
	assert.NilError(t, err)
	for _, f := range folders {
		names = append(names, f.Name())
	}
	return names
}

// checkout returns a folder with the charts. Helm packs one of them and one subchart: both are archives there.
func checkout(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	assert.NilError(t, os.CopyFS(filepath.Join(dir, "charts"), os.DirFS("charts")))
	pack(t, filepath.Join(dir, "charts", "hayloft", "charts", "bale"))
	pack(t, filepath.Join(dir, "charts", "signpost"))
	return dir
}

// pack replaces the folder of a chart by its archive.
func pack(t *testing.T, folder string) {
	t.Helper()
	c, err := loader.LoadDir(folder)
	assert.NilError(t, err)
	_, err = chartutil.Save(c, filepath.Dir(folder))
	assert.NilError(t, err)
	assert.NilError(t, os.RemoveAll(folder))
}

// atHand returns the charts of a checkout, for any repository and for their Git repository.
func atHand(t *testing.T, dir string) *checks.Charts {
	t.Helper()
	all := &checks.Charts{}
	assert.Equal(t, len(all.Add(os.DirFS(filepath.Join(dir, "charts")), "charts", "")), 0)
	assert.Equal(t, len(all.Add(os.DirFS(dir), "checkout", platform)), 0)
	return all
}

// document returns the text of the document of a chart.
func document(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("documents", name+".yaml"))
	assert.NilError(t, err)
	text := string(data)
	assert.Assert(t, !strings.Contains(text, mark))
	return text
}
