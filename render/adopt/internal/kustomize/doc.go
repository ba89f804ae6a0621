// Package kustomize knows what kustomize builds of the folders of a repository, and what it changes on the way.
//
//	r := kustomize.NewRepository(files)
//	r.Read("apps/kustomization.yaml", data)
//	for file, lists := range r.Build("apps") {
//		at, what := r.Changed(lists[0], object)
//	}
//
// It reads the lists of kustomize (kustomization.yaml) that it is given, and no disk. Nothing is built: what a patch or
// a generator makes of an object is not known, only that it is another one.
package kustomize
