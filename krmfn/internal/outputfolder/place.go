package outputfolder

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// checkSource refuses delivery from another folder of a Git repository than the one that is written: Flux would find
// nothing there. Nobody knows that of a folder in no work tree, which may be copied into one, and of other sources.
func checkSource(run *rendering.Run, dir string) error {
	delivery := run.Options.Delivery
	if delivery == nil || len(run.Result.Delivery) == 0 {
		return nil
	}
	names := run.Disk.WorkTree(dir)
	if len(names) == 0 || delivery.DeliverySource().Get("kind").Text() != kinds.GitRepository.Name {
		return nil
	}
	folder, err := filepath.Rel(names[len(names)-1], names[0])
	spec := delivery.Spec().Get("delivery")
	written := spec.Get("path")
	if err != nil || filepath.Clean(filepath.FromSlash(written.Text())) == folder {
		return err
	}
	folder = filepath.ToSlash(folder)
	if folder != "." {
		folder = "./" + folder
	}
	return finding.Locate([]finding.Problem{{Code: output.CodeDelivery, Subject: delivery.Subject(),
		Node: cmp.Or(written, spec), Current: written.Text(), Proposed: folder,
		Detail: fmt.Sprintf("the folder that is written is %s of this repository, and Flux would look for it in %q; write "+
			"path: %s", folder, written.Text(), folder)}}).Err()
}

// place returns the objects with their files, from the roots of their documents. It refuses one file for two roots.
func place(in *input.Files, result render.Result) (objects []output.Object, err error) {
	var wrong finding.Findings
	refuse := func(o render.Object, code finding.Code, name, why string) {
		at := o.Origin()
		wrong = append(wrong, finding.Finding{Severity: finding.SeverityError, Code: code, File: at.File, Line: at.Line,
			Column: at.Column, Subject: o.Document().Subject(),
			Detail: fmt.Sprintf("the %s %s would be written to %s, %s", o.Kind(), o.Name(), name, why)})
	}
	first := map[string]render.Object{}
	for _, o := range result.Files() {
		name, err := fileOf(in, o)
		if err != nil {
			return nil, err
		}
		other, taken := first[name]
		switch {
		case !fs.ValidPath(name):
			refuse(o, finding.CodeOutside, name, "which is outside the folder; move its document into it")
		case o.BesideDelivery(name):
			refuse(o, output.CodeDelivery, name, "and delivery applies only the folder "+o.Cluster()+" to its cluster; move "+
				"its document to the top of the folder that is read")
		case taken && !(o.HasFile() && other.HasFile()) &&
			(path.Base(name) != render.ApplicationFile || other.Document() != o.Document()):
			refuse(o, finding.CodeDuplicatePath, name, fmt.Sprintf("as is the object of %s:%d; render them into two folders",
				other.Origin().File, other.Origin().Line))
		default:
			first[name] = o
			objects = append(objects, output.Object{Place: output.Place{Path: name}, Rendered: o})
		}
	}
	return objects, wrong.Err()
}

func fileOf(in *input.Files, o render.Object) (string, error) {
	if _, delivers := o.Delivers(); delivers {
		return o.PathIn(".")
	}
	folder, err := filepath.Rel(in.Root(o.Document()), filepath.FromSlash(path.Dir(o.Document().File())))
	if err != nil {
		return "", err
	}
	return o.PathIn(filepath.ToSlash(folder))
}
