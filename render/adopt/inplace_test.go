package adopt_test

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// isInPlace checks the promise of an adoption, by means that the package does not use: the documents render exactly the
// objects of the edited files that carry the annotation, each in its file and value by value; and an edited file
// differs from the old one in the lines that annotations, API versions and converted fields take.
func isInPlace(t *testing.T, files []adopt.File, result adopt.Result) {
	t.Helper()
	if len(result.Applications) == 0 {
		assert.Equal(t, len(result.Edits), 0)
		return
	}
	var docs schema.Documents
	for _, file := range files {
		if slices.Contains(result.Fleet, file.Name) {
			docs = append(docs, schema.Parse(file.Name, file.Data)...)
		}
	}
	for _, app := range result.Applications {
		docs = append(docs, schema.Parse(app.File, app.YAML)...)
	}
	rendered, err := render.Render(docs, render.Options{AllowEmpty: true})
	assert.NilError(t, err)
	want, got := map[string]any{}, map[string]any{}
	for _, o := range rendered.Objects {
		want[o.Path()+" "+o.Kind()+" "+o.Namespace()+"/"+o.Name()] = decoded(t, o.YAML())
	}
	old := map[string][]byte{}
	for _, file := range files {
		old[file.Name] = file.Data
	}
	objects := 0
	for _, edit := range result.Edits {
		before, after := documentsOf(old[edit.File]), documentsOf(edit.Data)
		assert.Equal(t, len(after), len(before), edit.File)
		for i, text := range after {
			if !bytes.Contains(text, []byte("fluxapp.dev/rendered-from")) {
				assert.Equal(t, string(text), string(before[i]), edit.File)
				continue
			}
			objects++
			object := decoded(t, text).(map[string]any)
			metadata := object["metadata"].(map[string]any)
			namespace, _ := metadata["namespace"].(string)
			got[path.Clean(edit.File)+" "+object["kind"].(string)+" "+namespace+"/"+metadata["name"].(string)] = object
			isAnnotated(t, edit.File, before[i], text)
		}
		objects -= edit.Objects
	}
	assert.Equal(t, objects, 0, "objects are counted wrongly")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rendering would change files (-rendered +edited):\n%s", diff)
	}
}

// isAnnotated checks that no line of a document goes, unless its API version is an older one.
func isAnnotated(t *testing.T, file string, before, after []byte) {
	t.Helper()
	version := func(text []byte) any { return decoded(t, text).(map[string]any)["apiVersion"] }
	if version(before) != version(after) {
		return
	}
	rest := strings.Split(string(after), "\n")
	for line := range strings.SplitSeq(string(before), "\n") {
		i := slices.IndexFunc(rest, func(other string) bool {
			return other == line || isSubsequence(line, other) && strings.Contains(other, "fluxapp.dev/rendered-from")
		})
		if i < 0 {
			t.Errorf("%s lost the line %q", file, line)
			return
		}
		rest = rest[i+1:]
	}
}

// isSubsequence reports whether a text is another one with something put into it.
func isSubsequence(text, other string) bool {
	for _, r := range text {
		i := strings.IndexRune(other, r)
		if i < 0 {
			return false
		}
		other = other[i+len(string(r)):]
	}
	return true
}

// separator is the beginning of a line between documents.
var separator = regexp.MustCompile(`(?m)^---`)

func documentsOf(file []byte) (all [][]byte) {
	for _, text := range separator.Split(string(file), -1) {
		all = append(all, []byte(text))
	}
	return all
}

// decoded returns a document as kubectl reads it, without nulls outside of values.
func decoded(t *testing.T, text []byte) any {
	t.Helper()
	data, err := yaml.YAMLToJSON(text)
	assert.NilError(t, err, "%s", text)
	var value any
	assert.NilError(t, json.Unmarshal(data, &value))
	return withoutNulls(value, "")
}

func withoutNulls(value any, key string) any {
	fields, ok := value.(map[string]any)
	if !ok || key == "values" {
		return value
	}
	kept := map[string]any{}
	for key, field := range fields {
		if field != nil {
			kept[key] = withoutNulls(field, key)
		}
	}
	return kept
}
