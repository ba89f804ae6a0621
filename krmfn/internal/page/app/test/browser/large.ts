// A fleet of 1,000 clusters with 10 applications each.

const sum = { clusters: 1000, applications: 10 };

/** largeClusters are the documents of the clusters. */
export function largeClusters(clusters = sum.clusters): string {
  const all = Array.from({ length: clusters }, (_, i) => `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: {name: ${name(i)}, namespace: fleet, labels: {region: r${i % 20}, stage: ${["test", "staging", "production"][Math.min(2, i % 10)]}}}
`);
  return all.join("---\n");
}

/** largeApplication is the document of an application on all of them. */
export function largeApplication(number: number): string {
  return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app-${number}, namespace: fleet}
spec:
  source:
    helmRepository: {url: https://charts.example.com/app-${number}, interval: 1h}
  config:
    defaults:
      interval: 1h
      values: {replicas: 2, host: app-${number}.$(cluster.name).example.com}
    overrides:
    - clusterSelector: {matchLabels: {stage: staging}}
      wave: 1
    - clusterSelector: {matchLabels: {stage: production}}
      wave: 2
      values: {replicas: 3}
    helmRelease:
      chart: {chart: app, version: 1.2.0}
      deploy:
      - destination: {clusterSelector: {}}
`;
}

/** largeFleet is all of it in one text. */
export function largeFleet(clusters = sum.clusters, applications = sum.applications): string {
  return [largeClusters(clusters), ...Array.from({ length: applications }, (_, i) => largeApplication(i))].join("---\n");
}

function name(i: number): string {
  return `cluster-${String(i).padStart(4, "0")}`;
}
