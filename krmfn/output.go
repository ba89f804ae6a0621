package krmfn

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// made is an item after the run: a new one, or one that does not change.
type made struct {
	item    *item
	earlier *item // the item that it replaces; nil for none
}

type previousOutput struct {
	*output.Decisions
	documents []output.Document
	items     []*item // of the documents
	lists     map[string]*item
	removed   []*item
}

func (req request) outputs(l list, rendered render.Result) (p previousOutput, all []made, refused functionResults) {
	objects := req.objects(l, rendered)
	p = req.decide(l, rendered, objects)
	var lists map[string]output.List
	if l.fileBased() && !l.selected() { // of a selection, nobody knows which files there are
		lists = p.Lists(output.Files{Package: req.pkg, Others: p.users(), Exists: func(file string) bool {
			return slices.ContainsFunc(p.documents, func(d output.Document) bool { return d.File() == file })
		}})
	}
	for _, r := range p.Refusals {
		refused = append(refused, req.refusal(p, r, objects))
	}
	next := map[string]int{} // the index of a new document, by file
	for _, d := range p.documents {
		next[d.File()] = max(next[d.File()], d.Index+1)
	}
	for i, o := range objects {
		earlier := p.Earlier[i]
		switch code, problem := misplaced(o, earlier < 0); {
		case problem != "":
			refused = append(refused, errorResult(code, problem).about(req.from[o.Rendered.Document().Subject()]))
		case earlier >= 0:
			all = append(all, p.replaced(o, earlier))
		case p.IsNew(i):
			all = append(all, made{item: newItem(o, newFile(o.Place, next[o.File()]))})
			next[o.File()]++
		}
	}
	return p, append(all, p.listItems(lists)...), refused
}

// objects returns the objects that the client keeps; what only a cluster's administrator applies is for the command.
func (req request) objects(l list, rendered render.Result) (objects []output.Object) {
	for _, o := range slices.Concat(rendered.Objects, rendered.Delivery) {
		at := output.Place{Package: req.pkg}
		if _, delivers := o.Delivers(); !delivers && o.Group() == "" { // it is where its document is
			at.Package = req.from[o.Document().Subject()].annotation(resource.Package)
		}
		if l.fileBased() {
			at.Path = o.Path()
		}
		objects = append(objects, output.Object{Place: at, Rendered: o})
	}
	return objects
}

// decide decides what happens to the items, but not to lists of a whole package: they are made after all other files.
func (req request) decide(l list, rendered render.Result, objects []output.Object) previousOutput {
	p, run, lists := previousOutput{lists: map[string]*item{}}, req.run(l, rendered), []output.List(nil)
	for _, item := range l.items {
		list, isList := readList(item)
		if isList {
			lists = append(lists, list)
			p.lists[list.File()] = item
		}
		if l.isGeneratorCopy(item) || isList && !run.Selection {
			continue
		}
		index, _ := strconv.Atoi(item.annotation(resource.Index)) // none is the first
		d := output.Read(placeOf(item), index, item.values())
		if d.Bootstrap { // what the command wrote for the administrators of clusters stays as it is
			d.Owner = output.Owner{}
		}
		p.documents, p.items = append(p.documents, d), append(p.items, item)
	}
	p.Decisions = run.Decide(p.documents, objects, lists)
	for i, out := range p.Before {
		if out.Fate == output.Remove {
			p.removed = append(p.removed, p.items[i])
		}
	}
	return p
}

// readList reads a list of fluxapp's. One that hides what administrators apply is the command's.
func readList(item *item) (output.List, bool) {
	if item.kind(kinds.FolderList) == nil {
		return output.List{}, false
	}
	var text []byte // as in a file
	for line := range bytes.Lines(item.document()) {
		text = append(text, bytes.TrimPrefix(line, []byte(item.margin()))...)
	}
	docs := schema.Parse("", text)
	if len(docs) != 1 || docs.Findings().Err() != nil {
		return output.List{}, false
	}
	list, isList := output.ReadList(placeOf(item), docs[0].Root(), text)
	return list, isList && !list.Hides()
}

// run returns the documents of the run, also those that render nothing any more.
func (req request) run(l list, rendered render.Result) output.Run {
	run := output.Run{Result: rendered, Exclude: req.config.Exclude, Selection: l.selected(),
		Alone: req.config.alone != nil, Partial: len(req.config.options.Applications) > 0,
		Absent: "is not among the items", Remedy: pruneOrphans}
	run.Prune = req.config.PruneOrphans && !run.Selection && !run.Alone
	run.AddConfig(req.config.document, req.pkg)
	for _, d := range req.docs {
		owner, ok := output.OwnerOfDocument(d, req.config.options.Namespace)
		if !ok {
			continue
		}
		run.AddDocument(owner, placeOf(req.from[d.Subject()]).Package, req.config.options.Selects(d))
		if run.Alone { // it does not read the documents of this name in other packages
			for _, i := range namesakes(l.items, req.from[d.Subject()]) {
				run.AddDocument(owner, placeOf(l.items[i]).Package, false)
			}
		}
	}
	return run
}

// users returns the files of users that Flux reads where a folder has no kustomization.yaml.
func (p previousOutput) users() (all []string) {
	for i, d := range p.documents {
		isYAML := path.Ext(d.Path) == ".yaml" || path.Ext(d.Path) == ".yml"
		if isYAML && d.Owner == (output.Owner{}) && !isCandidate(p.items[i]) &&
			p.items[i].annotation(resource.Local) != "true" {
			all = append(all, d.File())
		}
	}
	slices.Sort(all)
	return all
}

// misplaced tells of a file that no client would write, or that delivery does not apply; empty for any other.
func misplaced(o output.Object, isNew bool) (code finding.Code, detail string) {
	tell := func(where string) string {
		return fmt.Sprintf("the %s would be written to %s, %s", o.Rendered.ID(), o.Path, where)
	}
	switch {
	case o.Path == "":
	case o.Rendered.Facts().BesideDelivery(o.Path):
		return output.CodeDelivery, tell("and delivery applies only the folder " + o.Rendered.Cluster() + " to its " +
			"cluster; move its document to the top of the package")
	case isNew && !fs.ValidPath(o.Path):
		return codes.Outside, tell("which is outside the package; move its document into it")
	}
	return "", ""
}

// replaced returns an object's item: itself where it says what the object does, or one with the client's annotations.
func (p previousOutput) replaced(o output.Object, i int) made {
	earlier := p.items[i]
	if p.Same(i) && !earlier.isWrong() {
		return made{earlier, earlier}
	}
	annotations := each.Of(resource.ClientAnnotations, func(name string) annotation {
		return annotation{name, earlier.annotation(name)}
	})
	return made{newItem(o, annotations), earlier}
}

func newItem(o output.Object, annotations []annotation) *item {
	for _, a := range annotations {
		if o.Rendered.Facts().HasFile() && (a.name == resource.Path || a.name == resource.Index) { // for older functions
			annotations = append(annotations, annotation{resource.Legacy[a.name], a.value})
		}
	}
	return &item{index: isNew, name: o.Rendered.ID().String(), raw: string(annotated(o.Rendered, annotations))}
}

// newFile returns the annotations of an item at an index of a file; none where the client keeps no files.
func newFile(at output.Place, index int) []annotation {
	if at.Path == "" {
		return nil
	}
	return []annotation{{resource.Index, strconv.Itoa(index)}, {resource.Path, at.Path}, {resource.Package, at.Package}}
}

// listItems returns the items of lists. One that does not change is the item that came in.
func (p *previousOutput) listItems(lists map[string]output.List) (all []made) {
	for _, file := range slices.Sorted(maps.Keys(lists)) {
		list, earlier := lists[file], p.lists[file]
		text := list.Print()
		if earlier == nil {
			text = annotate(text, newFile(list.Place, 0))
		}
		out := made{&item{index: isNew, name: "list", raw: string(text)}, earlier}
		if !list.Changed() {
			out.item = earlier
		}
		all = append(all, out)
	}
	for _, file := range slices.Sorted(maps.Keys(p.lists)) {
		if _, stays := lists[file]; lists != nil && !stays {
			p.removed = append(p.removed, p.lists[file])
		}
	}
	return all
}
