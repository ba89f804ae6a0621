package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

var keep = flag.String("keep", "", "folder for the logs and files of the servers (default: they are removed)")

// world is a hub that runs Flux for the members berlin and tokyo. The documents of all situations have these.
type world struct {
	hub      *Cluster
	members  []*Cluster
	flux     *Flux // of the hub
	content  *Content
	programs string
}

var namespaces = []string{"apps", "shop", "flux-system"}

// newWorld starts everything. It ends with the test.
func newWorld(t *testing.T) *world {
	t.Helper()
	w, start := newHub(t)
	w.members = []*Cluster{start("berlin"), start("tokyo")}
	for _, member := range w.members {
		w.kubeconfig(t, "apps", member.Name, member.Kubeconfig())
	}
	w.flux = w.run(t, w.hub)
	return w
}

// newHub starts a hub without Flux, perhaps with more flags of its API server. The function starts members.
func newHub(t *testing.T, flags ...string) (*world, func(name string, flags ...string) *Cluster) {
	t.Helper()
	w, dir, url := newStore(t)
	var err error
	w.content, err = NewContent(filepath.Join(dir, "content"))
	assert.NilError(t, err)
	start := func(name string, flags ...string) *Cluster {
		t.Helper()
		return w.cluster(t, name, dir, url, flags...)
	}
	w.hub = w.cluster(t, "hub", dir, url, flags...)
	return w, start
}

// newStore starts the store of API servers, and returns the folder of their files and its URL.
func newStore(t *testing.T) (w *world, dir, url string) {
	t.Helper()
	programs, err := Programs()
	assert.NilError(t, err)
	dir = folder(t)
	etcd, url, err := startEtcd(programs, dir)
	assert.NilError(t, err)
	t.Cleanup(etcd.Stop)
	return &world{programs: programs}, dir, url
}

// folder returns an empty folder.
func folder(t *testing.T) string {
	t.Helper()
	if *keep == "" {
		return t.TempDir()
	}
	assert.NilError(t, os.MkdirAll(*keep, 0o755))
	dir, err := os.MkdirTemp(*keep, "")
	assert.NilError(t, err)
	t.Log(dir)
	return dir
}

func (w *world) cluster(t *testing.T, name, dir, etcd string, flags ...string) *Cluster {
	t.Helper()
	c, err := startCluster(name, w.programs, dir, etcd, flags...)
	assert.NilError(t, err)
	t.Cleanup(c.server.Stop)
	for _, namespace := range namespaces {
		kubectl(t, c, nil, "create", "namespace", namespace)
	}
	return c
}

// run installs Flux in a cluster.
func (w *world) run(t *testing.T, c *Cluster) *Flux {
	t.Helper()
	files, err := crds()
	assert.NilError(t, err)
	c.define(t, files...)
	flux, err := StartFlux(c, w.programs, w.content)
	assert.NilError(t, err)
	t.Cleanup(flux.Close)
	return flux
}

// define applies CRDs, and waits until they are served. kubectl wait fails for those without any status.
func (c *Cluster) define(t *testing.T, files ...string) {
	t.Helper()
	for _, file := range files {
		kubectl(t, c, nil, "apply", "--server-side", "-f", file)
	}
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		if _, err := c.Kubectl(nil, "wait", "--for=condition=Established", "crd", "--all"); err != nil {
			return poll.Continue("%v", err)
		}
		return poll.Success()
	}, poll.WithTimeout(time.Minute), poll.WithDelay(time.Second))
}

// kubeconfig gives a namespace of the hub the kubeconfig of a member.
func (w *world) kubeconfig(t *testing.T, namespace, member string, text []byte) {
	t.Helper()
	secret, err := json.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "Secret",
		"metadata": map[string]any{"namespace": namespace, "name": member + "-kubeconfig"},
		"data":     map[string]any{"value": text},
	})
	assert.NilError(t, err)
	kubectl(t, w.hub, secret, "apply", "--server-side", "-f", "-")
}

func kubectl(t *testing.T, c *Cluster, in []byte, args ...string) []byte {
	t.Helper()
	out, err := c.Kubectl(in, args...)
	assert.NilError(t, err)
	return out
}

// reset brings the world back to its beginning: Flux runs, and no object of a situation is there.
func (w *world) reset(t *testing.T) {
	t.Helper()
	for host := range w.content.hosts {
		w.content.Down(host, false)
	}
	w.restart(t)
	if _, err := w.hub.Kubectl(nil, "delete", kinds, "--all", "-A", "--timeout=20s"); err != nil {
		w.abandon(t) // Flux cannot delete what is on a cluster that it does not reach
	}
	for _, member := range w.members {
		for _, namespace := range namespaces {
			kubectl(t, member, nil, "delete", "configmaps,secrets,deployments", "--all", "-n", namespace)
		}
	}
}

// restart starts all controllers anew: one may be stopped, or wait for minutes for an object to become ready.
func (w *world) restart(t *testing.T) {
	t.Helper()
	w.flux.StopAll()
	for _, name := range Controllers {
		assert.NilError(t, w.flux.Start(name))
	}
}

// abandon takes the finalizers off all objects.
func (w *world) abandon(t *testing.T) {
	t.Helper()
	for _, o := range parse(t, kubectl(t, w.hub, nil, "get", kinds, "-A", "-o", "json")) {
		_, err := w.hub.Kubectl(nil, "patch", o.resource(), "-n", o.Metadata.Namespace, o.Metadata.Name,
			"--type=merge", "-p", `{"metadata":{"finalizers":null}}`)
		if err != nil {
			t.Log(err) // it went in the meantime
		}
	}
	kubectl(t, w.hub, nil, "delete", kinds, "--all", "-A", "--timeout=20s")
	w.restart(t)
}

// member is a cluster by its name.
func (w *world) member(name string) *Cluster {
	for _, member := range w.members {
		if member.Name == name {
			return member
		}
	}
	panic(fmt.Sprintf("no member %s", name))
}
