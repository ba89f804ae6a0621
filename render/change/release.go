package change

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

const (
	newInstallation = "Flux uninstalls its Helm release and installs it anew"
	newChart        = "if its chart has another name now, "
	newReleases     = "Flux uninstalls the Helm releases that refer to it and installs them anew"
)

// release adds what a change of a HelmRelease does to its Helm release. If its identity changes, helm-controller
// uninstalls the release and installs it anew (helm-controller internal/action/verify.go, ReleaseTargetChanged).
func (p *pair) release() {
	replaced, chart := p.chartChange()
	var because []string
	stays := ""
	for _, part := range p.after.Row.Identity {
		before, after, changes := p.changedPart(part)
		switch {
		case part.Change != kinds.Reinstall:
		case part.Is == kinds.ChartName: // which may be in another object
			if replaced {
				because = append(because, chart)
			}
		case changes:
			because = append(because, "its "+string(part.Is)+" changes from "+before+" to "+after)
			if part.LeavesBehind {
				stays = "; objects of the chart that name no namespace stay in " + before + " without an owner"
			}
		}
	}
	wasInline, isInline := p.before.Row.HasInline(p.before.value), p.after.Row.HasInline(p.after.value)
	switch {
	case len(because) > 0:
		p.add(Reinstalled, p.delayed(newInstallation+", because "+names.And(because)+stays))
	case chart != "":
		p.add(Changed, p.delayed(chart))
	case isInline && !wasInline:
		p.add(Changed, "Flux makes the OCIRepository of its chart from now on, and its Helm release stays")
	case wasInline && !isInline:
		p.add(Changed, "Flux deletes the OCIRepository that it made of its chart, and its Helm release stays")
	}
}

// chartChange returns whether a HelmRelease gets another chart, or may get one, as the end of a sentence.
func (p *pair) chartChange() (replaced bool, words string) {
	isSource := func(r kinds.Reference) bool { return r.Relation == kinds.Feeds && p.changes(r.At) }
	if !p.changes(p.after.Row.ChartName.Above()) && !slices.ContainsFunc(p.after.Row.References, isSource) {
		return false, ""
	}
	before, after := p.earlier.chartOf(p.before), p.later.chartOf(p.after)
	inPlace := p.after.Row.ChartInPlace.In(p.after.value).Text() == "InPlaceUpdate"
	switch isSure := before.isSure && after.isSure; {
	case before.name != "" && before.name == after.name:
		return false, ""
	case isSure && inPlace:
		return false, "Flux upgrades its Helm release from the chart " + before.name + " to " + after.name +
			", because of its chartNameChangeStrategy"
	case isSure:
		return true, "its chart changes from " + before.name + " to " + after.name
	case inPlace:
		return false, ""
	}
	return false, newChart + newInstallation
}

type chart struct {
	name   string // empty when nobody knows it
	isSure bool   // the chart of a repository has this name; a path or a URL that ends in a name may have another one
}

// chartOf returns the chart of a HelmRelease or HelmChart, to which a chartRef leads if the side has the object.
func (s side) chartOf(o *Object) chart {
	source, id, isNamed := s.sourceOf(o)
	if !isNamed { // an OCIRepository that Flux makes
		return chart{name: lastPart(o.Row.Address(o.value))}
	}
	name := o.Row.ChartName.In(o.value).Text()
	switch {
	case name != "":
		return chart{lastPart(name), id.Kind == kinds.HelmRepository.Name && !strings.Contains(name, "$")}
	case source == nil:
		return chart{}
	case source.Row.Is(kinds.Chart):
		return s.chartOf(source)
	}
	return chart{name: lastPart(source.Row.Address(source.value))}
}

func lastPart(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}

func (p *pair) contentOfSource() {
	switch p.after.Row {
	case kinds.HelmChart:
		before, after := p.earlier.chartOf(p.before), p.later.chartOf(p.after)
		switch {
		case before.name == after.name:
		case before.isSure && after.isSure:
			p.add(Changed, newReleases)
		default:
			p.add(Changed, newChart+newReleases)
		}
	case kinds.GitRepository, kinds.Bucket, kinds.OCIRepository:
		before, after := p.before.Row.Address(p.before.value), p.after.Row.Address(p.after.value)
		isOCI := p.after.Row == kinds.OCIRepository
		if before == after || isOCI && lastPart(before) == lastPart(after) { // the same content in another registry
			return
		}
		p.add(Changed, "Kustomizations that refer to it and prune delete what only "+before+" has")
		if isOCI {
			p.add(Changed, "if it holds a chart of another name now, "+newReleases)
		}
	}
}
