package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// explainedApp is an application whose clusters differ in many ways.
const explainedApp = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  clusters:
  - {name: hub, hub: true, labels: {stage: test}}
  - {name: berlin, labels: {stage: production}, params: {size: 4}, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
  - {name: tokyo, labels: {stage: production}, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}
  source: {sourceRef: {kind: HelmRepository, name: shop}}
  config:
    defaults:
      timeout: 5m
      metadata: {labels: {example.com/team: web}}
      values: {replicas: 2, log: info, ports: [80, 443]}
    helmRelease:
      chart: {chart: shop, version: 6.9.0}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: shop}
        interval: 1h
        values:
          host: shop.$(cluster.name).example.com
          size: $(cluster.params.size or 1)
          password: hunter2
    overrides:
    - {cluster: tokyo, timeout: null, chart: {version: 6.10.0}, values: {replicas: 3, log: $(remove), ports: [8080], ` +
	`note: null}}
`

// explain runs explain on a file with the application shop.
func explainShop(t testFolder, args string) string {
	t.Helper()
	out, errs, code := fluxapp(t, "", append([]string{"explain", "shop", "a.yaml"}, strings.Fields(args)...)...)
	assert.Equal(t, code, exitGood, errs)
	return "\n" + out
}

// TestExplainTable prints single fields of all clusters.
func TestExplainTable(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", explainedApp)
	for _, c := range []struct{ args, want string }{
		{"--field values.replicas", `
CLUSTER      VALUE  PLACE         LAYER         DETAILS
berlin, hub  2      a.yaml:14:26  defaults
tokyo        3      a.yaml:25:84  overrides[0]  over 2 of defaults a.yaml:14:26
`},
		{"--field spec.chart.version --cluster tokyo", `
CLUSTER  VALUE     PLACE         LAYER         DETAILS
tokyo    "6.10.0"  a.yaml:25:56  overrides[0]  over "6.9.0" of chart a.yaml:16:37
`},
		{"--field timeout", `
CLUSTER      VALUE   PLACE         LAYER         DETAILS
berlin, hub  "5m"    a.yaml:12:16  defaults
tokyo        (none)  a.yaml:25:33  overrides[0]  removed, over "5m" of defaults a.yaml:12:16
`},
		{"--field values.log", `
CLUSTER      VALUE   PLACE         LAYER         DETAILS
berlin, hub  "info"  a.yaml:14:34  defaults
tokyo        (none)  a.yaml:25:92  overrides[0]  removed, over "info" of defaults a.yaml:14:34
`},
		{"--field values.note", `
CLUSTER      VALUE   PLACE          LAYER
berlin, hub  (none)  -              -
tokyo        null    a.yaml:25:124  overrides[0]
`},
		{"--field values.ports[1]", `
CLUSTER      VALUE   PLACE         LAYER
berlin, hub  443     a.yaml:14:52  defaults
tokyo        (none)  -             -
`},
		{"--field values.host --field values.password --cluster berlin", `
CLUSTER  FIELD                 VALUE                      PLACE         LAYER  DETAILS
berlin   spec.values.host      "shop.berlin.example.com"  a.yaml:21:17  entry  as "shop.$(cluster.name).example.com"
berlin   spec.values.password  "(hidden)"                 a.yaml:23:21  entry
`},
		{"--field metadata.labels[example.com/team] --cluster hub", `
CLUSTER  VALUE  PLACE         LAYER
hub      "web"  a.yaml:13:45  defaults
`},
	} {
		assert.Equal(t, explainShop(t, c.args), c.want, c.args)
	}
}

// TestExplainGroups prints clusters that are alike in one row, also where they differ in their own names, and each
// cluster in JSON.
func TestExplainGroups(test *testing.T) {
	test.Parallel()
	const clusters = 3000
	var fleet strings.Builder
	for i := range clusters {
		fmt.Fprintf(&fleet, "  - {name: store-%04d, kubeConfig: {secretRef: {name: store-%[1]d}}}\n", i)
	}
	before, after, _ := strings.Cut(explainedApp, "  - {name: hub,")
	_, after, _ = strings.Cut(after, "  source:")
	t := inFolder(test, "a.yaml", before+fleet.String()+"  source:"+strings.Replace(after, "cluster: tokyo",
		"cluster: store-1234", 1))
	const args = "--field values.replicas --field values.host"
	blanks := regexp.MustCompile(`  +`) // the table is wider than a line of this file
	assert.Equal(t, blanks.ReplaceAllString(explainShop(t, args), " | "), `
CLUSTER | FIELD | VALUE | PLACE | LAYER | DETAILS
store-0000 to store-1233, store-1235 to store-2999 | spec.values.replicas | 2 | a.yaml:3011:26 | defaults
store-0000 to store-2999 | spec.values.host | "shop.$(cluster.name).example.com" | a.yaml:3018:17 | entry | `+
		`as "shop.$(cluster.name).example.com"
store-1234 | spec.values.replicas | 3 | a.yaml:3022:89 | overrides[0] | over 2 of defaults a.yaml:3011:26
`)
	assert.Equal(t, strings.Count(explainShop(t, args+" -o json"), "\n"), 1+2*clusters)
}

// TestExplainItems names items of a merged list by a field, where they are and where a layer removed them.
func TestExplainItems(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.Replace(explainedApp, "    overrides:\n", `    overrides:
    - clusterSelector: {}
      values: {env: [{name: A, value: a}, {name: B, value: b}]}
    - cluster: tokyo
      values: {env+(name): [{name: A, $(remove): true}, {name: B, value: c}]}
`, 1))
	for _, c := range []struct{ args, want string }{
		{"--field values.env[name=A]", `
CLUSTER      VALUE                     PLACE         LAYER         DETAILS
berlin, hub  {"name":"A","value":"a"}  a.yaml:26:22  overrides[0]
tokyo        (none)                    a.yaml:28:29  overrides[1]  removed, ` +
			`over {"name":"A","value":"a"} of overrides[0] a.yaml:26:22
`},
		{"--field values.env[name=A].value", `
CLUSTER      VALUE   PLACE         LAYER
berlin, hub  "a"     a.yaml:26:39  overrides[0]
tokyo        (none)  -             -
`},
		{"--field values.env[name=B].value", `
CLUSTER      VALUE  PLACE         LAYER
berlin, hub  "b"    a.yaml:26:60  overrides[0]
tokyo        "c"    a.yaml:28:74  overrides[1]
`},
	} {
		assert.Equal(t, explainShop(t, c.args), c.want, c.args)
	}
}

// TestExplainColumns has a column for the object where a cluster has several, and looks in other objects for what no
// workload has.
func TestExplainColumns(test *testing.T) {
	test.Parallel()
	two := strings.Replace(app("shop", "one", "hub"), "    - {destination: {target",
		"    - {destination: {kubeConfig: {secretRef: {name: one-kubeconfig}}, targetNamespace: api}, path: ./api, prune: "+
			"false, interval: 1h}\n"+
			"    - {destination: {target", 1)
	t := inFolder(test, "a.yaml", strings.Replace(two, "sourceRef: {kind: GitRepository, name: shop}",
		"gitRepository: {url: https://example.com/shop, interval: 1m}", 1))
	assert.Equal(t, explainShop(t, "--field prune"), `
CLUSTER  OBJECT             VALUE  PLACE         LAYER
hub      apps/shop-web      true   a.yaml:10:68  entry
one      apps/shop-one-api  false  a.yaml:9:114  entry
one      apps/shop-one-web  true   a.yaml:8:117  entry
`)
	assert.Equal(t, explainShop(t, "--field url"), `
CLUSTER  VALUE                       PLACE        LAYER
-        "https://example.com/shop"  a.yaml:5:33  source
`)
	put(t, "a.yaml", strings.Replace(read(t, "a.yaml"), "  config:\n", "  tenancy: {serviceAccount: team, role: {rules: "+
		"[{apiGroups: [''], resources: [pods], verbs: [get]}]}}\n  config:\n", 1))
	assert.Equal(t, explainShop(t, "--field rules[0].verbs"), `
CLUSTER  VALUE    PLACE        LAYER
-        ["get"]  a.yaml:6:94  tenancy
`)
	assert.Equal(t, explainShop(t, "--field sourceRef.name --field namespace --cluster hub"), `
CLUSTER  FIELD                VALUE   PLACE        LAYER
hub      spec.sourceRef.name  "shop"  a.yaml:5:27  source
hub      metadata.namespace   "apps"  a.yaml:3:35  application
`)
}

// TestExplainWaves has the wave and what it makes of dependsOn, and the digest.
func TestExplainWaves(test *testing.T) {
	test.Parallel()
	waves := strings.Replace(app("shop", "one", "two"), "config:\n",
		"config:\n    overrides: [{cluster: two, wave: 1}]\n", 1)
	t := inFolder(test, "a.yaml", waves)
	assert.Equal(t, explainShop(t, "--field wave"), `
CLUSTER  VALUE   PLACE        LAYER
one      (none)  -            -
two      1       a.yaml:7:38  overrides[0]
`)
	assert.Equal(t, explainShop(t, "--field dependsOn[0].name"), `
CLUSTER  VALUE           PLACE        LAYER
one      (none)          -            -
two      "shop-one-web"  a.yaml:7:38  wave of overrides[0]
`)
	assert.Assert(t, strings.Contains(explainShop(t, "--field metadata.annotations"),
		"metadata.annotations[fluxapp.dev/digest]"))
}

// TestExplainClosedWave names what closes a wave, and why it has another interval than its author wrote.
func TestExplainClosedWave(test *testing.T) {
	test.Parallel()
	var clusters, late []string
	for i := range 45 {
		if clusters = append(clusters, fmt.Sprintf("c%02d", i)); i >= 25 {
			late = append(late, fmt.Sprintf("{cluster: c%02d, wave: 1}", i))
		}
	}
	waves := strings.Replace(app("shop", clusters...), "config:\n",
		"config:\n    overrides: ["+strings.Join(late, ", ")+"]\n", 1)
	t := inFolder(test, "a.yaml", waves)
	assert.Assert(t, strings.Contains(explainShop(t, "--field interval"), `
c06      "1m"   -              fluxapp  over "10m" of entry a.yaml:15:133, because it closes its wave, and Flux must `+
		"look at it each minute\n"))
	assert.Assert(t, strings.Contains(explainShop(t, "--field dependsOn"), "a.yaml:7:38   wave of overrides[0]   because "+
		"apps/shop-c06-web closes the wave before\n"))
}

// TestExplainSource has a field of the source, which clusters share that have the same.
func TestExplainSource(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.NewReplacer("source: {sourceRef: {kind: HelmRepository, name: shop}}",
		"source: {ociRepository: {url: oci://example.com/shop, interval: 1h, ref: {tag: 1.0.0}}}",
		"      chart: {chart: shop, version: 6.9.0}\n", "", ", chart: {version: 6.10.0}",
		", source: {ociRepository: {ref: {tag: 2.0.0}}}").Replace(explainedApp))
	assert.Equal(t, explainShop(t, "--field source.ociRepository.ref --field source.sourceRef.kind"), `
CLUSTER      FIELD                         VALUE            PLACE         LAYER         DETAILS
berlin, hub  source.ociRepository.ref.tag  "1.0.0"          a.yaml:9:82   source
berlin, hub  spec.chartRef.kind            "OCIRepository"  a.yaml:9:27   source
tokyo        source.ociRepository.ref.tag  "2.0.0"          a.yaml:24:75  overrides[0]  over "1.0.0" of `+
		`source a.yaml:9:82
tokyo        spec.chartRef.kind            "OCIRepository"  a.yaml:24:63  overrides[0]
`)
	assert.Assert(t, strings.Contains(explainShop(t, "--cluster tokyo --against hub"), `
  source.ociRepository.ref.tag
    tokyo: "2.0.0"  # overrides[0] a.yaml:24:75, over "1.0.0" of source a.yaml:9:82
    hub:   "1.0.0"  # source a.yaml:9:82
`))
	for _, path := range []string{"source.gitRepository.url", "source.ociRepository.ref.digest"} {
		_, errs, code := fluxapp(t, "", "explain", "shop", "a.yaml", "--field", path)
		assert.Assert(t, strings.Contains(errs, "fluxapp: no object of the application has the field "+path+"; "))
		assert.Equal(t, code, exitCommand)
	}
}

// TestExplainOwnSources has a field that releases have in two places, and sources that each cluster has for itself:
// what differs is told once, of the source.
func TestExplainOwnSources(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.Replace(explainedApp, "{cluster: tokyo, timeout: null, chart: {version: 6.10.0}",
		"{cluster: tokyo, chart: null, source: {sourceRef: {kind: OCIRepository, name: tokyo}}", 1))
	assert.Equal(t, explainShop(t, "--field sourceRef.name"), `
CLUSTER      FIELD                           VALUE    PLACE         LAYER         DETAILS
berlin, hub  spec.chart.spec.sourceRef.name  "shop"   a.yaml:9:52   source
tokyo        spec.chartRef.name              "tokyo"  a.yaml:25:85  overrides[0]  over "shop" of source a.yaml:9:52
`)
	put(t, "a.yaml", strings.Replace(explainedApp, "source: {sourceRef: {kind: HelmRepository, name: shop}}",
		"topology: Standalone\n  source: {helmRepository: {url: https://example.com/$(cluster.params.size or 1), "+
			"interval: 1h}}", 1))
	differences := explainShop(t, "--cluster tokyo --against berlin")
	assert.Equal(t, strings.Count(differences, `tokyo:  "https://example.com/1"`), 1, differences)
}

// TestExplainSharedChart has the source of charts that releases share, and of a cluster's own Flux.
func TestExplainSharedChart(t *testing.T) {
	t.Parallel()
	shared := strings.NewReplacer("source: {sourceRef: {kind: HelmRepository, name: shop}}",
		"source: {helmRepository: {url: https://example.com, interval: 1h}}", "helmRelease:\n",
		"helmRelease:\n      shareChart: true\n").Replace(explainedApp)
	for _, topology := range []string{"HubAndSpoke", "Standalone"} {
		t := inFolder(t, "a.yaml", strings.Replace(shared, "spec:\n", "spec:\n  topology: "+topology+"\n", 1))
		assert.Equal(t, explainShop(t, "--field source.helmRepository.url --cluster tokyo"), `
CLUSTER  VALUE                  PLACE         LAYER
tokyo    "https://example.com"  a.yaml:10:34  source
`)
		assert.Assert(t, !strings.Contains(explainShop(t, "--cluster tokyo --against berlin"), "helmRepository"))
	}
}

// TestExplainFleet has one row for all clusters with a value, wherever the fleet has what it reads, and selects
// clusters
// by their labels; the JSON has each place.
func TestExplainFleet(test *testing.T) {
	test.Parallel()
	fleet := ""
	for i := range 60 {
		fleet += fmt.Sprintf("  - {name: store-%03d, labels: {region: r%d}, "+
			"kubeConfig: {secretRef: {name: store-%03[1]d}}}\n", i, i%3)
	}
	t := inFolder(test, "a.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
		"metadata: {name: shop, namespace: apps}\nspec:\n  source: {sourceRef: {kind: HelmRepository, name: shop}}\n"+
		"  clusters:\n"+fleet+"  config:\n    helmRelease:\n      chart: {chart: shop, version: 1.0.0}\n      deploy:\n"+
		"      - destination: {clusterSelector: {}, targetNamespace: shop}\n        interval: 1h\n"+
		"        values: {region: $(cluster.labels.region)}\n"+
		"    overrides:\n    - {cluster: store-001, values: {region: own}}\n")
	assert.Equal(t, explainShop(t, "--field values.region"), `
CLUSTER                                      VALUE  PLACE         LAYER         DETAILS
store-000, store-003, store-006 and 17 more  "r0"   a.yaml:73:26  entry         as "$(cluster.labels.region)", `+
		`with "r0" of 20 places of the fleet
store-001                                    "own"  a.yaml:75:45  overrides[0]  over "$(cluster.labels.region)" of `+
		`entry a.yaml:73:26
store-002, store-005, store-008 and 17 more  "r2"   a.yaml:73:26  entry         as "$(cluster.labels.region)", `+
		`with "r2" of 20 places of the fleet
store-004, store-007, store-010 and 16 more  "r1"   a.yaml:73:26  entry         as "$(cluster.labels.region)", `+
		`with "r1" of 19 places of the fleet
`)
	assert.Equal(t, explainShop(t, "--field values.region --cluster region!=r1,region!=r0"), `
CLUSTER                                      VALUE  PLACE         LAYER  DETAILS
store-002, store-005, store-008 and 17 more  "r2"   a.yaml:73:26  entry  as "$(cluster.labels.region)", with "r2" of `+
		`20 places of the fleet
`)
	assert.Equal(t, explainShop(t, "--field kubeConfig.secretRef.name"), `
CLUSTER                 VALUE              PLACE      LAYER
store-000 to store-059  "$(cluster.name)"  60 places  fleet
`)
	assert.Equal(t, strings.Count(explainShop(t, "--cluster region=r2"), "HelmRelease apps/shop-store-"), 20)
	json := explainShop(t, "--field values.region -o json --cluster region=r2")
	assert.Equal(t, strings.Count(json, `"layer":"fleet"`), 20)
	for args, want := range map[string]string{
		"--cluster region=r9":                     "the application shop has no object on a cluster of region=r9",
		"--cluster region=(":                      `"region=(" is no label selector`,
		"--cluster region=r1 --against store-000": "--against compares two clusters; name each, without a label selector",
	} {
		_, errs, code := fluxapp(t, "", append([]string{"explain", "shop", "a.yaml"}, strings.Fields(args)...)...)
		assert.Equal(t, code, exitCommand)
		assert.Assert(t, strings.Contains(errs, want), errs)
	}
}

// TestExplainAgainst compares two clusters.
func TestExplainAgainst(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", explainedApp)
	assert.Equal(t, explainShop(t, "--cluster berlin --against tokyo"), `
HelmRelease apps/shop-berlin-shop on berlin, apps/shop-tokyo-shop on tokyo
  spec.chart.spec.version
    berlin: "6.9.0"  # chart a.yaml:16:37
    tokyo:  "6.10.0"  # overrides[0] a.yaml:25:56, over "6.9.0" of chart a.yaml:16:37
  spec.timeout
    berlin: "5m"  # defaults a.yaml:12:16
    tokyo:  (none)  # removed by overrides[0] a.yaml:25:33, over "5m" of defaults a.yaml:12:16
  spec.values.log
    berlin: "info"  # defaults a.yaml:14:34
    tokyo:  (none)  # removed by overrides[0] a.yaml:25:92, over "info" of defaults a.yaml:14:34
  spec.values.note
    berlin: (none)
    tokyo:  null  # overrides[0] a.yaml:25:124
  spec.values.ports
    berlin: [80,443]  # defaults a.yaml:14:47
    tokyo:  [8080]  # overrides[0] a.yaml:25:110, over [80,443] of defaults a.yaml:14:47
  spec.values.replicas
    berlin: 2  # defaults a.yaml:14:26
    tokyo:  3  # overrides[0] a.yaml:25:84, over 2 of defaults a.yaml:14:26
  spec.values.size
    berlin: 4  # entry a.yaml:22:17 as "$(cluster.params.size or 1)", with 4 of fleet a.yaml:7:64
    tokyo:  1  # entry a.yaml:22:17 as "$(cluster.params.size or 1)"
  differs by the name or kubeConfig of the cluster only: metadata.name, spec.kubeConfig.secretRef.name, spec.values.host
`)
	put(t, "a.yaml", strings.Replace(explainedApp, "stage: production}, params: {size: 4}", "stage: production}", 1))
	assert.Equal(t, explainShop(t, "--cluster hub --against berlin"), `
HelmRelease apps/shop-shop on hub, apps/shop-berlin-shop on berlin
  spec.values.host
    hub:    "shop.hub.example.com"  # entry a.yaml:21:17 as "shop.$(cluster.name).example.com"
    berlin: "shop.berlin.example.com"  # entry a.yaml:21:17 as "shop.$(cluster.name).example.com"
  differs by the name or kubeConfig of the cluster only: metadata.name, spec.kubeConfig.secretRef.name
`)
}

// TestExplainAgainstPairs has objects that one of the clusters has, and names that tell nothing of the cluster.
func TestExplainAgainstPairs(test *testing.T) {
	test.Parallel()
	entry := func(cluster, rest string) string {
		return "    - {destination: {kubeConfig: {secretRef: {name: " + cluster +
			"-kubeconfig}}, targetNamespace: web}, path: ./deploy, prune: true, " + rest + "}\n"
	}
	t := inFolder(test, "a.yaml", app("shop")+entry("one", "interval: 1h, name: first")+
		entry("one", "interval: 1h, namespace: other")+entry("two", "interval: 1h")+
		entry("three", "interval: 2h, name: third"))
	assert.Equal(t, explainShop(t, "--cluster one --against two"), `
only on one: Kustomization apps/first (a.yaml:8:7)
Kustomization other/shop-one-web on one, apps/shop-two-web on two
  nothing differs but the name or kubeConfig of the cluster: metadata.name, metadata.namespace, `+
		`spec.kubeConfig.secretRef.name
`)
	assert.Equal(t, explainShop(t, "--cluster two --against one"), `
Kustomization apps/shop-two-web on two, other/shop-one-web on one
  nothing differs but the name or kubeConfig of the cluster: metadata.name, metadata.namespace, `+
		`spec.kubeConfig.secretRef.name
only on one: Kustomization apps/first (a.yaml:8:7)
`)
	assert.Equal(t, explainShop(t, "--cluster two --against three"), `
Kustomization apps/shop-two-web on two, apps/third on three
  spec.interval
    two:   "1h"  # entry a.yaml:10:133
    three: "2h"  # entry a.yaml:11:135
  differs by the name or kubeConfig of the cluster only: metadata.name, spec.kubeConfig.secretRef.name
`)
	put(t, "a.yaml", app("shop")+entry("one", "interval: 1h")+entry("two", "interval: 2h, namespace: other")+
		entry("two", "interval: 3h, namespace: apps"))
	assert.Assert(t, strings.Contains(explainShop(t, "--cluster two --against one"), `
Kustomization apps/shop-two-web on two, apps/shop-one-web on one
  spec.interval
    two: "3h"`))
	put(t, "a.yaml", app("shop")+entry("one", "interval: 1h, name: first")+entry("one", "interval: 1h, namespace: other")+
		entry("two", "interval: 1h")+entry("three", "interval: 2h, name: third"))
	assert.Assert(t, strings.HasPrefix(explainShop(t, "--cluster one --against two -o json"), `
{"application":"apps/shop","cluster":{"name":"one","object":{"kind":"Kustomization","namespace":"apps","name":"first"}}}
{"application":"apps/shop","path":"metadata.name","restates":true,"cluster":{"name":"one","object":{`))
	assert.Assert(t, strings.HasSuffix(explainShop(t, "--cluster two --against one -o json"), `
{"application":"apps/shop","against":{"name":"one","object":{"kind":"Kustomization","namespace":"apps","name":"first"}}}
`))
}

// TestExplainVariable hides the value of a variable that is called like a secret, on a map and in a list, as the YAML
// of a report does.
func TestExplainVariable(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.Replace(explainedApp, "          password: hunter2\n",
		`          env: {name: DB_PASSWORD, value: hunter2}
          list: [{name: LEVEL, value: debug}, {name: API_TOKEN, value: hunter2}]
          deep: {name: DB_PASSWORDS, value: {root: hunter2, level: debug}}
`, 1)+"    - {cluster: tokyo, values: {env: {name: LEVEL, value: debug}}}\n    - {cluster: berlin, values: {env: "+
		"{value: hunter2b}}}\n")
	for _, args := range []string{
		"", "-o json", "--field values.env", "--field values.env.value", "--field values.list[1].value",
		"--field values.list[1]",
		"--field values.deep", "--cluster berlin --against tokyo", "--cluster berlin --against tokyo -o json",
	} {
		out := explainShop(t, args)
		assert.Assert(t, strings.Contains(out, "(hidden)") && !strings.Contains(out, "hunter2"), "%s: %s", args, out)
	}
	assert.Equal(t, explainShop(t, "--field values.env.value --field values.list[0].value --cluster tokyo"), `
CLUSTER  FIELD                      VALUE       PLACE         LAYER         DETAILS
tokyo    spec.values.env.value      "(hidden)"  a.yaml:28:59  overrides[1]  over "(hidden)" of entry a.yaml:23:43
tokyo    spec.values.list[0].value  "debug"     a.yaml:24:39  entry
`)
}

// TestExplainName explains all applications of a name, or the one of a namespace.
func TestExplainName(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("shop", "one"), "b.yaml",
		strings.Replace(app("shop", "two"), ", namespace: apps", "", 1), "c.yaml", app("blog", "one"))
	for name, want := range map[string]string{"web/shop": "two", "apps/shop": "one"} {
		out, errs, code := fluxapp(t, "", "explain", name, ".", "--field", "path", "--namespace", "web")
		assert.Equal(t, code, exitGood, errs)
		assert.Assert(t, strings.Contains(out, "\n"+want+" ") && strings.Count(out, "\n") == 2, out)
	}
	out, errs, _ := fluxapp(t, "", "explain", "shop", ".", "--field", "path")
	assert.Equal(t, strings.Count(out, "\n"), 3, errs)
}

// TestExplainJSON prints an object to a line.
func TestExplainJSON(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", explainedApp)
	assert.Equal(t, explainShop(t, "--field values.replicas --field timeout --field values.password --cluster tokyo "+
		"-o json"), `
{"application":"apps/shop","cluster":"tokyo","object":{"kind":"HelmRelease","namespace":"apps",`+
		`"name":"shop-tokyo-shop"},"path":"spec.values.replicas","value":3,"set":{"layer":"overrides[0]","file":"a.yaml",`+
		`"line":25,"column":84,"value":3},"covers":[{"layer":"defaults","file":"a.yaml","line":14,"column":26,"value":2}]}
{"application":"apps/shop","cluster":"tokyo","object":{"kind":"HelmRelease","namespace":"apps",`+
		`"name":"shop-tokyo-shop"},"path":"spec.timeout","set":{"layer":"overrides[0]","file":"a.yaml","line":25,`+
		`"column":33,"value":null},"covers":[{"layer":"defaults","file":"a.yaml","line":12,"column":16,"value":"5m"}]}
{"application":"apps/shop","cluster":"tokyo","object":{"kind":"HelmRelease","namespace":"apps",`+
		`"name":"shop-tokyo-shop"},"path":"spec.values.password","value":"(hidden)","hidden":true,"set":{"layer":"entry",`+
		`"file":"a.yaml","line":23,"column":21,"value":"(hidden)"}}
`)
	plain := explainShop(t, "--cluster berlin -o json")
	assert.Assert(t, strings.Contains(plain,
		`"path":"metadata.name","value":"shop-berlin-shop","set":{"layer":"fluxapp","value":"shop-berlin-shop"}}`+"\n"),
		plain)
	assert.Assert(t, strings.Contains(plain,
		`"path":"spec.values.size","value":4,"set":{"layer":"entry","file":"a.yaml","line":22,"column":17,`+
			`"value":"$(cluster.params.size or 1)"}`), plain)
	assert.Equal(t, strings.Count(plain, "\n")-1, strings.Count(explainShop(t, "--cluster berlin"), "  # "))
	against := explainShop(t, "--cluster berlin --against tokyo -o json")
	assert.Assert(t, strings.Contains(against,
		`{"application":"apps/shop","path":"spec.values.host","restates":true,"cluster":{"name":"berlin",`), against)
	assert.Assert(t, !strings.Contains(plain+against, "hunter2"))
	assert.Assert(t, !strings.Contains(explainShop(t, ""), "hunter2"))
}

// TestExplainJSONPage checks that the page of explain describes each field of the JSON.
func TestExplainJSONPage(test *testing.T) {
	test.Parallel()
	_, page, _ := strings.Cut(helpPage(test, "explain"), "`-o json` prints one JSON object per line")
	page, _, _ = strings.Cut(page, "\n## ")
	names := regexp.MustCompile(`"([a-z]+)":`)
	t := inFolder(test, "a.yaml", explainedApp)
	printed := explainShop(t, "-o json") + explainShop(t, "--cluster berlin --against tokyo -o json")
	for _, m := range names.FindAllStringSubmatch(regexp.MustCompile(`"value":[{[][^,]*`).ReplaceAllString(printed,
		""), -1) {
		assert.Check(t, strings.Contains(page, "`"+m[1]+"`"), "the page lacks %s", m[1])
	}
}

// TestExplainWrong has command lines that name what there is not.
func TestExplainWrong(test *testing.T) {
	test.Parallel()
	many := make([]string, 12)
	for i := range many {
		many[i] = fmt.Sprintf("member%02d", i)
	}
	t := inFolder(test, "a.yaml", explainedApp, "b.yaml", app("blog", many...), "config.yaml",
		renderConfig+"  applications: [blog]\n",
		"empty.yaml", strings.Replace(app("empty", "one"), "kubeConfig: {secretRef: {name: one-kubeconfig}}",
			"clusterSelector: {matchLabels: {a: b}}, allowEmpty: true", 1),
		"sub/c.yaml", "")
	for _, c := range []struct{ args, want string }{
		{"shp .", "the files have no application shp; did you mean shop?"},
		{"other/shop a.yaml", "the files have no application other/shop; write apps/shop"},
		{"nothing a.yaml b.yaml", "the files have no application nothing; write one of blog or shop"},
		{"empty empty.yaml", "the application empty has no objects"},
		{"shop . --config config.yaml", "the RenderConfig does not select the application shop"},
		{"shop . --cluster berln", "the application shop has no object on cluster berln; did you mean berlin?"},
		{"blog . --cluster hub", "the application blog has no object on cluster hub; write one of 12, for example " +
			"member00, member01 or member02"},
		{"shop . --cluster berlin --against tokio",
			"the application shop has no object on cluster tokio; did you mean tokyo?"},
		{"shop . --against tokyo", "--against tokyo needs a second cluster; write --cluster CLUSTER too"},
		{"shop . --cluster= ", `invalid argument "" for "--cluster" flag: it is empty; write the name of a cluster, for ` +
			"example hub, or leave the flag out"},
		{"shop . --against= --cluster hub", `invalid argument "" for "--against" flag: it is empty; write the name of a ` +
			"cluster, for example hub, or leave the flag out"},
		{"shop . --cluster hub --against hub", "--cluster and --against are both hub; name two clusters"},
		{"shop . --cluster hub --against tokyo --field values",
			"--field prints its field on all clusters; leave out --against, or --field"},
		{"shop . -o yaml", "-o yaml is unknown; write text or json"},
		{"shop . --field values..a",
			`invalid argument "values..a" for "--field" flag: a key is empty; write a field, for example values.replicas`},
		{"shop . --field=", `invalid argument "" for "--field" flag: a key is empty; write a field, for example ` +
			`values.replicas`},
		{"shop . --field a[b", `invalid argument "a[b" for "--field" flag: ] is missing`},
		{"shop . --field a[b]c", `invalid argument "a[b]c" for "--field" flag: a dot is missing behind ]`},
		{"shop . --field replicas", "no object of the application has the field replicas; did you mean values.replicas?"},
		{"shop . --field values.replica",
			"no object of the application has the field values.replica; did you mean values.replicas?"},
		{"shop . --field spec.chart.verzion",
			"no object of the application has the field spec.chart.verzion; write chart.spec"},
		{"shop . --field values.ports[7]", "no object of the application has the field values.ports[7]; write values.ports"},
		{"shop . --field metadata.x", "no object of the application has the field metadata.x; write one of " +
			"metadata.annotations, metadata.labels, metadata.name or metadata.namespace"},
		{"shop . --field destination", "no object of the application has the field destination; write one of chart, " +
			"interval, kubeConfig, metadata, targetNamespace, timeout or values"},
	} {
		out, errs, code := fluxapp(t, "", append([]string{"explain"}, strings.Fields(c.args)...)...)
		assert.Check(t, strings.HasSuffix(errs, "fluxapp: "+c.want+"\n"), "%s: %s", c.args, errs)
		assert.Check(t, out == "" && code == exitCommand, c.args)
	}
}

// TestExplainSteps proposes fields whose keys look like steps of a path.
func TestExplainSteps(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.Replace(explainedApp, "          password: hunter2\n",
		"          hosts[0].name: example.com\n          labels[0]: web\n", 1))
	_, errs, code := fluxapp(t, "", "explain", "shop", "a.yaml", "--field", "nosuch")
	assert.Equal(t, code, exitCommand)
	want := "\nfluxapp: no object of the application has the field nosuch; write one of chart, interval, "
	assert.Assert(t, strings.Contains(errs, want), errs)
}

// TestRemarksOfTheShown expects of explain and graph the warnings of the application that they show, and not those of
// others.
func TestRemarksOfTheShown(test *testing.T) {
	test.Parallel()
	unset := strings.NewReplacer(", interval: 10m", "")
	t := inFolder(test, "a.yaml", unset.Replace(app("a", "berlin")), "b.yaml", unset.Replace(app("b", "berlin")))
	for _, args := range [][]string{{"explain", "a", "."}, {"explain", "apps/a", "."}, {"graph", "a", "."}} {
		_, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, exitGood, errs)
		assert.Assert(t, strings.Contains(errs, "a.yaml:8:7: warning: ") && !strings.Contains(errs, "b.yaml"), errs)
	}
	_, errs, _ := fluxapp(t, "", "graph", ".")
	assert.Assert(t, strings.Contains(errs, "a.yaml:8:7: warning: ") && strings.Contains(errs, "b.yaml:8:7: "), errs)
	put(t, "b.yaml", app("b", "berlin")+"  nonsense: 1\n")
	_, errs, code := fluxapp(t, "", "explain", "a", ".")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(errs, "b.yaml:9:3: spec.nonsense: unknown field"), errs)
}
