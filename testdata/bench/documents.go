package main

import (
	"bytes"
	"fmt"
	"strings"
)

// The documents have the fields of real repositories: values, install, upgrade and remediation in each entry. The
// size of an entry does not depend on the number of clusters, so that documents of different sizes can be compared.

const (
	// head is how every application begins.
	head = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: podinfo
  namespace: apps
spec:
  source:
    sourceRef:
      kind: HelmRepository
      name: podinfo
`
	// chart is what all entries have in common, up to the entries.
	chart = `    helmRelease:
      chart:
        chart: podinfo
        version: 6.x
        interval: 1h
        reconcileStrategy: ChartVersion
        valuesFiles:
        - values.yaml
        - values-production.yaml
      deploy:
`
	// explicitDestination takes the cluster's name.
	explicitDestination = `        destination:
          kubeConfig:
            secretRef:
              name: %s-kubeconfig
          targetNamespace: podinfo
`
	// selected is the start of one entry for the whole fleet.
	selected = `      - destination:
          clusterSelector:
            matchExpressions:
            - {key: stage, operator: In, values: [canary, early, production]}
          targetNamespace: podinfo
`
	// behaviour is what an entry says about installing and upgrading.
	behaviour = `        interval: 10m
        timeout: 5m
        install:
          createNamespace: true
          remediation:
            retries: 3
        upgrade:
          cleanupOnFail: true
          remediation:
            retries: 3
            remediateLastFailure: true
`
	// values take the number of replicas, a tag, and a host.
	values = `        values:
          replicaCount: %s
          image:
            repository: ghcr.io/stefanprodan/podinfo
            tag: %s
          ingress:
            enabled: true
            className: nginx
            hosts:
            - host: %s
              paths:
              - path: /
                pathType: Prefix
          resources:
            requests:
              cpu: 100m
`
)

// explicit has an entry for each cluster.
func explicit(fleet []cluster) []byte {
	var b bytes.Buffer
	b.WriteString(head + "  config:\n" + chart)
	for _, c := range fleet {
		fmt.Fprintf(&b, item(explicitDestination), c.name)
		b.WriteString(behaviour)
		fmt.Fprintf(&b, values, fmt.Sprint(c.replicas), `"`+c.tag+`"`, c.host())
	}
	return b.Bytes()
}

// item turns the lines of a map into an item of a list with the same indentation.
func item(lines string) string { return strings.Replace(lines, "        ", "      - ", 1) }

// selector has one entry for all clusters of an inline fleet with two labels each.
func selector(fleet []cluster) []byte {
	return fromFleet(fleet, chart+selected+behaviour+fmt.Sprintf(values, "3", "6.5.0", "podinfo.example.com"))
}

// fromFleet has an inline fleet and one configuration.
func fromFleet(fleet []cluster, config string) []byte {
	var b bytes.Buffer
	b.WriteString(head + "  clusters:\n")
	for _, c := range fleet {
		b.WriteString(inline(c))
	}
	b.WriteString("  config:\n" + config)
	return b.Bytes()
}

// inline is a cluster as spec.clusters has it.
func inline(c cluster) string {
	return fmt.Sprintf(`  - name: %[1]s
    labels: {region: %[2]s, stage: %[3]s}
    kubeConfig: {secretRef: {name: %[1]s-kubeconfig}}
`, c.name, c.region, c.stage)
}

// layered has one entry with references in its values, defaults below it and overrides above it.
func layered(fleet []cluster) []byte { return withLayers(fleet, withoutLines(layers, "wave:")) }

// waves has the same document with waves.
func waves(fleet []cluster) []byte { return withLayers(fleet, layers) }

func withLayers(fleet []cluster, layers string) []byte {
	return fromFleet(fleet, layers+chart+selected+fmt.Sprintf(values, "2", "6.5.0", "podinfo.$(cluster.name).example.com")+
		`            labels:
              region: $(cluster.labels['region'])
              zone: $(cluster.labels['zone'] or 'none')
`)
}

// layers are the defaults and overrides.
const layers = `    defaults:
      wave: 2
      interval: 10m
      timeout: 5m
      install: {createNamespace: true, remediation: {retries: 3}}
      upgrade: {cleanupOnFail: true, remediation: {retries: 3, remediateLastFailure: true}}
      values: {replicaCount: 1, logLevel: info}
    overrides:
    - clusterSelector: {matchLabels: {stage: canary}}
      wave: 0
      interval: 1m
      values: {logLevel: debug}
    - clusterSelector: {matchLabels: {stage: early}}
      wave: 1
      values: {replicaCount: 1}
    - clusterSelector: {matchExpressions: [{key: region, operator: In, values: [asia, europe]}]}
      timeout: 10m
      values: {ingress: {className: "nginx-$(cluster.labels['region'])"}}
`

// withoutLines removes the lines that contain a word.
func withoutLines(text, word string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, word) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}
