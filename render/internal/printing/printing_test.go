package printing_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	changes "github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
)

type options = stream.Request

var formats = []string{"text", "markdown", "json"}

// on is what differs on a cluster.
type on struct {
	Cluster                  string
	Changes                  []*printing.Change
	Unchanged, Anew, Unknown int
}

func write(t testing.TB, all []on, o options) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, writeTo(&b, all, o))
	return b.String()
}

func writeTo(w io.Writer, all []on, o options) error {
	clusters, sum := map[string][]*printing.Change{}, blocks.Summary{}
	for _, on := range all {
		clusters[on.Cluster] = on.Changes
		sum.Unchanged, sum.Anew, sum.Unknown = sum.Unchanged+on.Unchanged, sum.Anew+on.Anew, sum.Unknown+on.Unknown
	}
	return printing.Write(w, clusters, sum, o)
}

// change returns a change of an object of kind ns/name from one value of JSON to another; empty for none.
func change(kind, name, before, after string) *printing.Change {
	namespace, name, _ := strings.Cut(name, "/")
	c := &printing.Change{
		Application: "apps/loki", Owner: "HelmRelease apps/loki-" + wording.OwnName,
		Object: printing.Object{APIVersion: "v1", ID: render.ID{Kind: kind, Namespace: namespace, Name: name}},
		Before: value(before), After: value(after),
	}
	if c.Before != nil && c.After != nil {
		c.Fields = printing.Compare("", c.Before, c.After)
	}
	return c
}

func with(c *printing.Change, edit func(*printing.Change)) *printing.Change {
	edit(c)
	return c
}

func value(text string) (fields map[string]any) {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		panic(err)
	}
	return fields
}

// bump is what a new version of a chart changes on each cluster.
func bump() []*printing.Change {
	label := func(version string) string {
		return `{"metadata":{"labels":{"helm.sh/chart":"loki-` + version + `"}}}`
	}
	workload := func(version, image, sum, volume string) string {
		return `{"metadata":{"labels":{"helm.sh/chart":"loki-` + version + `"}},"spec":{"template":{"metadata":{
		"annotations":{"checksum/config":"` + strings.Repeat(sum, 64) + `"}},"spec":{"initContainers":[{"name":"wait",
		"image":"busybox:1"}],"containers":[{"name":"loki","image":"grafana/loki:` + image + `","args":["-target=all",
		"-log=` + image + `"],"env":[{"name":"DB_PASSWORD","value":"` + sum + `"},{"name":"PLAIN","value":"` + sum +
			`"}]},{"name":"exporter","image":"quay.io/exporter@sha256:0"}]}},` +
			`"volumeClaimTemplates":[{"metadata":{"name":"data"},"spec":{"resources":{"requests":{"storage":"` + volume +
			`"}}}}]}}`
	}
	config := func(lines ...string) string {
		text, _ := json.Marshal(strings.Join(lines, "\n") + "\n")
		return `{"data":{"loki.yaml":` + string(text) + `}}`
	}
	return []*printing.Change{
		change("StatefulSet", "logging/loki", workload("5.0.0", "2.9.0", "a", "10Gi"),
			workload("6.0.0", "3.0.0", "b", "20Gi")),
		change("ServiceAccount", "logging/loki", label("5.0.0"), label("6.0.0")),
		change("Service", "logging/loki", label("5.0.0"), label("6.0.0")),
		change("Service", "logging/loki-headless", label("5.0.0"), label("6.0.0")),
		change("ConfigMap", "logging/loki-gateway", config("user: web", "password: hunter2", "port: 80"),
			config("user: shop", "password: hunter3", "port: 80")),
		change("Secret", "logging/loki-tls", `{"data":{"tls.key":"c2VjcmV0","old":"eA=="},"type":"Opaque"}`,
			`{"data":{"tls.key":"b3RoZXI=","ca.crt":"c2VjcmV0"},"type":"kubernetes.io/tls"}`),
		change("PersistentVolumeClaim", "logging/wal", `{"spec":{}}`, ""),
		change("ClusterRole", "/loki", "", `{"rules":[]}`),
		change("ClusterRole", "/loki-gateway", "", `{"rules":[]}`),
		with(change("Job", "logging/loki-migrate", workload("5.0.0", "2.9.0", "a", "1Gi"), ""),
			func(c *printing.Change) { c.Hook = true }),
		with(change("Deployment", "web/web", "", `{"spec":{"template":{"spec":{"containers":[{"image":"nginx:1"}]}}}}`),
			func(c *printing.Change) { c.Application, c.Owner = "apps/web", "Kustomization apps/web" }),
		change("Ingress", "logging/loki-"+wording.OwnName, `{"spec":{"rules":[{"host":"loki.\u0000.old.example.com"}]}}`,
			`{"spec":{"rules":[{"host":"loki.\u0000.example.com"}]}}`),
	}
}

// fleet is a new version of a chart on clusters, of which two have fewer changes and one another one.
func fleet(n int) (all []on) {
	changes := bump()
	for i := range n {
		cluster := fmt.Sprintf("us-%03d", i)
		one := on{Cluster: cluster, Changes: slices.Clone(changes), Unchanged: 10, Anew: i % 2, Unknown: i % 2}
		switch i {
		case 3, 4:
			one.Changes = one.Changes[1:]
		case 5:
			one.Changes[0] = change("StatefulSet", "logging/loki", `{"spec":{"replicas":2}}`, `{"spec":{"replicas":3}}`)
		}
		all = append(all, one)
	}
	return all
}

var endings = map[string]string{"text": "txt", "markdown": "golden", "json": "json"}

func TestFleet(t *testing.T) {
	for _, format := range formats {
		golden.Assert(t, write(t, fleet(20), options{Format: format}), "fleet."+endings[format])
		golden.Assert(t, write(t, fleet(20), options{Format: format, Images: true}), "images."+endings[format])
	}
}

func TestNothing(t *testing.T) {
	all := []on{{Cluster: "berlin", Unchanged: 12}, {Cluster: "oslo", Unchanged: 12, Anew: 2}}
	assert.Equal(t, write(t, all, options{}),
		"final objects: no change; 2 made anew at each render, 24 objects unchanged\n")
	assert.Equal(t, write(t, nil, options{Format: "markdown"}), "### final objects: no change; 0 objects unchanged\n")
	assert.Equal(t, write(t, nil, options{Images: true}), "final images: no change; 0 images unchanged\n")
}

// TestOneCluster has the name of the cluster where there is one only.
func TestOneCluster(t *testing.T) {
	out := write(t, fleet(1), options{})
	assert.Assert(t, strings.Contains(out, "changed: Ingress logging/loki-us-000 of apps/loki on us-000 "+
		"(HelmRelease apps/loki-us-000)\n"), out)
	assert.Assert(t, !strings.Contains(out, "$(cluster.name)"))
}

// TestColor has red for what is removed and green for what is added, and a name of the cluster that clusters share.
func TestColor(t *testing.T) {
	changes := []*printing.Change{change("Pod", "a/gone", `{}`, ""), change("Pod", "a/new-"+wording.OwnName, "", `{}`),
		change("Pod", "a/b", `{"a":"\u0000.example.com"}`, `{"a":"\\u0000"}`)}
	all := []on{{Cluster: "oslo", Changes: changes}, {Cluster: "rome", Changes: changes}}
	out := write(t, all, options{Color: true})
	for _, part := range []string{"\x1b[31mremoved\x1b[0m: 2 Pods a/gone of",
		"\x1b[32madded\x1b[0m: 2 Pods a/new-$(cluster.name) of", "\nchanged: 2 Pods a/b of",
		`  a: $(cluster.name).example.com → "\\u0000"`} {
		assert.Assert(t, strings.Contains(out, part), "%q: %s", part, out)
	}
}

// TestOrder prints the same bytes whatever the order of clusters and changes.
func TestOrder(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		all := random(r)
		for _, o := range []options{{}, {Format: "markdown"}, {Format: "json"}, {Images: true},
			{Format: "json", Images: true}} {
			want := write(t, all, o)
			r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
			for _, on := range all {
				r.Shuffle(len(on.Changes), func(i, k int) { on.Changes[i], on.Changes[k] = on.Changes[k], on.Changes[i] })
			}
			assert.Equal(t, write(t, all, o), want)
		}
	}
}

// random has changes of few objects and values, of which some are shared.
func random(r *rand.Rand) (all []on) {
	random := func() *printing.Change {
		side := func() string {
			if r.IntN(5) == 0 {
				return ""
			}
			return fmt.Sprintf(`{"spec":{"host":"\u0000.example.com","n":%d,"containers":[{"image":"a/%d:%d"}]}}`,
				r.IntN(3), r.IntN(2), r.IntN(2))
		}
		before, after := side(), side()
		if before == "" && after == "" {
			after = `{"spec":{}}`
		}
		return change([]string{"Pod", "Service"}[r.IntN(2)], []string{"a/b", "a/c", "a/\x00"}[r.IntN(3)], before, after)
	}
	shared := []*printing.Change{random(), random(), random()}
	for i := range r.IntN(9) {
		one := on{Cluster: fmt.Sprint("c", i)}
		seen := map[string]bool{}
		for range r.IntN(6) {
			c := random()
			if r.IntN(2) == 0 {
				c = shared[r.IntN(3)]
			}
			if id := c.Kind + c.Name; !seen[id] {
				seen[id], one.Changes = true, append(one.Changes, c)
			}
		}
		all = append(all, one)
	}
	return all
}

// read is the JSON.
type read struct {
	Groups []struct {
		Action   string
		Objects  []printing.Object
		Clusters []string
		Fields   []blocks.Field
	}
}

func readJSON(t *testing.T, all []on) (found read) {
	t.Helper()
	assert.NilError(t, json.Unmarshal([]byte(write(t, all, options{Format: "json"})), &found))
	return found
}

// TestEachChangeOnce holds that each change is in exactly one group, with its own fields.
func TestEachChangeOnce(t *testing.T) {
	for seed := range uint64(50) {
		all := random(rand.New(rand.NewPCG(seed, 2)))
		want, got := map[string]string{}, map[string]string{}
		for _, on := range all {
			own := strings.NewReplacer(`\u0000`, on.Cluster, "\x00", on.Cluster).Replace
			for _, c := range on.Changes {
				id := own(on.Cluster + " " + c.Object.String())
				switch want[id] = "changed"; {
				case c.Before == nil:
					want[id] = "added"
				case c.After == nil:
					want[id] = "removed"
				}
				for _, f := range c.Fields {
					want[id] += own(fmt.Sprintf(" %s %s %s", f.Path, f.Before, f.After))
				}
			}
		}
		for _, g := range readJSON(t, all).Groups {
			for _, cluster := range g.Clusters {
				own := func(text string) string { return strings.ReplaceAll(text, "$(cluster.name)", cluster) }
				for _, o := range g.Objects {
					id := own(cluster + " " + o.String())
					assert.Equal(t, got[id], "", "seed %d: %s is in two groups", seed, id)
					got[id] = g.Action
					for _, f := range g.Fields {
						got[id] += own(fmt.Sprintf(" %s %s %s", f.Path, f.Before, f.After))
					}
				}
			}
		}
		assert.DeepEqual(t, got, want)
	}
}

// TestChance holds that what clusters share is one group, although a cluster has the name of an object.
func TestChance(t *testing.T) {
	one := []*printing.Change{change("Service", "logging/loki", `{"spec":{"a":"loki"}}`, `{"spec":{"a":"b"}}`)}
	all := []on{{Cluster: "loki", Changes: one}, {Cluster: "oslo", Changes: one}}
	assert.Equal(t, len(readJSON(t, all).Groups), 1)
}

// TestSecrets holds that no data of a Secret is printed, nor what is called like a secret elsewhere, nor a sum of it.
func TestSecrets(t *testing.T) {
	sum := strings.Repeat("0f", 32)
	all := []on{{Cluster: "berlin", Changes: []*printing.Change{
		change("Secret", "a/changed", `{"data":{"a":"xxhunter","b":"xxhunter"},"stringData":{"c":"xxhunter"}}`,
			`{"data":{"a":"yyhunter"},"stringData":{"c":"yyhunter"}}`),
		change("Secret", "a/new", `{"type":"Opaque"}`, `{"data":{"a":"xxhunter"},"stringData":{"c":"xxhunter"}}`),
		change("Secret", "a/odd", `{"data":"xxhunter"}`, `{"data":["xxhunter"]}`),
		change("Secret", "a/gone", `{"data":{"a":"xxhunter"}}`, ``),
		change("Deployment", "a/env", `{"c":[{"name":"DB_PASSWORD","value":"xxhunter"}]}`,
			`{"c":[{"name":"DB_PASSWORD","value":"yyhunter"}]}`),
		change("Deployment", "a/newenv", `{"c":[]}`, `{"c":[{"name":"DB_PASSWORD","value":"xxhunter"}]}`),
		change("Deployment", "a/args", `{"c":["--password","xxhunter"]}`, `{"c":["--password","yyhunter"]}`),
		change("Deployment", "a/sum", `{"annotations":{"checksum/x":"`+sum+`"}}`,
			`{"annotations":{"checksum/x":"1`+sum+`"}}`),
		change("Deployment", "a/newsum", `{}`, `{"metadata":{"annotations":{"checksum/x":"`+sum+`"}}}`),
		change("ConfigMap", "a/file", `{"data":{"x":"a\npassword: xxhunter\n"}}`, `{"data":{"x":"b\npassword: yyhunter\n"}}`),
	}}}
	for _, format := range formats {
		out := write(t, all, options{Format: format})
		for _, secret := range []string{"hunter", sum} {
			assert.Assert(t, !strings.Contains(out, secret), "%s", out)
		}
		for _, name := range []string{"data.a", "stringData.c", "DB_PASSWORD", "checksum/x", "gone", "(hidden)"} {
			assert.Assert(t, strings.Contains(out, name), "%s: %s", name, out)
		}
	}
}

// full is a writer that takes some bytes and then fails.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return 0, errors.New("full")
	}
	f.room -= len(p)
	return len(p), nil
}

func TestErrorsOfTheWriter(t *testing.T) {
	for _, room := range []int{0, 5000} {
		for _, format := range formats {
			assert.Error(t, writeTo(&full{room}, distinct(3, 200), options{Format: format}), "full")
		}
	}
}

// distinct has so many changes on each cluster. They are equal.
func distinct(clusters, objects int) (all []on) {
	for i := range clusters {
		one := on{Cluster: fmt.Sprintf("us-%03d", i)}
		for k := range objects {
			c := &printing.Change{Application: "apps/web", Owner: "HelmRelease apps/web-" + wording.OwnName,
				Object: printing.Object{APIVersion: "v1",
					ID: render.ID{Kind: "Service", Namespace: "web", Name: fmt.Sprint("web-", k)}},
				Before: map[string]any{}, After: map[string]any{}}
			for _, key := range []string{"a", "b"} {
				c.Fields = append(c.Fields, changes.Field{Path: fmt.Sprintf("spec.%s.%d", key, k),
					Before: `"\u0000.old.example.com"`, After: `"\u0000.example.com"`})
			}
			one.Changes = append(one.Changes, c)
		}
		all = append(all, one)
	}
	return all
}

// shared has so many changes that all clusters share.
func shared(clusters, objects int) (all []on) {
	changes := distinct(1, objects)[0].Changes
	for i := range clusters {
		all = append(all, on{Cluster: fmt.Sprintf("eu-%03d", i), Changes: changes})
	}
	return all
}

// TestScale prints what 500 clusters have. It takes some 0.2 s; a busy machine must not fail it.
func TestScale(t *testing.T) {
	for _, all := range [][]on{shared(500, 300), distinct(500, 30)} {
		begin := time.Now()
		assert.Equal(t, len(readJSON(t, all).Groups), len(all[0].Changes))
		t.Log(time.Since(begin))
		assert.Assert(t, time.Since(begin) < 10*time.Second)
	}
}

func benchmark(b *testing.B, all []on) {
	b.ReportAllocs()
	for b.Loop() {
		for _, format := range formats {
			write(b, all, options{Format: format})
		}
	}
}

func BenchmarkShared(b *testing.B)   { benchmark(b, shared(500, 300)) }
func BenchmarkDistinct(b *testing.B) { benchmark(b, distinct(500, 300)) }
func BenchmarkImages(b *testing.B) {
	all := fleet(500)
	b.ReportAllocs()
	for b.Loop() {
		write(b, all, options{Images: true})
	}
}
