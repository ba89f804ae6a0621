package engine

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	helm "helm.sh/helm/v4/pkg/engine"
)

// names are those of releases that charts treat differently: short and long ones, and one that YAML reads as a number.
func names(n int) (all []string) {
	all = []string{"1", "true", "1e3", "0x10", "null", strings.Repeat("n", 53), strings.Repeat("a-b", 17), "x.y"}
	for i := len(all); i < n; i++ {
		all = append(all, fmt.Sprintf("cluster-%03d", i))
	}
	return all[:n]
}

// byHelm returns the objects that Helm's own engine makes.
func byHelm(c *chart.Chart, name string, values map[string]any, o Options) ([]Object, error) {
	c = copied(c)
	if err := chartutil.ProcessDependencies(c, maps.Clone(values)); err != nil {
		return nil, err
	}
	capabilities, err := NewCapabilities(o.KubeVersion, nil)
	if err != nil {
		return nil, err
	}
	top, err := util.ToRenderValues(c, values, common.ReleaseOptions{Name: name, Namespace: "apps", Revision: 1,
		IsInstall: !o.Upgrade, IsUpgrade: o.Upgrade}, capabilities)
	if err != nil {
		return nil, err
	}
	written, err := helm.Render(c, top)
	if err != nil {
		return nil, err
	}
	class := Class{}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if !strings.HasSuffix(name, "NOTES.txt") {
			if err := NewChart(c).add(&class, name, written[name], false); err != nil {
				return nil, err
			}
		}
	}
	return class.Objects, nil
}

func TestHelm(t *testing.T) {
	folders, err := filepath.Glob("../../../../testdata/charts/charts/*")
	assert.NilError(t, err)
	assert.Assert(t, len(folders) > 0)
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			loaded, err := loader.Load(folder)
			assert.NilError(t, err)
			c := NewChart(loaded)
			o := Options{KubeVersion: "1.33.0"}
			all := names(40)
			releases := map[string][]int{}
			var list []map[string]any
			var texts [][]string
			for i, name := range all {
				in := map[string]any{"name": name, "namespace": "apps", "values": map[string]any{"host": name + ".example.org",
					"nameOverride": "over-" + name}}
				shape, text := Shape(in)
				releases[fmt.Sprint(shape)] = append(releases[fmt.Sprint(shape)], i)
				list, texts = append(list, in), append(texts, text)
			}
			rendered := 0
			for _, indices := range releases {
				var members [][]string
				for _, i := range indices {
					members = append(members, texts[i])
				}
				for _, class := range c.Render(list[indices[0]], members, make([]string, len(members)), o) {
					rendered++
					for place, m := range class.Members {
						in := list[indices[m]]
						want, wrong := byHelm(loaded, in["name"].(string), in["values"].(map[string]any), o)
						if (wrong == nil) != (class.Failure == "") {
							t.Fatalf("%v: %v, and Helm says %v", in["name"], class.Failure, wrong)
						}
						var got []Object
						for _, o := range class.Objects {
							got = append(got, Object{Value: FillValue(o.Value, class.Of(place)).(map[string]any), Hook: o.Hook, CRD: o.CRD})
						}
						if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Object{})); wrong == nil && d != "" {
							t.Fatalf("%v: %s", in["name"], d)
						}
					}
				}
			}
			t.Log(len(all), "releases,", rendered, "classes")
		})
	}
}
