package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// selecting is a FluxApplication apps/hello with an object for each cluster of the fleet.
const selecting = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: hello
  namespace: apps
spec:
  source:
    sourceRef: {kind: GitRepository, name: hello}
  config:
    kustomization:
    - destination: {clusterSelector: {}}
      path: ./deploy
      prune: true
      interval: 10m
`

const berlin = `apiVersion: cluster.kubesphere.io/v1alpha1
kind: Cluster
metadata:
  name: berlin
  labels: {stage: prod}
`

// checkMode is a functionConfig that compares and changes nothing.
const checkMode = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: {check: true}\n"

// TestSlipsRemoveNothing expects of each slip in a document an error, and the items as they came in: in the order of
// the items, through every functionConfig, and where the objects of the document are there.
func TestSlipsRemoveNothing(t *testing.T) {
	application := at(selecting, "path=apps/app.yaml", "index=0")
	cluster := at(berlin, "path=fleet/berlin.yaml", "index=0")
	paris := at(strings.Replace(berlin, "berlin", "paris", 1), "path=fleet/paris.yaml", "index=0")
	hello := at(strings.ReplaceAll(app, "name: hello", "name: other"), "path=apps/other.yaml", "index=0")
	all := printed(t, process(t, "", application, hello, paris, cluster))
	assert.Equal(t, len(all), 4+2+2)
	for name, c := range map[string]struct {
		item           int
		old, new, code string
	}{
		"a kind of a cluster":     {3, "kind: Cluster", "kind: Clutser", "FA007"},
		"a group of a cluster":    {3, "kubesphere.io", "kubesfere.io", "FA007"},
		"a key of a cluster":      {3, "kind: Cluster", "Kind: Cluster", "FA101"},
		"a label twice":           {3, "{stage: prod}", "{stage: test, stage: prod}", "FA002"},
		"an apiVersion twice":     {3, "apiVersion:", "apiVersion: v1\napiVersion:", "FA002"},
		"a kind twice":            {3, "kind: Cluster", "kind: ConfigMap\nkind: Cluster", "FA002"},
		"no name":                 {3, "name: berlin", "name: null", "FA107"},
		"a boolean as a label":    {3, "stage: prod", "prod: true", "FA104"},
		"a namespace upwards":     {3, "  labels", "  namespace: ../../../q\n  labels", "FA211"},
		"a namespace in capitals": {3, "  labels", "  namespace: Prod_Ns\n  labels", "FA211"},
		"a group":                 {1, "fluxapp.dev", "fluxap.dev", "FA007"},
		"a kind":                  {1, "FluxApplication", "FluxAplication", "FA007"},
		"a key":                   {1, "apiVersion", "apiversion", "FA101"},
	} {
		t.Run(name, func(t *testing.T) {
			items := append([]string{}, all...)
			assert.Assert(t, strings.Contains(items[c.item], c.old), items[c.item])
			items[c.item] = strings.Replace(items[c.item], c.old, c.new, 1)
			for _, config := range []string{"", checkMode, application} {
				rl := process(t, config, items...)
				assert.Check(t, rl.Results.failed())
				assert.DeepEqual(t, printed(t, rl), items)
				assert.Equal(t, len(rl.Results), 1, said(rl))
				assert.Equal(t, rl.Results[0].Tags["code"], c.code, said(rl))
			}
		})
	}
}

// TestFleetInLists expects clusters in lists to be read, also for the one application that is the functionConfig.
func TestFleetInLists(t *testing.T) {
	list := "apiVersion: v1\nkind: List\nitems:\n- " +
		strings.ReplaceAll(strings.TrimSuffix(berlin, "\n"), "\n", "\n  ") + "\n"
	typed := strings.NewReplacer("apiVersion: v1\n", "apiVersion: cluster.kubesphere.io/v1alpha1\n", "kind: List",
		"kind: ClusterList").Replace(list)
	for _, item := range []string{list, typed} {
		for _, config := range []string{"", selecting} {
			rl := process(t, config, selecting, item)
			assert.Assert(t, !rl.Results.failed(), said(rl))
			assert.DeepEqual(t, names(rl)[2:], []string{"Kustomization apps/hello-berlin"})
			rl = process(t, config, selecting, strings.Replace(item, "name: berlin", "name: Berlin", 1))
			assert.Equal(t, rl.Results[0].Tags["code"], "FA210", said(rl))
		}
	}
}
