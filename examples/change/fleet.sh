#!/usr/bin/env bash
# Prints as many stores as its argument tells, each a document of Cluster API in a line. Every tenth is at the edge.
regions=(eu us ap sa)
for ((i = 1; i <= $1; i++)); do
	labels="region: ${regions[i % 4]}, shard: shard$((i % 2 + 1))"
	if ((i % 10 == 0)); then labels+=", tier: edge"; fi
	printf -- '---\n{apiVersion: cluster.x-k8s.io/v1beta2, kind: Cluster, metadata: {name: store-%03d, namespace: fleet, labels: {%s}}}\n' "$i" "$labels"
done
