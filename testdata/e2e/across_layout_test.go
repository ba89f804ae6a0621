package e2e

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// across is a fleet with two applications on each cluster, and one beside them: release is a HelmRelease, and manifests
// is a Kustomization.
type across struct {
	clusters []string
	// waits is the application that has a dependsOn on the other one; empty: none.
	waits string
	// versions are what the applications write, by application; failing are those that cannot.
	versions map[string]string
	failing  map[string]failure
	// without are applications that the document does not have.
	without []string
	// suspended are applications that the document suspends.
	suspended []string
	// standalone clusters have a Flux of their own.
	standalone bool
	groups     int // 0: no delivery
	next       string
}

// failure is how an application fails.
type failure int

const (
	works   failure = iota
	refuses         // the API server refuses an object
	absent          // what the application needs is not there
)

const (
	release   = "release"
	manifests = "manifests"
)

// other is the application that one waits for.
func (a across) other() string {
	if a.waits == release {
		return manifests
	}
	return release
}

const releaseDocument = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: release, namespace: apps}
spec:
  topology: %s
  clusters:
%s  source:
    helmRepository: {url: "http://charts.example.com", interval: 1h}
  config:
    helmRelease:
      chart: {chart: shop, version: %s}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: shop}
        metadata: {annotations: {example.com/version: %q}}
        interval: 1h
        suspend: %t
        values: {message: %q, refused: %t}
%s`

const manifestsDocument = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: manifests, namespace: apps}
spec:
  topology: %s
  clusters:
%s  source:
    gitRepository: {url: "http://git.example.com/shop.git", interval: 1h, ref: {branch: main}}
  config:
    kustomization:
    - destination: {clusterSelector: {}, targetNamespace: shop}
      metadata: {annotations: {example.com/version: %q}}
      path: %s
      interval: 1h
      retryInterval: 2s
      prune: true
      suspend: %t
      nameSuffix: -$(cluster.name)
      patches:
      - target: {kind: ConfigMap}
        patch: |
          - {op: add, path: /data, value: {message: %q}}
%s`

// besideDocument is an application that stays when the others go; it does nothing.
const besideDocument = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: beside, namespace: shop}
spec:
  topology: %s
  clusters:
%s  source:
    sourceRef: {kind: HelmRepository, name: charts}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 1h
        suspend: true
`

// documents are the files of the fleet.
func (a across) documents() map[string]string {
	var clusters strings.Builder
	for _, name := range a.clusters {
		kubeConfig := ", kubeConfig: {secretRef: {name: " + name + "-kubeconfig}}"
		if a.standalone {
			kubeConfig = ""
		}
		fmt.Fprintf(&clusters, "  - {name: %s%s}\n", name, kubeConfig)
	}
	topology := "HubAndSpoke"
	if a.standalone {
		topology = "Standalone"
	}
	waits := func(application string) string {
		if a.waits != application {
			return ""
		}
		return "dependsOn: [{application: " + a.other() + "}]\n"
	}
	chart := map[failure]string{absent: "9.9.9"}
	path := map[failure]string{refuses: "./refused", absent: "./absent"}
	files := map[string]string{
		"release.yaml": fmt.Sprintf(releaseDocument, topology, clusters.String(), cmp.Or(chart[a.failing[release]], "1.0.0"),
			a.versions[release], slices.Contains(a.suspended, release), a.versions[release],
			a.failing[release] == refuses, indented(8, waits(release))),
		"manifests.yaml": fmt.Sprintf(manifestsDocument, topology, clusters.String(), a.versions[manifests],
			cmp.Or(path[a.failing[manifests]], "./deploy"), slices.Contains(a.suspended, manifests), a.versions[manifests],
			indented(6, waits(manifests))),
		"beside.yaml":  fmt.Sprintf(besideDocument, topology, clusters.String()),
		"fluxapp.yaml": a.renderConfig(),
	}
	for _, application := range a.without {
		delete(files, application+".yaml")
	}
	return files
}

func indented(spaces int, line string) string {
	if line == "" {
		return ""
	}
	return strings.Repeat(" ", spaces) + line
}

func (a across) renderConfig() string {
	text := "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n" +
		"metadata: {name: fleet, namespace: flux-system}\nspec:\n"
	if a.groups == 0 && a.next == "" {
		return text + "  strict: false\n"
	}
	text += "  delivery:\n"
	if a.groups > 0 {
		text += fmt.Sprintf("    sourceRef: {kind: GitRepository, name: fleet}\n    path: ./deploy\n    interval: 1h\n"+
			"    groups: %d\n", a.groups)
	}
	if a.next != "" {
		text += "    next: " + a.next + "\n"
	}
	return text
}

// renderAcross renders the fleet into the folder, and returns what fluxapp tells.
func (d *delivery) renderAcross(a across, flags ...string) (string, error) {
	d.t.Helper()
	dir := d.t.TempDir()
	for name, text := range a.documents() {
		assert.NilError(d.t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	args := append([]string{"render", dir, "-o", "dir=" + d.inFolder(""), "--prune-orphans"}, flags...)
	told, err := exec.Command(filepath.Join(d.programs, "fluxapp"), args...).CombinedOutput()
	return string(told), err
}

// renderedAcross renders the fleet into the folder, and fluxapp holds nothing.
func (d *delivery) renderedAcross(a across, flags ...string) {
	d.t.Helper()
	told, err := d.renderAcross(a, flags...)
	assert.NilError(d.t, err, told)
}

// units are the names of the Kustomizations in the folder of what delivers, by the path that each applies.
func (d *delivery) units() map[string]string {
	d.t.Helper()
	found := map[string]string{}
	for _, pattern := range []string{"delivery/*.yaml", "*/delivery/*.yaml"} {
		files, err := filepath.Glob(d.inFolder(pattern))
		assert.NilError(d.t, err)
		for _, file := range files {
			var o struct {
				Kind     string
				Metadata struct{ Name string }
				Spec     struct{ Path string }
			}
			text, err := os.ReadFile(file)
			assert.NilError(d.t, err)
			assert.NilError(d.t, yaml.Unmarshal(text, &o))
			if o.Kind == "Kustomization" {
				found[strings.TrimPrefix(o.Spec.Path, "./deploy/")] = o.Metadata.Name
			}
		}
	}
	return found
}

// all are the names of all Kustomizations of the folder, and the root.
func (d *delivery) all() []string {
	return append(slices.Sorted(maps.Values(d.units())), "root")
}

// unit is the name of the Kustomization that delivers an application of a cluster, in order.
func (d *delivery) unit(a across, application, cluster string) string {
	d.t.Helper()
	path := "ordered/apps/" + application + "/" + cluster
	if a.standalone {
		path = cluster + "/ordered/apps/" + application
	}
	name := d.units()[path]
	assert.Assert(d.t, name != "", "nothing applies %s", path)
	return name
}
