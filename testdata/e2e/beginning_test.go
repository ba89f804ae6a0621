package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// bootstrapped is what flux bootstrap makes with --path=clusters/hub.
const bootstrapped = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 2s, url: "http://git.example.com/beginning.git", ref: {branch: main}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec:
  interval: 10m
  path: ./clusters/hub
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
`

// TestBeginning delivers what fluxapp init writes, with the chart that is served here in the place of podinfo. Members
// need nothing before. Then the application leaves, as in the last step of examples/getting-started.
func TestBeginning(t *testing.T) {
	w := newWorld(t)
	s := &stage{world: w, t: t, cluster: w.hub}
	work := filepath.Join(w.content.dir, "beginning")
	assert.NilError(t, commits(w.content.dir, "beginning", map[string]string{"README.md": ""}))
	fluxapp := func(args ...string) { run(t, filepath.Join(w.programs, "fluxapp"), args...) }
	fluxapp("init", work)
	document := filepath.Join(work, "documents", "podinfo.yaml")
	text, err := os.ReadFile(document)
	assert.NilError(t, err)
	served := strings.NewReplacer("https://stefanprodan.github.io/podinfo", "http://charts.example.com",
		"chart: podinfo", "chart: shop", "6.9.0", "1.0.0").Replace(string(text))
	assert.NilError(t, os.WriteFile(document, []byte(served), 0o644))
	deploy := "dir=" + filepath.Join(work, "deploy")
	fluxapp("render", filepath.Join(work, "documents"), "-o", deploy)
	s.push(work)
	kubectl(t, w.hub, []byte(bootstrapped), "apply", "--server-side", "-f", "-")
	s.until("kustomization/flux-system Ready=True observed", "kustomization/deploy Ready=True observed",
		"helmrelease/podinfo-berlin-podinfo Ready=True observed", "helmrelease/podinfo-tokyo-podinfo Ready=True observed")
	for _, member := range w.members {
		assert.Equal(t, installedIn(t, member), "podinfo") // the release has the same name on all
	}

	assert.NilError(t, os.Remove(document))
	keep := filepath.Join(work, "deploy", "kustomization.yaml")
	assert.NilError(t, os.WriteFile(keep, []byte("resources: []\n"), 0o644))
	fluxapp("render", work, "-o", deploy, "--prune-orphans", "--config", unlimited(t))
	s.push(work)
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		objects := parse(t, kubectl(t, w.hub, nil, "get", kinds, "-n", "apps", "-o", "yaml"))
		if left := installedIn(t, w.members[0]) + installedIn(t, w.members[1]); len(objects) > 0 || left != "" {
			return poll.Continue("%v and %s are left", objects, left)
		}
		return poll.Success()
	}, poll.WithTimeout(patience))
	s.until("kustomization/deploy Ready=True observed")
}

// installedIn returns the ConfigMaps of releases in the namespace podinfo of a member.
func installedIn(t *testing.T, member *Cluster) string {
	t.Helper()
	return string(kubectl(t, member, nil, "get", "configmaps", "-n", "podinfo",
		"--field-selector=metadata.name!=kube-root-ca.crt", "-o", "jsonpath={.items[*].metadata.name}"))
}

// unlimited returns a RenderConfig without the limits of deletions.
func unlimited(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "unlimited.yaml")
	assert.NilError(t, os.WriteFile(file, []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
		"metadata: {name: unlimited}\nspec: {limits: {maxDeleted: 100%}}\n"), 0o644))
	return file
}
