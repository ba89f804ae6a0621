package final_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
)

// newKustomization is a new Kustomization of a folder, on a cluster that it has a variable for.
func newKustomization(name, root, cluster string) stream.Pair {
	return stream.Pair{Application: "apps/" + name, Cluster: cluster, At: stream.Place{File: name, Line: 1, Column: 1},
		After: &stream.Side{Path: root, Object: fmt.Appendf(nil, `{"apiVersion": "kustomize.toolkit.fluxcd.io/v1",
			"kind": "Kustomization", "metadata": {"name": %q, "namespace": "apps"},
			"spec": {"path": "a", "postBuild": {"substitute": {"cluster": %q}}}}`, name, cluster)}}
}

// writeFolder writes the files of a checkout and returns its root.
func writeFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return root
}

// A folder that never ends, or that takes all memory, is a finding about its Kustomizations, told once, and the others
// are built. It ends one process, not one for each cluster.
func TestHostileFolders(t *testing.T) {
	t.Parallel()
	const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  cluster: '${cluster}'\n"
	twice := map[string]string{"a/kustomization.yaml": "resources: [../0]",
		"40/kustomization.yaml": "generatorOptions: {}"}
	for i := range 40 {
		twice[fmt.Sprintf("%d/kustomization.yaml", i)] = fmt.Sprintf("resources: [../%d, ../%d/.]", i+1, i+1)
	}
	large := func(name string) func(*testing.T, string) {
		return func(t *testing.T, root string) { assert.NilError(t, os.Truncate(filepath.Join(root, name), 1<<30)) }
	}
	pipe := func(name string) func(*testing.T, string) {
		return func(t *testing.T, root string) {
			if out, err := exec.Command("mkfifo", filepath.Join(root, name)).CombinedOutput(); err != nil {
				t.Skip(err, string(out))
			}
		}
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		more  func(t *testing.T, root string)
	}{
		{"twice", twice, nil},
		{"large", map[string]string{"a/a.yaml": config}, large("a/a.yaml")},
		{"large-base", map[string]string{"a/kustomization.yaml": "resources: [../b.yaml]", "b.yaml": config},
			large("b.yaml")},
		{"large-kustomization", map[string]string{"a/kustomization.yaml": ""}, large("a/kustomization.yaml")},
		{"pipe", map[string]string{"a/a.yaml": config}, pipe("a/b.yaml")},
		{"pipe-ignore", map[string]string{"a/a.yaml": config}, pipe("a/.sourceignore")},
		{"aliases", map[string]string{"a/a.yaml": config + laughs()}, nil},
		{"dollars", map[string]string{"a/a.yaml": config + "  x: '" + strings.Repeat("$", 4<<20) + "'\n"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			good, hostile := writeFolder(t, map[string]string{"a/a.yaml": config}), writeFolder(t, test.files)
			if test.more != nil {
				test.more(t, hostile)
			}
			pairs := []stream.Pair{newKustomization("first", good, "lab")}
			for i := range 20 {
				pairs = append(pairs, newKustomization("hostile", hostile, fmt.Sprint("c", i)))
			}
			begin := time.Now()
			a := answerTo(t, append(pairs, newKustomization("last", good, "oslo"))...)
			assert.Equal(t, len(a.Findings), 1, "%v", a)
			assert.Equal(t, string(a.Findings[0].Code), "FA856")
			assert.Equal(t, a.Findings[0].File, "hostile")
			t.Log(time.Since(begin), a.Findings[0].Detail)
			assert.Assert(t, strings.Contains(a.Findings[0].Detail, "(on c0 to c9, c10 to c19)"), a.Findings[0].Detail)
			assert.Assert(t, strings.Contains(a.Output, "objects added"), a.Output)
			assert.Assert(t, time.Since(begin) < 60*time.Second)
		})
	}
}
