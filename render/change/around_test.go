package change_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render/change"
)

// Documents with more than releases.
const (
	inlineSource = header + `  source: {gitRepository: {url: https://example.com/fleet.git, interval: 1h}}
  config:
    kustomization:
    - {destination: {cluster: berlin}, path: ./web, prune: true, interval: 1h}
`
	registry = header + `  source: {ociRepository: {url: oci://ghcr.io/acme/web, interval: 1h}}
  config:
    helmRelease:
      deploy: [{destination: {cluster: berlin}, interval: 1h}]
`
	saved = `apiVersion: gitops.kubesphere.io/v1alpha1
kind: Application
metadata: {name: web, namespace: apps, labels: {gitops.kubesphere.io/save-helm-template: "true"}}
spec:
  kind: fluxcd
  fluxApp:
    spec:
      source: {sourceRef: {kind: HelmRepository, name: charts}}
      config:
        helmRelease:
          chart: {chart: web, version: "1.0.0"}
          deploy: [{destination: {kubeConfig: {secretRef: {name: berlin}}, targetNamespace: web}, interval: 1h}]
`
	inWaves = header + `  source: {gitRepository: {url: https://example.com/fleet.git, interval: 1h}}
  config:
    defaults: {path: ./web, prune: true, interval: 1h}
    kustomization:
    - {destination: {cluster: berlin}, postBuild: {substitute: {v: "1"}}}
    - {destination: {cluster: paris}, wave: 1}
    - {destination: {cluster: tokyo}, wave: 1, dependsOn: [{name: other}]}
`
	dependent = inlineSource + `---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: fleet}}
  clusters: [{name: lab, kubeConfig: {secretRef: {name: lab}}}]
  config:
    kustomization:
    - destination: {cluster: berlin, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
      path: ./shop
      prune: true
      interval: 1h
      dependsOn: [{application: web}, {name: other}]
`
	notified = inlineSource + `    - {destination: {cluster: paris}, path: ./web, prune: true, interval: 1h}
  notification:
    providers: [{name: chat, spec: {type: slack, channel: fleet, secretRef: {name: chat}}}]
    alerts:
    - {name: all, spec: {eventSeverity: error}}
    - {name: each, perCluster: true, spec: {eventSeverity: error}}
`
	tenant = header + `  tenancy: {serviceAccount: deployer, role: {rules: [{apiGroups: [""], resources: [configmaps], ` +
		`verbs: ["*"]}]}}
  source: {sourceRef: {kind: GitRepository, name: fleet}}
  config:
    kustomization:
    - {destination: {cluster: berlin, targetNamespace: web}, path: ./web, prune: true, interval: 1h}
`
	images = inlineSource + `  imageAutomation:
    repositories:
    - name: web
      spec: {image: ghcr.io/acme/web, interval: 1h}
      policies: [{name: web, spec: {policy: {semver: {range: 1.x}}}}]
`
)

var standalone = strings.Replace(inlineSource, "  config:", "  topology: Standalone\n  config:", 1)

var aroundEdits = []edit{
	{"the URL of a source", inlineSource, []string{"fleet.git", "other.git"}},
	{"a suspended source", inlineSource, []string{"interval: 1h", "interval: 1h, suspend: true"}},
	{"a source with another name", inlineSource, []string{"source: {", "source: {name: fleet, "}},
	{"a source that is only named from now on", inlineSource,
		[]string{"{gitRepository: {url: https://example.com/fleet.git, interval: 1h}}",
			"{sourceRef: {kind: GitRepository, name: web}}"}},
	{"another tag in a registry", registry, []string{"interval: 1h", "interval: 1h, ref: {tag: 1.0.0}"}},
	{"another repository of a registry", registry, []string{"acme/web", "acme/site"}},
	{"another host of a registry", registry, []string{"ghcr.io", "registry.example.com"}},
	{"another chart in a saved HelmChart", saved, []string{"chart: web", "chart: site"}},
	{"a template that is saved no longer", saved, []string{`"true"`, `"false"`}},
	{"an Application becomes a FluxApplication", saved,
		[]string{"apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application",
			"apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication", "  kind: fluxcd\n  fluxApp:\n    spec:\n", "",
			`, labels: {gitops.kubesphere.io/save-helm-template: "true"}`, ""}},

	{"an object of the first wave", inWaves, []string{`v: "1"`, `v: "2"`}},
	{"a new object in the first wave", inWaves,
		[]string{"    - {destination: {cluster: paris}, wave: 1}", "    - {destination: {cluster: paris}}"}},
	{"no wave at all", inWaves, []string{", wave: 1", "", ", wave: 1", ""}},
	{"what an author wrote in dependsOn, besides the gates", inWaves, []string{"name: other", "name: another"}},

	{"an object that an application depends on", dependent,
		[]string{"{cluster: berlin}, path", "{cluster: berlin, targetNamespace: web}, path"}},
	{"a dependency on an application is gone", dependent, []string{"{application: web}, ", ""}},

	{"an application with Alerts gets a cluster", notified,
		[]string{"  notification:", "    - {destination: {cluster: tokyo}, path: ./web, prune: true, interval: 1h}\n" +
			"  notification:"}},
	{"the sources of an Alert are written now", notified,
		[]string{"all, spec: {", "all, spec: {eventSources: [{kind: Kustomization, name: '*'}], "}},
	{"the severity of Alerts", notified,
		[]string{"eventSeverity: error", "eventSeverity: info", "eventSeverity: error", "eventSeverity: info"}},
	{"a Provider is gone", notified,
		[]string{"providers: [{name: chat, spec: {type: slack, channel: fleet, secretRef: {name: chat}}}]", "providers: []",
			"all, spec: {", "all, spec: {providerRef: {name: chat}, ", "each, perCluster: true, spec: {",
			"each, perCluster: true, spec: {providerRef: {name: chat}, "}},

	{"the rights of a role", tenant,
		[]string{`resources: [configmaps], verbs: ["*"]`, "resources: [configmaps], verbs: [get]"}},
	{"no tenancy any more", tenant,
		[]string{"  tenancy: {serviceAccount: deployer, role: {rules: [{apiGroups: [\"\"], resources: [configmaps], verbs: " +
			"[\"*\"]}]}}\n", ""}},
	{"no image automation any more", images,
		[]string{"  imageAutomation:\n    repositories:\n    - name: web\n      spec: {image: ghcr.io/acme/web, interval: " +
			"1h}\n      policies: [{name: web, spec: {policy: {semver: {range: 1.x}}}}]\n", ""}},
	{"an image policy is gone", images,
		[]string{"      policies: [{name: web, spec: {policy: {semver: {range: 1.x}}}}]\n", ""}},

	{"a source in each cluster", standalone, []string{"fleet.git", "other.git"}},
	{"from the hub to the clusters, with a source", inlineSource,
		[]string{"  config:", "  topology: Standalone\n  config:"}},
	{"a cluster with its own Flux is gone", standalone, []string{"cluster: berlin", "cluster: paris"}},
}

// TestActionsAround compares documents whose objects around the workload change, or follow from others.
func TestActionsAround(t *testing.T) {
	var out strings.Builder
	for _, e := range aroundEdits {
		changes := change.Compare(rendered(t, e.document), rendered(t, e.after(t)))
		fmt.Fprintf(&out, "== %s\n%s", e.name, described(changes))
	}
	golden.Assert(t, out.String(), "effects_around.txt")
}

// TestNothing compares with renderings that have no objects.
func TestNothing(t *testing.T) {
	some := rendered(t, releases)
	nothing := rendered(t, "")
	assert.Equal(t, described(change.Compare(nothing, nothing)), "")
	assert.Equal(t, len(change.Compare(nothing, some).List), 3)
	for _, c := range change.Compare(nothing, some).List {
		assert.Equal(t, c.Action, change.Created)
	}
	for _, c := range change.Compare(some, nothing).List {
		assert.Equal(t, c.Action, change.Deleted)
		assert.Equal(t, c.Application, "apps/web")
	}
}
