package layout

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
		{"a name joined of two folders", "a-b c-d", "clusters/a/b/x.yaml clusters/c/d/x.yaml", ""},
	} {
		got, ok := pattern(strings.Split(c.clusters, " "), strings.Split(c.texts, " "))
		assert.Check(t, ok == (c.want != "") && (!ok || got == c.want), "%s: %q, %t", c.name, got, ok)
	}
}

// TestPlainName names the params of long lines like their keys.
func TestPlainName(t *testing.T) {
	for key, want := range map[string]string{"loginURL": "loginURL", "DB_HOST": "dbHost", "db_host": "dbHost",
		"1": "", "cert-manager.io/x": "", "_": ""} {
		assert.Check(t, plainName(key) == want, "%s: %s", key, plainName(key))
	}
}
