package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// selecting is a FluxApplication with an object for each cluster of the fleet.
const selecting = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: a}}
  config:
    kustomization:
    - {destination: {clusterSelector: {}}, path: ./deploy, prune: true, interval: 10m}
`

const berlin = `apiVersion: cluster.kubesphere.io/v1alpha1
kind: Cluster
metadata:
  name: berlin
  labels: {stage: prod}
`

// TestSlipsDeleteNothing expects of each slip in a document an error, and a folder that stays as it was.
func TestSlipsDeleteNothing(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	paris := strings.Replace(berlin, "berlin", "paris", 1)
	for name, c := range map[string]struct{ file, old, new, code string }{
		"a kind of a cluster":  {"in/berlin.yaml", "kind: Cluster", "kind: Clutser", "FA007"},
		"a group of a cluster": {"in/berlin.yaml", "kubesphere.io", "kubesfere.io", "FA007"},
		"no kind of a cluster": {"in/berlin.yaml", "kind: Cluster\n", "", "FA007"},
		"a key of a cluster":   {"in/berlin.yaml", "kind: Cluster", "Kind: Cluster", "FA101"},
		"a label twice":        {"in/berlin.yaml", "{stage: prod}", "{stage: test, stage: prod}", "FA002"},
		"a name twice":         {"in/berlin.yaml", "labels: {stage: prod}", "name: rome", "FA002"},
		"a name in capitals":   {"in/berlin.yaml", "name: berlin", "Name: berlin", "FA101"},
		"no name":              {"in/berlin.yaml", "name: berlin", "name:", "FA107"},
		"metadata in capitals": {"in/berlin.yaml", "metadata", "Metadata", "FA101"},
		"metadata that is a list": {"in/berlin.yaml", "metadata:\n  name: berlin\n  labels: {stage: prod}",
			"metadata: [name, labels]", "FA103"},
		"labels that are a list":  {"in/berlin.yaml", "{stage: prod}", "[prod]", "FA103"},
		"a label that is a map":   {"in/berlin.yaml", "stage: prod", "stage: {name: prod}", "FA103"},
		"a boolean as a label":    {"in/berlin.yaml", "stage: prod", "prod: true", "FA104"},
		"a namespace upwards":     {"in/berlin.yaml", "labels", "namespace: ../../../q\n  labels", "FA211"},
		"a namespace in capitals": {"in/berlin.yaml", "labels", "namespace: Prod_Ns\n  labels", "FA211"},
		"a number as a namespace": {"in/berlin.yaml", "labels", "namespace: 5\n  labels", "FA104"},
		"a name upwards":          {"in/berlin.yaml", "name: berlin", "name: ../berlin", "FA210"},
		"a broken cluster":        {"in/berlin.yaml", "{stage: prod}", "{stage: prod", "FA001"},
		"a group":                 {"in/b.yaml", "fluxapp.dev", "fluxap.dev", "FA007"},
		"a kind":                  {"in/b.yaml", "FluxApplication", "FluxAplication", "FA007"},
		"a group without its end": {"in/b.yaml", "fluxapp.dev", "fluxapp.de", "FA007"},
		"no group":                {"in/b.yaml", "apiVersion: fluxapp.dev/v1alpha1\n", "", "FA007"},
		"a key":                   {"in/b.yaml", "apiVersion", "apiversion", "FA101"},
	} {
		t.Run(name, func(test *testing.T) {
			files := []string{"in/a.yaml", selecting, "in/berlin.yaml", berlin, "in/paris.yaml", paris, "in/b.yaml",
				app("b", "hub")}
			t := inFolder(test, files...)
			_, errs, code := fluxapp(t, "", "-o", "dir=out", "in")
			assert.Equal(t, code, 0, errs)
			before := snapshot(t, "out")
			for i := 0; i < len(files); i += 2 {
				if files[i] == c.file {
					assert.Assert(t, strings.Contains(files[i+1], c.old))
					put(t, c.file, strings.Replace(files[i+1], c.old, c.new, 1))
				}
			}
			for _, args := range [][]string{{"-o", "dir=out", "in"}, {"render", "in"}, {"check", "--rendered", "out", "in"},
				{"-o", "dir=out", "--prune-orphans", "in"}} {
				out, errs, code := fluxapp(t, "", args...)
				assert.Check(t, code == 1 && out == "", "%v: %d %s", args, code, out)
				assert.Check(t, strings.Contains(errs, c.file+":") && strings.Contains(errs, "["+c.code+"]"), errs)
				assert.Equal(t, strings.Count(errs, "\n"), 1, errs)
			}
			assert.Equal(t, snapshot(t, "out"), before)
		})
	}
}

// TestForeignFilesBesideAFleet has files of a folder that are not ours, although they are like documents of ours.
func TestForeignFilesBesideAFleet(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", selecting, "in/berlin.yaml", berlin,
		"in/pg.yaml", "apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: {name: pg, name: pg}\n",
		"in/old.yaml", "apiVersion: cluster.k8s.io/v1alpha1\nkind: Cluster\nmetadata: [a]\n",
		"in/argo.yaml", "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {Name: a}\n",
		"in/class.yaml", "apiVersion: cluster.x-k8s.io/v1beta1\nkind: ClusterClass\nmetadata: {name: A}\n",
		"in/label.yaml", "apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Label\nmetadata: {name: A}\n",
		"in/values.yaml", "cluster: {{ .Values.cluster }}\nkind: Cluster\n")
	assert.Equal(t, strings.Count(good(t, "render", "in"), "\nkind: "), 1)
}
