package e2e

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// requeue is how often Flux looks at dependencies, with its default flags.
const requeue = 30 * time.Second

// TestManyClusters measures two waves of 60 clusters each with the default flags of Flux: the first of them is closed.
func TestManyClusters(t *testing.T) {
	eachKind(t, func(f *ordered) {
		for _, what := range []string{"install", "change"} {
			m := f.measure(what)
			assert.Assert(t, m.reads < 1000, "%s", m)
			// The objects of a wave need as long as those of the one before, and the closing one is one of these.
			assert.Assert(t, m.later <= 2*requeue+m.early, "%s", m)
		}
	}, 60, 60)
}

// TestMoreClusters measures the same with 200 clusters in each wave.
func TestMoreClusters(t *testing.T) {
	eachKind(t, func(f *ordered) {
		for _, what := range []string{"install", "change"} {
			m := f.measure(what)
			assert.Assert(t, m.later <= 2*requeue+m.early, "%s", m)
		}
	}, 200, 200)
}

// TestOpenWaves measures what TestManyClusters would be if no object closed a wave: fewer reads would be no reason to.
func TestOpenWaves(t *testing.T) {
	eachKind(t, func(f *ordered) {
		f.open = true
		for _, what := range []string{"install", "change"} {
			m := f.measure(what)
			assert.Assert(t, m.reads > 3000, "%s", m)
		}
	}, 60, 60)
}

// eachKind plays something with the default flags of Flux, and waves of so many clusters.
func eachKind(t *testing.T, play func(*ordered), sizes ...int) {
	for _, kind := range []orderedKind{orderedReleases, orderedKustomizations} {
		t.Run(kind.resource, func(t *testing.T) {
			w := newOrdered(t)
			w.flux.defaults = true
			w.restart(t)
			play(w.ordered(t, kind, sizes...))
		})
	}
}

// measured is what a change of all clusters of two waves took.
type measured struct {
	what         string
	items, bytes int           // of the objects: their dependencies, and their YAML
	reads        int           // of objects by the controller
	early        time.Duration // until all of the earlier wave were ready, but for the closing one
	later        time.Duration // from then on, until all were ready
}

func (m measured) String() string {
	return fmt.Sprintf("%s: %d items, %d kB, %d reads, the earlier wave in %s, the later one %s after it", m.what, m.items,
		m.bytes/1000, m.reads, m.early.Round(time.Second), m.later.Round(time.Second))
}

// measure changes all clusters, in the order of their names.
func (f *ordered) measure(what string) measured {
	f.t.Helper()
	f.change(f.sites...)
	if f.open {
		f.opens()
	}
	m := measured{what: what}
	for _, text := range f.texts {
		m.items += bytes.Count(text, []byte("\n  - name: ")) // of dependsOn: no other list has names
		m.bytes += len(text)
	}
	reads := f.reads()
	start := time.Now()
	f.storesInOrder()
	f.done()
	m.reads = f.reads() - reads
	assert.DeepEqual(f.t, f.leaks(), []string(nil))
	early, all := start, start
	for _, s := range f.sites {
		at := f.ready(s).at
		if at.After(all) {
			all = at
		}
		if s.wave == 0 && at.After(early) && (f.open || s != f.closes(0)) {
			early = at
		}
	}
	m.early, m.later = early.Sub(start), all.Sub(early)
	tell("%s, %s", f.kind.resource, m)
	return m
}

// storesInOrder applies all objects in the order of their names.
func (f *ordered) storesInOrder() {
	f.t.Helper()
	var all [][]byte
	for _, name := range slices.Sorted(maps.Keys(f.texts)) {
		all = append(all, f.texts[name])
	}
	kubectl(f.t, f.hub, bytes.Join(all, []byte("---\n")), "apply", "--server-side", "--field-manager=fluxapp", "-f", "-")
}

// opens lets each object of the later wave wait for all of the earlier one, as below the number from which on one
// object closes a wave.
func (f *ordered) opens() {
	f.t.Helper()
	var items []any
	for _, s := range f.in(0) {
		name := f.object(s)
		items = append(items, map[string]any{"name": name, "readyExpr": fmt.Sprintf(
			`dep.metadata.?annotations[?"fluxapp.dev/digest"].orValue("") == %q && !dep.spec.?suspend.orValue(false)`,
			f.digests[name])}, map[string]any{"name": name})
	}
	for _, s := range f.sites {
		var o map[string]any
		name := f.object(s)
		assert.NilError(f.t, yaml.Unmarshal(f.texts[name], &o))
		spec := o["spec"].(map[string]any)
		delete(spec, "dependsOn")
		if s.wave > 0 {
			spec["dependsOn"] = items
		}
		text, err := yaml.Marshal(o)
		assert.NilError(f.t, err)
		f.texts[name] = text
	}
}

// reads is how many objects were read, one by one, from the hub since it started. Only the controller does that.
func (f *ordered) reads() (count int) {
	f.t.Helper()
	response, err := f.hub.client().Get(f.hub.url + "/metrics")
	assert.NilError(f.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	assert.NilError(f.t, err)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "apiserver_request_total{") && strings.Contains(line, `verb="GET"`) &&
			strings.Contains(line, `resource="`+f.kind.resource+`"`) {
			_, number, _ := strings.Cut(line, "} ")
			n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			assert.NilError(f.t, err)
			count += int(n)
		}
	}
	return count
}
