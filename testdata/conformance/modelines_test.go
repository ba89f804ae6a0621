package conformance

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"gotest.tools/v3/assert"
)

// schemaFiles are where the schemas of the kinds are.
var schemaFiles = map[string]string{
	kinds.Application.Name:         "../../schema/application.json",
	kinds.FluxApplication.Name:     "../../schema/fluxapplication.json",
	kinds.FluxApplicationBase.Name: "../../schema/fluxapplicationbase.json",
	kinds.RenderConfig.Name:        "../../schema/renderconfig.json",
}

// published is where editors find the schemas from everywhere.
const published = "https://raw.githubusercontent.com/fluxapp-dev/fluxapp/main/schema/"

// TestModelines holds that each document of ours among the examples begins with the line by which editors find its
// schema, and is what that asks for. Those that adopt writes have no such line.
func TestModelines(t *testing.T) {
	found := 0
	for _, file := range append(files(t, "../../examples/*/*.yaml"), files(t, "../../examples/*/*/*.yaml")...) {
		data := readFile(t, file)
		value, err := readValue(data)
		assert.NilError(t, err, "%s", file)
		kind, _ := value.(map[string]any)["kind"].(string)
		if schemaFiles[kind] == "" || strings.HasPrefix(file, "../../examples/adopt/") {
			continue
		}
		found++
		line, _, _ := bytes.Cut(data, []byte("\n"))
		path, ok := strings.CutPrefix(string(line), "# yaml-language-server: $schema=")
		assert.Check(t, ok, "%s begins with %s", file, line)
		if name, ok := strings.CutPrefix(path, published); ok { // fluxapp init writes it into other repositories
			path = filepath.Join("../../schema", name)
		} else {
			path = filepath.Join(filepath.Dir(file), path)
		}
		assert.Check(t, path == filepath.Clean(schemaFiles[kind]), "%s leads to %s", file, path)
		assert.Check(t, compiled(t, kind, readFile(t, path)).Validate(value), "%s", file)
	}
	assert.Assert(t, found >= 16, "examples were lost")
}
