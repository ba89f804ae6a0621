package output

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// serverKey is what an API server knows an object by. Administrators may apply it for several applications.
type serverKey struct {
	render.ID
	bootstrap bool
}

func (d *Decisions) findMoved() map[serverKey]string {
	files := make(map[serverKey]string, len(d.objects))
	for _, o := range d.objects {
		files[serverKey{o.Rendered.ID(), o.Rendered.Bootstrap()}] = o.Path
	}
	return files
}

// Read returns a document as a side of a comparison: of a file that documents name, once for each cluster that has it.
// What the run replaces belongs where the object of the run does: in the folder of a group to that, and in the topology
// Standalone to its cluster, also where somebody has lost the Kustomization, or taken the file out of the list.
func (d *Decisions) Read(i int) (all []change.Object) {
	e, servers := d.before[i], []string{""}
	file := change.File{Path: e.File(), Object: resource.WithoutClient(e.Value()), Listed: d.listed[e.File()] != "",
		DeliveredBy: d.deliveredBy(i)}
	document := e.Owner.Document
	if at := d.Before[i].Object; at >= 0 {
		document = d.objects[at].Rendered.Application()
		file.Listed = file.Listed || d.objects[at].Rendered.Facts().Standalone()
	}
	if d.run.Result.MayHave(document, e.Path) {
		file.Said = e.Path
		servers = append(d.run.Result.Servers(document, e.Path), servers...)
	}
	for _, file.Server = range servers[:max(1, len(servers)-1)] {
		all = append(all, change.Read(file))
	}
	return all
}

func (d *Decisions) deliveredBy(i int) render.ID {
	file, at := d.before[i].File(), d.Before[i].Object
	by := d.deliverer(file)
	if at < 0 {
		return by
	}
	o := d.objects[at].Rendered
	if _, ordered := o.Ordered(); ordered { // whatever applies the folders above
		by = d.deliverers[path.Dir(file)]
	}
	if by == (render.ID{}) && o.Group() != "" {
		return o.DeliveredBy()
	}
	return by
}

// MovedTo returns the file to which the run writes the object of a document; empty where it writes none.
func (d *Decisions) MovedTo(i int) string {
	o := d.Read(i)[0]
	return d.moved()[serverKey{o.ID, o.Bootstrap}]
}

// Changes compares the documents that the run replaces or removes with its objects. It reports whether it changes one:
// new objects alone pass no limit, but those that deliver.
func (d *Decisions) Changes() (found change.Changes, changes bool) {
	var before, after []change.Object
	for _, o := range d.objects {
		made := change.Rendered(o.Rendered)
		after = append(after, made)
		earlier := d.Earlier[d.at[o.key()]]
		if earlier < 0 {
			changes = changes || made.Delivers
		} else if d.Same(earlier) {
			made.Unchanged, made.DeliveredBy = true, d.deliveredBy(earlier)
			before, changes = append(before, made), changes || made.DeliveredBy != o.Rendered.DeliveredBy()
		}
	}
	for i, out := range d.Before {
		if out.Fate == Remove || out.Fate == Replace && !d.Same(i) {
			before, changes = append(before, d.Read(i)...), true
		}
	}
	return change.CompareObjects(before, after, d.run.Result), changes
}

var versions = []string{"version", "tag", "semver", "newTag", "image"}

// Lowered warns of versions that go down in files that documents name, where a program or a person has raised them.
func (d *Decisions) Lowered() (found finding.Findings) {
	at, clusters := map[finding.Finding]int{}, [][]string{}
	for i, out := range d.Before {
		if out.Fate != Replace || !d.objects[out.Object].Rendered.Facts().HasFile() || d.Same(i) {
			continue
		}
		o := d.objects[out.Object].Rendered
		for diff := range (tree.Comparison{Before: tree.AllNulls}).Differences(d.before[i].value, o.Tree()) {
			if !isLower(diff.Path.String(), diff.Before.Text(), diff.After.Text()) {
				continue
			}
			place := o.FieldExplainer().Field(diff.Path.Keys()...).Setting.At
			f := finding.Finding{Severity: finding.SeverityWarning, Code: CodeLowered, File: place.File, Line: place.Line,
				Column: place.Column, Subject: o.Document().Subject(), Path: diff.Path.String(),
				Current: diff.After.Text(), Proposed: diff.Before.Text()}
			if _, known := at[f]; !known {
				at[f], found, clusters = len(found), append(found, f), append(clusters, nil)
			}
			clusters[at[f]] = append(clusters[at[f]], cmp.Or(o.Cluster(), kinds.Hub))
		}
	}
	for i, f := range found {
		found[i].Detail = fmt.Sprintf("the version goes down from %s to %s on %s: a program or a person has raised it in "+
			"the file of the object; write %[1]s here, or --ignore %[4]s", f.Proposed, f.Current,
			names.List(clusters[i], 5), f.Code)
	}
	return found
}

// isLower reports whether a version goes down. Of an image, its tag counts; one with a digest has no version.
func isLower(path, before, after string) bool {
	field := path[strings.LastIndexByte(path, '.')+1:]
	if !slices.Contains(versions, field) {
		return false
	}
	if field == "image" {
		before, after = before[strings.LastIndexByte(before, ':')+1:], after[strings.LastIndexByte(after, ':')+1:]
	}
	a, wrongA := version.ParseSemantic(before)
	b, wrongB := version.ParseSemantic(after)
	if wrongA != nil || wrongB != nil {
		a, wrongA = version.ParseGeneric(before)
		b, wrongB = version.ParseGeneric(after)
	}
	return wrongA == nil && wrongB == nil && b.LessThan(a)
}
