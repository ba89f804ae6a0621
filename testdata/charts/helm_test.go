package charts_test

import (
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // where Helm warns about values that it leaves out
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// release is what a document makes of a chart on a cluster: the values, and the files of the chart that are below them.
type release struct {
	name        string
	folder      string // of the chart, or its archive
	valuesFiles []string
	values      map[string]any
}

// releases returns those of a document of a chart in their order.
func releases(t *testing.T, dir, name, text string) (all []release) {
	t.Helper()
	result, err := render.Render(schema.Parse(name, []byte(text)), render.Options{})
	assert.NilError(t, err)
	for _, o := range result.Objects {
		if o.Kind() != "HelmRelease" {
			continue
		}
		spec := o.Tree().Get("spec")
		r := release{name: name, folder: folderOf(t, dir, name), values: valueOf(t, tree.AppendJSON(nil, spec.Get("values")))}
		for file := range spec.At("chart", "spec", "valuesFiles").Children() {
			r.valuesFiles = append(r.valuesFiles, strings.TrimPrefix(filepath.Clean(file.Text()), "charts/"+name+"/"))
		}
		all = append(all, r)
	}
	assert.Assert(t, len(all) > 0, name)
	return all
}

func folderOf(t *testing.T, dir, name string) string {
	t.Helper()
	folder := filepath.Join(dir, "charts", name)
	if _, err := os.Stat(folder); err == nil {
		return folder
	}
	archives, err := filepath.Glob(folder + "-*.tgz")
	assert.NilError(t, err)
	assert.Equal(t, len(archives), 1, name)
	return archives[0]
}

// valueOf returns values as helm-controller reads them from a HelmRelease.
func valueOf(t *testing.T, data []byte) (values map[string]any) {
	t.Helper()
	assert.NilError(t, yaml.Unmarshal(data, &values))
	return values
}

// load returns the chart of a release as source-controller makes it: with the values of its files.
func (r release) load(t *testing.T) *chart.Chart {
	t.Helper()
	c, err := loader.Load(r.folder)
	assert.NilError(t, err)
	if len(r.valuesFiles) == 0 {
		return c
	}
	merged := map[string]any{}
	for _, file := range r.valuesFiles {
		data, err := os.ReadFile(filepath.Join(r.folder, file))
		assert.NilError(t, err)
		merged = loader.MergeMaps(merged, valueOf(t, data))
	}
	c.Values = merged
	return c
}

// coalesce returns the values that Helm gives the templates of a chart, and why it refuses them: what an install does
// before it renders. The chart is changed.
func coalesce(c *chart.Chart, values map[string]any, skipSchema bool) (map[string]any, error) {
	if err := chartutil.ProcessDependencies(c, values); err != nil {
		return nil, err
	}
	options := common.ReleaseOptions{Name: "release", Namespace: "fleet", Revision: 1, IsInstall: true}
	top, err := util.ToRenderValuesWithSchemaValidation(c, values, options, nil, skipSchema)
	if err != nil {
		return nil, err
	}
	return top["Values"].(common.Values), nil
}

// chart returns what render looks for.
func (r release) chart(c *chart.Chart) render.Chart {
	return render.Chart{SourceKind: "HelmRepository", Name: r.name, Version: c.Metadata.Version,
		ValuesFiles: r.valuesFiles}
}

// problems returns the errors of the values as text.
func problems(t *testing.T, check render.ChartCheck, values map[string]any, from bool) (errors []string) {
	t.Helper()
	for _, p := range check.Problems(render.Values{Inline: tree.ParseValue(jsonOf(t, values)), From: from}) {
		if p.IsError() {
			assert.Equal(t, p.Code, codeValues)
			errors = append(errors, tree.Paths([]tree.Node{p.Node})[0]+": "+p.Detail)
		}
	}
	return errors
}

func jsonOf(t *testing.T, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	assert.NilError(t, err)
	return data
}
