package krmfn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/resid"

	"sigs.k8s.io/yaml"

	"github.com/google/go-cmp/cmp"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const catalogImage = "ghcr.io/fluxapp-dev/fluxapp"

// metadata is what the catalog of kpt reads. Its schema refuses every other field.
type metadata struct {
	Image              string   `json:"image"`
	Description        string   `json:"description"`
	Tags               []string `json:"tags"`
	SourceURL          string   `json:"sourceURL"`
	ExamplePackageURLs []string `json:"examplePackageURLs"`
	License            string   `json:"license"`
}

// catalogTags are the tags that both the schema of the catalog and its page about metadata.yaml have.
var catalogTags = []string{"mutator", "validator", "generator", "viewer", "test", "testing", "timing", "name prefix",
	"name suffix"}

// TestMetadata checks that metadata.yaml has what the catalog takes, says what function.yaml and the README say, and
// names what is there.
func TestMetadata(t *testing.T) {
	var m metadata
	assert.NilError(t, yaml.UnmarshalStrict([]byte(readFile(t, "metadata.yaml")), &m))
	d := definition(t)
	assert.Equal(t, m.Image, catalogImage)
	assert.Equal(t, m.License, "Apache-2.0")
	assert.Equal(t, m.Description, d.Spec.Description)
	short := "<!--mdtogo:Short-->\n\n" + m.Description + "\n\n<!--mdtogo-->\n"
	assert.Assert(t, strings.Contains(readFile(t, "README.md"), short))
	assert.Assert(t, len(m.Tags) > 0)
	for _, tag := range m.Tags {
		assert.Assert(t, slices.Contains(catalogTags, tag) && slices.Contains(d.Spec.Tags, tag), tag)
	}
	assertThere(t, m.SourceURL)
	assert.Assert(t, len(m.ExamplePackageURLs) > 0)
	for _, url := range m.ExamplePackageURLs {
		assertThere(t, url)
	}
}

// TestFunctionDefinition checks that function.yaml defines the options as package schema has them, and names the
// image that make image builds.
func TestFunctionDefinition(t *testing.T) {
	d := definition(t)
	assert.Equal(t, d.APIVersion, framework.FunctionDefinitionGroupVersion)
	assert.Equal(t, d.Kind, framework.FunctionDefinitionKind)
	assert.Equal(t, d.Spec.Group, kinds.Group)
	assert.Equal(t, d.Spec.Names.Kind, kinds.RenderConfig.Name)
	assert.Equal(t, len(d.Spec.Versions), 1)
	v := d.Spec.Versions[0]
	assert.Equal(t, v.Name, kinds.Version)
	assert.Assert(t, v.Idempotent)
	assert.Equal(t, v.Runtime.Container.Image, catalogImage+":"+version(t))
	assertThere(t, v.Usage)
	for _, url := range v.Examples {
		assertThere(t, url)
	}

	kind := resid.NewGvk(kinds.Group, kinds.Version, kinds.RenderConfig.Name)
	found, err := framework.SchemaFromFunctionDefinition(kind, readFile(t, "function.yaml"))
	assert.NilError(t, err)
	data, err := json.Marshal(found.Properties["spec"].Properties)
	assert.NilError(t, err)
	var got map[string]property
	assert.NilError(t, yaml.UnmarshalStrict(data, &got))
	assert.DeepEqual(t, got, options(t))
}

// property is what function.yaml says of an option.
type property struct {
	Type        string            `json:"type"`
	Description string            `json:"description"`
	Items       map[string]string `json:"items,omitempty"`
}

// options returns the fields of a RenderConfig, from its JSON Schema, which lets each be null too.
func options(t *testing.T) map[string]property {
	t.Helper()
	data, err := schema.JSONSchema(kinds.RenderConfig.Name)
	assert.NilError(t, err)
	var document struct {
		Definitions map[string]json.RawMessage `json:"definitions"`
	}
	assert.NilError(t, json.Unmarshal(data, &document))
	var spec struct {
		Properties map[string]struct {
			Type        any            `json:"type"` // one, or several; none of an object that has a definition
			Description string         `json:"description"`
			Items       map[string]any `json:"items"`
		} `json:"properties"`
	}
	assert.NilError(t, json.Unmarshal(document.Definitions["spec"], &spec))
	all := map[string]property{}
	for name, p := range spec.Properties {
		several, _ := p.Type.([]any)
		if p.Type == nil {
			p.Type = "object"
		}
		description := strings.Join(strings.Fields(p.Description), " ") // comments are wrapped, function.yaml is not
		var items map[string]string
		if of := fmt.Sprint(p.Items["type"]); p.Items != nil && of == "string" {
			items = map[string]string{"type": of}
		} else if p.Items != nil {
			items = map[string]string{"type": "object"}
		}
		all[name] = property{fmt.Sprint(append(several, p.Type)[0]), description, items}
	}
	assert.Assert(t, len(all) > 0)
	return all
}

var (
	imageName = regexp.MustCompile(`ghcr\.io/[^\s,]+`)
	row       = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| [^|]+ \\| `([^|]+)` \\| `([^|]+)` \\|")
	yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")
)

// TestReadme checks that the README names the image of this version and every option, and that its examples are read,
// and mean the same in a RenderConfig and in a ConfigMap.
func TestReadme(t *testing.T) {
	readme := readFile(t, "README.md")
	for _, image := range imageName.FindAllString(readme, -1) {
		assert.Equal(t, image, catalogImage+":"+version(t))
	}
	known := options(t)
	for _, m := range row.FindAllStringSubmatch(readme, -1) {
		_, ok := known[m[1]]
		assert.Assert(t, ok, m[1])
		delete(known, m[1])
		assertSameOptions(t, configs("{"+m[1]+": "+m[2]+"}", "{"+m[1]+": "+quoted(m[3])+"}"))
	}
	assert.Equal(t, len(known), 0, "the README does not name %v", known)

	var documents []string
	for _, m := range yamlBlock.FindAllStringSubmatch(readme, -1) {
		if strings.HasPrefix(m[1], "apiVersion") {
			documents = append(documents, m[1])
		}
	}
	assert.Equal(t, len(documents), 2)
	assertSameOptions(t, documents)
}

// assertSameOptions checks that nothing is wrong with two functionConfigs, and that they ask for the same.
func assertSameOptions(t *testing.T, pair []string) {
	t.Helper()
	var asked [2]config
	for i, functionConfig := range pair {
		req := request{from: map[*finding.Subject]*item{}}
		assert.DeepEqual(t, req.readConfig(listOf(t, resourceList(functionConfig)).config), functionResults(nil))
		asked[i] = req.config
	}
	sameNode := func(a, b tree.Node) bool { return bytes.Equal(tree.AppendJSON(nil, a), tree.AppendJSON(nil, b)) }
	assert.DeepEqual(t, asked[0].options, asked[1].options, cmp.Comparer(sameNode),
		cmp.Comparer(func(a, b *schema.Document) bool {
			return a == b || a != nil && b != nil && sameNode(a.Spec().Get("delivery"), b.Spec().Get("delivery"))
		}))
	assert.Equal(t, asked[0].Check, asked[1].Check)
}

// quoted quotes a text that has commas, which in the README stand alone.
func quoted(text string) string { return `"` + strings.Trim(text, `"`) + `"` }

func definition(t *testing.T) (d framework.KRMFunctionDefinition) {
	t.Helper()
	assert.NilError(t, yaml.UnmarshalStrict([]byte(readFile(t, "function.yaml")), &d))
	return d
}

// version returns the version that make image builds.
func version(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^VERSION \?= (v\d+\.\d+\.\d+)$`).FindStringSubmatch(readFile(t, "..", "Makefile"))
	assert.Assert(t, len(m) == 2, "the Makefile has no VERSION")
	return m[1]
}

// assertThere checks that the address of a file or folder of the repository names one that is there.
func assertThere(t *testing.T, url string) {
	t.Helper()
	m := regexp.MustCompile(`^https://github\.com/fluxapp-dev/fluxapp/(?:tree|blob)/main/(.+)$`).FindStringSubmatch(url)
	assert.Assert(t, len(m) == 2, url)
	_, err := os.Stat(filepath.Join("..", filepath.FromSlash(m[1])))
	assert.NilError(t, err)
}

func readFile(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	assert.NilError(t, err)
	return string(data)
}
