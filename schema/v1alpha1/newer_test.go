package v1alpha1

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// A newField is a field that the CRDs of Flux 2.10 have, and those of 2.9, which the Go types are of, lack.
type newField struct {
	kind, path string
	value      any
	// top is the outermost field that is new, as an error names it: a decoder does not look into it.
	top string
}

// fact matches a line about a field: the kind, the API version, the path and what is there.
var fact = regexp.MustCompile(`^(\S+) \S+ (spec\.\S+): (.*)\n$`)

// fieldsOf returns what is at each field of a version of Flux, by "kind path". The API versions of a kind are one.
func fieldsOf(t *testing.T, version string) map[string]string {
	t.Helper()
	facts, err := os.ReadFile(filepath.Join("..", "..", "testdata", "generate", "flux", version, "facts.txt"))
	assert.NilError(t, err)
	found := map[string]string{}
	for line := range strings.Lines(string(facts)) {
		if match := fact.FindStringSubmatch(line); match != nil && !strings.HasPrefix(match[3], "rule ") {
			found[match[1]+" "+match[2]] = match[3]
		}
	}
	return found
}

// newFields returns all of them, in order.
func newFields(t *testing.T) (all []newField) {
	t.Helper()
	before, now := fieldsOf(t, "2.9"), fieldsOf(t, "2.10")
	outermost := ""
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if _, known := before[key]; known {
			continue
		}
		if outermost == "" || !strings.HasPrefix(key, outermost+".") && !strings.HasPrefix(key, outermost+"[") {
			outermost = key
		}
		kind, path, _ := strings.Cut(key, " ")
		_, top, _ := strings.Cut(outermost, " ")
		all = append(all, newField{kind, path, valueOf(path, now[key]), strings.ReplaceAll(top, "[]", "[0]")})
	}
	return all
}

// special are values of fields with a pattern, or of which a controller does not take any text.
var special = map[string]string{
	"url": "oci://example.com/podinfo", "timeout": "1m", "policyChangeDelay": "1m", "inputsFrom": "@a/inputs.yaml",
	"digest": "sha256:" + strings.Repeat("0", 64), "semver": "1.x", "path": "@a/namespace.yaml",
}

// valueOf returns a value for a field, by the words that a file of facts has about it.
func valueOf(path, text string) any {
	kind, _, _ := strings.Cut(text, ",")
	switch kind {
	case "boolean":
		return true
	case "object", "object of string":
		return map[string]any{}
	case "array of object":
		return []any{map[string]any{}}
	case "array of string":
		return []any{"a"}
	}
	if _, values, isEnum := strings.Cut(text, "one of "); isEnum {
		value, _, _ := strings.Cut(strings.Fields(values)[0], ",")
		return value
	}
	if value := special[path[strings.LastIndexByte(path, '.')+1:]]; value != "" {
		return value
	}
	return "a"
}

// put returns a value with another one at a path, in which lists have one item.
func put(value any, path []string, last any) any {
	switch list, isList := value.([]any); {
	case len(path) == 0:
		return last
	case path[0] == "[]" && isList:
		return []any{put(list[0], path[1:], last)}
	case path[0] == "[]":
		return []any{put(nil, path[1:], last)}
	}
	fields, _ := value.(map[string]any)
	fields = maps.Clone(fields)
	if fields == nil {
		fields = map[string]any{}
	}
	fields[path[0]] = put(fields[path[0]], path[1:], last)
	return fields
}

func steps(path string) []string { return strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".") }

// TestNewerObjects decodes an object with each field of Flux 2.10 that the Go types lack: the error names the field.
func TestNewerObjects(t *testing.T) {
	all := newFields(t)
	for _, f := range all {
		data, err := json.Marshal(put(map[string]any{"kind": f.kind}, steps(f.path), f.value))
		assert.NilError(t, err)
		_, err = DecodeObject(data)
		assert.ErrorContains(t, err, `unknown field "`+f.top+`"`, "%s", data)
	}
	t.Logf("%d fields of Flux 2.10 are new", len(all))
	assert.Assert(t, len(all) >= 45, "fields were lost")
}

// head begins the documents.
const head = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
`

// documentsOf are documents that render, by what of them the fields belong to.
var documentsOf = map[string]string{
	"spec.config.helmRelease.deploy[].chart": head + `spec:
  config:
    helmRelease:
      deploy: [{destination: {}, interval: 1h, chart: {kind: OCIRepository, url: "oci://example.com/a"}}]
`,
	"spec.config.helmRelease.deploy[].chart.kind": head + `spec:
  source: {sourceRef: {kind: HelmRepository, name: shop}}
  config: {helmRelease: {deploy: [{destination: {}, interval: 1h, chart: {chart: shop}}]}}
`,
	"spec.config.helmRelease.deploy[].chart.verify": head + `spec:
  source: {sourceRef: {kind: HelmRepository, name: shop}}
  config: {helmRelease: {deploy: [{destination: {}, interval: 1h, chart: {chart: shop, verify: {provider: cosign}}}]}}
`,
	"spec.source.artifact": head + `spec:
  source:
    artifact:
      sources: [{alias: a, kind: OCIRepository, name: shop}]
      artifacts: [{copy: [{from: "@a/**", to: "@artifact/"}]}]
  config: {helmRelease: {deploy: [{destination: {}, interval: 1h}]}}
`,
	"spec.imageAutomation.update": head + `spec:
  source: {sourceRef: {kind: GitRepository, name: shop}}
  config: {kustomization: [{destination: {}, interval: 1h, prune: true}]}
  imageAutomation:
    repositories:
    - name: shop
      spec: {image: example.com/shop, interval: 1h}
      policies: [{name: shop, spec: {policy: {semver: {range: 1.x}}}}]
    update: {interval: 1h, git: {commit: {author: {email: shop@example.com}}}}
`,
}

// places are where the fields of objects stand in documents; the longest that begins a path counts.
var places = []struct{ kind, object, document string }{
	{"HelmRelease", "spec.chart.kind", "spec.config.helmRelease.deploy[].chart.kind"},
	{"HelmRelease", "spec.chart.spec.verify", "spec.config.helmRelease.deploy[].chart.verify"},
	{"HelmRelease", "spec.chart.spec", "spec.config.helmRelease.deploy[].chart"},
	{"ArtifactGenerator", "spec", "spec.source.artifact"},
	{"ImageUpdateAutomation", "spec", "spec.imageAutomation.update"},
}

// document returns a document with the field, and where a path of the object is in it.
func (f newField) document(t *testing.T) (doc *schema.Document, moved func(string) string) {
	t.Helper()
	for _, p := range places {
		if p.kind != f.kind || !strings.HasPrefix(f.path, p.object) {
			continue
		}
		moved = func(path string) string { return p.document + strings.TrimPrefix(path, p.object) }
		var app any
		assert.NilError(t, yaml.Unmarshal([]byte(documentsOf[p.document]), &app))
		if _, item, ok := strings.Cut(f.path, "matchOIDCIdentity[]."); ok { // which requires both
			app = put(app, steps(moved(strings.TrimSuffix(f.path, "[]."+item))),
				[]any{map[string]any{"issuer": "a", "subject": "a"}})
		} else {
			app = put(app, steps(moved(f.path)), f.value)
		}
		data, err := yaml.Marshal(app)
		assert.NilError(t, err)
		return schema.Parse("app.yaml", data)[0], moved
	}
	t.Fatalf("no document has %+v", f)
	return nil, nil
}

// isAbove reports whether one of the fields is below this one.
func (f newField) isAbove(all []newField) bool {
	return slices.ContainsFunc(all, func(o newField) bool {
		return o.kind == f.kind && (strings.HasPrefix(o.path, f.path+".") || strings.HasPrefix(o.path, f.path+"["))
	})
}

// languageOnly are fields that the Go types of the language have beside those of Flux.
var languageOnly = []string{"spec.chart.kind"}

// elsewhere are fields that the language refuses: entries refer to an artifact in the namespace of its application.
var elsewhere = regexp.MustCompile(`^spec\.(managedNamespaces|artifacts\[\]\.namespace)\b`)

// TestNewerDocuments writes each field of Flux 2.10 that the Go types lack into a document: the typed document and the
// typed object are errors that name the field.
func TestNewerDocuments(t *testing.T) {
	all, tried, rendered := newFields(t), 0, 0
	for _, f := range all {
		if f.isAbove(all) {
			continue // with one of the fields below it
		}
		tried++
		doc, moved := f.document(t)
		app, err := FluxApplicationOf(doc)
		named := strings.TrimPrefix(strings.ReplaceAll(moved(f.top), "[]", "[0]"), "spec.")
		if slices.Contains(languageOnly, f.path) {
			assert.NilError(t, err)
			assert.Equal(t, app.Spec.Config.HelmRelease.Deploy[0].Chart.Kind, f.value)
		} else {
			assert.ErrorContains(t, err, `unknown field "`+named+`"`, "%+v", f)
		}
		result, err := render.Render([]*schema.Document{doc}, render.Options{FluxVersion: "2.10"})
		if f.kind == "ArtifactGenerator" && elsewhere.MatchString(f.path) {
			assert.Assert(t, err != nil, "%+v", f)
			continue
		}
		assert.NilError(t, err, "%+v", f)
		rendered++
		i := slices.IndexFunc(result.Objects, func(o render.Object) bool { return o.Kind() == f.kind })
		_, err = DecodeObject(result.Objects[i].JSON())
		assert.ErrorContains(t, err, `unknown field "`+f.top+`"`, "%+v", f)
	}
	t.Logf("%d fields were tried in documents, %d of which render", tried, rendered)
	assert.Assert(t, tried >= 34 && rendered >= 24, "fields were lost")
}
