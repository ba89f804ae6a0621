package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// carried returns a fleet with a password in params, which references carry into fields of all kinds whose names tell
// nothing.
func carried(password, version string) string {
	return fmt.Sprintf(`apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: {name: four, namespace: apps, annotations: {example.com/db-password: Annotation7xq9}}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  limits: {maxReinstalled: 0}
  clusters:
  - name: one
    labels: {stage: test}
    params: {password: %[1]s-1, deep: {clientSecret: [k7Gq2pXw9Zt4Lm1v]}, pin: Url7xq9}
    kubeConfig: {secretRef: {name: one}}
  - {name: two, labels: {stage: prod}, params: {password: %[1]s-2}, kubeConfig: {secretRef: {name: two}}}
  - {name: three, labels: {stage: prod}, kubeConfig: {secretRef: {name: three}}}
  source:
    helmRepository: {url: "https://charts.example.com/$(cluster.params.password or 'Default3xq9')"}
  config:
    defaults:
      values: {motto: "login=$(cluster.params.password or 'Default3xq9');"}
    overrides:
    - cluster: two
      values: {login: {root: x$(cluster.params.password)y}}
    helmRelease:
      chart: {chart: c, valuesFiles: ["$(cluster.params.password or 'Default3xq9')"], version: %[2]s}
      deploy:
      - interval: 1h
        destination: {clusterSelector: {}, targetNamespace: t}
        metadata: {annotations: {example.com/note: "see $(cluster.params.password or 'Default3xq9')"}}
        values:
          login: {user: "$(cluster.params.password or 'Default3xq9')", list: ["$(cluster.params.deep or 'none')"]}
          text: |
            first line
            second line: $(cluster.params.password or 'Default3xq9')
          dsn: "postgres://shop:$(cluster.params.pin or 'none')@db"
          note: "$(cluster.annotations['example.com/db-password'] or 'none')"
          args: [serve, --pass, Arg7xq9, --level, debug]
          command: serve -x $(cluster.params.password or 'Default3xq9') --level debug
`, password, version)
}

var secretOf = regexp.MustCompile(`Hunter2xq9|Rotated3xq9|Default3xq9|k7Gq2pXw9Zt4Lm1v|Arg7xq9|Annotation7xq9|Url7xq9`)

// TestSecretsStayHidden goes through every door that prints values: none shows a secret that the documents have, in
// whichever field it is.
func TestSecretsStayHidden(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", carried("Hunter2xq9", "1.0.0"), "b.yaml", carried("Rotated3xq9", "1.1.0"),
		"wrong.yaml", strings.Replace(carried("Hunter2xq9", "1.0.0"), "interval: 1h",
			`interval: "$(cluster.params.password)"`, 1),
		"short.yaml", strings.ReplaceAll(carried("Hunter2xq9", "1.0.0"), "Hunter2xq9-1", "changeme"))
	_, errs, code := fluxapp(t, "", "render", "a.yaml", "-o", "dir=out")
	assert.Equal(t, code, exitGood, errs)
	put(t, "hub.yaml", observedOf(t, "a.yaml", `status: "True", reason: ReconciliationSucceeded, message: done`,
		`status: "False", reason: BuildFailed, message: no login with Hunter2xq9-1`,
		"    lastAppliedRevision:",
		"    history: [{chartName: cHunter2xq9-1, chartVersion: 1.0.0}]\n    lastAppliedRevision:"))
	stages := `overrides:
    - {clusterSelector: {matchLabels: {stage: test}}, values: {motto: Hunter2xq9-1}}
    - {clusterSelector: {matchLabels: {stage: prod}}, values: {motto: Hunter2xq9-2}}
`
	put(t, "stages.yaml", strings.Replace(carried("Hunter2xq9", "1.0.0"), "overrides:\n", stages, 1))
	for _, door := range []string{
		"check a.yaml", "check a.yaml -o json", "check wrong.yaml", "check wrong.yaml --findings sarif",
		"check wrong.yaml --findings json", "check wrong.yaml --findings github",
		"explain web a.yaml", "explain web a.yaml -o json", "explain web a.yaml --field values",
		"explain web a.yaml --field values.login.user", "explain web a.yaml --field values.args[2]",
		"explain web a.yaml --field values -o json", "explain web a.yaml --cluster one --against two",
		"explain web a.yaml --field source.helmRepository.url", "explain web a.yaml --cluster one --against two -o json",
		"diff a.yaml b.yaml", "diff a.yaml b.yaml -o markdown", "diff a.yaml b.yaml -o json",
		"diff --rendered out b.yaml", "diff --rendered out b.yaml -o markdown", "diff --rendered out b.yaml -o json",
		"render b.yaml -o dir=out --dry-run", "report b.yaml --base a.yaml -o -", "explain web a.yaml --field values.dsn",
		"diff short.yaml b.yaml", "diff b.yaml short.yaml -o json",
		"report a.yaml -o -", "graph a.yaml", "graph a.yaml -o json",
		"graph web a.yaml --cluster one",
		"status a.yaml --observed hub.yaml " + clock, "status a.yaml --observed hub.yaml -o json " + clock,
		"report a.yaml --observed hub.yaml -o - " + clock,
		"promote web stages.yaml --from stage=test --to stage=prod --field values.motto --write",
	} {
		out, errs, code := fluxapp(t, "", strings.Fields(door)...)
		if strings.Contains(door, "wrong.yaml") {
			assert.Assert(t, code != exitGood && strings.Contains(out+errs, "interval"), "%s: %s", door, errs)
		} else {
			assert.Assert(t, !strings.Contains(errs, "fluxapp: "), "%s: %s", door, errs)
		}
		for line := range strings.Lines(out + errs) {
			line = strings.TrimSpace(line)
			assert.Check(t, !secretOf.MatchString(line) && !strings.Contains(line, "changeme"), "%s: %.300s", door, line)
		}
	}
	out, _, _ := fluxapp(t, "", "explain", "web", "a.yaml", "--field", "values.motto", "--field", "values.command")
	for _, want := range []string{`"login=(hidden);"`, `"serve -x (hidden) --level debug"`,
		`as "login=$(cluster.params.password`} {
		assert.Assert(t, strings.Contains(out, want), "what is around a secret is shown: %s", out)
	}
	rendered, _, _ := fluxapp(t, "", "render", "a.yaml")
	assert.Assert(t, strings.Contains(rendered, "motto: login=Hunter2xq9-1;"), "the objects have it: %s", rendered)
}
