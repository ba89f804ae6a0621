package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// rollOut has a canary, and production behind it.
const rollOut = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: api, namespace: apps}
spec:
  clusters:
  - {name: canary, kubeConfig: {secretRef: {name: canary}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo}}}
  source: {sourceRef: {kind: GitRepository, name: code}}
  config:
    kustomization:
    - {destination: {clusterSelector: {}}, interval: 1h, prune: true, wait: true, path: ./api}
    overrides:
    - {cluster: tokyo, wave: 1}
`

const (
	stoppedWrongly = rollOut + "    - {cluster: canary, suspend: true}\n"
	stopped        = rollOut + "    - {cluster: tokyo, suspend: true}\n"
	isFreed        = "1 Kustomization on 1 cluster waits for nothing any more: Flux applies it at once (tokyo)"
)

// TestFreed checks that each door holds a change which frees production, says the same digest, and writes nothing
// before it is given, and that none of them holds one that suspends production too.
func TestFreed(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, d := range doors {
		put(t, d.documents+"/api.yaml", rollOut)
		told, refused := d.render(t, again{})
		assert.Assert(t, !refused, "%v", told)
		put(t, d.documents+"/api.yaml", stoppedWrongly)
	}
	put(t, "before.yaml", rollOut)
	files, digests := snapshot(t, "."), map[string]bool{}
	for _, args := range [][]string{{"diff", "before.yaml", "in"}, {"diff", "--rendered", "out", "in"},
		{"render", "in", "-o", "dir=out"}, {"render", "in", "-o", "dir=out", "--dry-run"}} {
		out, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, map[string]int{"render": exitDocuments, "diff": exitCommand}[args[0]])
		assert.Assert(t, strings.Contains(out+errs, isFreed+"; to stop a roll-out, suspend the clusters that must not "),
			out+errs)
		digests[digestIn(t, out+errs)] = true
	}
	told, refused := renderByFunction(t, again{})
	assert.Assert(t, refused && strings.Contains(strings.Join(told, "\n"), isFreed), "%v", told)
	digest := digestIn(t, strings.Join(told, "\n"))
	digests[digest] = true
	assert.Equal(t, len(digests), 1, "%v", digests)
	assert.Equal(t, snapshot(t, "."), files)

	for _, d := range doors {
		put(t, d.documents+"/api.yaml", stopped)
		told, refused := d.render(t, again{})
		assert.Assert(t, !refused, "%v", told)
		put(t, d.documents+"/api.yaml", rollOut)
		told, refused = d.render(t, again{})
		assert.Assert(t, !refused, "%v", told)
		put(t, d.documents+"/api.yaml", stoppedWrongly)
		told, refused = d.render(t, again{flags: []string{"--acknowledge", digest},
			config: renderConfig + "  acknowledge: \"" + digest + "\"\n"})
		acknowledged := strings.Contains(strings.Join(told, "\n"), isFreed+"; this is acknowledged with "+digest)
		assert.Assert(t, !refused && acknowledged, "%v", told)
	}
}

// TestFreedObserved checks that a change frees what is ready in its new version already, and is told and not held; what
// waits, or has another version, is held.
func TestFreedObserved(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/api.yaml", rollOut, "before.yaml", rollOut)
	put(t, "in/ready.yaml", observedOf(t, "in/api.yaml"))
	put(t, "waiting.yaml", observedOf(t, "in/api.yaml", `status: "True", reason: ReconciliationSucceeded`,
		`status: "False", reason: DependencyNotReady`))
	put(t, "other.yaml", strings.Replace(read(t, "in/ready.yaml"), "path: ./api", "path: ./old", 2))
	good(t, "in/api.yaml", "-o", "dir=out")
	put(t, "in/api.yaml", stoppedWrongly)
	for _, c := range []struct {
		file string
		held bool
	}{{"in/ready.yaml", false}, {"waiting.yaml", true}, {"other.yaml", true}} {
		for _, args := range [][]string{{"diff", "before.yaml", "in"}, {"diff", "--rendered", "out", "in"},
			{"render", "in", "-o", "dir=out", "--dry-run"}} {
			out, errs, code := fluxapp(t, "", append(args, "--observed", c.file)...)
			assert.Equal(t, strings.Contains(out+errs, "write --acknowledge"), c.held, out+errs)
			assert.Equal(t, code, map[bool]map[string]int{true: {"diff": exitCommand, "render": exitDocuments},
				false: {"diff": exitDocuments, "render": exitGood}}[c.held][args[0]], "%s %v", c.file, args)
			assert.Assert(t, strings.Contains(out+errs, isFreed), out+errs)
			assert.Equal(t, strings.Contains(out+errs, isFreed+"; the observed workload is ready with this already"), !c.held,
				out+errs)
		}
	}
	_, errs, code := fluxapp(t, "", "render", "in", "--observed", "in/ready.yaml")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.Contains(errs, "--observed needs -o dir=PATH"), errs)
}
