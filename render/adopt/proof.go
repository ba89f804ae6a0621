package adopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// prove renders documents together, and returns those that give the objects of their groups back, and nothing else. A
// document that would be refused is left out, and the others are rendered again.
func (a *adoption) prove(drafts []*draft) (proved []Application) {
	for len(drafts) > 0 {
		docs := slices.Clone(a.fleet)
		for _, d := range drafts {
			docs = append(docs, schema.Parse(d.File, d.YAML)...)
		}
		result, err := render.Render(docs, render.Options{})
		if err == nil {
			err = result.CheckPaths()
		}
		if err == nil {
			return a.compareAll(drafts, result)
		}
		drafts = a.refuseDrafts(drafts, finding.From(err))
	}
	return nil
}

// refuseDrafts reports why documents would be refused, and returns the others; none where the fleet is wrong.
func (a *adoption) refuseDrafts(drafts []*draft, errors finding.Findings) []*draft {
	wrong := map[string]bool{}
	for _, f := range errors {
		i := slices.IndexFunc(drafts, func(d *draft) bool { return d.File == f.File })
		if i < 0 {
			a.found = append(a.found, f)
			return nil
		}
		wrong[f.File] = true
		for _, o := range drafts[i].objects {
			if o.refused {
				continue
			}
			a.report(o, finding.Problem{Code: finding.CodeNotProved, Node: o.root.At("metadata", "name"),
				Detail: fmt.Sprintf("the document of application %s would be refused: %s [%s]", drafts[i].group.name, f.Detail,
					f.Code)})
		}
	}
	return slices.DeleteFunc(drafts, func(d *draft) bool { return wrong[d.File] })
}

func (a *adoption) compareAll(drafts []*draft, result render.Result) (proved []Application) {
	rendered := map[string]map[render.ID]render.Object{}
	for _, object := range result.Objects {
		file := object.Document().File()
		if rendered[file] == nil {
			rendered[file] = map[render.ID]render.Object{}
		}
		rendered[file][object.ID()] = object
	}
	for _, d := range drafts {
		if a.compareGroup(d, rendered[d.File]) {
			proved = append(proved, d.Application)
		}
	}
	return proved
}

func (a *adoption) compareGroup(d *draft, rendered map[render.ID]render.Object) bool {
	same := true
	for _, o := range slices.Concat(d.objects, d.parts) {
		id := render.ID{Kind: o.workload.Name, Namespace: o.namespace, Name: o.name}
		if d.standalone() {
			id.Server = o.cluster
		}
		object, ok := rendered[id]
		if same = a.compare(o, d.group, object.Tree()) && same; ok {
			d.Moves = append(d.Moves, Move{From: o.file, To: object.Path(), Folder: o.folder(), Leaves: o.beside != ""})
		}
		delete(rendered, id)
	}
	for id := range rendered {
		a.unproved(d.objects[0], tree.Node{}, fmt.Sprintf("the document of application %s also renders %s", d.group.name, id))
		same = false
	}
	return same
}

// compare reports whether an object is rendered as it was given.
func (a *adoption) compare(o *object, g *group, rendered tree.Node) bool {
	if !rendered.Exists() {
		a.unproved(o, tree.Node{}, fmt.Sprintf("the document of application %s does not render this object", g.name))
		return false
	}
	for d := range proof.Differences(o.given, a.withoutOwner(rendered)) {
		what := "is " + shown(d, d.Before)
		if !d.Before.Exists() {
			what = d.Path.String() + " " + what
		}
		a.unproved(o, d.Before.Node,
			fmt.Sprintf("%s, and the document of application %s renders %s", what, g.name, shown(d, d.After)))
		return false
	}
	return true
}

// proof compares what was given with what is rendered, which is the same for its author.
var proof = tree.Comparison{Before: tree.NullsLikeAfter, Setters: true}

// shown returns one of the values that differ, for a message.
func shown(d tree.Difference, v tree.Compared) string {
	if !v.Exists() {
		return "not there"
	}
	text, _ := finding.Secrets{}.Redact(d.Path.String(), v.JSON())
	return strings.TrimSpace(text + " " + v.Setter())
}

// unproved reports an object that its document does not give back.
func (a *adoption) unproved(o *object, at tree.Node, detail string) {
	if !at.Exists() {
		at = o.root.At("metadata", "name")
	}
	a.report(o, finding.Problem{Code: finding.CodeNotProved, Node: at,
		Detail: detail + "; report this as an error of fluxapp", Hiding: detail})
}

// withoutOwner returns a rendered object without the annotation rendered-from.
func (a *adoption) withoutOwner(n tree.Node) tree.Node {
	metadata := n.Get("metadata")
	drop := func(key string) bool { return key == kinds.AnnotationRenderedFrom }
	annotations := tree.Field{Key: "annotations", Value: a.without(metadata.Get("annotations"), drop)}
	fields := append(a.build.Without(metadata, "annotations").Fields(), annotations)
	return a.build.Map(n, append(n.Fields(), tree.Field{Key: "metadata", Value: a.build.Map(metadata, fields...)})...)
}
