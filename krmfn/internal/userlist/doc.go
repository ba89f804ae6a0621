// Package userlist tells which lists of kustomize, that users have written, must change with the files of a run.
// Fluxapp edits none of them: each is an error, and a patch for "git apply" changes them all.
//
//	found, patch := userlist.Check(os.DirFS("."), created, removed, clusters)
//
// Flux builds a folder with a kustomization.yaml from what this names, and one without from all files in it. Not asked
// for are lists with fluxapp's own annotation, lists above that lead to nothing in a folder (another Kustomization of
// Flux reads it), folders of which only lists stay, and folders of clusters that no document has any more.
package userlist
