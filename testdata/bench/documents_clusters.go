package main

import (
	"bytes"
	"fmt"
)

// fleetDocuments has the entry of selector, followed by a document for each cluster.
func fleetDocuments(one func(cluster) string) func([]cluster) []byte {
	return func(fleet []cluster) []byte {
		var b bytes.Buffer
		b.WriteString(selecting())
		for _, c := range fleet {
			b.WriteString("---\n" + one(c))
		}
		return b.Bytes()
	}
}

// selecting is the application of fleetDocuments.
func selecting() string {
	return head + "  config:\n" + chart + selected + behaviour + fmt.Sprintf(values, "3", "6.5.0", "podinfo.example.com")
}

// kubeSphereCluster is a cluster as KubeSphere has it.
func kubeSphereCluster(c cluster) string {
	return fmt.Sprintf(`apiVersion: cluster.kubesphere.io/v1alpha1
kind: Cluster
metadata:
  name: %[1]s
  labels:
    region: %[2]s
    stage: %[3]s
spec:
  connection:
    type: direct
    kubernetesAPIEndpoint: https://%[1]s.example.com:6443
  enable: true
  joinFederation: true
  provider: KubeSphere
`, c.name, c.region, c.stage)
}

// clusterAPICluster is a cluster as Cluster API has it.
func clusterAPICluster(c cluster) string {
	return fmt.Sprintf(`apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: %[1]s
  namespace: apps
  labels:
    region: %[2]s
    stage: %[3]s
spec:
  clusterNetwork:
    pods:
      cidrBlocks: ["192.168.0.0/16"]
  controlPlaneRef:
    apiGroup: controlplane.cluster.x-k8s.io
    kind: KubeadmControlPlane
    name: %[1]s-control-plane
  infrastructureRef:
    apiGroup: infrastructure.cluster.x-k8s.io
    kind: Metal3Cluster
    name: %[1]s
`, c.name, c.region, c.stage)
}
