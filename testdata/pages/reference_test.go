package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestExamples puts each example of the reference at its place in a document and renders that without an error, and
// holds that the examples of a section have each of its fields.
func TestExamples(t *testing.T) {
	all, err := objects()
	assert.NilError(t, err)
	list, err := sections(all)
	assert.NilError(t, err)
	bases := basesOf(t)
	for _, s := range list {
		t.Run(s.Heading, func(t *testing.T) {
			shown := map[string]bool{}
			for _, e := range s.Examples {
				assertRenders(t, e, bases)
				collect(parse(t, e.Text), shown)
			}
			for _, o := range all {
				if o.id != typeOf(s.Object) {
					continue
				}
				for _, f := range o.fields {
					mine := isOurs(f.Of) && (s.Only == "" || f.Of == typeOf(s.Only)) && s.Listed == nil
					assert.Check(t, !mine || unread(f) || shown[f.Name], "no example has %s; add it to testdata/pages/reference.yaml",
						f.Name)
				}
			}
		})
	}
}

// TestFleetExample checks that the cluster that the page shows is one, with the kubeconfig that it names.
func TestFleetExample(t *testing.T) {
	_, block, found := strings.Cut(referenceFleet, "```yaml\n")
	assert.Assert(t, found)
	cluster, _, _ := strings.Cut(block, "```")
	docs := schema.Parse("example.yaml", []byte(cluster+"---\n"+basesOf(t)["fleet"]))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{AllowEmpty: true})
	assert.NilError(t, err)
	assert.Equal(t, len(result.Objects), 1)
	assert.Assert(t, strings.Contains(string(result.Objects[0].YAML()),
		"secretRef:\n      key: value\n      name: berlin-admin\n"), "%s", result.Objects[0].YAML())
}

func basesOf(t *testing.T) map[string]string {
	t.Helper()
	bases, err := readBases()
	assert.NilError(t, err)
	bases["none"], bases[""] = "", ""
	return bases
}

func parse(t *testing.T, text string) (value any) {
	t.Helper()
	assert.NilError(t, yaml.Unmarshal([]byte(text), &value))
	return value
}

// collect notes the keys of a map, or of the maps of a list.
func collect(value any, keys map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for key := range value {
			keys[key] = true
		}
	case []any:
		for _, item := range value {
			collect(item, keys)
		}
	}
}

func assertRenders(t *testing.T, e example, bases map[string]string) {
	t.Helper()
	_, known := bases[e.Base]
	assert.Assert(t, known, "bases.yaml has no %s", e.Base)
	document, err := e.document(bases)
	assert.NilError(t, err)
	docs := schema.Parse("example.yaml", []byte(document+"\n---\n"+bases[e.More]))
	assert.NilError(t, docs.Findings().Err(), e.Text)
	if strings.Contains(document, "kind: RenderConfig") {
		_, problems := docs[0].RenderConfig()
		assert.Equal(t, len(problems), 0, "%v", problems)
		return
	}
	_, err = render.Render(docs, render.Options{AllowEmpty: true})
	assert.NilError(t, err, e.Text)
}

// TestLinks checks that each link within a page leads to a heading, and that no two headings are one to GitHub.
func TestLinks(t *testing.T) {
	for file := range pages {
		data, err := os.ReadFile(filepath.Join(root, file))
		assert.NilError(t, err)
		anchors := map[string]bool{}
		for _, m := range headingLine.FindAllStringSubmatch(string(data), -1) {
			assert.Check(t, !anchors[anchor(m[1])], "%s has two headings %q", file, m[1])
			anchors[anchor(m[1])] = true
		}
		for _, m := range innerLink.FindAllStringSubmatch(string(data), -1) {
			assert.Check(t, anchors[m[1]], "%s links to %s, which is no heading", file, m[1])
		}
	}
}

var (
	headingLine = regexp.MustCompile(`(?m)^##+ (.*)$`)
	innerLink   = regexp.MustCompile(`\]\(#([^)]*)\)`)
)
