package view_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/change"
)

// shop is an application on clusters of two stages.
const shop = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  clusters:
  - {name: berlin, labels: {stage: production}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: tokyo, labels: {stage: production}, kubeConfig: {secretRef: {name: tokyo}}}
  - {name: lab, labels: {stage: test}, kubeConfig: {secretRef: {name: lab}}}
  source: {sourceRef: {kind: HelmRepository, name: shop}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - destination: {clusterSelector: {matchLabels: {stage: production}}, targetNamespace: shop}
        interval: 1h
`

const other = `---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: other, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: other}}
  config: {kustomization: [{destination: {}, path: ./other, prune: true}]}
`

// TestCompare shows what is gone as it was: clusters, objects, applications, and labels.
func TestCompare(t *testing.T) {
	everywhere := strings.Replace(shop, "{matchLabels: {stage: production}}", "{}", 1)
	tokyo := "  - {name: tokyo, labels: {stage: production}, kubeConfig: {secretRef: {name: tokyo}}}\n"
	for name, c := range map[string]struct {
		before, after string
		want          []string
	}{
		"nothing": {shop, shop, nil},
		"a version, and a wave": {shop, strings.Replace(shop, "config:\n", "config:\n    overrides: [{cluster: tokyo, "+
			"wave: 10, chart: {version: 1.1.0}}]\n", 1), []string{"object 0 shop-berlin-shop was 1.0.0 - is 1.0.0 0",
			"object 1 shop-tokyo-shop was 1.0.0 - is 1.1.0 10"}},
		"a cluster leaves": {everywhere, strings.Replace(everywhere, tokyo, "", 1), []string{
			"cluster 2 tokyo map[stage:production] [0]", "object 2 shop-tokyo-shop of 0 on 2 at line 14"}},
		"a cluster gets another label": {shop, strings.Replace(shop, tokyo,
			strings.Replace(tokyo, "production", "test", 1), 1), []string{
			"cluster tokyo was map[stage:production]", "object 1 shop-tokyo-shop of 0 on 2 at line 14"}},
		"a cluster gets a label": {strings.Replace(shop, "labels: {stage: test}, ", "", 1), shop, []string{
			"cluster lab was map[]"}},
		"an application leaves": {other + "---\n" + shop, shop, []string{"application 1 apps/other",
			"cluster 3 hub map[] [1]", "object 2 other of 1 on 3 at line 7"}},
		"it comes": {shop, other + "---\n" + shop, nil},
		"an object gets another name": {shop, strings.Replace(shop, "name: shop, n", "name: new, n", 1), []string{
			"application 1 apps/shop", "renamed object 2 shop-berlin-shop of 1 on 0 at line 14",
			"renamed object 3 shop-tokyo-shop of 1 on 2 at line 14"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := view.New(parse(t, c.after), nil)
			unchanged, err := json.Marshal(p.Fleet)
			assert.NilError(t, err)
			before, after := parse(t, c.before), parse(t, c.after)
			was, all := view.New(before, nil), p.Compare(view.New(before, nil), change.Compare(before, after).List)
			assert.DeepEqual(t, gone(all.Fleet), c.want)
			again, err := json.Marshal(p.Fleet)
			assert.NilError(t, err)
			assert.Equal(t, string(again), string(unchanged))
			var shown, of []int
			for i := range len(all.Fleet.Clusters) + 1 {
				shown = append(shown, all.ObjectsOf(i-1)...)
				all.Differences(max(0, i-1))
			}
			slices.Sort(shown)
			for i, row := range all.Fleet.Objects {
				details := all.Details(i, false)
				of = append(of, i)
				assert.Equal(t, details.Object, i)
				assert.Equal(t, details.YAML, all.Texts()[i])
				assert.Assert(t, strings.Contains(details.YAML, "\n  name: "+row.Name+"\n"), details.YAML)
				isRow := func(o view.Object) bool { return o.Name == row.Name }
				if at := slices.IndexFunc(was.Fleet.Objects, isRow); row.Gone {
					assert.Equal(t, details.YAML, was.Details(at, false).YAML)
				}
			}
			assert.DeepEqual(t, shown, of)
		})
	}
}

// gone prints what is gone of an overview.
func gone(f view.Fleet) (all []string) {
	for i, a := range f.Applications {
		if a.Gone {
			all = append(all, fmt.Sprint("application ", i, " ", a.Name))
		}
	}
	for i, c := range f.Clusters {
		if c.Gone {
			all = append(all, fmt.Sprint("cluster ", i, " ", c.Name, " ", c.Labels, " ", c.Applications))
		}
		if c.Was != nil {
			all = append(all, fmt.Sprint("cluster ", c.Name, " was ", c.Was))
		}
	}
	for i, o := range f.Objects {
		if o.Gone {
			of := map[bool]string{true: "renamed "}[o.Renamed]
			all = append(all, fmt.Sprintf("%sobject %d %s of %d on %d at line %d", of, i, o.Name, o.Application, o.Cluster,
				o.Line))
		}
		if o.Was != nil {
			all = append(all, fmt.Sprint("object ", i, " ", o.Name, " was ", o.Was.Version, " ", waveOf(o.Was.Wave), " is ",
				o.Version, " ", waveOf(o.Wave)))
		}
	}
	return all
}

// waveOf prints a wave; - for none.
func waveOf(wave *int) string {
	if wave == nil {
		return "-"
	}
	return strconv.Itoa(*wave)
}

// TestNoLabels writes the labels before of a cluster that had none: they are others.
func TestNoLabels(t *testing.T) {
	before := view.New(parse(t, strings.Replace(shop, "labels: {stage: test}, ", "", 1)), nil)
	text, err := json.Marshal(view.New(parse(t, shop), nil).Compare(before, nil).Fleet)
	assert.NilError(t, err)
	assert.Equal(t, strings.Count(string(text), `"was":{}`), 1, "%s", text)
	assert.Equal(t, strings.Count(string(text), `"was"`), 1, "%s", text)
}

// TestOrder shows the waves of workloads as documents number them, their versions, and what applications wait for.
func TestOrder(t *testing.T) {
	waves := strings.NewReplacer("config:\n", "config:\n    defaults: {dependsOn: [{application: base}]}\n"+
		"    overrides:\n"+
		"    - {clusters: [tokyo], wave: 20, chart: {version: 1.1.0}}\n"+
		"    - {clusters: [lab], wave: 10, chart: {version: 1.1.0}}\n",
		"{matchLabels: {stage: production}}", "{}", "sourceRef: {kind: HelmRepository, name: shop}",
		"helmRepository: {url: https://charts.example.com}").Replace(shop)
	base := strings.NewReplacer("name: shop, n", "name: base, n", "sourceRef: {kind: HelmRepository, name: shop}",
		"helmRepository: {url: https://charts.example.com}", "{matchLabels: {stage: production}}", "{}").Replace(shop)
	f := view.New(parse(t, waves+"---\n"+base), nil).Fleet
	var got []string
	for _, o := range f.Objects {
		if o.Application == 0 || o.Wave != nil {
			got = append(got, fmt.Sprint(o.Kind, " ", o.Name, " ", waveOf(o.Wave), " ", o.Version))
		}
	}
	assert.DeepEqual(t, got, []string{"HelmRepository shop - ", "HelmRelease shop-berlin-shop 0 1.0.0",
		"HelmRelease shop-lab-shop 10 1.1.0", "HelmRelease shop-tokyo-shop 20 1.1.0"})
	assert.DeepEqual(t, f.Applications[0].WaitsFor, []string{"apps/base"})
	assert.Equal(t, len(f.Applications[1].WaitsFor), 0)
}
