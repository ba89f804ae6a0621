package krmfn

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// output is an item of this run.
type output struct {
	name    string // in messages
	node    *yaml.RNode
	earlier *yaml.RNode // the item that it replaces; nil for none
}

// previousOutput are the items that came in, and what happens to each of them.
type previousOutput struct {
	outputs.Decisions
	items     []*yaml.RNode // in the order of the decisions
	listItems []*yaml.RNode
	lists     map[*yaml.RNode]folderlist.List // by item
	removed   []*yaml.RNode
	prune     bool
}

// outputs returns the items of the run's objects and lists, and what happens to the items that came in.
func (req request) outputs(rl ResourceList, objects []render.Object) (p previousOutput, all []output, refused Results) {
	p = req.decide(rl, objects)
	if refused = p.ambiguous(); refused.Failed() {
		return p, nil, refused
	}
	for i, o := range objects {
		out, problem := req.output(p, o, p.Rendered[i], rl.FileBased())
		if problem != nil {
			refused = append(refused, problem.about(req.from[o.Document().Subject()]))
			continue
		}
		all = append(all, out)
	}
	if rl.FileBased() && !refused.Failed() && !selected(rl) { // of a selection, nobody knows which files there are
		lists, found := p.makeLists()
		all, refused = append(all, lists...), append(refused, found...)
	}
	return p, all, refused
}

// decide decides what happens to the items. Lists are not among them when the whole package is: they are made once all other files are
// known.
func (req request) decide(rl ResourceList, objects []render.Object) previousOutput {
	p, run := previousOutput{lists: readLists(rl.Items)}, req.run(rl)
	var existing []outputs.Existing
	for _, item := range rl.Items {
		list, isList := p.lists[item]
		if isList {
			p.listItems, run.Lists = append(p.listItems, item), append(run.Lists, list)
		}
		if isGeneratorCopy(rl, item) || isList && !run.Selection {
			continue
		}
		e := outputs.Existing{Owner: ownerOf(item), Identity: identityOf(item), Place: placeOf(item), Index: resource.Annotation(item, resource.Index)}
		if isBootstrap(item) {
			e.Identity = "" // it is the same as an object of no hub
		}
		p.items, existing = append(p.items, item), append(existing, e)
	}
	var rendered []outputs.Rendered
	for _, o := range objects {
		at := outputs.Place{Package: resource.Annotation(req.from[o.Document().Subject()], resource.Package)}
		if rl.FileBased() {
			at.Path = o.Path()
		}
		rendered = append(rendered, outputs.Rendered{Owner: outputs.OwnerOf(o), Identity: objectIdentity(o), Place: at, Standalone: o.Standalone()})
	}
	p.Decisions, p.prune = run.Decide(existing, rendered), run.Prune
	for _, i := range p.Removed {
		p.removed = append(p.removed, p.items[i])
	}
	return p
}

// run returns the documents of the run, also those that render nothing any more.
func (req request) run(rl ResourceList) outputs.Run {
	run := outputs.Run{Selection: selected(rl), Alone: req.config.alone != nil}
	run.Prune = req.config.pruneOrphans && !run.Selection && !run.Alone
	for _, d := range req.docs {
		owner, ok := outputs.OwnerOfDocument(d, req.config.options.Namespace)
		if !ok {
			continue
		}
		run.AddDocument(owner, placeOf(req.from[d.Subject()]), req.config.options.Selects(d))
		if run.Alone { // it does not read the documents of this name in other packages
			for _, i := range namesakes(rl.Items, req.from[d.Subject()]) {
				run.AddDocument(owner, placeOf(rl.Items[i]), false)
			}
		}
	}
	return run
}

func (p previousOutput) kept() (items []*yaml.RNode) {
	for i, item := range p.items {
		if p.Existing[i].Fate == outputs.Keep {
			items = append(items, item)
		}
	}
	return items
}

// output returns the item of an object with the client's annotations, or what keeps it from being written. A new object whose file
// would be outside of the package, because the file of its document is, is refused: no client would write it.
func (req request) output(p previousOutput, o render.Object, at outputs.Output, fileBased bool) (output, *Result) {
	if at.SameIdentity >= 0 {
		return output{}, p.sameIdentity(o, at.SameIdentity)
	}
	out := output{name: describeObject(o)}
	annotations := map[string]string{}
	switch file := o.Path(); {
	case at.Earlier >= 0:
		out.earlier = p.items[at.Earlier]
		for _, name := range resource.ClientAnnotations {
			annotations[name] = resource.Annotation(out.earlier, name)
		}
	case at.SameFile >= 0:
		return output{}, p.sameFile(o, at.SameFile)
	case fileBased && !fs.ValidPath(file):
		return output{}, errorResult(finding.CodeOutside, fmt.Sprintf(
			"the %s would be written to %s, which is outside the package; move its document into it", describeObject(o), file))
	case fileBased:
		annotations = newFile(file, resource.Annotation(req.from[o.Document().Subject()], resource.Package))
	}
	var err error
	if out.node, err = annotated(o.YAML(), annotations); err != nil {
		return output{}, unreadable(out.name, err)
	}
	return out, nil
}

// newFile returns the annotations of an item that is alone in a new file of a package.
func newFile(file, pkg string) map[string]string {
	return map[string]string{resource.Path: file, resource.Index: "0", resource.Package: pkg}
}

// annotated reads a text that fluxapp wrote into a node and adds those annotations that have a value.
func annotated(text []byte, annotations map[string]string) (*yaml.RNode, error) {
	node, err := yaml.Parse(string(text))
	if err != nil {
		return nil, err
	}
	for _, name := range resource.ClientAnnotations {
		if value := annotations[name]; value != "" {
			if err := node.PipeE(yaml.SetAnnotation(name, value)); err != nil {
				return nil, err
			}
		}
	}
	return node, nil
}

// isOutput reports whether an earlier run of the function may have written a resource: it has the annotation, and a kind that fluxapp
// writes. What the command wrote for the administrators of clusters stays as it is.
func isOutput(item *yaml.RNode) bool {
	return renderedFrom(item) != "" && resource.Kind(item, kinds.Written) != nil && !isBootstrap(item)
}

func isBootstrap(item *yaml.RNode) bool {
	return render.IsBootstrap(placeOf(item).File(), resource.Text(item, "metadata", "annotations", v1alpha1.AnnotationReconcile))
}

func renderedFrom(item *yaml.RNode) string {
	return resource.Text(item, "metadata", "annotations", v1alpha1.AnnotationRenderedFrom)
}

// ownerOf returns the owner of a rendered object, and the zero Owner of anything else, for example of a list.
func ownerOf(item *yaml.RNode) outputs.Owner {
	if resource.Kind(item, kinds.FolderList) != nil || !isOutput(item) {
		return outputs.Owner{}
	}
	name, managedBy := resource.Text(item, "metadata", "name"), resource.Text(item, "metadata", "labels", v1alpha1.LabelManagedBy)
	return outputs.OwnerOfOutput(resource.Text(item, "kind"), name, renderedFrom(item), managedBy)
}

func identityOf(item *yaml.RNode) outputs.Identity {
	return outputs.IdentityOf(kinds.GroupOf(resource.Text(item, "apiVersion")), resource.Text(item, "kind"),
		resource.Text(item, "metadata", "namespace"), resource.Text(item, "metadata", "name"))
}

func objectIdentity(o render.Object) outputs.Identity {
	return outputs.IdentityOf(kinds.GroupOf(o.APIVersion()), o.Kind(), o.Namespace(), o.Name())
}

func placeOf(item *yaml.RNode) outputs.Place {
	return outputs.Place{Package: resource.Annotation(item, resource.Package), Path: resource.Annotation(item, resource.Path)}
}

// selected reports whether kpt has handed over a selection of a package, whose items it numbers.
func selected(rl ResourceList) bool {
	return slices.ContainsFunc(rl.Items, func(item *yaml.RNode) bool {
		return resource.Annotation(item, resource.ResourceID) != "" || resource.Annotation(item, resource.OldResourceID) != ""
	})
}

// isGeneratorCopy recognizes the one item that kustomize hands a generator: a copy of the functionConfig. It is no resource of the build,
// and returned it would be in conflict with the document itself.
func isGeneratorCopy(rl ResourceList, item *yaml.RNode) bool {
	return len(rl.Items) == 1 &&
		resource.Kind(rl.FunctionConfig, kinds.App|kinds.Options) != nil &&
		identityOf(item) == identityOf(rl.FunctionConfig) &&
		resource.Annotation(item, resource.Local) == "true" &&
		resource.Annotation(item, resource.Path) == "" && resource.Annotation(item, resource.Kustomize) == ""
}

func describeObject(o render.Object) string {
	return o.Kind() + " " + strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/")
}
