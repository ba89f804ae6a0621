package e2e

import (
	"bytes"
	"fmt"
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

// TestManyClusters measures what two waves cost with the default flags of Flux. Where one object closes the first wave,
// that is compared with an open one, for which each object of the later wave waits for all of the earlier one.
func TestManyClusters(t *testing.T) {
	for _, c := range []struct {
		name     string
		clusters int // of each wave
		open     bool
		limited  bool // the API server has no API Priority and Fairness: so Flux limits itself
	}{
		{"60 and 60", 60, false, false},
		{"60 and 60, limited", 60, false, true},
		{"60 and 60, open", 60, true, false},
		{"60 and 60, open, limited", 60, true, true},
		{"200 and 200", 200, false, false},
		{"200 and 200, open", 200, true, false},
	} {
		for _, kind := range []orderedKind{orderedReleases, orderedKustomizations} {
			t.Run(c.name+", "+kind.resource, func(t *testing.T) {
				w := newOrdered(t, fmt.Sprintf("--enable-priority-and-fairness=%t", !c.limited))
				w.flux.defaults = true
				w.restart(t)
				f := w.ordered(t, kind, c.clusters, c.clusters)
				f.open, f.patience = c.open, 20*time.Minute
				for _, what := range []string{"install", "change"} {
					m := f.measure()
					tell("%s, %s, %s: %s", c.name, kind.resource, what, m)
					if c.open {
						assert.Assert(t, m.reads >= 2*c.clusters*c.clusters, "%s", m) // each object reads two items for each
						assert.Equal(t, m.early+m.later > m.limit(), c.limited, "%s", m)
					} else {
						assert.Assert(t, m.reads < 10*c.clusters+400, "%s", m)
						assert.Assert(t, m.later <= m.bound(), "%s", m)
					}
				}
			})
		}
	}
}

// measured is what a change of all clusters of two waves took.
type measured struct {
	items, bytes int           // of the objects: their dependencies, and their YAML
	reads        int           // of objects by the controller
	early        time.Duration // until all of the earlier wave were ready, but for the closing one
	later        time.Duration // from then on, until all were ready
}

func (m measured) String() string {
	return fmt.Sprintf("%d items, %d kB, %d reads, the earlier wave in %s, the later one %s after it", m.items,
		m.bytes/1000, m.reads, m.early.Round(time.Second), m.later.Round(time.Second))
}

// bound is what the later wave may take: at most a requeue until the closing object notices that all others are ready,
// another one until the later wave notices that the closing object is, and the work of both. A wave has as much of that
// as the one before.
func (m measured) bound() time.Duration { return 2 * (requeue + m.early) }

// limit is how long the reads take a controller that limits itself, with its default flags: 50 in a second, and 300
// more.
func (m measured) limit() time.Duration { return time.Duration(m.reads-300) * time.Second / 50 }

// measure changes all clusters, in the order of their names.
func (f *ordered) measure() measured {
	f.t.Helper()
	f.change(f.sites...)
	if f.open {
		f.opens()
	}
	var m measured
	for _, text := range f.texts {
		m.items += bytes.Count(text, []byte("\n  - name: ")) // of dependsOn: no other list has names
		m.bytes += len(text)
	}
	reads := f.reads()
	start := time.Now()
	f.store(slices.Sorted(maps.Keys(f.texts)))
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
	return m
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
	for line := range strings.Lines(string(kubectl(f.t, f.hub, nil, "get", "--raw", "/metrics"))) {
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
