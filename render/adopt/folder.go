package adopt

import (
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// goodFolders are names for a folder of documents.
var goodFolders = []string{"fluxapp", "documents", "applications"}

// refuseFolder refuses a folder of documents that Flux applies: they are no objects of a cluster.
func refuseFolder(in *input, readings []reading, documents string) []finding.Problem {
	if documents == "" {
		return nil
	}
	by := readerOf(in, readings, documents)
	if by == nil {
		return nil
	}
	remedy := "; write to a folder that Flux does not apply"
	isGood := func(folder string) bool { return readerOf(in, readings, folder) == nil }
	if i := slices.IndexFunc(goodFolders, isGood); i >= 0 {
		remedy += ", for example " + goodFolders[i]
	}
	at := by.root.At("spec", "path")
	if !at.Exists() { // then Flux applies the whole repository
		at = by.root.At("metadata", "name")
	}
	return []finding.Problem{{Code: wording.CodeDocumentsApplied, Subject: by.subject, Node: at, Current: by.name,
		Detail: "would apply the documents in " + path.Clean(documents) + " too, and clusters do not know them" + remedy}}
}

// readerOf returns the first Kustomization that would apply new files in a folder; nil where none does.
func readerOf(in *input, readings []reading, folder string) *object {
	for _, r := range readings {
		if r.by.left != isPatch && in.repository.Takes(r.dir, folder) {
			return r.by
		}
	}
	return nil
}
