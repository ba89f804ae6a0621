package output

import (
	"fmt"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Clash is a document that the run does not render, and the object of the run that is the same thing.
type Clash struct {
	Document int
	// Other is what was there, and Object the one of the run.
	Other, Object identity.Object
	// Same: they are one object, and not only one release, or the same manifests.
	Same bool

	output  int
	orphan  bool
	partial bool
}

// made finds objects of the run.
type made struct {
	objects map[identity.Key]Clash
	onHub   map[identity.Key]bool         // as if all were on the hub
	sources map[identity.Key]identity.Key // after the run
}

// knownOf returns what is known of an object of a package, which has API servers of its own.
func knownOf(pkg string, o change.Object) identity.Object {
	known := o.Known()
	known.Server = pkg + " " + known.Server
	return known
}

func (d *Decisions) makes() made {
	m, all := made{map[identity.Key]Clash{}, map[identity.Key]bool{}, map[identity.Key]identity.Key{}}, []Clash{}
	for at, o := range d.objects {
		if o.Rendered.Bootstrap() {
			continue
		}
		known := knownOf(o.Package, change.Rendered(o.Rendered))
		all = append(all, Clash{Object: known, output: at})
		known.Server = ""
		same, like := known.Same()
		m.onHub[same], m.onHub[like] = true, true
	}
	delete(m.onHub, identity.Key{})
	for i, e := range d.before {
		if !e.isMade && m.mayHave(e) {
			m.addSource(knownOf(e.Package, d.Read(i)[0]))
		}
	}
	for _, c := range all {
		m.addSource(c.Object)
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

// addSource adds what an object is like, of which the sources are looked up. A later object of a name counts.
func (m made) addSource(o identity.Object) {
	same, like := o.Same()
	m.sources[same] = like
}

// mayHave reports whether an object of the run may be the same as a document, or own the same.
func (m made) mayHave(e Document) bool {
	if e.Owner.Document == "" {
		return false
	}
	same, like := e.known()
	return m.onHub[same] || m.onHub[like]
}

// judge looks for what the run makes too in the kept objects of documents. An orphan that the run makes is taken over,
// unless the run is partial: it is removed, or replaced where it is. All else is a clash. In a folder, nobody knows which
// API server the objects of a file are for that has no name of fluxapp's.
func (d *Decisions) judge() {
	made := sync.OnceValue(d.makes)
	d.clashes = map[int]*Clash{}
	for i := range d.before {
		e, out := d.before[i], &d.Before[i]
		if out.Fate != Keep || e.Owner.Document == "" || !made().mayHave(e) {
			continue
		}
		at, again := d.at[e.key()]
		if again && out.Orphan && !d.run.Partial && d.Earlier[at] < 0 {
			out.Fate, out.Object, d.Earlier[at] = Replace, at, i
			continue
		}
		if d.run.Folder && !again && !e.HasOwnName() {
			continue
		}
		other := knownOf(e.Package, d.Read(i)[0])
		other.Sources = made().sources
		same, _ := other.Same()
		c, isSame := made().objects[same]
		if !isSame {
			c, again = made().objects[other.Owns()]
		}
		switch {
		case isSame && out.Orphan && !d.run.Partial:
			out.Fate = Remove
		case isSame || again:
			c.Document, c.Other, c.orphan, c.partial = i, other, out.Orphan, d.run.Partial
			d.clashes[c.output] = &c
		}
	}
}

// detail tells of the document in a file, and what to write. Absent is how a door calls a document that is not among
// those of the run.
func (c *Clash) detail(file, absent string) string {
	whose := ", which this run does not render, "
	remedy := "render both in one run"
	name := "name: " + c.Other.Pattern(c.Object.Cluster)
	if c.Other.Namespace != c.Object.Namespace {
		name += " and namespace: " + c.Other.Namespace
	}
	switch {
	case c.orphan && c.Same: // the run is partial
		remedy = "render without applications, and fluxapp takes it over"
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
