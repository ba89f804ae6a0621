package stages_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/stages"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// shop goes to test, then to staging and at last to production. One cluster of production has an old version, and one
// cluster has no label.
const shop = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  clusters:
  - {name: berlin, labels: {stage: production, region: eu, rank: a}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: lima, labels: {stage: production, region: us, rank: b}, kubeConfig: {secretRef: {name: lima}}}
  - {name: tokyo, labels: {stage: production, region: asia, rank: c}, kubeConfig: {secretRef: {name: tokyo}}}
  - {name: oslo, labels: {stage: staging, region: eu}, kubeConfig: {secretRef: {name: oslo}}}
  - {name: lab, labels: {stage: test, region: eu}, kubeConfig: {secretRef: {name: lab}}}
  - {name: bare, kubeConfig: {secretRef: {name: bare}}}
  source: {helmRepository: {url: https://charts.example.com, interval: 1h}}
  config:
    defaults: {interval: 1h}
    overrides:
    - {clusterSelector: {matchLabels: {stage: test}}, wave: 1, chart: {version: 1.2.0}}
    - {clusterSelector: {matchLabels: {stage: staging}}, wave: 2}
    - {clusterSelector: {matchLabels: {stage: production}}, wave: 3}
    - {clusters: [bare], wave: 4}
    - {clusters: [lima], chart: {version: 0.9.0}}
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy: [{destination: {clusterSelector: {}}}]
`

// onHub has a workload on the hub, and one on the cluster of test.
const onHub = `---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: tools, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: tools}}
  config:
    kustomization:
    - {destination: {}, path: ./tools, prune: true, interval: 1h}
    - {destination: {cluster: lab, kubeConfig: {secretRef: {name: lab}}}, path: ./tools, prune: true, interval: 1h}
`

func rendered(t testing.TB, text string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("0.yaml", []byte(text)), render.Options{})
	assert.NilError(t, err)
	return result
}

func overview(t testing.TB, text string) stages.Fleet {
	t.Helper()
	return stages.Fleet{Fleet: view.New(rendered(t, text), nil).Fleet}
}

// compared returns a fleet with what a change does.
func compared(t *testing.T, before, after string) stages.Fleet {
	t.Helper()
	was, is := rendered(t, before), rendered(t, after)
	changes := change.Compare(was, is)
	return stages.Fleet{Fleet: view.New(is, nil).Compare(view.New(was, nil), changes.List).Fleet, Changes: &changes}
}

func text(t *testing.T, f stages.Fleet, label string) string {
	t.Helper()
	all, err := stages.Of(f, label)
	assert.NilError(t, err)
	assert.Assert(t, all != nil)
	var b strings.Builder
	assert.NilError(t, all.WriteText(&b))
	return b.String()
}

// TestText prints the stages in the order of waves, with clusters without the label at the end, and odd clusters.
func TestText(t *testing.T) {
	assert.Equal(t, text(t, overview(t, shop), "stage"), `
stage      test        staging     production                         (none)
apps/shop  1.2.0 on 1  1.0.0 on 1  1.0.0 on 2, 0.9.0 on 1; odd: lima  1.0.0 on 1
`[1:])
	assert.Equal(t, text(t, overview(t, shop), "region"), `
region     eu                                asia        us          (none)
apps/shop  1.0.0 on 2, 1.2.0 on 1; odd: lab  1.0.0 on 1  0.9.0 on 1  1.0.0 on 1
`[1:])
}

// TestWaves orders the stages by which waves come first, and not by the numbers that applications give them.
func TestWaves(t *testing.T) {
	late := strings.NewReplacer("name: shop, namespace", "name: web, namespace", "wave: 1, ", "wave: 50, ", "wave: 2}",
		"wave: 100}", "    - {clusterSelector: {matchLabels: {stage: production}}, wave: 3}\n", "").Replace(shop)
	late = strings.Replace(late, "clusterSelector: {}", "clusterSelector: {matchExpressions: [{key: stage, operator: In, "+
		"values: [test, staging]}]}", 1)
	first, _, _ := strings.Cut(text(t, overview(t, late+"---\n"+shop), "stage"), "\n")
	assert.DeepEqual(t, strings.Fields(first), []string{"stage", "test", "staging", "production", "(none)"})
}

// TestHalf has a version on half of the clusters of a stage, which makes no other cluster odd, and on one more.
func TestHalf(t *testing.T) {
	const bare = "    - {clusters: [bare], wave: 4}"
	versions := strings.Replace(shop, bare, "    - {clusters: [tokyo], chart: {version: 0.8.0}}\n"+bare, 1)
	half := strings.Replace(versions, "name: oslo, labels: {stage: staging", "name: oslo, labels: {stage: production", 1)
	half = strings.Replace(half, "{matchLabels: {stage: staging}}", "{matchLabels: {stage: none}}", 1)
	assert.Equal(t, text(t, overview(t, half), "stage"), `
stage      test        production                          (none)
apps/shop  1.2.0 on 1  1.0.0 on 2, 0.8.0 on 1, 0.9.0 on 1  1.0.0 on 1
`[1:])
	more := strings.Replace(half, "name: bare, ", "name: bare, labels: {stage: production}, ", 1)
	assert.Assert(t, strings.Contains(text(t, overview(t, more), "stage"), "odd: lima, tokyo"))
}

// TestHub shows the hub as a cluster without labels where it has workloads.
func TestHub(t *testing.T) {
	noBare := strings.Replace(shop, "  - {name: bare, kubeConfig: {secretRef: {name: bare}}}\n", "", 1)
	noBare = strings.Replace(noBare, "    - {clusters: [bare], wave: 4}\n", "", 1)
	assert.Equal(t, text(t, overview(t, noBare+onHub), "stage"), `
stage       test        staging     production                         (none)
apps/shop   1.2.0 on 1  1.0.0 on 1  1.0.0 on 2, 0.9.0 on 1; odd: lima  -
apps/tools  on 1        -           -                                  on 1
`[1:])
	assert.Assert(t, !strings.Contains(text(t, overview(t, noBare), "stage"), "(none)"), "the hub has a source only")
}

// TestStatus counts what is ready on the clusters of a stage. The JSON of a cell has the counts only with a status.
func TestStatus(t *testing.T) {
	f := overview(t, shop)
	var seen status.Observed
	assert.NilError(t, seen.Add("", "hub.yaml", []byte("{apiVersion: v1, kind: List, items: []}")))
	state := status.Summarize(rendered(t, shop), seen)
	f.Status = &state
	assert.Assert(t, strings.Contains(text(t, f, "stage"), " 1.0.0 on 2, 0.9.0 on 1; ready 0/3; odd: lima "))
	state.Applications[0].Clusters[1].Ready = 1 // berlin, behind bare
	all, err := stages.Of(f, "stage")
	assert.NilError(t, err)
	assert.Equal(t, jsonOf(t, all.Rows[0].Cells[2]), `{"clusters":3,"versions":[{"version":"1.0.0","clusters":2},`+
		`{"version":"0.9.0","clusters":1}],"ready":1,"total":3,"odd":["lima"]}`)
	f.Status = nil
	all, err = stages.Of(f, "stage")
	assert.NilError(t, err)
	assert.Equal(t, jsonOf(t, all.Rows[0].Cells[0]), `{"clusters":1,"versions":[{"version":"1.2.0","clusters":1}]}`)
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	assert.NilError(t, err)
	return string(text)
}

// TestChanges counts changes in the stage in which a cluster was, and in the one in which it is.
func TestChanges(t *testing.T) {
	const tokyo = "  - {name: tokyo, labels: {stage: production, region: asia, rank: c}, " +
		"kubeConfig: {secretRef: {name: tokyo}}}\n"
	for name, c := range map[string]struct{ before, after, want string }{
		"a cluster leaves": {shop, strings.Replace(shop, tokyo, "", 1), `
stage      test        staging     production                         (none)
apps/shop  1.2.0 on 1  1.0.0 on 1  0.9.0 on 1, 1.0.0 on 1; 1 deleted  1.0.0 on 1
`},
		"a cluster gets another label": {shop, strings.Replace(shop, tokyo, strings.Replace(tokyo, "production", "test", 1),
			1), `
stage      test                 staging     production                       (none)
apps/shop  1.2.0 on 2; 1 freed  1.0.0 on 1  0.9.0 on 1, 1.0.0 on 1; 1 freed  1.0.0 on 1
`},
		"nothing is left of a stage": {shop, strings.Replace(shop, "{clusterSelector: {}}",
			"{clusterSelector: {matchLabels: {stage: production}}}", 1), `
stage      production                                  test       staging    (none)
apps/shop  1.0.0 on 2, 0.9.0 on 1; 3 freed; odd: lima  1 deleted  1 deleted  1 deleted
`},
		"an application leaves": {shop + onHub, shop, `
stage       test        staging     production                         (none)
apps/shop   1.2.0 on 1  1.0.0 on 1  1.0.0 on 2, 0.9.0 on 1; odd: lima  1.0.0 on 1
apps/tools  1 deleted   -           -                                  1 deleted
`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, text(t, compared(t, c.before, c.after), "stage"), strings.TrimPrefix(c.want, "\n"))
		})
	}
}

// TestFound finds the label that orders the clusters, where it is clear which one that is.
func TestFound(t *testing.T) {
	with := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(shop) }
	unordered := with("wave: 1, ", "", "wave: 2", "suspend: true", "wave: 3", "suspend: true", "wave: 4", "suspend: true")
	twice := with("{stage: production,", "{stage: production, env: p,", "{stage: test,", "{stage: test, env: t,",
		"{stage: staging,", "{stage: staging, env: s,")
	opposite := strings.NewReplacer("name: shop, n", "name: web, n", "wave: 3", "wave: 1", "wave: 1", "wave: 3").
		Replace(shop)
	var sites []string
	for _, name := range []string{"berlin", "lima", "tokyo", "oslo", "lab"} {
		sites = append(sites, "{name: "+name+", labels: {", "{name: "+name+", labels: {site: "+name+", ")
	}
	for name, c := range map[string]struct{ documents, want string }{
		"each has its own site":     {with(sites...), "stage"},
		"one orders":                {shop, "stage"},
		"no waves":                  {unordered, ""},
		"another tells the same":    {twice, ""},
		"another is the same":       {with("region: ", "team: a, region: "), "stage"},
		"most clusters lack it":     {with("stage: production, ", ""), ""},
		"waves do not follow":       {with("{clusters: [lima], ", "{clusters: [lima], wave: 1, "), ""},
		"an application goes round": {shop + "---\n" + opposite, "stage"},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := stages.Of(overview(t, c.documents), "")
			assert.NilError(t, err)
			if c.want == "" {
				assert.Assert(t, all == nil)
				return
			}
			assert.Equal(t, all.Label, c.want)
		})
	}
}

// TestUnknownLabel proposes the labels that clusters have.
func TestUnknownLabel(t *testing.T) {
	for label, want := range map[string]string{
		"stag": "--by stag: no cluster has this label; write --by stage",
		"zone": "--by zone: no cluster has this label; their labels are rank, region, stage",
	} {
		_, err := stages.Of(overview(t, shop), label)
		assert.Error(t, err, want)
	}
	_, err := stages.Of(overview(t, onHub[len("---\n"):]), "stage")
	assert.Error(t, err, "--by stage: no cluster has labels; leave --by out")
	all, err := stages.Of(stages.Fleet{Fleet: view.Refused(nil, nil).Fleet}, "stage")
	assert.NilError(t, err)
	assert.Assert(t, all == nil)
}

// TestHostile prints a version that would be markup, or would act on a terminal, as text.
func TestHostile(t *testing.T) {
	all := stages.Stages{Label: "a|b", Stages: []string{"x", ""}, Rows: []stages.Row{{Application: "apps/`shop`",
		Cells: []*stages.Cell{{Clusters: 1, Versions: []view.Version{{Version: "<b>|\x1b[31m\n@team", Clusters: 1}}}, nil}}}}
	assert.Equal(t, all.Markdown(), "| `a\\|b` | `x` | `(none)` |\n|---|---|---|\n"+
		"| `` apps/`shop` `` | `<b>\\|\\x1b[31m\\n@team` on 1 |  |\n\n")
	var b strings.Builder
	assert.NilError(t, all.WriteText(&b))
	assert.Equal(t, b.String(), "a|b          x                          (none)\n"+
		"apps/`shop`  <b>|\\u001b[31m @team on 1  -\n")
	assert.ErrorContains(t, all.WriteText(failing{}), "full")
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestManyApplications counts the applications for which a comment has no room.
func TestManyApplications(t *testing.T) {
	all := stages.Stages{Label: "stage", Stages: []string{"test"}}
	for i := range 2000 {
		all.Rows = append(all.Rows, stages.Row{Application: fmt.Sprintf("apps/shop-%04d", i), Cells: []*stages.Cell{nil}})
	}
	got := all.Markdown()
	assert.Assert(t, len(got) < 21_000, "%d", len(got))
	printed := strings.Count(got, "apps/")
	end := fmt.Sprintf(" |\n\n… and 1,%d more applications\n\n", 1000-printed)
	assert.Assert(t, strings.HasSuffix(got, end), got[len(got)-90:])
}

// large returns 10 applications on 1,000 clusters of 4 stages.
func large(t testing.TB) render.Result {
	t.Helper()
	var all strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&all, "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: c%04d, namespace: apps, "+
			"labels: {stage: s%d}}\n---\n", i, i%4)
	}
	for i := range 10 {
		fmt.Fprintf(&all, `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a%d, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    overrides:
    - {clusterSelector: {matchLabels: {stage: s1}}, wave: 1}
    kustomization: [{destination: {clusterSelector: {}}, path: ./web, prune: true, interval: 1h}]
---
`, i)
	}
	return rendered(t, strings.TrimSuffix(all.String(), "---\n"))
}

// TestLarge makes the stages of a large fleet in less time than the overview that they are made of.
func TestLarge(t *testing.T) {
	result := large(t)
	begin := time.Now()
	f := stages.Fleet{Fleet: view.New(result, nil).Fleet}
	overview := time.Since(begin)
	begin = time.Now()
	all, err := stages.Of(f, "")
	took := time.Since(begin)
	assert.NilError(t, err)
	assert.Equal(t, all.Label, "stage")
	assert.Equal(t, all.Rows[9].Cells[0].Clusters, 250)
	assert.Assert(t, took < overview, "%v, and the overview %v", took, overview)
	t.Logf("%v, and the overview %v", took, overview)
}
