package promote_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestParseSelector checks which texts are one stage.
func TestParseSelector(t *testing.T) {
	for _, same := range [][]string{
		{"stage=test", "stage==test", " stage = test ", "stage in (test)", "stage=test,stage in (test, test)"},
		{"a=b,c=d", "c=d,a=b"},
		{"stage in (a,b)", "stage in (b, a)"},
		{"stage!=a", "stage notin (a)"},
		{"stage,stage!=a", "stage!=a,stage"}, {"stage"}, {"!stage"}, {"stage="}, {"stage in (a,b,c)"}, {"stage notin (a,b)"},
		{"example.com/stage=test"},
	} {
		first, err := promote.ParseSelector(same[0])
		assert.NilError(t, err)
		for _, text := range same {
			s, err := promote.ParseSelector(text)
			assert.NilError(t, err)
			assert.Assert(t, s.Equals(first) && first.Equals(s), text)
			assert.Equal(t, s.String(), text)
			other, err := promote.ParseSelector("other=x," + text)
			assert.NilError(t, err)
			assert.Assert(t, !s.Equals(other) && !other.Equals(s), text)
		}
	}
	for text, want := range map[string]string{
		"":           "the selector is empty",
		"stage=a b":  "is no label selector",
		"stage>3":    "compares numbers",
		"stage:test": "is no label selector",
		"=x":         "is no label selector",
	} {
		_, err := promote.ParseSelector(text)
		assert.ErrorContains(t, err, want)
		assert.Assert(t, strings.Contains(err.Error(), "write for example stage=test"), err)
	}
}

// TestStagesOf checks that the stages of a document are read as the same selectors.
func TestStagesOf(t *testing.T) {
	text := frame + "    - {clusterSelector: {matchLabels: {stage: test, ring: a}}, interval: 1h}\n" +
		"    - {clusterSelector: {matchExpressions: [{key: stage, operator: NotIn, values: [b, a]}, {key: x, operator: " +
		"DoesNotExist}]}, interval: 1h}\n" +
		"    - {clusterSelector: {matchExpressions: [{key: stage, operator: In, values: [b, a]}, {key: x, operator: " +
		"Exists}, {key: z, operator: NotIn, values: [b]}]}, interval: 1h}\n" +
		"    - {clusterSelector: {matchLabels: {ring: a}, matchExpressions: [{key: stage, operator: In, values: [test]}]}, " +
		"interval: 1h}\n" +
		"    - {clusterSelector: {}, interval: 1h}\n    - {cluster: oslo, interval: 1h}\n"
	stages := promote.Stages(schema.Parse("in.yaml", []byte(text))[0])
	assert.DeepEqual(t, stages, []string{"ring=a,stage=test", "stage notin (a,b),!x", "stage in (a,b),x,z!=b"})
	for _, stage := range stages {
		s, err := promote.ParseSelector(stage)
		assert.NilError(t, err)
		r := request(t, "stage=other stage=test")
		r.From = s
		_, _, wrong := promoted(t, text, r) // the layer is found, and has no version
		assert.Assert(t, strings.Contains(wrong, "the layer of "+stage+" has no chart.version"), wrong)
	}
}

func TestParseField(t *testing.T) {
	for text, want := range map[string]promote.Field{
		"wave":                              {"wave"},
		"values.image.tag":                  {"values", "image", "tag"},
		"metadata.labels[example.com/team]": {"metadata", "labels", "example.com/team"},
		"values[a.b].c[d e]":                {"values", "a.b", "c", "d e"},
		"values[a].b":                       {"values", "a", "b"},
		"destination.targetNamespace":       {"destination", "targetNamespace"},
		"source.ociRepository.ref[semver]":  {"source", "ociRepository", "ref", "semver"},
		"values.cluster":                    {"values", "cluster"},
	} {
		f, err := promote.ParseField(text)
		assert.NilError(t, err)
		assert.DeepEqual(t, f, want)
		again, err := promote.ParseField(f.String())
		assert.NilError(t, err)
		assert.DeepEqual(t, again, want)
	}
	for text, want := range map[string]string{
		"": "is empty", ".": "is no path", "a.": "is no path", ".a": "is no path", "a..b": "is no path",
		"a[b": "a bracket that does not end", "a[]": "is no path",
		"a[b]c": "is no path", "a.[b]": "", "clusterSelector.matchLabels.stage": "chooses the clusters",
		"destination":         "chooses the clusters",
		"destination.cluster": "chooses the clusters", "disable": "chooses the clusters", "name": "chooses the clusters",
	} {
		_, err := promote.ParseField(text)
		if want == "" {
			assert.NilError(t, err)
			continue
		}
		assert.ErrorContains(t, err, want)
	}
}
