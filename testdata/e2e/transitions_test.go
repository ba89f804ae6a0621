package e2e

import (
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestTransitions holds since when an object is ready, as package status reads it. A HelmRelease keeps the time in
// the condition Ready, a Kustomization in its history: its condition is Unknown for a moment in each reconciliation,
// and then has a new time.
func TestTransitions(t *testing.T) {
	w := newWorld(t)
	s := &stage{world: w, t: t, folder: "testdata/transitions", cluster: w.hub}
	s.apply("app.yaml")
	s.until(all("Ready=True observed")...)
	release, kustomization := s.workload("shop-berlin-shop"), s.workload("web-berlin-shop")

	s.reconciled("web-berlin-shop", 3)
	assert.Equal(t, ready(s.workload("shop-berlin-shop")), ready(release))
	assert.Assert(t, ready(s.workload("web-berlin-shop")) > ready(kustomization))
	assert.Equal(t, first(s.workload("web-berlin-shop")), first(kustomization))
}

// workload returns an object as it is now.
func (s *stage) workload(name string) object {
	s.t.Helper()
	for _, o := range parse(s.t, kubectl(s.t, s.cluster, nil, "get", "helmreleases,kustomizations", "-A", "-o", "yaml")) {
		if o.Metadata.Name == name {
			return o
		}
	}
	s.t.Fatalf("no workload %s", name)
	return object{}
}

// reconciled waits until Flux has reconciled a Kustomization some times more.
func (s *stage) reconciled(name string, times int) {
	s.t.Helper()
	count := func() string { return fmt.Sprint(s.workload(name).Status.History[0]["totalReconciliations"]) }
	for ; times > 0; times-- {
		before := count()
		for count() == before {
			time.Sleep(200 * time.Millisecond)
		}
	}
}

func ready(o object) string { return o.condition("Ready").LastTransitionTime }

func first(o object) string { return fmt.Sprint(o.Status.History[0]["firstReconciled"]) }
