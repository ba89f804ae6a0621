package e2e

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"gotest.tools/v3/assert"
)

// layout is a fleet with a release on each cluster, and how fluxapp lays out the folder of it. All clusters are berlin.
type layout struct {
	config   string // the RenderConfig's name; empty means fleet
	clusters []string
	groups   int  // 0: a folder without groups
	next     *int // the groups of the next commit
	// artifacts makes an artifact of each group.
	artifacts bool
	// suspended releases do nothing.
	suspended bool
	changed   []string // clusters whose release has another value
	// standalone clusters have a Flux of their own.
	standalone bool
}

const application = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  topology: %s
  clusters:
%s  source:
    helmRepository: {url: "http://charts.example.com", interval: 1h}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: shop}
        interval: 1h
        suspend: %t
        values: {message: "$(cluster.params.message or 'hello')"}
`

// document is the application.
func (l layout) document() string {
	var clusters strings.Builder
	for _, name := range l.clusters {
		params := ""
		if slices.Contains(l.changed, name) {
			params = ", params: {message: changed}"
		}
		kubeConfig := ", kubeConfig: {secretRef: {name: " + name + "-kubeconfig}}"
		if l.standalone {
			kubeConfig = ""
		}
		fmt.Fprintf(&clusters, "  - {name: %s%s%s}\n", name, kubeConfig, params)
	}
	topology := "HubAndSpoke"
	if l.standalone {
		topology = "Standalone"
	}
	return fmt.Sprintf(application, topology, clusters.String(), l.suspended)
}

// renderConfig is the document with delivery.
func (l layout) renderConfig() string {
	text := "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n" +
		"metadata: {name: " + l.name() + ", namespace: flux-system}\nspec:\n"
	if l.groups == 0 && l.next == nil {
		return text + "  strict: false\n"
	}
	text += "  delivery:\n"
	if l.groups > 0 {
		text += fmt.Sprintf("    sourceRef: {kind: GitRepository, name: fleet}\n    path: ./deploy\n    interval: 1h\n"+
			"    groups: %d\n    artifacts: %t\n", l.groups, l.artifacts)
	}
	if l.next != nil {
		text += fmt.Sprintf("    next: {groups: %d}\n", *l.next)
	}
	return text
}

// kustomizations are the names of those that deliver groups, and the hub's.
func (l layout) kustomizations() []string {
	if l.groups == 0 {
		return nil
	}
	names := []string{l.name() + "-hub"}
	for group := range l.groups {
		names = append(names, fmt.Sprintf("%s-group-%d", l.name(), group+1))
	}
	return names
}

func (l layout) name() string { return cmp.Or(l.config, "fleet") }

// render renders the fleet into the folder, and returns what fluxapp tells.
func (d *delivery) render(l layout, flags ...string) (string, error) {
	d.t.Helper()
	dir := d.t.TempDir()
	assert.NilError(d.t, os.WriteFile(filepath.Join(dir, "app.yaml"), []byte(l.document()), 0o644))
	assert.NilError(d.t, os.WriteFile(filepath.Join(dir, "fluxapp.yaml"), []byte(l.renderConfig()), 0o644))
	args := append([]string{"render", dir, "-o", "dir=" + d.inFolder("")}, flags...)
	told, err := exec.Command(filepath.Join(d.programs, "fluxapp"), args...).CombinedOutput()
	return string(told), err
}

// owned is what is in the folder of each Kustomization; the root has what is in no other one's.
func (d *delivery) owned() map[string][]string {
	d.t.Helper()
	found, units := map[string][]string{}, d.units()
	assert.NilError(d.t, filepath.WalkDir(d.inFolder(""), func(file string, _ os.DirEntry, err error) error {
		if name := filepath.Base(file); err != nil || filepath.Ext(name) != ".yaml" || name == "kustomization.yaml" {
			return err
		}
		at, err := filepath.Rel(d.inFolder(""), file)
		owner := "root"
		for path, name := range units {
			if strings.HasPrefix(at, path+"/") {
				owner = name
			}
		}
		found[owner] = append(found[owner], strings.TrimSuffix(filepath.Base(file), ".yaml"))
		return err
	}))
	for owner := range found {
		slices.Sort(found[owner])
	}
	return found
}
