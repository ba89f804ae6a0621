package final_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// Each file of testdata/planted/after but the fleet has one change that the API server refuses, at the line with
// "# here"; for an item of a list that is where the list begins. A second line that is needed for it, or that alone
// does it too, has "# and here".
func TestPlanted(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs(filepath.Join("testdata", "planted"))
	assert.NilError(t, err)
	r := runIn(t, folder, "", "fluxapp", "diff", "before", "after", "--final", "--charts", "../charts")
	assert.Equal(t, r.code, 2, r.err)
	var got, want []string
	for line := range strings.Lines(r.err) {
		parts := regexp.MustCompile(`^(after/[^:]+:\d+):\d+: .*\[FA851\]$`).FindStringSubmatch(strings.TrimSpace(line))
		if parts == nil {
			t.Errorf("of no planted change: %s", line)
			continue
		}
		others := regexp.MustCompile(` and (after/[^:]+:\d+)`).FindAllStringSubmatch(line, -1)
		for i := range others {
			parts[1] += " " + others[i][1]
		}
		got = append(got, parts[1])
	}
	files, err := filepath.Glob(filepath.Join(folder, "after", "*.yaml"))
	assert.NilError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		var places []string
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasSuffix(line, "# here") || strings.HasSuffix(line, "# and here") {
				places = append(places, fmt.Sprintf("after/%s:%d", filepath.Base(file), i+1))
			}
		}
		if len(places) > 0 {
			want = append(want, strings.Join(places, " "))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	assert.Assert(t, len(want) >= 25)
	assert.DeepEqual(t, got, want)
}

// ordinary are lines of values before and after a change that every API server takes.
var ordinary = [][2]string{
	{"image: app:1", "image: app:2"},
	{"replicas: 1", "replicas: 5"},
	{"resources: {limits: {memory: 1Gi}}", "resources: {limits: {memory: 2Gi}, requests: {cpu: 100m}}"},
	{"labels: {team: red}", "labels: {team: blue, tier: web}"},
	{"other: 1", "other: 2"},
	{"nothing: {}", "nothing: null"},
	{"size: 10Gi", "size: 10240Mi"},
	{"parallel: false", "parallel: true"},
	{"mode: NonIndexed", "mode: null"},
	{"text: a", "text: b"},
}

// Ten ordinary changes for each of ten kinds: nothing is told of any, but where the kind makes one extraordinary.
func TestOrdinary(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	refused := map[string]bool{"Job image: app:2": true, "ConfigMap text: b": true}
	count := 0
	for _, kind := range []string{"Deployment", "DaemonSet", "StatefulSet", "Job", "Service", "PersistentVolumeClaim",
		"RoleBinding", "StorageClass", "Secret", "ConfigMap", "CustomResourceDefinition", "PriorityClass"} {
		for i, change := range ordinary {
			if refused[kind+" "+change[1]] {
				continue
			}
			count++
			name := fmt.Sprintf("%s%d", strings.ToLower(kind), i)
			for side, values := range []string{change[0], change[1]} {
				version := "1.0.0"
				if side == 1 && kind != "StatefulSet" { // it has another service in that version
					version = "2.0.0"
				}
				file := filepath.Join(folder, []string{"before", "after"}[side], name+".yaml")
				assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				assert.NilError(t, os.WriteFile(file, fmt.Appendf(nil, application, name, version, name, kind, values), 0o644))
			}
		}
	}
	for _, side := range []string{"before", "after"} {
		text, err := os.ReadFile(filepath.Join("testdata", "planted", side, "fleet.yaml"))
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(filepath.Join(folder, side, "fleet.yaml"), text, 0o644))
	}
	assert.Assert(t, count >= 100)
	charts, err := filepath.Abs(filepath.Join("testdata", "charts"))
	assert.NilError(t, err)
	r := runIn(t, folder, "", "fluxapp", "diff", "before", "after", "--final", "--charts", charts, "--kube-version",
		"1.33.0")
	assert.Equal(t, r.err, "")
	assert.Equal(t, r.code, 1)
	assert.Assert(t, strings.Contains(r.out, "\nfinal objects: "), r.out)
}

const application = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: %s, namespace: apps}
spec:
  bases: [fleet]
  config:
    helmRelease:
      chart: {chart: fields, version: %s}
      deploy:
      - destination: {clusterSelector: {}}
        releaseName: %s
        values:
          only: %s
          %s
`
