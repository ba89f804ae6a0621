package loader

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
)

// Helm has no such limits. A kilobyte of aliases of aliases is a release of 160,000 charts, and merging their values
// takes a step for each value in each of them.
const (
	maxParts = 500
	maxSteps = 10_000_000
)

var errTooManyParts = fmt.Errorf("has more than %d subcharts and imported values, each alias counted, and is not "+
	"checked; leave it out", maxParts)

// count refuses a chart whose release may have too many parts, or too many values for them. A level of the place of an
// imported value is a part, and so is each hundred letters of a version.
func (c *Chart) count() error {
	c.parts, c.size = 1, values.Size(c.Values)
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
	c.size += values.Size(c.Values["global"]) * c.parts
	if c.parts > maxParts || c.parts*c.size > maxSteps {
		return errTooManyParts
	}
	return nil
}
