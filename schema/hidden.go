package schema

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// hides reports whether the second of two equal keys of a document that is not ours would make it one of ours. Mostly the separator
// between two documents is missing.
func (d *Document) hides(p tree.Problem) bool {
	key, text := p.Node.Key(), p.Node.Text()
	if p.Rule != tree.DuplicateKey || !p.Other.Same(d.Root.Find(key)) {
		return false
	}
	switch key {
	case "apiVersion":
		group := kinds.GroupOf(text)
		return group == Group || group == kinds.KubeSphereRepository.Group || clusterKindIn(group) != nil || recognizes(text, d.Kind)
	case "kind":
		return recognizes(d.APIVersion, text)
	}
	return false
}

// hiddenList refuses a list of documents of ours that is not written as one: nobody would read its items.
func (d *Document) hiddenList() {
	if d.Root.Kind() == tree.List {
		if slices.ContainsFunc(slices.Collect(d.Root.Children()), isOurs) {
			d.refuse(Problem{Code: CodeType, Node: d.Root, Detail: "is a list of documents; write --- between them, or kind: List with items"})
		}
		return
	}
	version, kind, items := d.topField("apiVersion"), d.topField("kind"), d.topField("items")
	if differs(kind.Text(), "List", 1) > 1 || !isOurs(items) && !slices.ContainsFunc(slices.Collect(items.Children()), isOurs) {
		return
	}
	d.misspeltKey(version, "apiVersion")
	d.misspeltKey(kind, "kind")
	d.misspeltKey(items, "items")
	if version.Exists() && version.Text() != "v1" {
		d.refuse(Problem{Code: CodeKind, Node: version, Current: version.Text(), Proposed: "v1",
			Detail: fmt.Sprintf("%s has no kind List; write v1", version.Text())})
	}
	if kind.Text() != "List" {
		d.refuse(Problem{Code: CodeKind, Node: kind, Current: kind.Text(), Proposed: "List",
			Detail: fmt.Sprintf("there is no kind %s; did you mean List?", kind.Text())})
	}
	if items.Kind() != tree.List {
		d.refuse(Problem{Code: CodeType, Node: items, Detail: "is a map, and a list belongs here; begin each item with \"- \""})
	}
}

// isOurs reports whether a value is a document that fluxapp reads, or nearly one.
func isOurs(n tree.Node) bool { return n.Kind() == tree.Map && Recognizes(textsOf(n)) }
