package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The fleet that the README of examples/scale speaks of, and in how many shards it is rendered.
const (
	scaleClusters     = 100_000
	scaleApplications = 10
	scaleShards       = 16
)

// scaleFiles are Cluster API's documents of so many clusters, and applications that each go to all of them.
func scaleFiles(clusters, applications int) map[string][]byte {
	var fleet bytes.Buffer
	for i := range clusters {
		fmt.Fprintf(&fleet, "---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: c%06d\n"+
			"  namespace: fleet\n"+
			"  labels: {region: r%02d}\n", i, i%50)
	}
	files := map[string][]byte{"clusters.yaml": fleet.Bytes()}
	for i := range applications {
		files[fmt.Sprintf("app%d.yaml", i)] = fmt.Appendf(nil, `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app%[1]d, namespace: fleet}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  sharding: {shards: 50}
  config:
    defaults:
      interval: 1h
      values: {replicas: 2, host: app%[1]d.example.com, resources: {requests: {cpu: 100m, memory: 64Mi}}}
    helmRelease:
      chart: {chart: app%[1]d, version: 1.2.3}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: app%[1]d}
    overrides:
    - {clusterSelector: {matchLabels: {region: r07}}, values: {replicas: 3}}
`, i)
	}
	return files
}

// scaleTable prints the fleet in one run, and one shard of it.
func (b bench) scaleTable() (string, error) {
	in := b.path("fleet")
	if err := os.Mkdir(in, 0o755); err != nil {
		return "", err
	}
	for name, text := range scaleFiles(scaleClusters, scaleApplications) {
		if err := os.WriteFile(filepath.Join(in, name), text, 0o644); err != nil {
			return "", err
		}
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%d applications for %s clusters.\n\n", scaleApplications, thousands(scaleClusters))
	table.WriteString("| run | objects | time | CPU | peak memory |\n|---|---|---|---|---|\n")
	shard := fmt.Sprintf("--shard=1/%d", scaleShards)
	for _, run := range []struct {
		what string
		args []string
	}{
		{"the whole", nil},
		{fmt.Sprintf("one shard of %d", scaleShards), []string{shard}},
	} {
		line, err := b.scaleRun(in, run.args)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&table, "| %s %s |\n", run.what, line)
	}
	return table.String(), nil
}

// scaleRun measures one way to print the fleet, and counts what it has made.
func (b bench) scaleRun(in string, args []string) (string, error) {
	out := b.path("objects.yaml")
	var costs []usage
	for range b.runs {
		cost, err := b.measure(os.DevNull, out, append([]string{b.path("fluxapp"), "render", in}, args...)...)
		if err != nil {
			return "", err
		}
		costs = append(costs, cost)
	}
	printed, err := os.ReadFile(out)
	cost := medians(costs)
	return fmt.Sprintf("| %s in %s | %s | %s | %s", thousands(bytes.Count(printed, []byte("---\n"))),
		megabytes(len(printed)), seconds(cost.Wall), seconds(cost.CPU), mib(cost.Peak)), err
}
