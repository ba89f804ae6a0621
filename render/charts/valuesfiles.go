package charts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
)

// valuesKey tells apart what defaults a chart has.
func valuesKey(chart render.Chart) string {
	key, _ := json.Marshal([]any{inGit(chart), chart.IgnoreMissingValuesFiles, chart.ValuesFiles}) // strings have JSON
	return string(key)
}

// defaults returns the values of the chart: of its values.yaml, or in their place the valuesFiles, merged in their
// order (mergeChartValues and mergeFileValues of source-controller, internal/helm/chart). One that is called
// values.yaml alone means the default.
func (e *entry) defaults(c *chart, chart render.Chart) (values, error) {
	if len(chart.ValuesFiles) == 0 || len(chart.ValuesFiles) == 1 && path.Clean(chart.ValuesFiles[0]) == valuesFile {
		return c.values, nil
	}
	merged := values{}
	for _, name := range chart.ValuesFiles {
		one, err := e.valuesOf(c, name, inGit(chart))
		switch {
		case errors.Is(err, fs.ErrNotExist) && chart.IgnoreMissingValuesFiles:
			continue
		case errors.Is(err, fs.ErrNotExist):
			return nil, valuesFileError{name, fmt.Errorf("it has no file %s of valuesFiles; correct the path, or set "+
				"ignoreMissingValuesFiles", name)}
		case err != nil:
			return nil, valuesFileError{name, fmt.Errorf("%s of valuesFiles is wrong: %w", name, err)}
		}
		merged = mergeFiles(merged, one)
	}
	if c.files[valuesFile] == nil {
		return nil, errors.New("it has no values.yaml, which valuesFiles could replace")
	}
	return merged, nil
}

// valuesFileError is what is wrong with a file of valuesFiles.
type valuesFileError struct {
	file string
	error
}

// valuesOf reads a file of valuesFiles: of the chart, or in Git of the whole source.
func (e *entry) valuesOf(c *chart, name string, inSource bool) (values, error) {
	if inSource {
		data, err := folderFile(e.root.files, inRoot(name), &budget{maxChart})
		if err != nil {
			return nil, err
		}
		return parseValues(data)
	}
	name = path.Clean(name)
	if name == valuesFile {
		return c.values, nil
	}
	data, found := c.files[name]
	if !found || strings.HasPrefix(name, "templates/") || strings.HasPrefix(name, "charts/") || name == chartFile ||
		name == schemaFile {
		return nil, fs.ErrNotExist
	}
	return parseValues(data)
}

// sameFiles reports whether two charts have the same files with the same content. Helm writes Chart.yaml anew when it
// packs a chart, so of that only what it says counts.
func (c *chart) sameFiles(other *chart) bool {
	names := slices.Sorted(maps.Keys(c.files))
	if !slices.Equal(names, slices.Sorted(maps.Keys(other.files))) {
		return false
	}
	for _, name := range names {
		a, b := c.files[name], other.files[name]
		if !bytes.Equal(a, b) && !(name == chartFile && sameYAML(a, b)) {
			return false
		}
	}
	return true
}

func sameYAML(a, b []byte) bool {
	var x, y any
	return yaml.Unmarshal(a, &x) == nil && yaml.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
