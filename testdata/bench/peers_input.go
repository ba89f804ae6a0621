package main

import (
	"fmt"
	"strings"
)

// Each peer gets the objects of explicit: what they have in common once, and the facts of each cluster.

// release takes the cluster's name, replicas, tag and host in a peer's own way of naming them.
const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  annotations:
    fluxapp.dev/rendered-from: apps/podinfo
  name: podinfo-%[1]s-podinfo
  namespace: apps
spec:
  chart:
    spec:
      chart: podinfo
      interval: 1h
      reconcileStrategy: ChartVersion
      sourceRef:
        kind: HelmRepository
        name: podinfo
      valuesFiles:
      - values.yaml
      - values-production.yaml
      version: 6.x
  install:
    createNamespace: true
    remediation:
      retries: 3
  interval: 10m
  kubeConfig:
    secretRef:
      name: %[1]s-kubeconfig
  targetNamespace: podinfo
  timeout: 5m
  upgrade:
    cleanupOnFail: true
    remediation:
      remediateLastFailure: true
      retries: 3
  values:
    image:
      repository: ghcr.io/stefanprodan/podinfo
      tag: %[3]s
    ingress:
      className: nginx
      enabled: true
      hosts:
      - host: %[4]s
        paths:
        - path: /
          pathType: Prefix
    replicaCount: %[2]s
    resources:
      requests:
        cpu: 100m
`

// byParams is what fluxapp gets: one entry, and the facts as params of an inline fleet.
func byParams(fleet []cluster) []byte {
	var b strings.Builder
	b.WriteString(head + "  clusters:\n")
	for _, c := range fleet {
		fmt.Fprintf(&b, "%s    params: {replicas: %d, tag: %q}\n", inline(c), c.replicas, c.tag)
	}
	b.WriteString("  config:\n" + chart + selected + behaviour)
	fmt.Fprintf(&b, values, "$(cluster.params.replicas)", "$(cluster.params.tag)", "podinfo.$(cluster.name).example.com")
	return []byte(b.String())
}

// facts lists the clusters' facts, in YAML's flow style.
func facts(fleet []cluster, indent string) string {
	var b strings.Builder
	for _, c := range fleet {
		fmt.Fprintf(&b, "%s- {name: %s, replicas: %d, tag: %q}\n", indent, c.name, c.replicas, c.tag)
	}
	return b.String()
}

func helmChart(fleet []cluster) map[string]string {
	return map[string]string{
		"Chart.yaml":  "apiVersion: v2\nname: podinfo\nversion: 1.0.0\n",
		"values.yaml": "clusters:\n" + facts(fleet, ""),
		"templates/releases.yaml": "{{- range .Values.clusters }}\n---\n" +
			fmt.Sprintf(release, "{{ .name }}", "{{ .replicas }}", "{{ .tag | quote }}", "podinfo.{{ .name }}.example.com") +
			"{{- end }}\n",
	}
}

// resourceSet has the release as a text template, because flux-operator renders resources more slowly.
func resourceSet(fleet []cluster) map[string]string {
	template := fmt.Sprintf(release, "<< inputs.name >>", "<< inputs.replicas | int >>", "<< inputs.tag | quote >>",
		"podinfo.<< inputs.name >>.example.com")
	return map[string]string{"resourceset.yaml": `apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata:
  name: podinfo
  namespace: apps
spec:
  inputs:
` + facts(fleet, "  ") + "  resourcesTemplate: |\n    ---\n" + indented(template, "    ")}
}

// overlays are a base and an overlay for each cluster, as repositories without a renderer have them.
func overlays(fleet []cluster) map[string]string {
	base := fmt.Sprintf(release, "base", "1", "latest", "base")
	files := map[string]string{
		"base/kustomization.yaml": "resources:\n- release.yaml\n",
		"base/release.yaml":       strings.Replace(base, "podinfo-base-podinfo", "podinfo", 1),
	}
	var all strings.Builder
	all.WriteString("resources:\n")
	for _, c := range fleet {
		fmt.Fprintf(&all, "- overlays/%s\n", c.name)
		files["overlays/"+c.name+"/kustomization.yaml"] = overlay(c)
	}
	files["kustomization.yaml"] = all.String()
	return files
}

func overlay(c cluster) string {
	return fmt.Sprintf(`resources:
- ../../base
nameSuffix: -%[1]s-podinfo
patches:
- target: {kind: HelmRelease}
  patch: |
    - {op: replace, path: /spec/kubeConfig/secretRef/name, value: %[1]s-kubeconfig}
    - {op: replace, path: /spec/values/replicaCount, value: %[2]d}
    - {op: replace, path: /spec/values/image/tag, value: %[3]q}
    - {op: replace, path: /spec/values/ingress/hosts/0/host, value: %[4]s}
`, c.name, c.replicas, c.tag, c.host())
}
