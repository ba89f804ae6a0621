package e2e

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// delivery is the folder deploy of a git repository, which one Kustomization of the hub delivers: the root. Its objects
// are in the namespace flux-system.
type delivery struct {
	*stage
	work     string        // work tree of the repository
	revision string        // that Flux has fetched
	patience time.Duration // in place of the other one
}

// rootAndSource wants the name of the repository.
const rootAndSource = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: fleet, namespace: flux-system}
spec: {interval: 1h, url: "http://git.example.com/%s.git", ref: {branch: main}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: root, namespace: flux-system}
spec:
  interval: 1h
  retryInterval: 2s
  path: ./deploy
  prune: true
  sourceRef: {kind: GitRepository, name: fleet}
`

// deliver begins with an empty folder. A repository cannot be made twice.
func (w *world) deliver(t *testing.T, repository string) *delivery {
	t.Helper()
	d := &delivery{stage: &stage{world: w, t: t, cluster: w.hub}, work: filepath.Join(w.content.dir, repository)}
	assert.NilError(t, commits(w.content.dir, repository, map[string]string{"deploy/README.md": ""}))
	kubectl(t, w.hub, fmt.Appendf(nil, rootAndSource, repository), "apply", "--server-side", "-f", "-")
	return d
}

// rooted changes fields of the root's spec.
func (d *delivery) rooted(spec string) {
	d.t.Helper()
	kubectl(d.t, d.hub, nil, "patch", "kustomization", "-n", "flux-system", "root", "--type=merge", "-p",
		`{"spec":`+spec+`}`)
}

// inFolder is where a file of the folder is.
func (d *delivery) inFolder(name string) string { return filepath.Join(d.work, "deploy", name) }

// commit makes the folder the newest revision, which Flux fetches. Kustomizations that are not held then reconcile.
func (d *delivery) commit() {
	d.t.Helper()
	d.revision = d.push(d.work)
	kubectl(d.t, d.hub, nil, "annotate", "--overwrite", "gitrepository", "-n", "flux-system", "fleet",
		"reconcile.fluxcd.io/requestedAt="+time.Now().Format(time.RFC3339Nano))
	d.wait(func(all []object) error {
		for _, o := range all {
			if o.Kind == "GitRepository" && o.Status.Artifact.Revision == d.revision {
				return nil
			}
		}
		return fmt.Errorf("nobody has fetched %s", d.revision)
	})
}

// push commits a work tree and pushes it. The revision is the one that Flux tells.
func (s *stage) push(work string) (revision string) {
	s.t.Helper()
	for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "-m", "deploy"},
		{"push", "-q", work + ".git", "main"}} {
		assert.NilError(s.t, git(work, args...))
	}
	return "main@sha1:" + strings.TrimSpace(string(run(s.t, "git", "-C", work, "rev-parse", "HEAD")))
}

// deliver commits the folder and waits until the Kustomizations have applied it.
func (d *delivery) deliver(kustomizations ...string) {
	d.t.Helper()
	d.commit()
	d.delivered(kustomizations...)
}

// delivered waits until Kustomizations are ready with the newest revision.
func (d *delivery) delivered(kustomizations ...string) {
	d.t.Helper()
	d.wait(func(all []object) error { return d.applied(all, kustomizations...) })
}

// applied tells whether Kustomizations have applied the newest revision.
func (d *delivery) applied(all []object, kustomizations ...string) error {
	for _, name := range kustomizations {
		o := find(all, "Kustomization", name)
		if o.Status.LastAppliedRevision != d.revision || !o.is("Ready=True") || !o.is("observed") {
			return fmt.Errorf("%s has not applied %s", name, d.revision)
		}
	}
	return nil
}

// find returns an object that is not being deleted, or an empty one.
func find(all []object, kind, name string) object {
	i := slices.IndexFunc(all, func(o object) bool {
		return o.Kind == kind && o.Metadata.Name == name && o.Metadata.DeletionTimestamp == ""
	})
	if i < 0 {
		return object{}
	}
	return all[i]
}

// wait waits until the objects of Flux in the hub are as they should be.
func (d *delivery) wait(check func([]object) error) {
	d.t.Helper()
	poll.WaitOn(d.t, func(poll.LogT) poll.Result {
		text, err := d.hub.Kubectl(nil, "get", kinds, "-A", "-o", "yaml")
		if err != nil {
			return poll.Error(err)
		}
		d.text = text
		if err := check(parse(d.t, text)); err != nil {
			return poll.Continue("%v:\n%s", err, text)
		}
		return poll.Success()
	}, poll.WithTimeout(cmp.Or(d.patience, patience)), poll.WithDelay(200*time.Millisecond))
}

// inOrder commits the folder and lets Kustomizations reconcile one after another: none begins before those in front of
// it are ready. One that the hub does not have yet is made from the file of the folder.
func (d *delivery) inOrder(kustomizations ...string) {
	d.t.Helper()
	for _, name := range kustomizations {
		d.hold(name)
	}
	d.commit()
	for _, name := range kustomizations {
		kubectl(d.t, d.hub, nil, "patch", "kustomization", "-n", "flux-system", name, "--field-manager=hold",
			"--type=merge", "-p", `{"spec":{"suspend":null}}`)
		d.delivered(name)
	}
}

// hold suspends a Kustomization, with a manager of fields of its own: the root, which applies the Kustomization, takes
// away what kubectl set.
func (d *delivery) hold(name string) {
	d.t.Helper()
	object := []byte("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n" +
		"metadata: {name: " + name + ", namespace: flux-system}\nspec: {suspend: true}\n")
	if _, err := d.hub.Kubectl(nil, "get", "kustomization", "-n", "flux-system", name); err != nil {
		file := d.inFolder("delivery/kustomization-" + name + ".yaml")
		object = run(d.t, "kubectl", "patch", "--local", "-o", "yaml", "-f", file, "--type=merge", "-p",
			`{"spec":{"suspend":true}}`)
	}
	kubectl(d.t, d.hub, object, "apply", "--server-side", "--field-manager=hold", "-f", "-")
}
