package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/needs"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Chart is a chart as Flux looks for it.
type Chart struct {
	// SourceKind is the kind of the source: HelmRepository, GitRepository, Bucket or OCIRepository.
	SourceKind string `json:"sourceKind"`
	// URL is the URL of the source, of a Bucket its endpoint and bucketName with a slash between; empty where no document
	// has the source.
	URL string `json:"url,omitempty"`
	// Name is the name of the chart, and in a GitRepository or a Bucket its path; empty for an OCIRepository.
	Name string `json:"name,omitempty"`
	// Version is a version or a range of SemVer, as it is written: of an OCIRepository the semver or the tag. Empty is
	// the newest. A GitRepository and a Bucket have one version.
	Version string `json:"version,omitempty"`
	// Digest is the digest that an OCIRepository names; empty where it names none.
	Digest string `json:"digest,omitempty"`
	// ValuesFiles are the files whose values replace those of the chart's values.yaml: of the chart, and in a
	// GitRepository or a Bucket of the whole source. Empty leaves values.yaml.
	ValuesFiles []string `json:"valuesFiles,omitempty"`
	// IgnoreMissingValuesFiles leaves out those of ValuesFiles that do not exist.
	IgnoreMissingValuesFiles bool `json:"ignoreMissingValuesFiles,omitempty"`
}

// Values is what Flux gives Helm beside a chart.
type Values struct {
	// Inline are the merged values of a HelmRelease, with the place of each; absent without any.
	Inline tree.Node
	// From: valuesFrom brings others below them, which nobody knows here.
	From bool
	// SchemaDisabled: Helm does not validate them, on install and on upgrade.
	SchemaDisabled bool
}

// ChartCheck checks values for a chart.
type ChartCheck struct {
	// Problems returns what is wrong with values. Each has its code, severity, place and text.
	Problems func(Values) []finding.Problem
	// Accepts reports whether a value without fields or items is right at a path of the values, whatever the others are,
	// and whether none of the others is wrong because of it. Values that differ only there need no check of their own.
	Accepts func(path []string, value tree.Node) bool
}

// FindChart finds a chart and returns how to check values for it, or problems without a place: what keeps them from
// being checked.
type FindChart func(Chart) (ChartCheck, []finding.Problem)

// chartFinder finds the charts of HelmReleases.
type chartFinder struct {
	linker *needs.Linker
	made   map[ID]Object // the sources and HelmCharts of the run
	known  map[*plan.Common]*foundChart
	charts map[string]*foundChart // the same, by the chart
}

// foundChart is a chart, or why nobody can know which one it is.
type foundChart struct {
	Chart
	unknown string
}

func newChartFinder(placements []*plan.Placement) *chartFinder {
	f := &chartFinder{linker: needs.NewLinker(), made: map[ID]Object{}, known: map[*plan.Common]*foundChart{},
		charts: map[string]*foundChart{}}
	for _, p := range placements {
		if p.Common.Kind.Is(kinds.Source | kinds.Chart) {
			f.made[ID(p.Key())] = Object{p}
		}
	}
	return f
}

// of returns the chart of a HelmRelease. What has the same chart has the same pointer.
func (f *chartFinder) of(p *plan.Placement) *foundChart {
	if found := f.known[p.Common]; found != nil {
		return found
	}
	found := f.find(Object{p})
	key := strings.Join(slices.Concat([]string{found.unknown, found.SourceKind, found.URL, found.Name, found.Version,
		found.Digest, strconv.FormatBool(found.IgnoreMissingValuesFiles)}, found.ValuesFiles), "\x00")
	if f.charts[key] == nil {
		f.charts[key] = &found
	}
	f.known[p.Common] = f.charts[key]
	return f.charts[key]
}

func (f *chartFinder) find(o Object) foundChart {
	if o.Row().HasInline(o.Value) {
		return artifact(o)
	}
	refs := f.linker.Of(o.p)
	i := slices.IndexFunc(refs, func(r needs.Ref) bool { return r.Relation == Feeds })
	if i < 0 {
		return foundChart{unknown: "it names no chart"}
	}
	id := ID{Server: o.p.Server(), Kind: refs[i].Kind, Namespace: refs[i].Namespace, Name: refs[i].Name}
	from, isMade := f.made[id]
	spec := o.Row().ChartName.Above().In(o.Value)
	switch {
	case isMade && id.Kind == kinds.HelmChart.Name:
		return f.find(from)
	case isMade && id.Kind == kinds.OCIRepository.Name:
		return artifact(from)
	case !spec.Exists():
		return foundChart{unknown: fmt.Sprintf("no document has the %s, so its chart is not known", id)}
	}
	chart := Chart{SourceKind: id.Kind, Name: spec.Get("chart").Text(), Version: spec.Get("version").Text(),
		IgnoreMissingValuesFiles: spec.Get("ignoreMissingValuesFiles").Text() == "true"}
	for file := range spec.Get("valuesFiles").Children() {
		chart.ValuesFiles = append(chart.ValuesFiles, file.Text())
	}
	if isMade {
		chart.URL = from.Row().Address(from.Value)
	}
	return foundChart{Chart: chart}
}

// artifact returns the chart that an OCIRepository is, or that a HelmRelease describes as one.
func artifact(o Object) foundChart {
	chart := Chart{SourceKind: kinds.OCIRepository.Name, URL: o.Row().Address(o.Value)}
	field, revision := o.Row().Followed(o.Value)
	if field == kinds.OCIRepository.Revision.Exact {
		chart.Digest = revision
	} else {
		chart.Version = revision
	}
	return foundChart{Chart: chart}
}

// ChartUse is a chart that HelmReleases of an application need.
type ChartUse struct {
	// Application is the namespace/name of the document.
	Application string `json:"application"`
	// Clusters are those where the chart is installed, in order. The hub is not among them.
	Clusters []string `json:"clusters,omitempty"`
	Chart
	// File, Line and Column are the first place that names the chart.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Charts returns the charts that the HelmReleases need, by application, in the order of the objects. A chart is left
// out of which nobody can know which one it is, because no document has its source.
func (r Result) Charts() (uses []ChartUse) {
	type key struct {
		application string
		chart       *foundChart
	}
	finder, known := newChartFinder(slices.Concat(placementsOf(r.Objects), placementsOf(r.elsewhere))), map[key]int{}
	for _, o := range r.Objects {
		if o.p.Common.Kind != kinds.HelmRelease {
			continue
		}
		found := finder.of(o.p)
		if found.unknown != "" {
			continue
		}
		k := key{o.Application(), found}
		at, isKnown := known[k]
		if !isKnown {
			place := chartNode(o.p).Position()
			at, known[k] = len(uses), len(uses)
			uses = append(uses, ChartUse{Application: k.application, Chart: found.Chart, File: place.File, Line: place.Line,
				Column: place.Column})
		}
		if o.Cluster() != "" {
			uses[at].Clusters = append(uses[at].Clusters, o.Cluster())
		}
	}
	for i := range uses {
		uses[i].Clusters = slices.Compact(uses[i].Clusters)
	}
	slices.SortStableFunc(uses, func(a, b ChartUse) int { return strings.Compare(a.Application, b.Application) })
	return uses
}

// chartNode returns what names the chart of a HelmRelease.
func chartNode(p *plan.Placement) tree.Node {
	return cmp.Or(p.Common.Chart.At("spec", "chart"), p.Common.Chart, p.Common.Origin)
}

// valuesFileNode returns the item of a HelmRelease's valuesFiles with a name; absent if it has none.
func valuesFileNode(p *plan.Placement, name string) tree.Node {
	for file := range p.Common.Chart.At("spec", "valuesFiles").Children() {
		if name != "" && file.Text() == name {
			return file
		}
	}
	return tree.Node{}
}
