package outputfolder

import (
	"cmp"
	"fmt"
	"path/filepath"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
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
	return checkPath(delivery.Subject(), delivery.Spec().Get("delivery"), names[len(names)-1], names[0])
}

func checkPath(subject *finding.Subject, spec tree.Node, top, here string) error {
	folder, err := filepath.Rel(top, here)
	written := spec.Get("path")
	if err != nil || filepath.Clean(filepath.FromSlash(written.Text())) == folder {
		return err
	}
	folder = filepath.ToSlash(folder)
	if folder != "." {
		folder = "./" + folder
	}
	return finding.Locate([]finding.Problem{{Code: output.CodeDelivery, Subject: subject, Node: cmp.Or(written, spec),
		Current: written.Text(), Proposed: folder, Detail: fmt.Sprintf("the folder that is written is %s of this "+
			"repository, and Flux would look for it in %q; write path: %s", folder, written.Text(), folder)}}).Err()
}
