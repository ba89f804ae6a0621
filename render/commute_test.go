package render_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestLayersCommute divides values of an override between two overrides that share no path. In both orders they give
// what the one gives.
func TestLayersCommute(t *testing.T) {
	numbers := rand.New(rand.NewPCG(35, 0))
	compared, tries := 0, 1_000
	if testing.Short() {
		tries = 100
	}
	for range tries {
		g := layerMaker{numbers: numbers, helm: true}
		below, values := g.tree(0, 2), g.tree(1, 3).(map[string]any)
		first, second := map[string]any{}, map[string]any{}
		divide(numbers, values, first, second)
		var rendered [3]string
		for i, overrides := range [][]map[string]any{{values}, {first, second}, {second, first}} {
			s := stack{helm: true, entry: map[string]any{"values": below}, levels: []level{{}}}
			for _, o := range overrides {
				s.levels[0].overrides = append(s.levels[0].overrides, map[string]any{"values": o})
			}
			result, err := render.Render(schema.Parse("in.yaml", s.document(t)), render.Options{})
			for _, o := range result.Objects {
				rendered[i] += string(o.YAML())
			}
			if err != nil {
				assert.ErrorContains(t, err, "FA238", "%v", overrides)
				rendered[i] = "an error"
			}
		}
		assert.Equal(t, rendered[1], rendered[0])
		assert.Equal(t, rendered[2], rendered[0])
		if rendered[0] != "an error" {
			compared++
		}
	}
	assert.Assert(t, compared > tries/2, "%d", compared)
}

// divide puts each value of a map that is no map itself into one of two maps.
func divide(numbers *rand.Rand, values, first, second map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		m, isMap := value.(map[string]any)
		switch which := numbers.IntN(2); {
		case isMap && len(m) > 0:
			a, b := map[string]any{}, map[string]any{}
			divide(numbers, m, a, b)
			if len(a) > 0 {
				first[key] = a
			}
			if len(b) > 0 {
				second[key] = b
			}
		case which == 0:
			first[key] = value
		default:
			second[key] = value
		}
	}
}
