package adopt

import (
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// leaveDelivering leaves the Kustomizations with which Flux applies the groups of a rendered folder, and keeps in mind
// those that order applications.
func (a *adoption) leaveDelivering() {
	for _, o := range a.objects {
		if !o.isDelivery() || o.refused {
			continue
		}
		a.stay(o, reasonDelivers)
		if kinds.IsOrdered(o.portion()) {
			a.orders = append(a.orders, o)
		}
	}
	a.objects = slices.DeleteFunc(a.objects, (*object).isDelivery)
}

// isDelivery reports whether delivery of a RenderConfig has made the object.
func (o *object) isDelivery() bool { return o.portion() != "" }

// portion is the folder that an object of delivery is for.
func (o *object) portion() string {
	return o.root.At("metadata", "annotations", kinds.AnnotationDelivers).Text()
}

// readOrders finds what the applications on each cluster wait for that have another kind. Their objects do not tell:
// Flux knows no such dependency, and the Kustomizations that deliver them wait instead.
func (a *adoption) readOrders(groups []*group) {
	byName, byFolder := map[string]*object{}, map[string]*object{}
	for _, k := range a.orders {
		byName[k.namespace+"/"+k.name], byFolder[k.portion()] = k, k
	}
	kustomizations := map[string]string{} // by their names, the applications that they are rendered from
	for _, o := range a.objects {
		if o.workload == kinds.Kustomization && o.known.rendered {
			kustomizations[o.name] = o.known.owner()
		}
	}
	items := map[*object][]tree.Node{}
	for _, g := range groups {
		for _, o := range g.objects {
			k := o.orderedBy(byName, byFolder)
			if k == nil {
				continue
			}
			if _, known := items[k]; !known {
				items[k] = a.awaits(k, byName, kustomizations)
			}
			a.setAwaits(o, items[k])
			g.ordered = true
		}
	}
}

// orderedBy returns the Kustomization that applies an object with those of its application alone: Flux's labels name
// it, its folder has the file, or it is for the cluster. It is nil for other objects.
func (o *object) orderedBy(byName, byFolder map[string]*object) *object {
	labels, group := o.root.At("metadata", "labels"), kinds.Kustomization.Group
	found := []*object{byName[labels.Get(group+"/namespace").Text()+"/"+labels.Get(group+"/name").Text()]}
	own := kinds.OrderedParts(o.server, o.cluster, o.known.namespace, o.known.name)
	for folders := foldersOf(path.Dir(o.file)); len(folders) >= len(own); folders = folders[1:] {
		found = append(found, byFolder[path.Join(folders[:len(own)]...)])
	}
	found = append(found, byFolder[path.Join(own...)])
	isOwn := func(k *object) bool { return k != nil && k.known.rendered && k.known.owner() == o.known.owner() }
	if i := slices.IndexFunc(found, isOwn); i >= 0 {
		return found[i]
	}
	return nil
}

// awaits returns the items of dependsOn in documents for what a Kustomization of delivery waits for: others of
// delivery, and behind each of them what it applies, where these are Kustomizations too.
func (a *adoption) awaits(k *object, byName map[string]*object, kustomizations map[string]string) (items []tree.Node) {
	b, applied := a.build, map[string]bool{} // the names of applications
	dependsOn := slices.Collect(k.root.At("spec", "dependsOn").Children())
	if k.root.At("spec", "wait").Text() == "true" && len(dependsOn) > 0 { // the first one applies the sources
		dependsOn = dependsOn[1:]
	}
	for _, item := range dependsOn {
		before := byName[k.awaitedName(item)]
		if before == nil && applied[kustomizations[item.Get("name").Text()]] {
			continue
		}
		if before == nil {
			a.report(k, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeOrder, Node: item, Current: k.name,
				Detail: "this Kustomization waits for " + strings.TrimPrefix(k.awaitedName(item), "/") + ", which is not among " +
					"the files as one of delivery, so that the document of " + k.known.owner() + " does not wait; adopt all that " +
					"fluxapp rendered, or write dependsOn into the document"})
			continue
		}
		fields := []tree.Field{{Key: "application", Value: b.String(before.known.name, item)}}
		if before.known.namespace != k.known.namespace {
			fields = append(fields, tree.Field{Key: "namespace", Value: b.String(before.known.namespace, item)})
		}
		items = append(items, b.Map(item, fields...))
		a.awaited[before.known.owner()] = true
		applied[before.known.owner()] = true
	}
	return items
}

// setAwaits adds items to what the entry of an object waits for.
func (a *adoption) setAwaits(o *object, items []tree.Node) {
	if len(items) == 0 {
		return
	}
	b, spec := a.build, o.current.Get("spec")
	all := b.List(spec, append(slices.Collect(spec.Get("dependsOn").Children()), items...)...)
	fields := append(spec.Fields(), tree.Field{Key: "dependsOn", Value: all})
	o.current = b.Map(o.current, append(o.current.Fields(), tree.Field{Key: "spec", Value: b.Map(spec, fields...)})...)
}

// awaitedDocuments returns the documents among the files for which adopted applications wait.
func (a *adoption) awaitedDocuments() schema.Documents {
	isOther := func(d *schema.Document) bool { return !a.awaited[d.Owner()] }
	return slices.DeleteFunc(slices.Clone(a.documents), isOther)
}

// delivered are options with some delivery: only with one can an application wait for one of another kind. The objects
// themselves are the same with each.
func delivered() render.Options {
	return render.Options{AllowEmpty: true, Delivery: schema.Parse("", []byte(`{"apiVersion": "fluxapp.dev/v1alpha1", "kind": "RenderConfig",
		"metadata": {"name": "adopt", "namespace": "fluxapp-adopt"}, "spec": {"delivery": {"groups": 1,
		"sourceRef": {"kind": "GitRepository", "name": "adopt"}}}}`))[0]}
}
