package main

import (
	"fmt"
	"slices"
	"strings"
)

// workload is which list of entries an application has.
type workload string

const (
	releases       workload = "helmRelease"
	kustomizations workload = "kustomization"
	kclRuns        workload = "kclRun"
)

// application makes an application over the fleet.
func (g *generator) application(name string, inline bool) *node {
	w := []workload{releases, releases, releases, kustomizations, kustomizations, kclRuns}[g.c.IntN(6)]
	spec := fields()
	g.source(spec, name, w)
	if inline && len(g.clusters) > 0 {
		clusters := items()
		for _, c := range g.clusters {
			c = c.clone()
			c.flow = g.chance(70)
			clusters.values = append(clusters.values, c)
		}
		spec.set("clusters", clusters)
	}
	spec.set("config", g.config(name, w))
	if g.chance(15) {
		spec.set("topology", g.one("Standalone", "Standalone", "HubAndSpoke"))
	}
	if g.chance(12) {
		spec.set("sharding", g.one("{shards: 3, key: shard}", "{shards: 2, key: s}", "{shards: 1, key: shard}"))
	}
	if g.chance(15) {
		spec.set("commonMetadata", g.one("{labels: {team: web}}", "{annotations: {owner: me, note: \"a: b\"}}",
			"{labels: {team: other}, annotations: {x: \"\"}}"))
	}
	return g.wrapped(name, spec)
}

// wrapped makes a document of a spec: a FluxApplication, or the shape of KubeSphere.
func (g *generator) wrapped(name string, spec *node) *node {
	metadata := fields("name", name)
	if g.chance(93) {
		metadata.set("namespace", g.one("apps", "apps", "apps", "infra"))
	}
	if g.chance(65) {
		return fields("apiVersion", "fluxapp.dev/v1alpha1", "kind", "FluxApplication", "metadata", metadata, "spec", spec)
	}
	app := fields("kind", "fluxcd", "fluxApp", fields("spec", spec))
	doc := fields("apiVersion", "gitops.kubesphere.io/v1alpha1", "kind", "Application", "metadata", metadata, "spec", app)
	if g.chance(50) { // what the console and the API server add
		app.set("argoApp", "null")
		config := spec.get("config")
		for _, w := range []workload{releases, kustomizations, kclRuns} {
			if config.get(string(w)) == nil && w != kclRuns {
				config.set(string(w), "null")
			}
		}
		metadata.set("creationTimestamp", g.one("null", `"2025-03-01T08:00:00Z"`)).set("uid", "2f0a4c1e")
		doc.set("status", g.one("{}", "{kind: fluxcd, fluxApp: {}}"))
	}
	if g.chance(10) {
		metadata.set("labels", `{gitops.kubesphere.io/save-helm-template: "true"}`)
	}
	return doc
}

// source sets the source of an application, unless a template brings it.
func (g *generator) source(spec *node, name string, w workload) {
	kinds := []string{"GitRepository", "GitRepository", "OCIRepository", "Bucket"}
	if w == releases {
		kinds = []string{"HelmRepository", "HelmRepository", "GitRepository", "OCIRepository", "HelmChart"}
	}
	if w == kclRuns {
		kinds = kinds[:3]
	}
	source, kind := fields(), g.one(kinds...)
	g.isChart = w == releases && (kind == "OCIRepository" || kind == "HelmChart")
	switch g.c.IntN(8) {
	case 0, 1, 2, 3:
		source.set("sourceRef", fmt.Sprintf("{kind: %s, name: %s%s}", kind, name,
			g.one("", "", ", namespace: flux-system", ", apiVersion: source.toolkit.fluxcd.io/v1beta2", ", namespace: apps")))
	case 4:
		g.isChart = false
		source.set("gitRepository",
			g.one("{url: https://example.com/app.git, interval: 5m}",
				"{url: https://example.com/app.git, interval: 1h, ref: {branch: main}, secretRef: {name: git}}"))
	case 5:
		g.isChart = false
		if w == releases {
			source.set("helmRepository",
				g.one("{url: https://example.com/charts, interval: 30m}",
					"{url: oci://example.com/charts, type: oci, interval: 30m, secretRef: {name: charts}}"))
		} else {
			source.set("bucket", "{bucketName: b, endpoint: minio.example.com, interval: 5m}")
		}
	case 6:
		g.isChart = w == releases
		source.set("ociRepository", g.one("{url: oci://example.com/app, interval: 5m, ref: {tag: v1}}",
			"{url: oci://example.com/app, interval: 5m, ref: {semver: \">=1\"}}"))
	case 7:
		if w == releases && g.chance(15) {
			return
		}
		g.isChart = w == releases
		source.set("sourceRef", "{kind: "+g.one("ExternalArtifact", "OCIRepository")+", name: "+name+"}")
	}
	if source.get("sourceRef") == nil && g.chance(25) {
		source.set("name", name+"-source")
	}
	spec.set("source", source)
}

// config makes entries, and layers below and above them.
func (g *generator) config(app string, w workload) *node {
	config := fields()
	layers := g.chance(55) && !g.focused
	if layers && g.chance(75) {
		defaults := fields()
		g.some(defaults, w, 2+g.c.IntN(4))
		if g.chance(40) {
			defaults.set("destination", "{targetNamespace: "+g.one("web", "$(app.name)", "\"$(cluster.name)-web\"", "base")+"}")
		}
		if g.chance(12) {
			defaults.set("name", g.one(`"$(app.name)-$(cluster.name)"`, `"$(cluster.name)"`,
				`"x-$(cluster.labels['region'] or 'none')-$(cluster.name)"`))
		}
		config.set("defaults", defaults)
	}
	entries := g.entries(app, w)
	if w == releases {
		release := g.chart()
		release.set("deploy", entries)
		config.set(string(w), release)
	} else {
		config.set(string(w), entries)
	}
	if layers && g.chance(75) {
		config.set("overrides", g.overrides(w))
	}
	return config
}

// chart makes what all releases have in common.
func (g *generator) chart() *node {
	release := fields()
	if g.isChart && g.chance(95) {
		return release
	}
	if g.chance(10) {
		release.set("template", g.one("base", "saved", "web", "apps-base"))
		g.beside = append(g.beside,
			parse("{apiVersion: "+g.one("source.toolkit.fluxcd.io/v1", "source.toolkit.fluxcd.io/v1beta2")+
				", kind: HelmChart, metadata: {name: base, namespace: "+g.one("apps", "apps", "infra")+
				"}, spec: {chart: podinfo, version: "+g.one(`"6.x"`, "6.7.1")+
				", interval: 10m, sourceRef: {kind: HelmRepository, name: podinfo}"+
				g.one("", ", valuesFiles: [values.yaml]", ", suspend: true")+"}}"))
		return release
	}
	chart := fields("chart", g.one("podinfo", "./chart"))
	if g.chance(70) {
		chart.set("version", g.one("6.7.1", `"6.x"`, `">=6.0.0"`, `"1.10"`, "6.5.0"))
	}
	if g.chance(50) {
		chart.set("interval", g.one("10m", "1h", "1h0m0s"))
	}
	if g.chance(25) {
		chart.set("valuesFiles", g.one("[values.yaml]", "[values.yaml, production.yaml]", `["$(cluster.name).yaml"]`))
	}
	if g.chance(15) {
		chart.set("reconcileStrategy", g.one("Revision", "ChartVersion"))
	}
	if g.chance(8) {
		chart.set("metadata", g.one("{labels: {team: web}}", `{labels: {sharding.fluxcd.io/key: shard1}}`,
			"{annotations: {a: b}}"))
	}
	release.set("chart", chart)
	if g.chance(25) {
		release.set("shareChart", g.one("true", "true", "false"))
	}
	return release
}

// overrides make layers above the entries of some clusters.
func (g *generator) overrides(w workload) *node {
	all := items()
	for range 1 + g.c.IntN(3) {
		o := fields()
		if len(g.clusters) > 0 && g.chance(45) {
			o.set("cluster", g.clusters[g.c.IntN(len(g.clusters))].get("name").text)
		} else {
			o.set("clusterSelector", g.selector())
		}
		switch {
		case g.chance(12):
			o.set("disable", "true")
		case g.chance(10):
			o.set("suspend", "true")
		default:
			g.some(o, w, 1+g.c.IntN(3))
		}
		if g.chance(12) {
			o.set("destination", "{targetNamespace: over}")
		}
		all.values = append(all.values, o)
	}
	return all
}

func (g *generator) selector() string {
	return g.one("{}", "{matchLabels: {stage: test}}", "{matchLabels: {stage: production}}",
		"{matchLabels: {region: europe}}",
		"{matchLabels: {region: europe, stage: test}}",
		"{matchExpressions: [{key: stage, operator: In, values: [test, production]}]}",
		"{matchExpressions: [{key: region, operator: NotIn, values: [asia]}]}",
		"{matchExpressions: [{key: zone, operator: DoesNotExist}]}",
		"{matchExpressions: [{key: stage, operator: Exists}]}", "{matchLabels: {region: nowhere}}")
}

// entries makes the entries: one for many clusters, or one for each, most of them alike.
func (g *generator) entries(app string, w workload) *node {
	all := items()
	switch g.c.IntN(5) {
	case 0, 1: // by selector
		for range 1 + g.c.IntN(2) {
			e := g.entry(w)
			d := fields("clusterSelector", g.selector())
			if g.chance(80) {
				d.set("allowEmpty", "true")
			}
			all.values = append(all.values, g.to(e, d))
		}
		if len(all.values) == 2 {
			all.values[1].get("destination").set("targetNamespace", "second")
		}
	case 2, 3: // one for each, that differ in a few scalars
		all = g.alike(w)
	case 4: // of every kind
		for i := range 1 + g.c.IntN(4) {
			all.values = append(all.values, g.to(g.entry(w), g.destination(w, i)))
		}
	}
	return all
}

// to gives an entry its destination, first or last of its fields.
func (g *generator) to(e, destination *node) *node {
	if destination.get("targetNamespace") == nil && g.focused {
		destination.set("targetNamespace", "web")
	} else if destination.get("targetNamespace") == nil && g.chance(75) {
		destination.set("targetNamespace",
			g.one("web", "web", "web", "$(app.name)", "\"web-$(cluster.name)\"", "\"$(cluster.labels['region'] or 'none')\""))
	}
	destination.flow = g.chance(30)
	with := fields("destination", destination)
	for i, key := range e.keys {
		with.add(key, e.values[i])
	}
	return with
}

func (g *generator) destination(w workload, i int) *node {
	switch g.c.IntN(6 + i) {
	case 0:
		return fields("clusterSelector", g.selector(), "allowEmpty", "true")
	case 1:
		if len(g.clusters) > 0 {
			return fields("cluster", g.clusters[g.c.IntN(len(g.clusters))].get("name").text)
		}
	case 2:
		return fields("cluster", clusterNames[i], "kubeConfig", "{secretRef: {name: "+clusterNames[g.c.IntN(3)]+"}}")
	case 3:
		if g.chance(40) {
			return fields("targetNamespace", fmt.Sprintf("ns-%d", i))
		}
	case 4:
		if w == kclRuns {
			break
		}
		return fields("kubeConfig", "{configMapRef: {name: "+clusterName(i)+"-config}}")
	}
	return fields("kubeConfig", "{secretRef: {name: "+clusterName(i)+
		g.one("", "-kubeconfig", "-kubeconfig, key: value", "-kubeconfig, key: value.yaml")+"}}")
}

// alike makes entries that differ in few scalars from the first one, and now and then in something else.
func (g *generator) alike(w workload) *node {
	key := g.one("", "", "", ", key: value", ", key: value.yaml")
	first := g.to(g.entry(w),
		fields("kubeConfig", "{secretRef: {name: berlin-kubeconfig"+key+"}}", "targetNamespace", "web"))
	if w == releases && g.chance(20) {
		first.set("install", "{createNamespace: true}")
	}
	all := items(first)
	anchored := g.chance(15)
	n := 1 + g.c.IntN(6)
	if g.chance(2) {
		n = 40 + g.c.IntN(100)
	}
	for i := range n {
		e := first.clone()
		secret := e.get("destination", "kubeConfig", "secretRef")
		secret.set("name", clusterName(i+1)+"-kubeconfig")
		if g.chance(4) { // the same cluster, or another key of its Secret
			secret.set("name", clusterName(i)+"-kubeconfig").set("key", g.one("value", "value.yaml", "config"))
			if w == releases && g.chance(60) { // and the same Helm release there
				e.set("releaseName", "one").get("destination").set("targetNamespace", "other")
				all.values[len(all.values)-1].set("releaseName", "one")
			}
		}
		if g.chance(4) {
			e.get("destination").remove(0) // the hub
		}
		g.differ(e, w)
		if anchored {
			e = g.merged(first, e)
		}
		all.values = append(all.values, e)
	}
	return all
}

// changing are the fields outside of values whose scalars differ between entries that are alike otherwise.
var changing = []string{
	"interval", "timeout", "retries", "path", "targetNamespace", "note", "team", "newTag", "patch", "version",
	"releaseName", "namespace", "suspend",
	"createNamespace", "cleanupOnFail", "remediateLastFailure", "optional", "valuesKey", "prune", "wait", "key",
}

// differ changes some scalars of an entry, and rarely its shape.
func (g *generator) differ(e *node, w workload) {
	var scalars, maps []*node
	var collect func(n *node, free bool)
	collect = func(n *node, free bool) {
		for i, v := range n.values {
			key := ""
			if n.kind == object {
				key = n.keys[i]
			}
			if v.kind == scalar && (free || slices.Contains(changing, key)) {
				scalars = append(scalars, v)
			}
			if free && n.kind == object {
				maps = append(maps, n)
			}
			collect(v, free || key == "values" || key == "substitute")
		}
	}
	collect(e, false)
	for range g.c.IntN(3) {
		if len(scalars) > 0 {
			n := scalars[g.c.IntN(len(scalars))]
			n.text = g.scalarLike(n.text)
		}
	}
	change := g.c.IntN(14)
	switch {
	case change == 0 && len(maps) > 0:
		maps[g.c.IntN(len(maps))].set("extra", "x")
	case change == 1 && len(maps) > 0:
		m := maps[g.c.IntN(len(maps))]
		m.remove(g.c.IntN(len(m.keys)))
	case change == 2:
		e.flow = true
	case change == 3 && w == releases:
		e.set("install", "{createNamespace: true}")
	case change == 4:
		e.set("name", g.one("pinned", "pinned-two", "web"))
	case change == 5:
		e.set("suspend", g.one("true", "false"))
	case change == 6:
		e.set("wave", g.one("1", "2"))
	}
}

// scalarLike returns another scalar, most often of the same type.
func (g *generator) scalarLike(text string) string {
	switch {
	case g.chance(3):
		return g.one("null", "", `""`, "~", "yes", "1.10", "0123", "{a: b}", "[x]", "${X}", "\"$(cluster.name)\"",
			"2025-01-01", "'no'", "|-", "a b")
	case text == "true" || text == "false":
		return g.one("true", "false")
	case strings.Trim(text, "0123456789") == "" && text != "":
		return g.one("1", "2", "3", "80", "8080")
	case strings.HasSuffix(text, "m") || strings.HasSuffix(text, "h") || strings.HasSuffix(text, "s"):
		return g.one("1m", "10m", "1h", "1h30m", "30s")
	case strings.HasPrefix(text, `"`):
		return g.one(`"two"`, `"a: b"`, `"6.7.2"`, text)
	}
	if strings.HasPrefix(text, "./") {
		return g.one("./other", "./a/b", text)
	}
	return g.one("two", "three", "x-y", text)
}

// merged writes an entry as a merge of the first one and what differs.
func (g *generator) merged(first, e *node) *node {
	if first.anchor == "" {
		g.anchors++
		first.anchor = fmt.Sprintf("entry%d", g.anchors)
	}
	m := &node{kind: object}
	m.add("<<", text("*"+first.anchor))
	m.add("destination", e.get("destination"))
	for i, key := range e.keys {
		if key != "destination" && g.chance(30) {
			m.add(key, e.values[i])
		}
	}
	return m
}
