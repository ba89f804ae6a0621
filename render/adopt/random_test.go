package adopt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

// TestRandom adopts repositories made by chance. Every workload is in a document or left, the documents render what the
// edited files have, and adopting these again finds nothing more.
func TestRandom(t *testing.T) {
	runs := 300
	if testing.Short() {
		runs = 30
	}
	adopted, left, sources := 0, 0, 0
	for seed := range runs {
		m := maker{Rand: rand.New(rand.NewPCG(uint64(seed), 52))}
		m.repository()
		options := adopt.Options{All: m.chance(30)}
		result, err := adopt.Adopt(m.files, options)
		assert.NilError(t, err, "seed %d:\n%s", seed, m)
		isInPlace(t, m.files, result)
		objects, edits := 0, 0
		for _, app := range result.Applications {
			objects += app.Objects
			assert.Assert(t, options.All || len(app.Clusters) > 1, "seed %d: %s", seed, app.YAML)
		}
		for _, edit := range result.Edits {
			edits += edit.Objects
			i := slices.IndexFunc(m.files, func(f adopt.File) bool { return f.Name == edit.File })
			m.files[i].Data = edit.Data
		}
		assert.Equal(t, objects+len(result.Left), m.workloads, "seed %d:\n%s\n%s", seed, m, tell(m.files, result))
		again, err := adopt.Adopt(m.files, options)
		assert.NilError(t, err)
		assert.Equal(t, len(again.Applications)+len(again.Edits), 0, "seed %d:\n%s\n%s", seed, m, tell(m.files, again))
		adopted, left, sources = adopted+objects, left+len(result.Left), sources+edits-objects
		assert.Assert(t, !t.Failed(), "seed %d:\n%s", seed, m)
	}
	t.Logf("%d workloads came in with %d sources, %d are left", adopted, sources, left)
	assert.Assert(t, adopted > left && sources > 0 && left > 0)
}

// maker makes a repository.
type maker struct {
	*rand.Rand
	files     []adopt.File
	workloads int
}

// String returns the files.
func (m maker) String() string {
	var all strings.Builder
	for _, f := range m.files {
		fmt.Fprintf(&all, "# %s\n%s---\n", f.Name, f.Data)
	}
	return all.String()
}

func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

func pick[T any](m *maker, all ...T) T { return all[m.IntN(len(all))] }

// repository makes a root and applications for clusters, in their folders, or in folders that they read, which is one
// for all, or one for each.
func (m *maker) repository() {
	clusters := []string{"berlin", "tokyo", "lab"}[:1+m.IntN(3)]
	for _, cluster := range clusters {
		m.kustomization("clusters/"+cluster+"/flux-system/gotk-sync.yaml", "flux-system", "./clusters/"+cluster)
		m.kustomization("clusters/"+cluster+"/flux.yaml", "infra", "./infra")
		m.kustomization("clusters/"+cluster+"/flux.yaml", "apps", "./apps/"+cluster)
	}
	for i := range 1 + m.IntN(5) {
		name := fmt.Sprintf("app%d", i)
		place, file := m.IntN(10), pick(m, name, "all")
		if place == 0 {
			m.application("infra/"+file+".yaml", name, "all")
			continue
		}
		folder := pick(m, "clusters/%s/", "apps/%s/")
		for _, cluster := range clusters {
			if !m.chance(10) {
				m.application(fmt.Sprintf(folder, cluster)+file+".yaml", name, cluster)
			}
		}
	}
}

func (m *maker) kustomization(file, name, path string) {
	version := pick(m, "v1", "v1", "v1beta2")
	m.add(file, fmt.Sprintf(`apiVersion: kustomize.toolkit.fluxcd.io/%s
kind: Kustomization
metadata:
  name: %s
  namespace: flux-system
spec:
  interval: 10m
  path: %s
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
`, version, name, path))
	m.workloads++
}

// application makes a release, perhaps with its chart.
func (m *maker) application(file, name, cluster string) {
	if m.chance(60) {
		m.add(file, fmt.Sprintf(`# the chart of %s
apiVersion: source.toolkit.fluxcd.io/%s
kind: OCIRepository
metadata: {name: %s-chart, namespace: apps}
spec:
  interval: 10m
  url: oci://registry.example.com/%s
  ref: {tag: %s}
`, name, pick(m, "v1", "v1beta2"), name, name, pick(m, "1.0.0", "1.0.0", "2.0.0-"+cluster)))
	}
	m.add(file, fmt.Sprintf(`apiVersion: helm.toolkit.fluxcd.io/%s
kind: HelmRelease
metadata:
  name: %s # %s
  namespace: apps%s
spec:
  interval: %s
  chartRef: {kind: OCIRepository, name: %s-chart}
  values:
    host: %s.%s.example.com%s
`, pick(m, "v2", "v2", "v2beta2"), name, pick(m, "a comment", "another"), pick(m, "", "\n  annotations: {team: a}"),
		pick(m, "1h", "1h", "5m"), name, name, cluster, pick(m, "", "\n    empty: null", "\n    replicas: 2 # two")))
	m.workloads++
}

// add adds an object to a file.
func (m *maker) add(file, text string) {
	at := slices.IndexFunc(m.files, func(f adopt.File) bool { return f.Name == file })
	if at < 0 {
		at = len(m.files)
		m.files = append(m.files, adopt.File{Name: file})
	} else {
		m.files[at].Data = append(m.files[at].Data, pick(m, "---\n", "---\n# next\n", "\n---\n\n")...)
	}
	m.files[at].Data = append(m.files[at].Data, text...)
}
