package adopt

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type group struct {
	workload        *kinds.Kind
	namespace, name string
	objects         []*object           // in the order of their clusters
	known           bool                // the objects tell their application
	parts           []*object           // what the document holds besides
	sources         map[*object]*object // the sources of objects that the document holds
	namesSources    bool                // the document has a list of them
	sections
}

// groups returns the objects of each application, in the order of namespace and name.
func (a *adoption) groups() []*group {
	var all []*group
	for _, g := range collect(a.objects, (*object).application) {
		all = append(all, g.divide()...)
	}
	for _, g := range all {
		if !g.known {
			g.namespace = homeOf(g.objects)
		}
		slices.SortStableFunc(g.objects, func(x, y *object) int {
			return cmp.Or(cmp.Compare(x.cluster, y.cluster), cmp.Compare(x.namespace, y.namespace), cmp.Compare(x.name, y.name))
		})
	}
	a.rename(all)
	slices.SortStableFunc(all, func(x, y *group) int {
		return cmp.Or(cmp.Compare(x.namespace, y.namespace), cmp.Compare(x.name, y.name))
	})
	return all
}

func collect(objects []*object, key func(*object) groupKey) []*group {
	groups := map[groupKey]*group{}
	for _, o := range objects {
		k := key(o)
		if o.name == "" {
			continue // nobody knows the object
		}
		if groups[k] == nil {
			groups[k] = &group{workload: o.workload, namespace: k.namespace, name: k.name, known: k.known}
		}
		groups[k].objects = append(groups[k].objects, o)
	}
	return slices.Collect(maps.Values(groups))
}

func (o *object) application() groupKey {
	if o.known.name != "" {
		return groupKey{o.workload.Name, o.known.namespace, o.known.name, true}
	}
	return groupKey{kind: o.workload.Name, name: applicationName(o.name, o.spelt, o.targetNamespace())}
}

// divide returns the group itself, or several where two objects would be on one cluster: the objects of each namespace
// are then an application, and where that is not enough, the objects of each name, for example berlin-app and app.
func (g *group) divide() []*group {
	if g.known || !g.meets() {
		return []*group{g}
	}
	var all []*group
	ofNamespace := func(o *object) groupKey { return groupKey{o.workload.Name, o.namespace, g.name, false} }
	for _, beside := range collect(g.objects, ofNamespace) {
		if beside.meets() {
			all = append(all, collect(beside.objects, (*object).key)...)
		} else {
			all = append(all, beside)
		}
	}
	return all
}

// meets reports whether two objects are on one cluster.
func (g *group) meets() bool {
	clusters := map[string]bool{}
	for _, o := range g.objects {
		clusters[o.cluster] = true
	}
	return len(clusters) < len(g.objects)
}

// rename gives applications of one namespace and name different names: the name of the kind is added to all but the
// first one, and to applications that are called like a document among the files.
func (a *adoption) rename(groups []*group) {
	slices.SortStableFunc(groups, func(x, y *group) int {
		knownFirst := map[bool]int{true: -1}
		return cmp.Or(cmp.Compare(knownFirst[x.known], knownFirst[y.known]), cmp.Compare(x.workload.Rank, y.workload.Rank),
			cmp.Compare(x.name, y.name), compareNodes(x.objects[0].root, y.objects[0].root))
	})
	taken := maps.Clone(a.written)
	for _, g := range groups {
		for taken[g.owner()] {
			g.name += "-" + strings.ToLower(g.workload.Name)
		}
		taken[g.owner()] = true
	}
}

// owner is what the objects of the document will have in the annotation rendered-from.
func (g *group) owner() string { return known{namespace: g.namespace, name: g.name}.owner() }

// refused reports whether an object of the group has an error.
func (g *group) refused() bool {
	return slices.ContainsFunc(g.objects, func(o *object) bool { return o.refused })
}

// standalone reports whether the objects belong to clusters that have API servers of their own.
func (g *group) standalone() bool {
	return !slices.ContainsFunc(g.objects, func(o *object) bool { return o.server == "" })
}

// draft is the document of a group before it is proved.
type draft struct {
	*group
	Application
	file string // what the document is called in the proof
}

// write returns the documents of the groups without errors.
func (a *adoption) write(groups []*group) (drafts []*draft) {
	for _, g := range groups {
		if first := g.objects[0]; first.known.rendered {
			detail := fmt.Sprintf("is rendered from %s, which is not among the files; its document and this one are the same "+
				"application, so keep one of them", first.known.owner())
			a.report(first, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeRenderedBefore,
				Node: first.root.At("metadata", "name"), Detail: detail})
		}
		if !g.refused() {
			drafts = append(drafts, &draft{g, a.document(g), g.namespace + "/" + g.name + ".yaml"})
		}
	}
	return drafts
}

func (a *adoption) document(g *group) Application {
	app := Application{Namespace: g.namespace, Name: g.name, Kind: g.workload.Name, Objects: len(g.objects)}
	made := layout.Group{Namespace: g.namespace, Name: g.name, Kind: g.workload, Standalone: g.standalone(),
		Fleet: a.members, NamesSources: g.namesSources,
		ImageAutomation: g.imageAutomation, Notification: g.notification}
	for _, o := range g.objects {
		cluster := o.cluster
		if !made.Standalone && !o.hasKubeConfig() {
			cluster = ""
		}
		app.Clusters = append(app.Clusters, cluster)
		app.Lines += bytes.Count(tree.AppendYAML(nil, o.current), []byte("\n"))
		member := layout.Member{Cluster: cluster, Object: o.current, Labels: a.labels(cluster)}
		if source := g.sources[o]; source != nil {
			member.Source = layout.Source{Kind: source.workload, Object: source.current}
		}
		made.Members = append(made.Members, member)
	}
	for _, o := range g.parts {
		app.Lines += bytes.Count(tree.AppendYAML(nil, o.current), []byte("\n"))
	}
	slices.Sort(app.Clusters)
	app.Clusters = slices.Compact(app.Clusters)
	app.YAML = layout.Document(made)
	return app
}

// labels returns the labels of a cluster of the fleet; nil where nobody knows them.
func (a *adoption) labels(cluster string) map[string]string {
	for i := range a.members {
		if m := &a.members[i]; m.Name == cluster || cluster == "" && m.Hub() {
			return layout.LabelsOf(m)
		}
	}
	return nil
}
