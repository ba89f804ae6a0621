package conformance

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// plain are objects that every version takes, by kind. HelmCharts and ImageRepositories are missing: no version takes
// more in them than another.
var plain = map[string]string{
	"Bucket": bucket, "GitRepository": gitRepository, "HelmRelease": helmRelease, "HelmRepository": helmRepository,
	"Kustomization": kustomization, "OCIRepository": ociRepository, "ArtifactGenerator": artifactGenerator,
	"Provider": beside("notification.toolkit.fluxcd.io/v1", "Provider", "type: generic\nsecretRef: {name: hook}\n"),
	"Alert": beside("notification.toolkit.fluxcd.io/v1", "Alert",
		"providerRef: {name: podinfo}\neventSources: [{kind: Kustomization, name: podinfo}]\n"),
	"ImagePolicy": beside("image.toolkit.fluxcd.io/v1", "ImagePolicy", imageSpecs["ImagePolicy"]),
	"ImageUpdateAutomation": beside("image.toolkit.fluxcd.io/v1", "ImageUpdateAutomation",
		imageSpecs["ImageUpdateAutomation"]),
}

// beside returns an object that stands beside the workload.
func beside(apiVersion, kind, spec string) string {
	return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: shop, namespace: apps}\nspec:\n%s", apiVersion, kind,
		indented(spec, 2))
}

// A companion is what rules want beside a field, or not beside it. Nil takes a field away.
type companion struct {
	kind, below string
	fields      map[string]any
}

// artifactChart is a chart of kind OCIRepository, which alone has these fields.
var (
	artifactChart = map[string]any{"spec.chart": map[string]any{
		"kind": "OCIRepository", "spec": map[string]any{"url": "oci://example.com/podinfo"}}}
	artifactFields = []string{"certSecretRef", "ignore", "insecure", "layerSelector", "provider", "proxySecretRef", "ref",
		"secretRef", "serviceAccountName", "suspend", "timeout", "url"}
)

// wanted are values for texts of which a CRD takes any, and a controller does not.
var wanted = map[string]any{
	"HelmRelease spec.chart.spec.ref.digest":        "sha256:" + strings.Repeat("0", 64),
	"HelmRelease spec.chart.spec.ref.semver":        "1.x",
	"ArtifactGenerator spec.artifacts[].inputsFrom": "@a/inputs.yaml",
}

// artifactCompany is the chart that these fields are in.
func artifactCompany() (all []companion) {
	for _, field := range artifactFields {
		all = append(all, companion{"HelmRelease", "spec.chart.spec." + field, artifactChart})
	}
	return all
}

// company are the companions of fields that are new.
var company = append(artifactCompany(), []companion{
	{"Bucket", "spec.serviceAccountName", map[string]any{"spec.provider": "aws"}},
	{"GitRepository", "spec.serviceAccountName", map[string]any{"spec.provider": "azure"}},
	{"Provider", "spec.type", map[string]any{
		"spec.address": "https://example.com/a/b", "spec.channel": "a/b", "spec.secretRef.name": "a"}},
	{"HelmRelease", "spec.chartRef", map[string]any{"spec.chart": nil}},
	{"HelmRelease", "spec.kubeConfig", map[string]any{"spec.kubeConfig.configMapRef.name": "a"}},
	{"Kustomization", "spec.kubeConfig", map[string]any{"spec.kubeConfig.configMapRef.name": "a"}},
	{"HelmRelease", "spec.install.strategy.retryInterval", map[string]any{"spec.install.strategy.name": "RetryOnFailure"}},
	{"HelmRelease", "spec.upgrade.strategy.retryInterval", map[string]any{"spec.upgrade.strategy.name": "RetryOnFailure"}},
}...)

// objectWith returns the smallest object with what is different, and whether there is one.
func objectWith(t *testing.T, d difference, s *schema.Structural) (map[string]any, bool) {
	t.Helper()
	object := &unstructured.Unstructured{}
	if plain[d.kind] == "" {
		return nil, false
	}
	assert.NilError(t, decode([]byte(plain[d.kind]), object))
	unstructured.RemoveNestedField(object.Object, "spec", "kubeConfig")
	for _, c := range company {
		if c.kind == d.kind && within(d.path, c.below) {
			setFields(t, object.Object, c.fields)
		}
	}
	if d.kind == "HelmRelease" && (d.value == "OCIRepository" || d.without != "" && d.path == "spec.chart.spec") {
		setFields(t, object.Object, artifactChart)
	}
	if d.without != "" {
		unstructured.RemoveNestedField(object.Object, append(strings.Split(d.path, "."), d.without)...)
	}
	if d.value == nil {
		d.value = wanted[d.kind+" "+d.path]
	}
	return put(object.Object, s, steps(d.path), d.value).(map[string]any), true
}

// setFields sets fields of an object at their paths. Nil takes a field away.
func setFields(t *testing.T, object, fields map[string]any) {
	t.Helper()
	for path, value := range fields {
		unstructured.RemoveNestedField(object, strings.Split(path, ".")...)
		if value != nil {
			value = runtime.DeepCopyJSONValue(value)
			assert.NilError(t, unstructured.SetNestedField(object, value, strings.Split(path, ".")...))
		}
	}
}

// steps returns the fields that a path goes through, with [] and {} as steps of their own.
func steps(path string) []string {
	return strings.Split(strings.NewReplacer("[]", ".[]", "{}", ".{}").Replace(path), ".")
}

// put returns a value with the last of its steps there: a given value, or else one that the schema takes.
func put(value any, s *schema.Structural, steps []string, last any) any {
	if value == nil {
		value = sample(s)
	}
	if len(steps) == 0 {
		if last != nil {
			return last
		}
		return value
	}
	if list, ok := value.([]any); ok {
		return []any{put(list[0], s.Items, steps[1:], last)}
	}
	fields, key := maps.Clone(value.(map[string]any)), strings.Replace(steps[0], "{}", "a", 1)
	fields[key] = put(fields[key], fieldSchema(s, key), steps[1:], last)
	return fields
}

// sample returns a value that a schema takes, with nothing in it that may be left out.
func sample(s *schema.Structural) any {
	if values := enum(s); len(values) > 0 {
		return values[0]
	}
	switch s.Type {
	case "boolean":
		return true
	case "integer":
		return int64(1)
	case "array":
		return []any{sample(s.Items)}
	case "object":
		fields := map[string]any{}
		for _, name := range required(s) {
			fields[name] = sample(fieldSchema(s, name))
		}
		if fields["patch"] != nil {
			fields["patch"] = "# none" // kustomize refuses any other word
		}
		return fields
	}
	validator := validation.NewSchemaValidatorFromOpenAPI(s.ToKubeOpenAPI())
	for _, text := range append([]string{"a"}, samples...) {
		if len(validation.ValidateCustomResource(nil, text, validator)) == 0 {
			return text
		}
	}
	return fmt.Sprintf("no sample fits %v", s)
}
