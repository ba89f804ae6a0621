package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestArtifacts delivers 1,000 suspended releases in ten groups, with an artifact for each group. A commit that changes
// one cluster lets Flux reconcile one Kustomization. Without the feature gate of kustomize-controller nothing is
// delivered, and the Kustomizations tell so.
func TestArtifacts(t *testing.T) {
	w, _ := newHub(t)
	w.flux = w.run(t, w.hub)
	d := w.deliver(t, "artifacts")
	g := d.generates(t)
	fleet := layout{groups: 10, artifacts: true, suspended: true}
	for i := range 1000 {
		fleet.clusters = append(fleet.clusters, fmt.Sprintf("c%04d", i))
	}
	d.written(fleet)
	d.deliver("root")
	g.generate()
	groups := fleet.kustomizations()
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
	start := time.Now()
	assert.NilError(t, w.flux.Start("kustomize-controller"))
	d.wait(func(all []object) error {
		for _, name := range groups {
			if o := find(all, "Kustomization", name); !o.is("Ready=True") || !o.is("observed") {
				return fmt.Errorf("%s is not ready", name)
			}
		}
		return nil
	})
	tell("1,000 releases in 10 groups are on the hub after %s", since(start))
	before := d.portions(groups)
	for name, applied := range before {
		assert.Assert(t, strings.HasPrefix(applied, "latest@sha256:"), "%s: %s", name, applied)
	}
	assert.Equal(t, d.messages()["hello"], 1000)

	fleet.changed = "c0500"
	d.written(fleet)
	start = time.Now()
	d.commit()
	g.generate()
	for d.messages()["changed"] == 0 {
		assert.Assert(t, time.Since(start) < time.Minute)
	}
	tell("a change of one cluster is on the hub after %s", time.Since(start).Round(100*time.Millisecond))
	d.delivered("root")
	d.settle()
	changed := []string{}
	for name, now := range d.portions(groups) {
		if before[name] != now {
			changed = append(changed, name)
		}
	}
	files := strings.Fields(string(run(t, "git", "-C", d.work, "diff", "--name-only", "HEAD~1")))
	assert.DeepEqual(t, files, []string{"deploy/" + strings.TrimPrefix(changed[0], "fleet-") +
		"/shop/c0500/helmrelease-shop-c0500-shop.yaml"})
	assert.Equal(t, len(changed), 1, "%v", changed)
	assert.DeepEqual(t, d.messages(), map[string]int{"hello": 999, "changed": 1})
}

// messages counts the releases by a value that each has.
func (d *delivery) messages() map[string]int {
	d.t.Helper()
	found := map[string]int{}
	for _, message := range strings.Fields(string(kubectl(d.t, d.hub, nil, "get", "helmreleases", "-A", "-o",
		`jsonpath={.items[*].spec.values.message}`))) {
		found[message]++
	}
	return found
}
