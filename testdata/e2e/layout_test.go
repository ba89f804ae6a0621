package e2e

import (
	"fmt"
	"strings"
)

// layout is a fleet on disk: a release for each cluster, and their chart's source.
type layout struct {
	clusters []string
	groups   int  // 0: one folder without groups
	moves    bool // the next commit moves what is delivered, so objects have the annotation that prune leaves alone
}

// files returns the files of the folder that is delivered, by their names.
func (l layout) files() map[string]string {
	if l.groups == 0 {
		return l.members(l.clusters, true)
	}
	all, delivered := map[string]string{}, []string{}
	add := func(folder string, files map[string]string) {
		if len(files) == 0 { // without a file the folder would not be there
			files["kustomization.yaml"] = kustomizationFile(nil)
		}
		for name, text := range files {
			all[folder+"/"+name] = text
		}
		file := "delivery/kustomization-fleet-" + folder + ".yaml"
		all[file] = fmt.Sprintf(deliveredBy, folder, folder)
		delivered = append(delivered, file)
	}
	for group := range l.groups {
		add(fmt.Sprintf("group-%d", group+1), l.members(l.clustersOf(group), false))
	}
	add("hub", l.members(nil, true))
	all["kustomization.yaml"] = kustomizationFile(delivered)
	return all
}

// kustomizations are the names of those that deliver groups, and the hub's.
func (l layout) kustomizations() []string {
	if l.groups == 0 {
		return nil
	}
	names := []string{"fleet-hub"}
	for group := range l.groups {
		names = append(names, fmt.Sprintf("fleet-group-%d", group+1))
	}
	return names
}

func (l layout) clustersOf(group int) (clusters []string) {
	for i, cluster := range l.clusters {
		if i%l.groups == group {
			clusters = append(clusters, cluster)
		}
	}
	return clusters
}

// members returns the releases of clusters, and the source of the chart, which is the hub's.
func (l layout) members(clusters []string, source bool) map[string]string {
	files := map[string]string{}
	annotations := "{}"
	if l.moves {
		annotations = "{kustomize.toolkit.fluxcd.io/prune: disabled}"
	}
	for _, cluster := range clusters {
		files["shop/"+cluster+"/helmrelease-shop-"+cluster+".yaml"] = fmt.Sprintf(release, cluster, annotations)
	}
	if source {
		files["shop/helmrepository-shop.yaml"] = fmt.Sprintf(chartSource, annotations)
	}
	return files
}

func kustomizationFile(files []string) string {
	text := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
	if len(files) == 0 {
		return text + "resources: []\n"
	}
	return text + "resources:\n- " + strings.Join(files, "\n- ") + "\n"
}

const deliveredBy = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: fleet-%s, namespace: flux-system}
spec:
  interval: 1h
  retryInterval: 2s
  path: ./deploy/%s
  prune: true
  sourceRef: {kind: GitRepository, name: fleet}
`

const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop-%[1]s, namespace: apps, annotations: %[2]s}
spec:
  interval: 1h
  chart: {spec: {chart: shop, version: 1.0.0, sourceRef: {kind: HelmRepository, name: shop}}}
  releaseName: shop-%[1]s
  targetNamespace: shop
  kubeConfig: {secretRef: {name: berlin-kubeconfig}}
`

const chartSource = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: shop, namespace: apps, annotations: %s}
spec: {interval: 1h, url: "http://charts.example.com"}
`
