package render_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/verify"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// as returns a document of waveOfClusters with objects of another kind.
func as(kind string, in []byte) []byte {
	release := "helmRelease:\n      chart: {chart: shop, version: 4.1.0}\n      deploy:\n"
	list := map[string]string{"HelmRelease": release, "Kustomization": "kustomization:\n", "KCLRun": "kclRun:\n"}[kind]
	in = bytes.Replace(in, []byte(release), []byte(list), 1)
	if kind == "HelmRelease" {
		return in
	}
	in = bytes.Replace(in, []byte("kind: HelmRepository"), []byte("kind: GitRepository"), 1)
	return replicas.ReplaceAll(in, []byte("path: ./shop-$1, prune: true"))
}

var replicas = regexp.MustCompile(`values: \{replicas: (\d+)\}`)

// objectsOfWaves returns the objects of a result by name.
func objectsOfWaves(t *testing.T, result render.Result) map[string]gatedObject {
	t.Helper()
	objects := map[string]gatedObject{}
	for _, o := range result.Objects {
		var object gatedObject
		assert.NilError(t, sigsyaml.Unmarshal(o.YAML(), &object))
		objects[object.Metadata.Name] = object
	}
	return objects
}

// closing returns the names of the objects that close a wave, in their order.
func closing(objects map[string]gatedObject) []string {
	names := slices.Sorted(maps.Keys(objects))
	return slices.DeleteFunc(names, func(name string) bool {
		_, closes := objects[name].Metadata.Annotations[kinds.AnnotationClosesWave]
		return !closes
	})
}

// awaits returns the names of what an object waits for, each once.
func (o gatedObject) awaits() (names []string) {
	for _, item := range o.Spec.DependsOn {
		names = append(names, item.Name)
	}
	return slices.Compact(names)
}

// TestClosedWaves holds the form of a chain of three waves: each closing object waits for all others of its wave, each
// object behind for the closing one alone.
func TestClosedWaves(t *testing.T) {
	for kind, items := range map[string]int{"HelmRelease": 1, "Kustomization": 2} {
		result := rendered(t, as(kind, waveOfClusters{25, 22, 23}.document(nil)), render.Options{})
		assert.Assert(t, gatePairs(t, result) > 0)
		objects := objectsOfWaves(t, result)
		closes := closing(objects)
		assert.Equal(t, len(closes), 2)
		sizes := map[string]int{}
		for name, object := range objects {
			wave := name[len("shop-c"):][0] - '0'
			want := 0
			if wave > 0 {
				want = 1
				assert.Equal(t, object.Spec.DependsOn[0].Name, closes[wave-1])
			}
			if slices.Contains(closes, name) {
				want += []int{24, 21}[wave]
				assert.Equal(t, object.Spec.Interval, "1m")
				assert.Equal(t, object.Metadata.Annotations[kinds.AnnotationClosesWave], "1h")
			} else {
				assert.Equal(t, object.Spec.Interval, "1h")
			}
			assert.Equal(t, len(object.awaits()), want, name)
			assert.Equal(t, len(object.Spec.DependsOn), want*items, name)
			sizes[name[:len("shop-c0")]]++
		}
		assert.DeepEqual(t, sizes, map[string]int{"shop-c0": 25, "shop-c1": 22, "shop-c2": 23})
		for _, o := range result.Objects { // in meaning they wait for all
			assert.Equal(t, len(o.Facts().Gates()), map[int]int{0: 0, 1: 25, 2: 22}[o.Wave()])
		}
	}
}

// TestClosedFrom holds which waves are closed: those for which 500 dependencies wait, whoever is suspended.
func TestClosedFrom(t *testing.T) {
	const suspend = "    - {cluster: %s, suspend: true}\n"
	for _, c := range []struct {
		kind     string
		waves    waveOfClusters
		more     string
		closings int
	}{
		{"HelmRelease", waveOfClusters{25, 20}, "", 1},
		{"HelmRelease", waveOfClusters{25, 19}, "", 0},
		{"Kustomization", waveOfClusters{2, 250}, "", 1},
		{"Kustomization", waveOfClusters{2, 249}, "", 0},
		{"KCLRun", waveOfClusters{25, 20}, "", 0},
		{"HelmRelease", waveOfClusters{1, 600}, "", 0}, // it is the only one anyhow
		{"HelmRelease", waveOfClusters{25, 20}, fmt.Sprintf(suspend+suspend, "c0-0014", "c1-0003"), 1},
		{"HelmRelease", waveOfClusters{2, 250}, fmt.Sprintf(suspend, "c0-0001"), 0},
		// nobody waits for a wave that is all suspended, and all later ones wait for the one before it
		{"HelmRelease", waveOfClusters{25, 10, 10}, "    - {clusterSelector: {matchLabels: {wave: w1}}, suspend: true}\n", 1},
		{"HelmRelease", waveOfClusters{25, 10, 9}, "    - {clusterSelector: {matchLabels: {wave: w1}}, suspend: true}\n", 0},
		{"HelmRelease", waveOfClusters{25, 20}, "    - {clusterSelector: {matchLabels: {wave: w0}}, suspend: true}\n", 0},
	} {
		result := rendered(t, append(as(c.kind, c.waves.document(nil)), c.more...), render.Options{})
		assert.Equal(t, len(closing(objectsOfWaves(t, result))), c.closings, "%+v", c)
		gatePairs(t, result)
	}
}

// TestClosedWaveIsTold holds that the run tells of each closing object, and explain of what follows.
func TestClosedWaveIsTold(t *testing.T) {
	told, result := findingsOf(string(waveOfClusters{25, 20}.document(nil)), verify.CodeClosedWave)
	assert.DeepEqual(t, told, []string{"in.yaml:53:3: info: spec.config: one object closes a wave that many wait for: " +
		"it waits for all others of its wave, the next wave waits for it alone, and Flux looks at it each minute; " +
		"apps/shop-c0-0023 for the cluster c0-0023 closes wave 0; to stop a roll-out, suspend all later " +
		"waves [FA926]"})
	told, _ = findingsOf(string(waveOfClusters{25, 22, 23}.document(nil)), verify.CodeClosedWave)
	assert.Assert(t, len(told) == 1 && strings.Contains(told[0], "closes wave 0, apps/shop-c1-0005 for the cluster "+
		"c1-0005 closes wave 1; to stop"), "%s", told)

	leaves := func(name string) map[string]string {
		lines := map[string]string{}
		for _, o := range result.Objects {
			for _, leaf := range o.Explain() {
				if o.Name() == name {
					lines[leaf.Path] = fmt.Sprintf("%s over %v: %s", leaf.Setting, leaf.Covered, leaf.Reason)
				}
			}
		}
		return lines
	}
	closes, late := leaves("shop-c0-0023"), leaves("shop-c1-0000")
	assert.Equal(t, closes["spec.interval"], `fluxapp over [defaults in.yaml:54:26]: it closes its wave, and Flux must `+
		`look at it each minute`)
	assert.Equal(t, closes["spec.dependsOn"],
		"wave of overrides[0] in.yaml:60:58 over []: it closes its wave and waits for all others of it")
	assert.Equal(t, late["spec.interval"], "defaults in.yaml:54:26 over []: ")
	assert.Equal(t, late["spec.dependsOn"],
		"wave of overrides[1] in.yaml:61:58 over []: apps/shop-c0-0023 closes the wave before")
}

// TestClosingInterval holds that Flux looks at a closing object each minute, whatever its author wrote.
func TestClosingInterval(t *testing.T) {
	for written, want := range map[string]string{"1h": "1m", "61s": "1m", "1m": "1m", "60s": "60s", "30s": "30s",
		"${interval}": "1m", "0s": "1m", "$(cluster.params.every or '20s')": "20s", "null": "1m"} {
		in := bytes.Replace(waveOfClusters{25, 20}.document(nil), []byte("interval: 1h"),
			fmt.Appendf(nil, "interval: %q", written), 1)
		author := strings.ReplaceAll(written, "$(cluster.params.every or '20s')", "20s")
		if written == "null" {
			in, author = bytes.Replace(in, []byte(`"null"`), []byte("null"), 1), ""
		}
		result := rendered(t, in, render.Options{})
		objects := objectsOfWaves(t, result)
		closes := objects[closing(objects)[0]]
		assert.Equal(t, closes.Spec.Interval, want)
		assert.Equal(t, closes.Metadata.Annotations[kinds.AnnotationClosesWave], author)
		for _, o := range result.Objects {
			assert.Equal(t, o.Facts().Own().At("spec", "interval").Text(), author)
			assert.Equal(t, o.Value("spec", "interval").Text(), author)
			assert.Assert(t, !o.Facts().Own().At("metadata", "annotations", kinds.AnnotationClosesWave).Exists())
		}
	}
}

// TestClosedWavesAreLocal holds that a change changes what it must: of the wave of an early object the closing one, and
// all later waves. A late object waits for one that does not change.
func TestClosedWavesAreLocal(t *testing.T) {
	for _, kind := range []string{"HelmRelease", "Kustomization"} {
		waves := waveOfClusters{25, 22, 23}
		texts := func(w waveOfClusters, values map[string]int) map[string]string {
			return objectTexts(t, as(kind, w.document(values)))
		}
		before := texts(waves, nil)
		later := func(from int) (names []string) {
			for name := range before {
				if int(name[len("shop-c")]-'0') >= from {
					names = append(names, name)
				}
			}
			return names
		}
		closes := closing(gatedObjects(t, before))
		for _, c := range []struct {
			cluster string
			want    []string
		}{
			{"c0-0007", append(later(1), "shop-c0-0007", closes[0])},
			{strings.TrimPrefix(closes[0], "shop-"), append(later(1), closes[0])},
			{"c1-0007", append(later(2), "shop-c1-0007", closes[1])},
			{"c2-0007", []string{"shop-c2-0007"}},
		} {
			slices.Sort(c.want)
			assert.DeepEqual(t, changed(before, texts(waves, map[string]int{c.cluster: 2})), c.want)
		}
		assert.DeepEqual(t, changed(before, texts(waveOfClusters{25, 22, 24}, nil)), []string{"shop-c2-0023"})
		want := append(later(1), "shop-c0-0025", closes[0])
		slices.Sort(want)
		assert.DeepEqual(t, changed(before, texts(waveOfClusters{26, 22, 23}, nil)), want)
	}
}

// gatedObjects reads objects from their texts.
func gatedObjects(t *testing.T, texts map[string]string) map[string]gatedObject {
	t.Helper()
	objects := map[string]gatedObject{}
	for name, text := range texts {
		var object gatedObject
		assert.NilError(t, sigsyaml.Unmarshal([]byte(text), &object))
		objects[name] = object
	}
	return objects
}

// TestClosedWavesInAnyOrder holds that the order of clusters and of documents changes no byte.
func TestClosedWavesInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(38, 1))
	for _, kind := range []string{"HelmRelease", "Kustomization"} {
		in := string(as(kind, waveOfClusters{25, 22, 23}.document(nil)))
		in += withDependencies(r, "shop", true, 30)
		want := output(t, rendered(t, []byte(in), render.Options{}))
		head, rest, _ := strings.Cut(in, "  clusters:\n")
		list, tail, _ := strings.Cut(rest, "\n  config:")
		clusters := strings.Split(strings.TrimSuffix(list, "\n"), "\n")
		for range 3 {
			r.Shuffle(len(clusters), func(i, j int) { clusters[i], clusters[j] = clusters[j], clusters[i] })
			shuffled := head + "  clusters:\n" + strings.Join(clusters, "\n") + "\n  config:" + tail
			assert.Equal(t, output(t, rendered(t, []byte(shuffled), render.Options{})), want)
		}
	}
}

// withDependencies writes overrides by which some clusters wait for objects of an application: of the same wave or a
// lower one, and in order only for objects that are before theirs.
func withDependencies(r *rand.Rand, on string, inOrder bool, count int) string {
	const each = 22 // clusters of a wave
	name := func(i int) string { return fmt.Sprintf("c%d-%04d", i/each, i%each) }
	var lines strings.Builder
	for _, i := range r.Perm(3*each - 1)[:count] {
		before := i + 1
		if !inOrder {
			before = (before/each + 1) * each
		}
		fmt.Fprintf(&lines, "    - {cluster: %s, dependsOn: [{name: %s-%s}]}\n", name(i+1), on, name(r.IntN(before)))
	}
	return lines.String()
}

// TestClosingObjectIsAwaitedByNone makes objects of two applications wait for each other at random. Where that is no
// cycle by itself, closing must not make one; and of those that may close a wave, the one with the smallest hash does.
func TestClosingObjectIsAwaitedByNone(t *testing.T) {
	refused := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 38))
		kind := []string{"HelmRelease", "Kustomization"}[r.IntN(2)]
		shop := append(as(kind, waveOfClusters{24, 24, 22}.document(nil)), withDependencies(r, "shop", true, r.IntN(30))...)
		shop = append(shop, withDependencies(r, "web", false, r.IntN(40))...)
		web := append(as(kind, waveOfClusters{24, 24, 22}.document(nil)), withDependencies(r, "web", true, r.IntN(30))...)
		web = append(web, withDependencies(r, "shop", false, r.IntN(40))...)
		result, err := render.Render(schema.Parse("in.yaml", withWeb(shop, web)), render.Options{})
		if err != nil {
			assert.Assert(t, strings.Contains(err.Error(), string(verify.CodeCycle)), "%v", err)
			refused++
			continue
		}
		objects := objectsOfWaves(t, result)
		assert.Equal(t, len(closing(objects)), 4)
		assertNoCycle(t, objects)
	}
	assert.Assert(t, refused > 0 && refused < 30, "%d", refused)
}

// withWeb puts a second document behind one, and calls its application web.
func withWeb(shop, web []byte) []byte {
	web = bytes.Replace(web, []byte("{name: shop, namespace: apps}"), []byte("{name: web, namespace: apps}"), 1)
	return slices.Concat(shop, []byte("---\n"), web)
}

// TestClosingObjectsOfTwoApplications makes an object of each application wait for the closing object of the other one.
// Only one of the two can close its wave then: the closing object of one waits for the object that waits for the other.
func TestClosingObjectsOfTwoApplications(t *testing.T) {
	in := waveOfClusters{25, 20}.document(nil)
	closes := closing(objectsOfWaves(t, rendered(t, withWeb(in, in), render.Options{})))
	shop, web := closes[0], closes[1]
	waits := func(on string) []byte {
		return fmt.Appendf(slices.Clone(in), "    - {cluster: c0-0009, dependsOn: [{name: %s}]}\n", on)
	}
	objects := objectsOfWaves(t, rendered(t, withWeb(waits(web), waits(shop)), render.Options{}))
	now := closing(objects)
	assert.Assert(t, now[0] == shop && now[1] != web, "%s", now)
	assertNoCycle(t, objects)
}

// assertNoCycle takes away objects that wait for none, until there is no object.
func assertNoCycle(t *testing.T, objects map[string]gatedObject) {
	t.Helper()
	left := maps.Clone(objects)
	for len(left) > 0 {
		count := len(left)
		for name, object := range left {
			isLeft := func(name string) bool { _, found := left[name]; return found }
			if !slices.ContainsFunc(object.awaits(), isLeft) {
				delete(left, name)
			}
		}
		assert.Assert(t, len(left) < count, "%v", slices.Sorted(maps.Keys(left)))
	}
}
