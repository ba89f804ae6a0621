package charts

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/Masterminds/semver/v3"
	"sigs.k8s.io/yaml"
)

// metadata is what Chart.yaml says, as far as values depend on it (pkg/chart/v2/metadata.go of Helm).
type metadata struct {
	Name         string        `json:"name"`
	Version      string        `json:"version"`
	Type         string        `json:"type"`
	Dependencies []*dependency `json:"dependencies"`
}

// dependency is an item of dependencies (pkg/chart/v2/dependency.go of Helm).
type dependency struct {
	Name         string   `json:"name"`
	Version      string   `json:"version"`
	Alias        string   `json:"alias"`
	Condition    string   `json:"condition"`
	Tags         []string `json:"tags"`
	ImportValues []any    `json:"import-values"`
}

// called is the name of its values: the alias, if it has one.
func (d *dependency) called() string {
	if d.Alias != "" {
		return d.Alias
	}
	return d.Name
}

// parseMetadata reads a Chart.yaml and refuses what Helm refuses.
func parseMetadata(data []byte) (m metadata, err error) {
	if err := yaml.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("its Chart.yaml is wrong: %w", yamlError(err))
	}
	return m, m.check()
}

func (m metadata) check() error {
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
	if _, err := semver.NewVersion(m.Version); err != nil {
		return fmt.Errorf("its Chart.yaml has the version %q, which is not SemVer", m.Version)
	}
	seen := map[string]bool{}
	for _, d := range m.Dependencies {
		if d == nil {
			return errors.New("its Chart.yaml has an empty dependency")
		}
		if seen[d.called()] {
			return fmt.Errorf("its Chart.yaml has two dependencies called %q; give one an alias", d.called())
		}
		seen[d.called()] = true
	}
	return nil
}

// yamlError returns an error of package yaml in one line.
func yamlError(err error) error {
	text := strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "error unmarshaling JSON: "), "while decoding JSON: ")
	return errors.New(strings.Join(strings.Fields(strings.TrimPrefix(text, "yaml: ")), " "))
}
