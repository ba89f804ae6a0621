package main

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// chartOf is an application with a HelmRelease on a cluster, whose entry has more.
func chartOf(name, more string) string {
	return onTokyo(name, `
    helmRelease:
      chart: {chart: ./chart}
      deploy: [{destination: {clusterSelector: {}, targetNamespace: web}, interval: 1h, `+more+`}]
`)
}

// pathOf is an application with a Kustomization on a cluster, whose entry has more.
func pathOf(name, more string) string {
	return onTokyo(name, `
    kustomization: [{destination: {clusterSelector: {}}, path: ./web, prune: true, interval: 1h, `+more+`}]
`)
}

// inlineOf is as pathOf, with a source of its own that follows a branch.
func inlineOf(name, branch, more string) string {
	return strings.Replace(pathOf(name, more), "sourceRef: {kind: GitRepository, name: web}",
		"gitRepository: {url: https://example.com/web, interval: 1h, ref: {branch: "+branch+"}}", 1)
}

func onTokyo(name, config string) string {
	return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: %s, namespace: apps}
spec:
  clusters: [{name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}]
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:%s`, name, config)
}

// TestRename renders an application into a folder, and then the same one under another name.
func TestRename(t *testing.T) {
	standalone := strings.NewReplacer("spec:\n", "spec:\n  topology: Standalone\n").Replace
	const pinned = "name: r-$(cluster.name)"
	const after, list = "deploy/b/tokyo/helmrelease-r-tokyo.yaml", "deploy/tokyo/kustomization.yaml"
	for name, c := range map[string]struct {
		before, after, config string
		want                  string   // in what is printed
		files                 []string // after the run; none where it is refused
	}{
		"pinned": {before: chartOf("a", pinned), after: chartOf("b", pinned), files: []string{after},
			want: "apps/b takes over 1 object of apps/a, which is not among the documents, for example the HelmRelease " +
				"apps/r-tokyo; only the name of the application differs, so that nothing happens to what runs [FA421]"},
		"pinned, and the name of the application in its values": {files: []string{after},
			before: chartOf("a", pinned+", values: {host: $(app.name).example.com}"),
			after:  chartOf("b", pinned+", values: {host: $(app.name).example.com}"),
			want:   "only the name of the application differs"},
		"pinned, and other values": {before: chartOf("a", pinned+", values: {size: 1}"),
			after: chartOf("b", pinned+", values: {size: 2}"), want: "--acknowledge"},
		"pinned, in each cluster": {before: standalone(chartOf("a", pinned)), after: standalone(chartOf("b", pinned)),
			files: []string{"deploy/tokyo/b/helmrelease-r-tokyo.yaml", list},
			want:  "only the name of the application differs"},
		"pinned, by a partial run": {before: chartOf("a", pinned), after: chartOf("b", pinned),
			config: "  applications: [b]\n", want: "render without applications, and fluxapp takes it over [FA402]"},
		"a release": {before: chartOf("a", "releaseName: web"), after: chartOf("b", "releaseName: web"),
			want: "the HelmRelease apps/b-tokyo-web cannot be written: a/tokyo/helmrelease-a-tokyo-web.yaml holds " +
				"the HelmRelease a-tokyo-web of apps/a, which was not read, with the same Helm release web; write " +
				"name: a-$(cluster.name)-web into the entry, and fluxapp takes that object over [FA420]"},
		"a release, by a partial run": {before: chartOf("a", "releaseName: web"), after: chartOf("b", "releaseName: web"),
			config: "  applications: [b]\n", want: "with the same Helm release web"},
		"another release": {before: chartOf("a", "suspend: false"), after: chartOf("b", "suspend: false"),
			want: "--prune-orphans removes them", files: []string{"deploy/a/tokyo/helmrelease-a-tokyo-web.yaml",
				"deploy/b/tokyo/helmrelease-b-tokyo-web.yaml"}},
		"a Kustomization": {before: pathOf("a", "suspend: false"), after: pathOf("b", "suspend: false"),
			want: "with the same manifests; write name: a-$(cluster.name) into the entry"},
		"a Kustomization with other variables": {want: "--prune-orphans removes them",
			before: pathOf("a", "postBuild: {substitute: {at: one}}"),
			after:  pathOf("b", "postBuild: {substitute: {at: two}}"),
			files: []string{"deploy/a/tokyo/kustomization-a-tokyo.yaml",
				"deploy/b/tokyo/kustomization-b-tokyo.yaml"}},
		"an inline source": {before: inlineOf("a", "main", ""), after: inlineOf("b", "main", ""),
			want: "with the same manifests; write name: a-$(cluster.name) into the entry"},
		"an inline source, in each cluster": {
			before: standalone(inlineOf("a", "main", "")), after: standalone(inlineOf("b", "main", "")),
			want: "with the same manifests; write name: a-$(cluster.name) into the entry"},
		"an inline source, by a partial run": {before: inlineOf("a", "main", ""), after: inlineOf("b", "main", ""),
			config: "  applications: [b]\n", want: "with the same manifests"},
		"an inline source of another branch": {
			before: inlineOf("a", "main", ""), after: inlineOf("b", "test", ""),
			want: "--prune-orphans removes them", files: []string{"deploy/a/gitrepository-a.yaml",
				"deploy/a/tokyo/kustomization-a-tokyo.yaml", "deploy/b/gitrepository-b.yaml",
				"deploy/b/tokyo/kustomization-b-tokyo.yaml"}},
		"an inline source with a name of its own": {want: "with the same manifests",
			before: strings.Replace(inlineOf("a", "main", ""), "source: {", "source: {name: web, ", 1),
			after:  strings.Replace(inlineOf("b", "test", ""), "source: {", "source: {name: web, ", 1)},
		"an inline source, pinned": {before: inlineOf("a", "main", pinned), after: inlineOf("b", "main", pinned),
			want: "only the name of the application differs", files: []string{"deploy/a/gitrepository-a.yaml",
				"deploy/b/gitrepository-b.yaml", "deploy/b/tokyo/kustomization-r-tokyo.yaml"}},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "apps/app.yaml", c.before)
			_, errs, code := fluxapp(t, "", "render", "apps", "-o", "dir=deploy")
			assert.Equal(t, code, exitGood, errs)
			before := snapshot(t, "deploy")
			put(t, "apps/app.yaml", c.after)
			if c.config != "" {
				put(t, "apps/fluxapp.yaml", renderConfig+c.config)
			}
			_, checked, stale := fluxapp(t, "", "check", "apps", "--rendered", "deploy")
			_, errs, code = fluxapp(t, "", "render", "apps", "-o", "dir=deploy")
			assert.Check(t, cmp.Contains(errs, c.want))
			assert.Equal(t, stale, exitDocuments, checked)
			if c.files == nil {
				assert.Equal(t, code, exitDocuments, errs)
				assert.Equal(t, snapshot(t, "deploy"), before)
				return
			}
			assert.Equal(t, code, exitGood, errs)
			assert.DeepEqual(t, filesIn(t, "deploy"), c.files)
			_, errs, code = fluxapp(t, "", "check", "apps", "--rendered", "deploy")
			assert.Equal(t, code, exitGood, errs)
		})
	}
}
