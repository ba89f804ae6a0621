package loader

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Metadata is what Chart.yaml says, as far as values depend on it (pkg/chart/v2/metadata.go of Helm).
type Metadata struct {
	Name         string        `json:"name"`
	Version      string        `json:"version"`
	Type         string        `json:"type"`
	Dependencies []*Dependency `json:"dependencies"`

	SemVer *semver.Version `json:"-"` // the Version
}

// Dependency is an item of dependencies (pkg/chart/v2/dependency.go of Helm).
type Dependency struct {
	Name         string   `json:"name"`
	Version      string   `json:"version"`
	Alias        string   `json:"alias"`
	Condition    string   `json:"condition"`
	Tags         []string `json:"tags"`
	ImportValues []any    `json:"import-values"`
}

// Called is the name of its values: the alias, if it has one.
func (d *Dependency) Called() string { return cmp.Or(d.Alias, d.Name) }

// Conditions returns the paths of values that enable the dependency, the first one that is there.
func (d *Dependency) Conditions() []string {
	paths := strings.Split(strings.TrimSpace(d.Condition), ",")
	return slices.DeleteFunc(paths, func(path string) bool { return path == "" })
}

// Takes reports whether a chart has the name and the version that the dependency wants.
func (d *Dependency) Takes(m Metadata) bool {
	if d.Name != m.Name {
		return false
	}
	constraint, err := semver.NewConstraint(d.Version)
	return err == nil && constraint.Check(m.SemVer)
}

// parseMetadata reads the Chart.yaml of a chart. One of apiVersion v1 has a file of its own for the dependencies.
func parseMetadata(files map[string][]byte) (m Metadata, err error) {
	for _, name := range []string{ChartFile, "requirements.yaml"} {
		if len(files[name]) == 0 {
			continue
		}
		if err := yaml.Unmarshal(files[name], &m); err != nil {
			return m, fmt.Errorf("its %s is wrong: %w", name, yamlError(err))
		}
	}
	err = m.complete()
	return m, err
}

// complete reads the version, and refuses what Helm refuses.
func (m *Metadata) complete() (err error) {
	switch {
	case m.Name == "":
		return errors.New("its Chart.yaml has no name")
	case m.Name == "." || m.Name == ".." || m.Name != path.Base(m.Name) || strings.Contains(m.Name, `\`):
		return fmt.Errorf("its Chart.yaml has the name %q, which Helm does not take", m.Name)
	case m.Version == "":
		return errors.New("its Chart.yaml has no version")
	case m.Type != "" && m.Type != "application" && m.Type != "library":
		return fmt.Errorf("its Chart.yaml has the type %q; write application or library", m.Type)
	}
	if m.SemVer, err = semver.NewVersion(m.Version); err != nil {
		return fmt.Errorf("its Chart.yaml has the version %q, which is not SemVer", m.Version)
	}
	seen := map[string]bool{}
	for _, d := range m.Dependencies {
		if d == nil {
			return errors.New("its Chart.yaml has an empty dependency")
		}
		if !each.Add(seen, d.Called()) {
			return fmt.Errorf("its Chart.yaml has two dependencies called %q; give one an alias", d.Called())
		}
	}
	return nil
}

func yamlError(err error) error {
	text := strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "error unmarshaling JSON: "), "while decoding JSON: ")
	return errors.New(strings.Join(strings.Fields(strings.TrimPrefix(text, "yaml: ")), " "))
}

// HasValues reports whether the chart has a values.yaml.
func (c *Chart) HasValues() bool { return c.files[ValuesFile] != nil }

// ValuesOf reads a file with values of the chart as source-controller reads valuesFiles; fs.ErrNotExist without one.
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

// separator is a line between two documents, as LoadValues of Helm finds it.
var separator = regexp.MustCompile(`(?m)^---\s*$`)

// parseDocuments reads a values.yaml as LoadValues of Helm does: several documents are merged.
func parseDocuments(data []byte) (valuesschema.Map, error) {
	merged, all := valuesschema.Map{}, separator.Split(string(data), -1)
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

func parseValues(data []byte) (valuesschema.Map, error) {
	read := valuesschema.Map{}
	if err := yaml.Unmarshal(data, &read); err != nil {
		return nil, yamlError(err)
	}
	return read, nil
}
