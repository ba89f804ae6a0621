package releases

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/needs"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Finder finds the charts of HelmReleases.
type Finder struct {
	refs   needs.Known
	made   map[plan.ClashKey]*plan.Placement // the sources and HelmCharts of the run
	known  map[*plan.Common]*Found
	charts map[string]*Found // the same, by the chart
}

// Found is a chart, or why nobody can know which one it is.
type Found struct {
	Chart
	Unknown string // why; empty for a chart that is known
}

// NewFinder returns a Finder for HelmReleases among some objects, with all sources and HelmCharts that they may name.
func NewFinder(placements []*plan.Placement) *Finder {
	f := &Finder{refs: needs.Known{}, made: map[plan.ClashKey]*plan.Placement{}, known: map[*plan.Common]*Found{},
		charts: map[string]*Found{}}
	for _, p := range placements {
		if p.Common.Kind.Is(kinds.Source | kinds.Chart) {
			f.made[p.Key()] = p
		}
	}
	return f
}

// Of returns the chart of a HelmRelease. What has the same chart has the same pointer.
func (f *Finder) Of(p *plan.Placement) *Found {
	if found := f.known[p.Common]; found != nil {
		return found
	}
	found := f.find(p)
	key := strings.Join(slices.Concat([]string{found.Unknown, found.SourceKind, found.URL, found.Name, found.Version,
		found.Digest, strconv.FormatBool(found.IgnoreMissingValuesFiles)}, found.ValuesFiles), "\x00")
	if f.charts[key] == nil {
		f.charts[key] = &found
	}
	f.known[p.Common] = f.charts[key]
	return f.charts[key]
}

func (f *Finder) find(p *plan.Placement) Found {
	if p.Common.Kind.HasInline(reader(p)) {
		return artifact(p)
	}
	refs := f.refs.Links(p)
	i := slices.IndexFunc(refs, func(r needs.Ref) bool { return r.Relation == kinds.Feeds })
	if i < 0 {
		return Found{Unknown: "it names no chart"}
	}
	id := plan.ClashKey{Server: p.Server(), Kind: refs[i].Kind, Namespace: refs[i].Namespace, Name: refs[i].Name}
	from, isMade := f.made[id]
	spec := p.Common.Kind.ChartName.Above().In(reader(p))
	switch {
	case isMade && id.Kind == kinds.HelmChart.Name:
		return f.find(from)
	case isMade && id.Kind == kinds.OCIRepository.Name:
		return artifact(from)
	case !spec.Exists():
		return Found{Unknown: fmt.Sprintf("no document has the %s %s/%s, so its chart is not known", id.Kind,
			id.Namespace, id.Name)}
	}
	chart := Chart{SourceKind: id.Kind, Name: spec.Get("chart").Text(), Version: spec.Get("version").Text(),
		IgnoreMissingValuesFiles: spec.Get("ignoreMissingValuesFiles").Text() == "true"}
	for file := range spec.Get("valuesFiles").Children() {
		chart.ValuesFiles = append(chart.ValuesFiles, file.Text())
	}
	if isMade {
		chart.URL = from.Common.Kind.Address(reader(from))
	}
	return Found{Chart: chart}
}

func artifact(p *plan.Placement) Found {
	chart := Chart{SourceKind: kinds.OCIRepository.Name, URL: p.Common.Kind.Address(reader(p))}
	field, revision := p.Common.Kind.Followed(reader(p))
	if field == kinds.OCIRepository.Revision.Exact {
		chart.Digest = revision
	} else {
		chart.Version = revision
	}
	return Found{Chart: chart}
}

func reader(p *plan.Placement) kinds.Reader {
	return func(keys ...string) tree.Node { return emit.SpecValue(p, keys[1:]...) }
}

// ChartNode returns what names the chart of a HelmRelease.
func ChartNode(p *plan.Placement) tree.Node {
	return cmp.Or(p.Common.Chart.At("spec", "chart"), p.Common.Chart, p.Common.Origin)
}

func valuesFileNode(p *plan.Placement, name string) tree.Node {
	for file := range p.Common.Chart.At("spec", "valuesFiles").Children() {
		if name != "" && file.Text() == name {
			return file
		}
	}
	return tree.Node{}
}
