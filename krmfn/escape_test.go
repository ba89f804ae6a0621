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
	answer := answerTo(t, `{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [`+string(in)+`]}`)
	assert.DeepEqual(t, newItems(t, nil, answer.Items[1:]), documents(t, string(out)))
}

// TestEscapesOfLists checks that what escapes mean is kept, also those that other readers know in JSON only.
func TestEscapesOfLists(t *testing.T) {
	const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
	const jsonHead = `{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [`
	for name, c := range map[string]struct{ text, want string }{
		"JSON": {jsonHead + `{"kind": "A", "\ud83d\ude00\/": "a\\ud83d\ud83d\uDE01\/\\/"}]}`,
			head + "- \"\\U0001F600/\": \"a\\\\ud83d\\U0001F601/\\\\/\"\n  kind: A\n"},
		"a slash in JSON":     {jsonHead + `{"kind": "A\/B"}]}`, head + "- kind: A/B\n"},
		"a pair in an item":   {head + `- a: "\ud83d\ude00"` + "\n", head + `- a: "\ud83d\ude00"` + "\n"},
		"half a pair in YAML": {head + `- a: "\ud83d"` + "\n", ""},
		"JSON that is cut":    {`{"apiVersion": "\ud83d\ude00`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, code := runOn(c.text)
			before, _, _ := strings.Cut(out, "results:\n")
			assert.Equal(t, before, c.want, errs)
			assert.Equal(t, code == 0, c.want != "")
			assert.Equal(t, strings.HasPrefix(errs, "fluxapp: the input is no ResourceList: line 1: "), c.want == "" &&
				strings.HasPrefix(c.text, "{"), errs)
		})
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
