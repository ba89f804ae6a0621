package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// choices are where a generator's decisions come from: a seed, or the bytes of a fuzzer.
type choices interface{ IntN(n int) int }

// bytesOf are choices that bytes make; after the last one, every choice is 0.
type bytesOf struct{ rest []byte }

func (b *bytesOf) IntN(n int) int {
	value := 0
	for limit := 1; limit < n && len(b.rest) > 0; limit <<= 8 {
		value = value<<8 | int(b.rest[0])
		b.rest = b.rest[1:]
	}
	return value % n
}

// generated returns the documents of a number, the same each time.
func generated(seed uint64, i int) documents {
	return generate(fmt.Sprintf("generated-%d", i), generatedChoices(seed, i), i)
}

func generatedChoices(seed uint64, i int) choices { return rand.New(rand.NewPCG(seed, uint64(i))) }

// generate makes documents: a fleet, applications over it, and what stands beside them. Three in ten are made wrong.
func generate(name string, c choices, variety int) documents {
	g := &generator{c: c}
	docs := g.world()
	if g.chance(30) {
		for range 1 + c.IntN(3) {
			g.mutate(docs)
		}
	}
	d := documents{name: name, files: g.layout(docs), variety: variety}
	if g.chance(8) {
		d.options = []byte(g.one("applications: [web]\n", "applications: [apps/db, shop]\n", "namespace: other\n",
			"fluxVersion: \"2.6\"\n",
			"fluxVersion: \"2.8\"\n", "strict: true\n", "pruneOrphans: true\n", "applications: []\nstrict: false\n"))
	}
	return d
}

type generator struct {
	c        choices
	clusters []*node // as spec.clusters has them
	beside   []*node // documents that applications refer to
	anchors  int
	isChart  bool // the source of the application is the chart itself
	focused  bool // one field is what matters, and all else is plain
}

func (g *generator) chance(percent int) bool { return g.c.IntN(100) < percent }

func (g *generator) one(of ...string) string { return of[g.c.IntN(len(of))] }

// world makes the documents of one folder.
func (g *generator) world() (docs []*node) {
	g.focused = g.chance(25)
	g.fleet()
	inline := g.chance(55)
	if !inline {
		g.beside = append(g.beside, g.clusterDocuments()...)
	}
	names := []string{"web", "db", "shop"}
	if g.chance(4) { // names that become as long as Flux allows, and longer
		names[0] = strings.Repeat("w", 35+g.c.IntN(25))
	}
	for i := range 1 + g.c.IntN(3)*g.c.IntN(2) {
		docs = append(docs, g.application(names[i], inline))
	}
	if g.chance(10) {
		docs = append(docs, g.foreign())
	}
	for _, d := range g.beside {
		docs = slices.Insert(docs, g.c.IntN(len(docs)+1), d)
	}
	return docs
}

var clusterNames = []string{"berlin", "tokyo", "paris", "lab", "edge-1", "edge-2", "member-a", "oslo", "rome.eu",
	"quito", "lima", "cairo"}

func clusterName(i int) string {
	if i < len(clusterNames) {
		return clusterNames[i]
	}
	return fmt.Sprintf("member-%d", i)
}

// fleet makes clusters.
func (g *generator) fleet() {
	n := 1 + g.c.IntN(6)
	if g.chance(4) {
		n = 0
	}
	if g.chance(10) {
		n = 8 + g.c.IntN(5)
	}
	if g.chance(1) {
		n = 60
	}
	uniform, withParams := g.focused || g.chance(60), g.focused || g.chance(30)
	for i := range n {
		name := clusterName(i)
		if g.chance(1) {
			name = g.one("hub", "host", "berlin")
		}
		c := fields("name", name)
		labels := fmt.Sprintf("{region: %s, stage: %s}", g.one("europe", "asia"), g.one("test", "production"))
		if g.chance(4) {
			labels = g.one("{region: '', stage: testeurope}", "{region: europetest, stage: ''}", "{region: \"\", stage: test}",
				"{region: europe, stage: \"\"}", "{stage: test, region: asia}")
		}
		c.set("labels", labels)
		if g.chance(97) || uniform {
			c.set("kubeConfig", "{secretRef: {name: "+name+g.one("", "", "-kubeconfig")+"}}")
		}
		if !uniform {
			g.oddCluster(c, name)
		}
		if withParams || g.chance(30) {
			c.set("params", fmt.Sprintf("{replicas: %d, port: %s, zones: [a, b], deep: {tier: gold, on: %s}}", i,
				g.one(`"80"`, "80", `"10m"`, `"10m"`, "{a: b}", "[1]"), g.one("true", "false")))
		}
		g.clusters = append(g.clusters, c)
	}
}

func (g *generator) oddCluster(c *node, name string) {
	switch g.c.IntN(12) {
	case 0:
		c.set("hub", "true").set("kubeConfig", "null")
	case 1:
		c.set("namespace", g.one("fleet", "null", "apps"))
	case 2:
		c.set("kubeConfig", "{configMapRef: {name: "+name+"}}")
	case 3:
		c.set("kubeConfig", "{secretRef: {name: "+name+", key: "+g.one("value", "value.yaml", "config")+"}}")
	case 4:
		c.set("annotations", "{owner: "+g.one("team-a", "team-b", "null")+"}")
	case 5:
		c.set("labels", g.one("{}", "null", "{stage: testeu, region: ''}", "{stage: ''}", "{zone: \"1\"}",
			"{stage: test, zone: null}"))
	case 6:
		if g.chance(30) {
			c.set("kubeConfig", g.one("null", "{}"))
		}
	case 7:
		c.set("params", g.one("null", "{replicas: 1.10, list: [1, {a: b}], text: \"x: 1\"}", "{replicas: null}"))
	case 8:
		c.set("name", g.one("hub", "host", name, name, name, name))
	}
}

// clusterDocuments writes the fleet as documents of KubeSphere, of Cluster API, or of both.
func (g *generator) clusterDocuments() (docs []*node) {
	of := g.c.IntN(4)
	for _, c := range g.clusters {
		kind := []int{0, 1, 2, g.c.IntN(3)}[of]
		metadata := fields("name", c.get("name").text)
		if labels := c.get("labels"); labels != nil {
			metadata.set("labels", labels.clone())
		}
		doc := fields("apiVersion", "cluster.kubesphere.io/v1alpha1", "kind", "Cluster", "metadata", metadata,
			"spec", "{connection: {type: direct}, enable: true, joinFederation: true}")
		switch kind {
		case 1:
			doc.set("apiVersion", g.one("cluster.x-k8s.io/v1beta2", "cluster.x-k8s.io/v1beta1"))
			doc.set("spec", "{paused: false}")
			if g.chance(70) {
				metadata.set("namespace", g.one("fleet", "apps"))
			}
		case 2:
			doc.set("apiVersion", "multicluster.x-k8s.io/v1alpha1").set("kind", "ClusterProfile").set("spec", "{displayName: x}")
			metadata.set("annotations", "{fluxapp.dev/kubeconfig-secret: "+c.get("name").text+
				g.one("-kubeconfig", "/value.yaml", "")+"}")
		}
		if kind == 0 && g.chance(5) {
			metadata.set("labels", "{cluster-role.kubesphere.io/host: \"\", region: europe, stage: production}")
		}
		docs = append(docs, doc)
	}
	return docs
}

// foreign makes a document that is not an application.
func (g *generator) foreign() *node {
	return parse(g.one(
		"{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: apps}, data: {a: b}}",
		"{apiVersion: devops.kubesphere.io/v1alpha3, kind: GitRepository, metadata: {name: podinfo, namespace: apps, "+
			"labels: {gitops.kubesphere.io/is-artifact-repository: \"true\"}}, spec: {provider: github, url: "+
			"https://example.com/podinfo, secret: {name: git, namespace: apps}}}",
		"{apiVersion: devops.kubesphere.io/v1alpha3, kind: GitRepository, metadata: {name: pipelines, namespace: apps}, "+
			"spec: {url: https://example.com/p}}",
		"{apiVersion: fluxapp.dev/v1alpha1, kind: RenderConfig, metadata: {name: options}, spec: {strict: true}}",
		"{apiVersion: gitops.kubesphere.io/v1alpha1, kind: Application, metadata: {name: argo, namespace: apps}, spec: "+
			"{kind: argocd, argoApp: {spec: {project: x}}}}",
		"{apiVersion: fluxapp.dev/v1alpha1, kind: FluxAplication, metadata: {name: slip, namespace: apps}, spec: {}}",
		"{apiVersion: source.toolkit.fluxcd.io/v1, kind: HelmRepository, metadata: {name: web, namespace: apps}, spec: "+
			"{url: https://example.com, interval: 1h}}",
		"{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, metadata: {name: old, namespace: apps, annotations: "+
			"{fluxapp.dev/rendered-from: apps/gone}}, spec: {}}",
		"{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}]}",
	))
}

// layout puts documents into files: one for all, one for each, or some of both, in folders.
func (g *generator) layout(docs []*node) map[string][]byte {
	way := g.c.IntN(4)
	texts := map[string][]string{}
	for i, d := range docs {
		name := "in/app.yaml"
		switch {
		case way == 1, way == 2 && i%2 == 1:
			name = fmt.Sprintf("in/%d.yaml", i)
		case way == 3 && i%2 == 1:
			name = fmt.Sprintf("in/team/%d.yml", i)
		}
		texts[name] = append(texts[name], d.String())
	}
	files := map[string][]byte{}
	for name, all := range texts {
		files[name] = []byte(strings.Join(all, "---\n"))
	}
	if g.chance(5) {
		g.spoil(files)
	}
	return files
}
