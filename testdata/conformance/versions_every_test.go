package conformance

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// notForNewest are cases that the newest Flux does not get, and why. TestCases has what the others of them expect.
var notForNewest = map[string]string{
	"notification/credentials":              "its API has no proxy",
	"notification/old-vocabulary":           "its API has no interval of a Provider",
	"options/select":                        withOptions,
	"options/select-template-without-chart": withOptions,
	"tenancy/given-namespace":               withOptions,
}

const withOptions = "without the options of the case, every version refuses the documents"

// TestEveryVersion renders every example and every case as a whole for each version, and checks the objects with the
// CRDs of that version, which refuse a field that they do not know. A version that it refuses says why, as judge wants
// it. The newest refuses no example, and only the cases that are not for it.
func TestEveryVersion(t *testing.T) {
	examples, cases := map[string][]byte{}, map[string][]byte{}
	for _, file := range files(t, "../../examples/*/*.yaml") {
		examples[filepath.Base(filepath.Dir(file))] = inputsOf(t, filepath.Join(filepath.Dir(file), ".expected", "out.yaml"))
	}
	for _, file := range files(t, "../cases/*/*/out.yaml") {
		name := strings.TrimPrefix(filepath.Dir(file), "../cases/")
		if !strings.HasPrefix(name, "delivery/ordered") { // TestDeliveryInEveryFlux has those that need a RenderConfig
			cases[name] = inputsOf(t, file)
		}
	}
	for _, o := range fluxes {
		t.Run(o.version, func(t *testing.T) {
			began := o.Checked()
			ofExamples, ofCases := o.everything(t, examples), o.everything(t, cases)
			t.Logf("Flux %s takes %d of %d examples and %d of %d cases; %d objects were checked", o.version,
				ofExamples.accepted, len(examples), ofCases.accepted, len(cases), o.Checked()-began)
			assert.Check(t, ofExamples.accepted >= 25 && ofCases.accepted >= 330, "documents were lost")
			without := 3 // of those with options
			if o.version != newestFlux() {
				without++ // notification/flux-2.10 needs the newest, and is refused where nobody asks for it
			}
			assert.Check(t, ofExamples.refused == 0 && ofCases.refused == without, "%+v", ofCases)
			if o.version == newestFlux() {
				assert.Equal(t, ofExamples.accepted, len(examples))
				assert.Equal(t, ofCases.accepted, len(cases)-len(notForNewest))
			}
		})
	}
}

// everything judges inputs by their names.
func (o fluxCRDs) everything(t *testing.T, inputs map[string][]byte) *outcome {
	t.Helper()
	c := &outcome{}
	for name, data := range inputs {
		before := c.accepted
		assert.Check(t, o.judge(data, c), "%s", name)
		isTaken := c.accepted > before
		assert.Check(t, o.version != newestFlux() || isTaken == (notForNewest[name] == ""), "%s", name)
	}
	return c
}
