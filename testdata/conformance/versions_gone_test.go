package conformance

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// converted are fields that become others for every version.
var converted = map[string]string{"Alert spec.summary": "it is eventMetadata.summary"}

// TestGone takes every field that older CRDs have and the newest API lacks, and expects that fluxapp renders it for the
// older ones, and where no version is asked for, and refuses it for the newest, or converts it.
func TestGone(t *testing.T) {
	for _, o := range older() {
		gone := 0
		for _, d := range o.differences(map[any]bool{}) {
			name, ok := strings.CutSuffix(strings.TrimPrefix(d.other, "field "), " is gone")
			if !ok {
				continue
			}
			gone++
			d.path, d.other = d.path+"."+name, ""
			object, ok := objectWith(t, d, o.schemaOf(d.kind))
			assert.Assert(t, ok, "nothing says a %s: %+v", d.kind, d)
			for _, s := range sayings(object) {
				data, err := yaml.Marshal(s.app)
				assert.NilError(t, err)
				_, refused := renderFor(data, "")
				assert.Check(t, len(refused) == 0, "%+v: %v", d, refused)
				out, refused := renderFor(data, o.version)
				assert.Check(t, len(refused) == 0, "Flux %s: %+v: %v", o.version, d, refused)
				assert.Check(t, strings.Contains(string(out), " "+name+":"), "%+v\n%s", d, out)
				judgeSaying(t, s)
				_, refused = renderFor(data, newestFlux())
				if converted[d.kind+" "+d.path] != "" {
					assert.Check(t, len(refused) == 0, "%+v: %v", d, refused)
					continue
				}
				assert.Assert(t, len(refused) == 1, "%+v: %v", d, refused)
				assert.Equal(t, refused[0].Path, s.place(d.path))
				assert.Equal(t, refused[0].Code, codes.FluxField)
			}
		}
		t.Logf("%d fields of Flux %s are gone in the newest", gone, o.version)
		assert.Check(t, gone >= 3, "fields were lost")
	}
}
