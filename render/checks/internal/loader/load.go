package loader

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// Chart is a chart that was read: what values depend on, and the other files.
type Chart struct {
	Meta   Metadata
	Values values.Map // of its values.yaml
	Schema *valuesschema.Schema
	Deps   []*Chart // what its charts folder has, in the order of the names there

	parts, size int               // how many charts and imports a release with all dependencies has, and how many values
	files       map[string][]byte // by their path
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
func newChart(files map[string][]byte, limit *budget) (*Chart, error) {
	if _, found := files[ChartFile]; !found {
		return nil, errNoChartFile
	}
	if limit.charts--; limit.charts < 0 {
		return nil, errTooManyParts
	}
	meta, err := parseMetadata(files)
	if err != nil {
		return nil, err
	}
	c := &Chart{Meta: meta, files: files}
	if c.Values, err = parseDocuments(files[ValuesFile]); err != nil {
		return nil, fmt.Errorf("its values.yaml is wrong: %w", err)
	}
	if data, found := files[schemaFile]; found {
		c.Schema = valuesschema.New(data)
	}
	if err := c.addDependencies(limit); err != nil {
		return nil, err
	}
	return c, c.count()
}

// addDependencies reads what lies in the charts folder: folders and .tgz, but nothing that begins with _ or a point.
// Helm takes them in random order; here it is by name.
func (c *Chart) addDependencies(limit *budget) error {
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
		c.Deps = append(c.Deps, dep)
	}
	return nil
}

// newDependency makes a chart of a folder or of a .tgz, whose content has an empty path.
func newDependency(name string, files map[string][]byte, limit *budget) (*Chart, error) {
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

// MissingDependency returns the name of a dependency that Chart.yaml wants and the charts folder does not have; empty
// without one.
func (c *Chart) MissingDependency() string {
	for _, want := range c.Meta.Dependencies {
		if !slices.ContainsFunc(c.Deps, func(dep *Chart) bool { return want.Takes(dep.Meta) }) {
			return want.Name
		}
	}
	return ""
}
