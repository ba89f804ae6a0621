package explained

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

// TestAnyCluster replaces the name of a cluster where it is a word.
func TestAnyCluster(t *testing.T) {
	for _, c := range []struct{ text, cluster, want string }{
		{"a-berlin-web", "berlin", "a-\x00-web"},
		{"berlin.berlin", "berlin", "\x00.\x00"},
		{"berlin2 eberlin", "berlin", "berlin2 eberlin"},
		{"berlin_web _berlin 2berlin", "berlin", "berlin_web _berlin 2berlin"},
		{"berlinberlin berlin", "berlin", "berlinberlin \x00"},
		{`"replicas":1`, "1", `"replicas":1`},
		{"berlin", "", "berlin"},
	} {
		assert.Equal(t, AnyCluster(c.text, c.cluster), c.want)
	}
}

// TestAnyClusterIn replaces the name of a cluster in the strings of JSON, and nothing else: another name in its place
// makes JSON again.
func TestAnyClusterIn(t *testing.T) {
	for _, c := range []struct{ value, cluster, want, other string }{
		{`"https://berlin.example.com"`, "berlin", "\"https://\x00.example.com\"", `"https://oslo.example.com"`},
		{`"first:\n  - second\n"`, "n", `"first:\n  - second\n"`, `"first:\n  - second\n"`},
		{`"a\n n\tt\n"`, "n", "\"a\\n \x00\\tt\\n\"", `"a\n oslo\tt\n"`},
		{`"\\n n"`, "n", "\"\\\\\x00 \x00\"", `"\\oslo oslo"`},
		{`"\u0001 u0001"`, "u0001", "\"\\u0001 \x00\"", `"\u0001 oslo"`},
		{"true", "true", "true", "true"},
		{"null", "null", "null", "null"},
		{`"true"`, "true", "\"\x00\"", `"oslo"`},
		{`[{"name":"berlin"},null,1e5,"\"berlin\""]`, "berlin", "[{\"name\":\"\x00\"},null,1e5,\"\\\"\x00\\\"\"]",
			`[{"name":"oslo"},null,1e5,"\"oslo\""]`},
		{`"[${A:=\"b\"}]"`, `${A:="b"}`, "\"[\x00]\"", `"[oslo]"`},
	} {
		assert.Equal(t, AnyClusterIn(c.value, c.cluster), c.want)
		assert.Equal(t, OfCluster(c.want, "oslo"), c.other)
		assert.Equal(t, OfCluster(c.want, c.cluster), c.value)
		assert.Assert(t, json.Valid([]byte(OfCluster(c.want, `"\`))), c.want)
	}
}
