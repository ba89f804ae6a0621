package conformance

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
)

var versionMutations = flag.Int("version-mutations", 600, "how many changed documents TestVersionsMutations looks at")

// newWords returns an application for everything that an older Flux lacks.
func newWords(t *testing.T) (documents [][]byte) {
	t.Helper()
	for _, d := range fluxes[0].differences(map[any]bool{}) {
		if d.other != "" {
			continue
		}
		object, ok := objectWith(t, d, checker.schemaOf(d.kind))
		assert.Assert(t, ok, "nothing says a %s: %+v", d.kind, d)
		for _, s := range sayings(object) {
			data, err := yaml.Marshal(s.app)
			assert.NilError(t, err)
			documents = append(documents, data)
		}
	}
	return documents
}

// TestVersionsMutations changes documents at random, the same ones each time, and renders each for one of the versions.
func TestVersionsMutations(t *testing.T) {
	valid, refused := inputs(t)
	pools := [][][]byte{newWords(t), valid, valid, refused}
	all, began := fluxes, time.Now()
	numbers := rand.New(rand.NewPCG(*mutationSeed, 2))
	wrong, c := map[string]bool{}, &outcome{}
	for i := range *versionMutations {
		from := pools[i%len(pools)]
		data := mutate(from[numbers.IntN(len(from))], numbers.Uint64())
		o := all[numbers.IntN(len(all))]
		if err := o.judge(data, c); err != nil && !wrong[kindOf(err)] && len(wrong) < 30 {
			wrong[kindOf(err)] = true
			t.Errorf("%v\nof\n%s", err, data)
		}
	}
	t.Logf("%d mutations in %v: %d rendered as ever, %d refused for its sake, %d for every Flux", *versionMutations,
		time.Since(began).Round(time.Millisecond), c.accepted, c.older, c.refused)
	assert.Assert(t, c.accepted > *versionMutations/10 && c.older > *versionMutations/50,
		"mutations that are all refused prove nothing")
}
