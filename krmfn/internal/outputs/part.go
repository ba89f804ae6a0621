package outputs

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
)

// deliveryAfter is what delivers after the run.
type deliveryAfter struct {
	// changed has an object of delivery that comes or goes, by the folder that holds all that it delivers.
	changed map[string]string
	// altered is one whose fields change; empty for none.
	altered string
	// roots are these folders, by those that one Kustomization delivers.
	roots map[string]string
	// stays are the delivered folders whose Kustomization stays or comes, and gone the Kustomizations that go, by the
	// folder above and the name.
	stays map[string]bool
	gone  map[[2]string]bool
	// awaited are the folders that come before a folder of an order.
	awaited map[string][]string
}

// OthersDelivery returns how the run would change the delivery of what it does not render, as a sentence; empty for no
// change. Orphan: the other document was not read. Differs reports whether an object of the run is new, or is not as
// the one that it replaces.
//
// What delivers is one value of the RenderConfig for the whole folder. A run over a part of the applications that
// changes it would leave the others with a Kustomization whose artifact, source or dependency is gone.
func (d Decisions) OthersDelivery(differs func(rendered int) bool) (problem string, orphan bool) {
	after := d.deliveryAfter(differs)
	for _, file := range slices.Sorted(maps.Keys(d.files)) {
		i := d.files[file]
		if out := d.Existing[i]; out.Fate == Keep && !out.Stray && d.objects[i].Owner.Document != "" {
			if problem := after.changeOf(d.objects[i]); problem != "" {
				return problem, out.Orphan
			}
		}
	}
	for i, o := range d.rendered {
		isMissing := func(folder string) bool { return !after.stays[folder] }
		awaited := after.awaited[o.Delivers]
		if at := slices.IndexFunc(awaited, isMissing); at >= 0 && differs(i) {
			return fmt.Sprintf("%s would wait for what is in %s, and no Kustomization delivers that folder yet",
				o.Owner.Document, awaited[at]), false
		}
	}
	return "", false
}

func (d Decisions) deliveryAfter(differs func(rendered int) bool) deliveryAfter {
	after := deliveryAfter{map[string]string{}, "", map[string]string{}, map[string]bool{}, map[[2]string]bool{},
		map[string][]string{}}
	for i, e := range d.objects {
		root, out := deliveryRoot(e.Place), d.Existing[i]
		goes := out.Fate == Remove && out.Rendered < 0
		after.roots[e.Delivers], after.stays[e.Delivers] = root, after.stays[e.Delivers] || !goes
		if goes {
			after.gone[[2]string{root, e.Name}] = true
		}
		if e.Owner.Delivery && (goes || d.unwanted[i]) {
			after.changed[root] = e.File()
		}
	}
	for i, o := range d.rendered {
		root := deliveryRoot(o.Place)
		switch isChanged := o.Owner.Delivery && !o.OtherShard && differs(i); {
		case isChanged && d.Rendered[i].Earlier >= 0:
			after.altered = o.File()
		case isChanged:
			after.changed[root] = o.File()
		}
		after.stays[o.Delivers], after.roots[o.Delivers] = true, root
		if len(o.After) > 0 {
			after.awaited[path.Dir(o.File())] = o.After
		}
	}
	return after
}

// deliveryRoot returns the folder above the one that has an object of delivery.
func deliveryRoot(at Place) string { return path.Dir(path.Dir(at.File())) }

// changeOf returns what the run changes about the delivery of an object that stays; empty for nothing.
func (a deliveryAfter) changeOf(e Existing) string {
	for _, name := range e.Awaits {
		if a.gone[[2]string{deliveryRoot(e.Place), name}] {
			return fmt.Sprintf("the Kustomization %s would go, and %s of %s waits for it", name, e.File(), e.Owner.Document)
		}
	}
	for folder := path.Dir(e.File()); e.Delivers == "" && folder != "." && folder != "/"; folder = path.Dir(folder) {
		root, delivered := a.roots[folder]
		if by := cmp.Or(a.changed[root], a.altered); by != "" && delivered {
			return fmt.Sprintf("%s would change, and what delivers %s of %s with it", by, e.File(), e.Owner.Document)
		}
	}
	return ""
}
