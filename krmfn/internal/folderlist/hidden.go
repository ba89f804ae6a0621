package folderlist

import (
	"fmt"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// refuseHiding refuses new lists that leave out files of users. Without a list, Flux applies every file in a folder,
// for example those of "flux bootstrap".
func (f Files) refuseHiding(lists map[string]After, earlier map[string]List) {
	for _, file := range f.Users {
		name := f.listAbove(file, lists)
		after, made := lists[name]
		if !made || earlier[name].From != "" || after.Problem != "" || f.isTaken(name) || !f.Applies(file) {
			continue
		}
		lists[name] = After{Text: []byte{}, Hidden: file, Problem: fmt.Sprintf("Flux may apply %s, and deletes it when a "+
			"new %s leaves it out; write that file first, with your files in resources and the annotation %s: %s", file, name,
			kinds.AnnotationRenderedFrom, after.From)}
	}
}

// IsApplied reports whether a document is an object for Flux: none of fluxapp's, and none that kustomize leaves out.
func IsApplied(d *schema.Document) bool {
	switch d.Class() {
	case schema.ClassApplication, schema.ClassBase, schema.ClassRenderConfig:
		return false
	}
	return d.Kind() != "" && d.Root().At("metadata", "annotations", resource.Local).Text() != "true"
}

// listAbove returns the list from which Flux applies a file; empty where another Kustomization applies its folder.
func (f Files) listAbove(file string, lists map[string]After) string {
	for folder := path.Dir(file); ; folder = path.Dir(folder) {
		name := join(folder, FileName)
		if _, found := lists[name]; found {
			return name
		}
		if folder == "." || folder == "/" || f.Groups[folder] != "" || f.Clusters[folder] != "" {
			return ""
		}
	}
}

// isTaken reports whether a user has written a kustomization.yaml, which is an error of its own.
func (f Files) isTaken(list string) bool {
	return slices.ContainsFunc(append(OtherNames(list), list), func(name string) bool {
		_, exists := f.State(name)
		return exists
	})
}
