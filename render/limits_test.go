package render_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

const MiB = 1 << 20

// limitCase is an input of a size or shape that nobody should send, and somebody will.
type limitCase struct {
	name   string
	in     func() string
	large  bool         // left out with -short
	code   finding.Code // of the error; empty when it renders
	errors bool         // there are many errors, all of that code
	count  int          // of objects
	memory uint64       // that the heap may grow by
}

var limits = []limitCase{
	{name: "10 MB of values", in: func() string { return application("a", values(10*MiB)) }, large: true,
		code: codes.ObjectSize, memory: 150 * MiB},
	{name: "1 MB of values", in: func() string { return application("a", values(1*MiB)) }, count: 1, memory: 50 * MiB},
	{name: "10 MB in one string", in: func() string {
		return application("a", "values: {a: "+strings.Repeat("x", 10*MiB)+"}")
	}, large: true, code: codes.ObjectSize, memory: 100 * MiB},
	{name: "100,000 entries", in: func() string { return application("a", many(100_000, "interval: 1m")...) }, large: true,
		count: 100_000, memory: 400 * MiB},
	{name: "50,000 entries on one line", in: func() string { return oneLine(50_000) }, large: true, count: 50_000,
		memory: 500 * MiB},
	{name: "10,000 levels", in: func() string { return nested(10_000) }, code: codes.TooLarge, memory: 100 * MiB},
	{name: "5,000 levels of blocks", in: func() string { return application("a", "values:\n"+blocks(5_000)) },
		code: codes.TooLarge, memory: 100 * MiB},
	{name: "more levels than the parser follows", in: func() string { return nested(20_000) }, code: codes.TooLarge,
		memory: 100 * MiB},
	{name: "900 levels", in: func() string { return nested(900) }, count: 1, memory: 100 * MiB},
	{name: "billion laughs", in: func() string { return laughs(30) }, code: codes.TooLarge, memory: 100 * MiB},
	{name: "billion laughs of merge keys", in: func() string { return mergeLaughs(30) }, code: codes.TooLarge,
		memory: 500 * MiB},
	{name: "one large value in many entries", in: func() string { return sharedValue(2000, 1*MiB) },
		code: codes.TooLarge, memory: 200 * MiB},
	{name: "one value in many entries", in: func() string { return sharedValue(2000, 64<<10) }, large: true,
		count: 2000, memory: 200 * MiB},
	{name: "one value merged into many entries", in: func() string { return mergedValue(10_000) }, count: 10_000,
		memory: 300 * MiB},
	{name: "copies of a source for many clusters", in: func() string { return copies(5_000, 16<<10) }, count: 10_000,
		memory: 50 * MiB},
	{name: "20,000 applications with waves", in: func() string { return waves(20_000) }, large: true, count: 40_000,
		memory: 500 * MiB},
	{name: "10,000 applications of as many clusters", in: func() string { return fleetOfMany(10_000) }, large: true,
		count: 10_000, memory: 300 * MiB},
	{name: "long annotations of all objects, with references",
		in: func() string { return annotated(200<<10, "interval: 1h") }, count: 1, memory: 50 * MiB},
	{name: "annotations of all objects that are too long with those of an entry", in: func() string {
		return annotated(200<<10, "interval: 1h\nmetadata: {annotations: {c: "+strings.Repeat("y", 60<<10)+"}}")
	}, code: codes.TooLong, memory: 50 * MiB},
	{name: "unknown fields behind many aliases", in: func() string { return strangeEntries(5000) },
		code: codes.UnknownField, errors: true, large: true, memory: 200 * MiB},
	{name: "missing fields behind many aliases", in: func() string { return sharedList(5000, "{}") },
		code: codes.Required, errors: true, memory: 200 * MiB},
	{name: "wrong values behind many aliases", in: func() string { return sharedList(2000, "{kind: x, name: v}") },
		code: codes.Unsupported, errors: true, large: true, memory: 200 * MiB},
	{name: "missing fields behind aliases in one entry", in: func() string { return sharedRenderers(5000) },
		code: codes.ObjectSize, memory: 50 * MiB},
}

// TestLimits expects of each such input a result, or one clear error, without much memory. What grows with the square
// of the input does not end before the tests' own timeout.
func TestLimits(t *testing.T) {
	for _, c := range limits {
		t.Run(c.name, func(t *testing.T) {
			if c.large && testing.Short() {
				t.Skip("large")
			}
			in := []byte(c.in())
			peak, began := peakHeap(), time.Now()
			docs := schema.Parse("in.yaml", in)
			result, err := render.Render(docs, render.Options{})
			assert.NilError(t, result.WriteYAML(io.Discard))
			took, memory := time.Since(began), peak()
			t.Logf("%d KiB: %v, %d MiB", len(in)>>10, took.Round(time.Millisecond), memory/MiB)
			assert.Check(t, memory < c.memory, "needed %d MiB", memory/MiB)
			if c.code != "" {
				errs := finding.From(err)
				assert.Assert(t, len(errs) == 1 || c.errors, "%v", err)
				for _, e := range errs {
					assert.Equal(t, e.Code, c.code, "%v", e)
				}
				return
			}
			assert.NilError(t, err)
			assert.Equal(t, len(result.Objects), c.count)
		})
	}
}

// peakHeap begins to watch the heap. The function that it returns ends that and says by how much the heap grew at most.
func peakHeap() func() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	before := stats.HeapAlloc
	var peak atomic.Uint64
	stop, stopped := make(chan bool), make(chan bool)
	look := func() {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		peak.Store(max(peak.Load(), now.HeapAlloc))
	}
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				look()
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-stopped
		look()
		return peak.Load() - min(before, peak.Load())
	}
}

// application is a FluxApplication with an entry for each text, which stands below the entry's destination.
func application(name string, entries ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: %s, namespace: apps}\n"+
		"spec:\n  source: {sourceRef: {kind: HelmRepository, name: repo}}\n  config:\n    helmRelease:\n"+
		"      chart: {chart: podinfo}\n      deploy:\n", name)
	for i, e := range entries {
		fmt.Fprintf(&b, "      - destination: {kubeConfig: {secretRef: {name: c%d}}, targetNamespace: web}\n        %s\n",
			i, strings.ReplaceAll(e, "\n", "\n        "))
	}
	return b.String()
}

func many(n int, text string) []string {
	entries := make([]string, n)
	for i := range entries {
		entries[i] = text
	}
	return entries
}

// values are so many bytes of everyday values.
func values(size int) string {
	var b strings.Builder
	b.WriteString("values:\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "  service%d:\n    image: {repository: ghcr.io/example/service%d, tag: v1.%d.0}\n    replicas: %d\n"+
			"    note: \"a 'quoted' text\"\n", i, i, i, i%7)
	}
	return b.String()
}

// oneLine is an application as a program writes it: JSON on one line. Each entry is warned of.
func oneLine(entries int) string {
	var b strings.Builder
	b.WriteString(`{"apiVersion":"fluxapp.dev/v1alpha1","kind":"FluxApplication","metadata":{"name":"a",` +
		`"namespace":"apps"},` +
		`"spec":{"source":{"sourceRef":{"kind":"HelmRepository","name":"repo"}},` +
		`"config":{"helmRelease":{"chart":{"chart":"podinfo"},"deploy":[`)
	for i := range entries {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"destination":{"kubeConfig":{"secretRef":{"name":"c%d"}},"targetNamespace":"web"}}`, i)
	}
	b.WriteString("]}}}}\n")
	return b.String()
}

func nested(levels int) string {
	return application("a", "values: "+strings.Repeat("{a: ", levels)+"1"+strings.Repeat("}", levels))
}

func blocks(levels int) string {
	return "  " + strings.Repeat("- ", levels) + "a"
}

// laughs doubles a value with each line.
func laughs(levels int) string {
	var b strings.Builder
	b.WriteString("values:\n  a0: &a0 [laugh, laugh]\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "  a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	return application("a", b.String())
}

// mergeLaughs doubles the keys of a map with each line.
func mergeLaughs(levels int) string {
	var b strings.Builder
	b.WriteString("values:\n  a0: &a0 {x: {}}\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "  a%d: &a%d {l: {<<: *a%d}, r: {<<: *a%d}, <<: {l%d: *a%d, r%d: *a%d}}\n", i, i, i-1, i-1, i, i-1,
			i, i-1)
	}
	return application("a", b.String())
}

// sharedValue is one value that so many entries name.
func sharedValue(entries, size int) string {
	first := "interval: 1m\nvalues: &values\n  text: " + strings.Repeat("x", size)
	return application("a", append([]string{first}, many(entries-1, "interval: 1m\nvalues: *values")...)...)
}

// copies is an application on so many clusters that each run Flux, with a source of so many bytes.
func copies(clusters, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a, namespace: apps}\n"+
		"spec:\n  topology: Standalone\n  source: {gitRepository: {url: https://example.com/a, interval: 1m, ignore: %s}}\n"+
		"  config: {kustomization: [{destination: {clusterSelector: {}}, interval: 1m, prune: true}]}\n  clusters:\n",
		strings.Repeat("x", size))
	for i := range clusters {
		fmt.Fprintf(&b, "  - {name: c%d}\n", i)
	}
	return b.String()
}

// annotated is an application with so many bytes of annotations with references for all its objects.
func annotated(size int, entry string) string {
	return strings.Replace(application("a", entry), "spec:\n",
		fmt.Sprintf("spec:\n  commonMetadata: {annotations: {a: $(app.name), b: $(app.name)%s}}\n",
			strings.Repeat("x", size)), 1)
}

// waves are so many applications of two waves.
func waves(applications int) string {
	var b strings.Builder
	for i := range applications {
		b.WriteString("---\n" + application(fmt.Sprintf("a%d", i), "interval: 1h", "interval: 1h\nwave: 1"))
	}
	return b.String()
}

// fleetOfMany are so many documents of clusters, each with an application.
func fleetOfMany(clusters int) string {
	var b strings.Builder
	for i := range clusters {
		fmt.Fprintf(&b, "---\napiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: c%d, namespace: apps}\n"+
			"---\n", i)
		b.WriteString(application(fmt.Sprintf("a%d", i)) +
			fmt.Sprintf("      - {destination: {cluster: c%d}, interval: 1m}\n", i))
	}
	return b.String()
}

// mergedValue is a map that so many entries merge into their values.
func mergedValue(entries int) string {
	first := "interval: 1m\nvalues: &values {a: 1, b: {c: 2}, d: [1, 2, 3]}"
	return application("a", append([]string{first}, many(entries-1, "interval: 1m\nvalues: {<<: *values, a: 2}")...)...)
}

// strangeEntries are so many aliases of an entry of which everything is wrong.
func strangeEntries(entries int) string {
	var b strings.Builder
	b.WriteString(application("a") + "      - &e\n        destination: {}\n        interval: 1m\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "        w%d: 1\n", i)
	}
	return b.String() + strings.Repeat("      - *e\n", entries)
}

// sharedList is a list of a thousand times the item that so many entries name.
func sharedList(entries int, item string) string {
	first := "interval: 1m\nvaluesFrom: &v [" + strings.Repeat(item+", ", 1000) + "]"
	return application("a", append([]string{first}, many(entries-1, "interval: 1m\nvaluesFrom: *v")...)...)
}

// sharedRenderers is one entry with so many aliases of a thousand images without their fields.
func sharedRenderers(aliases int) string {
	return application("a", "interval: 1m\npostRenderers:\n- &r {kustomize: {images: ["+strings.Repeat("{}, ", 1000)+
		"]}}\n"+strings.Repeat("- *r\n", aliases))
}

// TestFluxVersions renders fields that Flux ignores since a version. The warnings that name the version are there
// from it on.
func TestFluxVersions(t *testing.T) {
	const in = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: ns}
spec:
  source: {sourceRef: {kind: HelmRepository, name: s}}
  config:
    helmRelease:
      chart: {chart: c, version: 1.0.0}
      deploy:
      - {interval: 1h, destination: {targetNamespace: web}, upgrade: {force: true}, rollback: {force: true, ` +
		`recreate: true}}
`
	for version, want := range map[string]int{"2.6": 0, "2.7": 0, "2.8": 3, "2.9": 3} {
		findings := rendered(t, []byte(in), render.Options{FluxVersion: version}).Findings
		assert.Equal(t, strings.Count(fmt.Sprint(findings), "Flux 2.8 and newer ignore this field"), want, "%s: %v", version,
			findings)
	}
}
