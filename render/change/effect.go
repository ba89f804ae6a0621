package change

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type chart struct {
	name string // empty when nobody knows it
	sure bool   // the chart of a repository has this name; a path or a URL that ends in a name may lead to another chart
}

// chartOf returns the chart of a HelmRelease or HelmChart, to which a chartRef leads if the side has the object.
func (s side) chartOf(o *Object) chart {
	reference, source := o.Row.Source(o.value)
	if reference == nil { // an OCIRepository that Flux makes
		return chart{name: lastPart(o.Row.Address(o.value))}
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

// contentOfSource returns what a change of a source or a chart does to the workloads that refer to it.
func (p *pair) contentOfSource() []outcome {
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
	case kinds.GitRepository.Name, kinds.Bucket.Name, kinds.OCIRepository.Name:
		before, after := p.before.Row.Address(p.before.value), p.after.Row.Address(p.after.value)
		applied := outcome{Changed, "Kustomizations that refer to it and prune delete what only " + before + " has"}
		switch isOCI := p.after.Row == kinds.OCIRepository; {
		case before == after, isOCI && lastPart(before) == lastPart(after): // the same content in another registry
		case isOCI:
			return []outcome{applied, {Changed, "if it holds a chart of another name now, " + releases}}
		default:
			return []outcome{applied}
		}
	}
	return nil
}

func (o *Object) part(part kinds.Part) string {
	return o.Known().Part(part)
}

// changedPart returns a part of the identity on both sides, and whether it differs. It is looked at only if a field
// differs whose change has the same effect: one part can stand in for another.
func (p *pair) changedPart(part kinds.Part) (before, after string, changes bool) {
	isTouched := func(other kinds.Part) bool { return other.Change == part.Change && p.changes(other.At) }
	if !slices.ContainsFunc(p.after.Row.Identity, isTouched) {
		return "", "", false
	}
	before, after = p.before.part(part), p.after.part(part)
	return before, after, before != after
}

// release returns what a change of a HelmRelease does to its Helm release. If its identity changes, helm-controller
// uninstalls the release and installs it anew (helm-controller internal/action/verify.go, ReleaseTargetChanged).
func (p *pair) release() []outcome {
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
	switch {
	case len(because) > 0:
		return []outcome{{Reinstalled, p.delayed(newInstallation + ", because " + names.And(because) + stays)}}
	case chart != "":
		return []outcome{{Changed, p.delayed(chart)}}
	case p.after.Row.HasInline(p.after.value) && !p.before.Row.HasInline(p.before.value):
		return []outcome{{Changed, "Flux makes the OCIRepository of its chart from now on, and its Helm release stays"}}
	case p.before.Row.HasInline(p.before.value) && !p.after.Row.HasInline(p.after.value):
		return []outcome{{Changed, "Flux deletes the OCIRepository that it made of its chart, and its Helm release stays"}}
	}
	return nil
}

func (p *pair) manifests() (all []outcome) {
	for _, part := range p.after.Row.Identity {
		before, after, changes := p.changedPart(part)
		switch {
		case !changes:
		case part.Is == kinds.Folder:
			all = append(all, p.otherContents("."+before))
		case part.Is == kinds.SourceOf:
			all = append(all, p.otherSource()...)
		case part.Is == kinds.TargetNamespace:
			all = append(all, p.anotherNamespace(inNamespace(before), inNamespace(after)))
		case part.Change == kinds.Move:
			all = append(all, p.otherNames(part, before, after))
		}
	}
	return all
}

func inNamespace(name string) string {
	if name == "" {
		return "the namespaces of its manifests"
	}
	return "the namespace " + name
}

// prunes reports whether the controller deletes what is not applied any more, perhaps on a condition.
func (o *Object) prunes() (prunes bool, condition string) {
	prunes, open := kinds.Prunes(o.value)
	if open {
		condition = ", if its prune is true, which another tool sets"
	}
	return prunes, condition
}

func (p *pair) anotherNamespace(before, after string) outcome {
	if prunes, condition := p.after.prunes(); prunes {
		return outcome{Reinstalled,
			p.delayed(p.controller() + " applies it to " + after + " and deletes what it applied to " + before + condition)}
	}
	return outcome{Orphaned, p.delayed(p.controller() + " applies it to " + after + ", and what it applied to " + before +
		" stays there without an owner, because its prune is false")}
}

// otherNames returns what happens when all objects that are applied get other names.
func (p *pair) otherNames(part kinds.Part, before, after string) outcome {
	change := fmt.Sprintf("%s applies all of it under new names, because its %s changes from %s to %s", p.controller(),
		part.Is, cmp.Or(before, "none"), cmp.Or(after, "none"))
	if prunes, condition := p.after.prunes(); prunes {
		return outcome{Reinstalled, p.delayed(change + ", and deletes what has the old names" + condition)}
	}
	return outcome{Orphaned, p.delayed(change + ", and what has the old names stays without an owner, because its prune " +
		"is false")}
}

// otherContents returns what happens when another place is applied. Objects that both places have are only changed.
func (p *pair) otherContents(before string) outcome {
	if prunes, condition := p.after.prunes(); prunes {
		return outcome{Moved, p.delayed(p.controller() + " deletes what only " + before + " has" + condition)}
	}
	return outcome{Moved, "what only " + before + " has stays on the cluster without an owner, because its prune " +
		"is false"}
}

// otherSource returns what another source of manifests does; nothing where both are the same revision of one address.
func (p *pair) otherSource() []outcome {
	before, after := p.before.source(), p.after.source()
	if before.address != "" && before.address == after.address && before.revision == after.revision {
		return nil
	}
	return []outcome{p.otherContents(before.name)}
}

// content is what a source delivers, as far as the run knows it.
type content struct{ name, address, revision string }

func (v version) source() content {
	reference, value := v.Row.Source(v.value)
	if reference == nil {
		return content{name: "its old source"}
	}
	id := idOf(reference.Target(value, v.Namespace, v.value), v.Server)
	found := content{name: id.String()}
	if o := v.side.byKey[key{ID: id}]; o != nil {
		field, revision := o.Row.Followed(o.value)
		found.address, found.revision = o.Row.Address(o.value), field+" "+revision
	}
	return found
}
