package change

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type chart struct {
	name string // empty when nobody knows it
	sure bool   // the chart of a repository has this name; a path or a URL that ends in a name may lead to another chart
}

// chartOf returns the chart of a HelmRelease or HelmChart, to which a chartRef leads if the side has the object.
func (s side) chartOf(o *Object) chart {
	reference, source := o.Row.Source(o.value)
	if reference == nil {
		return chart{}
	}
	to := reference.Target(source, o.Namespace, o.value)
	if name := o.Row.ChartName.In(o.value).Text(); name != "" {
		return chart{lastPart(name), to.Kind == kinds.HelmRepository.Name && !strings.Contains(name, "$")}
	}
	switch referred := s.byKey[key{ID: idOf(to, o.Server)}]; {
	case referred == nil:
		return chart{}
	case referred.Row.Is(kinds.Chart):
		return s.chartOf(referred)
	default:
		return chart{name: lastPart(referred.Row.Address(referred.value))}
	}
}

func lastPart(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}

const (
	newInstallation = "Flux uninstalls its Helm release and installs it anew"
	newChart        = "if its chart has another name now, "
)

func (v version) chart() chart { return v.side.chartOf(v.Object) }

// changesSource reports whether a reference to a source or a chart differs.
func (p *pair) changesSource() bool {
	return slices.ContainsFunc(p.after.Row.References, func(r kinds.Reference) bool {
		return r.Relation == kinds.Feeds && p.changes(r.At)
	})
}

// chartChange returns whether a HelmRelease gets another chart, or may get one, as the end of a sentence.
func (p *pair) chartChange() (replaced bool, words string) {
	if !p.changes(p.after.Row.ChartName.Above()) && !p.changesSource() {
		return false, ""
	}
	before, after := p.before.chart(), p.after.chart()
	inPlace := p.after.Row.ChartInPlace.In(p.after.value).Text() == "InPlaceUpdate"
	switch {
	case before.name != "" && before.name == after.name:
		return false, ""
	case before.sure && after.sure && inPlace:
		return false, "Flux upgrades its Helm release from the chart " + before.name + " to " + after.name +
			", because of its chartNameChangeStrategy"
	case before.sure && after.sure:
		return true, "its chart changes from " + before.name + " to " + after.name
	case inPlace:
		return false, ""
	}
	return false, newChart + newInstallation
}

// chartOfReleases returns what a change of a source or a chart does to the Helm releases that refer to it.
func (p *pair) chartOfReleases() []outcome {
	const releases = "Flux uninstalls the Helm releases that refer to it and installs them anew"
	switch p.after.Kind {
	case kinds.HelmChart.Name:
		before, after := p.before.chart(), p.after.chart()
		switch {
		case before.name == after.name:
		case before.sure && after.sure:
			return []outcome{{Changed, releases}}
		default:
			return []outcome{{Changed, newChart + releases}}
		}
	case kinds.OCIRepository.Name:
		if lastPart(p.before.Row.Address(p.before.value)) != lastPart(p.after.Row.Address(p.after.value)) {
			return []outcome{{Changed, "if it holds a chart of another name now, " + releases}}
		}
	}
	return nil
}
