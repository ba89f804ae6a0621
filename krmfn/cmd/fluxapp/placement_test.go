package main

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// placedApp runs on the clusters that a scheduler chooses.
const placedApp = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: berlin, labels: {stage: production}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo}}}
  source: {sourceRef: {kind: GitRepository, name: code}}
  config:
    kustomization:
    - {destination: {placement: web}, interval: 1h, prune: true, path: ./web}
`

// decisionFor is what a scheduler writes: a slice of the decision web.
func decisionFor(slice int, clusters ...string) string {
	var items strings.Builder
	if len(clusters) == 0 {
		return strings.Replace(decisionFor(slice, "x"), "decisions:\n- clusterProfileRef: {name: x}", "decisions: []", 1)
	}
	for _, name := range clusters {
		fmt.Fprintf(&items, "- clusterProfileRef: {name: %s}\n", name)
	}
	return fmt.Sprintf("apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: PlacementDecision\nmetadata:\n"+
		"  name: web-%d\n  namespace: fleet\n  labels:\n    multicluster.x-k8s.io/decision-key: web\n"+
		"    multicluster.x-k8s.io/decision-index: \"%[1]d\"\ndecisions:\n%s", slice, items.String())
}

// TestPlacement checks that a decision alone moves an application through each door, and that limits hold what a
// scheduler moves, also what it takes from a protected cluster; and that a slice that is lost moves nothing.
func TestPlacement(test *testing.T) {
	test.Parallel()
	const everything = renderConfig + "  limits: {maxDeleted: 100%}\n"
	for _, d := range doors {
		test.Run(d.name, func(test *testing.T) {
			test.Parallel()
			w := workspace{inFolder(test), d}
			render := func(config string) (told string, refused bool) {
				put(w.t, "run.yaml", config)
				lines, refused := d.render(w.t, again{flags: []string{"--config", "run.yaml"}, config: config})
				return strings.Join(lines, "\n"), refused
			}
			w.put("web.yaml", placedApp)
			w.put("decision-0.yaml", decisionFor(0, "berlin"))
			w.put("decision-1.yaml", decisionFor(1))
			told, refused := render(renderConfig)
			assert.Assert(w.t, !refused, told)
			before := objectsIn(w.t, d.objects)
			assert.DeepEqual(w.t, missing(before, nil), filesOf([]string{"web/berlin"}))

			w.put("decision-0.yaml", decisionFor(0, "tokyo"))
			told, refused = render(renderConfig + "  limits: {maxDeleted: 0}\n")
			assert.Assert(w.t, refused && strings.Contains(told, "FA601"), told)
			told, refused = render(renderConfig + "  limits: {maxDeleted: 100%, protected: {clusterSelector: {matchLabels: " +
				"{stage: production}}}}\n")
			assert.Assert(w.t, refused && strings.Contains(told, "FA604"), told)
			assert.DeepEqual(w.t, objectsIn(w.t, d.objects), before)
			told, refused = render(everything)
			assert.Assert(w.t, !refused, told)
			after := objectsIn(w.t, d.objects)
			assert.DeepEqual(w.t, missing(after, nil), filesOf([]string{"web/tokyo"}))

			for want, slip := range map[string]func(workspace){
				"FA242": removing("decision-0.yaml"), // the slice with the index 1 is left
				"FA103": putting("decision-0.yaml", strings.Replace(decisionFor(0), "decisions: []", "", 1)),
				"FA221": putting("decision-0.yaml", decisionFor(0)),
				"FA220": putting("decision-0.yaml", decisionFor(0, "tokio")),
				"FA007": putting("decision-0.yaml", strings.Replace(decisionFor(0, "tokyo"), "Decision", "Decison", 1)),
			} {
				slip(w)
				told, refused = render(everything)
				assert.Assert(w.t, refused && strings.Contains(told, want), told)
			}
			assert.DeepEqual(w.t, objectsIn(w.t, d.objects), after)
		})
	}
}

// TestPlacementDiff checks that a diff tells what a decision moves, and that it is held before a merge.
func TestPlacementDiff(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "before/web.yaml", placedApp, "before/decision.yaml", decisionFor(0, "berlin"),
		"after/web.yaml", placedApp, "after/decision.yaml", decisionFor(0, "tokyo"),
		"run.yaml", renderConfig+"  limits: {maxDeleted: 0}\n")
	out, errs, code := fluxapp(t, "", "diff", "before", "after", "--config", "run.yaml")
	assert.Equal(t, code, exitCommand, errs)
	assert.Assert(t, strings.Contains(out+errs, "FA601"), out+errs)
	put(t, "run.yaml", renderConfig+"  limits: {maxDeleted: 100%}\n")
	out, errs, code = fluxapp(t, "", "diff", "before", "after", "--config", "run.yaml")
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, out, `1 application, 2 clusters: 1 object deleted, 1 created; 0 unchanged

deleted: Kustomization apps/web-berlin of apps/web on berlin (before/web.yaml:11:7)
  Flux deletes what it applied; keep the kubeconfig of the cluster until then, or what runs there stays

created: Kustomization apps/web-tokyo of apps/web on tokyo (after/web.yaml:11:7)
`)
}
