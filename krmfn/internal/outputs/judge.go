package outputs

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
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
	return keysOf(identity.Object{Row: row, Namespace: metadata.Get("namespace").Text(),
		Name: metadata.Get("name").Text(), Value: object.At})
}

// keysOf returns the key of the object itself, and behind it that of what only one object can have.
func keysOf(o identity.Object) []identity.Key {
	keys := []identity.Key{o.Same(), o.Owns()}
	return slices.DeleteFunc(keys, func(key identity.Key) bool { return key == identity.Key{} })
}

// made finds objects of the run.
type made struct {
	objects map[inPackageOf]Clash
	onHub   map[identity.Key]bool // as if all were on the hub
}

type inPackageOf struct {
	pkg string
	identity.Key
}

func madeBy(rendered []Rendered) made {
	m := made{map[inPackageOf]Clash{}, map[identity.Key]bool{}}
	for at, r := range rendered {
		for _, o := range r.Objects {
			if o.Bootstrap() {
				continue
			}
			known := identity.Object{Row: o.Row(), Server: o.ID().Server, Namespace: o.Namespace(), Name: o.Name(),
				Application: o.Application(), Cluster: o.Cluster(), Value: o.Value}
			for i, key := range keysOf(known) {
				m.objects[inPackageOf{r.Package, key}] = Clash{Object: known, Same: i == 0, output: at}
			}
			known.Server = ""
			for _, key := range keysOf(known) {
				m.onHub[key] = true
			}
		}
	}
	return m
}

// judge looks for what the run makes too in a kept object of a document. An orphan all of whose objects the run makes
// is taken over, unless the run is partial: it is removed, or replaced where it is. All else is a clash.
func (d *decider) judge(i int) {
	e, out := d.objects[i], &d.Existing[i]
	isMade := func(key identity.Key) bool { return d.made().onHub[key] }
	if out.Fate != Keep || out.Stray || e.Owner.Document == "" || !slices.ContainsFunc(e.Keys, isMade) {
		return
	}
	var clashes []Clash
	takes := out.Orphan && !d.Partial
	for _, o := range e.Objects() {
		other := identity.Object{Row: o.Row, Server: o.Server, Namespace: o.Namespace, Name: o.Name,
			Application: o.Application, Value: o.Content().At}
		c, found := d.made().objects[inPackageOf{e.Package, other.Same()}]
		if takes = takes && found; !found {
			c, found = d.made().objects[inPackageOf{e.Package, other.Owns()}]
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
