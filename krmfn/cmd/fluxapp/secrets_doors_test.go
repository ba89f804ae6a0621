package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// planted puts a secret of its own in the place of each SECRET.
func planted(text string, first int) string {
	for i := first; ; i++ {
		before, behind, found := strings.Cut(text, "SECRET")
		if !found {
			return text
		}
		text = fmt.Sprintf("%sZq%02dKf2xWp9LmT4v%s", before, i, behind)
	}
}

// secretPlaces are documents with a credential wherever FA528 reports one, and where references carry one.
const secretPlaces = `apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: {name: four, namespace: apps, annotations: {example.com/db-password: SECRET}}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: common, namespace: apps}
spec: {config: {defaults: {values: {base: {password: SECRET}}}}}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps, annotations: {example.com/password: SECRET}}
spec:
  bases: [common]
  clusters:
  - {name: one, labels: {stage: test, pool: p}, kubeConfig: {secretRef: {name: one}},
     params: {db: {password: zqxxkf2xwp9lmt4v}, url: "https://c.example.com?apikey=SECRET"}}
  - {name: two, labels: {stage: prod, pool: p}, kubeConfig: {secretRef: {name: two}},
     params: {db: {password: zqyykf2xwp9lmt4v}}}
  source: {helmRepository: {url: "https://charts.example.com/?sig=SECRET", interval: 1h}}
  commonMetadata:
    annotations: {example.com/token: "https://h.example.com?token=SECRET", example.com/pw: password=SECRET}
  notification:
    providers: [{name: chat, spec: {type: slack, address: "https://hooks.example.com/?token=SECRET"}}]
    alerts: [{name: web, spec: {providerRef: {name: chat}, summary: "https://joe:SECRET@h.example.com"}}]
  config:
    defaults:
      values:
        users: [{password: Zq99Kf2xWp9LmT4v, role: a}, {password: Zq98Kf2xWp9LmT4v, role: b}]
    overrides:
    - clusterSelector: {matchLabels: {stage: test, pool: p}}
      params: {more: {token: SECRET}}
      values:
        layer: {token: SECRET}
        users+(password): [{password: Zq99Kf2xWp9LmT4v, $(remove): true}, {password: Zq98Kf2xWp9LmT4v, role: c}]
    - clusterSelector: {matchLabels: {stage: prod, pool: p}}
      values: {layer: {token: SECRET}, "users+(password)": [{password: Zq99Kf2xWp9LmT4v, $(remove): true}]}
    helmRelease:
      chart: {chart: c, version: 1.0.0}
      deploy:
      - destination: {clusterSelector: {matchLabels: {pool: p}}, targetNamespace: web}
        interval: 1h
        params: {pin: {password: SECRET}}
        metadata: {annotations: {example.com/note: "see $(cluster.params.db.password or 'SECRET')"}}
        serviceAccountName: $(cluster.params.db.password or 'sa')
        valuesFrom: [{kind: Secret, name: $(cluster.params.db.password), valuesKey: $(cluster.params.db.password)}]
        dependsOn: [{name: $(cluster.params.db.password or 'dep'), readyExpr: "dep.metadata.name == 'x?token=SECRET'"}]
        healthCheckExprs:
        - {apiVersion: v1, kind: $(cluster.params.db.password), current: "data.x == '$(cluster.params.db.password)'"}
        - {apiVersion: v1, kind: M, current: "data['password'] == 'SECRET' && data.token != \"SECRET\""}
        - {apiVersion: v1, kind: L, current: "data.url == 'https://h.example.com/?token=SECRET'"}
        values:
          password: SECRET
          headers: {Authorization: Bearer SECRET}
          list: ["redis://joe:SECRET@db/0"]
          args: [serve, --admin-pass, SECRET, --token=SECRET]
          command: serve --admin-password SECRET --level debug
          env: [{name: DB_PASSWORD, value: SECRET}]
          url: "https://joe:SECRET@h.example.com/x?apikey=SECRET"
          maps: "https://maps.example.com/?key=SECRET"
          login: $(cluster.params.no or 'x') $(cluster.params.db.password or 'SECRET')
          text: |
            first line
            password: SECRET
          xml: <server><id>shop</id><password>SECRET</password></server>
          dsn: Server=db;User=shop;Password=SECRET
          number: {password: 48151623}
        postRenderers:
        - kustomize: {patches: [{target: {kind: Secret}, patch: "- {op: add, path: /data/db_password, value: SECRET}"}]}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: site, namespace: apps}
spec:
  clusters:
  - {name: one, labels: {pool: p}, kubeConfig: {secretRef: {name: one}}, params: {db: {password: zqxxkf2xwp9lmt4v}}}
  source: {gitRepository: {url: "https://git.example.com/x?access_token=SECRET", interval: 1h}}
  config:
    kustomization:
    - destination: {clusterSelector: {matchLabels: {pool: p}}, targetNamespace: site}
      path: ./$(cluster.params.db.password)
      interval: 1h
      prune: true
      postBuild:
        substitute: {db_password: SECRET}
        substituteFrom: [{kind: Secret, name: $(cluster.params.db.password)}]
      images: [{name: x, newName: "h.example.com/x", newTag: $(cluster.params.db.password)}]
      patches: [{patch: "kind: Secret\napiVersion: v1\nmetadata: {name: x}\nstringData: {password: SECRET}\n"}]
      healthChecks: [{apiVersion: v1, kind: Secret, name: $(cluster.params.db.password), namespace: site}]
---
apiVersion: devops.kubesphere.io/v1alpha3
kind: GitRepository
metadata: {name: m, namespace: apps, labels: {gitops.kubesphere.io/is-artifact-repository: "true"}}
spec: {url: "https://git.example.com/m?token=SECRET"}
`

var plantedSecret = regexp.MustCompile(`(?i)zq..kf2xwp9lmt4v|48151623`)

// TestSecretsOfAllPlaces reads every output but the rendered objects.
func TestSecretsOfAllPlaces(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", planted(secretPlaces, 10), "b.yaml", planted(strings.NewReplacer("version: 1.0.0",
		"version: 1.1.0", "48151623", "481516230").Replace(secretPlaces), 50))
	_, errs, code := fluxapp(t, "", "render", "a.yaml", "-o", "dir=out")
	assert.Equal(t, code, exitGood, errs)
	rendered, _, _ := fluxapp(t, "", "render", "a.yaml")
	observed := strings.TrimSuffix(observedOf(t, "a.yaml"), sourcesOf(rendered))
	put(t, "hub.yaml", observed)
	put(t, "failed.yaml", strings.ReplaceAll(observed, `status: "True", reason: ReconciliationSucceeded, message: done`,
		`status: "False", reason: BuildFailed, message: no login with Zq23Kf2xWp9LmT4v`))
	wrong := strings.NewReplacer("interval: 1h", "interval: $(cluster.params.db.password)", "prune: true",
		"prune: $(cluster.params.db.password)",
		"targetNamespace: web", "targetNamespace: X$(cluster.params.db.password)").Replace(secretPlaces)
	put(t, "wrong.yaml", planted(wrong, 10))
	put(t, "expression.yaml", planted(strings.NewReplacer("== 'SECRET' &&", "== 'SECRET' &&&", "'x?token=SECRET'",
		"'x?token=SECRET' && nope.x").Replace(secretPlaces), 10))
	for _, door := range []string{
		"check a.yaml", "check a.yaml -o json", "check a.yaml --findings json", "check a.yaml --findings sarif",
		"check a.yaml --findings github", "check b.yaml --rendered out", "check b.yaml --rendered out --findings sarif",
		"explain web a.yaml", "explain web a.yaml -o json", "explain web a.yaml --field values", "explain site a.yaml",
		"explain site a.yaml -o json", "explain web a.yaml --cluster two", "explain web a.yaml --field values.users",
		"explain web a.yaml --field values -o json", "explain web a.yaml --field values.users.nope",
		"explain web a.yaml --cluster one --against two", "explain web a.yaml --cluster one --against two -o json",
		"diff a.yaml b.yaml", "diff a.yaml b.yaml -o markdown", "diff a.yaml b.yaml -o json", "diff a.yaml b.yaml --full",
		"diff b.yaml a.yaml", "diff b.yaml a.yaml -o markdown", "diff b.yaml a.yaml -o json",
		"diff --rendered out b.yaml", "diff --rendered out b.yaml -o markdown", "diff --rendered out b.yaml -o json",
		"diff --rendered out b.yaml --full", "render b.yaml -o dir=out --dry-run", "render a.yaml -o dir=out2",
		"graph a.yaml", "graph a.yaml -o json", "graph web a.yaml --cluster one",
		"graph site a.yaml -o json",
		"status a.yaml --observed hub.yaml " + clock, "status a.yaml --observed failed.yaml -o json " + clock,
		"status a.yaml --observed failed.yaml " + clock, "status b.yaml --observed hub.yaml -o json " + clock,
		"status b.yaml --observed hub.yaml " + clock,
		"promote web a.yaml --from stage=test --to stage=prod --field values.layer.token --observed failed.yaml",
		"promote web a.yaml --from stage=test --to stage=prod --field values.layer.nope",
		"report a.yaml -o -", "report b.yaml --base a.yaml -o -", "report a.yaml --observed failed.yaml -o - " + clock,
		"report b.yaml --observed hub.yaml -o - " + clock,
		"promote web a.yaml --from stage=test --to stage=prod --field values.layer.token --write",
		"adopt out --write documents", "check wrong.yaml", "check wrong.yaml --findings json", "report wrong.yaml -o -",
		"check wrong.yaml --findings sarif", "check wrong.yaml --findings github", "check expression.yaml",
		"diff a.yaml wrong.yaml",
	} {
		out, errs, _ := fluxapp(t, "", strings.Fields(door)...)
		assert.Assert(t, out+errs != "", door)
		noSecrets(t, door, out+errs)
	}
}

// TestSecretsOfFunction reads the results of the function, and what agents get.
func TestSecretsOfFunction(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", planted(secretPlaces, 10), "b.yaml", planted(strings.ReplaceAll(secretPlaces,
		"version: 1.0.0", "version: 1.1.0"), 50))
	rendered, _, _ := fluxapp(t, "", "render", "b.yaml")
	for _, config := range []string{"check: 'true'", "pruneOrphans: 'true'", "strict: 'true'"} {
		list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: {apiVersion: v1, " +
			"kind: ConfigMap, metadata: {name: x}, data: {" + config + "}}\nitems:\n"
		for document := range strings.SplitSeq(read(t, "a.yaml")+"---\n"+strings.TrimPrefix(rendered, "---\n"), "---\n") {
			list += "- " + strings.ReplaceAll(strings.TrimSpace(document), "\n", "\n  ") + "\n"
		}
		out, errs, _ := fluxapp(t, list)
		_, results, found := strings.Cut(out, "\nresults:\n")
		assert.Assert(t, found, out)
		noSecrets(t, config, results+errs)
	}
	agent := serve(t, ".")
	for tool, arguments := range map[string]string{"check": `{"paths": ["a.yaml"]}`,
		"explain": `{"subject": "web", "paths": ["a.yaml"]}`} {
		text, _ := agent.call(tool, arguments)
		assert.Assert(t, strings.Contains(text, "web"), "%s: %s", tool, text)
		noSecrets(t, tool, text)
	}
}

// noSecrets fails for each secret in an output, also in the data of a page.
func noSecrets(t testFolder, door, output string) {
	t.Helper()
	for _, block := range regexp.MustCompile(`<script type="text/plain" id="([^"]+)">`).FindAllStringSubmatch(output, -1) {
		output += blockOf(t, output, block[1])
	}
	for _, at := range plantedSecret.FindAllStringIndex(output, -1) {
		t.Errorf("%s: %s", door, output[max(0, at[0]-150):min(len(output), at[1]+60)])
	}
}
