package conformance

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// plainToo are objects of the kinds that plain leaves out.
var plainToo = map[string]string{"HelmChart": helmChart, "KCLRun": `apiVersion: krm.kcl.dev.fluxcd/v1alpha1
kind: KCLRun
metadata:
  name: podinfo
  namespace: apps
spec:
  interval: 10m
  prune: true
  sourceRef: {kind: GitRepository, name: podinfo}
`}

// companyToo is what rules want beside a field that every Flux has.
var companyToo = []companion{
	{"GitRepository", "spec.verify.mode", map[string]any{"spec.ref.tag": "1.0.0"}},
	{"HelmRepository", "spec.type", map[string]any{"spec.url": "oci://${host}/a"}},
	{"OCIRepository", "spec.verify.provider", map[string]any{"spec.verify.secretRef.name": "a"}},
	{"HelmChart", "spec.verify.provider", map[string]any{"spec.verify.secretRef.name": "a"}},
	{"HelmRelease", "spec.chart.spec.verify.provider", map[string]any{"spec.chart.spec.verify.secretRef.name": "a"}},
	{"Bucket", "spec.sts", map[string]any{
		"spec.sts": map[string]any{"provider": "ldap", "endpoint": "https://example.com"}}},
	{"HelmRelease", "spec.kubeConfig.secretRef", map[string]any{"spec.kubeConfig.configMapRef": nil}},
	{"Kustomization", "spec.healthChecks", map[string]any{"spec.healthChecks": []any{map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment", "name": "a", "namespace": "a"}}}},
	{"Kustomization", "spec.kubeConfig.secretRef", map[string]any{"spec.kubeConfig.configMapRef": nil}},
}

// smallest returns the smallest object that has a path, and can have a value there.
func smallest(t *testing.T, kind, path string, value any) map[string]any {
	t.Helper()
	s := checker.schemaOf(kind)
	object, ok := objectWith(t, difference{kind: kind, path: "spec"}, s)
	if !ok {
		read := &unstructured.Unstructured{}
		assert.NilError(t, decode([]byte(plainToo[kind]), read))
		object = read.Object
	}
	if kind == "HelmRelease" && path == "spec.chart.kind" && value == "OCIRepository" {
		setFields(t, object, artifactChart)
	}
	for _, c := range slices.Concat(company, companyToo) {
		if c.kind == kind && within(path, c.below) {
			setFields(t, object, c.fields)
		}
	}
	return put(object, s, steps(path), nil).(map[string]any)
}

// exact writes a path as an object has it: lists have one item here, and maps of any key have the key a.
var exact = strings.NewReplacer("[]", "[0]", "{}", ".a")

// changed returns a copy of a value with another one at an exact path. One that is absent takes the field away.
func changed(value any, path string, to any) any {
	return changedAt(value, strings.Split(strings.ReplaceAll(path, "[0]", ".[0]"), "."), to)
}

func changedAt(value any, steps []string, to any) any {
	if len(steps) == 0 {
		return to
	}
	if list, ok := value.([]any); ok {
		return []any{changedAt(list[0], steps[1:], to)}
	}
	fields := maps.Clone(value.(map[string]any))
	if len(steps) == 1 && to == absent {
		delete(fields, steps[0])
	} else {
		fields[steps[0]] = changedAt(fields[steps[0]], steps[1:], to)
	}
	return fields
}

// A telling is a saying in a stream of documents, of which it is the first.
type telling struct {
	saying
	beside map[string]any // the other document, nil when there is none
}

// tellings returns the ways to say an object of every kind.
func tellings(object map[string]any) (all []telling) {
	switch object["kind"] {
	case "HelmChart":
		template := application(absent, absent, map[string]any{"template": "podinfo", "shareChart": true}, nil)
		all = []telling{{saying: saying{app: object}, beside: template}}
		if get(object, "spec.suspend") == nil { // which the chart of a release lacks
			shared := helmChartDoors[0].write(object)[0].(map[string]any)
			moved := map[string]string{"spec": helmReleaseAt + ".chart", "spec.sourceRef": "spec.source.sourceRef"}
			all = append(all, telling{saying: saying{app: shared, moved: moved}})
		}
		return all
	case "KCLRun":
		entry := "spec.config.kclRun[0]"
		app := application(absent, absent, nil, nil)
		app["spec"] = map[string]any{
			"config": map[string]any{"kclRun": []any{entryOf(&unstructured.Unstructured{Object: object})}}}
		all = []telling{{saying: saying{app: app,
			moved: map[string]string{"spec": entry, "spec.kubeConfig": entry + ".destination.kubeConfig"}}}}
	default:
		for _, s := range sayings(object) {
			if metadata := get(object, "spec.chart.metadata"); metadata != nil { // which wrap leaves out
				entryIn(get(s.app, "spec.config").(map[string]any))["chart"].(map[string]any)["metadata"] = metadata
			}
			all = append(all, telling{saying: s})
		}
	}
	for _, s := range all {
		s.moved["spec.targetNamespace"] = s.moved["spec"] + ".destination.targetNamespace"
	}
	return all
}

// with returns the same with another value at a place.
func (s telling) with(place string, value any) telling {
	s.app = changed(s.app, place, value).(map[string]any)
	return s
}

// stream returns the documents.
func (s telling) stream(t *testing.T) []byte {
	t.Helper()
	data, err := yaml.Marshal(s.app)
	assert.NilError(t, err)
	if s.beside != nil {
		other, err := yaml.Marshal(s.beside)
		assert.NilError(t, err)
		data = slices.Concat(data, []byte("---\n"), other)
	}
	return data
}
