package validate_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// matrix is a document with a column for each %s, and the values of the columns. Rules look at several fields
// together, and the matrix has each value of one beside each of the others.
type matrix struct {
	name     string
	document string
	columns  [][]string
	fluxes   []string
}

const (
	head   = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: app, namespace: ns}\n"
	placed = "apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: PlacementDecision\nmetadata: {name: k}\ndecisions: " +
		"[{clusterProfileRef: {name: a}}]\n---\napiVersion: multicluster.x-k8s.io/v1alpha1\nkind: PlacementDecision\n" +
		"metadata: {name: empty}\ndecisions: []\n---\n"
	chart     = "{chart: {chart: c}, deploy: [{interval: 1h, destination: {}}]}"
	kustomize = "[{interval: 1h, prune: true, destination: {}}]"
	kclRun    = "[{interval: 1h, prune: true, path: x, destination: {}}]"
	git       = "source: {sourceRef: {kind: GitRepository, name: r}}"
	helm      = "source: {sourceRef: {kind: HelmRepository, name: r}}"
)

var (
	workloads = []string{"helmRelease: " + chart, "kustomization: " + kustomize, "kclRun: " + kclRun}
	fluxes    = kinds.KnownFluxVersions()
	newest    = []string{""}
)

var matrices = []matrix{
	{"bucket", head + "spec: {source: {bucket: {interval: 1h, bucketName: abc, region: r, endpoint: '${e}'%s%s%s%s}}, " +
		"config: {kustomization: " + kustomize + "}}", [][]string{
		{"", ", provider: generic", ", provider: aws", ", provider: gcp", ", provider: azure", ", provider: '${p}'"},
		{
			"", ", sts: {}", ", sts: {provider: aws, endpoint: https://e}", ", sts: {provider: ldap, endpoint: https://e}",
			", sts: {provider: '${p}', endpoint: https://e}",
			", sts: {provider: '${s}', endpoint: https://e}",
			", sts: {provider: aws, endpoint: https://e, secretRef: {name: s}}",
			", sts: {provider: ldap, endpoint: https://e, secretRef: {name: s}}",
			", sts: {provider: '${p}', endpoint: https://e, secretRef: {name: s}}",
			", sts: {provider: '${s}', endpoint: https://e, certSecretRef: {name: s}}",
			", sts: {provider: '${s}', endpoint: https://e, secretRef: {name: s}}",
			", sts: {provider: aws, endpoint: https://e, certSecretRef: {name: s}}",
		},
		{"", ", serviceAccountName: a"}, {"", ", secretRef: {name: s}"},
	}, newest},
	{"gitRepository", head + "spec: {source: {gitRepository: {interval: 1h, url: https://h%s%s}}, config: " +
		"{kustomization: " + kustomize + "}}", [][]string{
		{"", ", provider: ''", ", provider: generic", ", provider: github", ", provider: azure", ", provider: aws",
			", provider: '${p}'"}, {"", ", serviceAccountName: a"},
	}, fluxes},
	{"registries", head + "spec: {source: {ociRepository: {interval: 1h, url: %s%s%s%s}}, config: {kustomization: " +
		kustomize + "}}", [][]string{
		{"oci://registry.example.com/app", "oci://1.dkr.ecr.eu-west-1.amazonaws.com/app"},
		{"", ", provider: aws", ", provider: generic", ", provider: '${p}'"}, {"", ", serviceAccountName: a"},
		{"", ", secretRef: {name: s}"},
	}, newest},
	{"inline sources", head + "spec: {source: {%s%s}, config: {%s}}", [][]string{
		{
			"", "gitRepository: {interval: 1h, url: https://h}", "helmRepository: {interval: 1h, url: https://h}",
			"ociRepository: {interval: 1h, url: oci://h.example.com/web}",
			"bucket: {interval: 1h, bucketName: abc, endpoint: e}",
		},
		{"", ", name: n", ", sourceRef: {kind: GitRepository, name: r}"}, workloads,
	}, fluxes},
	{"sourceRef", head + "spec: {source: {sourceRef: {name: r, %s%s}}, config: {%s}}", [][]string{
		{
			"", "kind: GitRepository", "kind: HelmRepository", "kind: OCIRepository", "kind: Bucket", "kind: HelmChart",
			"kind: ExternalArtifact", "kind: GitRepo",
			"kind: ExternalArtefact", "kind: Secret", "kind: '${k}'", "kind: ''",
		},
		{""}, workloads,
	}, []string{"2.6", "2.7", "2.8"}},
	{"versions of sources", head + "spec: {source: {sourceRef: {name: r, kind: %s, apiVersion: %s}}, config: {%s}}",
		[][]string{
			{"GitRepository", "HelmRepository"}, {
				"source.toolkit.fluxcd.io/v1", "source.toolkit.fluxcd.io/v1beta2", "source.toolkit.fluxcd.io/v1beta1",
				"source.toolkit.fluxcd.io/v3", "v1", "source.toolkit.fluxcd.io", "''",
				"'${v}'",
			}, workloads[:2],
		}, newest},
	{"sharding", head + "spec: {" + git + ", sharding: {%s%s}, config: {kustomization: [{interval: 1h, prune: true, " +
		"destination: {}, metadata: {labels: {%s}}}]}}", [][]string{
		{"", "shards: 0", "shards: 1", "shards: 2", "shards: 1000", "shards: 1001", "shards: -1", "shards: 1.5",
			"shards: '2'", "shards: '$(app.name)'"},
		{"", ", key: k", ", key: ''"}, {"", "sharding.fluxcd.io/key: x"},
	}, newest},
	{"keys of shards", head + "spec: {" + git + ", sharding: {shards: 2, key: %s}, config: {kustomization: " + kustomize +
		"}}", [][]string{
		{"k", "''", "-k", "k-", "a b", "'${k}'", "'$(app.name)'", strings.Repeat("k", 59), strings.Repeat("k", 60)},
	}, newest},
	{"actions", head + "spec: {" + helm + ", config: {helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, " +
		"destination: {}, %s: {%s%s}}]}}}", [][]string{
		{"install", "upgrade", "rollback"},
		{"", "force: true", "force: false", "recreate: true", "recreate: false", "skipCRDs: true"},
		{"", ", serverSideApply: enabled", ", serverSideApply: disabled", ", serverSideApply: auto"},
	}, []string{"2.7", "2.8"}},
	{"strategies", head + "spec: {" + helm + ", config: {helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, " +
		"destination: {}, %s: {strategy: {%s%s}}}]}}}", [][]string{
		{"install", "upgrade"}, {"", "name: RetryOnFailure", "name: RemediateOnFailure", "name: '${n}'", "name: Retry"},
		{"", ", retryInterval: 1m"},
	}, []string{"2.6", "2.7", "2.9"}},
	{"destinations", head + "spec: {" + git + ", topology: %s, clusters: [{name: a, kubeConfig: {secretRef: {name: " +
		"s}}}], config: {kustomization: [{interval: 1h, prune: true, destination: {%s%s%s}}]}}", [][]string{
		{"HubAndSpoke", "Standalone"}, {"", "cluster: a", "cluster: hub", "cluster: A", "cluster: ''"},
		{"", ", clusterSelector: {}", ", clusterSelector: ~", ", clusterSelector: {matchLabels: {a: b}}"},
		{"", ", kubeConfig: {secretRef: {name: s}}", ", kubeConfig: ~", ", allowEmpty: true", ", allowEmpty: false",
			", kubeConfig: {secretRef: {name: s}}, allowEmpty: true"},
	}, newest},
	{"placements", placed + head + "spec: {" + git + ", topology: %s, clusters: [{name: a, kubeConfig: {secretRef: {" +
		"name: s}}}], config: {kustomization: [{interval: 1h, prune: true, destination: {placement: %s%s%s}}]}}", [][]string{
		{"HubAndSpoke", "Standalone"}, {"k", "none", "empty", "~", "''", "'${k}'", "$(app.name)", "[k]", "1"},
		{"", ", clusterSelector: {}", ", clusterSelector: ~", ", cluster: a", ", kubeConfig: {secretRef: {name: s}}",
			", clusterSelector: {}, cluster: a", ", clusterSelector: {matchLabels: {a: b}}"},
		{"", ", allowEmpty: true"},
	}, newest},
	{"overrides with placements", placed + head + "spec: {" + git + ", clusters: [{name: a, kubeConfig: {secretRef: " +
		"{name: s}}}], config: {kustomization: [{interval: 1h, prune: true, path: x, destination: {clusterSelector: {}}}], " +
		"overrides: [{placement: %s%s%s}]}}", [][]string{
		{"k", "none", "empty", "~", "''", "$(cluster.name)"},
		{"", ", clusterSelector: {}", ", clusterSelector: ~", ", cluster: a", ", clusters: [a]",
			", clusterSelector: {matchLabels: {a: b}}"},
		{"", ", name: x", ", disable: true", ", allowEmpty: true"},
	}, newest},
	{"kubeconfigs", head + "spec: {" + git + ", config: {%s: [{interval: 1h, prune: true, path: x, destination: {%s " +
		"kubeConfig: %s}}]}}", [][]string{
		{"kustomization", "kclRun"}, {"", "cluster: c,"},
		{
			"~", "{}", "{secretRef: {name: s}}", "{secretRef: {name: hub-kubeconfig}}", "{secretRef: {name: hub}}",
			"{secretRef: {name: -kubeconfig}}", "{secretRef: {}}",
			"{secretRef: {name: ''}}", "{secretRef: {name: A}}", "{secretRef: {name: s, key: k}}",
			"{secretRef: {name: s, key: a_b.C}}", "{secretRef: {name: s, key: a/b}}",
			"{secretRef: {name: s, key: ''}}", "{secretRef: {name: s, key: '${k}'}}", "{configMapRef: {name: s}}",
			"{configMapRef: {name: hub-kubeconfig}}",
			"{secretRef: {name: s}, configMapRef: {name: s}}", "{secretRef: ~, configMapRef: {name: s}}",
		},
	}, []string{"2.6", "2.7"}},
	{"clusters", head + "spec: {" + git + ", %s clusters: [{%s%s%s}], config: {kustomization: " + kustomize + "}}",
		[][]string{
			{"", "topology: HubAndSpoke,", "topology: Standalone,", "topology: Other,"},
			{"name: a", "name: hub", "namespace: Team"}, {"", ", hub: true", ", hub: false"},
			{"", ", kubeConfig: {secretRef: {name: s}}", ", kubeConfig: {}", ", kubeConfig: {configMapRef: {name: s}}",
				", kubeConfig: {secretRef: {name: s, key: a/b}}"},
		}, newest},
	{"labels of clusters", head + "spec: {" + git + ", clusters: [{name: a, hub: true, %s: {%s}}], config: " +
		"{kustomization: " + kustomize + "}}", [][]string{
		{"labels", "annotations", "params"}, {"a: b", "a b: c", "'': c", "a/b: c", "a/b/c: d", "-a: b", "a: 'b c'",
			"'${a}': b", "'$(cluster.name)': b", "a: '$(cluster.name)'", "a: ''"},
	}, newest},
	{"templates", head + "spec: {" + helm + ", config: {helmRelease: {%s%s deploy: [{interval: 1h, destination: {}}]}}}",
		[][]string{
			{"", "template: a,", "template: b/a,", "template: B/a,", "template: b/A,", "template: A,", "template: '',",
				"template: '${t}',", "template: ~,"},
			{"", "chart: {chart: c},", "chart: {},", "chart: ~,", "chart: {version: 1.x},"},
		}, newest},
	{"charts", head + "spec: {%s, config: {helmRelease: {%s chart: {chart: c%s}, deploy: [{interval: 1h, destination: " +
		"{}}]}}}", [][]string{
		{helm, git, "source: {sourceRef: {kind: '${k}', name: r}}", "source: {sourceRef: {kind: OCIRepository, name: r}}"},
		{"", "shareChart: true,", "shareChart: false,"},
		{
			"", ", verify: {provider: cosign}", ", verify: {provider: cosign, matchOIDCIdentity: [{issuer: a, subject: b}]}",
			", metadata: {labels: {sharding.fluxcd.io/key: x}}",
			", version: 1.x", ", metadata: {labels: {'a b': c}}",
		},
	}, newest},
	{"waves", head + "spec: {" + git + ", %s config: {%s: [{interval: 1h, prune: true, path: x, destination: {}, wave: " +
		"%s}]}}", [][]string{
		{"", "topology: HubAndSpoke,", "topology: Standalone,"}, {"kustomization", "kclRun"},
		{"~", "0", "1", "-1", "1.5", "'1'"},
	}, []string{"2.6", "2.7"}},
	{"dependencies", head + "spec: {" + git + ", config: {kustomization: [{interval: 1h, prune: true, path: x, " +
		"destination: {}, dependsOn: [{%s%s%s}]}]}}", [][]string{
		{"", "name: other", "name: A", "name: ''", "name: '${n}'"},
		{"", ", application: app", ", application: A", ", application: ''"},
		{"", ", namespace: ns", ", namespace: Team", ", namespace: a.b"},
	}, newest},
	{"reserved keys", "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: %s\nmetadata: {name: app, namespace: ns%s}\n" +
		"spec: {%s" + git + ", commonMetadata: {%s: {%s: x}}, config: {kustomization: " + kustomize + "}}%s", [][]string{
		{"FluxApplication"}, {"", ", labels: {gitops.kubesphere.io/save-helm-template: 'true'}"},
		{"", "sharding: {shards: 2}, "}, {"labels", "annotations"},
		{
			kinds.LabelManagedBy, kinds.LabelShard, kinds.AnnotationRenderedFrom, kinds.AnnotationDigest,
			kinds.AnnotationTemplateName, kinds.AnnotationName,
			"a", "'a b'", "a/b/c", "'${a}'", "'$(app.name)'",
		}, {""},
	}, newest},
	{"reserved keys of an Application", "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\n" +
		"metadata: {name: app, namespace: ns}\nspec: {kind: fluxcd, fluxApp: {spec: {" +
		git + ", config: {kustomization: [{interval: 1h, prune: true, path: x, destination: {}, %s: {%s: {%s: x}}}]}}}}",
		[][]string{
			{"metadata", "commonMetadata"}, {"labels", "annotations"},
			{kinds.LabelManagedBy, kinds.LabelShard, kinds.AnnotationRenderedFrom, kinds.AnnotationDigest,
				kinds.AnnotationTemplateName, kinds.AnnotationName, "a"},
		}, newest},
	{"variables", head + "spec: {" + git + ", config: {kustomization: [{interval: 1h, prune: true, path: x, " +
		"destination: {}, postBuild: {substitute: {%s: %s%s}}}]}}", [][]string{
		{"a", "_A9", "9a", "a-b", "'${a}'", "''"}, {"x", "'1'", "'true'", "'~'", "''", "' 1 '", "'0x1f'", "'1:30'", "'null'",
			"'1.5'", "'yes'", "'$(app.name)'"}, {"", ", quote: '\"'"},
	}, newest},
	{"workloads", head + "spec: {" + git + ", %s}", [][]string{{
		"config: ~", "config: {}", "a: b", "config: {helmRelease: ~}", "config: {helmRelease: {}}",
		"config: {helmRelease: {deploy: []}}", "config: {helmRelease: {deploy: ~}}", "config: {kustomization: []}",
		"config: {kustomization: ~}", "config: {kclRun: []}", "config: {kustomization: " + kustomize + ", helmRelease: ~}",
		"config: {kustomization: " + kustomize + ", helmRelease: {}}",
		"config: {kustomization: " + kustomize + ", kclRun: []}",
		"config: {kclRun: " + kclRun + ", helmRelease: {deploy: []}}", "config: x",
	}}, newest},
	{"names", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {%s%s}\nspec: {" + git +
		", config: {kustomization: [{interval: 1h, prune: true, path: x, destination: {targetNamespace: %s}}]}}", [][]string{
		{"name: a", "name: A", "name: ''", "name: a.b", "name: a..b", "name: '${a}'", "name: $(app.name)", "", "name: " +
			strings.Repeat("a", 63), "name: " + strings.Repeat("a", 64)}, {", namespace: team", ", namespace: Team"}, {"t"},
	}, newest},
	{"namespaces", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a%s}\nspec: {" + git +
		", config: {kustomization: [{interval: 1h, prune: true, path: x, destination: {%s}}]}}", [][]string{
		{"", ", namespace: a.b", ", namespace: ''", ", namespace: '${n}'", ", namespace: $(app.name)",
			", namespace: " + strings.Repeat("n", 63), ", namespace: " + strings.Repeat("n", 64)},
		{"targetNamespace: t", "targetNamespace: T", "targetNamespace: t.u"},
	}, newest},
	{"layers", head + "spec: {" + git + ", clusters: [{name: a, kubeConfig: {secretRef: {name: s}}}], config: " +
		"{kustomization: [{interval: 1h, prune: true, path: x, destination: {clusterSelector: {}}}], %s: {%s}}}", [][]string{
		{"defaults"}, {"", "name: a", "name: 'a-$(cluster.name)'", "suspend: true", "destination: {targetNamespace: T}",
			"destination: {cluster: a}", "kubeConfig: {}", "path: ''"},
	}, newest},
	{"overrides", head + "spec: {" + git + ", clusters: [{name: a, kubeConfig: {secretRef: {name: s}}}], config: " +
		"{kustomization: [{interval: 1h, prune: true, path: x, destination: {clusterSelector: {}}}], overrides: [{%s%s%s}]}}",
		[][]string{
			{"", "cluster: a", "cluster: b", "cluster: A", "cluster: '${c}'", "cluster: '$(cluster.name)'", "cluster: ''"},
			{"", ", clusterSelector: {}", ", clusterSelector: {matchLabels: {a: b}}", ", clusterSelector: ~"},
			{"", ", name: x", ", name: 'x-$(cluster.name)'", ", disable: true", ", allowEmpty: true"},
		}, newest},
	{"a misspelt or misplaced source or config", head + "spec: {%s, %s}", [][]string{
		{git, "sourse: {sourceRef: {kind: GitRepository, name: r}}", "sourceRef: {kind: GitRepository, name: r}", "source: x",
			"a: b", "source: {kind: GitRepository, name: r}", "imageAutomation: {}"},
		{
			"config: {kustomization: " + kustomize + "}", "confg: {kustomization: " + kustomize + "}",
			"kustomization: " + kustomize, "config: x", "config: {kustomisation: " + kustomize + "}",
			"config: {kustomization: {interval: 1h}}", "config: {helmRelease: {deploy: [{interval: 1h, destination: {}}]}}",
			"config: {helmRelease: {deploi: [{interval: 1h, destination: {}}]}}",
			"config: {helmRelease: {cart: {chart: c}, deploy: [{interval: 1h, destination: {}}]}}",
			"config: {helmRelease: {chart: c, deploy: [{interval: 1h, destination: {}}]}}",
			"config: {chart: {chart: c}, helmRelease: {deploy: [{interval: 1h, destination: {}}]}}",
			"config: {helmRelease: {deploy: [{interval: 1h, destination: {}, chart: {version: 1.x}}]}}",
		},
	}, newest},
	{"misspelt or misplaced fields of an entry",
		head + "spec: {" + git + ", config: {kustomization: [{prune: true, %s, %s}]%s%s}}", [][]string{
			{"destination: {}", "destnation: {}", "targetNamespace: t", "spec: {destination: {}}", "destination: x", "a: b",
				"destination: {clusterSelector: {}}"},
			{"interval: 1h", "intervall: 1h", "interval: ~"}, {"", ", defaults: {interval: 1h}", ", defualts: {interval: 1h}"},
			{"", ", overrides: [{cluster: b, path: y}]", ", overides: [{cluster: b, path: y}]"},
		}, newest},
	{"fields of an entry further out or further in",
		head + "spec: {" + git + ", %s config: {%s kustomization: [{interval: 1h, prune: true, %s}]}}", [][]string{
			{"", "destination: {},", "destinations: [],"}, {"", "destination: {},", "defaults: {destination: {}},"},
			{"destination: {}", "metadata: {destination: {}}", "path: x", "sourceRef: {destination: {}}", "clusters: [a]"},
		}, newest},
	{"misspelt or misplaced kubeconfigs", head + "spec: {" + git + ", clusters: [{name: a, %s}], config: " +
		"{kustomization: [{interval: 1h, prune: true, destination: {%s}}]}}", [][]string{
		{"kubeConfig: {secretRef: {name: s}}", "kubeConfig: {secretref: {name: s}}", "kubeconfig: {secretRef: {name: s}}",
			"kubeConfig: {name: s}", "kubeConfig: x", "secretRef: {name: s}", "kubeConfig: {secretRef: s}"},
		{"cluster: a", "kubeConfig: {secretref: {name: s}}", "kubeconfig: {secretRef: {name: s}}", "kubeConfig: {name: s}",
			"kubeConfig: x", "secretRef: {name: s}", "kubeConfig: {secretRef: {nam: s}}"},
	}, newest},
	{"fields that a Flux does not know", head + "spec: {" + git + ", config: {kustomization: [{interval: 1h, prune: " +
		"true, destination: {}, %s}]}}", [][]string{
		{"healthCheckExprs: [{}]", "healthCheckExprs: [{apiVersion: v1, kind: K}]", "healthCheckExprs: x",
			"ignoreMissingComponents: 1", "ignoreMissingComponents: true", "buildMetadata: [x]",
			"buildMetadata: [originAnnotations]", "dependsOn: [{name: a, readyExpr: x}]"},
	}, fluxes},
	{"values that may be secrets",
		head + "spec: {source: {sourceRef: {kind: HelmRepository, name: r}}, clusters: [{name: a, kubeConfig: {secretRef: " +
			"{name: s}}, %s}], commonMetadata: {annotations: {a: b}}, config: {helmRelease: {chart: {chart: c}, deploy: " +
			"[{interval: 1h, destination: {cluster: a}, %s}]}}}", [][]string{
			{"params: {a: 0x1f}", "params: {a: 1.10}", "annotations: {a: 1.10}", "annotations: {a: on}", "labels: {a: 0x1f}",
				"params: {a: !x s}", "params: {a: .nan}", "annotations: {a: [s]}", "params: {on: s}",
				"params: {a: '${cluster.name}'}"}, {"values: {}"},
		}, newest},
	{"values of entries that may be secrets", head + "spec: {source: {sourceRef: {kind: HelmRepository, name: r}}, " +
		"config: {helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, destination: {}, %s}]}}}", [][]string{
		{
			"values: {a: 0x1f}", "values: {a: 1.10}", "values: {a: on}", "values: {a: 2024-01-01}", "values: {a: 1:30}",
			"values: {a: '$(cluster.secret hunter2)'}", "values: {a: '${cluster.secrets.hunter2}'}", "values: {a: .nan}",
			"values: {a: [~]}", "values: {on: s}", "values: s", "metadata: {annotations: {a: 1.10}}",
			"metadata: {annotations: {a: 7}}", "metadata: {labels: {a: 7}}", "metadata: {labels: {a: a b}}",
			"valuesFrom: [{kind: Secrt, name: s}]", "postRenderers: [{kustomize: {patches: [{patch: 7}]}}]",
			"values: {a: '${cluster.params.b}'}",
		},
	}, newest},
}

// TestMatrices compares with testdata/matrices.txt what is reported about every combination of the values of fields
// that rules look at together. What nothing is reported about is left out.
func TestMatrices(t *testing.T) {
	var out strings.Builder
	for _, m := range matrices {
		combinations := map[string][]string{}
		for _, values := range m.combinations() {
			// behind an empty value
			text := strings.NewReplacer("{, ", "{", ", , ", ", ").Replace(fmt.Sprintf(m.document, values...))
			what, byFlux := label(values), map[string][]string{}
			for _, flux := range m.fluxes {
				report := reportOf(t, text, flux)
				byFlux[report] = append(byFlux[report], flux)
			}
			for report, fluxes := range byFlux {
				if of := what; report != "" {
					if len(byFlux) > 1 {
						of += "; Flux " + strings.Join(fluxes, ", ")
					}
					combinations[report] = append(combinations[report], of)
				}
			}
		}
		fmt.Fprintf(&out, "# %s\n", m.name)
		for _, report := range slices.Sorted(maps.Keys(combinations)) {
			fmt.Fprintf(&out, "%s    %s\n", report, strings.Join(combinations[report], "\n    "))
		}
	}
	golden.Assert(t, out.String(), "matrices.txt")
}

// label names a combination by its values that are not empty, and a workload by its field.
func label(values []any) string {
	var words []string
	for _, value := range values {
		word := strings.Trim(value.(string), ", ")
		if slices.Contains(workloads, word) {
			word, _, _ = strings.Cut(word, ":")
		}
		if word != "" {
			words = append(words, word)
		}
	}
	return strings.Join(words, " | ")
}

// combinations returns each value of a column with each of the others.
func (m matrix) combinations() (all [][]any) {
	all = [][]any{nil}
	for _, column := range m.columns {
		var longer [][]any
		for _, values := range all {
			for _, value := range column {
				longer = append(longer, append(slices.Clone(values), value))
			}
		}
		all = longer
	}
	return all
}

var position = regexp.MustCompile(`(?m)^in\.yaml:\d+:\d+: `)

// reportOf returns what is reported about a document, each finding in a line.
func reportOf(t *testing.T, text, flux string) string {
	t.Helper()
	result, err := render.Render(schema.Parse("in.yaml", []byte(text)), render.Options{FluxVersion: flux,
		Ignore: []finding.Code{codeUnsetVariable, codeFeatureGate}})
	report := result.Findings.String()
	if err != nil {
		report = err.Error()
	}
	assert.Assert(t, !strings.Contains(report, "[FA001]"), "%s\n%s", text, report)
	if report == "" {
		return ""
	}
	return position.ReplaceAllString(report, "") + "\n"
}
