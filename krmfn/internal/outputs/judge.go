package outputs

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Clash is an existing object of a document that the run does not render, and the object of the run that is the same
// thing.
type Clash struct {
	Existing int
	// Other is the existing object, and Object the one of the run.
	Other, Object identity.Object
	// Same: they are one object, and not only one release, or the same manifests.
	Same bool

	output  int
	orphan  bool
	partial bool
}

// KeysOf returns what an object of fluxapp's in a file is, as if it were on the hub; nothing where no Flux applies it.
func KeysOf(file string, object tree.Node) []identity.Key {
	metadata, row := object.Get("metadata"), kinds.Standard().Of(object)
	if row == nil || render.IsBootstrap(file, metadata.At("annotations", kinds.AnnotationReconcile).Text()) {
		return nil
	}
	o := identity.Object{Row: row, Namespace: metadata.Get("namespace").Text(), Name: metadata.Get("name").Text(),
		Value: object.At}
	same, like := o.Same()
	return []identity.Key{same, like}
}

// knownOf returns objects of a package, which has API servers of its own.
func knownOf(pkg string, objects []change.Object) []identity.Object {
	known := make([]identity.Object, len(objects))
	for i := range objects {
		known[i] = objects[i].Known()
		known[i].Server = pkg + " " + known[i].Server
	}
	return known
}

// made finds objects of the run.
type made struct {
	objects map[identity.Key]Clash
	onHub   map[identity.Key]bool         // as if all were on the hub
	sources map[identity.Key]identity.Key // after the run
}

func (d *decider) makes() made {
	m, all := made{map[identity.Key]Clash{}, map[identity.Key]bool{}, map[identity.Key]identity.Key{}}, []Clash{}
	for at, r := range d.rendered {
		for i, o := range knownOf(r.Package, change.AllRendered(r.Objects)) {
			if !r.Objects[i].Bootstrap() {
				all = append(all, Clash{Object: o, output: at})
				o.Server = ""
				same, like := o.Same()
				m.onHub[same], m.onHub[like] = true, true
			}
		}
	}
	delete(m.onHub, identity.Key{})
	for _, e := range d.objects {
		if m.mayHave(e) {
			m.addSources(knownOf(e.Package, e.Objects())...)
		}
	}
	for _, c := range all {
		m.addSources(c.Object)
	}
	for _, c := range all {
		c.Object.Sources = m.sources
		m.objects[c.Object.Owns()] = c
		c.Same = true
		same, _ := c.Object.Same()
		m.objects[same] = c
	}
	delete(m.objects, identity.Key{})
	return m
}

// addSources adds what objects are like, of which the sources are looked up. A later object of a name counts.
func (m made) addSources(objects ...identity.Object) {
	for _, o := range objects {
		same, like := o.Same()
		m.sources[same] = like
	}
}

// mayHave reports whether an object of the run may be the same as one of a file, or own the same.
func (m made) mayHave(e Existing) bool {
	return slices.ContainsFunc(e.Keys, func(key identity.Key) bool { return m.onHub[key] })
}

// judge looks for what the run makes too in a kept object of a document. An orphan all of whose objects the run makes
// is taken over, unless the run is partial: it is removed, or replaced where it is. All else is a clash.
func (d *decider) judge(i int) {
	e, out := d.objects[i], &d.Existing[i]
	if out.Fate != Keep || out.Stray || e.Owner.Document == "" || !d.made().mayHave(e) {
		return
	}
	var clashes []Clash
	takes := out.Orphan && !d.Partial
	for _, other := range knownOf(e.Package, e.Objects()) {
		other.Sources = d.made().sources
		same, _ := other.Same()
		c, found := d.made().objects[same]
		if takes = takes && found; !found {
			c, found = d.made().objects[other.Owns()]
		}
		if found {
			c.Existing, c.Other, c.orphan, c.partial = i, other, out.Orphan, d.Partial
			clashes = append(clashes, c)
		}
	}
	if takes && len(clashes) > 0 {
		*out = d.taken(e, d.rendered[clashes[0].output], clashes[0].output)
		return
	}
	for _, c := range clashes {
		d.Rendered[c.output].Clash = &c
	}
}

// taken returns how an object is taken over by one of the run.
func (d *decider) taken(e Existing, by Rendered, at int) Decision {
	switch {
	case by.OtherShard:
		return Decision{Fate: OtherShard, Rendered: at}
	case by.File() == e.File():
		return Decision{Fate: Replace, Rendered: at}
	}
	return Decision{Fate: Remove, Rendered: at}
}

// Detail tells of the existing object in a file, and what to write. Absent is how a door calls a document that is not
// among those of the run.
func (c *Clash) Detail(file, absent string) string {
	whose := ", which this run does not render, "
	remedy := "render both in one run"
	name := "name: " + c.Other.Pattern(c.Object.Cluster)
	if c.Other.Namespace != c.Object.Namespace {
		name += " and namespace: " + c.Other.Namespace
	}
	switch {
	case c.orphan && c.partial && c.Same:
		remedy = "render without applications, and fluxapp takes it over"
	case c.orphan && c.Same:
		remedy = "write the names of the other objects in this file too, and fluxapp takes it over"
	case c.orphan:
		remedy = "write " + name + " into the entry, and fluxapp takes that object over"
	}
	if c.orphan {
		whose = ", which " + absent + ", "
	}
	what := "with the same manifests"
	switch {
	case c.Same:
		what = "which is the same object"
	case c.Other.Row == kinds.HelmRelease:
		what = "with the same Helm release " + c.Other.Part(c.Other.Row.Part(kinds.ReleaseName))
	}
	return fmt.Sprintf("%s holds the %s %s of %s%s%s; %s", file, c.Other.Row.Name, c.Other.Name, c.Other.Application,
		whose, what, remedy)
}
