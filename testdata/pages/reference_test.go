package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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
	bases := readBases(t)
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
	docs := schema.Parse("example.yaml", []byte(cluster+"---\n"+readBases(t)["fleet"]))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{AllowEmpty: true})
	assert.NilError(t, err)
	assert.Equal(t, len(result.Objects), 1)
	assert.Assert(t, strings.Contains(string(result.Objects[0].YAML()),
		"secretRef:\n      key: value\n      name: berlin-admin\n"), "%s", result.Objects[0].YAML())
}

func readBases(t *testing.T) (bases map[string]string) {
	t.Helper()
	data, err := os.ReadFile("bases.yaml")
	assert.NilError(t, err)
	assert.NilError(t, yaml.UnmarshalStrict(data, &bases))
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
	base, known := bases[e.Base]
	assert.Assert(t, known, "bases.yaml has no %s", e.Base)
	document := e.Text
	if e.At != "" {
		data, err := yaml.Marshal(put(parse(t, base), steps(e.At), parse(t, e.Text)))
		assert.NilError(t, err)
		document = string(data)
	}
	docs := schema.Parse("example.yaml", []byte(document+"\n---\n"+bases[e.More]))
	err := docs.Findings().Err()
	assert.NilError(t, err, e.Text)
	if strings.Contains(document, "kind: RenderConfig") {
		_, problems := docs[0].RenderConfig()
		assert.Equal(t, len(problems), 0, "%v", problems)
		return
	}
	_, err = render.Render(docs, render.Options{AllowEmpty: true})
	assert.NilError(t, err, e.Text)
}

// steps splits a path, for example spec.config.kustomization[0].
func steps(path string) []string { return regexp.MustCompile(`[^.\[\]]+`).FindAllString(path, -1) }

// put returns a document with a value at a path.
func put(in any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	switch in := in.(type) {
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i >= len(in) {
			panic(fmt.Sprintf("no item %s", path[0]))
		}
		in[i] = put(in[i], path[1:], value)
		return in
	case map[string]any:
		in[path[0]] = put(in[path[0]], path[1:], value)
		return in
	}
	return map[string]any{path[0]: put(nil, path[1:], value)}
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
