package printing_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/printing"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{`{"a":1,"b":{"c":[1,{"d":null}]}}`, `{"b":{"c":[1,{"d":null}]},"a":1}`, ``},
		{`{"a":1,"b":2}`, `{"b":3,"c":4}`, `a: 1 → none; b: 2 → 3; c: none → 4`},
		{`{"a":null}`, `{}`, ``},
		{`{"a":{}}`, `{"a":[]}`, `a: {} → []`},
		{`{"a":{}}`, `{"a":{"b":1}}`, `a.b: none → 1`},
		{`{"a":{"b":1}}`, `{"a":"b"}`, `a: {"b":1} → "b"`},
		{`{"a":"1"}`, `{"a":1}`, `a: "1" → 1`},
		{`{"a":["x","y"]}`, `{"a":["x","z"]}`, `a: ["x","y"] → ["x","z"]`},
		{`{"a":["x"]}`, `{"a":["x","z"]}`, `a: ["x"] → ["x","z"]`},
		{`{"a":[{"b":1},{"b":2}]}`, `{"a":[{"b":1},{"b":3}]}`, `a[1].b: 2 → 3`},
		{`{"a":[{"b":1}]}`, `{"a":[{"b":1},{"b":3}]}`, `a: [{"b":1}] → [{"b":1},{"b":3}]`},
		{`{"a":[{"b":1},2]}`, `{"a":[{"b":2},2]}`, `a[0].b: 1 → 2`},
		{`{"a":[{"name":"x","b":1},{"name":"y"}]}`, `{"a":[{"name":"new"},{"name":"x","b":2}]}`,
			`a[name=new]: none → {"name":"new"}; a[name=x].b: 1 → 2; a[name=y]: {"name":"y"} → none`},
		{`{"a":[{"name":"x"},{"name":"y"}]}`, `{"a":[{"name":"y"},{"name":"x"}]}`,
			`a: [{"name":"x"},{"name":"y"}] → [{"name":"y"},{"name":"x"}]`},
		{`{"a":[{"name":"x"},{"name":"x"}]}`, `{"a":[{"name":"x"},{"name":"y"}]}`, `a[1].name: "x" → "y"`},
		{`{"a":[{"name":1}]}`, `{"a":[{"name":2}]}`, `a[0].name: 1 → 2`},
		{`{"a":[]}`, `{"a":[{"name":"x"}]}`, `a[name=x]: none → {"name":"x"}`},
		{`{"a":[]}`, `{"a":["x"]}`, `a: [] → ["x"]`},
	} {
		var got []string
		for _, f := range printing.Compare("", value(c.before), value(c.after)) {
			before, after := cmp.Or(string(f.Before), "none"), cmp.Or(string(f.After), "none")
			got = append(got, fmt.Sprintf("%s: %s → %s", f.Path, before, after))
		}
		assert.Equal(t, strings.Join(got, "; "), c.want, "%s and %s", c.before, c.after)
	}
}

func shown(value any) string {
	data, _ := json.Marshal(value)
	return string(data)
}

// TestCompareAnything compares random values: nothing differs exactly where they are equal, and the other direction has
// the same fields.
func TestCompareAnything(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 7))
		before, after := hostileValue(r, 3), hostileValue(r, 3)
		again := hostileValue(rand.New(rand.NewPCG(seed, 7)), 3)
		assert.Equal(t, len(printing.Compare("", before, again)), 0)
		found, back := printing.Compare("", before, after), printing.Compare("", after, before)
		assert.Equal(t, len(found) == 0, shown(before) == shown(after), "seed %d", seed)
		assert.Equal(t, len(found), len(back))
	}
}
