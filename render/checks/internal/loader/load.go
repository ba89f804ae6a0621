package loader

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Chart is a chart that was read: what values depend on, and the other files.
type Chart struct {
	Meta   Metadata
	Values valuesschema.Map // of its values.yaml
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
		each.Below(folders, first)[rest] = data
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

// MissingDependency returns a dependency that Chart.yaml wants and the charts folder does not have; empty without one.
func (c *Chart) MissingDependency() string {
	for _, want := range c.Meta.Dependencies {
		if !slices.ContainsFunc(c.Deps, func(dep *Chart) bool { return want.Takes(dep.Meta) }) {
			return want.Name
		}
	}
	return ""
}

// SameFiles reports whether two charts have the same files with the same content. Helm writes Chart.yaml anew when it
// packs a chart, so of that only what it says counts.
func (c *Chart) SameFiles(other *Chart) bool {
	for name, a := range c.files {
		b, found := other.files[name]
		if !found || !bytes.Equal(a, b) && !(name == ChartFile && sameYAML(a, b)) {
			return false
		}
	}
	return len(c.files) == len(other.files)
}

func sameYAML(a, b []byte) bool {
	var x, y any
	return yaml.Unmarshal(a, &x) == nil && yaml.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// Helm has no such limits. A kilobyte of aliases of aliases is a release of 160,000 charts, whose values are merged.
const (
	maxParts = 500
	maxSteps = 10_000_000
)

var errTooManyParts = fmt.Errorf("has more than %d subcharts and imported values, each alias counted, and is not "+
	"checked; leave it out", maxParts)

// count refuses a chart whose release may have too many parts, or too many values for them. A level of the place of an
// imported value and each hundred letters of a version are parts.
func (c *Chart) count() error {
	c.parts, c.size = 1, valuesschema.Size(c.Values)
	for _, want := range c.Meta.Dependencies {
		c.parts += len(want.Version) / 100
		for _, what := range want.ImportValues {
			c.parts += 1 + strings.Count(fmt.Sprint(what), ".")
		}
	}
	if c.parts+max(len(c.Deps), len(c.Meta.Dependencies)) > maxParts { // all are compared with all
		return errTooManyParts
	}
	deps := slices.Clone(c.Deps)
	for _, want := range c.Meta.Dependencies {
		takes := func(dep *Chart) bool { return want.Takes(dep.Meta) }
		if i := slices.IndexFunc(c.Deps, takes); i >= 0 {
			deps = append(deps, c.Deps[i])
		}
	}
	for _, dep := range deps {
		c.parts, c.size = c.parts+dep.parts, c.size+dep.size
	}
	c.size += valuesschema.Size(c.Values["global"]) * c.parts
	if c.parts > maxParts || c.parts*c.size > maxSteps {
		return errTooManyParts
	}
	return nil
}
