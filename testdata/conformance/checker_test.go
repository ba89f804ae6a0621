package conformance

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The objects that the negatives spoil.
const (
	helmRelease = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: podinfo
  namespace: apps
  labels: {team: blue}
  annotations: {example.com/owner: blue}
spec:
  interval: 10m
  releaseName: podinfo
  targetNamespace: podinfo
  kubeConfig: {secretRef: {name: member1-kubeconfig}}
  chart:
    spec: {chart: podinfo, sourceRef: {kind: HelmRepository, name: podinfo}}
  install: {crds: Create, remediation: {retries: 3}}
  values: {anything: {goes: here}, absent: null}
`
	artifactRelease = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: artifact
  namespace: apps
spec:
  interval: 10m
  chart:
    kind: OCIRepository
    spec: {url: "oci://example.com/podinfo"}
`
	kustomization = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: podinfo
  namespace: apps
spec:
  interval: 10m
  prune: true
  kubeConfig: {configMapRef: {name: member1}}
  sourceRef: {kind: GitRepository, name: podinfo}
`
	codeCommit    = "https://git-codecommit.eu-central-1.amazonaws.com/v1/repos/podinfo" // which each provider can read
	gitRepository = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: podinfo
  namespace: apps
spec:
  interval: 10m
  timeout: 60s
  url: ` + codeCommit + `
  secretRef: {name: podinfo}
`
	helmRepository = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata:
  name: podinfo
  namespace: apps
spec:
  interval: 10m
  type: oci
  url: oci://example.com/charts
`
	ociRepository = `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata:
  name: podinfo
  namespace: apps
spec:
  interval: 10m
  url: oci://example.com/podinfo
`
	artifactGenerator = `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata:
  name: podinfo
  namespace: apps
spec:
  sources:
  - {alias: a, kind: GitRepository, name: podinfo}
  artifacts:
  - name: podinfo
    copy:
    - {from: "@a/**", to: "@artifact/"}
`
	bucket = `apiVersion: source.toolkit.fluxcd.io/v1
kind: Bucket
metadata:
  name: podinfo
  namespace: apps
spec:
  interval: 10m
  bucketName: podinfo
  region: a
  endpoint: ${host}
`
	helmChart = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata:
  name: podinfo
  namespace: apps
spec:
  interval: 10m
  chart: podinfo
  sourceRef: {kind: HelmRepository, name: podinfo}
`
)

// TestAccepted holds that the objects are good until they are spoilt.
func TestAccepted(t *testing.T) {
	all := []string{helmRelease, artifactRelease, kustomization, gitRepository, helmRepository, ociRepository, bucket,
		artifactGenerator, helmChart}
	count, err := checker.Check([]byte(strings.Join(all, "---\n")), Options{})
	assert.NilError(t, err)
	assert.Equal(t, count, len(all))
}

// negatives replace a text of a good object, and are refused with some words.
var negatives = []struct{ name, object, text, by, words string }{
	// fields that do not exist
	{"unknown-field-top-level", helmRelease, "spec:\n  interval", "specs: {}\nspec:\n  interval", `unknown field "specs"`},
	{"unknown-field-spec", helmRelease, "interval: 10m", "interval: 10m\n  intervall: 10m",
		`unknown field "spec.intervall"`},
	{"unknown-field-nested", helmRelease, "chart: podinfo", "chart: podinfo, valuesFile: x",
		`unknown field "spec.chart.spec.valuesFile"`},
	{"unknown-field-list", kustomization, "prune", "dependsOn: [{name: a}, {nam: b}]\n  prune",
		`unknown field "spec.dependsOn[1].nam"`},
	{"unknown-field-metadata", helmRelease, "name: podinfo\n  namespace", "name: podinfo\n  nameSpace: x\n  namespace",
		`unknown field "metadata.nameSpace"`},
	{"wrong-case", helmRelease, "targetNamespace", "targetNameSpace", `unknown field "spec.targetNameSpace"`},

	// types
	{"type-bool", kustomization, "prune: true", `prune: "true"`,
		`spec.prune: Invalid value: "string": spec.prune in body must be of type boolean: "string"`},
	{"type-string", helmRelease, "releaseName: podinfo", "releaseName: 1",
		`spec.releaseName in body must be of type string: "integer"`},
	{"type-integer", helmRelease, "retries: 3", "retries: 3.5",
		`spec.install.remediation.retries in body must be of type integer: "number"`},
	{"type-list", kustomization, "prune", "components: x\n  prune",
		`spec.components in body must be of type array: "string"`},
	{"type-map", helmRelease, "install: {crds: Create, remediation: {retries: 3}}", "install: x",
		`spec.install in body must be of type object: "string"`},
	{"type-label", helmRelease, "team: blue", "team: 1",
		"cannot unmarshal number into Go struct field ObjectMeta.labels of type string"},

	// rules between fields
	{"chart-and-chartref", helmRelease, "install", "chartRef: {kind: OCIRepository, name: x}\n  install",
		"either chart or chartRef must be set"},
	{"chart-none", helmRelease, "  chart:\n    spec: {chart: podinfo, sourceRef: {kind: HelmRepository, name: podinfo}}\n",
		"", "either chart or chartRef must be set"},
	{"kubeconfig-none", helmRelease, "{secretRef: {name: member1-kubeconfig}}", "{}",
		"exactly one of spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be specified"},
	{"kubeconfig-two", helmRelease, "{secretRef: {name: member1-kubeconfig}}",
		"{secretRef: {name: a}, configMapRef: {name: a}}",
		"exactly one of spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be specified"},
	{"kubeconfig-none-kustomization", kustomization, "{configMapRef: {name: member1}}", "{}",
		"exactly one of spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be specified"},
	{"kubeconfig-two-kustomization", kustomization, "{configMapRef: {name: member1}}",
		"{secretRef: {name: a}, configMapRef: {name: a}}",
		"exactly one of spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be specified"},
	{"retryinterval", helmRelease, "crds: Create", "crds: Create, strategy: {name: RemediateOnFailure, retryInterval: 1m}",
		".retryInterval cannot be set when .name is 'RemediateOnFailure'"},
	{"git-service-account", gitRepository, "timeout", "serviceAccountName: x\n  timeout",
		"serviceAccountName can only be set when provider is 'azure' or 'aws'"},
	{"bucket-sts", bucket, "endpoint", "sts: {provider: aws, endpoint: 'https://example.com'}\n  endpoint",
		"'ldap' is the only supported STS provider for the 'generic' Bucket provider"},
	{"chart-verify", helmChart, "{kind: HelmRepository, name: podinfo}", "{kind: Bucket, name: podinfo}\n" +
		"  verify: {provider: cosign}", "spec.verify is only supported when spec.sourceRef.kind is 'HelmRepository'"},

	// durations
	{"duration-unit", helmRelease, "10m", "10x",
		`spec.interval: Invalid value: "10x": spec.interval in body should match`},
	{"duration-days", helmRelease, "10m", "1d", `spec.interval: Invalid value: "1d": spec.interval in body should match`},
	{"duration-words", helmRelease, "10m", "5 min",
		`spec.interval: Invalid value: "5 min": spec.interval in body should match`},
	{"duration-negative", helmRelease, "10m", "-10m",
		`spec.interval: Invalid value: "-10m": spec.interval in body should match`},
	{"duration-number", helmRelease, "10m", "10", `spec.interval in body must be of type string: "integer"`},
	{"duration-hours-of-source", gitRepository, "60s", "1h",
		`spec.timeout: Invalid value: "1h": spec.timeout in body should match`},

	// enums, URLs, lengths, required fields
	{"enum", helmRelease, "crds: Create", "crds: Sometimes",
		`spec.install.crds: Unsupported value: "Sometimes": supported values: "Skip", "Create", "CreateReplace"`},
	{"enum-source", kustomization, "kind: GitRepository", "kind: HelmRepository",
		`spec.sourceRef.kind: Unsupported value: "HelmRepository"`},
	{"url-scp", gitRepository, codeCommit, "git@example.com:podinfo.git",
		`spec.url: Invalid value: "git@example.com:podinfo.git": spec.url in body should match '^(http|https|ssh)://.*$'`},
	{"url-helm", helmRepository, "oci:", "ssh:", `spec.url: Invalid value: "ssh://example.com/charts"`},
	{"url-oci", ociRepository, "oci:", "https:", `spec.url: Invalid value: "https://example.com/podinfo"`},
	{"release-name", helmRelease, "releaseName: podinfo", "releaseName: " + strings.Repeat("a", 54),
		"spec.releaseName: Too long: may not be more than 53 bytes"},
	{"target-namespace", helmRelease, "targetNamespace: podinfo", "targetNamespace: " + strings.Repeat("a", 64),
		"spec.targetNamespace: Too long: may not be more than 63 bytes"},
	{"required", helmRelease, "interval: 10m\n", "suspend: true\n", "spec.interval: Required value"},
	{"required-prune", kustomization, "  prune: true\n", "", "spec.prune: Required value"},
	{"required-nested", helmRelease, "kind: HelmRepository, ", "", "spec.chart.spec.sourceRef.kind: Required value"},
	{"required-null", gitRepository, "url: " + codeCommit, "url: null", "spec.url: Required value"},

	// names
	{"name-upper-case", helmRelease, "name: podinfo\n  namespace", "name: Podinfo\n  namespace",
		`metadata.name: Invalid value: "Podinfo": a lowercase RFC 1123 subdomain`},
	{"name-too-long", helmRelease, "name: podinfo\n  namespace", "name: " + strings.Repeat("a", 254) + "\n  namespace",
		"must be no more than 253 characters"},
	{"name-missing", helmRelease, "name: podinfo\n  namespace", "namespace",
		"metadata.name: Required value: name or generateName is required"},
	{"namespace-missing", helmRelease, "  namespace: apps\n", "", "metadata.namespace: Required value"},
	{"namespace-upper-case", helmRelease, "namespace: apps", "namespace: Apps",
		`metadata.namespace: Invalid value: "Apps"`},
	{"namespace-too-long", helmRelease, "namespace: apps", "namespace: " + strings.Repeat("a", 64),
		"must be no more than 63 characters"},
	{"metadata-missing", bucket, "metadata:\n  name: podinfo\n  namespace: apps\n", "", "metadata.name: Required value"},
	{"label-key", helmRelease, "team: blue", "te am: blue", `metadata.labels: Invalid value: "te am"`},
	{"label-value", helmRelease, "team: blue", "team: blue!", `metadata.labels: Invalid value: "blue!"`},
	{"label-value-too-long", helmRelease, "team: blue", "team: " + strings.Repeat("a", 64),
		"must be no more than 63 bytes"},
	{"annotation-key", helmRelease, "example.com/owner", "example.com/ow/ner",
		`metadata.annotations: Invalid value: "example.com/ow/ner"`},

	// versions and kinds that Flux no longer has, or never had
	{"version-helmrelease-v2beta1", helmRelease, "fluxcd.io/v2", "fluxcd.io/v2beta1",
		`no matches for kind "HelmRelease" in version "helm.toolkit.fluxcd.io/v2beta1"`},
	{"version-helmrelease-v2beta2", helmRelease, "fluxcd.io/v2", "fluxcd.io/v2beta2",
		`no matches for kind "HelmRelease" in version "helm.toolkit.fluxcd.io/v2beta2"`},
	{"version-kustomization-v1beta1", kustomization, "fluxcd.io/v1", "fluxcd.io/v1beta1",
		`in version "kustomize.toolkit.fluxcd.io/v1beta1"`},
	{"version-kustomization-v1beta2", kustomization, "fluxcd.io/v1", "fluxcd.io/v1beta2",
		`in version "kustomize.toolkit.fluxcd.io/v1beta2"`},
	{"version-gitrepository-v1beta2", gitRepository, "fluxcd.io/v1", "fluxcd.io/v1beta2",
		`in version "source.toolkit.fluxcd.io/v1beta2"`},
	{"version-helmrepository-v1beta2", helmRepository, "fluxcd.io/v1", "fluxcd.io/v1beta2",
		`in version "source.toolkit.fluxcd.io/v1beta2"`},
	{"version-ocirepository-v1beta2", ociRepository, "fluxcd.io/v1", "fluxcd.io/v1beta2",
		`in version "source.toolkit.fluxcd.io/v1beta2"`},
	{"version-bucket-v1beta1", bucket, "fluxcd.io/v1", "fluxcd.io/v1beta1",
		`in version "source.toolkit.fluxcd.io/v1beta1"`},
	{"version-helmchart-v1beta2", helmChart, "fluxcd.io/v1", "fluxcd.io/v1beta2",
		`in version "source.toolkit.fluxcd.io/v1beta2"`},
	{"kind", helmRelease, "kind: HelmRelease", "kind: HelmReleese", `no matches for kind "HelmReleese"`},
	{"kind-missing", helmRelease, "kind: HelmRelease\n", "", "Object 'Kind' is missing"},

	// documents
	{"duplicate-key", helmRelease, "interval: 10m", "interval: 10m\n  interval: 5m", `key "interval" already set in map`},
	{"duplicate-key-values", helmRelease, "goes: here", "goes: here, goes: there", `key "goes" already set in map`},
	{"duplicate-object", helmRelease, "", helmRelease + "---\n",
		"HelmRelease.helm.toolkit.fluxcd.io apps/podinfo: already exists"},
	{"syntax", helmRelease, "spec:", "spec", "document 1: "},
}

func TestRefused(t *testing.T) {
	for _, n := range negatives {
		t.Run(n.name, func(t *testing.T) {
			assert.Assert(t, strings.Contains(n.object, n.text), "nothing is spoilt")
			_, err := checker.Check([]byte(strings.Replace(n.object, n.text, n.by, 1)), Options{})
			assert.ErrorContains(t, err, n.words)
		})
	}
}

// TestNamespace holds that a namespace is given to objects without one only, before they are compared.
func TestNamespace(t *testing.T) {
	without := strings.Replace(helmRelease, "  namespace: apps\n", "", 1)
	_, err := checker.Check([]byte(without), Options{Namespace: "given"})
	assert.NilError(t, err)
	_, err = checker.Check([]byte(helmRelease+"---\n"+without), Options{Namespace: "given"})
	assert.NilError(t, err)
	_, err = checker.Check([]byte(helmRelease+"---\n"+without), Options{Namespace: "apps"})
	assert.ErrorContains(t, err, "HelmRelease.helm.toolkit.fluxcd.io apps/podinfo: already exists")
}
