package adopt

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type group struct {
	workload        *kinds.Kind
	namespace, name string
	objects         []*object           // in the order of their clusters
	known           bool                // the objects tell their application
	file            string              // of the document
	left            []*object           // the objects that stay where they are
	parts           []*object           // what the document holds besides
	common          tree.Node           // the labels and annotations of all parts, which all objects have
	sources         map[*object]*object // the sources of objects that the document holds
	namesSources    bool                // the document has a list of them
}

// groups returns the objects of each application, in the order of namespace and name.
func (a *adoption) groups() []*group {
	var all []*group
	for _, g := range collect(a.objects, (*object).application) {
		for _, beside := range g.divide() {
			if !beside.leave() {
				all = append(all, a.separate(beside)...)
			}
		}
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

// separate returns the group itself, or one for each object where they have nothing in common but the name.
func (a *adoption) separate(g *group) (all []*group) {
	if g.known || len(g.objects) < 2 || layout.Shared(a.layout(g)) {
		return []*group{g}
	}
	for _, o := range g.objects {
		own := *g
		own.objects, own.name = []*object{o}, naming.Object(g.name, o.cluster)
		all = append(all, &own)
	}
	all[0].left = g.left
	return all
}

func collect(objects []*object, key func(*object) groupKey) []*group {
	groups := map[groupKey]*group{}
	for _, o := range objects {
		k := key(o)
		if o.stays || o.isLost() {
			continue // nobody knows the object, or its cluster
		}
		if groups[k] == nil {
			groups[k] = &group{workload: o.workload, namespace: k.namespace, name: k.name, known: k.known}
		}
		groups[k].objects = append(groups[k].objects, o)
	}
	return slices.Collect(maps.Values(groups))
}

// divide returns the group itself, or several: objects of different namespaces are different applications, unless each
// namespace belongs to a cluster. Where two objects are on one cluster even so, those of each name are an application,
// for example berlin-app and app.
func (g *group) divide() []*group {
	if g.known || !g.meets() && !slices.ContainsFunc(g.objects, func(o *object) bool { return !o.hasKubeConfig() }) {
		return []*group{g}
	}
	homes := homesOf(g.objects)
	ofNamespace := func(o *object) groupKey { return groupKey{o.workload.Name, homes[o], g.name, false} }
	var all []*group
	for _, beside := range collect(g.objects, ofNamespace) {
		if beside.meets() {
			all = append(all, collect(beside.objects, (*object).key)...)
		} else {
			all = append(all, beside)
		}
	}
	return all
}

// homesOf returns the namespaces of objects of one name, with * for the name of the cluster unless all have the same.
// Where there is only one, objects without a namespace have it too: a tool adds it.
func homesOf(objects []*object) map[*object]string {
	homes, only := map[*object]string{}, map[string]bool{}
	differ := slices.ContainsFunc(objects, func(o *object) bool { return o.namespace != objects[0].namespace })
	for _, o := range objects {
		if homes[o] = o.namespace; differ {
			homes[o] = o.home()
		}
		only[homes[o]] = true
	}
	if delete(only, ""); len(only) == 1 {
		for _, o := range objects {
			for home := range only {
				homes[o] = home
			}
		}
	}
	return homes
}

// meets reports whether two objects are on one cluster.
func (g *group) meets() bool {
	clusters := map[string]bool{}
	for _, o := range g.objects {
		clusters[o.cluster] = true
	}
	return len(clusters) < len(g.objects)
}

// rename gives applications of one name different names, because their files and folders are called like them: those of
// several namespaces get the name of their namespace, and of two kinds all but the first get the name of their kind.
func (a *adoption) rename(groups []*group) {
	slices.SortStableFunc(groups, func(x, y *group) int {
		knownFirst := map[bool]int{true: -1}
		return cmp.Or(cmp.Compare(knownFirst[x.known], knownFirst[y.known]), cmp.Compare(y.workload.Rank, x.workload.Rank),
			cmp.Compare(x.name, y.name), compareNodes(x.objects[0].root, y.objects[0].root),
			cmp.Compare(x.objects[0].cluster, y.objects[0].cluster))
	})
	namespaces := map[groupKey]map[string]bool{}
	for _, g := range groups {
		k := groupKey{kind: g.workload.Name, name: g.name}
		if namespaces[k] == nil {
			namespaces[k] = map[string]bool{}
		}
		namespaces[k][g.namespace] = true
	}
	taken := map[string]bool{}
	for owner := range a.written {
		taken[owner[strings.LastIndex(owner, "/")+1:]] = true
	}
	for _, g := range groups {
		if !g.known && variable.MatchString(g.name) {
			g.name = documentName(g.name)
		}
		if !g.known && g.namespace != "" && len(namespaces[groupKey{kind: g.workload.Name, name: g.name}]) > 1 {
			g.name = naming.Object(g.namespace, g.name)
		}
		for taken[g.name] && !g.known {
			g.name = naming.Object(g.name, strings.ToLower(g.workload.Name))
		}
		if g.file = g.name + ".yaml"; taken[g.name] && g.known {
			g.file = g.namespace + "_" + g.file
		}
		taken[g.name] = true
	}
}

// owner is what the objects of the document will have in the annotation rendered-from.
func (g *group) owner() string { return known{namespace: g.namespace, name: g.name}.owner() }

// leave leaves the objects that have an error out of the group, and reports whether none is left in it.
func (g *group) leave() bool {
	g.objects = slices.DeleteFunc(g.objects, func(o *object) bool {
		if o.refused {
			g.left = append(g.left, o)
		}
		return o.refused
	})
	return len(g.objects) == 0
}

// standalone reports whether the objects belong to clusters that have API servers of their own.
func (g *group) standalone() bool {
	return !slices.ContainsFunc(g.objects, func(o *object) bool { return o.server == "" })
}

// draft is the document of a group before it is proved.
type draft struct {
	*group
	Application
}

// write returns the documents of the groups.
func (a *adoption) write(groups []*group) (drafts []*draft) {
	for _, g := range groups {
		if first := g.objects[0]; first.known.rendered {
			detail := fmt.Sprintf("is rendered from %s, which is not among the files; its document and this one are the same "+
				"application, so keep one of them", first.known.owner())
			a.report(first, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeRenderedBefore,
				Node: first.root.At("metadata", "name"), Detail: detail})
		}
		made := a.document(g)
		made.YAML = append(leftOut(g.left), made.YAML...)
		drafts = append(drafts, &draft{g, made})
	}
	return drafts
}

// leftOut returns a comment with the objects of an application that stay where they are.
func leftOut(objects []*object) []byte {
	var text []byte
	for i, o := range objects {
		if i == 0 {
			text = append(text, "# Not in this document, because they stay where they are:\n"...)
		}
		at := o.root.Position()
		text = fmt.Appendf(text, "# - %s %s%s: %s:%d\n", o.workload.Name, strings.TrimPrefix(o.namespace+"/"+o.name, "/"),
			named(" of cluster ", o.cluster), at.File, at.Line)
	}
	return text
}

func (a *adoption) document(g *group) Application {
	app := Application{Namespace: g.namespace, Name: g.name, Kind: g.workload.Name, Objects: len(g.objects), File: g.file}
	made := a.layout(g)
	for _, m := range made.Members {
		app.Clusters = append(app.Clusters, m.Cluster)
	}
	for _, o := range slices.Concat(g.objects, g.parts) {
		app.roots = append(app.roots, o.root)
		app.Lines += bytes.Count(tree.AppendYAML(nil, o.given), []byte("\n"))
	}
	slices.Sort(app.Clusters)
	app.Clusters = slices.Compact(app.Clusters)
	app.YAML = layout.Write(made)
	return app
}

// layout returns what the document of a group is made of.
func (a *adoption) layout(g *group) layout.Group {
	made := layout.Group{Namespace: g.namespace, Name: g.name, Kind: g.workload, Standalone: g.standalone(),
		Fleet: a.members, NamesSources: g.namesSources, Metadata: g.common}
	for _, o := range g.objects {
		cluster := o.cluster
		if !made.Standalone && !o.hasKubeConfig() {
			cluster = ""
		}
		member := layout.Member{Cluster: cluster, Object: o.given}
		if source := g.sources[o]; source != nil {
			member.Source = layout.Source{Kind: source.workload, Object: source.given}
		}
		made.Members = append(made.Members, member)
	}
	return made
}
