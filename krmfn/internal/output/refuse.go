package output

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Refusal is what keeps a run from writing anything.
type Refusal struct {
	Code             finding.Code
	Object, Document int    // what cannot be written of the run, and which document is misplaced; -1 for none
	File             string // of a document, or of a list that cannot be written; empty for none
	Detail           string // what cannot be written, why, and what to do
}

// Refuse adds why an object of the run cannot be written, or for -1 nothing can.
func (d *Decisions) Refuse(code finding.Code, object int, detail string) {
	if object >= 0 {
		detail = fmt.Sprintf("the %s cannot be written: %s", d.objects[object].Rendered.ID(), detail)
	}
	d.Refusals = append(d.Refusals, Refusal{code, object, -1, "", detail})
}

// RefuseList adds why a list cannot be written.
func (d *Decisions) RefuseList(code finding.Code, at Place, detail string) {
	d.Refusals = append(d.Refusals, Refusal{code, -1, -1, at.Path, "the list cannot be written: " + detail})
}

func (d *Decisions) refuse() {
	kept, delivering := map[identity.Key][]int{}, map[string]int{}
	for i, out := range d.Before {
		e := d.before[i]
		if file := e.File(); file != "" && (out.Fate == Keep || out.Fate == Replace) {
			d.inFiles[file] = append(d.inFiles[file], i)
		}
		switch {
		case out.Fate == Misplaced:
			d.Refusals = append(d.Refusals, Refusal{CodeMisplaced, -1, i, e.Path, d.misplaced(i)})
		case out.Fate == Keep:
			kept[e.Identity] = append(kept[e.Identity], i)
			if e.delivers != "" && e.delivers != "." {
				delivering[e.folder()] = i
			}
		}
	}
	for at, o := range d.objects {
		other, isDelivered := delivering[o.delivers()]
		if d.at[o.key()] != at {
			continue
		} else if isDelivered && d.before[other].Owner != OwnerOf(o.Rendered) {
			d.Refuse(CodeForeignObject, at, d.deliveredTwice(o, other))
		} else if code, detail := d.conflict(at, kept[o.key().identity]); detail != "" {
			d.Refuse(code, at, detail)
		}
	}
	d.keepsOthersDelivery()
}

// conflict returns what keeps an object from being written, of the kept documents of its identity; empty for nothing.
func (d *Decisions) conflict(at int, kept []int) (finding.Code, string) {
	o, clash := d.objects[at], d.clashes[at]
	same := slices.IndexFunc(kept, func(i int) bool { return d.sameServer(o, d.before[i]) })
	stay := d.inFiles[o.File()]
	switch {
	case d.run.Excludes(o.Path):
		return CodeForeignFile, "exclude of the RenderConfig names a folder of " + o.Path + "; leave it out there, " +
			"or write another file"
	case same >= 0 && o.Path == "":
		return CodeForeignObject, "it exists already" + d.whose(kept[same])
	case same >= 0:
		return CodeForeignObject, d.before[kept[same]].Path + " has it already" + d.whose(kept[same])
	case clash != nil && clash.isSame:
		return CodeForeignObject, d.detail(clash)
	case clash != nil:
		return CodeSecondOwner, d.detail(clash)
	case d.Earlier[at] < 0 && len(stay) > 0 && !o.Rendered.Facts().HasFile() &&
		!(o.Rendered.Facts().SharesFile() && d.before[stay[0]].Owner == OwnerOf(o.Rendered)):
		return CodeForeignFile, d.sameFile(stay[0])
	}
	return "", ""
}

// sameServer reports whether a kept document may be on the API server of an object of its identity. In a folder, where
// few files are read, nobody knows that of another file.
func (d *Decisions) sameServer(o Object, e Document) bool {
	switch {
	case e.Bootstrap || e.Package != o.Package:
		return false
	case d.run.Folder:
		return e.File() == o.File()
	case o.Rendered.Facts().Standalone() && o.Path != "":
		return strings.HasPrefix(e.File(), path.Dir(path.Dir(o.File()))+"/")
	}
	return d.listed[e.File()] == ""
}

func (d *Decisions) whose(i int) string {
	switch document := d.before[i].Owner.Document; {
	case document == "":
		return ", and fluxapp did not make it; remove it, or write another name for one of them"
	case d.Before[i].Orphan:
		return fmt.Sprintf(", rendered from %s, which %s; write another name for one of them, or %s to replace it", document,
			d.run.Absent, d.run.Remedy)
	default:
		return ", rendered from " + document + ", which this run does not render; write another name for one of them"
	}
}

func (d *Decisions) sameFile(i int) string {
	e := d.before[i]
	detail := fmt.Sprintf("%s holds the %s", e.Path, e.id())
	switch {
	case e.Owner.Document == "":
		return detail + ", and fluxapp did not make it; move that one to another file"
	case d.Before[i].Fate == Replace:
		return detail + "; move that one to another file"
	}
	return detail + d.whose(i)
}

func (d *Decisions) deliveredTwice(o Object, i int) string {
	folder, _ := o.Rendered.Delivers()
	owner := d.before[i].Owner.Document
	return fmt.Sprintf("%s of %s, which %s, applies %s too, and two Kustomizations take objects from each other; give "+
		"the RenderConfig the name %s again; %s replaces that one", d.before[i].Path, owner, d.run.Absent, folder,
		path.Base(owner), d.run.Remedy)
}

func (d *Decisions) misplaced(i int) string {
	e := d.before[i]
	detail := fmt.Sprintf("holds the %s of %s, which ", e.id(), e.Owner.Document)
	where := "writes nothing to this file"
	for _, cluster := range append(strings.Split(e.Path, "/"), "") { // that of the file's cluster is meant
		if file, isWritten := d.written()[owned{e.Owner, e.Identity, cluster}]; isWritten {
			where = "is written to " + file
			break
		}
	}
	return detail + where + "; take it out here, or take out the annotation " + kinds.AnnotationRenderedFrom + "; of a " +
		"folder that is not fluxapp's, name it in exclude of the RenderConfig"
}

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
