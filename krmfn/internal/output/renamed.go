package output

import (
	"fmt"
	"path"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Renamed warns of lists with which kustomize renames or moves objects of the run, and not the references to them: of
// Flux's kinds it knows none but by configurations. A reference without a namespace stays right when both move.
func (d *Decisions) Renamed() (found finding.Findings) {
	fields, known, reported := map[string][]tree.Node{}, map[string]bool{}, map[tree.Node]bool{}
	for _, list := range d.lists {
		for _, key := range []string{"namePrefix", "nameSuffix", "namespace"} {
			field, folder := list.Value.Get(key), path.Dir(list.File())
			if field.Text() != "" && !list.Value.Get("configurations").Exists() {
				fields[folder] = append(fields[folder], field)
			}
		}
	}
	for _, o := range d.objects {
		if folder, r := o.list(), o.Rendered; fields[folder] != nil {
			known[fmt.Sprint(folder, kinds.Target{Kind: r.Kind(), Namespace: r.Namespace(), Name: r.Name()})] = true
		}
	}
	for _, o := range d.objects {
		for _, field := range fields[o.list()] {
			for r, n := range o.Rendered.Row().Named(o.Rendered.Value) {
				to, own := r.Target(n, o.Rendered.Namespace(), o.Rendered.Value), o.Rendered.Namespace()
				isLost := known[fmt.Sprint(o.list(), to)]
				if field.Key() == "namespace" {
					isLost = own != "" && own != field.Text() && isLost == n.Get("namespace").Exists()
				}
				if !isLost || to.Name == "" || reported[field] {
					continue
				}
				reported[field] = true
				at, file := field.Position(), Place{o.list(), ListFile}.File()
				found = append(found, finding.Finding{Severity: finding.SeverityWarning, Code: CodeRenamed, File: file,
					Line: at.Line, Column: at.Column, Path: field.Key(), Detail: fmt.Sprintf("kustomize changes objects and no "+
						"reference to them: the %s still refers to the %s %s; leave it out, or name a file as in "+
						"examples/kustomize-names below configurations", o.Rendered.ID(), to.Kind, to.Name)})
			}
		}
	}
	return found
}
