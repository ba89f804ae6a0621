package output

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// versions are the fields that say which version of something an object takes.
var versions = []string{"version", "tag", "semver", "newTag", "image"}

// Lowered warns of versions that go down in files that documents name: a program or a person has raised them there, and
// the run takes that back. Each warning is about a line of a document, with the clusters.
func (d *Decisions) Lowered() (found finding.Findings) {
	at, clusters := map[finding.Finding]int{}, [][]string{}
	for i, out := range d.Before {
		if out.Fate != Replace || !d.objects[out.Object].Rendered.HasFile() || d.Same(i) {
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
