package e2e

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
	"sigs.k8s.io/yaml"
)

// ordered is an application whose clusters are in waves. All clusters are the member berlin, where each has a ConfigMap
// with a message.
type ordered struct {
	*stage
	kind     orderedKind
	sites    []*site
	texts    map[string][]byte // the objects that were rendered last, by name
	digests  map[string]string // of the objects with one
	closing  []string          // names of those that close a wave
	objects  *journal          // of the hub
	messages *journal          // of berlin
	changes  int
	open     bool          // no object closes a wave
	patience time.Duration // in place of the other one
	revision string        // of the source, that an object must have to be ready; empty means any
	random   *rand.Rand
}

// site is a cluster.
type site struct {
	name    string
	wave    int
	message string
	refused bool // the API server refuses what is delivered
}

// orderedKind is a kind of workload.
type orderedKind struct{ app, resource, config string }

var (
	orderedReleases = orderedKind{"shop", "helmreleases", `  source:
    helmRepository: {url: "http://charts.example.com", interval: 1h}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: shop}
        interval: 1h
        values:
          name: $(app.name)-$(cluster.name)-shop
          message: $(cluster.params.message)
          refused: $(cluster.params.refused)
`}
	orderedKustomizations = orderedKind{"web", "kustomizations", `  source:
    gitRepository: {url: "http://git.example.com/waves.git", interval: 1h, ref: {branch: main}}
  config:
    kustomization:
    - destination: {clusterSelector: {}, targetNamespace: shop}
      interval: 1h
      retryInterval: 5s
      path: $(cluster.params.path)
      prune: true
      postBuild: {substitute: {name: $(app.name)-$(cluster.name)-shop, message: $(cluster.params.message)}}
`}
)

// newOrdered starts a hub with Flux, and a member. The API server of the hub can have more flags.
func newOrdered(t *testing.T, flags ...string) *world {
	t.Helper()
	w, start := newHub(t, flags...)
	w.members = []*Cluster{start("berlin")}
	w.flux = w.run(t, w.hub)
	return w
}

// ordered is a fleet with so many clusters in each wave. Nothing is applied yet.
func (w *world) ordered(t *testing.T, kind orderedKind, sizes ...int) *ordered {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	f := &ordered{stage: &stage{world: w, t: t, folder: t.TempDir(), cluster: w.hub}, kind: kind,
		random: rand.New(rand.NewPCG(seed, 0))}
	for wave, size := range sizes {
		for i := range size {
			f.sites = append(f.sites, &site{name: fmt.Sprintf("c%d-%03d", wave, i), wave: wave})
		}
	}
	f.kubeconfigs(f.sites...)
	f.objects = w.hub.watch(t, kind.resource, "apps")
	f.messages = w.members[0].watch(t, "configmaps", "shop")
	return f
}

// kubeconfigs gives the hub the kubeconfigs of clusters.
func (f *ordered) kubeconfigs(sites ...*site) {
	f.t.Helper()
	var items []any
	for _, s := range sites {
		items = append(items, map[string]any{
			"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"namespace": "apps", "name": f.secret(s)},
			"data": map[string]any{"value": f.members[0].Kubeconfig()},
		})
	}
	text, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": items})
	assert.NilError(f.t, err)
	kubectl(f.t, f.hub, text, "apply", "--server-side", "-f", "-")
}

func (f *ordered) secret(s *site) string { return f.object(s) + "-kubeconfig" }

// object is the name of a cluster's object, and of its ConfigMap.
func (f *ordered) object(s *site) string { return f.kind.app + "-" + s.name + "-shop" }

// in returns the clusters of waves.
func (f *ordered) in(waves ...int) (found []*site) {
	for _, s := range f.sites {
		if slices.Contains(waves, s.wave) {
			found = append(found, s)
		}
	}
	return found
}

// closes returns the cluster whose object closes a wave.
func (f *ordered) closes(wave int) *site {
	f.t.Helper()
	for _, s := range f.in(wave) {
		if slices.Contains(f.closing, f.object(s)) {
			return s
		}
	}
	f.t.Fatalf("no object closes wave %d, but %v", wave, f.closing)
	return nil
}

// other returns a cluster of a wave whose object does not close it.
func (f *ordered) other(wave int) *site {
	f.t.Helper()
	closing := f.closes(wave)
	all := slices.DeleteFunc(f.in(wave), func(s *site) bool { return s == closing })
	return all[f.random.IntN(len(all))]
}

// change gives clusters a message that none has had, and renders all.
func (f *ordered) change(sites ...*site) {
	f.t.Helper()
	f.changes++
	for _, s := range sites {
		s.message = f.newest()
	}
	f.rendered()
}

func (f *ordered) newest() string { return fmt.Sprintf("message %d", f.changes) }

// isChanged reports whether the cluster has the newest message of all.
func (f *ordered) isChanged(s *site) bool { return s.message == f.newest() }

func (f *ordered) document() string {
	var out, overrides strings.Builder
	fmt.Fprintf(&out, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
		"metadata: {name: %s, namespace: apps}\nspec:\n  clusters:\n", f.kind.app)
	for _, s := range f.sites {
		path := "./deploy"
		if s.refused {
			path = "./refused"
		}
		fmt.Fprintf(&out, "  - {name: %s, labels: {wave: w%d}, kubeConfig: {secretRef: {name: %s}}, "+
			"params: {message: %s, refused: %t, path: %s}}\n", s.name, s.wave, f.secret(s), s.message, s.refused, path)
	}
	for wave := range f.sites[len(f.sites)-1].wave {
		fmt.Fprintf(&overrides, "    - {clusterSelector: {matchLabels: {wave: w%d}}, wave: %[1]d}\n", wave+1)
	}
	return out.String() + f.kind.config + "    overrides:\n" + overrides.String()
}

// rendered renders the application.
func (f *ordered) rendered() {
	f.t.Helper()
	assert.NilError(f.t, os.WriteFile(filepath.Join(f.folder, "app.yaml"), []byte(f.document()), 0o644))
	f.texts, f.digests, f.closing = map[string][]byte{}, map[string]string{}, nil
	for _, text := range bytes.Split(f.render("app.yaml"), []byte("---\n")) {
		var o object
		assert.NilError(f.t, yaml.Unmarshal(text, &o))
		name := o.Metadata.Name
		f.texts[name] = text
		if digest := o.Metadata.Annotations["fluxapp.dev/digest"]; digest != "" {
			f.digests[name] = digest
		}
		if o.Metadata.Annotations["fluxapp.dev/closes-wave"] != "" {
			f.closing = append(f.closing, name)
		}
	}
}

// stores applies the objects of clusters, in their order.
func (f *ordered) stores(sites ...*site) {
	f.t.Helper()
	var names []string
	for _, s := range sites {
		names = append(names, f.object(s))
	}
	f.store(names)
}

// store applies objects by their names.
func (f *ordered) store(names []string) {
	f.t.Helper()
	if len(names) == 0 {
		return
	}
	var all [][]byte
	for _, name := range names {
		all = append(all, f.texts[name])
	}
	kubectl(f.t, f.hub, bytes.Join(all, []byte("---\n")), "apply", "--server-side", "--field-manager=fluxapp", "-f", "-")
}

// storesAll applies all objects in an order by chance, with a pause in between. Half of the times the objects of the
// last wave come first.
func (f *ordered) storesAll() {
	f.t.Helper()
	sites := slices.Clone(f.sites)
	f.random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	if last := f.sites[len(f.sites)-1].wave; f.random.IntN(2) == 0 {
		slices.SortStableFunc(sites, func(a, b *site) int { return min(last-b.wave, 1) - min(last-a.wave, 1) })
	}
	cut := f.random.IntN(len(sites))
	f.stores(sites[:cut]...)
	time.Sleep(time.Duration(f.random.IntN(4000)) * time.Millisecond)
	f.stores(sites[cut:]...)
}

// ready is since when the object of a cluster is ready with the spec that was rendered last.
func (f *ordered) ready(s *site) entry {
	name := f.object(s)
	return f.objects.first(name, func(o object) bool {
		return o.Metadata.Annotations["fluxapp.dev/digest"] == f.digests[name] && !o.Spec.Suspend && o.is("observed") &&
			o.is("Ready=True") && (f.revision == "" || o.Status.LastAppliedRevision == f.revision)
	})
}

// went is since when a cluster has its newest message.
func (f *ordered) went(s *site) entry {
	return f.messages.first(f.object(s), func(o object) bool { return o.Data["message"] == s.message })
}

// done waits until all clusters have their messages, and all objects are ready.
func (f *ordered) done() {
	f.t.Helper()
	f.awaits(func() string { return f.undone(f.sites) })
}

// undone tells of a cluster that does not have its message, or whose object is not ready.
func (f *ordered) undone(sites []*site) string {
	for _, s := range sites {
		if f.went(s).version == 0 || f.ready(s).version == 0 {
			return fmt.Sprintf("%s is not done: %+v", f.object(s), f.objects.last(f.object(s)).object)
		}
	}
	return ""
}

// awaits waits until a function returns nothing.
func (f *ordered) awaits(missing func() string) {
	f.t.Helper()
	poll.WaitOn(f.t, func(poll.LogT) poll.Result {
		for _, j := range []*journal{f.objects, f.messages} {
			if err := j.failure(); err != nil {
				return poll.Error(err)
			}
		}
		if what := missing(); what != "" {
			return poll.Continue("%s", what)
		}
		return poll.Success()
	}, poll.WithTimeout(cmp.Or(f.patience, 2*patience)), poll.WithDelay(100*time.Millisecond))
}

// leaks are the changed clusters that got their message before all of the wave before them were ready.
func (f *ordered) leaks() (found []string) {
	for _, s := range f.sites {
		if !f.isChanged(s) {
			continue
		}
		for _, before := range f.in(s.wave - 1) {
			if went, ready := f.went(s), f.ready(before); went.version < ready.version {
				found = append(found, fmt.Sprintf("%s at %d, %s at %d", s.name, went.version, before.name, ready.version))
				break
			}
		}
	}
	return found
}
