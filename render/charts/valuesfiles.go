package charts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/charts/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/charts/internal/values"
)

// valuesKey tells apart what defaults a chart has.
func valuesKey(chart render.Chart) string {
	key, _ := json.Marshal([]any{inGit(chart), chart.IgnoreMissingValuesFiles, chart.ValuesFiles}) // strings have JSON
	return string(key)
}

// defaults returns the values of the chart: of its values.yaml, or in their place the valuesFiles, merged in their
// order (mergeChartValues and mergeFileValues of source-controller, internal/helm/chart). One that is called
// values.yaml alone means the default.
func (e *entry) defaults(c *loader.Chart, chart render.Chart) (values.Map, error) {
	if len(chart.ValuesFiles) == 0 || len(chart.ValuesFiles) == 1 && path.Clean(chart.ValuesFiles[0]) == loader.ValuesFile {
		return c.Values, nil
	}
	merged := values.Map{}
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
		merged = values.Merge(merged, one)
	}
	if !c.HasValues() {
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
func (e *entry) valuesOf(c *loader.Chart, name string, inSource bool) (values.Map, error) {
	if inSource {
		return loader.ReadValues(e.at.Files, inRoot(name))
	}
	return c.ValuesOf(name)
}
