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

// ofProfiles is the application for clusters that say themselves how to reach them.
var ofProfiles = placedApp[:strings.Index(placedApp, "  clusters:")] + placedApp[strings.Index(placedApp, "  source:"):]

// profile is what a cluster manager writes.
func profile(name string) string {
	return fmt.Sprintf("apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: ClusterProfile\n"+
		"metadata: {name: %s, namespace: fleet}\nspec: {clusterManager: {name: hub}}\nstatus:\n"+
		"  accessProviders:\n  - {name: tokens, cluster: {server: \"https://%[1]s\"}}\n", name)
}

const withTokens = renderConfig + "  accessProviders: [{name: tokens, provider: generic, serviceAccountName: flux}]\n" +
	"  limits: {maxDeleted: 100%}\n"

// TestPlacementOfProfiles checks that a decision moves an application between clusters that Flux logs in to by a
// ConfigMap of their own: that of the left cluster goes where the objects are kept.
func TestPlacementOfProfiles(test *testing.T) {
	test.Parallel()
	for _, d := range doors {
		test.Run(d.name, func(test *testing.T) {
			test.Parallel()
			w := workspace{inFolder(test), d}
			put(w.t, "run.yaml", withTokens)
			w.put("web.yaml", ofProfiles)
			w.put("berlin.yaml", profile("berlin"))
			w.put("tokyo.yaml", profile("tokyo"))
			digests := map[string]string{"berlin": "2ca39a2d", "tokyo": "29e02b0d"}
			for _, name := range []string{"berlin", "tokyo", "berlin"} {
				w.put("decision.yaml", decisionFor(0, name))
				lines, refused := d.render(w.t, again{flags: []string{"--config", "run.yaml"}, config: withTokens})
				assert.Assert(w.t, !refused, strings.Join(lines, "\n"))
				assert.DeepEqual(w.t, missing(objectsIn(w.t, d.objects), nil), []string{
					"kubeconfigs/configmap-" + name + "-kubeconfig-" + digests[name] + ".yaml",
					"web/" + name + "/kustomization-fleet_web-" + name + ".yaml"})
			}
		})
	}
}

// TestPlacementLeft checks what is said of the ConfigMap of a cluster that has nothing any more, and of what the new
// one needs.
func TestPlacementLeft(test *testing.T) {
	test.Parallel()
	files := []string{"run.yaml", withTokens}
	for side, name := range map[string]string{"before": "berlin", "after": "tokyo"} {
		files = append(files, side+"/web.yaml", ofProfiles, side+"/berlin.yaml", profile("berlin"),
			side+"/tokyo.yaml", profile("tokyo"), side+"/decision.yaml", decisionFor(0, name))
	}
	t := inFolder(test, files...)
	out, errs, code := fluxapp(t, "", "diff", "before", "after", "--config", "run.yaml")
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(out, `
orphaned: ConfigMap fleet/berlin-kubeconfig-2ca39a2d of fleet/berlin on berlin (before/berlin.yaml:7:5)
  Flux leaves it, because of its annotation prune, and needs it until nothing is left on the cluster; remove it by `+
		`hand after that
`), out)
	out, errs, code = fluxapp(t, "", "check", "after", "--config", "run.yaml")
	assert.Equal(t, code, 0, errs)
	assert.Assert(t, strings.Contains(out, `fleet/tokyo needs
  on the hub:
    Namespace fleet: objects are in it (after/tokyo.yaml:3)
    ServiceAccount fleet/flux: Flux logs in with it; let Flux create tokens of it (after/tokyo.yaml:7)
`), out)
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
