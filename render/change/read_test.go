package change_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestReadWhatIsWritten writes the objects of every case, reads them back, and expects the objects of the rendering,
// unchanged.
func TestReadWhatIsWritten(t *testing.T) {
	count := 0
	for name, result := range renderedCases(t) {
		t.Run(name, func(t *testing.T) {
			var read, rendered []change.Object
			for _, o := range result.Files() {
				count++
				r, want := change.Read(fileOf(t, o)), change.Rendered(o)
				assert.Equal(t, r.ID, want.ID, "%s", o.Path())
				assert.Equal(t, r.Application, want.Application)
				assert.Equal(t, r.Cluster, want.Cluster, "%s", o.Path())
				assert.Equal(t, r.Bootstrap, want.Bootstrap)
				assert.Equal(t, string(tree.AppendJSON(nil, r.Content())), string(o.JSON()))
				read, rendered = append(read, r), append(rendered, want)
			}
			forth := change.CompareObjects(read, rendered, render.Result{})
			back := change.CompareObjects(rendered, read, render.Result{})
			assert.Equal(t, len(forth.List), 0, "%+v", forth.List)
			assert.Equal(t, len(back.List), 0, "%+v", back.List)
			assert.Equal(t, forth.Unchanged, len(rendered))
		})
	}
	assert.Assert(t, count > 1000, "%d objects", count)
}

// renderedCases returns the results of the cases of the repository that render, by their folders.
func renderedCases(t testing.TB) map[string]render.Result {
	t.Helper()
	all := map[string]render.Result{}
	files, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		var opts render.Options
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "options.yaml")); err == nil {
			assert.NilError(t, yaml.UnmarshalStrict(text, &opts))
		}
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "config.yaml")); err == nil {
			config, _ := schema.Parse("config.yaml", text)[0].RenderConfig()
			opts = render.OptionsOf(config)
		}
		result, err := render.Render(schema.Parse("in.yaml", data), opts)
		if err == nil {
			all[filepath.Base(filepath.Dir(file))] = result
		}
	}
	return all
}

// fileOf returns the file of an object as an earlier run wrote it.
func fileOf(t testing.TB, o render.Object) change.File {
	t.Helper()
	trees, problems := tree.Parse(o.Path(), o.YAML())
	for _, p := range problems {
		assert.Assert(t, p.Remark, "%+v in\n%s", p, o.YAML())
	}
	assert.Equal(t, len(trees), 1)
	file := change.File{Path: o.Path(), Object: trees[0].Root(), Listed: o.Facts().Standalone() && !o.Shared(),
		DeliveredBy: o.DeliveredBy()}
	if o.Facts().HasFile() {
		file.Said = o.Path()
	}
	if o.Facts().HasFile() && o.Facts().Standalone() { // one of render.Result.Servers
		file.Server = o.Cluster()
	}
	return file
}

// written returns the objects of a rendering as an earlier run wrote them.
func written(t testing.TB, r render.Result) (all []change.Object) {
	t.Helper()
	for _, o := range r.Files() {
		all = append(all, change.Read(fileOf(t, o)))
	}
	return all
}

// TestReadWaves expects that the gates of waves are no change of objects that were read: neither another digest in
// them, nor one more.
func TestReadWaves(t *testing.T) {
	const waiting = "Kustomization apps/web-paris of apps/web on paris, Kustomization apps/web-tokyo of apps/web on tokyo"
	before := written(t, rendered(t, inWaves))
	for _, c := range []struct {
		old, new, want string
		gated          string
	}{
		{`v: "1"`, `v: "2"`, "changed Kustomization apps/web-berlin on berlin\n  spec.postBuild.substitute.v: \"1\" -> " +
			"\"2\"  (entry in.yaml:13:68)\n", waiting},
		{"    - {destination: {cluster: paris}", "    - {destination: {cluster: berlin}, name: more}\n" +
			"    - {destination: {cluster: paris}", "created Kustomization apps/more on berlin\n", waiting},
		{"{name: other}", "{name: other}, {name: more}", "changed Kustomization apps/web-tokyo on tokyo\n" +
			"  spec.dependsOn: [{\"name\":\"other\"}] -> [{\"name\":\"other\"},{\"name\":\"more\"}]  " +
			"(entry in.yaml:15:59)\n", ""},
	} {
		after := rendered(t, strings.Replace(inWaves, c.old, c.new, 1))
		ofRead := change.CompareObjects(before, objectsOf(after), render.Result{})
		ofRun := change.Compare(rendered(t, inWaves), after)
		assert.Equal(t, described(ofRead), c.want)
		assert.Equal(t, described(ofRun), c.want)
		assert.Equal(t, gatedOf(ofRead), c.gated)
		assert.Equal(t, gatedOf(ofRun), c.gated)
		assert.Equal(t, ofRun.Unchanged+len(ofRun.Gated)+len(ofRun.List), len(after.Files()))
	}
}

func gatedOf(changes change.Changes) string {
	var all []string
	for _, c := range changes.Gated {
		all = append(all, fmt.Sprintf("%s of %s on %s", c.Object, c.Application, c.Cluster))
	}
	return strings.Join(all, ", ")
}

// TestReadTwice expects that one of two files with one object counts, in any order of them: the one that is
// unchanged, or else the first.
func TestReadTwice(t *testing.T) {
	one := fileOf(t, rendered(t, releases).Objects[0])
	other := fileOf(t, rendered(t, strings.Replace(releases, "replicas: 2", "replicas: 1", 1)).Objects[0])
	other.Path = "web/zurich/" + "helmrelease-web-berlin.yaml"
	after := objectsOf(rendered(t, releases))[:1]
	for _, before := range [][]change.Object{{change.Read(one), change.Read(other)},
		{change.Read(other), change.Read(one)}} {
		changes := change.CompareObjects(before, after, render.Result{})
		assert.Equal(t, described(changes), "")
		assert.Equal(t, changes.Unchanged, 1)
		assert.Equal(t, described(change.CompareObjects(before, nil, render.Result{})),
			"deleted HelmRelease apps/web-berlin on berlin: Flux uninstalls its Helm release; "+
				"keep the kubeconfig of the cluster until then, or what runs there stays\n")
	}
}

// TestReadElsewhere reads files that somebody has moved, and objects without files.
func TestReadElsewhere(t *testing.T) {
	for _, c := range []struct{ path, cluster string }{
		{"", "berlin"}, // of the kubeConfig
		{"helmrelease-web-berlin.yaml", "berlin"},
		{"a/b/c.yaml", "berlin"},
		{"web/a.yaml", "berlin"},
		{"x/web/a.yaml", "berlin"},
		{"web/paris/a.yaml", "paris"}, // whose user says so
		{"clusters/web/hub/a.yaml", ""},
		{"web/web/a.yaml", "web"},
	} {
		file := fileOf(t, rendered(t, releases).Objects[0])
		file.Path = c.path
		o := change.Read(file)
		assert.Equal(t, o.Cluster, c.cluster, c.path)
		assert.Equal(t, o.ID, render.ID{Kind: "HelmRelease", Namespace: "apps", Name: "web-berlin"}, c.path)
	}
}

// TestOrder expects new objects in the order in which they are rendered: by application, by cluster, and among these
// what others need first.
func TestOrder(t *testing.T) {
	for name, r := range renderedCases(t) {
		byApplication := map[string][]string{}
		for _, c := range change.Compare(render.Result{}, r).List {
			byApplication[c.Application] = append(byApplication[c.Application], c.Object.Server+" "+c.Object.String())
		}
		for application, got := range byApplication {
			var want []render.Object
			for _, o := range r.Files() {
				if o.Application() == application {
					want = append(want, o)
				}
			}
			slices.SortStableFunc(want, func(a, b render.Object) int { return strings.Compare(a.Cluster(), b.Cluster()) })
			for i, o := range want {
				assert.Equal(t, got[i], o.ID().Server+" "+o.ID().String(), "%s: object %d of %s", name, i, application)
			}
		}
	}
}

// TestUnchanged compares objects of which a client says that the other side has them byte for byte: nobody compares
// them, and they count where another file has their ID.
func TestUnchanged(t *testing.T) {
	var after, before []change.Object
	for _, o := range rendered(t, releases).Objects {
		after = append(after, change.Rendered(o))
	}
	for _, o := range rendered(t, strings.ReplaceAll(releases, "1.0.0", "1.1.0")).Objects {
		known := change.Rendered(o)
		known.Unchanged, known.Content = true, nil
		copied := fileOf(t, o)
		copied.Path = "a/first.yaml"
		before = append(before, change.Read(copied), known)
	}
	changes := change.CompareObjects(before, after, render.Result{})
	assert.Equal(t, len(changes.List), 0)
	assert.Equal(t, changes.Unchanged, len(after))
}

// TestNoObject compares files that have no fields of an object.
func TestNoObject(t *testing.T) {
	read := func(text string) []change.Object {
		trees, _ := tree.Parse("a.yaml", []byte(text))
		return []change.Object{change.Read(change.File{Path: "a.yaml", Object: trees[0].Root()})}
	}
	changes := change.CompareObjects(read("{}"), read("{spec: {a: 1}}"), render.Result{})
	assert.Equal(t, described(changes), "changed  \n  : {} -> {\"spec\":{\"a\":1}}\n")
}

// closedWaves writes an application with an early and a late wave of clusters.
func closedWaves(kind string, early, late int) string {
	head, _, _ := strings.Cut(header, "  clusters:\n")
	var clusters strings.Builder
	for i := range early + late {
		name, wave := fmt.Sprintf("a%03d", i), "early"
		if i >= early {
			name, wave = fmt.Sprintf("b%03d", i-early), "late"
		}
		fmt.Fprintf(&clusters, "  - {name: %s, labels: {wave: %s}, kubeConfig: {secretRef: {name: %[1]s}}}\n", name, wave)
	}
	source, workload := "GitRepository", "kustomization: [{destination: {clusterSelector: {}}, path: ./web, prune: true}]"
	if kind == "HelmRelease" {
		source, workload = "HelmRepository",
			"helmRelease: {chart: {chart: web, version: 1.0.0}, deploy: [{destination: {clusterSelector: {}}}]}"
	}
	return fmt.Sprintf("%s  source: {sourceRef: {kind: %s, name: web}}\n  clusters:\n%s  config:\n    defaults: "+
		"{interval: 2h}\n    %s\n    overrides: [{clusterSelector: {matchLabels: {wave: late}}, wave: 1}]\n", head, source,
		clusters.String(), workload)
}

// TestReadClosedWaves expects that what closes a wave is no change of objects that were read: neither the interval of
// the closing object, nor that another one closes the wave, nor that none does any more.
func TestReadClosedWaves(t *testing.T) {
	for _, kind := range []string{"HelmRelease", "Kustomization"} {
		in := closedWaves(kind, 12, 42)
		before := rendered(t, in)
		for _, c := range []struct {
			after, want string
			gated       int
		}{
			{in, "", 0},
			{closedWaves(kind, 13, 42), "created " + kind + " apps/web-a012 on a012\n", 43},
			// another one closes it, and none does any more
			{closedWaves(kind, 14, 42), "created " + kind + " apps/web-a012 on a012\ncreated", 43},
			{closedWaves(kind, 12, 41), "deleted " + kind + " apps/web-b041 on b041", 42},
		} {
			after := rendered(t, c.after)
			ofRead := change.CompareObjects(written(t, before), objectsOf(after), render.Result{})
			ofRun := change.Compare(before, after)
			assert.Assert(t, strings.HasPrefix(described(ofRead), c.want), described(ofRead))
			assert.Equal(t, described(ofRead), described(ofRun))
			assert.Equal(t, len(ofRead.Gated), c.gated)
			assert.Equal(t, len(ofRun.Gated), c.gated)
		}
		after := rendered(t, strings.Replace(in, "2h", "3h", 1))
		ofRead := change.CompareObjects(written(t, before), objectsOf(after), render.Result{})
		assert.Equal(t, described(ofRead), described(change.Compare(before, after)))
		assert.Equal(t, strings.Count(described(ofRead), `spec.interval: "2h" -> "3h"`), 54)
		assert.Assert(t, !strings.Contains(described(ofRead), "dependsOn"))
	}
}
