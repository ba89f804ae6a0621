package releases

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Finder finds the charts of HelmReleases.
type Finder struct {
	made   map[plan.ClashKey]*plan.Placement // the sources and HelmCharts of the run
	known  map[*plan.Common]*Found
	charts map[string]*Found // the same, by the chart
}

// Node is an object through which a chart is found: a HelmRelease, a HelmChart or a source.
type Node struct {
	Row   *kinds.Kind
	Value kinds.Reader
	// Feeds returns what the object takes its content from, whose Row is nil where nobody has it; no name for nothing.
	Feeds func() (kinds.Target, Node)
}

// Found is a chart, or why nobody can know which one it is.
type Found struct {
	Chart
	Unknown string // why; empty for a chart that is known
}

// NewFinder returns a Finder for HelmReleases among some objects, with all sources and HelmCharts that they may name.
func NewFinder(placements []*plan.Placement) *Finder {
	f := &Finder{map[plan.ClashKey]*plan.Placement{}, map[*plan.Common]*Found{}, map[string]*Found{}}
	for _, p := range placements {
		if p.Common.Kind.Is(kinds.Source | kinds.Chart) {
			f.made[p.Key()] = p
		}
	}
	return f
}

// Of returns the chart of a HelmRelease. Releases of the same chart have the same pointer.
func (f *Finder) Of(p *plan.Placement) *Found {
	if found := f.known[p.Common]; found != nil {
		return found
	}
	found := ChartOf(f.node(p))
	key := strings.Join(slices.Concat([]string{found.Unknown, found.SourceKind, found.URL, found.Name, found.Version,
		found.Digest, strconv.FormatBool(found.IgnoreMissingValuesFiles)}, found.ValuesFiles), "\x00")
	if f.charts[key] == nil {
		f.charts[key] = &found
	}
	f.known[p.Common] = f.charts[key]
	return f.charts[key]
}

func (f *Finder) node(p *plan.Placement) Node {
	return Node{p.Common.Kind, reader(p), func() (to kinds.Target, node Node) {
		if reference, value := p.Common.Kind.Source(reader(p)); reference != nil {
			to = reference.Target(value, p.Common.Namespace, reader(p))
		}
		key := plan.ClashKey{Server: p.Server(), Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}
		if from := f.made[key]; from != nil {
			node = f.node(from)
		}
		return to, node
	}}
}

// ChartOf returns the chart of a HelmRelease.
func ChartOf(n Node) Found {
	if n.Row.HasInline(n.Value) {
		return n.artifact()
	}
	to, from := n.Feeds()
	spec := n.Row.ChartName.Above().In(n.Value)
	switch {
	case to.Name == "":
		return Found{Unknown: "it names no chart"}
	case from.Row == kinds.HelmChart:
		return ChartOf(from)
	case from.Row == kinds.OCIRepository:
		return from.artifact()
	case !spec.Exists():
		return Found{Unknown: fmt.Sprintf("no document has the %s %s/%s, so its chart is not known", to.Kind, to.Namespace,
			to.Name)}
	}
	chart := Chart{SourceKind: to.Kind, Name: spec.Get("chart").Text(), Version: spec.Get("version").Text(),
		IgnoreMissingValuesFiles: spec.Get("ignoreMissingValuesFiles").Text() == "true",
		ValuesFiles:              each.In(spec.Get("valuesFiles").Children(), tree.Node.Text)}
	if from.Row != nil {
		chart.URL = from.Row.Address(from.Value)
	}
	return Found{Chart: chart}
}

func (n Node) artifact() Found {
	chart := Chart{SourceKind: kinds.OCIRepository.Name, URL: n.Row.Address(n.Value)}
	field, revision := n.Row.Followed(n.Value)
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
	files := p.Common.Chart.At("spec", "valuesFiles").Children()
	return each.First(files, func(file tree.Node) bool { return name != "" && file.Text() == name })
}
