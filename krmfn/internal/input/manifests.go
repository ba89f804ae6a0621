package input

import (
	"bytes"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/kubectl"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
)

// Manifests reads the objects that adopt takes. Of a folder it reads the files that may hold some, and the clusters
// of a fleet. The warnings are about files and links in folders that are not read.
func Manifests(from Source, args []string) (files []adopt.File, warnings finding.Findings, err error) {
	in := &reader{Source: from, read: fileSet{}}
	in.take = func(t text) (bool, error) {
		data := kubectl.UTF8(t.data)
		if skipped := notAdopted(t, data); len(skipped) > 0 {
			in.warn(skipped...)
			return false, nil
		}
		if !t.named && !adopt.MayHold(data) {
			return false, nil
		}
		files = append(files, adopt.File{Name: t.name, Data: data})
		return true, checkPrinted(t, data)
	}
	for _, arg := range args {
		if err = in.Add(arg); err != nil {
			break
		}
	}
	return files, in.Warnings, err
}

func notAdopted(t text, data []byte) finding.Findings {
	switch {
	case t.path == "":
		return nil
	case t.named || len(folder.Pointer(t.name, data)) > 0 || !adopt.MayHold(data):
		return folder.Pointer(t.name, data)
	}
	return folder.Template(t.name, data)
}

func checkPrinted(t text, data []byte) error {
	slip := kubectl.Slip(data)
	if !t.named || slip == "" || len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	return fmt.Errorf("%s %s; use what this command prints: kubectl get helmreleases,kustomizations -A -o yaml",
		t.name, slip)
}
