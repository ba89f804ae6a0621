package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestDocumentsOfOneFileName gives two documents the same file name and the same lines, as items of a ResourceList
// have them. What is wrong in both is reported in both, and neither is taken for the other one.
func TestDocumentsOfOneFileName(t *testing.T) {
	const application = `{apiVersion: fluxapp.dev/v1alpha1, kind: FluxApplication, metadata: {name: NAME, namespace: ` +
		`apps}, spec: {
  source: {sourceRef: {kind: GitRepository, name: web}},
  clusters: [{name: NAME, kubeConfig: {secretRef: {name: NAME}}}],
  config: {defaults: {interval: 1h, prune: true}, kustomization: [%s]}}}`
	for _, c := range []struct {
		name, entries, want string
		count               int
	}{
		{"dependencies", `{destination: {}, dependsOn: [{application: nobody}]}`, "there is no application apps/nobody", 2},
		{"cycles", `{name: NAME, destination: {}, dependsOn: [{name: NAME}]}`, "wait for each other", 2},
		{"clashes", `{name: web, destination: {clusterSelector: {}}}`, "as is app.yaml:", 1},
		{"clashes of several clusters",
			`{name: web-NAME, destination: {clusterSelector: {}}}, {name: web-NAME, destination: {}}`, "as is app.yaml:", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var docs schema.Documents
			for _, name := range []string{"a", "b"} {
				text := strings.ReplaceAll(fmt.Sprintf(application, c.entries), "NAME", name)
				docs = append(docs, schema.Parse("app.yaml", []byte(text))...)
			}
			result, _ := render.Render(docs, render.Options{})
			found := result.Findings.Only(finding.SeverityError)
			assert.Equal(t, len(found), c.count, "%v", found)
			for _, f := range found {
				assert.Assert(t, strings.Contains(f.Detail, c.want), f.Detail)
			}
		})
	}
}

// TestMistakesOfOthers holds that what Parse finds in an application that is not selected keeps nothing from being
// rendered.
func TestMistakesOfOthers(t *testing.T) {
	const application = `
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: NAME, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config: {kustomization: [{destination: {}, FIELD: 1h, prune: true}]}`
	docs := schema.Parse("app.yaml",
		[]byte(strings.NewReplacer("NAME", "web", "FIELD", "interval").Replace(application)+"\n---"+
			strings.NewReplacer("NAME", "wrong", "FIELD", "intervall").Replace(application)))
	assert.ErrorContains(t, docs.Findings().Err(), "intervall")

	result, err := render.Render(docs, render.Options{Applications: []string{"web"}})
	assert.NilError(t, err)
	assert.Equal(t, len(result.Objects), 1)
	_, err = render.Render(docs, render.Options{Applications: []string{"wrong"}})
	assert.ErrorContains(t, err, "intervall")
}

// TestOrderWithoutFiles holds that documents that were never text have an order too, and come first: of two that
// clash the same one is refused.
func TestOrderWithoutFiles(t *testing.T) {
	var docs schema.Documents
	for _, name := range []string{"a", "b"} {
		var app v1alpha1.FluxApplication
		assert.NilError(t, yaml.Unmarshal([]byte(strings.ReplaceAll(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: NAME, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config: {kustomization: [{name: web, destination: {}, interval: 1h, prune: true}]}`, "NAME", name)), &app))
		d, err := v1alpha1.FromObject(&app)
		assert.NilError(t, err)
		docs = append(docs, d)
	}
	docs = append(docs, schema.Parse("app.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: "0", namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config: {kustomization: [{name: web, destination: {}, interval: 1h, prune: true}]}`))...)
	for range 2 {
		result, err := render.Render(docs, render.Options{})
		assert.ErrorContains(t, err, "would be called Kustomization apps/web")
		found := result.Findings.Only(finding.SeverityError)
		assert.Equal(t, found[0].Subject.Name()+" "+found[1].Subject.Name(), "b 0")
		slices.Reverse(docs)
	}
}

// TestEntriesWithoutLines holds that two entries of a document that was never text are two, and not one for two
// clusters.
func TestEntriesWithoutLines(t *testing.T) {
	var app v1alpha1.FluxApplication
	assert.NilError(t, yaml.Unmarshal([]byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    defaults: {interval: 1h, prune: true}
    kustomization:
    - {name: web, destination: {kubeConfig: {secretRef: {name: a}}}}
    - {name: web, destination: {kubeConfig: {secretRef: {name: b}}}}`), &app))
	d, err := v1alpha1.FromObject(&app)
	assert.NilError(t, err)
	_, err = render.Render(schema.Documents{d}, render.Options{})
	assert.ErrorContains(t, err, "spec.config.kustomization[1]: would be called Kustomization apps/web, as is ")
}

// TestGuesses holds that, of many unknown clusters, the first 50 have a proposal: each is compared with the whole
// fleet. Others are told together.
func TestGuesses(t *testing.T) {
	text := `
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  clusters: [{name: tokyo, kubeConfig: {secretRef: {name: tokyo}}}]
  config:
    defaults: {interval: 1h, prune: true}
    kustomization:
` + strings.Repeat("    - {destination: {cluster: tokio}}\n", 52)
	result, _ := render.Render(schema.Parse("app.yaml", []byte(text)), render.Options{})
	found := result.Findings.Only(finding.SeverityError)
	assert.Equal(t, len(found), 51)
	assert.Assert(t, strings.Contains(found[50].Detail, "(also at app.yaml:62:31)"), found[50].Detail)
	for i, f := range found {
		assert.Equal(t, f.Proposed == "tokyo", i < 50, "%d: %s", i, f)
	}
}

// TestOrderOfFiles holds that, of two documents of different files that clash, the one of the later file and line is
// refused.
func TestOrderOfFiles(t *testing.T) {
	const application = `{apiVersion: fluxapp.dev/v1alpha1, kind: FluxApplication, metadata: {name: NAME, namespace: ` +
		`apps}, spec: {
  source: {sourceRef: {kind: GitRepository, name: web}}, config: {kustomization: [{name: web, destination: {}, ` +
		`interval: 1h, prune: true}]}}}`
	one, two := strings.ReplaceAll(application, "NAME", "one"), strings.ReplaceAll(application, "NAME", "two")
	for _, c := range []struct {
		want string
		docs schema.Documents
	}{
		{"b.yaml:2", append(schema.Parse("a.yaml", []byte("# a\n# b\n"+one)), schema.Parse("b.yaml", []byte(two))...)},
		{"a.yaml:5", schema.Parse("a.yaml", []byte(two+"\n---\n"+one))},
	} {
		for range 2 {
			result, err := render.Render(c.docs, render.Options{})
			assert.ErrorContains(t, err, "would be called Kustomization apps/web")
			f := result.Findings[0]
			assert.Equal(t, fmt.Sprintf("%s:%d", f.File, f.Line), c.want)
			slices.Reverse(c.docs)
		}
	}
}
