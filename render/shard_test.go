package render_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestShards holds for all cases that the shards of a run are together what it renders as a whole, and that each
// knows what the others render. Documents that say a file are refused: it may have objects of several shards.
func TestShards(t *testing.T) {
	everyCase(t, func(t *testing.T, c goodCase, r *rand.Rand) {
		written := func(r render.Result) []string {
			return texts(render.Result{Objects: r.Objects})
		}
		all := rendered(t, c.in, c.opts)
		whole := written(all)
		saysFile := slices.ContainsFunc(all.Objects, func(o render.Object) bool { return o.Facts().HasFile() })
		shards := 1 + r.IntN(4)
		var together []string
		for i := range shards {
			opts := c.opts
			opts.Shard = render.Shard{Index: i, Count: shards}
			if saysFile {
				_, err := render.Render(schema.Parse("in.yaml", c.in), opts)
				assert.ErrorContains(t, err, "[FA241]")
				continue
			}
			result := rendered(t, c.in, opts)
			mine := written(result)
			together = append(together, mine...)
			all := append(texts(render.Result{Objects: result.Elsewhere()}), mine...)
			assert.DeepEqual(t, slices.Sorted(slices.Values(all)), slices.Sorted(slices.Values(whole)))
		}
		if !saysFile {
			assert.DeepEqual(t, slices.Sorted(slices.Values(together)), slices.Sorted(slices.Values(whole)))
		}
	})
}

// TestShardOfClusters holds that a shard has its share of a thousand clusters, that one cluster more changes no
// other's shard, and that what is wrong with the whole is refused in each shard.
func TestShardOfClusters(t *testing.T) {
	names := func(clusters int, shard render.Shard) (found []string) {
		for _, o := range rendered(t, waveOfClusters{10, clusters}.document(nil), render.Options{Shard: shard}).Objects {
			found = append(found, o.Name())
		}
		return found
	}
	for i := range 4 {
		shard := render.Shard{Index: i, Count: 4}
		before, after := names(1000, shard), names(1001, shard)
		assert.Assert(t, len(before) > 200 && len(before) < 300, "%d", len(before))
		assert.DeepEqual(t, before, slices.DeleteFunc(after, func(name string) bool { return name == "shop-c1-1000" }))
	}
	clash := append(waveOfClusters{1, 3}.document(nil),
		"    - {cluster: c1-0002, releaseName: shop, storageNamespace: x}\n"...)
	docs := schema.Parse("app.yaml", append(clash, `---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec: {}
`...))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	for i := range 2 {
		_, err = render.Render(docs, render.Options{Shard: render.Shard{Index: i, Count: 2}})
		assert.ErrorContains(t, err, "the application apps/shop is already")
	}
}

func TestShardRefused(t *testing.T) {
	docs := schema.Parse("app.yaml", waveOfClusters{1}.document(nil))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	for _, text := range []string{"", "1", "1/1", "-1/2", "0/0", "0/-1", "a/b", "/", "0/2/3", "0/10001", " 0/1"} {
		_, err := render.ParseShard(text)
		assert.Error(t, err, fmt.Sprintf("there is no shard %q; write I/N, for example 0/4, with N at most 10000", text))
	}
	for _, shard := range []render.Shard{{Index: 1, Count: 0}, {Index: 1, Count: 1}, {Index: -1, Count: 2},
		{Index: 0, Count: -1}, {Index: 0, Count: 10001}} {
		_, err := render.Render(docs, render.Options{Shard: shard})
		assert.ErrorContains(t, err, "there is no shard")
	}
	_, err = render.Render(docs, render.Options{Shard: render.Shard{Index: 4, Count: 4}})
	assert.Error(t, err, "there is no shard 4/4; count from 0, with at most 10000 shards [FA310]")
	result, err := render.Render(docs, render.Options{Shard: render.Shard{Index: 5, Count: 4}})
	assert.Equal(t, result.Findings[0].Current, "5/4")
	assert.Error(t, err, "there is no shard 5/4; count from 0, with at most 10000 shards [FA310]")
	last, err := render.ParseShard("9999/10000")
	assert.NilError(t, err)
	assert.Equal(t, last, render.Shard{Index: 9999, Count: 10000})
}

// TestShardOfTheHub holds that the hub belongs to the same shard with objects of no cluster before its own and
// without them.
func TestShardOfTheHub(t *testing.T) {
	const in = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: ns}
spec:
  source: {SOURCE}
  config:
    kustomization:
    - {path: ./x, prune: true, interval: 1h, destination: {targetNamespace: web}}
`
	shardOfHub := func(source string, count int) int {
		for i := range count {
			for _, o := range rendered(t, []byte(strings.Replace(in, "SOURCE", source, 1)),
				render.Options{Shard: render.Shard{Index: i, Count: count}}).Objects {
				if o.Kind() == "Kustomization" {
					return i
				}
			}
		}
		return -1
	}
	moved := false
	for count := 2; count < 8; count++ {
		alone := shardOfHub("sourceRef: {kind: GitRepository, name: s}", count)
		assert.Equal(t, shardOfHub("gitRepository: {url: https://example.com/a, interval: 1h}", count), alone, "%d shards",
			count)
		moved = moved || alone > 0
	}
	assert.Assert(t, moved, "the hub is in the first shard always")
}
