package conformance

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// filled decodes an object and fills its placeholders.
func filled(t *testing.T, text string) map[string]any {
	t.Helper()
	object := &unstructured.Unstructured{}
	assert.NilError(t, decode([]byte(text), object))
	return fillObject(object.Object, checker.kinds[object.GroupVersionKind()].schema, 0)
}

// TestFill holds what each kind of field gets, and that nothing else changes.
func TestFill(t *testing.T) {
	long := "${a}-" + strings.Repeat("b", 60)
	name, longName := nameFor("${name}"), nameFor(long)
	in := `
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: ${name}
  namespace: ${name}
  labels: {"${name}": "${name}", team: blue}
spec:
  interval: ${interval}
  releaseName: ` + long + `
  targetNamespace: ${short}
  install: {crds: "${crds:=Skip}", disableHooks: "${bool}"}
  dependsOn: [{name: "${name}"}, {name: plain}]
  commonMetadata: {labels: {a: "${b}"}}
  chart: {spec: {chart: "${name}", sourceRef: {kind: "${kind}", name: a}}}
  values: {"${key}": "${value}", list: ["${item}", 1, null]}
`
	want := `
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: ` + name + `
  namespace: ` + name + `
  labels: {` + name + `: ` + name + `, team: blue}
spec:
  interval: 1m
  releaseName: ` + longName + `
  targetNamespace: ${short}
  install: {crds: Skip, disableHooks: "${bool}"}
  dependsOn: [{name: "${name}"}, {name: plain}]
  commonMetadata: {labels: {a: "${b}"}}
  chart: {spec: {chart: "${name}", sourceRef: {kind: HelmRepository, name: a}}}
  values: {"${key}": "${value}", list: ["${item}", 1, null]}
`
	expected := &unstructured.Unstructured{}
	assert.NilError(t, decode([]byte(want), expected))
	assert.DeepEqual(t, filled(t, in), expected.Object)
}

// TestFillSources holds that each URL is one that its kind of source takes.
func TestFillSources(t *testing.T) {
	for _, source := range []string{gitRepository, helmRepository, ociRepository, bucket} {
		object := map[string]any{}
		assert.NilError(t, yaml.UnmarshalStrict([]byte(source), &object))
		spec := object["spec"].(map[string]any)
		for key, value := range spec {
			if _, isText := value.(string); isText {
				spec[key] = "${" + key + "}"
			}
		}
		text, err := yaml.Marshal(object)
		assert.NilError(t, err)
		_, err = checker.Check(text, Options{})
		assert.ErrorContains(t, err, "spec.interval")
		_, err = checker.Check(text, Options{Fill: true})
		assert.NilError(t, err, "%s", text)
	}
}

// TestFillArtifacts holds that each text of an ArtifactGenerator is one that the generator takes.
func TestFillArtifacts(t *testing.T) {
	const text = `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: {name: a, namespace: a}
spec:
  sources: [{alias: a, kind: GitRepository, name: a}]
  artifacts: [{name: a, revision: "a-${revision}", copy: [{from: "a-${from}", to: "a-${to}"}]}]
`
	_, err := checker.Check([]byte(text), Options{})
	assert.ErrorContains(t, err, "spec.artifacts[0].copy[0].to")
	_, err = checker.Check([]byte(text), Options{Fill: true})
	assert.NilError(t, err)
}

// TestFillHidesNothing holds that a placeholder is no excuse for a type, for a string elsewhere, or for a name used
// twice.
func TestFillHidesNothing(t *testing.T) {
	for _, n := range []struct{ text, by, words string }{
		{"prune: true", "prune: ${prune}", `spec.prune in body must be of type boolean: "string"`},
		{"interval: 10m", "interval: 10x\n  path: ${path}", `spec.interval: Invalid value: "10x"`},
		{"interval: 10m", "interval: ${interval\n", `spec.interval: Invalid value: "${interval"`},
		{"apiVersion", "apiVersion: kustomize.toolkit.fluxcd.io/${v}\n#", `no matches for kind "Kustomization"`},
	} {
		assert.Assert(t, strings.Contains(kustomization, n.text))
		_, err := checker.Check([]byte(strings.Replace(kustomization, n.text, n.by, 1)), Options{Fill: true})
		assert.ErrorContains(t, err, n.words)
	}
	same := strings.Replace(kustomization, "name: podinfo", "name: ${name}", 1)
	other := strings.Replace(kustomization, "name: podinfo", "name: ${other}", 1)
	_, err := checker.Check([]byte(same+"---\n"+other), Options{Fill: true})
	assert.NilError(t, err)
	_, err = checker.Check([]byte(same+"---\n"+same), Options{Fill: true})
	assert.ErrorContains(t, err, "already exists")
}

// TestFillMindsRules holds that placeholders become values that fields take together, and that there must be some.
func TestFillMindsRules(t *testing.T) {
	spoil := func(fields string) error {
		_, err := checker.Check([]byte(bucket+fields), Options{Fill: true})
		return err
	}
	assert.NilError(t, spoil("  provider: ${a}\n  sts: {provider: aws, endpoint: 'https://a'}\n"))
	assert.NilError(t, spoil("  provider: ${a}\n  sts: {provider: '${b}', endpoint: 'https://a', secretRef: {name: a}}\n"))
	assert.ErrorContains(t, spoil("  provider: azure\n  sts: {provider: '${b}', endpoint: 'https://a'}\n"),
		"STS configuration is only supported")
	assert.ErrorContains(t, spoil("  provider: ${a}\n  sts: {provider: aws, endpoint: 'https://a', secretRef: {name: "+
		"a}}\n"), "not required for the 'aws' STS provider")
}
