package outputs

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
)

// delivery is what delivers, as a run changes it.
type delivery struct {
	// changed are objects of delivery that come or go, by the folder above those that they are for; one that gets other
	// fields has the key "", and one of an order the folder that it is for.
	changed map[string]string
	// above are the folders above those that are delivered, and gone the names of what goes below them.
	above map[string]string
	gone  map[[2]string]bool
	// emptied are the folders that objects leave.
	emptied map[string]bool
}

// OthersDelivery returns how the run would change the delivery of what it does not render, and what to do instead;
// empty for no change. What delivers is one value of the RenderConfig for a folder: a run over a part of the
// applications that changes it would leave the others with a Kustomization whose artifact, source or dependency is
// gone. Differs reports whether an object of the run is new, or not as the one that it replaces.
func (d Decisions) OthersDelivery(differs func(rendered int) bool, pruneOrphans string) string {
	const remedy = "; render all applications in one run, without applications in the RenderConfig"
	delivery := d.delivery(differs)
	for _, file := range slices.Sorted(maps.Keys(d.files)) {
		i := d.files[file]
		e, out := d.objects[i], d.Existing[i]
		switch problem := delivery.changeOf(e); {
		case out.Fate != Keep || out.Stray || e.Owner.Document == "":
		case out.Orphan && delivery.emptied[e.Delivers]:
			return fmt.Sprintf("%s of %s, which was not read, still applies %s, and this run takes objects out of it; name "+
				"this RenderConfig, or %s removes what delivers", file, e.Owner.Document, e.Delivers, pruneOrphans)
		case problem == "":
		case out.Orphan:
			return problem + "; read its document too, or " + pruneOrphans + " removes what it made"
		default:
			return problem + remedy
		}
	}
	for _, o := range d.rendered {
		isMissing := func(folder string) bool { return delivery.above[folder] == "" }
		if at := slices.IndexFunc(o.After, isMissing); at >= 0 && delivery.changed[path.Dir(o.File())] != "" {
			return fmt.Sprintf("%s would wait for what is in %s, and no Kustomization delivers that folder yet%s",
				o.Owner.Document, o.After[at], remedy)
		}
	}
	return ""
}

func (d Decisions) delivery(differs func(rendered int) bool) delivery {
	made := delivery{map[string]string{}, map[string]string{}, map[[2]string]bool{}, map[string]bool{}}
	for i, e := range d.objects {
		root, out := deliveryRoot(e.Place), d.Existing[i]
		made.above[e.Delivers] = root
		if goes := out.Fate == Remove && out.Rendered < 0; goes {
			made.gone[[2]string{root, e.Name}] = true
			for folder := path.Dir(e.File()); folder != "." && folder != "/"; folder = path.Dir(folder) {
				made.emptied[folder] = true
			}
			if e.Owner.Delivery {
				made.changed[root] = e.File()
			}
		}
	}
	for i, o := range d.rendered {
		key := deliveryRoot(o.Place)
		if made.above[o.Delivers] = key; o.Delivers == "" || o.OtherShard || !differs(i) {
			continue
		}
		switch {
		case !o.Owner.Delivery:
			key = o.Delivers
		case d.Rendered[i].Earlier >= 0:
			key = ""
		}
		made.changed[key] = o.File()
	}
	return made
}

// deliveryRoot returns the folder above the one that has an object of delivery.
func deliveryRoot(at Place) string { return path.Dir(path.Dir(at.File())) }

// changeOf returns how the delivery of an object changes; empty for no change.
func (d delivery) changeOf(e Existing) string {
	for _, name := range e.Awaits {
		if d.gone[[2]string{deliveryRoot(e.Place), name}] {
			return fmt.Sprintf("the Kustomization %s would go, and %s of %s waits for it", name, e.File(), e.Owner.Document)
		}
	}
	for folder := path.Dir(e.File()); e.Delivers == "" && folder != "." && folder != "/"; folder = path.Dir(folder) {
		if by := cmp.Or(d.changed[d.above[folder]], d.changed[""]); by != "" && d.above[folder] != "" {
			return fmt.Sprintf("%s would change, and what delivers %s of %s with it", by, e.File(), e.Owner.Document)
		}
	}
	return ""
}
