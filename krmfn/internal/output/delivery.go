package output

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type delivery struct {
	// changed are objects of delivery that come or go, by the folder above those that they are for; one that gets other
	// fields has the key "", and one of an order the folder that it is for.
	changed map[string]string
	above   map[string]string  // the folders above those that are delivered
	gone    map[[2]string]bool // the names of what goes below them
	emptied map[string]bool    // the folders that objects leave
}

// keepsOthersDelivery refuses a run that would change the delivery of what it does not render. The delivery is one
// value of the RenderConfig for a folder: a run over a part of the applications that changes it would leave the others
// with a Kustomization whose artifact, source or dependency is gone.
func (d *Decisions) keepsOthersDelivery() {
	const remedy = "; render all applications in one run, without applications in the RenderConfig"
	delivery := d.delivery()
	refuse := func(detail string) { d.Refuse(CodeDelivery, -1, detail) }
	for i, e := range d.before {
		out := d.Before[i]
		if out.Fate != Keep || e.Owner.Document == "" || e.Path == "" {
			continue
		}
		problem := delivery.changeOf(e)
		switch {
		case out.Orphan && delivery.emptied[e.folder()]:
			refuse(fmt.Sprintf("%s of %s, which %s, still applies %s, and this run takes objects out of it; name this "+
				"RenderConfig, or %s removes what delivers", e.File(), e.Owner.Document, d.run.Absent, e.folder(), d.run.Remedy))
		case problem == "":
			continue
		case out.Orphan:
			refuse(problem + "; read its document too, or " + d.run.Remedy + " removes its objects")
		default:
			refuse(problem + remedy)
		}
		return
	}
	isMissing := func(folder string) bool { return delivery.above[folder] == "" }
	for _, o := range d.objects {
		folders, _ := o.Rendered.Ordered() // which delivery applies before the object
		after := each.Of(folders, func(folder string) string { return Place{o.Package, folder}.File() })
		if at := slices.IndexFunc(after, isMissing); at >= 0 && delivery.changed[path.Dir(o.File())] != "" {
			refuse(fmt.Sprintf("%s would wait for the objects in %s, and no Kustomization delivers that folder yet%s",
				o.Rendered.Application(), after[at], remedy))
			return
		}
	}
}

func (d *Decisions) delivery() delivery {
	made := delivery{map[string]string{}, map[string]string{}, map[[2]string]bool{}, map[string]bool{}}
	for i, e := range d.before {
		root := deliveryRoot(e.Place)
		made.above[e.folder()] = root
		if _, stays := d.at[e.key()]; d.Before[i].Fate != Remove || stays {
			continue
		}
		made.gone[[2]string{root, e.id().Name}] = true
		for folder := path.Dir(e.File()); folder != "." && folder != "/"; folder = path.Dir(folder) {
			made.emptied[folder] = true
		}
		if e.Owner.Delivery {
			made.changed[root] = e.File()
		}
	}
	for i, o := range d.objects {
		root, folder := deliveryRoot(o.Place), o.delivers()
		if made.above[folder] = root; folder == "" || d.Earlier[i] >= 0 && d.Same(d.Earlier[i]) {
			continue
		}
		switch {
		case !OwnerOf(o.Rendered).Delivery:
			root = folder
		case d.Earlier[i] >= 0:
			root = ""
		}
		made.changed[root] = o.File()
	}
	return made
}

// deliveryRoot returns the folder above the one that has an object of delivery.
func deliveryRoot(at Place) string { return path.Dir(path.Dir(at.File())) }

// changeOf returns how the delivery of a document changes; empty for no change.
func (d delivery) changeOf(e Document) string {
	for item := range kinds.DependsOn.In(e.Value().At).Children() {
		name := item.Get("name").Text()
		if e.delivers != "" && !item.Get("namespace").Exists() && d.gone[[2]string{deliveryRoot(e.Place), name}] {
			return fmt.Sprintf("the Kustomization %s would go, and %s of %s waits for it", name, e.File(), e.Owner.Document)
		}
	}
	for folder := path.Dir(e.File()); e.delivers == "" && folder != "." && folder != "/"; folder = path.Dir(folder) {
		if by := cmp.Or(d.changed[d.above[folder]], d.changed[""]); by != "" && d.above[folder] != "" {
			return fmt.Sprintf("%s would change, and what delivers %s of %s with it", by, e.File(), e.Owner.Document)
		}
	}
	return ""
}

func deliverersOf(before []Document) map[string]render.ID {
	found := map[string]render.ID{}
	for _, e := range before {
		if e.delivers != "" && e.id().Kind == kinds.Kustomization.Name { // of few, because it reads the document
			id := e.id()
			var folder string
			folder, id.Server = render.DeliveredFolder(e.File(), e.delivers)
			found[folder] = id
		}
	}
	return found
}

// deliverer returns the Kustomization that applies a file; the zero ID for none.
func (d *Decisions) deliverer(file string) render.ID {
	for folder := path.Dir(file); len(d.deliverers) > 0 && folder != "." && folder != "/"; folder = path.Dir(folder) {
		if id, found := d.deliverers[folder]; found {
			return id
		}
	}
	return render.ID{}
}

// Delivered returns the folders at the top that Kustomizations of delivery apply before the run and after it.
func (d *Decisions) Delivered() (folders []string) {
	for i, e := range d.before {
		if e.delivers != "" && e.delivers != "." && deliveryRoot(e.Place) == "." && d.Before[i].Fate != Remove {
			folders = append(folders, e.folder())
		}
	}
	return folders
}
