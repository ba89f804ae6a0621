// Package kustomize finds out what kustomize builds of the folders of a repository, and what it changes of an object on
// the way.
//
//	r := kustomize.New(files)           // names of files, with slashes
//	r.Read(name, data)                  // each kustomization.yaml
//	for file, lists := range r.Build("clusters/berlin") {
//		change := r.Changed(lists, object) // what the lists change of an object in the file
//	}
//
// A list is a kustomization.yaml. The package builds nothing: it follows resources, bases and components by their
// names, and patches by what they are for.
package kustomize
