package main

import (
	"bytes"
	"fmt"
	"strings"
)

// These documents have what users add to the simplest ones: references in fields other than values, the shape of
// KubeSphere's console, and a warning in each entry.

// references has one HelmRelease for all clusters. The fields that name other objects depend on the cluster.
func references(fleet []cluster) []byte {
	return fromFleet(fleet, chart+`      - destination:
          clusterSelector: {}
          targetNamespace: podinfo-$(cluster.labels['region'])
        metadata:
          labels: {cluster: $(cluster.name), stage: "$(cluster.labels['stage'])"}
        valuesFrom:
        - {kind: ConfigMap, name: podinfo-values}
        - {kind: Secret, name: podinfo-$(cluster.name), valuesKey: values.yaml, optional: true}
        postRenderers:
        - kustomize:
            patches:
            - target: {kind: Deployment, name: podinfo}
              patch: |
                - op: add
                  path: /metadata/annotations/cluster
                  value: $(cluster.name)
`+behaviour+fmt.Sprintf(values, "3", "6.5.0", "podinfo.$(cluster.name).example.com"))
}

// substitutions has one Kustomization for all clusters, with references in the same kinds of fields.
func substitutions(fleet []cluster) []byte {
	helm := fromFleet(fleet, `    kustomization:
    - destination:
        clusterSelector: {}
        targetNamespace: podinfo-$(cluster.labels['region'])
      metadata:
        labels: {cluster: $(cluster.name), stage: "$(cluster.labels['stage'])"}
      path: ./deploy/$(cluster.labels['stage'])
      interval: 10m
      prune: true
      patches:
      - target: {kind: Deployment, name: podinfo}
        patch: |
          - op: add
            path: /metadata/annotations/cluster
            value: $(cluster.name)
      postBuild:
        substitute: {cluster: $(cluster.name), region: "$(cluster.labels['region'])"}
        substituteFrom:
        - {kind: ConfigMap, name: vars-$(cluster.name)}
`)
	return bytes.Replace(helm, []byte("HelmRepository"), []byte("OCIRepository"), 1)
}

// kubeSphere has an entry for each cluster as KubeSphere's console writes them: with a Secret for each, empty fields
// as null, and all values as strings.
func kubeSphere(fleet []cluster) []byte {
	var b bytes.Buffer
	b.WriteString(head + "  config:\n" + chart)
	for _, c := range fleet {
		fmt.Fprintf(&b, `      - destination:
          kubeConfig:
            secretRef:
              name: %s
          targetNamespace: podinfo
        interval: 10m0s
        install:
          createNamespace: true
        upgrade: null
        storageNamespace: flux-system
        values:
          replicaCount: '%d'
          ports:
            web:
              expose: 'true'
          image:
            tag: '%s'
          ingress:
            enabled: 'true'
            host: %s
`, c.name, c.replicas, c.tag, c.host())
	}
	return b.Bytes()
}

// console has the entries of kubeSphere in an Application, which is the kind that the console sends.
func console(fleet []cluster) []byte {
	metadata, spec, _ := strings.Cut(string(kubeSphere(fleet)), "spec:\n")
	return []byte(strings.Replace(metadata, "fluxapp.dev/v1alpha1\nkind: FluxApplication",
		"gitops.kubesphere.io/v1alpha1\nkind: Application", 1) +
		"spec:\n  argoApp: null\n  kind: fluxcd\n  fluxApp:\n    spec:\n" + indented(spec, "    "))
}

// warned has the entries of explicit without an interval, which Flux requires: fluxapp adds it to each and warns.
func warned(fleet []cluster) []byte {
	return []byte(withoutLines(string(explicit(fleet)), "        interval: 10m\n"))
}
