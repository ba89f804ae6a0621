package checks

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/check"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// valuesKey tells apart what defaults a chart has.
func valuesKey(chart render.Chart) string {
	key, _ := json.Marshal([]any{inGit(chart), chart.IgnoreMissingValuesFiles, chart.ValuesFiles}) // strings have JSON
	return string(key)
}

// defaults returns the values of the chart: of its values.yaml, or in their place the valuesFiles, merged in their
// order (mergeChartValues and mergeFileValues of source-controller, internal/helm/chart), with these files. One that
// is called values.yaml alone means the default.
func (e *entry) defaults(c *loader.Chart, chart render.Chart) (valuesschema.Map, []check.ValuesFile, error) {
	names := chart.ValuesFiles
	if len(names) == 0 || len(names) == 1 && path.Clean(names[0]) == loader.ValuesFile {
		return c.Values, nil, nil
	}
	read, own, clean := c.ValuesOf, loader.ValuesFile, path.Clean
	if inGit(chart) { // they are those of the whole source
		read = func(name string) (valuesschema.Map, error) { return loader.ReadValues(e.at.Files, inRoot(name)) }
		own, clean = path.Clean(e.at.Path+"/"+own), inRoot
	}
	merged, files := valuesschema.Map{}, []check.ValuesFile(nil)
	for _, name := range names {
		one, err := read(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && chart.IgnoreMissingValuesFiles:
			continue
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil, valuesFileError{name, fmt.Errorf("it has no file %s of valuesFiles; correct the path, or set "+
				"ignoreMissingValuesFiles", name)}
		case err != nil:
			return nil, nil, valuesFileError{name, fmt.Errorf("%s of valuesFiles is wrong: %w", name, err)}
		}
		merged = valuesschema.Merge(merged, one)
		files = append(files, check.ValuesFile{Name: name, IsOwn: clean(name) == own, Values: one})
	}
	if !c.HasValues() {
		return nil, nil, errors.New("it has no values.yaml, which valuesFiles could replace")
	}
	return merged, files, nil
}

type valuesFileError struct {
	file string
	error
}
