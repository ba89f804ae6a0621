package charts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestAccepts writes two values at one place that are both right there whatever the others are: the same is reported.
func TestAccepts(t *testing.T) {
	dir := checkout(t)
	all := atHand(t, dir)
	compared := 0
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			random := newRandom(name)
			for i := range valuesOfEach {
				r, values := randomValues(t, dir, name, random, i%3)
				check, from := r.check(t, all), random.IntN(2) == 0
				places := keysOnly(paths(values, nil))
				if len(places) == 0 {
					continue
				}
				at := places[random.IntN(len(places))]
				scalars := changer{random, append(scalarsOf(values), "text", "1", 1.0, true)}
				var first *string
				for range 20 {
					value := scalars.scalar()
					if !check.Accepts(texts(at), tree.ParseValue(jsonOf(t, value))) {
						continue
					}
					values := put(clone(t, values), nil, at, value)
					found := everything(check, render.Values{Inline: tree.ParseValue(jsonOf(t, values)), From: from})
					if first == nil {
						first = &found
						continue
					}
					compared++
					if found != *first {
						t.Errorf("at %v, %v:\n%s", at, value, cmp.Diff(*first, found))
					}
				}
			}
		})
	}
	t.Logf("%d compared", compared)
	assert.Assert(t, compared > 1000)
}

// keysOnly returns the paths that have no places in lists.
func keysOnly(all []path) (keys []path) {
	for _, at := range all {
		if len(texts(at)) == len(at) {
			keys = append(keys, at)
		}
	}
	return keys
}

func texts(at path) (keys []string) {
	for _, step := range at {
		if key, isKey := step.(string); isKey {
			keys = append(keys, key)
		}
	}
	return keys
}

// everything returns all that is reported, as text.
func everything(check render.ChartCheck, values render.Values) (all string) {
	for _, p := range check.Problems(values) {
		all += string(p.Code) + " " + tree.Paths([]tree.Node{p.Node})[0] + " " + p.Child + ": " + p.Detail + "\n"
	}
	return all
}
