package change_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// movedFleet has four clusters, in two of four groups.
const movedFleet = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: a, kubeConfig: {secretRef: {name: a}}}
  - {name: b, kubeConfig: {secretRef: {name: b}}}
  - {name: c, kubeConfig: {secretRef: {name: c}}}
  - {name: d, kubeConfig: {secretRef: {name: d}}}
  source: {sourceRef: {kind: HelmRepository, name: charts, namespace: apps}}
  config:
    helmRelease:
      chart: {chart: web, version: 1.4.2}
      deploy:
      - {destination: {clusterSelector: {}, targetNamespace: web}, interval: 1h}
`

var standaloneFleet = strings.Replace(movedFleet, "spec:\n", "spec:\n  topology: Standalone\n", 1)

// delivered renders the fleet with fields of delivery, or without delivery.
func delivered(t *testing.T, fields string) (render.Result, *schema.Document) {
	t.Helper()
	return deliveredOf(t, movedFleet, fields)
}

func deliveredOf(t *testing.T, fleet, fields string) (render.Result, *schema.Document) {
	t.Helper()
	var opts render.Options
	if fields != "" {
		config, problems := schema.Parse("fluxapp.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
			"metadata: {name: fleet, namespace: flux-system}\nspec: {delivery: {"+fields+"}}\n"))[0].RenderConfig()
		assert.NilError(t, finding.Locate(problems).Err())
		opts = render.OptionsOf(config)
	}
	result, err := render.Render(schema.Parse("a.yaml", []byte(fleet)), opts)
	assert.NilError(t, err)
	return result, opts.Delivery
}

// TestMoved checks which changes of the layout are held: those of objects that were not marked one commit before. What
// the digest of one acknowledges is no other one.
func TestMoved(t *testing.T) {
	const source = "sourceRef: {kind: GitRepository, name: fleet}, "
	for _, c := range []struct{ before, after, want string }{
		{"", source + "groups: 2", "4 objects move to another Kustomization (as the HelmRelease " +
			"apps/web-a-web from the one that applies the folder to fleet-group-"},
		{"", source + "groups: 2", "write only delivery: {next: {groups: 2}} first, render and commit that"},
		{"", "next: {groups: 2}", ""},
		{"next: {groups: 2}", source + "groups: 2", "info: spec.delivery: the second of two commits: 4 objects move"},
		{"next: {groups: 2}", source + "groups: 3", "info: spec.delivery: the second of two commits: 4 objects move"},
		{source + "groups: 4", source + "groups: 2", "write only next: {groups: 2} into delivery first, render " +
			"and commit that, and wait for Flux; if intended, write --acknowledge 5b34b5596b7f146a, or " +
			"acknowledge in a RenderConfig [FA607]"},
		{source + "groups: 4", source + "groups: 4, next: {groups: 2}", ""},
		{source + "groups: 4, next: {groups: 2}", source + "groups: 2", "info: spec.delivery: the second of two commits: "},
		{source + "groups: 4, next: {groups: 2}", source + "groups: 1", "write only next: {groups: 1}"},
		{source + "groups: 4, next: {groups: 0}", source + "groups: 2", "info: spec.delivery: the second of two commits: "},
		{source + "groups: 4", "", "write only next: {groups: 0} into delivery first"},
		{source + "groups: 4, next: {groups: 0}", "", "info: the second of two commits: 4 objects move"},
		{source + "groups: 4", source + "groups: 4, namespace: other", "[FA607]"},
		{source + "groups: 4, next: {groups: 0}", source + "groups: 4, namespace: other", "and the first one " +
			"uninstalls them when it goes; write next: {groups: 0} into delivery in this commit too, until the first one is " +
			"gone, or reads another folder; if intended"},
		{source + "groups: 4, next: {groups: 0}", source + "groups: 4, namespace: other, next: {groups: 0}",
			"second of three commits: "},
		{source + "groups: 4", source + "groups: 4, files: application", ""},
		{source + "groups: 4", source + "groups: 4, artifacts: true, path: ./other, interval: 1h", ""},
	} {
		before, earlier := delivered(t, c.before)
		after, config := delivered(t, c.after)
		changes := change.Compare(before, after)
		options := change.LimitOptions{Config: config, BeforeConfig: earlier}
		found := changes.Check(options)
		assert.Assert(t, strings.Contains(found.String(), c.want) && (c.want == "") == (len(found) == 0), "%+v: %v", c, found)
		if found.Err() == nil {
			continue
		}
		options.Acknowledge = changes.Digest()
		assert.NilError(t, changes.Check(options).Err())
		same, _ := delivered(t, c.before)
		assert.Assert(t, change.Compare(before, same).Digest() != options.Acknowledge)
	}
}

// TestMovedStandalone checks that the folder of a cluster with a Flux of its own keeps its marks until the cluster's
// first Kustomization reads another folder.
func TestMovedStandalone(t *testing.T) {
	const source = "sourceRef: {kind: GitRepository, name: fleet}"
	const too = " in this commit too, until the first one is gone"
	for _, c := range []struct{ before, after, want string }{
		{"", source, "write only delivery: {next: {groups: 1}} first"},
		{"next: {groups: 1}", source, "write next: {groups: 0} into delivery" + too},
		{"next: {groups: 1}", source + ", next: {groups: 0}", "info: spec.delivery: the second of three commits: "},
		{source + ", next: {groups: 0}", source, ""},
		{source, "", "write only next: {groups: 0} into delivery first"},
		{source + ", next: {groups: 0}", "", "write only delivery: {next: {groups: 1}}" + too},
		{source + ", next: {groups: 0}", "next: {groups: 1}", "the second of three commits: "},
	} {
		before, earlier := deliveredOf(t, standaloneFleet, c.before)
		after, config := deliveredOf(t, standaloneFleet, c.after)
		found := change.Compare(before, after).Check(change.LimitOptions{Config: config,
			BeforeConfig: earlier})
		assert.Assert(t, strings.Contains(found.String(), c.want) && (c.want == "") == (len(found) == 0), "%+v: %v", c, found)
	}
}

// TestMovedClusters checks that an object that keeps its name and gets another cluster, and with it another group, is
// held too, with the advice for it.
func TestMovedClusters(t *testing.T) {
	const source = "sourceRef: {kind: GitRepository, name: fleet}, groups: 4"
	_, config := delivered(t, source)
	renamed := func(from, to string) render.Result {
		text := strings.Replace(movedFleet, "targetNamespace: web}",
			"targetNamespace: web}, name: $(cluster.labels.old or cluster.name)", 1)
		text = strings.Replace(text, "{name: "+from+", kube", "{name: "+to+", labels: {old: "+from+"}, kube", 1)
		result, err := render.Render(schema.Parse("a.yaml", []byte(text)), render.Options{Delivery: config})
		assert.NilError(t, err)
		return result
	}
	before := renamed("a", "a")
	for _, to := range []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"} {
		after := renamed("a", to)
		found := change.Compare(before, after).Check(change.LimitOptions{Config: config, BeforeConfig: config})
		moves := false
		for _, o := range after.Objects {
			moves = moves || o.Name() == "a" && o.Group() != "group-3"
		}
		const advice = "write only next: {groups: 0} into delivery first"
		assert.Equal(t, strings.Contains(found.String(), advice), moves, "%s: %v", to, found)
	}
}

// waitingFleet is movedFleet with an application of Kustomizations, which may wait for it.
func waitingFleet(topology, waits string) string {
	releases := movedFleet
	if topology == "Standalone" {
		releases = standaloneFleet
	}
	manifests := strings.NewReplacer("name: web", "name: rules", "HelmRepository", "GitRepository",
		"helmRelease:\n      chart: {chart: web, version: 1.4.2}\n      deploy:\n      - {",
		"kustomization:\n    - {path: ./rules, prune: true"+waits+", ").Replace(releases)
	return releases + "---\n" + manifests
}

// TestMovedOrders holds that an application does not move into an order, or out of it, in one commit, and that both
// applications of a dependency are named. Objects that were rendered and objects that were read have one digest.
func TestMovedOrders(t *testing.T) {
	const waits = ", dependsOn: [{application: web}]"
	const held = "write only next: {applications: [apps/rules, apps/web]} " +
		"into delivery first, render and commit that"
	const next = ", next: {applications: [rules, apps/web]}"
	const moved = "info: spec.delivery: the second of two commits: 8 objects"
	const standalone = "sourceRef: {kind: GitRepository, name: fleet}"
	for topology, source := range map[string]string{"HubAndSpoke": standalone + ", groups: 4", "Standalone": standalone} {
		for _, c := range []struct{ waitsBefore, before, waitsAfter, after, want string }{
			{"", source, waits, source, held},
			{"", source, waits, source, "as the HelmRelease apps/web-a-web from fleet"},
			{"", source, "", source + next, ""},
			{"", source + next, waits, source, moved},
			{"", source + ", next: {applications: [web]}", waits, source, "write only next: {applications: [apps/rules]} into"},
			{waits, source, "", source, held},
			{waits, source, waits, source + next, ""},
			{waits, source + next, "", source, moved},
			{waits, source, waits, source, ""},
			{waits, source, waits, source + ", namespace: other", "write only next: {groups: 0} into delivery first"},
			{"", "", waits, source, "write only delivery: {next: {groups: "},
			{"", "next: {groups: 4}", waits, source, "the second of two commits: 8 objects"},
		} {
			before, earlier := deliveredOf(t, waitingFleet(topology, c.waitsBefore), c.before)
			after, config := deliveredOf(t, waitingFleet(topology, c.waitsAfter), c.after)
			changes := change.Compare(before, after)
			options := change.LimitOptions{Config: config, BeforeConfig: earlier}
			found := changes.Check(options)
			assert.Assert(t, strings.Contains(found.String(), c.want) && (c.want == "") == (len(found) == 0), "%s %+v: %v",
				topology, c, found)
			var files []change.Object
			for _, o := range before.Files() {
				files = append(files, change.Read(fileOf(t, o)))
			}
			ofFiles := change.CompareObjects(files, objectsOf(after), render.Result{})
			assert.Equal(t, ofFiles.Digest(), changes.Digest(), "%s %+v", topology, c)
		}
	}
}
