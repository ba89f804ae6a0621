package change

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

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
	if prunes, _ := kinds.Prunes(p.after.value); prunes {
		p.add(deleted, p.delayed(deletes+p.after.pruneCondition()))
	} else {
		p.add(otherwise, stays+" without an owner, because its prune is false")
	}
}

// pruneCondition tells whether it is open that the controller deletes what is not applied any more. Helm always does.
func (o *Object) pruneCondition() string {
	if _, open := kinds.Prunes(o.value); open && o.Row != kinds.HelmRelease {
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
	p.found.removes, _ = kinds.Prunes(p.after.value)
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
