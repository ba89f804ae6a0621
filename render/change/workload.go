package change

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/deleting"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
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

func (p *pair) manifests() {
	for _, part := range p.after.Row.Identity {
		before, after, changes := p.changedPart(part)
		switch {
		case !changes:
		case part.Is == kinds.Folder:
			p.otherContents("." + before)
		case part.Is == kinds.SourceOf: // nothing where both are the same revision of one address
			name, before := p.earlier.contentOf(p.before)
			if _, after := p.later.contentOf(p.after); before.address == "" || before != after {
				p.otherContents(name)
			}
		case part.Is == kinds.TargetNamespace:
			applies := p.controller() + " applies it to " + inNamespace(after)
			p.replacing(Reinstalled, applies+" and deletes what it applied to "+inNamespace(before),
				Orphaned, p.delayed(applies+", and what it applied to "+inNamespace(before)+" stays there"))
		case part.Change == kinds.Move:
			applies := fmt.Sprintf("%s applies all of it under new names, because its %s changes from %s to %s", p.controller(),
				part.Is, cmp.Or(before, "none"), cmp.Or(after, "none"))
			p.replacing(Reinstalled, applies+", and deletes what has the old names",
				Orphaned, p.delayed(applies+", and what has the old names stays"))
		}
	}
}

func inNamespace(name string) string {
	if name == "" {
		return "the namespaces of its manifests"
	}
	return "the namespace " + name
}

// replacing adds what happens to what is applied no longer: the controller deletes it, or it stays.
func (p *pair) replacing(deleted Action, deletes string, otherwise Action, stays string) {
	if prunes, _ := deleting.Prunes(p.after.value); prunes {
		p.add(deleted, p.delayed(deletes+p.after.pruneCondition()))
	} else {
		p.add(otherwise, stays+" without an owner, because its prune is false")
	}
}

// pruneCondition tells whether it is open that the controller deletes what is not applied any more. Helm always does.
func (o *Object) pruneCondition() string {
	if _, open := deleting.Prunes(o.value); open && o.Row != kinds.HelmRelease {
		return ", if its prune is true, which another tool sets"
	}
	return ""
}

// otherContents adds what happens when another place is applied. Objects that both places have are only changed.
func (p *pair) otherContents(before string) {
	p.replacing(Moved, p.controller()+" deletes what only "+before+" has",
		Moved, "what only "+before+" has stays on the cluster")
}

type content struct{ address, field, revision string }

func (s side) contentOf(o *Object) (name string, found content) {
	source, id, isNamed := s.sourceOf(o)
	if !isNamed {
		return "its old source", content{}
	}
	if source != nil {
		found.field, found.revision = source.Row.Followed(source.value)
		found.address = source.Row.Address(source.value)
	}
	return id.String(), found
}

var patches, postRenderers = kinds.NewPath("spec.patches"), kinds.NewPath("spec.postRenderers")

// patched adds what happens when patches take something out, or one that gives a name is gone, with what has the name.
func (p *pair) patched() {
	if !p.changes(patches) && !p.changes(postRenderers) {
		return
	}
	before, after := removals(p.from.At), removals(p.to.At)
	var objects []string
	for _, r := range slices.Concat(before, after) {
		if isNew := !slices.Contains(before, r); isNew || r.patch != "" && !slices.Contains(after, r) {
			objects = append(objects, cmp.Or(r.object, "what they choose"))
		}
	}
	if len(objects) == 0 {
		return
	}
	slices.Sort(objects)
	const most = 3
	words := names.List(slices.Compact(objects), most) + ", which patches take out or give another name"
	p.replacing(Moved, p.controller()+" deletes "+words, Moved, words+", stays on the cluster")
	p.found.removes, _ = deleting.Prunes(p.after.value)
}

// removal is what a patch takes out of what is applied. It has the patch where the object only gets another identity.
type removal struct{ object, patch string }

func removals(value kinds.Reader) (all []removal) {
	lists := []tree.Node{patches.In(value)}
	for renderer := range postRenderers.In(value).Children() {
		lists = append(lists, renderer.At("kustomize", "patches"))
	}
	for _, list := range lists {
		for item := range list.Children() {
			trees, _ := tree.Parse("", []byte(item.Get("patch").Text()))
			for _, t := range trees {
				root, target := t.Root(), item.Get("target")
				object := strings.TrimSpace(cmp.Or(target.Get("kind"), root.Get("kind")).Text() + " " +
					cmp.Or(target, root.Get("metadata")).Get("name").Text())
				switch {
				case root.Get("$patch").Text() == "delete":
					all = append(all, removal{object: object})
				case slices.ContainsFunc(slices.Collect(root.Children()), changesIdentity):
					all = append(all, removal{object, item.Get("patch").Text()})
				}
			}
		}
	}
	return all
}

func changesIdentity(operation tree.Node) bool {
	return operation.Get("op").Text() != "test" &&
		slices.Contains([]string{"/metadata/name", "/metadata/namespace", "/kind", "/apiVersion"},
			operation.Get("path").Text())
}
