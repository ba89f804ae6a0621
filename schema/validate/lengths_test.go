package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestLengths checks the longest name at each place where a document names something, and one letter more.
func TestLengths(t *testing.T) {
	repository := "apiVersion: devops.kubesphere.io/v1alpha3\nkind: GitRepository\nmetadata: {name: %s, namespace: ns, " +
		"labels: {gitops.kubesphere.io/is-artifact-repository: 'true'}}\nspec: {url: https://h, secret: {name: %s}}\n"
	entry := head + "spec: {" + git + ", config: {kustomization: [{interval: 1h, prune: true, path: x, %s}]}}"
	release := head + "spec: {" + helm + ", config: {helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, " +
		"destination: {}, %s}]}}}"
	for document, limit := range map[string]int{
		fmt.Sprintf(entry, "destination: {}, name: "+
			"NAME"): 63,
		fmt.Sprintf(entry, "destination: {}, namespace: "+
			"NAME"): 63,
		fmt.Sprintf(entry, "destination: {targetNamespace: "+
			"NAME}"): 63,
		fmt.Sprintf(entry, "destination: {cluster: NAME, kubeConfig: {secretRef: {name: s}}}, name: "+
			"a"): 63,
		fmt.Sprintf(entry, "destination: {cluster: c, kubeConfig: {secretRef: {name: "+
			"NAME}}}"): 253,
		fmt.Sprintf(entry, "destination: {cluster: c, kubeConfig: {secretRef: {name: s, key: "+
			"NAME}}}"): 253,
		fmt.Sprintf(entry, "destination: {}, dependsOn: [{name: "+
			"NAME}]"): 253,
		fmt.Sprintf(entry, "destination: {}, dependsOn: [{name: a, namespace: "+
			"NAME}]"): 63,
		fmt.Sprintf(entry, "destination: {}, sourceRef: {kind: GitRepository, name: "+
			"NAME}"): 253,
		fmt.Sprintf(entry, "destination: {}, sourceRef: {kind: GitRepository, name: r, namespace: "+
			"NAME}"): 63,
		fmt.Sprintf(entry, "destination: {}, metadata: {labels: {NAME: "+
			"a}}"): 63,
		fmt.Sprintf(entry, "destination: {}, metadata: {labels: {a: "+
			"NAME}}"): 63,
		fmt.Sprintf(entry, "destination: {}, metadata: {annotations: {NAME: "+
			"a}}"): 63,
		fmt.Sprintf(entry, "destination: {}, metadata: {labels: {NAME/a: "+
			"a}}"): 253,
		fmt.Sprintf(entry, "destination: {}, commonMetadata: {labels: {a: "+
			"NAME}}"): 63,
		fmt.Sprintf(release, "valuesFrom: [{kind: Secret, name: "+
			"NAME}]"): 253,
		fmt.Sprintf(release, "releaseName: "+
			"NAME"): 53,
		fmt.Sprintf(release, "storageNamespace: "+
			"NAME"): 63,
		fmt.Sprintf(release, "serviceAccountName: "+
			"NAME"): 253,
		head + "spec: {" + helm + ", config: {helmRelease: {template: NAME, deploy: [{interval: 1h, destination: " +
			"{}}]}}}": 253,
		head + "spec: {" + git + ", clusters: [{name: NAME, hub: true}], config: {kustomization: " + kustomize +
			"}}": 63,
		head + "spec: {" + git + ", clusters: [{name: a, kubeConfig: {secretRef: {name: NAME}}}], config: {kustomization: " +
			kustomize + "}}": 253,
		head + "spec: {" + git + ", clusters: [{name: a, hub: true, namespace: NAME}], config: {kustomization: " + kustomize +
			"}}": 63,
		head + "spec: {" + git + ", clusters: [{name: a, hub: true, labels: {NAME: b}}], config: {kustomization: " +
			kustomize + "}}": 63,
		head + "spec: {" + git + ", clusters: [{name: NAME, hub: true}], config: {kustomization: [{interval: 1h, prune: " +
			"true, name: a, destination: {}}], overrides: [{cluster: NAME, disable: true}]}}": 63,
		head + "spec: {source: {name: NAME, gitRepository: {interval: 1h, url: https://h}}, config: {kustomization: " +
			kustomize + "}}": 63,
		fmt.Sprintf(repository, "a", "NAME"):                                                          253,
		fmt.Sprintf(repository, "NAME", "a"):                                                          63,
		strings.Replace(fmt.Sprintf(entry, "destination: {}"), "name: app", "name: NAME", 1):          63,
		strings.Replace(fmt.Sprintf(entry, "destination: {}"), "namespace: ns", "namespace: NAME", 1): 63,
	} {
		for _, more := range []int{0, 1} {
			report := reportOf(t, strings.ReplaceAll(document, "NAME", strings.Repeat("b", limit+more)), "")
			wrong := strings.Contains(report, "write a shorter one") || strings.Contains(report, "write at most") ||
				strings.Contains(report, "is no valid") || strings.Contains(report, "shorter")
			assert.Check(t, wrong == (more > 0), "%s: %d: %s", document, limit+more, report)
		}
	}
}

// TestSizeOfAnnotations checks how long the annotations of an object may be, with those that all objects get.
func TestSizeOfAnnotations(t *testing.T) {
	const most = 255 << 10
	for _, common := range []int{0, 1000} {
		for _, more := range []int{-1, 0, 1} {
			text := head + "spec: {" + git + ", commonMetadata: {annotations: {c: '" + strings.Repeat("x", common) +
				"'}}, config: {kustomization: [{interval: 1h, prune: true, path: x, destination: {}, metadata: {annotations: " +
				"{abc: '" +
				strings.Repeat("x", most-len("abc")-len("c")-common+more) + "'}}}]}}"
			report := reportOf(t, text, "")
			want := fmt.Sprintf("spec.config.kustomization[0].metadata.annotations: the annotations of an object are %d bytes "+
				"long, and an API server takes about %d; write shorter ones [FA214]", most+more, most)
			assert.Check(t, strings.Contains(report, want) == (more > 0), "%d, %d: %s", common, more, report)
		}
	}
}
