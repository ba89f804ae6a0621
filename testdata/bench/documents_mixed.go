package main

import (
	"bytes"
	"fmt"
)

// styles are the styles of real repositories: block scalars, flow style, anchors and merges within the entry, and
// comments, for example for Flux's image automation.
var styles = []func(cluster) string{blocks, flow, anchors, comments}

// mixed has an entry for each cluster, in one of the styles.
func mixed(fleet []cluster) []byte {
	var b bytes.Buffer
	b.WriteString("# Generated once, edited since.\n" + head + "  config:\n" + chart)
	for _, c := range fleet {
		b.WriteString(styles[c.style](c))
	}
	return b.Bytes()
}

func blocks(c cluster) string {
	return fmt.Sprintf(item(explicitDestination), c.name) + behaviour + fmt.Sprintf(`        values:
          replicaCount: %d
          image: {repository: ghcr.io/stefanprodan/podinfo, tag: %q}
          ui:
            message: >-
              Greetings from %s,
              which is in %s.
          config: |
            server {
              listen 80;
              server_name %s;
              location / { proxy_pass http://127.0.0.1:9898; }
            }
        postRenderers:
        - kustomize:
            patches:
            - target: {kind: Deployment, name: podinfo}
              patch: |
                - op: add
                  path: /metadata/annotations/owner
                  value: team-%s
`, c.replicas, c.tag, c.name, c.region, c.host(), c.region)
}

func flow(c cluster) string {
	return fmt.Sprintf(`      - destination: {kubeConfig: {secretRef: {name: %s-kubeconfig}}, targetNamespace: podinfo}
        interval: 10m
        timeout: 5m
        install: {createNamespace: true, remediation: {retries: 3}}
        upgrade: {cleanupOnFail: true, remediation: {retries: 3, remediateLastFailure: true}}
        dependsOn: [{name: ingress-nginx, namespace: infra}, {name: cert-manager, namespace: infra}]
        valuesFrom:
        - {kind: ConfigMap, name: podinfo-values, optional: true}
        values:
          replicaCount: %d
          image: {repository: ghcr.io/stefanprodan/podinfo, tag: %q}
          ingress: {enabled: true, className: nginx, hosts: [{host: %s, paths: [{path: /, pathType: Prefix}]}]}
          resources: {requests: {cpu: 100m, memory: 64Mi}, limits: {memory: 128Mi}}
          extraArgs: ["--cache-server=redis:6379", --level=info, '--zone=%s']
`, c.name, c.replicas, c.tag, c.host(), c.region)
}

func anchors(c cluster) string {
	return fmt.Sprintf(item(explicitDestination), c.name) + fmt.Sprintf(`        interval: 10m
        timeout: 5m
        install:
          createNamespace: true
          remediation: &remediation
            retries: 3
        upgrade:
          cleanupOnFail: true
          remediation:
            <<: *remediation
            remediateLastFailure: true
        values:
          replicaCount: %d
          image:
            repository: ghcr.io/stefanprodan/podinfo
            tag: &tag %q
          podLabels: &labels
            app.kubernetes.io/version: *tag
            region: %s
          serviceMonitor:
            enabled: true
            additionalLabels: *labels
          ingress:
            enabled: true
            hosts:
            - host: &host %s
            tls:
            - hosts: [*host]
              secretName: podinfo-tls
`, c.replicas, c.tag, c.region, c.host())
}

func comments(c cluster) string {
	return fmt.Sprintf("      # %s in %s: ask the platform team before you change it\n", c.name, c.region) +
		fmt.Sprintf(item(explicitDestination), c.name) + behaviour + fmt.Sprintf(`        values:
          replicaCount: %d # was 2 until the last load test
          image:
            repository: ghcr.io/stefanprodan/podinfo # {"$imagepolicy": "apps:podinfo:name"}
            tag: %q # {"$imagepolicy": "apps:podinfo:tag"}
          # The ingress of this cluster is not the default one.
          ingress:
            enabled: true
            className: nginx

            # One host for now.
            hosts:
            - host: %s
              paths:
              - path: / # all of it
                pathType: Prefix
`, c.replicas, c.tag, c.host())
}
