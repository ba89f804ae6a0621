package schema

import (
	"fmt"
	"iter"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// misspelt refuses a document that fluxapp would read if the keys and values of apiVersion and kind were spelt right, and reports
// whether it did. Such a cluster stays in the fleet: that an application does not find it would say nothing new.
func (d *Document) misspelt() bool {
	version, kind := d.topField("apiVersion"), d.topField("kind")
	if !recognizes(version.Text(), kind.Text()) {
		return false
	}
	before := len(d.problems)
	d.misspeltKey(version, "apiVersion")
	d.misspeltKey(kind, "kind")
	d.nearMiss(version, kind)
	found := len(d.problems) > before
	if found && d.means.Is(kinds.Cluster) {
		d.Class = Fleet
	}
	return found
}

// itemOf refuses an item without a kind in a list of a kind of its own, for example a ClusterList. The API server leaves both out there,
// and kubectl prints them.
func (d *Document) itemOf(list tree.Node) {
	kind := list.Get("kind").Text()
	if isList(list) && kind != "List" && d.APIVersion == "" && d.Kind == "" {
		d.refuse(Problem{Code: CodeKind, Node: d.Root, Child: "kind",
			Detail: "is required in each item of a " + kind + ", beside apiVersion; kubectl get -o yaml prints both"})
	}
}

// topField returns the field of a name at the top of the document, or else the one whose key is nearly that name.
func (d *Document) topField(name string) tree.Node {
	key, _ := topField(textsOf(d.Root), name)
	return d.Root.Get(key)
}

// textsOf returns the keys and the texts of the fields of a map.
func textsOf(n tree.Node) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for field := range fieldsOf(n) {
			if !yield(field.Key(), field.Text()) {
				return
			}
		}
	}
}

func (d *Document) misspeltKey(field tree.Node, name string) {
	if field.Exists() && field.Key() != name {
		d.refuse(misspeltField(field, name))
	}
}

// nearMiss refuses a group and a kind that are nearly those of a document that fluxapp reads, and notes which one is meant.
func (d *Document) nearMiss(version, kind tree.Node) {
	group := kinds.GroupOf(version.Text())
	cluster, m := clusterKindIn(group), meant(version.Text(), kind.Text())
	if cluster != nil && kind.Text() == "" {
		m = cluster
	}
	if cluster != nil && kind.Text() == cluster.Name+"List" { // otherwise unpack would have split it
		d.means = cluster
		d.refuse(Problem{Code: CodeKind, Node: kind, Current: kind.Text(), Proposed: cluster.Name,
			Detail: "a " + kind.Text() + " is a list, and this one has no list of items; write " + cluster.Name})
		return
	}
	if cluster := clusterKindNamed(kind.Text()); cluster != nil && !version.Exists() && d.Root.At("metadata", "name").Exists() {
		d.means = cluster
		d.refuse(Problem{Code: CodeKind, Node: d.Root, Child: "apiVersion",
			Detail: "is required; write that of the " + cluster.Name + ", for example " + cluster.Group + "/" + Version})
		return
	}
	if m == nil || m.Is(kinds.Repository) && !d.isArtifactRepository() {
		return
	}
	d.means = m
	if group != m.Group {
		d.wrongGroup(version, m)
	} else if m.Is(kinds.Cluster) && version.Text() == group {
		d.refuse(Problem{Code: CodeKind, Node: version, Current: group, Detail: "names no version; write " + group + "/ and the version"})
	}
	if kind.Text() != m.Name {
		d.wrongKind(kind, m)
	}
}

func (d *Document) isArtifactRepository() bool {
	return d.Root.At("metadata", "labels", LabelArtifactRepository).Text() == "true"
}

func (d *Document) wrongGroup(version tree.Node, m *kinds.Kind) {
	right := m.Group + "/" + Version
	if m.Group != Group {
		_, behind, _ := strings.Cut(version.Text(), "/")
		right = strings.TrimSuffix(m.Group+"/"+behind, "/")
	}
	if !version.Exists() {
		d.refuse(Problem{Code: CodeKind, Node: d.Root, Child: "apiVersion", Proposed: right, Detail: "is required; write apiVersion: " + right})
		return
	}
	d.refuse(Problem{Code: CodeKind, Node: version, Current: version.Text(), Proposed: right,
		Detail: fmt.Sprintf("%s has no kind %s; did you mean %s?", version.Text(), m.Name, right)})
}

func (d *Document) wrongKind(kind tree.Node, m *kinds.Kind) {
	if !kind.Exists() {
		d.refuse(Problem{Code: CodeKind, Node: d.Root, Child: "kind", Proposed: m.Name, Detail: "is required; write kind: " + m.Name})
		return
	}
	d.refuse(Problem{Code: CodeKind, Node: kind, Current: kind.Text(), Proposed: m.Name,
		Detail: fmt.Sprintf("there is no kind %s in %s; did you mean %s?", kind.Text(), m.Group, m.Name)})
}
