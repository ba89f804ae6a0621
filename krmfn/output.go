package krmfn

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type output struct {
	item    *item // a new one, or a list that does not change
	earlier *item // the item that it replaces; nil for none
}

type previousOutput struct {
	outputs.Decisions
	items     []*item // in the order of the decisions
	listItems []*item
	lists     map[*item]folderlist.List // by item
	removed   []*item
	prune     bool
	groupsIn  string // the package of delivery's groups
}

func (req request) outputs(l list, rendered render.Result) (p previousOutput, all []output, refused functionResults) {
	fileBased, objects := l.fileBased(), delivered(rendered)
	p = req.decide(l, rendered)
	if refused = p.ambiguous(); refused.failed() {
		return p, nil, refused
	}
	indexes := map[outputs.Place]int{}
	for i, o := range objects {
		at := p.PlaceOf(i)
		if _, known := indexes[at]; !known && o.HasFile() {
			indexes[at] = l.nextIndex(at)
		}
		out, problem := req.output(p, o, i, fileBased, indexes[at])
		indexes[at]++
		if problem != nil {
			refused = append(refused, problem.about(req.from[o.Document().Subject()]))
			continue
		}
		all = append(all, out)
	}
	if refused.failed() {
		return p, all, refused
	}
	differs := func(i int) bool {
		isNew := all[i].earlier == nil
		if !isNew {
			_, isNew = difference(all[i].earlier, all[i].item)
		}
		return isNew
	}
	if problem := p.OthersDelivery(differs, pruneOrphans); problem != "" {
		refused = functionResults{*errorResult(finding.CodeDelivery, problem)}
	}
	if fileBased && !l.selected() { // of a selection, nobody knows which files there are
		lists, found := p.makeLists()
		all, refused = append(all, lists...), append(refused, found...)
	}
	return p, all, refused
}

// delivered returns the objects that the client keeps; what only a cluster's administrator applies is for the command.
// An object of several clusters in one file is there once: all of them are equal.
func delivered(rendered render.Result) []render.Object {
	type inFile struct {
		file string
		identity.Key
	}
	seen := map[inFile]bool{}
	return slices.DeleteFunc(slices.Concat(rendered.Objects, rendered.Delivery), func(o render.Object) bool {
		if !o.HasFile() {
			return false
		}
		at := inFile{o.Path(), objectIdentity(o)}
		again := seen[at]
		seen[at] = true
		return again
	})
}

// nextIndex returns the index behind those of all items in a file.
func (l list) nextIndex(at outputs.Place) (next int) {
	for _, item := range l.items {
		if placeOf(item) == at {
			index, _ := strconv.Atoi(item.annotation(resource.Index))
			next = max(next, index+1)
		}
	}
	return next
}

// decide decides what happens to the items, but not to lists of a whole package: they are made after all other files.
func (req request) decide(l list, result render.Result) previousOutput {
	p, run, objects := previousOutput{lists: readLists(l.items), groupsIn: req.pkg}, req.run(l), delivered(result)
	run.AddGroups(result, p.groupsIn)
	existing, made := make([]outputs.Existing, 0, len(l.items)), map[identity.Key]bool{}
	for _, o := range objects {
		made[objectIdentity(o)] = true
	}
	places := sync.OnceValue(func() places { return p.places() })
	goals := sync.OnceValue(func() map[goal]bool { // few lists have an object for which they are asked
		all := map[goal]bool{}
		for _, o := range objects {
			all[goalOf(o.Kind(), o.Namespace(), o.Value)] = true
		}
		return all
	})
	for _, item := range l.items {
		list, isList := p.lists[item]
		if isList {
			p.listItems, run.Lists = append(p.listItems, item), append(run.Lists, list)
		}
		if l.isGeneratorCopy(item) || isList && !run.Selection {
			continue
		}
		e := outputs.Existing{Owner: ownerOf(item), Identity: identityOf(item), Place: placeOf(item),
			Index: item.annotation(resource.Index)}
		e.Deliver(item.values())
		e.Stray = e.Owner != (outputs.Owner{}) && !made[e.Identity] && !item.isInOwnFile() && item.hasTwin(goals())
		if isBootstrap(item.values()) {
			e.Identity = identity.Key{} // it is the same as an object of no hub
		}
		if e.Owner != (outputs.Owner{}) {
			e.Keys = outputs.KeysOf(e.File(), item.values())
			e.Objects = func() []change.Object { return []change.Object{places().read(item)} }
		}
		p.items, existing = append(p.items, item), append(existing, e)
	}
	rendered, fileBased := make([]outputs.Rendered, 0, len(objects)), l.fileBased()
	for _, o := range objects {
		at := outputs.Place{Package: req.packageOf(o)}
		if fileBased {
			at.Path = o.Path()
		}
		list := outputs.ListOf(o, at.File())
		if o.HasFile() {
			list = ""
		}
		folder, delivers := o.Delivers()
		if delivers {
			folder = outputs.Place{Package: at.Package, Path: folder}.File()
		}
		after, _ := o.Ordered()
		for i := range after {
			after[i] = outputs.Place{Package: at.Package, Path: after[i]}.File()
		}
		rendered = append(rendered, outputs.Rendered{Owner: outputs.OwnerOf(o), Identity: objectIdentity(o), Place: at,
			Objects: []render.Object{o}, Standalone: o.Standalone(), List: list,
			Group: o.Group() != "" || delivers, SharesFile: o.SharesFile(), Delivers: folder, After: after})
	}
	p.Decisions, p.prune = run.Decide(existing, rendered), run.Prune
	for _, i := range p.Removed {
		p.removed = append(p.removed, p.items[i])
	}
	return p
}

// packageOf returns the package of an object's file: its document's, or with delivery the one of the functionConfig.
func (req request) packageOf(o render.Object) string {
	if _, delivers := o.Delivers(); delivers || o.Group() != "" {
		return req.pkg
	}
	return req.from[o.Document().Subject()].annotation(resource.Package)
}

// run returns the documents of the run, also those that render nothing any more.
func (req request) run(l list) outputs.Run {
	run := outputs.Run{Selection: l.selected(), Alone: req.config.alone != nil,
		Partial: len(req.config.options.Applications) > 0}
	run.Prune = req.config.pruneOrphans && !run.Selection && !run.Alone
	run.AddConfig(req.config.document, outputs.Place{Package: req.pkg})
	for _, d := range req.docs {
		owner, ok := outputs.OwnerOfDocument(d, req.config.options.Namespace)
		if !ok {
			continue
		}
		run.AddDocument(owner, placeOf(req.from[d.Subject()]), req.config.options.Selects(d))
		if run.Alone { // it does not read the documents of this name in other packages
			for _, i := range namesakes(l.items, req.from[d.Subject()]) {
				run.AddDocument(owner, placeOf(l.items[i]), false)
			}
		}
	}
	return run
}

// goal is a kind of objects, and the cluster that they go to.
type goal struct {
	kind string
	kinds.KubeConfigKey
}

func goalOf(kind, namespace string, read kinds.Reader) goal {
	at := kinds.HelmRelease.Part(kinds.KubeConfig).At // where each workload has it
	return goal{kind, kinds.KubeConfigKeyOf(at.In(read), namespace)}
}

// hasTwin reports whether an object goes where one of the run goes. In a file of another name it may be a copy of that
// one under a name of its user's; what the user has only moved is alone when its cluster goes.
func (i *item) hasTwin(goals map[goal]bool) bool {
	return goals[goalOf(i.text("kind"), i.text("metadata", "namespace"), i.values().At)]
}

// isInOwnFile is false for an object in a file of another name than fluxapp gives to its kind.
func (i *item) isInOwnFile() bool {
	file := i.annotation(resource.Path)
	return file == "" || strings.HasPrefix(path.Base(file), strings.ToLower(i.text("kind"))+"-") ||
		path.Base(file) == render.ApplicationFile
}

func (p previousOutput) kept() (items []*item) {
	for i, item := range p.items {
		if p.Existing[i].Fate == outputs.Keep {
			items = append(items, item)
		}
	}
	return items
}

// output returns an object's item with the client's annotations, or what keeps it from being written: a new file next
// to a document outside of the package, which no client would write.
func (req request) output(p previousOutput, o render.Object, i int, fileBased bool,
	index int) (output, *functionResult) {
	at := p.Rendered[i]
	if at.SameIdentity >= 0 {
		return output{}, p.sameIdentity(o, at.SameIdentity)
	}
	var out output
	var annotations []annotation
	switch file := o.Path(); {
	case at.SameFolder >= 0:
		return output{}, p.deliveredTwice(o, at.SameFolder)
	case at.Clash != nil:
		return output{}, p.secondOwner(o, at.Clash)
	case at.SameFile >= 0 && !o.HasFile():
		return output{}, p.sameFile(o, at.SameFile)
	case fileBased && o.BesideDelivery(file):
		return output{}, errorResult(finding.CodeDelivery, fmt.Sprintf("the %s would be written to %s, and delivery applies "+
			"only the folder %s to its cluster; move its document to the top of the package", describeObject(o), file,
			o.Cluster()))
	case at.Earlier >= 0:
		out.earlier = p.items[at.Earlier]
		for _, name := range resource.ClientAnnotations {
			annotations = append(annotations, annotation{name, out.earlier.annotation(name)})
		}
		if p.Moves(i) {
			annotations = moved(annotations, newFile(file, req.packageOf(o), index))
		}
	case fileBased && !fs.ValidPath(file):
		return output{}, errorResult(finding.CodeOutside, fmt.Sprintf(
			"the %s would be written to %s, which is outside the package; move its document into it", describeObject(o), file))
	case fileBased:
		annotations = newFile(file, req.packageOf(o), index)
	}
	if o.HasFile() {
		annotations = withLegacy(annotations)
	}
	out.item = &item{index: isNew, name: describeObject(o), raw: string(annotated(o, annotations))}
	return out, nil
}

// moved puts annotations in the place of others of the same name.
func moved(all, to []annotation) []annotation {
	for _, a := range to {
		all[slices.IndexFunc(all, func(b annotation) bool { return b.name == a.name })] = a
	}
	return all
}

// newFile returns the annotations of an item at an index of a new file of a package.
func newFile(file, pkg string, index int) []annotation {
	return []annotation{{resource.Index, strconv.Itoa(index)}, {resource.Path, file}, {resource.Package, pkg}}
}

// isOutput reports whether an earlier run of the function may have written a resource: it has the annotation, and a
// kind that fluxapp writes. What the command wrote for the administrators of clusters stays as it is.
func isOutput(n tree.Node) bool {
	return renderedFrom(n) != "" && resource.Kind(n, kinds.Written) != nil && !isBootstrap(n)
}

func isBootstrap(n tree.Node) bool {
	return render.IsBootstrap(placeIn(n).File(), resource.Text(n, "metadata", "annotations", kinds.AnnotationReconcile))
}

func renderedFrom(n tree.Node) string {
	return resource.Text(n, "metadata", "annotations", kinds.AnnotationRenderedFrom)
}

// ownerOf returns the owner of a rendered object, and the zero Owner of anything else, for example of a list.
func ownerOf(item *item) outputs.Owner {
	if item.kind(kinds.FolderList) != nil || !isOutput(item.values()) {
		return outputs.Owner{}
	}
	return outputs.OwnerOfOutput(item.values())
}

func objectIdentity(o render.Object) identity.Key {
	return identity.Named(kinds.GroupOf(o.APIVersion()), o.Kind(), o.Namespace(), o.Name())
}

func describeObject(o render.Object) string {
	return o.Kind() + " " + strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/")
}
