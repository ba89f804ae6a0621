package divide

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPattern finds $(cluster.name) in texts of clusters. An empty pattern means that there is none.
func TestPattern(t *testing.T) {
	for _, c := range []struct{ name, clusters, texts, want string }{
		{"the whole text", "berlin paris", "berlin paris", "$(cluster.name)"},
		{"a part", "berlin paris", "./clusters/berlin/apps ./clusters/paris/apps", "./clusters/$(cluster.name)/apps"},
		{"several parts", "berlin paris", "berlin.berlin-1 paris.paris-1", "$(cluster.name).$(cluster.name)-1"},
		{"part of a word", "berlin paris", "xberlinx xparisx", "x$(cluster.name)x"},
		{"a short name as a word", "eu us", "shop-eu.example shop-us.example", "shop-$(cluster.name).example"},
		{"a short name in a word", "a b", "data batb", ""},
		{"a word that has the name of one cluster", "prod staging", "prod/prod prod/staging", "prod/$(cluster.name)"},
		{"a name that begins like another", "prod prod-eu", "x/prod x/prod-eu", "x/$(cluster.name)"},
		{"one cluster has another text", "berlin paris tokyo", "x-berlin x-paris x-osaka", ""},
		{"one cluster has no name", "berlin ", "berlin paris", ""},
		{"equal texts", "berlin paris", "berlin berlin", ""},
		{"a longer text", "berlin paris", "berlin paris-1", ""},
		{"a dollar in front, which would escape the reference", "berlin paris", "$berlin $paris", ""},
		{"the text of a reference", "berlin paris", "$(cluster.labels.x)berlin $(cluster.labels.x)paris", ""},
	} {
		s := Source{Reference: ClusterName, Values: strings.Split(c.clusters, " ")}
		got, ok := s.pattern(strings.Split(c.texts, " "))
		assert.Check(t, ok == (c.want != "") && (!ok || got == c.want), "%s: %q, %t", c.name, got, ok)
	}
}

// TestPatternOfAll finds references to several labels in one text.
func TestPatternOfAll(t *testing.T) {
	sources := LabelSources([]map[string]string{
		{"stage": "production", "example.com/region": "eu", "team": "shop", "rank": "1"},
		{"stage": "production", "example.com/region": "asia", "team": "shop", "rank": "2"},
		{"stage": "test", "example.com/region": "eu", "team": "shop", "rank": "3"},
	})
	var references []string
	for _, s := range sources {
		references = append(references, s.Reference)
	}
	// The label team has one value, and the values of rank are numbers.
	assert.DeepEqual(t, references, []string{"$(cluster.labels.stage)", "$(cluster.labels['example.com/region'])"})
	found, ok := patternOfAll(sources, []string{"shop/production/eu", "shop/production/asia", "shop/test/eu"})
	assert.Equal(t, found, "shop/$(cluster.labels.stage)/$(cluster.labels['example.com/region'])")
	assert.Assert(t, ok)
	_, ok = patternOfAll(sources, []string{"production/eu", "production/eu", "test/eu"})
	assert.Assert(t, !ok, "asia is not in the second text")
	_, ok = patternOfAll(sources, []string{"europe", "asiape", "europe"})
	assert.Assert(t, !ok, "a label is a word of its own")
	_, ok = patternOfAll(sources, []string{"$production/eu", "$production/asia", "$test/eu"})
	assert.Assert(t, !ok, "a dollar would escape the reference")
}
