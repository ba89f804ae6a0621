package krmfn

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

const pruneOrphans = "pruneOrphans: true in the functionConfig"

func (req request) refusal(p previousOutput, r output.Refusal, objects []output.Object) functionResult {
	result := errorResult(r.Code, r.Detail)
	switch {
	case r.Object >= 0:
		return result.about(req.from[objects[r.Object].Rendered.Document().Subject()])
	case r.Document >= 0:
		return result.about(p.items[r.Document])
	}
	result.File.Path = r.File
	return result
}

// orphans tells of the objects whose documents are gone: those that are left and, unless it is a check, those that go.
func (p previousOutput) orphans(isCheck bool) (results functionResults) {
	type count struct{ left, removed int }
	counts := map[string]count{}
	for i, out := range p.Before {
		if c := counts[p.documents[i].Owner.Document]; out.Orphan && out.Fate != output.Replace {
			if c.left++; out.Fate == output.Remove {
				c = count{c.left - 1, c.removed + 1}
			}
			counts[p.documents[i].Owner.Document] = c
		}
	}
	for _, document := range slices.Sorted(maps.Keys(counts)) {
		if c := counts[document]; c.left > 0 {
			results = append(results, newResult(finding.SeverityWarning, output.CodeOrphan, fmt.Sprintf(
				"left the objects of %s, which is not among the items: %d; %s removes them", document, c.left, pruneOrphans)))
		} else if !isCheck {
			results = append(results, newResult(finding.SeverityInfo, output.CodeOrphan,
				fmt.Sprintf("%s is not among the items; removed its objects: %d", document, c.removed)))
		}
	}
	return results
}

// removals names each removed object with its file: when Git no longer has it, Flux uninstalls what it installed.
func (p previousOutput) removals(severity finding.Severity, behind string) (results functionResults) {
	for _, item := range p.removed {
		message := "is no longer rendered from " + renderedFrom(item.values()) + "; " + behind
		results = append(results, newResult(severity, output.CodeOrphan, message).about(item))
	}
	return results
}

// rejectAmbiguous refuses objects of one identity for several API servers where no files tell the client them apart.
func (req request) rejectAmbiguous(l list, objects []render.Object) (refused functionResults) {
	if l.fileBased() {
		return nil
	}
	first, reported := map[render.ID]render.Object{}, map[*schema.Document]bool{}
	for _, o := range objects {
		id := o.ID()
		id.Server = "" // which the stream does not tell
		other, twice := first[id]
		if !twice {
			first[id] = o
		} else if d := o.Document(); !reported[d] {
			reported[d] = true
			refused = append(refused, errorResult(output.CodeApart, fmt.Sprintf(
				"the %s is for %s and for %s, which have API servers of their own, and this client keeps both in one stream; "+
					"write folders with fluxapp render -o dir=PATH, or render in a package of kpt",
				id, serverOf(other), serverOf(o))).about(req.from[d.Subject()]))
		}
	}
	return refused
}

func serverOf(o render.Object) string {
	if !o.Facts().Standalone() || o.Cluster() == "" {
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
		if at.File.Path == "" {
			continue
		}
		key := place{placeOf(item).Package, at.File}
		if first := seen[key]; first != nil {
			results = append(results, newResult(finding.SeverityWarning, output.CodeForeignFile, fmt.Sprintf(
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
	return functionResults{newResult(finding.SeverityWarning, output.CodeSelection,
		"only a selection of the package was handed over, so that objects outside of it may be written twice, those of "+
			"documents that are gone stay, and so does each kustomization.yaml of a cluster; leave out selectors and exclude")}
}

// noApplication reports that there is no application, which no client would show by itself.
func (req request) noApplication() functionResults {
	if slices.ContainsFunc(req.docs, func(d *schema.Document) bool { return d.Class() == schema.ClassApplication }) {
		return nil
	}
	const message = "there is no application among the items"
	return functionResults{newResult(finding.SeverityInfo, codes.NoApplication, message)}
}
