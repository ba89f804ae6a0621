package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestArtifacts delivers 1,000 suspended releases in ten groups: first all from one source, so that each commit lets
// Flux reconcile all groups, then with an artifact for each group, so that a commit that changes one cluster lets it
// reconcile one. Without the feature gate of kustomize-controller the Kustomizations tell that they may not read
// artifacts. No object is deleted on the way.
func TestArtifacts(t *testing.T) {
	w, _ := newHub(t)
	w.flux = w.run(t, w.hub)
	d := w.deliver(t, "artifacts")
	g := d.generates(t)
	fleet := layout{groups: 10, suspended: true}
	for i := range 1000 {
		fleet.clusters = append(fleet.clusters, fmt.Sprintf("c%04d", i))
	}
	groups := fleet.kustomizations()
	d.written(fleet)
	d.deliver(append(groups, "root")...)
	releases := d.jsonPath("helmreleases", "{.metadata.uid}")
	assert.Equal(t, len(releases), 1000)
	assert.DeepEqual(t, d.reconciledBy(&fleet, "c0100", func() { d.delivered(groups...) }), groups)

	fleet.artifacts = true
	d.written(fleet)
	d.deliver("root")
	g.generate()
	d.wait(func(all []object) error {
		for _, name := range groups {
			told := find(all, "Kustomization", name).condition("Ready")
			if told.Reason != "AccessDenied" || told.Message != "can't access 'ExternalArtifact/flux-system/"+name+
				"', ExternalArtifact feature gate is disabled" {
				return fmt.Errorf("%s: %v", name, told)
			}
		}
		return nil
	})
	w.flux.Stop("kustomize-controller")
	w.flux.features["kustomize-controller"] = "ExternalArtifact=true"
	assert.NilError(t, w.flux.Start("kustomize-controller"))
	d.wait(func(all []object) error {
		for _, name := range groups {
			if o := find(all, "Kustomization", name); !o.is("Ready=True") || !o.is("observed") ||
				!strings.HasPrefix(o.Status.LastAppliedRevision, "latest@sha256:") {
				return fmt.Errorf("%s is not ready with its artifact", name)
			}
		}
		return nil
	})
	changed := d.reconciledBy(&fleet, "c0500", g.generate)
	files := strings.Fields(string(run(t, "git", "-C", d.work, "diff", "--name-only", "HEAD~1")))
	assert.Equal(t, len(changed), 1, "%v", changed)
	assert.DeepEqual(t, files, []string{"deploy/" + strings.TrimPrefix(changed[0], "fleet-") +
		"/shop/c0500/helmrelease-shop-c0500-shop.yaml"})
	assert.DeepEqual(t, d.jsonPath("helmreleases", "{.metadata.uid}"), releases)
}

// reconciledBy changes the release of one cluster, and returns the Kustomizations of groups that Flux has reconciled
// after that.
func (d *delivery) reconciledBy(fleet *layout, cluster string, committed func()) (names []string) {
	d.t.Helper()
	groups := fleet.kustomizations()
	before := d.portions(groups)
	fleet.changed = append(fleet.changed, cluster)
	d.written(*fleet)
	start := time.Now()
	d.commit()
	committed()
	want := "shop-" + cluster + "-shop"
	for d.jsonPath("helmreleases", "{.spec.values.message}")[want] != "changed" {
		assert.Assert(d.t, time.Since(start) < patience)
	}
	tell("a change of one cluster is on the hub after %s", time.Since(start).Round(100*time.Millisecond))
	d.delivered("root")
	d.settle()
	after := d.portions(groups)
	for _, name := range groups {
		if before[name] != after[name] {
			names = append(names, name)
		}
	}
	return names
}

// jsonPath returns a field of all objects of a kind, by their names.
func (d *delivery) jsonPath(kind, field string) map[string]string {
	d.t.Helper()
	found := map[string]string{}
	for line := range strings.Lines(string(kubectl(d.t, d.hub, nil, "get", kind, "-A", "-o",
		`jsonpath={range .items[*]}{.metadata.name} `+field+`{"\n"}{end}`))) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		found[name] = value
	}
	return found
}

// TestChartArtifact installs a chart from an artifact, which helm-controller refuses without its feature gate. The
// version that it tells is the chart's with the digest of the artifact.
func TestChartArtifact(t *testing.T) {
	w, _ := newHub(t)
	w.flux = w.run(t, w.hub)
	assert.NilError(t, commits(w.content.dir, "charts", chartFiles("charts/", "1.0.0")))
	s := &stage{world: w, t: t, folder: "testdata/artifact", cluster: w.hub}
	d := &delivery{stage: s, work: filepath.Join(w.content.dir, "charts")}
	g := d.generates(t)
	s.apply("app.yaml")
	s.until("gitrepository/charts Ready=True")
	g.generate()
	s.until("helmrelease/shop-shop Ready=False/AccessDenied")
	assert.Equal(t, s.workload("shop-shop").condition("Ready").Message,
		"can't access 'ExternalArtifact/apps/shop', ExternalArtifact feature gate is disabled")

	w.flux.Stop("helm-controller")
	w.flux.features["helm-controller"] = "ExternalArtifact=true"
	assert.NilError(t, w.flux.Start("helm-controller"))
	s.until("helmrelease/shop-shop Ready=True observed")
	version := fmt.Sprint(s.workload("shop-shop").Status.History[0]["chartVersion"])
	assert.Assert(t, strings.HasPrefix(version, "1.0.0+"), "%s: Flux adds the digest of the artifact", version)
}
