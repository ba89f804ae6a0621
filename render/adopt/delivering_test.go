package adopt_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// fleetConfig is a RenderConfig with delivery.
const fleetConfig = `apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
metadata: {name: fleet, namespace: flux-system}
spec: {delivery: {sourceRef: {kind: GitRepository, name: fleet}, path: ./deploy, groups: 2}}
`

// inOrder are an application of releases, one of Kustomizations that waits for it, and one of releases that waits for
// that. The Secrets of the clusters have other names than these.
const inOrder = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: cert-manager, namespace: infra}
spec:
  source: {helmRepository: {url: https://charts.example.com, interval: 1h}}
  clusters: CLUSTERS
  config:
    helmRelease:
      chart: {chart: cert-manager, version: 1.16.2}
      deploy: [{destination: {clusterSelector: {}, targetNamespace: cert-manager}, interval: 1h}]
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: issuers, namespace: apps}
spec:
  source: {gitRepository: {url: https://git.example.com/platform, interval: 5m}}
  clusters: CLUSTERS
  config:
    kustomization:
    - destination: {clusterSelector: {}}
      path: ./issuers
      interval: 1h
      prune: true
      dependsOn: [{application: cert-manager, namespace: infra}]
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters: CLUSTERS
  config:
    helmRelease:
      chart: {chart: web}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: web}
        interval: 1h
        dependsOn: [{name: other}, {application: issuers}]
`

// ordered renders documents with delivery.
func ordered(t *testing.T, documents string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("in.yaml", []byte(documents)),
		render.Options{Delivery: schema.Parse("config.yaml", []byte(fleetConfig))[0]})
	assert.NilError(t, err)
	return result
}

// remembered are inOrder with clusters in a topology.
func remembered(clusters, topology string) string {
	return strings.NewReplacer("CLUSTERS", clusters, "spec:\n", "spec:\n  topology: "+topology+"\n").Replace(inOrder)
}

// filesOfDelivery returns what is rendered as the files of the rendered folder.
func filesOfDelivery(result render.Result) (files []adopt.File) {
	for _, o := range result.Files() {
		files = append(files, adopt.File{Name: "deploy/" + o.Path(), Data: o.YAML()})
	}
	return files
}

// fromServers returns what is rendered as kubectl gets it from each server: in one file, and with the labels of Flux.
func fromServers(result render.Result) (files []adopt.File) {
	texts := map[string][]byte{}
	for _, o := range result.Files() {
		by := o.DeliveredBy()
		labels := fmt.Sprintf("  labels: {kustomize.toolkit.fluxcd.io/name: %s, kustomize.toolkit.fluxcd.io/namespace: %s}\n",
			by.Name, by.Namespace)
		text := bytes.Replace(o.YAML(), []byte("metadata:\n"), []byte("metadata:\n"+labels), 1)
		server := o.ID().Server
		texts[server] = slices.Concat(texts[server], []byte("---\n"), text)
	}
	for server, text := range texts {
		files = append(files, adopt.File{Name: server + ".yaml", Data: text})
	}
	return files
}

// inOneFile returns what is rendered for a hub as one stream.
func inOneFile(result render.Result) []adopt.File {
	var text []byte
	for _, o := range result.Files() {
		text = slices.Concat(text, []byte("---\n"), o.YAML())
	}
	return []adopt.File{{Name: "-", Data: text}}
}

// TestOrdersComeBack adopts applications that wait for others of another kind, from the rendered folder, and from what
// API servers have: rendering gives all objects back, and the Kustomizations that deliver them.
func TestOrdersComeBack(t *testing.T) {
	hub := "[{name: berlin, kubeConfig: {secretRef: {name: berlin}}}, {name: lima, kubeConfig: {secretRef: {name: lima}}}]"
	secrets := strings.NewReplacer("name: berlin}}", "name: kc-1}}", "name: lima}}", "name: kc-2}}").Replace(hub)
	for _, c := range []struct {
		name, documents string
		files           func(render.Result) []adopt.File
		renamed         []string // what clusters are called in the documents, and what they were
	}{
		{"the folder", remembered(hub, "HubAndSpoke"), filesOfDelivery, nil},
		{"the folder, without the names of clusters", remembered(secrets, "HubAndSpoke"), filesOfDelivery,
			[]string{"kc-1", "berlin", "kc-2", "lima"}},
		{"the server", remembered(hub, "HubAndSpoke"), fromServers, nil},
		{"the server, without the names of clusters", remembered(secrets, "HubAndSpoke"), fromServers,
			[]string{"kc-1", "berlin", "kc-2", "lima"}},
		{"a stream", remembered(hub, "HubAndSpoke"), inOneFile, nil},
		{"the hub itself", strings.NewReplacer("  clusters: \n", "", "clusterSelector: {}, ", "", "clusterSelector: {}", "").
			Replace(remembered("", "HubAndSpoke")), filesOfDelivery, nil},
		{"the hub and clusters", remembered("[{name: main, hub: true},"+hub[1:], "HubAndSpoke"), filesOfDelivery, nil},
		{"waves", remembered(hub, "HubAndSpoke") + "    overrides: [{cluster: lima, wave: 1}]\n", filesOfDelivery, nil},
		{"one of the clusters", strings.NewReplacer(", {application: issuers}", "").Replace(remembered(hub, "HubAndSpoke")) +
			"    overrides: [{cluster: lima, dependsOn: [{application: issuers}]}]\n", filesOfDelivery, nil},
		{"without a namespace, and with sources of others", strings.NewReplacer(", namespace: infra", "", ", namespace: apps",
			"", "{helmRepository: {url: https://charts.example.com, interval: 1h}}",
			"{sourceRef: {kind: HelmRepository, name: charts}}",
			"{gitRepository: {url: https://git.example.com/platform, interval: 5m}}",
			"{sourceRef: {kind: GitRepository, name: platform}}").Replace(remembered(hub, "HubAndSpoke")), filesOfDelivery, nil},
		{"folders of clusters", remembered("[{name: berlin}, {name: lima}]", "Standalone"), filesOfDelivery, nil},
		{"servers of clusters", remembered("[{name: berlin}, {name: lima}]", "Standalone"), fromServers, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := ordered(t, c.documents)
			adopted, err := adopt.Adopt(c.files(before), adopt.Options{})
			assert.NilError(t, err)
			assert.Assert(t, adopted.Ordered && len(adopted.Applications) == 3)
			for _, left := range adopted.Left {
				assert.Check(t, strings.Contains(left.Reason, "RenderConfig with delivery"), "%s: %s", left.Name, left.Reason)
			}
			isTold := func(f finding.Finding) bool { return f.Code == finding.CodeOrder }
			assert.Assert(t, !slices.ContainsFunc(adopted.Findings, isTold), "%s", adopted.Findings)
			var documents []byte
			for _, app := range adopted.Applications {
				documents = slices.Concat(documents, []byte("---\n"), app.YAML)
			}
			after := ordered(t, string(documents))
			assert.Equal(t, streamOf(after, c.renamed), streamOf(before, nil), "%s", documents)
		})
	}
}

// streamOf prints all objects of a result.
func streamOf(result render.Result, renamed []string) string {
	var texts []string
	for _, o := range result.Files() {
		text := string(o.YAML())
		if _, delivers := o.Delivers(); delivers { // others have the names of Secrets
			text = strings.NewReplacer(renamed...).Replace(text)
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return strings.Join(texts, "---\n")
}

// TestOrdersOfSome adopts some of the objects of applications that wait for each other.
func TestOrdersOfSome(t *testing.T) {
	documents := remembered("[{name: berlin, kubeConfig: {secretRef: {name: berlin}}}]", "HubAndSpoke")
	all := filesOfDelivery(ordered(t, documents))
	first, others, _ := strings.Cut(documents, "---\n")
	without := func(part string) (kept []adopt.File) {
		for _, f := range all {
			if !strings.Contains(f.Name, part) {
				kept = append(kept, f)
			}
		}
		return kept
	}
	for _, c := range []struct {
		name    string
		files   []adopt.File
		adopted string
		told    string // of a finding
	}{
		{"beside the document that the others wait for", append(slices.Clone(all), adopt.File{Name: "in.yaml",
			Data: []byte(first)}), "apps/issuers apps/web", ""},
		{"beside the documents that wait", append(slices.Clone(all), adopt.File{Name: "in.yaml", Data: []byte(others)}),
			"infra/cert-manager", ""},
		{"without the objects that the others wait for", without("ordered/infra"), "", "the document of application issuers" +
			" would be refused: there is no application infra/cert-manager among the documents; write another one, or the " +
			"names of objects [FA224] [FA705]"},
		{"without what delivers these", without("fleet-infra"), "apps/issuers apps/web infra/cert-manager",
			"deploy/delivery/kustomization-fleet-apps-issuers-berlin.yaml:11:5: info: spec.dependsOn[0]: this Kustomization " +
				"waits for flux-system/fleet-infra-cert-manager-berlin, which is not among the files as one of delivery, so " +
				"that the document of apps/issuers does not wait; adopt all that fluxapp rendered, or write dependsOn into the " +
				"document [FA714]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result, _ := adopt.Adopt(c.files, adopt.Options{})
			var adopted []string
			for _, app := range result.Applications {
				adopted = append(adopted, app.Owner())
			}
			assert.Equal(t, strings.Join(adopted, " "), c.adopted, "%s", result.Findings)
			isTold := func(f finding.Finding) bool { return strings.HasSuffix(f.String(), c.told) }
			assert.Assert(t, slices.ContainsFunc(result.Findings, isTold), "%s", result.Findings)
		})
	}
}
