package charts_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// oddChart is a chart with something rare, and values for it.
type oddChart struct {
	Name string `json:"name"`
	// Sub adds a subchart, which takes a number n, no null but in exports, and global values that are text.
	Sub bool `json:"sub"`
	// Chart is what the Chart.yaml has beside apiVersion, name and version.
	Chart string `json:"chart"`
	// Files are beside Chart.yaml and values.yaml, or replace them.
	Files  map[string]string `json:"files"`
	Values []string          `json:"values"`
}

// TestOddCharts holds to Helm what charts seldom have: there is an error if and only if Helm refuses the chart or the
// values.
func TestOddCharts(t *testing.T) {
	data, err := os.ReadFile("odd.yaml")
	assert.NilError(t, err)
	var odds []oddChart
	assert.NilError(t, yaml.UnmarshalStrict(data, &odds))
	accepted, refused := 0, 0
	for _, odd := range odds {
		t.Run(odd.Name, func(t *testing.T) {
			dir := odd.write(t)
			for _, text := range odd.Values {
				refusal := helmRefuses(t, dir, text)
				if refusal == nil {
					accepted++
				} else {
					refused++
				}
				if found := errorsOf(t, dir, text); (refusal != nil) != (found != "") {
					t.Errorf("values: %s\nHelm: %v\nfluxapp: %s", text, refusal, found)
				}
			}
		})
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	assert.Assert(t, accepted > 60 && refused > 60)
}

// write returns a folder with the chart.
func (odd oddChart) write(t *testing.T) (dir string) {
	t.Helper()
	files := map[string]string{
		"Chart.yaml":  "apiVersion: v2\nname: odd\nversion: 1.0.0\n" + odd.Chart,
		"values.yaml": "a: 1\n",
	}
	if odd.Sub {
		maps.Copy(files, map[string]string{
			"values.yaml":            "",
			"charts/sub/Chart.yaml":  "apiVersion: v2\nname: sub\nversion: 2.3.4\n",
			"charts/sub/values.yaml": "n: 1\ndeep: {x: 1, y: null}\nexports: {out: {got: 5, map: {k: v}}}\n",
			"charts/sub/values.schema.json": `{"additionalProperties": {"not": {"type": "null"}}, "properties": {
				"n": {"type": "number"}, "global": {"additionalProperties": {"type": "string"}}}}`,
		})
	}
	maps.Copy(files, odd.Files)
	dir = t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, name)
		assert.NilError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		assert.NilError(t, os.WriteFile(at, []byte(text), 0o644))
	}
	return dir
}

func helmRefuses(t *testing.T, dir, values string) error {
	t.Helper()
	c, err := loader.LoadDir(dir)
	if err == nil {
		_, err = coalesce(c, valueOf(t, []byte(values)), false)
	}
	return err
}

// errorsOf returns the errors of a chart and of values for it, as text.
func errorsOf(t *testing.T, dir, values string) (errors string) {
	t.Helper()
	all := &checks.Charts{}
	problems := all.Add(os.DirFS(dir), "charts", "")
	if len(problems) == 0 {
		check, found := all.Find(render.Chart{SourceKind: "HelmRepository", Name: "odd", Version: "1.0.0"})
		problems = found
		if check.Problems != nil {
			problems = append(problems, check.Problems(render.Values{Inline: tree.ParseValue([]byte(values))})...)
		}
	}
	for _, p := range problems {
		assert.Assert(t, p.Code != codeChartNotFound, p.Detail)
		if p.IsError() {
			errors += string(p.Code) + " " + p.Detail + "\n"
		}
	}
	return errors
}
