// Package merge puts a chart and its dependencies together, and merges their values as Helm does.
package merge

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
)

// Release is a chart with the dependencies that are enabled.
type Release struct {
	Top   *Part
	Known values.Map // the defaults of all parts, with nulls: a key with null is known
}

// Releases are those of one chart with one set of defaults. They are not safe for concurrent use.
type Releases struct {
	chart    *loader.Chart
	defaults values.Map
	known    map[string]*Release // by the dependencies that are enabled
}

// NewReleases returns the releases of a chart. The defaults stand in for its values.yaml.
func NewReleases(c *loader.Chart, defaults values.Map) *Releases {
	return &Releases{c, defaults, map[string]*Release{}}
}

// Of returns the chart with the dependencies that given values enable. Its error is a [*MismatchError].
func (r *Releases) Of(given values.Map) (*Release, error) {
	top := newPart(r.chart, r.defaults)
	if err := top.enable(given, ""); err != nil {
		return nil, err
	}
	key := top.signature()
	if known := r.known[key]; known != nil {
		return known, nil
	}
	if err := top.importValues(); err != nil {
		return nil, err
	}
	known, err := top.defaults()
	if err != nil {
		return nil, err
	}
	r.known[key] = &Release{top, known}
	return r.known[key], nil
}

func (p *Part) signature() string {
	var b strings.Builder
	for _, dep := range p.Deps {
		b.WriteString(dep.Name + "(" + dep.signature() + ")")
	}
	return b.String()
}

// Whole returns the chart with all dependencies, whether enabled or not, as [Releases.Of] does. Nothing is imported.
func (r *Releases) Whole() (*Release, error) {
	top := newPart(r.chart, r.defaults)
	top.nameAll()
	known, err := top.defaults()
	return &Release{top, known}, err
}
