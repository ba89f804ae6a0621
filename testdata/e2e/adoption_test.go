package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// TestAdoption holds what adoption promises: objects that somebody wrote by hand and fluxapp renders from then on
// stay as they are. Flux does nothing, and all are ready as the documents want them.
func TestAdoption(t *testing.T) {
	w := newWorld(t)
	w.reset(t)
	s := &stage{world: w, t: t, folder: t.TempDir(), cluster: w.hub}
	kubectl(t, w.hub, nil, "apply", "-f", "testdata/adoption")
	workloads := []string{"helmrelease/berlin-shop ", "helmrelease/tokyo-shop ", "kustomization/berlin-web ",
		"kustomization/tokyo-web "}
	for i := range workloads {
		workloads[i] += "Ready=True observed"
	}
	s.until(workloads...)
	before := s.works()

	adopted := run(t, filepath.Join(w.programs, "fluxapp"), "adopt", "testdata/adoption")
	assert.NilError(t, os.WriteFile(filepath.Join(s.folder, "app.yaml"), adopted, 0o644))
	s.apply("app.yaml")
	s.reconcile("helmrelease", "berlin-shop", "tokyo-shop")
	s.reconcile("kustomization", "berlin-web", "tokyo-web")
	s.settle()
	s.until(workloads...)
	assert.DeepEqual(t, s.works(), before)
	assert.Equal(t, s.owners(), 4)
	printed := filepath.Join(t.TempDir(), "printed.yaml")
	assert.NilError(t, os.WriteFile(printed, s.text, 0o644))
	run(t, filepath.Join(w.programs, "fluxapp"), "status", filepath.Join(s.folder, "app.yaml"), "--observed", printed,
		"--exit-code")
}

// works is what Flux has done: each object with its generation and releases, and everything on the members, with what
// tells a copy from an object that was made anew.
func (s *stage) works() map[string]any {
	s.t.Helper()
	all := map[string]any{}
	for _, o := range parse(s.t, kubectl(s.t, s.hub, nil, "get", "helmreleases,kustomizations", "-A", "-o", "json")) {
		var releases []any
		for _, entry := range o.Status.History {
			releases = append(releases,
				[]any{entry["version"], entry["status"], entry["firstDeployed"], entry["lastDeployed"], entry["firstReconciled"]})
		}
		all[o.String()] = []any{o.Metadata.UID, o.Metadata.Generation, releases}
	}
	for _, member := range s.members {
		for _, o := range parse(s.t, kubectl(s.t, member, nil, "get", "configmaps,secrets", "-A", "-o", "json")) {
			all[member.Name+" "+o.String()] = []any{o.Metadata.UID, o.Metadata.ResourceVersion}
		}
	}
	return all
}

// owners counts the workloads that fluxapp rendered.
func (s *stage) owners() int {
	s.t.Helper()
	var list struct {
		Items []struct {
			Metadata struct{ Annotations map[string]string }
		}
	}
	assert.NilError(s.t, json.Unmarshal(kubectl(s.t, s.hub, nil, "get", "helmreleases,kustomizations", "-A", "-o", "json"),
		&list))
	count := 0
	for _, item := range list.Items {
		if item.Metadata.Annotations["fluxapp.dev/rendered-from"] != "" {
			count++
		}
	}
	return count
}
