package krmfn

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

func readLists(items []*item) map[*item]folderlist.List {
	lists := map[*item]folderlist.List{}
	for _, item := range items {
		file := placeOf(item).File()
		if item.kind(kinds.FolderList) == nil || file == "" || item.unread != nil {
			continue
		}
		text := []byte(item.document())
		docs := schema.Parse("", text)
		if len(docs) != 1 || docs.Findings().Err() != nil {
			continue
		}
		if l, isList := folderlist.Read(file, docs[0], text); isList && !l.Hides() { // which the command wrote
			lists[item] = l
		}
	}
	return lists
}

// makeLists makes the list of each cluster's folder, now that the other files after the run are known. The list of a
// cluster that several packages write to is in the first package.
func (p *previousOutput) makeLists() (all []output, found functionResults) {
	at, pkg := map[string]*item{}, map[string]string{} // by file, and by folder
	for _, item := range p.listItems {
		at[p.lists[item].File] = item
	}
	for i := range p.Rendered {
		place := p.PlaceOf(i)
		folder := path.Dir(path.Dir(place.File()))
		if other, known := pkg[folder]; !known || place.Package < other {
			pkg[folder] = place.Package
		}
	}
	files := p.After(func(string) (string, bool) { return "", false }) // only items have files
	files.Users, files.Applies = p.users(), func(string) bool { return true }
	lists := files.Lists()
	for _, file := range slices.Sorted(maps.Keys(lists)) {
		item := at[file]
		if other := p.listConflict(file); other != nil {
			found = append(found, p.listConflictWith(file, other))
		} else if after := lists[file]; after.Problem != "" {
			found = append(found, p.listProblem(file, after, item))
		} else {
			in, known := pkg[path.Dir(file)]
			if !known { // it has no file of the run
				in = p.groupsIn
			}
			all = append(all, p.listOutput(file, in, after.Text, item))
			if lists[file].Idle {
				found = append(found, newResult(finding.SeverityWarning, CodeIdleList, folderlist.IdleMessage).about(item))
			}
		}
	}
	for _, item := range p.listItems {
		if _, kept := lists[p.lists[item].File]; !kept {
			p.removed = append(p.removed, item)
		}
	}
	return all, found
}

// users returns the files of users that Flux reads where a folder has no kustomization.yaml.
func (p previousOutput) users() (all []string) {
	for _, item := range p.items {
		file := placeOf(item).File()
		isYAML := path.Ext(file) == ".yaml" || path.Ext(file) == ".yml"
		isOurs := ownerOf(item) != (outputs.Owner{}) || isCandidate(item)
		if isYAML && !isOurs && item.annotation(resource.Local) != "true" {
			all = append(all, file)
		}
	}
	slices.Sort(all)
	return all
}

func (p previousOutput) listProblem(file string, after folderlist.After, list *item) functionResult {
	code := CodeListEdit
	if i, found := p.At(after.Hidden); found {
		code, list = CodeHides, p.items[i]
	}
	return errorResult(code, fmt.Sprintf("the %s cannot be written: %s", p.called(file), after.Problem)).about(list)
}

// listOutput returns the item of a list. One that does not change is the item that came in.
func (p previousOutput) listOutput(file, pkg string, text []byte, earlier *item) output {
	switch {
	case earlier == nil:
		text = annotate(text, newFile(inPackage(file, pkg), pkg, 0))
	case bytes.Equal(text, p.lists[earlier].Text): // which has the annotations
		return output{item: earlier, earlier: earlier}
	}
	return output{item: &item{index: isNew, name: p.called(file), raw: string(text)}, earlier: earlier}
}

// called is what messages call the list in a file.
func (p previousOutput) called(file string) string {
	return folderlist.Called(inPackage(file, p.groupsIn))
}

func inPackage(file, pkg string) string { return strings.TrimPrefix(file, pkg+"/") }

// listConflict returns the item that keeps a list from being written, or from being built; nil when there is none.
func (p previousOutput) listConflict(file string) *item {
	for _, name := range append(folderlist.OtherNames(file), file) {
		if i, taken := p.At(name); taken {
			return p.items[i]
		}
	}
	return nil
}

func (p previousOutput) listConflictWith(file string, other *item) functionResult {
	at := placeOf(other)
	return errorResult(CodeForeignFile,
		fmt.Sprintf("the %s would be written to %s, and %s holds the %s %s; move that one to another file",
			p.called(file), inPackage(file, at.Package), at.Path, other.text("kind"), other.text("metadata", "name"))).
		about(other)
}

func (req request) checkLimits(p previousOutput, rendered render.Result) functionResults {
	after := change.AllRendered(delivered(rendered))
	before, touched := p.before(after)
	if !touched && req.config.acknowledge == "" {
		return nil
	}
	changes := change.CompareObjects(before, after).WithResult(rendered)
	options := change.LimitOptions{Config: req.config.document, Acknowledge: req.config.acknowledge}
	return req.results(changes.Check(options))
}

// places tell where items belong.
type places struct {
	listed     map[string]string
	deliverers outputs.Deliverers
}

func (p previousOutput) places() places {
	found := places{folderlist.Listed(slices.Collect(maps.Values(p.lists))), outputs.Deliverers{}}
	for _, item := range p.items {
		found.deliverers.Add(placeOf(item).File(), item.values())
	}
	return found
}

func (p places) read(item *item) change.Object {
	file := placeOf(item).File()
	return change.Read(change.File{Path: file, Object: resource.WithoutClient(item.values()), Listed: p.listed[file] != "",
		DeliveredBy: p.deliverers.Of(file)})
}

// before returns the objects that the run replaces or removes, and whether one changes. It reads only changed ones.
func (p previousOutput) before(after []change.Object) (before []change.Object, touched bool) {
	places := p.places()
	for i, out := range p.Existing {
		item := p.items[i]
		switch {
		case out.Fate == outputs.Keep:
		case out.Fate == outputs.Replace && resource.Same(item.values(), after[out.Rendered].Content()):
			o := after[out.Rendered]
			o.Unchanged, o.DeliveredBy = true, places.deliverers.Of(placeOf(item).File())
			before, touched = append(before, o), touched || o.DeliveredBy != after[out.Rendered].DeliveredBy
		default:
			before, touched = append(before, places.read(item)), true
		}
	}
	return before, touched
}
