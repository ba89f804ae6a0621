package adopt

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// group are the objects of one application.
type group struct {
	kind            *kinds.Kind
	namespace, name string
	objects         []*object           // in the order of their clusters
	sources         map[*object]*object // the sources of objects that the document holds; nil where it holds none
	document        []byte              // nil where it is still to be composed
}

// file is the name of the document's file.
func (g *group) file() string { return g.name + ".yaml" }

// clusters counts the clusters of the objects.
func (g *group) clusters() int {
	return len(each.Once(g.objects, func(o *object) string { return o.cluster() }))
}

// sets are what there is of each key, once.
type sets[K, V comparable] map[K]map[V]bool

func (s sets[K, V]) add(key K, values ...V) {
	all := each.Below(s, key)
	for _, value := range values {
		all[value] = true
	}
}

// key is what the objects of an application have in common.
type key struct {
	id
	isLocal bool
	isPlain bool // other clusters have the same namespace and name
}

// keysOf returns what the objects of each application have in common: their kind, namespace and name where another
// cluster has these too, and otherwise without the name of their cluster.
func keysOf(objects []*object, spots map[*object]spot) map[*object]key {
	on := sets[key, string]{}
	for _, o := range objects {
		on.add(key{id{o.kind.Name, o.namespace, o.name}, spots[o].isLocal, true}, spots[o].clusters...)
	}
	keys, namespaces := map[*object]key{}, sets[key, string]{}
	for _, o := range objects {
		k := key{id{o.kind.Name, o.namespace, o.name}, spots[o].isLocal, true}
		if len(on[k]) < 2 {
			k.isPlain = false
			if k.namespace = withoutPart(k.namespace, spots[o].spelt); spots[o].isHome {
				k.namespace = "*"
			}
			k.name = applicationName(o.name, spots[o].spelt, o.targetNamespace())
		}
		keys[o] = k
		namespaces.add(k.anywhere(), k.namespace)
	}
	for o, k := range keys { // where there is only one namespace, objects without one have it too: a tool adds it
		if all := slices.Sorted(maps.Keys(namespaces[k.anywhere()])); len(all) == 2 && all[0] == "" {
			k.namespace, k.isPlain = all[1], false
			keys[o] = k
		}
	}
	return keys
}

// anywhere is the key of an application in any namespace.
func (k key) anywhere() key {
	k.namespace, k.isPlain = "", false
	return k
}

// withoutPart returns a name with * in place of a part between hyphens.
func withoutPart(name, part string) string {
	if part == "" {
		return name
	}
	return strings.Trim(strings.ReplaceAll("-"+name+"-", "-"+part+"-", "-*-"), "-")
}

// collect returns the objects that came so far as applications, with unique names, in the order of namespace and name.
// Objects of one cluster are left, unless all are wanted.
func collect(in *input, all bool) (groups []*group) {
	objects, spots := in.workloadsOfFiles(), map[*object]spot{}
	objects = slices.DeleteFunc(objects, func(o *object) bool { return o.left != nil })
	for _, o := range objects {
		spots[o] = o.spot
	}
	byKey := map[key]*group{}
	for o, k := range keysOf(objects, spots) {
		if byKey[k] == nil {
			byKey[k] = &group{kind: o.kind, name: k.name}
		}
		byKey[k].objects = append(byKey[k].objects, o)
	}
	for _, g := range byKey {
		slices.SortStableFunc(g.objects, func(x, y *object) int {
			return cmp.Or(cmp.Compare(x.cluster(), y.cluster()), compareObjects(x, y))
		})
		for _, beside := range separate(in, g) {
			if beside.clusters() < 2 && !all {
				leaveAll(beside.objects, isSingle)
				continue
			}
			beside.namespace = homeOf(beside.objects)
			groups = append(groups, beside)
		}
	}
	rename(groups, in.documents)
	slices.SortFunc(groups, func(x, y *group) int {
		return cmp.Or(cmp.Compare(x.namespace, y.namespace), cmp.Compare(x.name, y.name))
	})
	return groups
}

func leaveAll(objects []*object, why *reason) {
	for _, o := range objects {
		o.stay(why)
	}
}

// separate returns the group itself or, where two objects are on one cluster, those of each namespace that kustomize or
// Flux gives them; and one group for each object where they have nothing in common but the name.
func separate(in *input, g *group) (all []*group) {
	if homes := byHome(g); g.clusters() < len(g.objects) && len(homes) > 1 {
		for _, beside := range homes {
			all = append(all, separate(in, beside)...)
		}
		return all
	}
	if g.clusters() == len(g.objects) && (len(g.objects) < 2 || layout.Shared(layoutOf(in.members, g))) {
		return []*group{g}
	}
	for _, o := range g.objects {
		own := *g
		own.objects, own.name = []*object{o}, wording.ObjectName(g.name, o.cluster())
		all = append(all, &own)
	}
	return all
}

func byHome(g *group) map[string]*group {
	homes := map[string]*group{}
	for _, o := range g.objects {
		home := withoutPart(o.home, o.spelt)
		if homes[home] == nil {
			own := *g
			own.objects = nil
			homes[home] = &own
		}
		homes[home].objects = append(homes[home].objects, o)
	}
	return homes
}

// rename gives applications of one name different names, because their files are called like them: those of several
// namespaces get the name of their namespace, and of two kinds all but the first get the name of their kind.
func rename(groups []*group, documents schema.Documents) {
	slices.SortFunc(groups, func(x, y *group) int {
		return cmp.Or(cmp.Compare(y.kind.Rank, x.kind.Rank), cmp.Compare(x.name, y.name),
			cmp.Compare(x.namespace, y.namespace), compareObjects(x.objects[0], y.objects[0]))
	})
	namespaces := sets[string, string]{}
	for _, g := range groups {
		if names.Placeholder(g.name) {
			g.name = documentName(g.name)
		}
		namespaces.add(g.kind.Name+"/"+g.name, g.namespace)
	}
	taken := each.Once(documents, (*schema.Document).Name)
	for _, g := range groups {
		if g.namespace != "" && len(namespaces[g.kind.Name+"/"+g.name]) > 1 {
			g.name = wording.ObjectName(g.namespace, g.name)
		}
		for taken[g.name] {
			g.name = wording.ObjectName(g.name, strings.ToLower(g.kind.Name))
		}
		taken[g.name] = true
	}
}

// applicationName returns an object's name without its cluster's: app for member1-app, podinfo for podinfo-berlin, and
// shop for shop-berlin-web with the namespace web on the cluster, as fluxapp names objects. Other names stay.
func applicationName(name, cluster, target string) string {
	if short := withoutCluster(name, cluster, target); names.Valid(short) {
		return short
	}
	return name
}

func withoutCluster(name, cluster, target string) string {
	if cluster == "" || name == cluster {
		return name
	}
	if target != "" {
		if before, found := strings.CutSuffix(name, "-"+cluster+"-"+target); found && before != "" {
			return before
		}
	}
	if behind, found := strings.CutPrefix(name, cluster+"-"); found && behind != "" {
		return behind
	}
	if before, found := strings.CutSuffix(name, "-"+cluster); found && before != "" {
		return before
	}
	return strings.Replace(name, "-"+cluster+"-", "-", 1)
}

// variable is a placeholder in a name.
var variable = regexp.MustCompile(`\$\{([^}]*)\}`)

// documentName returns a name for a document: db-suffix for db-${SUFFIX}.
func documentName(name string) string {
	name = variable.ReplaceAllStringFunc(name, func(text string) string {
		text, _, _ = strings.Cut(strings.Trim(text, "${}"), ":")
		return strings.ReplaceAll(strings.ToLower(text), "_", "-")
	})
	return strings.Trim(name, "-")
}

// homeOf returns the namespace for the document: the one that most objects have. Where each cluster has its own, the
// one of the sources is as good, and better for people. It is empty if an object has none: it would get one.
func homeOf(objects []*object) (namespace string) {
	count := map[string]int{}
	for _, o := range objects {
		count[o.namespace]++
	}
	if count[""] > 0 {
		return ""
	}
	if len(objects) > 1 && len(count) == len(objects) {
		if source := sourceNamespace(objects[0]); source != "" &&
			!slices.ContainsFunc(objects, func(o *object) bool { return sourceNamespace(o) != source }) {
			return source
		}
	}
	for _, o := range objects {
		if count[o.namespace] > count[namespace] || count[o.namespace] == count[namespace] && o.namespace < namespace {
			namespace = o.namespace
		}
	}
	return namespace
}

func sourceNamespace(o *object) string {
	_, source := o.kind.Source(o.root.At)
	return source.Get("namespace").Text()
}
