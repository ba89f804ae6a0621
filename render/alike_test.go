package render_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// alikeFleets are clusters of which many are written alike, and those between them are not.
var alikeFleets = map[string][]string{
	"alike": {
		"{name: a, labels: {stage: x}, kubeConfig: {secretRef: {name: s1}}}", "{name: b, labels: {stage: z}, kubeConfig: {secretRef: {name: s2}}}",
		"{name: c, labels: {stage: x}, kubeConfig: {secretRef: {name: s3}}}", `{name: d, labels: {stage: z}, kubeConfig: {secretRef: {name: "on"}}}`,
	},
	"hub": {
		"{name: a, labels: {stage: x}, kubeConfig: {secretRef: {name: s1}}}", "{name: b, labels: {stage: x}, hub: true}",
		"{name: c, labels: {stage: x}, kubeConfig: {secretRef: {name: s3}}}", "{name: d, labels: {stage: z}, kubeConfig: {secretRef: {name: s4}}}",
	},
	"namespaces": {
		"{name: a, namespace: one, labels: {stage: x}, kubeConfig: {secretRef: {name: s1}}}", "{name: b, labels: {stage: x}, kubeConfig: {secretRef: {name: s2}}}",
		"{name: c, labels: {stage: x}, kubeConfig: {secretRef: {name: s3}}}", "{name: d, namespace: one, labels: {stage: z}, kubeConfig: {secretRef: {name: s4}}}",
		"{name: e, namespace: two, labels: {stage: z}, kubeConfig: {secretRef: {name: s5}}}", "{name: f, labels: {stage: x}, kubeConfig: {secretRef: {name: s6}}}",
	},
	"keys": {
		"{name: a, labels: {stage: x}, kubeConfig: {secretRef: {name: s1, key: k}}}", "{name: b, labels: {stage: x}, kubeConfig: {secretRef: {name: s2, key: l}}}",
		"{name: c, labels: {stage: x}, kubeConfig: {configMapRef: {name: s3}}}", "{name: d, labels: {stage: z}, kubeConfig: {configMapRef: {name: s4}}}",
		`{name: e, labels: {stage: z}, kubeConfig: {secretRef: {name: s5 # {"$x"}` + "\n    }}}", "{name: f, labels: {stage: z}, kubeConfig: {secretRef: {name: s6}}}",
	},
	"names": {
		"{name: d, labels: {stage: x}, kubeConfig: {secretRef: {name: s1}}}", "{name: b.c, labels: {stage: x}, kubeConfig: {secretRef: {name: s2}}}",
		"{name: " + strings.Repeat("c", 60) + ", labels: {stage: z}, kubeConfig: {secretRef: {name: s3}}}",
		"{name: " + strings.Repeat("e", 45) + ", labels: {stage: z}, kubeConfig: {secretRef: {name: s4}}}", "{name: '1', labels: {stage: z}, kubeConfig: {secretRef: {name: s5}}}",
	},
}

// TestAlike holds that the object of a cluster is the same whether it is the only one of the fleet or one of many that are alike: printed
// by itself, and in a stream.
func TestAlike(t *testing.T) {
	t.Parallel()
	for fleet, clusters := range alikeFleets {
		for _, rest := range []string{
			"", "values: {a: 1}", `values: {a: "$(cluster.name)", b: ["$(cluster.labels['stage'])"]}`, `name: "r-$(cluster.name)"`,
			"metadata: {labels: {l: m}}", "dependsOn: [{name: other}]", "namespace: elsewhere",
		} {
			for _, target := range []string{"", ", targetNamespace: web"} {
				for _, besides := range []string{"", "sharding: {shards: 3}\n", "topology: Standalone\n"} {
					for _, kind := range []string{schema.KindFluxApplication, schema.KindApplication} {
						name := fmt.Sprintf("%s, %s%s %s%s", fleet, rest, target, besides, kind)
						all := alikeRendered(t, kind, clusters, rest, target, besides)
						isStream(t, all)
						assert.Equal(t, len(all.Objects), len(clusters), name)
						for _, cluster := range clusters {
							alone := alikeRendered(t, kind, []string{cluster}, rest, target, besides)
							assert.Equal(t, len(alone.Objects), 1)
							found := 0
							for _, o := range all.Objects {
								if o.Cluster() == alone.Objects[0].Cluster() {
									found++
									assert.Equal(t, string(o.YAML()), string(alone.Objects[0].YAML()), name)
								}
							}
							assert.Equal(t, found, 1, name)
						}
					}
				}
			}
		}
	}
}

func alikeRendered(t *testing.T, kind string, clusters []string, rest, target, besides string) render.Result {
	t.Helper()
	text := "source: {sourceRef: {kind: HelmRepository, name: s, namespace: apps}}\n" + besides + "clusters:\n- " + strings.Join(clusters, "\n- ") +
		"\nconfig:\n  helmRelease:\n    chart: {chart: c, version: 1.2.3}\n    deploy:\n    - {destination: {clusterSelector: {}" + target +
		"}, interval: 1h, releaseName: r, " + rest + "}\n"
	head, by := "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: "+kind+"\nmetadata: {name: app, namespace: apps}\nspec:\n", "  "
	if kind == schema.KindApplication {
		head, by = head+"  kind: fluxcd\n  fluxApp:\n    spec:\n", "      "
	}
	text = head + indented(text, by)
	docs, err := schema.Parse("in.yaml", []byte(text))
	assert.NilError(t, err, "%s", text)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err, "%s", text)
	return result
}
