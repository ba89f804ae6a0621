package schema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/json"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// FuzzParse parses anything. Whatever it is, Parse must not panic, must say the same twice, and must say where. What it
// accepts, Flux's own types must take.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"../testdata/cases/*/*/in.yaml", "../../shared/corpus/*/*/*.yaml",
		"../../shared/seeds/*.yaml"} {
		files, err := filepath.Glob(pattern)
		assert.NilError(f, err)
		for _, file := range files {
			data, err := os.ReadFile(file)
			assert.NilError(f, err)
			f.Add(data)
		}
	}
	for _, text := range found {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		kept := bytes.Clone(data)
		docs, again := schema.Parse("in.yaml", data), schema.Parse("in.yaml", data)
		assert.Assert(t, bytes.Equal(data, kept), "the input was written to")
		assert.Equal(t, textOf(docs), textOf(again))
		for _, e := range findings(docs) {
			inside(t, data, e)
		}
		for _, doc := range docs {
			if !large(doc.Root(), new(100_000)) {
				strict(t, doc)
			}
		}
	})
}

// found are inputs that something was once wrong with.
var found = []string{
	// no time.Duration
	"apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nspec: {config: {kustomization: [{interval: " +
		"9999999999h}]}}\n",
	// without metadata
	"apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nspec: {config: {}}\n",
}

// textOf returns everything that Parse returns, as text.
func textOf(docs schema.Documents) string {
	var b strings.Builder
	for _, d := range docs {
		b.WriteString(d.String() + "\n")
		if !large(d.Root(), new(100_000)) {
			b.Write(tree.AppendYAML(nil, d.Spec()))
		}
	}
	return b.String() + findings(docs).String()
}

// findings returns all findings, of HelmCharts and RenderConfigs too.
func findings(docs schema.Documents) (list finding.Findings) {
	for _, d := range docs {
		list = append(list, finding.Locate(d.Problems())...)
	}
	return list
}

// inside expects a finding to stand at a character of the document, or behind the last one of its line.
func inside(t *testing.T, data []byte, e finding.Finding) {
	lines := strings.Split(string(data), "\n")
	assert.Assert(t, e.File == "in.yaml" && e.Line >= 1 && e.Line <= len(lines), "%v", e)
	assert.Assert(t, e.Column >= 1 && e.Column <= utf8.RuneCountInString(lines[e.Line-1])+1, "%v", e)
}

// large reports whether a value stands for more nodes than are left, all aliases written out: then it is read, but not
// printed a thousand times a second.
func large(n tree.Node, left *int) bool {
	for c := range n.Children() {
		if *left--; *left < 0 || large(c, left) {
			return true
		}
	}
	return false
}

// strict decodes the spec of an application that Parse accepts into our own types, which are Flux's. Where a
// placeholder stands, nobody knows the value yet. Fields of a newer Flux than the types have are an error there.
func strict(t *testing.T, d *schema.Document) {
	if d.Class() != schema.ClassApplication || len(finding.Locate(d.Problems()).Only(finding.SeverityError)) > 0 {
		return
	}
	text := tree.AppendJSON(nil, d.Spec())
	if len(text) == 0 || bytes.Contains(text, []byte("${")) || d.Facts().MayMentionReferences() ||
		d.Facts().MergesLists() ||
		bytes.Contains(text, []byte(`"$(remove)"`)) {
		return
	}
	var spec v1alpha1.FluxApplicationSpec
	unknown, err := json.UnmarshalStrict(text, &spec)
	assert.NilError(t, err, "%s", text)
	_, err = v1alpha1.FluxApplicationOf(d)
	assert.Equal(t, err != nil, len(unknown) > 0, "%v: %v in %s", err, unknown, text)
}
