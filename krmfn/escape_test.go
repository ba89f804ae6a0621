package krmfn

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestJSONDocuments checks that the function reads JSON, with its escapes, as the library does: the same bytes of a
// document give the same objects.
func TestJSONDocuments(t *testing.T) {
	in, err := os.ReadFile("../testdata/cases/yaml/json/in.yaml")
	assert.NilError(t, err)
	out, err := os.ReadFile("../testdata/cases/yaml/json/out.yaml")
	assert.NilError(t, err)
	given := read(t, `{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [`+string(in)+`]}`)
	answer := processList(given)
	assert.DeepEqual(t, newItems(t, given.Items, answer.Items[1:]), documents(t, string(out)))
}

func TestEscapesOfLists(t *testing.T) {
	const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- kind: A\n"
	for name, c := range map[string]struct{ text, want string }{
		"JSON": {
			`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [{"kind": "A", "\ud83d\ude00\/": ` +
				`"a\\ud83d\ud83d\uDE01\/\\/"}]}`,
			"{\"kind\": \"A\", \"😀/\": \"a\\\\ud83d😁/\\\\/\"}\n",
		},
		"a slash in JSON": {`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [{"kind": "A\/B"}]}`,
			"{\"kind\": \"A/B\"}\n"},
		"a pair in JSON": {`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [{"kind": ` +
			`"\ud83d\ude00"}]}`, "{\"kind\": \"😀\"}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			rl := read(t, c.text)
			got := strings.ReplaceAll(printed(t, rl)[0], `\U0001F600`, "😀")
			assert.Equal(t, strings.ReplaceAll(got, `\U0001F601`, "😁"), c.want)
		})
	}
	for _, broken := range []string{head + `  a: "\ud83d"` + "\n", head + `  a: "\ud83d\ude00"` + "\n",
		`{"apiVersion": "\ud83d\ude00`} {
		_, err := parse([]byte(broken))
		assert.ErrorContains(t, err, "the input is no ResourceList")
	}
}

// A list without a line break at its end is read as with one, for example from a shell's variable.
func TestNoLineBreakAtTheEnd(t *testing.T) {
	document, hub, member := earlier(t)
	for name, items := range map[string][]string{
		"new objects":          {document},
		"a second run":         {document, hub, member},
		"one that goes":        {withoutMember(document), hub, member},
		"the document at last": {hub, member, document},
	} {
		t.Run(name, func(t *testing.T) {
			whole := resourceList("", items...)
			want, _, _ := runOn(whole)
			got, _, code := runOn(strings.TrimSuffix(whole, "\n"))
			assert.Equal(t, code, 0)
			assert.Equal(t, strings.TrimSuffix(got, "\n"), strings.TrimSuffix(want, "\n")) // what stays, stays as it was

			got, _, code = runOn(asJSONList(t, whole))
			assert.Equal(t, code, 0)
			assert.DeepEqual(t, names(read(t, got)), names(read(t, want)))
		})
	}
}

// asJSONList prints a list as JSON.
func asJSONList(t *testing.T, list string) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, json.Compact(&b, []byte(asJSON(t, list))))
	assert.Assert(t, slices.Contains([]byte("}"), b.Bytes()[b.Len()-1]))
	return b.String()
}
