package change

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

var patches, postRenderers = kinds.NewPath("spec.patches"), kinds.NewPath("spec.postRenderers")

// removal is what a patch takes out of what is applied. It has the patch where the object only gets another identity.
type removal struct{ object, patch string }

// removals returns what the patches of an object take out.
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

// changesIdentity reports whether an operation of a JSON patch makes another object of one.
func changesIdentity(operation tree.Node) bool {
	return operation.Get("op").Text() != "test" &&
		slices.Contains([]string{"/metadata/name", "/metadata/namespace", "/kind", "/apiVersion"},
			operation.Get("path").Text())
}

// patched returns what happens when patches take something out of what is applied. Where a patch that gives a name is
// gone, it is what has this name.
func (p *pair) patched() []outcome {
	if !p.changes(patches) && !p.changes(postRenderers) {
		return nil
	}
	before, after := removals(p.before.root.At), removals(p.after.root.At)
	var objects []string
	for _, r := range slices.Concat(before, after) {
		if isNew := !slices.Contains(before, r); isNew || r.patch != "" && !slices.Contains(after, r) {
			objects = append(objects, cmp.Or(r.object, "what they choose"))
		}
	}
	slices.Sort(objects)
	const most = 3
	words := names.List(slices.Compact(objects), most) + ", which patches take out or give another name"
	prunes, condition := p.after.prunes()
	if p.after.Row == kinds.HelmRelease { // Helm deletes what a new version does not have
		condition = ""
	}
	switch p.removes = len(objects) > 0 && prunes; {
	case p.removes:
		return []outcome{{Moved, p.delayed(p.controller() + " deletes " + words + condition)}}
	case len(objects) > 0:
		return []outcome{{Moved, words + ", stays on the cluster without an owner, because its prune is false"}}
	}
	return nil
}
