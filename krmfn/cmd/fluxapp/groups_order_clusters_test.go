package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// released is an application of HelmReleases for clusters, which may wait for another application.
func released(name, topology, waitsFor string, clusters ...string) string {
	dependsOn := ""
	if waitsFor != "" {
		dependsOn = fmt.Sprintf(", dependsOn: [{application: %s}]", waitsFor)
	}
	text := clustered(name, topology, clusters...)
	text = text[:strings.Index(text, "  source:")] +
		"  source: {helmRepository: {url: https://example.com, interval: 1h}}\n" +
		text[strings.Index(text, "  clusters:"):strings.Index(text, "    kustomization:")]
	return text + fmt.Sprintf("    helmRelease:\n      chart: {chart: %s, version: 1.0.0}\n      deploy:\n"+
		"      - {destination: {clusterSelector: {}}, interval: 1h%s}\n", name, dependsOn)
}

// after makes an application of clustered wait for another one.
func after(text, waitsFor string) string {
	return strings.Replace(text, "prune: true", "prune: true, dependsOn: [{application: "+waitsFor+"}]", 1)
}

// orderedFleet has the application crds of two clusters, the release operator behind it, and web, of no order.
func orderedFleet(tb testing.TB, topology, delivery string) testFolder {
	t := inFolder(tb, "apps/crds.yaml", clustered("crds", topology, "a", "b"),
		"apps/operator.yaml", released("operator", topology, "crds", "a", "b"),
		"apps/web.yaml", clustered("web", topology, "a", "b"))
	fleet(t, delivery)
	return t
}

// deliveries are the fields of delivery for a topology, by it.
var deliveries = map[string]string{"HubAndSpoke": inGroups(2, ""), "Standalone": fleetSource}

// delivererOf is the file of the Kustomization that applies this folder.
func delivererOf(topology, application, cluster string) string {
	file := "delivery/kustomization-fleet-apps-" + application + "-" + cluster + ".yaml"
	if topology == "Standalone" {
		return cluster + "/" + file
	}
	return file
}

// TestOrderedLeft holds that what nothing waits for any more leaves the order in two commits, also where the document
// that waited for it is removed.
func TestOrderedLeft(test *testing.T) {
	test.Parallel()
	for topology, delivery := range deliveries {
		t := orderedFleet(test, topology, delivery)
		deliver(t)
		with := read(t, "apps/operator.yaml")
		assert.NilError(t, os.Remove(t.path("apps/operator.yaml")))
		held(t, "2 objects move to another Kustomization", "--prune-orphans")
		put(t, "apps/operator.yaml", with)
		fleet(t, delivery+", next: {applications: [crds]}")
		deliver(t)
		assert.NilError(t, os.Remove(t.path("apps/operator.yaml")))
		fleet(t, delivery)
		deliver(t, "--prune-orphans")
		left := contents(t, "deploy")
		assert.NilError(t, os.RemoveAll(t.path("deploy")))
		deliver(t)
		assert.DeepEqual(t, contents(t, "deploy"), left)
	}
}

// TestOrderedClusters holds that a cluster more or less changes nothing of the others.
func TestOrderedClusters(test *testing.T) {
	test.Parallel()
	for topology, delivery := range deliveries {
		t := orderedFleet(test, topology, delivery)
		deliver(t)
		for _, step := range []struct {
			sign, cluster string
			clusters      []string
		}{{"+ ", "c", []string{"a", "b", "c"}}, {"- ", "b", []string{"a", "c"}}} {
			put(t, "apps/crds.yaml", clustered("crds", topology, step.clusters...))
			put(t, "apps/operator.yaml", released("operator", topology, "crds", step.clusters...))
			changed, _ := deliver(t)
			for _, file := range []string{delivererOf(topology, "crds", step.cluster),
				delivererOf(topology, "operator", step.cluster)} {
				assert.Assert(t, slices.Contains(changed, step.sign+file), "%v", changed)
			}
			for _, name := range changed {
				isList := name == "~ kustomization.yaml" || step.cluster == "b" && strings.HasSuffix(name, " b/kustomization.yaml")
				inCluster := strings.Contains(name, "/"+step.cluster+"/") || strings.Contains(name, "-"+step.cluster+".yaml") ||
					strings.HasPrefix(name, step.sign+step.cluster+"/")
				assert.Assert(t, isList || inCluster && strings.HasPrefix(name, step.sign), "%v", changed)
			}
		}
	}
}

// TestOrderedSelection holds that a run of one application changes and removes nothing of others, and that what another
// one waits for waits until it is ready, although the other one is not rendered.
func TestOrderedSelection(test *testing.T) {
	test.Parallel()
	for topology, delivery := range deliveries {
		t := orderedFleet(test, topology, delivery)
		put(t, "apps/backup.yaml", after(clustered("backup", topology, "a", "b"), "operator"))
		deliver(t)
		all := contents(t, "deploy")
		assert.Assert(t, strings.Contains(all[delivererOf(topology, "operator", "a")], "wait: true"))
		for _, name := range []string{"crds", "operator", "backup", "web"} {
			fleet(t, delivery+"}, applications: ["+name+"], limits: {maxDeleted: 0")
			changed, errs, code := deploys(t)
			assert.Equal(t, code, exitGood, errs)
			assert.Equal(t, len(changed), 0, "%s: %v", name, changed)

			lost := delivererOf(topology, "operator", "a")
			assert.NilError(t, os.Remove(t.path("deploy/"+lost)))
			changed, errs, code = deploys(t)
			assert.Equal(t, code, exitGood, errs)
			assert.Equal(t, slices.Contains(changed, "+ "+lost), name == "operator", "%s: %v", name, changed)
			fleet(t, delivery)
			deliver(t)
			assert.DeepEqual(t, contents(t, "deploy"), all)
		}
	}
}

// TestOrderedPartly holds that a run over one application makes no order with one that it does not render, and takes
// none away that another one waits for: the Kustomization of the other one would wait for ever.
func TestOrderedPartly(test *testing.T) {
	test.Parallel()
	for topology, delivery := range deliveries {
		own := map[string]string{"Standalone": "a/"}[topology]
		folder := map[string]string{"HubAndSpoke": "ordered/apps/crds/a", "Standalone": "a/ordered/apps/crds"}[topology]
		t := inFolder(test, "apps/crds.yaml", clustered("crds", topology, "a", "b"),
			"apps/operator.yaml", released("operator", topology, "", "a", "b"))
		fleet(t, delivery+", next: {groups: 0}")
		deliver(t)
		put(t, "apps/operator.yaml", released("operator", topology, "crds", "a", "b"))
		refused := func(application, want string) {
			t.Helper()
			chosen(t, application, delivery+", next: {groups: 0}")
			changed, errs, code := deploys(t)
			assert.Equal(t, code, exitDocuments, errs)
			assert.Equal(t, len(changed), 0, "%v", changed)
			assert.Assert(t, strings.Contains(errs, "deploy: "+want+"; render all applications in one run, without "+
				"applications in the RenderConfig [FA240]"), errs)
		}
		refused("operator", "apps/operator would wait for the objects in "+folder+", and no Kustomization delivers that "+
			"folder yet")
		chosen(t, "crds", delivery+", next: {groups: 0}")
		deliver(t)
		chosen(t, "operator", delivery+", next: {groups: 0}")
		deliver(t)

		put(t, "apps/operator.yaml", released("operator", topology, "", "a", "b"))
		refused("crds", "the Kustomization fleet-apps-crds-a would go, and "+own+
			"delivery/kustomization-fleet-apps-operator-a.yaml of apps/operator waits for it")
		chosen(t, "operator", delivery+", next: {groups: 0}")
		deliver(t)
		chosen(t, "crds", delivery+", next: {groups: 0}")
		deliver(t)
	}
}
