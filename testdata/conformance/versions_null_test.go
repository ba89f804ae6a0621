package conformance

import (
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
)

// null is what yaml writes as null.
var null *int

// TestOlderNulls writes null for every field that an older Flux lacks. Nothing is printed for it, so that Flux takes
// the object.
func TestOlderNulls(t *testing.T) {
	for _, o := range older() {
		tried := 0
		for _, d := range o.differences(map[any]bool{}) {
			if d.value != nil || d.without != "" || d.other != "" {
				continue
			}
			d.value = null
			object, ok := objectWith(t, d, checker.schemaOf(d.kind))
			assert.Assert(t, ok)
			data, err := yaml.Marshal(sayings(object)[0].app)
			assert.NilError(t, err)
			newest, always := renderFor(data, newestFlux())
			newest = o.written(newest)
			if _, err := o.Check(newest, Options{}); len(always) > 0 || err != nil {
				continue // null may not stand there, or what is around it is new too
			}
			tried++
			_, refused := renderFor(data, o.version)
			assert.Check(t, len(refused) == 0, "%v\n%s", refused, data)
		}
		t.Logf("%d nulls were tried for Flux %s", tried, o.version)
		assert.Check(t, tried >= 5, "fields were lost")
	}
}
