package e2e

import (
	"bytes"
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/poll"
	"sigs.k8s.io/yaml"
)

// change is one that fluxapp diff tells about, and what Flux does. Its folder in testdata/changes has the documents.
type change struct {
	folder, words string // that diff prints
	// berlin and tokyo are the ConfigMaps of the members afterwards: "kept" is one with its uid of before, and "new"
	// was made by the change.
	berlin, tokyo map[string]string
	// play is what happens in place of applying and pruning, and failing are workloads that stay failed.
	play    func(*stage)
	failing []string
}

const (
	installed = "shop-shop-berlin-shop"
	other     = "shop-shop-tokyo-shop"
	orphaned  = "stays there without an owner; if both lead to one cluster, nothing happens"
)

var changes = []change{
	{folder: "cluster-renamed", words: "Flux uninstalls its Helm release shop-shop-berlin-shop with the old object and " +
		"installs shop-shop-munich-shop", berlin: map[string]string{"shop-shop-munich-shop": "new"}},
	{folder: "cluster-renamed-pinned", words: "spec.values.message: berlin → munich",
		berlin: map[string]string{installed: "kept"}},
	{folder: "cluster-moved", words: orphaned, berlin: map[string]string{installed: "kept"},
		tokyo: map[string]string{installed: "new"}},
	{folder: "secret-renamed", words: orphaned, berlin: map[string]string{installed: "kept"}},
	{folder: "kubeconfig-copied", words: orphaned, berlin: map[string]string{installed: "kept", other: "new"},
		tokyo: map[string]string{other: "kept"}},
	{folder: "name-prefix", words: "and deletes what has the old names",
		berlin: map[string]string{"new-web": "new", "new-old": "new"}},
	{folder: "path", words: "Flux deletes what only ./first has", berlin: map[string]string{"web": "kept", "new": "new"}},
	{folder: "source", words: "delete what only http://git.example.com/two.git has",
		berlin: map[string]string{"web": "kept", "other": "new"}},
	{folder: "source-ref", words: "Flux deletes what only GitRepository apps/two has",
		berlin: map[string]string{"web": "kept", "other": "new"}},
	{folder: "hub-namespace", words: "but only at its next interval if the old one goes last", play: lastDeleted},
	{folder: "slow-uninstall", words: "without install.remediation.retries, it stays failed if the old uninstall is slow",
		play: slowUninstall, failing: []string{"helmrelease/shop-munich-shop"}},
	{folder: "slow-uninstall-retries", words: "installs shop-shop-munich-shop with the new one\n",
		berlin: map[string]string{"fixed": "new"}, play: slowUninstall},
}

// TestChanges holds that Flux does to the members what diff tells of a change. Objects are applied, and those that are
// rendered no more deleted, in the order of kustomize-controller with prune.
func TestChanges(t *testing.T) {
	w := newWorld(t)
	berlin := w.member("berlin").Kubeconfig()
	w.kubeconfig(t, "apps", "copy", berlin)
	w.kubeconfig(t, "shop", "berlin", berlin)
	for _, c := range changes {
		t.Run(c.folder, func(t *testing.T) {
			w.reset(t)
			s := &stage{world: w, t: t, folder: "testdata/changes/" + c.folder, cluster: w.hub}
			assert.Assert(t, cmp.Contains(s.diff(), c.words))
			s.apply("before.yaml")
			s.allReady()
			before := s.uids()
			if c.play == nil {
				s.apply("after.yaml")
				s.prune()
				s.settle()
			} else {
				c.play(s)
			}
			s.allReady(c.failing...)
			s.has("berlin", before, c.berlin)
			s.has("tokyo", before, c.tokyo)
		})
	}
}

// diff returns what fluxapp diff prints, which ends with 1 where something changes.
func (s *stage) diff() string {
	s.t.Helper()
	out, err := exec.Command(filepath.Join(s.programs, "fluxapp"), "diff", filepath.Join(s.folder, "before.yaml"),
		filepath.Join(s.folder, "after.yaml")).Output()
	var exit *exec.ExitError
	assert.Assert(s.t, errors.As(err, &exit) && exit.ExitCode() == 1, "%v", err)
	return string(out)
}

// lastDeleted deletes the old objects when the new ones are ready.
func lastDeleted(s *stage) {
	s.apply("after.yaml")
	s.allReady()
	s.prune()
	s.settle()
}

// slowUninstall lets the old release need longer until its ConfigMap is gone than the new one until it is installed.
func slowUninstall(s *stage) {
	berlin := s.member("berlin")
	finalizers := func(value string) {
		kubectl(s.t, berlin, nil, "patch", "configmap", "-n", "shop", "fixed", "--type=merge", "-p",
			`{"metadata":{"finalizers":`+value+`}}`)
	}
	finalizers(`["shop.example.com/slow"]`)
	s.apply("after.yaml")
	s.prune()
	poll.WaitOn(s.t, func(poll.LogT) poll.Result {
		if len(s.workload("shop-munich-shop").Status.History) == 0 {
			return poll.Continue("no installation has failed")
		}
		return poll.Success()
	}, poll.WithTimeout(patience), poll.WithDelay(time.Second))
	finalizers("null")
	s.settle()
}

// prune deletes the objects of before.yaml that after.yaml does not have.
func (s *stage) prune() {
	s.t.Helper()
	after := map[string]bool{}
	for _, o := range s.rendered("after.yaml") {
		after[o.Metadata.Namespace+"/"+o.String()] = true
	}
	for _, o := range s.rendered("before.yaml") {
		if !after[o.Metadata.Namespace+"/"+o.String()] {
			kubectl(s.t, s.hub, nil, "delete", "--wait=false", "-n", o.Metadata.Namespace, o.String())
		}
	}
}

func (s *stage) rendered(file string) (all []object) {
	s.t.Helper()
	for _, text := range bytes.Split(s.render(file), []byte("---\n")) {
		var o object
		assert.NilError(s.t, yaml.Unmarshal(text, &o))
		all = append(all, o)
	}
	return all
}

// allReady waits until no workload of the hub is being deleted, and all are ready, except those that fail for ever.
func (s *stage) allReady(failing ...string) {
	s.t.Helper()
	poll.WaitOn(s.t, func(poll.LogT) poll.Result {
		s.text = kubectl(s.t, s.hub, nil, "get", "helmreleases,kustomizations", "-A", "-o", "yaml")
		for _, o := range parse(s.t, s.text) {
			isDone := o.is("Ready=True")
			if slices.Contains(failing, o.String()) {
				isDone = o.is("Ready=False") && o.is("Stalled=True")
			}
			if !isDone || !o.is("observed") || o.Metadata.DeletionTimestamp != "" {
				return poll.Continue("%s:\n%s", o, s.text)
			}
		}
		return poll.Success()
	}, poll.WithTimeout(patience), poll.WithDelay(200*time.Millisecond))
}

// uids returns the ConfigMaps of the members.
func (s *stage) uids() map[string]string {
	s.t.Helper()
	all := map[string]string{}
	for _, member := range s.members {
		for _, o := range parse(s.t, kubectl(s.t, member, nil, "get", "configmaps", "-n", "shop", "-o", "yaml")) {
			all[member.Name+" "+o.Metadata.Name] = o.Metadata.UID
		}
	}
	return all
}

// has waits until a member has the ConfigMaps, each kept or new.
func (s *stage) has(member string, before, want map[string]string) {
	s.t.Helper()
	poll.WaitOn(s.t, func(poll.LogT) poll.Result {
		found := map[string]string{}
		for name, uid := range s.uids() {
			on, configMap, _ := strings.Cut(name, " ")
			switch {
			case on != member:
			case before[name] == uid:
				found[configMap] = "kept"
			default:
				found[configMap] = "new"
			}
		}
		if !maps.Equal(found, want) {
			return poll.Continue("%s has %v", member, found)
		}
		return poll.Success()
	}, poll.WithTimeout(patience), poll.WithDelay(time.Second))
}
