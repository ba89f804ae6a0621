package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// manyDeletions is how many deletions with one effect are printed, unless the command line asks for all.
const manyDeletions = 20

// tell prints what a run did to the folder: a line for each object that it took out, one for each folder that it emptied, and the
// numbers of files.
func (p *plan) tell(cmd *cobra.Command, gone []deletion) {
	lines := make([]repeated.Finding, len(gone))
	for i, d := range gone {
		f := d.finding(p.folder)
		lines[i] = repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, d.what(), ""), Line: f.Error()}
	}
	printLines(cmd, lines, manyDeletions)
	report(cmd, p.emptied())
	fmt.Fprintln(cmd.ErrOrStderr(), p.summary())
}

// summary counts the files of the run: those of objects and each kustomization.yaml.
func (p *plan) summary() string {
	changed := 0
	for _, t := range p.writes {
		if p.wrote(t.path) {
			changed++
		}
	}
	n := repeated.Number
	return fmt.Sprintf("%s written, %s changed, %s unchanged, %s deleted",
		n(len(p.writes)-changed), n(changed), n(p.unchanged), n(len(p.removes)))
}

// emptied says of folders from which Flux applies that nothing is left in them, or nothing that says what to apply.
func (p *plan) emptied() (told schema.ErrorList) {
	lists := 0
	for _, name := range p.removes {
		if _, list := p.lists[name]; !list {
			continue
		}
		lists++
		folder := path.Dir(name)
		if _, err := p.root.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
			told = append(told, missingPath(p.called(folder), "is gone with its last file"))
			continue
		}
		told = append(told, schema.Error{Severity: schema.SeverityInfo, Code: krmfn.CodeDeleted, File: p.called(name),
			Detail: "deleted the list of the cluster " + path.Base(folder) + "; its Flux now applies every manifest in this folder"})
	}
	if lists == 0 && len(p.removes) > 0 && p.isEmpty() {
		told = append(told, missingPath(filepath.ToSlash(p.name), "holds no file any more, and Git keeps no empty folder"))
	}
	return told
}

func missingPath(folder, why string) schema.Error {
	return schema.Error{Severity: schema.SeverityWarning, Code: krmfn.CodeEmptied, File: folder, Detail: "this folder " + why +
		"; a Flux Kustomization whose path is missing fails and deletes nothing: put a kustomization.yaml with resources: [] there if its objects shall go"}
}

// isEmpty reports whether nothing is in the folder that is written.
func (p *plan) isEmpty() bool {
	entries, err := fs.ReadDir(p.root.FS(), ".")
	return err == nil && len(entries) == 0
}
