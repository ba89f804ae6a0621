package charts

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

const (
	valuesFile = "values.yaml"
	schemaFile = "values.schema.json"
)

// chart is a chart that was read: what values depend on, and the other files by their path.
type chart struct {
	meta   metadata
	values values
	schema *schema // nil without values.schema.json
	deps   []*chart
	files  map[string][]byte
}

// values are the values of a chart as Helm has them: numbers are float64, because sigs.k8s.io/yaml reads them so.
type values = map[string]any

// load reads the chart of an entry once.
func (e *entry) load() (*chart, error) {
	if e.loaded != nil || e.failure != nil {
		return e.loaded, e.failure
	}
	limit := &budget{maxChart}
	files, err := e.read(limit)
	if err == nil {
		e.loaded, err = newChart(files, limit)
	}
	e.failure = err
	return e.loaded, err
}

// read returns all files of the chart by their path in it.
func (e *entry) read(limit *budget) (map[string][]byte, error) {
	if e.isFolder {
		return readFolder(e.root.files, e.path, limit)
	}
	in, err := e.root.files.Open(e.path)
	if err != nil {
		return nil, fileError(err)
	}
	defer in.Close()
	files := map[string][]byte{}
	return files, readArchive(in, limit, keep(files))
}

func keep(files map[string][]byte) func(string, []byte) error {
	return func(name string, data []byte) error {
		if files[name] != nil {
			return fmt.Errorf("has %q twice; pack it anew with helm package", name)
		}
		files[name] = data
		return nil
	}
}

// newChart makes a chart of files as LoadFiles of Helm does (pkg/chart/v2/loader).
func newChart(files map[string][]byte, limit *budget) (*chart, error) {
	data, found := files[chartFile]
	if !found {
		return nil, errNoChartFile
	}
	c := &chart{values: values{}, files: files}
	if err := yaml.Unmarshal(data, &c.meta); err != nil {
		return nil, fmt.Errorf("its Chart.yaml is wrong: %w", yamlError(err))
	}
	// The dependencies of a chart of apiVersion v1 have a file of their own.
	if err := yaml.Unmarshal(files["requirements.yaml"], &c.meta); err != nil {
		return nil, fmt.Errorf("its requirements.yaml is wrong: %w", yamlError(err))
	}
	if err := c.meta.check(); err != nil {
		return nil, err
	}
	var err error
	if data, found := files[valuesFile]; found {
		if c.values, err = parseDocuments(data); err != nil {
			return nil, fmt.Errorf("its values.yaml is wrong: %w", err)
		}
	}
	if data, found := files[schemaFile]; found {
		c.schema = &schema{text: data}
	}
	return c, c.addDependencies(limit)
}

// addDependencies reads what lies in the charts folder: folders and .tgz, but nothing that begins with _ or a point.
// Helm takes them in random order; here it is by name.
func (c *chart) addDependencies(limit *budget) error {
	folders := map[string]map[string][]byte{}
	for name, data := range c.files {
		below, found := strings.CutPrefix(name, "charts/")
		if !found || path.Ext(name) == ".prov" {
			continue
		}
		first, rest, _ := strings.Cut(below, "/")
		if folders[first] == nil {
			folders[first] = map[string][]byte{}
		}
		folders[first][rest] = data
	}
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		if strings.IndexAny(name, "_.") == 0 {
			continue
		}
		dep, err := newDependency(name, folders[name], limit)
		if err != nil {
			return fmt.Errorf("its dependency charts/%s: %w", name, err)
		}
		c.deps = append(c.deps, dep)
	}
	return nil
}

// newDependency makes a chart of a folder or of a .tgz, whose content has an empty path.
func newDependency(name string, files map[string][]byte, limit *budget) (*chart, error) {
	data, isFile := files[""]
	switch {
	case isFile && path.Ext(name) == ".tgz":
		files = map[string][]byte{}
		if err := readArchive(bytes.NewReader(data), limit, keep(files)); err != nil {
			return nil, err
		}
	case isFile || path.Ext(name) == ".tgz":
		return nil, errors.New("is no chart, and Helm takes nothing else there; leave it out")
	}
	return newChart(files, limit)
}

// parseDocuments reads a values.yaml as LoadValues of Helm does: several documents are merged.
func parseDocuments(data []byte) (values, error) {
	merged := values{}
	for _, document := range splitDocuments(string(data)) {
		one, err := parseValues([]byte(document))
		if err != nil {
			return nil, err
		}
		merged = mergeFiles(merged, one)
	}
	return merged, nil
}

func splitDocuments(text string) []string {
	documents := []string{""}
	for line := range strings.Lines(text) {
		if rest, found := strings.CutPrefix(line, "---"); found && strings.TrimSpace(rest) == "" {
			documents = append(documents, "")
		} else {
			documents[len(documents)-1] += line
		}
	}
	return documents
}

func parseValues(data []byte) (values, error) {
	read := values{}
	if err := yaml.Unmarshal(data, &read); err != nil {
		return nil, yamlError(err)
	}
	return read, nil
}

// mergeFiles merges b over a, as source-controller merges valuesFiles and Helm the documents of one file: maps deeply,
// and a null replaces like any other value (MergeMaps of fluxcd/pkg/runtime/transform).
func mergeFiles(a, b values) values {
	merged := maps.Clone(a)
	if merged == nil {
		merged = values{}
	}
	for key, over := range b {
		if over, isMap := over.(values); isMap {
			if below, isMap := merged[key].(values); isMap {
				merged[key] = mergeFiles(below, over)
				continue
			}
		}
		merged[key] = over
	}
	return merged
}
