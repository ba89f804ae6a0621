package loader

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// HasValues reports whether the chart has a values.yaml.
func (c *Chart) HasValues() bool { return c.files[ValuesFile] != nil }

// ValuesOf reads a file of the chart that has values, as source-controller reads valuesFiles; fs.ErrNotExist without
// one.
func (c *Chart) ValuesOf(name string) (valuesschema.Map, error) {
	name = path.Clean(name)
	if name == ValuesFile {
		return c.Values, nil
	}
	data, found := c.files[name]
	if !found || strings.HasPrefix(name, "templates/") || strings.HasPrefix(name, "charts/") || name == ChartFile ||
		name == schemaFile {
		return nil, fs.ErrNotExist
	}
	return parseValues(data)
}

// ReadValues reads a file that has values; fs.ErrNotExist without one.
func ReadValues(files fs.FS, path string) (valuesschema.Map, error) {
	data, err := folderFile(files, path, newBudget())
	if err != nil {
		return nil, err
	}
	return parseValues(data)
}

// parseDocuments reads a values.yaml as LoadValues of Helm does: several documents are merged.
func parseDocuments(data []byte) (valuesschema.Map, error) {
	merged, all := valuesschema.Map{}, splitDocuments(string(data))
	if len(all) > maxParts { // each is merged over all before it
		return nil, fmt.Errorf("has more than %d documents; write one", maxParts)
	}
	for _, document := range all {
		one, err := parseValues([]byte(document))
		if err != nil {
			return nil, err
		}
		merged = valuesschema.Merge(merged, one)
	}
	return merged, nil
}

func splitDocuments(text string) (documents []string) {
	start, at := 0, 0
	for line := range strings.Lines(text) {
		if rest, found := strings.CutPrefix(line, "---"); found && strings.TrimSpace(rest) == "" {
			documents = append(documents, text[start:at])
			start = at + len(line)
		}
		at += len(line)
	}
	return append(documents, text[start:])
}

func parseValues(data []byte) (valuesschema.Map, error) {
	read := valuesschema.Map{}
	if err := yaml.Unmarshal(data, &read); err != nil {
		return nil, yamlError(err)
	}
	return read, nil
}
