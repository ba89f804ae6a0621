package status_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// application makes KubeSphere's kind of a FluxApplication.
func application(document string) string {
	head, spec, _ := strings.Cut(strings.Replace(document, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication",
		"apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application", 1), "\nspec:\n")
	return head + "\nspec:\n  kind: fluxcd\n  fluxApp:\n    spec:\n    " +
		strings.ReplaceAll(strings.TrimSuffix(spec, "\n"), "\n", "\n    ") + "\n"
}

// applicationsOf prints the status of documents for KubeSphere.
func applicationsOf(t *testing.T, documents string, observed status.Observed) string {
	t.Helper()
	result, err := render.Render(schema.Parse("app.yaml", []byte(documents)), render.Options{})
	assert.NilError(t, err)
	var out bytes.Buffer
	assert.NilError(t, status.Summarize(result, observed).WriteApplication(&out))
	return out.String()
}

// TestApplicationOfRecorded compares what is printed for KubeSphere of recorded situations with testdata/application.
func TestApplicationOfRecorded(t *testing.T) {
	for _, situation := range []string{"ready", "install-failed", "kubeconfig-missing", "missing", "new", "suspended"} {
		folder := "testdata/observed/" + situation + "/"
		text, err := os.ReadFile(folder + "app.yaml")
		assert.NilError(t, err)
		var documents []string
		for document := range strings.SplitSeq(string(text), "---\n") {
			if strings.TrimSpace(document) != "" {
				documents = append(documents, application(document))
			}
		}
		golden.Assert(t, applicationsOf(t, strings.Join(documents, "---\n"), recorded(t, folder)),
			"application/"+situation+".yaml")
	}
}

// TestApplicationOf prints what the parts of a status become.
func TestApplicationOf(t *testing.T) {
	const deploy = `apiVersion: gitops.kubesphere.io/v1alpha1
kind: Application
metadata: {name: shop%s}
spec:
  kind: fluxcd
  fluxApp:
    spec:
      source: {sourceRef: {kind: HelmRepository, name: charts}}
      config:
        helmRelease:
          chart: {chart: shop, version: 1.0.0}
          deploy:
          - {name: one, destination: {targetNamespace: shop}, interval: 1h}
          - {name: two, destination: {targetNamespace: shop}, interval: 1h}
          - {name: three, destination: {targetNamespace: other}, interval: 1h}
`
	document := strings.Replace(deploy, "%s", ", namespace: apps", 1)
	object := func(name, status string) string {
		return "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: " + name +
			", namespace: apps, generation: 1, annotations: {fluxapp.dev/rendered-from: apps/shop}}\n" + status + "---\n"
	}
	const condition = "  - {type: Ready, status: \"True\", reason: Done, lastTransitionTime: \"2026-11-23T03:00:00Z\", " +
		"severity: none}\n"
	for _, c := range []struct {
		name, document, observed string
		has, hasNot              []string
	}{
		{"two of one annotation", document, object("one", "status:\n  conditions:\n"+condition) +
			object("two", "status:\n  conditions:\n"+condition),
			[]string{"      shop:\n", "      two:\n", "message: \"\"", "ready-number: 0-3"},
			[]string{"      one:\n", "annotations:", "severity"}},
		{"no condition", document, object("one", "status: {observedGeneration: 1}\n"),
			[]string{"helmReleaseStatus: {}"}, nil},
		{"extra", document, strings.NewReplacer("helm.toolkit.fluxcd.io/v2", "kustomize.toolkit.fluxcd.io/v1", "HelmRelease",
			"Kustomization").Replace(
			object("gone", "status:\n  conditions:\n"+condition)), []string{"type: HelmRelease", "helmReleaseStatus: {}"},
			[]string{"gone"}},
		{"an older version", document,
			object("three", "status:\n  lastAppliedRevision: 0.9.0\n  lastReleaseRevision: 3\n  conditions:\n"+condition),
			[]string{"lastAppliedRevision: 0.9.0", "lastReleaseRevision: 3", "last-revision: 0.9.0"}, nil},
		{"several revisions", document, object("one", "status:\n  lastAppliedRevision: 1.0.0\n  conditions:\n"+condition) +
			object("three", "status:\n  lastAppliedRevision: 1.0.0\n  conditions:\n"+condition) +
			object("two", "status:\n  lastAppliedRevision: 0.9.0\n  conditions:\n"+condition),
			[]string{"last-revision: 1.0.0"}, nil},
		{"rolled back", document,
			object("three", "status:\n  history:\n  - {chartVersion: 1.0.0, version: 5, status: failed}\n"+
				"  - {chartVersion: 0.8.0, version: 4, status: deployed}\n  conditions:\n"+condition),
			[]string{"lastAppliedRevision: 0.8.0", "lastReleaseRevision: 4"}, []string{"history"}},
		{"a secret", document, object("one", "status:\n  conditions:\n"+
			strings.Replace(condition, "reason:", "message: \"https://user:hunter22@example.com failed\", reason:", 1)),
			[]string{"(hidden)"}, []string{"hunter22"}},
		{"no namespace", strings.Replace(deploy, "%s", "", 1), object("one", ""), []string{"  name: shop\nstatus:"},
			[]string{"namespace"}},
		{"another kind", strings.NewReplacer("gitops.kubesphere.io/v1alpha1\nkind: Application",
			"fluxapp.dev/v1alpha1\nkind: FluxApplication", "  kind: fluxcd\n  fluxApp:\n    spec:\n", "").Replace(
			strings.ReplaceAll(document, "\n      ", "\n  ")), "", nil, []string{"kind"}},
	} {
		var observed status.Observed
		assert.NilError(t, observed.Add("", "observed.yaml", []byte(c.observed)))
		printed := applicationsOf(t, c.document, observed)
		for _, text := range c.has {
			assert.Check(t, strings.Contains(printed, text), "%s: %s is not in\n%s", c.name, text, printed)
		}
		for _, text := range c.hasNot {
			assert.Check(t, !strings.Contains(printed, text), "%s: %s is in\n%s", c.name, text, printed)
		}
	}
	result, err := render.Render(schema.Parse("app.yaml", []byte(document)), render.Options{})
	assert.NilError(t, err)
	assert.ErrorIs(t, status.Summarize(result, status.Observed{}).WriteApplication(failing{}), os.ErrClosed)
}
