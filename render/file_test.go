package render_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

const filed = `
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source:
    file: sources/web*.yaml
    helmRepository: {url: https://charts.example.org, interval: 1h}
  clusters:
  - {name: a, kubeConfig: {secretRef: {name: a}}}
  - {name: b, kubeConfig: {secretRef: {name: b}}}
  config:
    helmRelease:
      chart: {chart: web}
      deploy: [{destination: {clusterSelector: {}}}]
    defaults: {file: "clusters/$(cluster.name)/web.yaml"}
    overrides:
    - {cluster: b, file: other/b.yaml}
    - {cluster: gone, allowEmpty: true, file: "gone/$(cluster.labels.x or 'y')-$(app.name).yml"}
`

// TestMayHave asks the fields of a document for files, whichever clusters there are.
func TestMayHave(t *testing.T) {
	result, err := render.Render(schema.Parse("in.yaml", []byte(filed)), render.Options{})
	assert.NilError(t, err)
	var got []string
	for _, o := range result.Objects {
		assert.Assert(t, o.Facts().HasFile())
		got = append(got, o.Path())
	}
	assert.DeepEqual(t, got, []string{"sources/web*.yaml", "clusters/a/web.yaml", "other/b.yaml"})
	for file, want := range map[string]bool{
		"clusters/a/web.yaml": true, "clusters/c/web.yaml": true, "other/b.yaml": true, "gone/x-web.yml": true,
		"gone/x-y.yml":      false,
		"sources/web*.yaml": true, "sources/webs.yaml": false, "clusters/a/b/web.yaml": false, "clusters/a/web.yml": false,
		"x/clusters/a/web.yaml": false, "": false,
	} {
		assert.Equal(t, result.MayHave("apps/web", file), want, file)
		assert.Assert(t, !result.MayHave("apps/other", file), file)
	}
	assert.Assert(t, !render.Result{}.MayHave("apps/web", "other/b.yaml"))
}

// TestServers finds the clusters of files, also of a cluster that went.
func TestServers(t *testing.T) {
	result, err := render.Render(schema.Parse("in.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  topology: Standalone
  source: {file: all/$(app.name).yaml, gitRepository: {url: "https://example.org/web", interval: 1h}}
  clusters: [{name: a}, {name: b}, {name: c}]
  config:
    kustomization:
    - {destination: {clusterSelector: {}}, path: ., file: $(cluster.name)/web-$(cluster.name).yaml}
    overrides: [{cluster: c, file: other/c.yaml}]
`)), render.Options{})
	assert.NilError(t, err)
	for file, want := range map[string][]string{
		"a/web-a.yaml": {"a"}, "gone/web-gone.yaml": {"gone"}, "other/c.yaml": {"c"}, "all/web.yaml": {"a", "b", "c"},
		"gone/web-x.yaml": nil, "all/x.yaml": nil, "x": nil,
	} {
		assert.DeepEqual(t, result.Servers("apps/web", file), want)
		assert.Equal(t, result.MayHave("apps/web", file), want != nil, file)
	}
	assert.Assert(t, render.Result{}.Servers("apps/web", "a/web-a.yaml") == nil)
	hub, err := render.Render(schema.Parse("in.yaml", []byte(filed)), render.Options{})
	assert.NilError(t, err)
	assert.Assert(t, hub.Servers("apps/web", "clusters/a/web.yaml") == nil)
}

// TestFileOfSource finds where a source lies that has no file of its own.
func TestFileOfSource(t *testing.T) {
	const git = `gitRepository: {url: "https://a.org", interval: 1h}}`
	for name, c := range map[string]struct{ topology, source, want string }{
		"copies":             {"Standalone", `{` + git, "clusters/a.yaml"},
		"named by cluster":   {"HubAndSpoke", `{name: $(cluster.name), ` + git, "clusters/a.yaml"},
		"shared":             {"HubAndSpoke", `{` + git, "web/gitrepository-web.yaml"},
		"a file":             {"HubAndSpoke", `{file: s.yaml, ` + git, "s.yaml"},
		"a file of copies":   {"Standalone", `{file: "$(cluster.name)/s.yaml", ` + git, "a/s.yaml"},
		"copies of a bundle": {"Standalone", `{ociRepository: {url: "oci://a.org/x", interval: 1h}}`, "clusters/a.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := render.Render(schema.Parse("in.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  topology: `+c.topology+`
  source: `+c.source+`
  clusters:
  - {name: a, kubeConfig: {secretRef: {name: a}}}
  - {name: b, kubeConfig: {secretRef: {name: b}}}
  config:
    kustomization: [{destination: {clusterSelector: {}}, path: ., file: clusters/$(cluster.name).yaml}]
`)), render.Options{})
			assert.NilError(t, err)
			assert.Equal(t, result.Objects[0].Path(), c.want)
			assert.NilError(t, result.CheckPaths())
		})
	}
}

// TestFileInShard refuses files in a run of a shard, which has some of the clusters.
func TestFileInShard(t *testing.T) {
	opts := render.Options{Shard: render.Shard{Index: 1, Count: 2}}
	_, err := render.Render(schema.Parse("in.yaml", []byte(filed)), opts)
	assert.ErrorContains(t, err, "in.yaml:7:11: spec.source.file: a shard has some of the clusters")
	assert.ErrorContains(t, err, "in.yaml:16:22: spec.config.defaults.file: a shard has some of the clusters")
}

// TestFileOfAnother refuses a file that is another object's own, or is spelt in another way by it.
func TestFileOfAnother(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"shared": {"{cluster: a, file: x/web.yaml}, {cluster: b, file: x/web.yaml}", ""},
		"another object's own": {"{cluster: a, file: web/b/kustomization-web-b.yaml}",
			"would be written to web/b/kustomization-web-b.yaml, which the object made at in.yaml:11:21 is written to " +
				"already; write the same file for both, or another one"},
		"in another case": {"{cluster: a, file: x/web.yaml}, {cluster: b, file: x/Web.yaml}",
			"would be written to x/Web.yaml, on Windows and macOS the same file as x/web.yaml, which the object made at"},
		"no name of a file": {"{cluster: a, file: x/con.yaml}", "Windows has a device of this name"},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := render.Render(schema.Parse("in.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  clusters:
  - {name: a, kubeConfig: {secretRef: {name: a}}}
  - {name: b, kubeConfig: {secretRef: {name: b}}}
  config:
    kustomization: [{destination: {clusterSelector: {}}, path: .}]
    overrides: [`+c.files+`]
`)), render.Options{})
			assert.NilError(t, err)
			if err = result.CheckPaths(); c.want != "" {
				assert.ErrorContains(t, err, c.want)
			} else {
				assert.NilError(t, err)
			}
		})
	}
}
