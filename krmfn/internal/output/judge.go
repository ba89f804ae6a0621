package output

import (
	"fmt"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// clash is a document that the run does not render, and the object of the run that is the same thing.
type clash struct {
	document, output int
	other, object    identity.Object
	isSame           bool // they are one object, and not only one release, or the same manifests
}

// knownOf returns what is known of an object of a package, which has API servers of its own.
func knownOf(pkg string, o change.Object) identity.Object {
	known := o.Identity()
	known.Server = pkg + " " + known.Server
	return known
}

// makes returns what the run makes, and the sources after it. Of the sources of a name, the last one counts.
func (d *Decisions) makes() (map[identity.Key]clash, map[identity.Key]identity.Key) {
	made, sources, all := map[identity.Key]clash{}, map[identity.Key]identity.Key{}, []clash{}
	add := func(o identity.Object) {
		same, like := o.Same()
		sources[same] = like
	}
	for i, e := range d.before {
		if !e.isMade && e.Owner.Document != "" && !e.Bootstrap {
			add(knownOf(e.Package, d.Read(i)[0]))
		}
	}
	for at, o := range d.objects {
		if !o.Rendered.Bootstrap() {
			all = append(all, clash{output: at, object: knownOf(o.Package, change.Rendered(o.Rendered))})
			add(all[len(all)-1].object)
		}
	}
	for _, c := range all {
		c.object.Sources = sources
		made[c.object.Owns()] = c
		same, _ := c.object.Same()
		c.isSame = true
		made[same] = c
	}
	delete(made, identity.Key{})
	return made, sources
}

// judge looks for what the run makes too in the kept objects of documents. An orphan that the run makes is taken over,
// unless the run is partial: it is removed, or replaced where it is. All else is a clash. In a folder, nobody knows
// which API server the objects of a file are for that has no name of fluxapp's.
func (d *Decisions) judge() {
	makes := sync.OnceValues(d.makes)
	d.clashes = map[int]*clash{}
	for i, e := range d.before {
		out := &d.Before[i]
		if out.Fate != Keep || e.Owner.Document == "" || e.Bootstrap {
			continue
		}
		takesOver := out.Orphan && !d.run.Partial
		at, again := d.at[e.key()]
		if again && takesOver && d.Earlier[at] < 0 {
			out.Fate, out.Object, d.Earlier[at] = Replace, at, i
			continue
		}
		if d.run.Folder && !again && !e.HasOwnName() {
			continue
		}
		made, sources := makes()
		other := knownOf(e.Package, d.Read(i)[0])
		other.Sources = sources
		same, _ := other.Same()
		c, found := made[same]
		if found && takesOver {
			out.Fate = Remove
			continue
		} else if !found {
			c, found = made[other.Owns()]
		}
		if c.document, c.other = i, other; found {
			d.clashes[c.output] = &c
		}
	}
}

func (d *Decisions) detail(c *clash) string {
	whose, what, remedy := ", which this run does not render, ", "with the same manifests", "render both in one run"
	if d.Before[c.document].Orphan {
		name := "name: " + c.other.Pattern(c.object.Cluster)
		if c.other.Namespace != c.object.Namespace {
			name += " and namespace: " + c.other.Namespace
		}
		whose, remedy = ", which "+d.run.Absent+", ", "write "+name+" into the entry, and fluxapp takes that object "+
			"over"
	}
	switch {
	case c.isSame && d.Before[c.document].Orphan: // the run is partial
		what, remedy = "which is the same object", "render without applications, and fluxapp takes it over"
	case c.isSame:
		what = "which is the same object"
	case c.other.Row == kinds.HelmRelease:
		what = "with the same Helm release " + c.other.Part(c.other.Row.Part(kinds.ReleaseName))
	}
	return fmt.Sprintf("%s holds the %s %s of %s%s%s; %s", d.before[c.document].Path, c.other.Row.Name, c.other.Name,
		c.other.Application, whose, what, remedy)
}
