package change

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// chart is what is known of the chart of a release.
type chart struct {
	name string // empty when nobody knows it
	sure bool   // the chart of a repository has this name; a path or a URL that ends in a name may lead to another chart
}

// chartOf returns the chart of a HelmRelease or HelmChart.
func chartOf(n tree.Node, find func(render.ID) tree.Node, id render.ID) chart {
	spec := n.Get("spec")
	if id.Kind == kinds.HelmRelease.Name {
		if ref := spec.Get("chartRef"); ref.Exists() {
			return chartReferred(ref, find, id)
		}
		spec = spec.At("chart", "spec")
	}
	name := spec.Get("chart").Text()
	return chart{lastPart(name), spec.At("sourceRef", "kind").Text() == kinds.HelmRepository.Name &&
		!strings.Contains(name, "$")}
}

// chartReferred returns the chart that a chartRef leads to, if the rendering has the object.
func chartReferred(ref tree.Node, find func(render.ID) tree.Node, id render.ID) chart {
	to := render.ID{Server: id.Server, Kind: ref.Get("kind").Text(), Name: ref.Get("name").Text(),
		Namespace: cmp.Or(ref.Get("namespace").Text(), id.Namespace)}
	object := find(to)
	switch {
	case !object.Exists():
		return chart{}
	case to.Kind == kinds.HelmChart.Name:
		return chartOf(object, find, to)
	}
	return chart{name: lastPart(object.At("spec", "url").Text())}
}

// lastPart returns the last part of a path or URL.
func lastPart(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}

const (
	newInstallation = "Flux uninstalls its Helm release and installs it anew"
	newChart        = "if its chart has another name now, "
)

// chartChange returns whether a HelmRelease gets a chart of another name, as the end of a sentence. Where nobody
// knows that, it returns what may happen.
func (p *pair) chartChange() (replaced bool, words string) {
	if !p.changes("spec.chart") && !p.changes("spec.chartRef") {
		return false, ""
	}
	before, after := chartOf(p.before.root, p.before.side.find, p.before.ID),
		chartOf(p.after.root, p.after.side.find, p.after.ID)
	inPlace := p.after.root.At("spec", "upgrade", "chartNameChangeStrategy").Text() == "InPlaceUpdate"
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

// chartOfReleases returns what a change of a source or a chart does to the Helm releases that refer to it, whose own
// objects stay the same.
func (p *pair) chartOfReleases() []outcome {
	const releases = "Flux uninstalls the Helm releases that refer to it and installs them anew"
	switch p.after.Kind {
	case kinds.HelmChart.Name:
		before, after := chartOf(p.before.root, nil, p.before.ID), chartOf(p.after.root, nil, p.after.ID)
		switch {
		case before.name == after.name:
		case before.sure && after.sure:
			return []outcome{{Changed, releases}}
		default:
			return []outcome{{Changed, newChart + releases}}
		}
	case kinds.OCIRepository.Name:
		if lastPart(p.before.root.At("spec", "url").Text()) != lastPart(p.after.root.At("spec", "url").Text()) {
			return []outcome{{Changed, "if it holds a chart of another name now, " + releases}}
		}
	}
	return nil
}
