package main

import "slices"

// alternatives are values of a field.
type alternatives struct {
	key string
	of  []string
}

// ofEvery are fields of the entries of every workload, with values in flow style.
var ofEvery = []alternatives{
	{"interval", []string{"10m", "10m", "1h", "1h0m0s", "5m", `"$(cluster.labels['interval'] or '10m')"`, "90s"}},
	{"timeout", []string{"5m", "30s", `"$(cluster.params.timeout or '5m')"`, "1h", `"$(cluster.params.port)"`}},
	{"suspend", []string{"true", "false", "false", "\"$(cluster.params.deep.on or false)\""}},
	{"metadata", []string{
		"{labels: {team: web}}", "{annotations: {note: hello}}",
		`{labels: {region: "$(cluster.labels['region'] or 'none')"}}`,
		"{labels: {team: null}, annotations: {}}",
		`{labels: {who: "$(cluster.name)"}, annotations: {app: "$(app.namespace)/$(app.name)"}}`,
	}},
	{"dependsOn", []string{
		"[{name: base}]", "[{name: base, namespace: infra}]", "[{application: db}]", "[{application: db}, {name: x}]", "[]",
		`[{name: "base-$(cluster.name)"}]`, "[{application: shop, namespace: apps}]", "[{application: web}]",
		`[{name: base, readyExpr: "true"}]`,
	}},
	{"wave", []string{"0", "1", "1", "2", "-1"}},
	{"namespace", []string{"fleet", "apps", `"$(cluster.name)"`, "team-x"}},
	{"name", []string{"pinned", `"$(app.name)-$(cluster.name)"`, `"n-$(cluster.name)"`, `"$(cluster.labels['stage'])"`}},
	{"serviceAccountName", []string{"deployer", `"sa-$(cluster.name)"`}},
}

// ofRelease are the alternatives of a HelmRelease.
var ofRelease = []alternatives{
	{"values", []string{
		"{replicas: 2, image: {tag: v1}}", "{replicas: 3, ui: {color: blue, logo: null}, hosts: [a, b]}",
		`{cluster: "$(cluster.name)", n: 1}`,
		`{host: "$(cluster.name).example.com", zone: "$(cluster.labels['zone'] or 'none')", replicas: ` +
			`"$(cluster.params.replicas or 1)"}`,
		`{zones: "$(cluster.params.zones)", all: "$(cluster.params.deep)", text: "n=$(cluster.params.replicas)"}`,
		`{yes: "yes", ports: [80, "443", null, 1.5], "10": {}, off: null, big: 123456789012345678901234567890, f: 1.10, ` +
			`empty: ""}`,
		`{literal: "$$(cluster.name)", env: "$(POD_IP) ${VAR} {{ .Values.a }}", bad: "$(cluster.nope)"}`,
		"{on: no, when: 2025-01-01, mode: 0755}",
		`{a: &a {x: 1}, b: *a, c: {<<: *a, y: 2}}`, "{}", "null", `{deep: {a: {b: {c: [{d: "$(app.name)"}, {d: 2}]}}}}`,
		`{password: hunter2, token: "abc"}`,
		`{region: "$(cluster.labels.region)", owner: "$(cluster.annotations['owner'] or '')"}`,
	}},
	{"valuesFrom", []string{
		"[{kind: ConfigMap, name: settings}]", `[{kind: Secret, name: "$(cluster.name)-values"}]`,
		"[{kind: Secret, name: extra, optional: true, valuesKey: v}]",
		`[{kind: ConfigMap, name: "$(app.name)-$(cluster.labels['region'] or 'x')", targetPath: a.b}]`, "[]",
		"[{kind: Secret, name: a}, {kind: ConfigMap, name: b}]",
	}},
	{"chart", []string{"{version: 7.0.0}", "{valuesFiles: [other.yaml]}",
		`{version: "$(cluster.params.version or '6.x')"}`, `{valuesFiles: ["$(cluster.name).yaml", values.yaml]}`,
		"{interval: 2m}", "{chart: other}"}},
	{"install", []string{"{createNamespace: true}", "{remediation: {retries: 3}}", "{remediation: null, crds: Skip}",
		"{skipCRDs: true}", "{strategy: {name: RetryOnFailure}}"}},
	{"upgrade", []string{"{cleanupOnFail: true, remediation: {retries: 3, remediateLastFailure: true}}", "{force: true}",
		"{remediation: {strategy: uninstall}}"}},
	{"test", []string{"{enable: true}", "{enable: true, ignoreFailures: true}"}},
	{"rollback", []string{"{cleanupOnFail: true}", "{recreate: true}"}},
	{"uninstall", []string{"{keepHistory: true}", "{deletionPropagation: orphan}"}},
	{"releaseName", []string{"release", `"r-$(cluster.name)"`, `"$(app.name)"`}},
	{"storageNamespace", []string{"flux-system", "web", `"s-$(cluster.name)"`}},
	{"maxHistory", []string{"5", "0", `"$(cluster.params.replicas or 3)"`}},
	{"driftDetection", []string{"{mode: enabled}",
		"{mode: warn, ignore: [{paths: [/spec/replicas], target: {kind: Deployment}}]}"}},
	{"postRenderers", []string{
		"[{kustomize: {patches: [{target: {kind: Deployment}, patch: \"- {op: add, path: /a, value: $(cluster.name)}\"}]}}]",
		"[{kustomize: {images: [{name: a, newTag: b}]}}]",
		"[{kustomize: {patchesStrategicMerge: [{apiVersion: v1, kind: Service, metadata: {name: a}}]}}]",
	}},
	{"commonMetadata", []string{"{labels: {a: b}}", `{labels: {c: "$(cluster.name)"}, annotations: {d: e}}`}},
	{"persistentClient", []string{"true", "false"}},
	{"valuesFile", []string{"v.yaml"}},
	{"healthCheckExprs", []string{"[{apiVersion: v1, kind: Service, current: \"true\"}]"}},
	{"sourceRef", []string{"{kind: HelmRepository, name: other}", `{kind: GitRepository, name: "repo-$(cluster.name)"}`,
		"{kind: OCIRepository, name: chart, namespace: charts}"}},
}

// ofKustomization are the alternatives of a Kustomization.
var ofKustomization = []alternatives{
	{"path", []string{"./deploy", `"./clusters/$(cluster.name)"`, `"./$(cluster.labels['region'] or 'any')"`, "deploy",
		"./a/../b", `"./$(cluster.params.deep.tier)"`, `"$(cluster.params.deep)"`, `"$(cluster.params.port)"`}},
	{"prune", []string{"true", "false"}},
	{"wait", []string{"true", "false"}},
	{"force", []string{"true", "false"}},
	{"patches", []string{
		"[{patch: \"- {op: remove, path: /a}\", target: {kind: Deployment}}]", "[{patch: \"a: $(cluster.name)\"}]",
		`[{patch: "x: 1", target: {name: "$(cluster.name)"}}, {patch: "y: $(cluster.labels['stage'] or 'z')"}]`,
	}},
	{"postBuild", []string{
		`{substitute: {cluster: "$(cluster.name)", n: "3"}}`, "{substitute: {a: b, quoted: '\"x\"', on: \"on\"}}",
		"{substituteFrom: [{kind: ConfigMap, name: vars}]}",
		`{substitute: {region: "$(cluster.labels['region'] or 'x')", port: "$(cluster.params.port or '80')"}, ` +
			`substituteFrom: [{kind: Secret, name: "$(cluster.name)", optional: true}]}`,
	}},
	{"images", []string{"[{name: a, newTag: v2}]", `[{name: a, newName: b, newTag: "$(cluster.params.tag or 'v1')"}]`}},
	{"components", []string{"[../c]", `["../$(cluster.name)"]`}},
	{"healthChecks", []string{"[{apiVersion: apps/v1, kind: Deployment, name: web, namespace: web}]",
		`[{kind: Deployment, name: "$(cluster.name)", namespace: web}]`}},
	{"namePrefix", []string{"pre-", `"$(cluster.name)-"`}},
	{"retryInterval", []string{"1m"}},
	{"decryption", []string{"{provider: sops, secretRef: {name: sops}}", "{provider: sops}"}},
	{"commonMetadata", []string{"{labels: {a: b}}", `{labels: {c: "$(cluster.name)"}}`}},
	{"patchesJson6902", []string{"[{target: {kind: Deployment, name: a}, patch: [{op: add, path: /a, value: b}]}]"}},
	{"validation", []string{"client"}},
	{"deletionPolicy", []string{"Orphan", "MirrorPrune"}},
	{"sourceRef", []string{"{kind: GitRepository, name: other}", `{kind: GitRepository, name: "repo-$(cluster.name)"}`,
		"{kind: Bucket, name: b, namespace: sources}"}},
}

// ofKCLRun are the alternatives of a KCLRun.
var ofKCLRun = []alternatives{
	{"path", []string{"./kcl", `"./kcl/$(cluster.name)"`}},
	{"prune", []string{"true", "false"}},
	{"wait", []string{"true"}},
	{"config", []string{`{arguments: ["env=$(cluster.labels['stage'] or 'x')"]}`, "{sortKeys: true, vendor: true}",
		`{overrides: ["app.name=$(cluster.name)"]}`}},
	{"argumentsReferences", []string{"[{kind: Secret, name: args}]", `[{kind: ConfigMap, name: "$(cluster.name)"}]`}},
	{"commonMetadata", []string{"{labels: {a: b}}"}},
}

func tableOf(w workload) []alternatives {
	own := map[workload][]alternatives{releases: ofRelease, kustomizations: ofKustomization, kclRuns: ofKCLRun}[w]
	return slices.Concat(ofEvery, own, own) // an entry's own fields more often
}

// some sets so many fields of an entry or layer. Those that make names, waits and waves are rarer than the others.
func (g *generator) some(n *node, w workload, count int) {
	table := tableOf(w)
	for range count {
		f := table[g.c.IntN(len(table))]
		rare := slices.Contains([]string{"name", "namespace", "dependsOn", "wave", "targetNamespace", "valuesFile",
			"validation", "sourceRef", "patchesJson6902"}, f.key)
		if rare && g.chance(75) || f.key == "chart" && g.isChart && g.chance(95) {
			continue
		}
		value := parse(g.one(f.of...))
		value.flow = g.chance(25)
		n.set(f.key, value)
	}
}

// entry makes an entry without a destination: what Flux requires, most of the time, and more.
func (g *generator) entry(w workload) *node {
	e := fields()
	if g.chance(75) {
		e.set("interval", g.one("10m", "1h"))
	}
	if w != releases && g.chance(85) {
		e.set("prune", "true")
		e.set("path", g.one("./deploy", "./deploy", "./deploy", "./deploy", `"./$(cluster.name)"`, `"./$(cluster.name)"`,
			`"$(cluster.params.port)"`))
	}
	if g.focused {
		g.some(e, w, 1)
		return e
	}
	g.some(e, w, g.c.IntN(6))
	if w == releases && g.chance(8) {
		if values := e.get("values"); values != nil && values.kind == object {
			values.flow = false
			values.set("config", &node{kind: block, text: "server {\n  listen 80;\n\n  name $(cluster.name);\n}\n"})
		}
	}
	return e
}
