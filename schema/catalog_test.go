package schema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestCatalog checks catalog.json by the rules that SchemaStore has for its catalog. Each address leads to a schema as
// "fluxapp schema" prints it, of the version that the Makefile releases.
func TestCatalog(t *testing.T) {
	text, err := os.ReadFile("catalog.json")
	assert.NilError(t, err)
	var catalog struct {
		Schema  string `json:"$schema"`
		Version float64
		Schemas []struct {
			Name, Description, URL string
			FileMatch              []string
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	assert.NilError(t, decoder.Decode(&catalog))
	assert.Equal(t, catalog.Schema, "https://json.schemastore.org/schema-catalog.json")
	makefile, err := os.ReadFile("../Makefile")
	assert.NilError(t, err)
	version := regexp.MustCompile(`(?m)^VERSION \?= (v\S+)$`).FindSubmatch(makefile)
	assert.Assert(t, version != nil)
	base := "https://raw.githubusercontent.com/fluxapp-dev/fluxapp/" + string(version[1]) + "/schema/"
	taken := map[string]string{}
	for _, s := range catalog.Schemas {
		assert.Assert(t, s.Name != "" && s.Description != "" && len(s.FileMatch) > 0)
		file, found := strings.CutPrefix(s.URL, base)
		assert.Assert(t, found, "%s does not begin with %s", s.URL, base)
		stored, err := os.ReadFile(file)
		assert.NilError(t, err)
		printed, err := schema.JSONSchema(kindOf(t, file))
		assert.NilError(t, err)
		assert.Assert(t, bytes.Equal(stored, printed), "%s is not what fluxapp schema prints", file)
		for _, pattern := range s.FileMatch {
			taken[pattern] = s.Name
		}
	}
	for file, want := range map[string]string{
		"fluxapp.yaml": "fluxapp RenderConfig", "web.fluxapp.yaml": "FluxApplication", "web.fluxapp.yml": "FluxApplication",
		"web.yaml": "", "kustomization.yaml": "",
	} {
		got := ""
		for pattern, name := range taken {
			matched, err := path.Match(pattern, file)
			assert.NilError(t, err)
			if matched {
				got += name
			}
		}
		assert.Equal(t, got, want, file)
	}
}

// kindOf returns the kind whose schema is in a file.
func kindOf(t *testing.T, file string) string {
	for _, kind := range schema.OwnKinds(kinds.Group) {
		if strings.ToLower(kind)+".json" == file {
			return kind
		}
	}
	t.Fatalf("there is no kind with the schema %s", file)
	return ""
}
