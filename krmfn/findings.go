package krmfn

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

const pruneOrphans = "pruneOrphans: true in the functionConfig"

// ambiguous refuses items of which nobody can tell which package they belong to.
func (p previousOutput) ambiguous() (refused functionResults) {
	for i, out := range p.Existing {
		if out.Fate != outputs.Ambiguous {
			continue
		}
		places, document := out.Places, ownerOf(p.items[i]).Document
		message := "was rendered from %[3]s, which is in %[1]s and in %[2]s, and this object is in neither of these " +
			"packages; move it into the package of its document, or remove it"
		if out.Copy {
			message = "is in two packages, in %s and in %s, and %s makes it once; remove one of them, or render each package " +
				"for itself"
		}
		message = fmt.Sprintf(message, fromRoot(places[0], places), fromRoot(places[1], places), document)
		refused = append(refused, errorResult(CodeWhichPackage, message).about(p.items[i]))
	}
	return refused
}

// fromRoot returns a file from the folder that holds all packages: a package itself is a path of this machine.
func fromRoot(at outputs.Place, all []outputs.Place) string {
	root := rootOf(all)
	if root == "" {
		return at.Path
	}
	return strings.TrimPrefix(strings.TrimPrefix(at.File(), root), "/")
}

// sameIdentity reports a kept item that is the same to the API server as an object of the run.
func (p previousOutput) sameIdentity(o render.Object, kept int) *functionResult {
	where := ""
	if path := placeOf(p.items[kept]).Path; path != "" {
		where = " in " + path
	}
	whose, wayOut := "fluxapp did not make it", "remove it"
	switch document := ownerOf(p.items[kept]).Document; {
	case p.Existing[kept].Orphan:
		whose, wayOut = "it was rendered from "+document+", which is not among the items",
			"write "+pruneOrphans+" to replace it"
	case document != "":
		whose = "it was rendered from " + document + ", which is not rendered here"
	}
	return errorResult(CodeForeignObject,
		fmt.Sprintf("the %s exists already%s, and %s; %s, or write another name for one of them",
			describeObject(o), where, whose, wayOut))
}

// secondOwner reports a kept object of a document that is the same thing as an object of the run.
func (p previousOutput) secondOwner(o render.Object, c *outputs.Clash) *functionResult {
	code := CodeSecondOwner
	if c.Same {
		code = CodeForeignObject
	}
	return errorResult(code, fmt.Sprintf("the %s cannot be written: %s", describeObject(o),
		c.Detail(placeOf(p.items[c.Existing]).Path, "is not among the items")))
}

func (p previousOutput) sameFile(o render.Object, kept int) *functionResult {
	other := p.items[kept]
	whose, wayOut := "", "move that one to another file"
	if p.Existing[kept].Orphan && p.Existing[kept].Fate == outputs.Keep {
		whose, wayOut = " of "+ownerOf(other).Document+", which is not among the items",
			"write "+pruneOrphans+" to replace it"
	}
	return errorResult(CodeForeignFile, fmt.Sprintf("the %s would be written to %s, which holds the %s %s%s; %s",
		describeObject(o), o.Path(), other.text("kind"), other.text("metadata", "name"), whose, wayOut))
}

// deliveredTwice reports the kept Kustomization of another RenderConfig that applies the folder of an object of
// delivery.
func (p previousOutput) deliveredTwice(o render.Object, kept int) *functionResult {
	folder, _ := o.Delivers()
	owner := ownerOf(p.items[kept]).Document
	return errorResult(CodeForeignObject, fmt.Sprintf("the %s in %s of %s, which is not among the items, applies %s as "+
		"the %s would, and two Kustomizations take objects from each other; give the RenderConfig the name %s again, or "+
		"write %s to replace that one", p.items[kept].text("kind"), placeOf(p.items[kept]).Path, owner, folder,
		describeObject(o), path.Base(owner), pruneOrphans))
}

// orphansLeft warns of orphans that are kept. A check has named those that would be removed.
func (p previousOutput) orphansLeft() functionResults {
	if p.prune {
		return nil
	}
	return p.orphans()
}

func (p previousOutput) orphans() (results functionResults) {
	count := map[string]int{}
	for i, out := range p.Existing {
		if out.Orphan && out.Fate != outputs.Replace {
			count[ownerOf(p.items[i]).Document]++
		}
	}
	for _, document := range slices.Sorted(maps.Keys(count)) {
		r := newResult(finding.SeverityWarning, CodeOrphan, fmt.Sprintf(
			"left the objects of %s, which is not among the items: %d; %s removes them", document, count[document],
			pruneOrphans))
		if p.prune {
			r = newResult(finding.SeverityInfo, CodeOrphan,
				fmt.Sprintf("%s is not among the items; removed its objects: %d", document, count[document]))
		}
		results = append(results, *r)
	}
	return results
}

// straysLeft warns of objects that are left because they may be their user's.
func (p previousOutput) straysLeft() (results functionResults) {
	for i, item := range p.items {
		if p.Existing[i].Stray {
			results = append(results, newResult(finding.SeverityWarning, CodeLeft, fmt.Sprintf("has the annotation %s of %s, "+
				"which does not render it, in a file that fluxapp does not name so, and is left as yours; delete the annotation, "+
				"or the object", kinds.AnnotationRenderedFrom, renderedFrom(item.values()))).about(item))
		}
	}
	return results
}

// removals names each removed object with its file: when Git no longer has it, Flux uninstalls what it installed.
func (p previousOutput) removals() (results functionResults) {
	for _, item := range p.removed {
		message := fmt.Sprintf("is no longer rendered from %s; removed it", renderedFrom(item.values()))
		results = append(results, newResult(finding.SeverityInfo, CodeOrphan, message).about(item))
	}
	return results
}

// rejectAmbiguous refuses objects of one identity for several API servers where the client keeps no files: it could
// not tell them apart. There is one error for each document.
func (req request) rejectAmbiguous(l list, objects []render.Object) (refused functionResults) {
	if l.fileBased() {
		return nil
	}
	first, reported := map[identity.Key]render.Object{}, map[*schema.Document]bool{}
	for _, o := range objects {
		other, twice := first[objectIdentity(o)]
		if !twice {
			first[objectIdentity(o)] = o
		} else if d := o.Document(); !reported[d] {
			reported[d] = true
			refused = append(refused, errorResult(CodeApart, fmt.Sprintf(
				"the %s is for %s and for %s, which have API servers of their own, and this client keeps both in one stream; "+
					"write folders with fluxapp render -o dir=PATH, or render in a package of kpt",
				describeObject(o), serverOf(other), serverOf(o))).about(req.from[d.Subject()]))
		}
	}
	return refused
}

func serverOf(o render.Object) string {
	if !o.Standalone() || o.Cluster() == "" {
		return "the hub"
	}
	return "the cluster " + o.Cluster()
}

// inOnePlace warns of items that are in one place of one file: a client keeps one of them.
func inOnePlace(items []*item) (results functionResults) {
	type place struct {
		pkg string
		resultFile
	}
	seen := map[place]*item{}
	for _, item := range items {
		at := functionResult{}.about(item)
		if at.File == nil {
			continue
		}
		key := place{placeOf(item).Package, *at.File}
		if first := seen[key]; first != nil {
			results = append(results, newResult(finding.SeverityWarning, CodeForeignFile, fmt.Sprintf(
				"the %s %s has the same index in this file; change the index of one of them",
				first.text("kind"), first.text("metadata", "name"))).about(item))
		}
		seen[key] = item
	}
	return results
}

// selection warns of a selection of the package: fluxapp neither sees nor removes what was not handed over.
func selection(l list) functionResults {
	if !l.selected() {
		return nil
	}
	return functionResults{*newResult(finding.SeverityWarning, CodeSelection,
		"only a selection of the package was handed over, so that objects outside of it may be written twice, those of "+
			"documents that are gone stay, and so does each kustomization.yaml of a cluster; leave out selectors and exclude")}
}

// noApplication reports that there is no application, which no client would show by itself.
func (req request) noApplication() functionResults {
	if slices.ContainsFunc(req.docs, func(d *schema.Document) bool { return d.Class() == schema.ClassApplication }) {
		return nil
	}
	const message = "there is no application among the items"
	return functionResults{*newResult(finding.SeverityInfo, finding.CodeNoApplication, message)}
}
