package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
)

// artifacts is the host that a controller names in the URLs of its artifacts, as in a cluster.
func artifacts(controller string) string { return controller + ".flux-system.svc.cluster.local." }

// sourceWatcher makes artifacts of parts of others.
const sourceWatcher = "source-watcher"

// Flux is the controllers of one cluster.
type Flux struct {
	cluster  *Cluster
	programs string
	storages map[string]string // addresses of artifacts, by the controller
	features map[string]string // feature gates, by the controller
	defaults bool              // as in a cluster, Flux looks at dependencies every 30 seconds
	events   string            // URL that events go to; empty for none
	proxy    *httptest.Server
	running  map[string]*process
}

// StartFlux starts all controllers on a cluster.
func StartFlux(c *Cluster, programs string, content *Content) (*Flux, error) {
	tell("starting the controllers of Flux in %s", c.Name)
	f := &Flux{cluster: c, programs: programs, storages: map[string]string{}, features: map[string]string{},
		running: map[string]*process{}}
	for _, controller := range []string{"source-controller", sourceWatcher} {
		storage, err := address()
		if err != nil {
			return nil, err
		}
		f.storages[controller] = storage
	}
	f.proxy = httptest.NewServer(content.proxy(f.storages))
	for _, name := range Controllers {
		if err := f.Start(name); err != nil {
			return f, err
		}
	}
	tell("%s has Flux", c.Name)
	return f, nil
}

// Start starts one controller.
func (f *Flux) Start(controller string) error {
	health, err := address()
	if err != nil {
		return err
	}
	store := filepath.Join(f.cluster.dir, "storage", controller)
	for _, dir := range []string{store, f.cluster.tmp()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	args := []string{
		"--watch-all-namespaces", "--enable-leader-election=false", "--metrics-addr=127.0.0.1:0", "--health-addr=" + health,
	}
	if !f.defaults {
		args = append(args, "--requeue-dependency=2s", "--interval-jitter-percentage=0")
	}
	if storage := f.storages[controller]; storage != "" {
		args = append(args, "--storage-path="+store, "--storage-addr="+storage, "--storage-adv-addr="+artifacts(controller))
	}
	if features := f.features[controller]; features != "" {
		args = append(args, "--feature-gates="+features)
	}
	if f.events != "" {
		args = append(args, "--events-addr="+f.events)
	}
	// Go never asks the proxy for the API servers, which are on this machine.
	env := []string{
		"KUBECONFIG=" + f.cluster.kubeconfig, "RUNTIME_NAMESPACE=flux-system", "HTTP_PROXY=" + f.proxy.URL,
		// A kustomize-controller that starts removes the files of others.
		"TMPDIR=" + f.cluster.tmp(),
	}
	p, err := start(f.cluster.dir, controller, filepath.Join(f.programs, controller), env, args)
	if err != nil {
		return err
	}
	f.running[controller] = p
	return p.answers(http.DefaultClient, "http://"+health+"/readyz")
}

// Stop ends one controller, as when its Deployment has no replica.
func (f *Flux) Stop(controller string) {
	f.running[controller].Stop()
	delete(f.running, controller)
}

// StopAll ends those that run.
func (f *Flux) StopAll() {
	for name := range f.running {
		f.Stop(name)
	}
}

// Close ends all.
func (f *Flux) Close() {
	f.StopAll()
	f.proxy.Close()
}
