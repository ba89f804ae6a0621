package conformance

import (
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestFreshlyApplied holds that no object differs from what is rendered when an API server has just stored it: with
// its defaults, and without what it removes. No controller has written a status, so that most objects are listed.
func TestFreshlyApplied(t *testing.T) {
	listed := 0
	for _, file := range append(files(t, "../cases/*/*/out.yaml"), files(t, "../../examples/*/.expected/out.yaml")...) {
		docs := schema.Parse("in.yaml", inputsOf(t, file))
		result, err := render.Render(docs, logins(docs))
		if err != nil {
			continue // it needs options
		}
		for _, o := range listedObjects(status.Summarize(result, store(t, result))) {
			assert.Check(t, len(o.Differs) == 0, "%s: %s differs in %s", file, o.ID, o.Differs)
			assert.Check(t, o.State == status.Unknown || o.State == status.Suspended, "%s: %s is %s: %s", file, o.ID, o.State,
				o.Message)
			listed++
		}
	}
	t.Logf("%d objects were compared", listed)
	assert.Assert(t, listed >= 1000, "objects were lost")
}

// store returns the objects of a run as API servers store them.
func store(t *testing.T, result render.Result) (observed status.Observed) {
	t.Helper()
	opts := emitted
	opts.Open = OpenFields(result.Findings)
	seen := map[string]map[string]bool{}
	for _, o := range result.Objects {
		server := o.ID().Server
		if seen[server] == nil {
			seen[server] = map[string]bool{}
		}
		var object unstructured.Unstructured
		assert.NilError(t, decode(o.YAML(), &object))
		checker.checkObject(&object, opts, seen[server]) // TestCases reports what is refused
		text, err := yaml.Marshal(object.Object)         // as kubectl get -o yaml prints it
		assert.NilError(t, err)
		assert.NilError(t, observed.Add(server, "observed.yaml", text))
	}
	return observed
}

// listedObjects returns all objects of a status.
func listedObjects(s status.Status) (all []status.Object) {
	for _, app := range s.Applications {
		all = append(all, app.Shared...)
		for _, c := range app.Clusters {
			all = append(all, c.Objects...)
		}
	}
	return all
}
