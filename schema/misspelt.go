package schema

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// misspelt reports a document that fluxapp would read if apiVersion and kind were spelt right, and whether it did. Such
// a cluster stays in the fleet: that an application does not find it would say nothing new.
func (d classifier) misspelt() bool {
	version, kind := d.topField("apiVersion"), d.topField("kind")
	if !kinds.RecognizesKind(version.Text(), kind.Text()) {
		return false
	}
	before := len(d.problems)
	d.misspeltKey(version, "apiVersion")
	d.misspeltKey(kind, "kind")
	d.nearMiss(version, kind)
	found := len(d.problems) > before
	if found && d.means.Is(kinds.Cluster) {
		d.class = ClassCluster
	}
	return found
}

// topField returns the field of a name at the top of the document, or else the one whose key is nearly that name.
func (d classifier) topField(name string) tree.Node {
	key, _ := kinds.TopField(textsOf(d.Root()), name)
	return d.Root().Get(key)
}

func (d classifier) misspeltKey(field tree.Node, name string) {
	if field.Exists() && field.Key() != name {
		d.report(check.Misspelt(field, name))
	}
}

func (d classifier) nearMiss(version, kind tree.Node) {
	group := kinds.GroupOf(version.Text())
	cluster, m := kinds.ClusterIn(group), kinds.Meant(version.Text(), kind.Text())
	if cluster != nil && kind.Text() == "" {
		m = cluster
	}
	if cluster != nil && kind.Text() == cluster.Name+"List" { // otherwise unpack would have split it
		d.means = cluster
		d.refuseKind(kind, cluster.Name, "a %s is a list, and this one has no list of items; write %s", kind.Text(),
			cluster.Name)
		return
	}
	if cluster := kinds.ClusterNamed(kind.Text()); cluster != nil && !version.Exists() &&
		d.Root().At("metadata", "name").Exists() {
		d.means = cluster
		d.lacksKind("apiVersion", "", "is required; write that of the "+cluster.Name+", for example "+cluster.Group+"/"+
			kinds.Version)
		return
	}
	if kinds.IsHalfRepository(version.Text(), kind.Text()) {
		m = kinds.KubeSphereRepository
	}
	if m == nil || m.Is(kinds.Repository) && !d.speaksOfArtifacts() {
		return
	}
	d.means = m
	if group != m.Group {
		d.wrongGroup(version, m)
	} else if m.Is(kinds.Cluster) && version.Text() == group {
		d.refuseKind(version, "", "names no version; write %s/ and the version", group)
	}
	if kind.Text() != m.Name {
		d.wrongKind(kind, m)
	}
}

func (d classifier) wrongGroup(version tree.Node, m *kinds.Kind) {
	right := m.APIVersion
	if m.Is(kinds.Cluster | kinds.Template) {
		_, behind, _ := strings.Cut(version.Text(), "/")
		right = strings.TrimSuffix(m.Group+"/"+behind, "/")
	}
	if !version.Exists() {
		d.lacksKind("apiVersion", right, "is required; write apiVersion: "+right)
		return
	}
	proposal := "did you mean " + right + "?"
	if kinds.IsOwn(kinds.GroupOf(version.Text())) { // then it is sure
		proposal = "write apiVersion: " + right
	}
	d.refuseKind(version, right, "%s has no kind %s; %s", version.Text(), m.Name, proposal)
}

func (d classifier) wrongKind(kind tree.Node, m *kinds.Kind) {
	if !kind.Exists() {
		d.lacksKind("kind", m.Name, "is required; write kind: "+m.Name)
		return
	}
	d.refuseKind(kind, m.Name, "there is no kind %s in %s; did you mean %s?", kind.Text(), m.Group, m.Name)
}

func (d classifier) refuseKind(n tree.Node, proposed, format string, args ...any) {
	d.report(finding.Problem{Code: finding.CodeKind, Node: n, Current: n.Text(), Proposed: proposed,
		Detail: fmt.Sprintf(format, args...)})
}

func (d classifier) lacksKind(field, proposed, detail string) {
	d.report(finding.Problem{Code: finding.CodeKind, Node: d.Root(), Child: field, Proposed: proposed, Detail: detail})
}

func textsOf(n tree.Node) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for field := range check.Map(n).Children() {
			if !yield(field.Key(), field.Text()) {
				return
			}
		}
	}
}

// lacksSeparator is true when the separator between a document and one of ours is missing, so that a key is there
// twice.
func (d classifier) lacksSeparator(p tree.Problem) bool {
	key, text := p.Node.Key(), p.Node.Text()
	if p.Rule != tree.DuplicateKey || !p.Other.Same(d.Root().Find(key)) {
		return false
	}
	switch key {
	case "apiVersion":
		group := kinds.GroupOf(text)
		return kinds.IsOwn(group) || group == kinds.KubeSphereRepository.Group || kinds.ClusterIn(group) != nil ||
			kinds.RecognizesKind(text, d.Kind())
	case "kind":
		return kinds.RecognizesKind(d.APIVersion(), text)
	}
	return false
}

// brokenList reports a list of documents of ours that is not written as one: nobody would read its items.
func (d classifier) brokenList() {
	if d.Root().Kind() == tree.List {
		if slices.ContainsFunc(slices.Collect(d.Root().Children()), isOurs) {
			d.report(finding.Problem{Code: finding.CodeType, Node: d.Root(),
				Detail: "is a list of documents; write --- between them, or kind: List with items"})
		}
		return
	}
	version, kind, items := d.topField("apiVersion"), d.topField("kind"), d.topField("items")
	if names.Differ(kind.Text(), "List", 1) > 1 ||
		!isOurs(items) && !slices.ContainsFunc(slices.Collect(items.Children()), isOurs) {
		return
	}
	d.misspeltKey(version, "apiVersion")
	d.misspeltKey(kind, "kind")
	d.misspeltKey(items, "items")
	if version.Exists() && version.Text() != "v1" {
		d.refuseKind(version, "v1", "%s has no kind List; write v1", version.Text())
	}
	if kind.Text() != "List" {
		d.refuseKind(kind, "List", "there is no kind %s; did you mean List?", kind.Text())
	}
	if items.Kind() != tree.List {
		d.report(finding.Problem{Code: finding.CodeType, Node: items,
			Detail: "is a map, and a list belongs here; begin each item with \"- \""})
	}
}

func isOurs(n tree.Node) bool { return n.Kind() == tree.Map && kinds.Recognizes(textsOf(n)) }

// noteRenderedFrom reports the annotation rendered-from on a document of a kind that fluxapp does not write, which is
// never output. On a kind of ours it is an error: a reader would take the document for output.
func (d classifier) noteRenderedFrom(annotation tree.Node) {
	p := finding.Problem{Severity: finding.SeverityInfo, Code: check.CodeNotOutput, Node: annotation, OnKey: true,
		Current: kinds.AnnotationRenderedFrom, Detail: "only objects that fluxapp renders carry this annotation, and " +
			"fluxapp renders none of this kind; it means nothing here"}
	if kinds.IsOwn(kinds.GroupOf(d.APIVersion())) {
		p.Severity, p.Code = finding.SeverityError, check.CodeReserved
		p.Detail = "only objects that fluxapp renders carry this annotation; leave it out"
	}
	d.report(p)
}
