package e2e

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// requeue is how long a controller waits by default until it looks at dependencies again.
const requeue = 30 * time.Second

// TestWaveReads changes 60 and 60 clusters with the default flags of controllers. They read fewer than 1,000
// dependencies, and the later wave waits for at most two requeues besides its work: until the closing object has seen
// the others, and until the later objects have seen that.
func TestWaveReads(t *testing.T) { measure(t, 60) }

// TestManyClusters does the same with 200 and 200.
func TestManyClusters(t *testing.T) { measure(t, 200) }

func measure(t *testing.T, size int) {
	for _, kind := range []orderedKind{orderedReleases, orderedKustomizations} {
		t.Run(kind.resource, func(t *testing.T) {
			w := newOrdered(t)
			w.flux.defaults = true
			w.restart(t)
			f := w.ordered(t, kind, size, size)
			for _, what := range []string{"install", "change of all"} {
				f.change(f.sites...)
				read, began := f.reads(), time.Now()
				f.apply("app.yaml")
				f.done()
				read = f.reads() - read
				assert.DeepEqual(t, f.leaks(), []string(nil))
				others, later := f.lasts(began)
				t.Logf("%s of %d+%d %s: %d items, %d kB, %d reads; the first wave was ready after %s, all after %s", what,
					size, size, kind.resource, f.items(), f.bytes()/1000, read, others, later)
				assert.Assert(t, read < size*1000/60)
				assert.Assert(t, later < others+2*requeue+others)
			}
		})
	}
}

// reads is how often somebody has read one object of the kind from the API server. It counts what controllers read of
// dependencies: they know the others from a watch.
func (f *ordered) reads() (sum int) {
	f.t.Helper()
	for line := range bytes.Lines(kubectl(f.t, f.hub, nil, "get", "--raw", "/metrics")) {
		text, isCount := strings.CutPrefix(string(line), "apiserver_request_total{")
		if !isCount || !strings.Contains(text, `resource="`+f.kind.resource+`"`) || !strings.Contains(text, `verb="GET"`) {
			continue
		}
		count, err := strconv.ParseFloat(strings.TrimSpace(text[strings.LastIndex(text, "}")+1:]), 64)
		assert.NilError(f.t, err)
		sum += int(count)
	}
	return sum
}

// items is how many dependencies the objects have.
func (f *ordered) items() (sum int) {
	for _, text := range f.texts {
		sum += len(regexp.MustCompile(`(?m)^  - name: `).FindAll(text, -1))
	}
	return sum
}

func (f *ordered) bytes() (sum int) {
	for _, text := range f.texts {
		sum += len(text)
	}
	return sum
}

// lasts is how long it took until the last of the first wave was ready, but for the closing object, and until all were.
func (f *ordered) lasts(began time.Time) (first, all time.Duration) {
	f.t.Helper()
	closing := f.closes(0)
	for _, s := range f.sites {
		took := f.ready(s).at.Sub(began)
		all = max(all, took)
		if s.wave == 0 && s != closing {
			first = max(first, took)
		}
	}
	return first.Round(time.Second), all.Round(time.Second)
}
