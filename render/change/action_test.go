package change_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// The documents that edits change. The releases have names of their own, except the release of paris.
const (
	header = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
  - {name: paris, kubeConfig: {secretRef: {name: paris-kubeconfig}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}
`
	releases = header + `  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    defaults: {interval: 1h, values: {replicas: 2, tls: {secret: web, port: 443}}}
    helmRelease:
      chart: {chart: web, version: "1.0.0"}
      deploy:
      - {destination: {cluster: berlin, targetNamespace: web}, name: web-berlin}
      - {destination: {cluster: paris, targetNamespace: web}}
      - {destination: {cluster: tokyo, targetNamespace: web}, name: web-tokyo, releaseName: web}
`
	kustomizations = header + `  source: {sourceRef: {kind: GitRepository, name: fleet}}
  config:
    defaults: {interval: 1h}
    kustomization:
    - {destination: {cluster: berlin, targetNamespace: web}, name: web-berlin, path: ./web, prune: true}
    - {destination: {cluster: paris, targetNamespace: web}, path: ./web, prune: true}
    - {destination: {cluster: tokyo}, name: web-tokyo, path: ./web, prune: false}
`
)

// Documents whose release on tokyo is suspended, and whose source is inline.
var (
	suspended = strings.Replace(releases, "releaseName: web}", "releaseName: web, suspend: true}", 1)
	sourced   = strings.Replace(kustomizations, "{sourceRef: {kind: GitRepository, name: fleet}}",
		"{name: fleet, gitRepository: {url: https://example.com/fleet, ref: {branch: main}, interval: 1h}}", 1)
	// charts of kind OCIRepository
	artifacts = strings.NewReplacer("  source: {sourceRef: {kind: HelmRepository, name: charts}}\n", "",
		`{chart: web, version: "1.0.0"}`, "{kind: OCIRepository, url: oci://ghcr.io/acme/web, ref: {tag: 1.0.0}}").
		Replace(releases)
	// where the document says the files
	filed   = strings.Replace(releases, "{interval: 1h,", "{interval: 1h, file: clusters/$(cluster.name)/web.yaml,", 1)
	kclRuns = strings.NewReplacer("kustomization:", "kclRun:").Replace(kustomizations)
)

// edit is a small change of a document.
type edit struct {
	name, document string
	replace        []string // old and new texts
}

var edits = []edit{
	{"nothing", releases, nil},
	{"a comment", releases, []string{"replicas: 2", "# comments are no change\n      replicas: 2"}},
	{"a comment of image automation", releases,
		[]string{`version: "1.0.0"}`, "version: \"1.0.0\" # {\"$imagepolicy\": \"apps:web:tag\"}\n      }"}},
	{"a value", releases, []string{"replicas: 2", "replicas: 3"}},
	{"a value that is gone", releases, []string{"replicas: 2, ", ""}},
	{"a value that an override removes", releases,
		[]string{"helmRelease:", "overrides:\n    - {cluster: paris, values: {tls: $(remove)}}\n    helmRelease:"}},
	{"a null among values", releases,
		[]string{"helmRelease:", "overrides:\n    - {cluster: paris, values: {tls: null}}\n    helmRelease:"}},
	{"a field that an override removes", suspended,
		[]string{"helmRelease:", "overrides:\n    - {cluster: tokyo, suspend: null}\n    helmRelease:"}},
	{"the version of the chart", releases, []string{"1.0.0", "1.1.0"}},

	{"suspended", releases, []string{"releaseName: web", "releaseName: web, suspend: true"}},
	{"suspended, with another value", releases,
		[]string{"releaseName: web", "releaseName: web, suspend: true, values: {replicas: 3}"}},
	{"resumed", suspended, []string{", suspend: true", ""}},
	{"resumed, with another value", suspended, []string{"suspend: true", "suspend: false, values: {replicas: 3}"}},
	{"another value while it is suspended", suspended, []string{"suspend: true", "suspend: true, values: {replicas: 3}"}},
	{"resumed with another release name", suspended, []string{"releaseName: web, suspend: true", "releaseName: site"}},
	{"another release name while it is suspended", suspended, []string{"releaseName: web", "releaseName: site"}},

	{"the release name", releases, []string{"releaseName: web", "releaseName: site"}},
	{"the release name written as its default", releases,
		[]string{"name: web-berlin}", "name: web-berlin, releaseName: web-web-berlin}"}},
	{"the storage namespace", releases, []string{"releaseName: web", "releaseName: web, storageNamespace: helm"}},
	{"the storage namespace written as its default", releases,
		[]string{"releaseName: web", "releaseName: web, storageNamespace: apps"}},
	{"the target namespace, all names pinned", releases,
		[]string{"tokyo, targetNamespace: web", "tokyo, targetNamespace: shop"}},
	{"the target namespace, the object's name pinned", releases,
		[]string{"berlin, targetNamespace: web", "berlin, targetNamespace: shop"}},
	{"the target namespace, no name pinned", releases,
		[]string{"paris, targetNamespace: web", "paris, targetNamespace: shop"}},
	{"the target namespace written as its default", strings.Replace(releases, "tokyo, targetNamespace: web", "tokyo", 1),
		[]string{"{cluster: tokyo}", "{cluster: tokyo, targetNamespace: apps}"}},
	{"release name, storage and target", releases, []string{"tokyo, targetNamespace: web", "tokyo, targetNamespace: shop",
		"releaseName: web", "releaseName: site, storageNamespace: helm"}},

	{"a file", releases, []string{"{interval: 1h,", "{interval: 1h, file: clusters/$(cluster.name)/web.yaml,"}},
	{"another file", filed, []string{"clusters/$", "apps/$"}},
	{"another file in the folder", filed, []string{"/web.yaml", "/site.yaml"}},
	{"another file of one cluster, with a value", filed,
		[]string{"helmRelease:", "overrides: [{cluster: paris, file: paris.yaml, values: {replicas: 3}}]\n    helmRelease:"}},
	{"no file any more", filed, []string{" file: clusters/$(cluster.name)/web.yaml,", ""}},
	{"another file of what is suspended",
		strings.Replace(filed, "releaseName: web}", "releaseName: web, suspend: true}", 1),
		[]string{"clusters/$", "apps/$"}},
	{"another file of Kustomizations",
		strings.Replace(kustomizations, "{interval: 1h}", "{interval: 1h, file: $(cluster.name)/a.yaml}", 1),
		[]string{"/a.yaml", "/a/b.yaml"}},
	{"another file of a source", strings.Replace(sourced, "{name: fleet,", "{name: fleet, file: sources/fleet.yaml,", 1),
		[]string{"sources/fleet", "fleet"}},

	{"another chart", releases, []string{"chart: web", "chart: site"}},
	{"another chart in place", releases,
		[]string{"chart: web", "chart: site", "interval: 1h",
			"interval: 1h, upgrade: {chartNameChangeStrategy: InPlaceUpdate}"}},
	{"another chart with a variable of Flux", releases, []string{"chart: web", `chart: "web-${env}"`}},
	{"a chart of a folder in place", releases, []string{"HelmRepository", "GitRepository", "chart: web", "chart: ./site",
		"interval: 1h", "interval: 1h, upgrade: {chartNameChangeStrategy: InPlaceUpdate}"}},
	{"another folder of charts", strings.NewReplacer("HelmRepository", "GitRepository", "chart: web", "chart: ./a/web").
		Replace(releases), []string{"./a/web", "./b/web"}},
	{"another chart in a folder", strings.NewReplacer("HelmRepository", "GitRepository", "chart: web", "chart: ./a/web").
		Replace(releases), []string{"./a/web", "./a/site"}},
	{"another source of the chart", releases, []string{"name: charts", "name: mirror"}},
	{"a chart from a registry that the run does not have", releases,
		[]string{"{sourceRef: {kind: HelmRepository, name: charts}}", "{sourceRef: {kind: OCIRepository, name: web}}",
			"      chart: {chart: web, version: \"1.0.0\"}\n", ""}},
	{"the same chart from a registry", releases,
		[]string{"{sourceRef: {kind: HelmRepository, name: charts}}", "{ociRepository: {url: oci://ghcr.io/acme/web, " +
			"interval: 1h}}", "      chart: {chart: web, version: \"1.0.0\"}\n", ""}},
	{"another chart from a registry", releases,
		[]string{"{sourceRef: {kind: HelmRepository, name: charts}}", "{ociRepository: {url: oci://ghcr.io/acme/site, " +
			"interval: 1h}}", "      chart: {chart: web, version: \"1.0.0\"}\n", ""}},
	{"a chart that Flux makes an OCIRepository of", artifacts, []string{"tag: 1.0.0", "tag: 1.1.0"}},
	{"another chart that Flux makes an OCIRepository of", artifacts, []string{"acme/web", "acme/site"}},
	{"the same chart from a repository of charts", artifacts,
		[]string{"  config:", "  source: {sourceRef: {kind: HelmRepository, name: charts}}\n  config:",
			"{kind: OCIRepository, url: oci://ghcr.io/acme/web, ref: {tag: 1.0.0}}", "{chart: web, version: 1.0.0}"}},
	{"another chart in a shared HelmChart",
		strings.Replace(releases, "    helmRelease:\n", "    helmRelease:\n      shareChart: true\n", 1),
		[]string{"chart: web", "chart: site"}},
	{"another version in a shared HelmChart",
		strings.Replace(releases, "    helmRelease:\n", "    helmRelease:\n      shareChart: true\n", 1),
		[]string{"1.0.0", "1.1.0"}},

	{"another cluster, the name pinned", releases, []string{"cluster: tokyo", "cluster: paris"}},
	{"another name of a cluster, the name pinned", releases, []string{"name: berlin,", "name: bonn,",
		"cluster: berlin", "cluster: bonn",
		"interval: 1h", "interval: 2h"}},
	{"another cluster, no name pinned", releases, []string{"cluster: paris", "cluster: tokyo"}},
	{"from a cluster to the hub, the name pinned", releases, []string{"cluster: tokyo, ", ""}},
	{"another Secret of the same cluster", releases, []string{"tokyo-kubeconfig", "tokyo-admin"}},
	{"another name for the same cluster", releases,
		[]string{"cluster: tokyo", "cluster: osaka", "{name: tokyo", "{name: osaka"}},

	{"another name for the same cluster, no name pinned", releases,
		[]string{"cluster: paris", "cluster: osaka", "{name: paris", "{name: osaka"}},
	{"another name and another Secret of a cluster, no name pinned", releases,
		[]string{"cluster: paris", "cluster: osaka", "{name: paris", "{name: osaka", "paris-kubeconfig", "osaka-kubeconfig"}},
	{"the key of the kubeconfig written as its default", releases,
		[]string{"{name: tokyo-kubeconfig}", "{name: tokyo-kubeconfig, key: value.yaml}"}},
	{"another key of the kubeconfig", releases,
		[]string{"{name: tokyo-kubeconfig}", "{name: tokyo-kubeconfig, key: admin}"}},
	{"a ConfigMap in place of the Secret", releases,
		[]string{"secretRef: {name: tokyo-kubeconfig}", "configMapRef: {name: tokyo-kubeconfig}"}},
	{"two clusters with each other's Secrets", releases,
		[]string{"paris-kubeconfig", "swap", "tokyo-kubeconfig", "paris-kubeconfig", "swap", "tokyo-kubeconfig"}},
	{"another Secret of a cluster while its release is suspended", suspended, []string{"tokyo-kubeconfig", "tokyo-admin"}},

	{"the namespace on the hub, all names pinned", releases,
		[]string{"name: web-tokyo", "namespace: flux, name: web-tokyo"}},
	{"the namespace on the hub, all names and Helm's storage pinned, of a release of the hub",
		strings.Replace(releases, "{cluster: tokyo, targetNamespace: web}, ",
			"{targetNamespace: web}, storageNamespace: helm, ", 1),
		[]string{"name: web-tokyo", "namespace: flux, name: web-tokyo"}},
	{"the object's name, the release name pinned, with retries",
		strings.Replace(releases, "interval: 1h", "interval: 1h, install: {remediation: {retries: 3}}", 1),
		[]string{"name: web-tokyo", "name: site-tokyo"}},
	{"the object's name, the release name pinned", releases, []string{"name: web-tokyo", "name: site-tokyo"}},
	{"the object's name, the release name pinned, the old one suspended", suspended,
		[]string{"name: web-tokyo", "name: site-tokyo", ", suspend: true", ""}},
	{"the object's name, the release name pinned, the new one suspended", releases,
		[]string{"name: web-tokyo", "name: site-tokyo", "releaseName: web", "releaseName: web, suspend: true"}},
	{"the object's name, the release name pinned, both suspended", suspended,
		[]string{"name: web-tokyo", "name: site-tokyo"}},
	{"the object's name, the release name pinned, and another chart", releases,
		[]string{"name: web-tokyo", "name: site-tokyo", "chart: web", "chart: site"}},
	{"the object's name, the release name not pinned", releases, []string{"name: web-berlin", "name: site-berlin"}},
	{"the object's name and the version, the release name not pinned", releases,
		[]string{"name: web-berlin", "name: site-berlin", "1.0.0", "1.1.0"}},
	{"the object's name and the chart, the release name not pinned", releases,
		[]string{"name: web-berlin}", "name: site-berlin, chart: {chart: site, version: 1.0.0}}"}},
	{"the object's name, the release name not pinned, suspended", releases,
		[]string{"name: web-berlin}", "name: site-berlin, suspend: true}"}},
	{"the names of two objects with one chart", strings.Replace(releases, "cluster: paris", "cluster: berlin", 1),
		[]string{"name: web-berlin}", "name: site-berlin}", "web}}", "web}, name: site-paris}"}},
	{"the name of the application", releases, []string{"{name: web, namespace", "{name: site, namespace"}},

	{"shards", releases, []string{"  config:", "  sharding: {shards: 3}\n  config:"}},
	{"shards, with another release name", releases,
		[]string{"  config:", "  sharding: {shards: 3}\n  config:", "releaseName: web", "releaseName: site"}},

	{"a cluster is disabled", releases,
		[]string{"helmRelease:", "overrides:\n    - {cluster: paris, disable: true}\n    helmRelease:"}},
	{"a suspended cluster is disabled", suspended,
		[]string{"helmRelease:", "overrides:\n    - {cluster: tokyo, disable: true}\n    helmRelease:"}},
	{"a cluster is new", releases,
		[]string{"  source:", "  - {name: rome, kubeConfig: {secretRef: {name: rome}}}\n  source:", "      deploy:",
			"      deploy:\n      - {destination: {cluster: rome}}"}},

	{"the path, by prune", kustomizations, []string{"./web", "./site", "./web", "./site", "./web", "./site"}},
	{"the path in other words", kustomizations, []string{"./web", "web/"}},
	{"the path, prune set by another tool", strings.Replace(kustomizations, "prune: true", "prune: null", 1),
		[]string{"./web", "./site"}},
	{"the target namespace of a Kustomization that prunes", kustomizations,
		[]string{"berlin, targetNamespace: web", "berlin, targetNamespace: shop"}},
	{"the target namespace of a Kustomization that does not prune", kustomizations,
		[]string{"{cluster: tokyo}", "{cluster: tokyo, targetNamespace: shop}"}},
	{"the source of Kustomizations", kustomizations, []string{"name: fleet", "name: other"}},
	{"another source with the same content", sourced, []string{"name: fleet", "name: other"}},
	{"another source with another branch", sourced, []string{"name: fleet", "name: other", "main", "next"}},
	{"a prefix of what it applies, by prune", kustomizations,
		[]string{"interval: 1h", "interval: 1h, namePrefix: new-"}},
	{"another suffix of what it applies, prune set by another tool",
		strings.Replace(kustomizations, "prune: true", "prune: null, nameSuffix: -old", 1), []string{"-old", "-new"}},
	{"another name and a suffix of what it applies", kustomizations,
		[]string{"name: web-berlin", "name: new-berlin, nameSuffix: -new"}},
	{"another cluster, the kubeconfig in a ConfigMap", strings.Replace(kustomizations, "secretRef: {name: paris",
		"configMapRef: {name: paris", 1), []string{"cluster: paris", "cluster: tokyo"}},
	{"another cluster for a Kustomization", kustomizations, []string{"cluster: tokyo", "cluster: paris"}},
	{"the name of a Kustomization that prunes", kustomizations, []string{"name: web-berlin", "name: site-berlin"}},
	{"the name of a Kustomization that does not prune", kustomizations, []string{"name: web-tokyo", "name: site-tokyo"}},
	{"the name of a Kustomization, prune set by another tool",
		strings.Replace(kustomizations, "prune: true", "prune: null", 1), []string{"name: web-berlin", "name: site-berlin"}},
	{"the namespace of Kustomizations, by prune", kustomizations, []string{"namespace: apps", "namespace: flux"}},
	{"the namespace of a Kustomization with deletionPolicy Orphan",
		strings.Replace(kustomizations, "prune: true", "prune: true, deletionPolicy: Orphan", 1),
		[]string{"namespace: apps", "namespace: flux"}},
	{"a cluster and the path are called otherwise", strings.Replace(kustomizations, "./web", "./$(cluster.name)", 2),
		[]string{"{name: berlin,", "{name: essen,", "cluster: berlin", "cluster: essen", "name: web-berlin",
			"name: web-essen"}},
	{"a patch that deletes an object, by prune", kustomizations, patched("$patch: delete\napiVersion: v1\nkind: " +
		"ConfigMap\nmetadata: {name: any}")},
	{"a patch that renames an object, by prune", kustomizations,
		patched("- {op: replace, path: /metadata/name, value: new}")},
	{"a patch that changes an object", kustomizations,
		patched("- {op: replace, path: /metadata/labels/name, value: new}")},
	{"a patch that deletes a field", kustomizations, patched("kind: ConfigMap\nmetadata: {name: any}\ndata: {a: " +
		"{$patch: delete}}")},
	{"a patch that deletes an object of a release", releases, []string{"interval: 1h", `interval: 1h, postRenderers: ` +
		`[{kustomize: {patches: [{patch: "{$patch: delete, apiVersion: v1, kind: Secret, metadata: {name: old}}"}]}}]`}},
	{"a patch that deletes an object is gone",
		strings.Replace(kustomizations, "prune: true", "prune: true, patches: [{patch: \"{$patch: delete, apiVersion: v1, "+
			"kind: Secret, metadata: {name: old}}\"}]", 1), []string{", patches: [{patch: \"{$patch: delete, apiVersion: v1, " +
			"kind: Secret, metadata: {name: old}}\"}]", ""}},
	{"a Kustomization that prunes is gone", kustomizations,
		[]string{"helmRelease:", "", "kustomization:", "overrides:\n    - {cluster: paris, disable: true}\n" +
			"    kustomization:"}},
	{"a Kustomization that does not prune is gone", kustomizations,
		[]string{"kustomization:", "overrides:\n    - {cluster: tokyo, disable: true}\n    kustomization:"}},
	{"a Kustomization with deletionPolicy Orphan is gone",
		strings.Replace(kustomizations, "prune: true", "prune: true, deletionPolicy: Orphan", 1),
		[]string{"kustomization:", "overrides:\n    - {cluster: berlin, disable: true}\n    kustomization:"}},
	{"a Kustomization with deletionPolicy Delete is gone",
		strings.Replace(kustomizations, "prune: false", "prune: false, deletionPolicy: Delete", 1),
		[]string{"kustomization:", "overrides:\n    - {cluster: tokyo, disable: true}\n    kustomization:"}},
	{"a suspended Kustomization is gone", strings.Replace(kustomizations, "prune: true", "prune: true, suspend: true", 1),
		[]string{"kustomization:", "overrides:\n    - {cluster: berlin, disable: true}\n    kustomization:"}},

	{"the path of KCLRuns, by prune", kclRuns, []string{"./web", "./site", "./web", "./site", "./web", "./site"}},
	{"a KCLRun that does not prune is gone", kclRuns,
		[]string{"kclRun:", "overrides:\n    - {cluster: tokyo, disable: true}\n    kclRun:"}},
	{"another cluster for a KCLRun", kclRuns, []string{"cluster: tokyo", "cluster: paris"}},

	{"from the hub to the clusters", releases, []string{"  config:", "  topology: Standalone\n  config:"}},
	{"from the hub to the clusters, with Kustomizations", kustomizations,
		[]string{"  config:", "  topology: Standalone\n  config:"}},
	{"from the hub to the clusters, suspended first", suspended,
		[]string{"  config:", "  topology: Standalone\n  config:", ", suspend: true", ""}},
	{"from the clusters to the hub", strings.Replace(releases, "  config:", "  topology: Standalone\n  config:", 1),
		[]string{"  topology: Standalone\n", ""}},
	{"a cluster with its own Flux is new", strings.Replace(releases, "  config:", "  topology: Standalone\n  config:", 1),
		[]string{"  source:", "  - {name: rome}\n  source:", "      deploy:",
			"      deploy:\n      - {destination: {cluster: rome}}"}},
}

// patched gives the entries of kustomizations a patch.
func patched(patch string) []string {
	return []string{"interval: 1h", fmt.Sprintf("interval: 1h, patches: [{target: {kind: ConfigMap, name: only-a}, "+
		"patch: %q}]", patch)}
}

// TestActions compares documents before and after small changes. Read the words of the golden file against what was
// measured with Flux.
func TestActions(t *testing.T) {
	var out strings.Builder
	for _, e := range edits {
		before := rendered(t, e.document)
		changes := change.Compare(before, rendered(t, e.after(t)))
		fmt.Fprintf(&out, "== %s\n%s", e.name, described(changes))
		assert.Equal(t, len(before.Objects), changes.Unchanged+countWithout(changes, change.Created), e.name)
	}
	golden.Assert(t, out.String(), "effects.txt")
}

// TestFluxVersion compares what is rendered for two versions of Flux: a newer one makes the OCIRepository of a chart
// itself, and has newer versions of the API. Helm releases stay.
func TestFluxVersion(t *testing.T) {
	text := artifacts + `  notification:
    providers: [{name: chat, spec: {type: slack, channel: web, secretRef: {name: slack}}}]
`
	older, newer := renderedFor(t, text, "2.9"), renderedFor(t, text, "2.10")
	golden.Assert(t, "== from 2.9 to 2.10\n"+described(change.Compare(older, newer))+
		"== from 2.10 to 2.9\n"+described(change.Compare(newer, older)), "effects_flux.txt")
}

func (e edit) after(t *testing.T) string {
	t.Helper()
	text := e.document
	for i := 0; i < len(e.replace); i += 2 {
		assert.Assert(t, strings.Contains(text, e.replace[i]) || e.replace[i+1] == "", "%s: no %q", e.name, e.replace[i])
		text = strings.Replace(text, e.replace[i], e.replace[i+1], 1)
	}
	return text
}

func countWithout(changes change.Changes, action change.Action) (count int) {
	for _, c := range changes.List {
		if c.Action != action {
			count++
		}
	}
	return count
}

// rendered renders documents, which must have no errors.
func rendered(t testing.TB, text string) render.Result {
	t.Helper()
	return renderedFor(t, text, "")
}

func renderedFor(t testing.TB, text, flux string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("in.yaml", []byte(text)), render.Options{FluxVersion: flux,
		AllowEmpty: true})
	assert.NilError(t, err, text)
	return result
}

// described prints changes with all that they have.
func described(changes change.Changes) string {
	var b strings.Builder
	for _, c := range changes.List {
		fmt.Fprintf(&b, "%s %s", c.Action, c.Object)
		if c.Object.Server != "" {
			fmt.Fprintf(&b, " in %s", c.Object.Server)
		}
		if c.Earlier != (render.ID{}) {
			fmt.Fprintf(&b, ", was %s", c.Earlier)
		}
		if c.Earlier.Server != "" {
			fmt.Fprintf(&b, " in %s", c.Earlier.Server)
		}
		if c.Cluster != "" {
			fmt.Fprintf(&b, " on %s", c.Cluster)
		}
		if c.EarlierCluster != "" {
			fmt.Fprintf(&b, ", was on %s", c.EarlierCluster)
		}
		if c.Effect != "" {
			fmt.Fprintf(&b, ": %s", c.Effect)
		}
		b.WriteByte('\n')
		for _, f := range c.Fields {
			fmt.Fprintf(&b, "  %s: %s -> %s", f.Path, f.Before, f.After)
			if f.Set != (render.Setting{}) {
				fmt.Fprintf(&b, "  (%s)", f.Set)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
