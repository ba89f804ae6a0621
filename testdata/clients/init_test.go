package clients

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestInit runs the workflow that fluxapp init writes, step by step, for changes that a user could propose.
func TestInit(t *testing.T) {
	need(t, "git")
	need(t, "bash")
	removeTokyo := func(t *testing.T, dir string) {
		editDocument(t, dir, "podinfo.yaml", "  - name: tokyo\n    labels: {stage: production}\n"+
			"    kubeConfig: {secretRef: {name: tokyo-kubeconfig}}\n", "")
		editDocument(t, dir, "podinfo.yaml", "    - clusterSelector: {matchLabels: {stage: production}}\n"+
			"      chart: {version: 6.9.0}\n", "")
	}
	for name, c := range map[string]struct {
		edit     func(t *testing.T, dir string)
		rendered bool
		failed   string // the step that fails; empty for none
		shown    string
	}{
		"another value": {edit: moreReplicas, rendered: true, shown: "spec.values.replicaCount"},
		"not rendered":  {edit: moreReplicas, failed: "Rendered", shown: "deploy/podinfo/berlin/"},
		"wrong": {edit: func(t *testing.T, dir string) {
			editDocument(t, dir, "podinfo.yaml", "interval: 1h", "interval: 1 hour")
		}, failed: "Check", shown: "::error file=documents/podinfo.yaml,line="},
		"one cluster less": {edit: removeTokyo, rendered: true, shown: "uninstalls"},
		"renamed": {edit: func(t *testing.T, dir string) {
			editDocument(t, dir, "podinfo.yaml", "  name: podinfo #", "  name: info #")
		}, rendered: true, failed: "Diff", shown: "FA601"},
	} {
		t.Run(name, func(t *testing.T) {
			origin, clone := t.TempDir(), filepath.Join(t.TempDir(), "clone")
			mustRun(t, origin, "fluxapp", "init")
			git(t, origin, "init", "-q", "-b", "main")
			render := func() {
				t.Helper()
				unlimited := filepath.Join(t.TempDir(), "unlimited.yaml")
				write(t, unlimited, "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: a}\n"+
					"spec: {limits: {maxDeleted: 100%}}\n")
				mustRun(t, origin, "fluxapp", "render", "documents", "-o", "dir=deploy", "--prune-orphans", "--config", unlimited)
				commit(t, origin)
			}
			render()
			git(t, origin, "checkout", "-q", "-b", "change")
			c.edit(t, origin)
			if c.rendered {
				render()
			} else {
				commit(t, origin)
			}
			git(t, origin, "clone", "-q", ".", clone)

			p := runGitHub(t, clone, "fluxapp.yaml")
			assertGate(t, p, c.failed)
			text := p.log
			if c.failed != "Check" {
				text += p.summary
				assert.Assert(t, strings.HasSuffix(p.calls,
					"\ngh pr comment 17 --edit-last --create-if-none --body-file diff.md\n"), p.calls)
			}
			assert.Assert(t, strings.Contains(text, c.shown), text)
		})
	}
}

func moreReplicas(t *testing.T, dir string) {
	t.Helper()
	editDocument(t, dir, "podinfo.yaml", "replicaCount: 2", "replicaCount: 4")
}
