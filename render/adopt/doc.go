// Package adopt writes FluxApplications for objects of Flux that exist, and leaves these in their files.
//
//	result, err := adopt.Adopt([]adopt.File{{Name: "clusters/berlin/web.yaml", Data: data}, …}, adopt.Options{})
//	for _, app := range result.Applications {
//		os.Stdout.Write(app.YAML)
//	}
//	for _, edit := range result.Edits {
//		os.WriteFile(edit.File, edit.Data, 0o644)
//	}
//
// A document is written for each application that has files of its own on two clusters or more. It says in which file
// each object lies, and the object gets the annotation rendered-from in the text of that file. Then rendering the
// documents into the files changes nothing: Adopt proves it in each run. The unit is the object: what cannot be proved
// stays as it is, with the reason, and the others come in.
//
// # The way of an adoption
//
// [Adopt] is the whole way, one call for each step.
//
//	read     read.go       texts → objects, and clusters of a fleet
//	follow   follow.go     Kustomizations → the files that each of them reads, with internal/kustomize
//	leave    stay.go       objects → those that are no roots of clusters, no patches, and not changed on the way, with a
//	                       text that edits can change
//	place    place.go      objects → the clusters that have their files: from.go reads their names, in patterns of paths
//	                       too, and guess.go finds out where these are, by what clash.go proposes
//	         clash.go      what a cluster has from two places is an error
//	check    check.go      an object → the same one in current API versions; the rules of documents about it
//	group    group.go      objects → applications, with names (name.go) and sources (source.go)
//	         automation.go what other programs write, and not the documents, stays
//	prove    prove.go      applications → their documents, with internal/layout, that render each object in its file,
//	                       value by value as its edited text
//	write    edit.go       the texts of the files with the annotations
//
// object.go has the reasons why objects stay, and follow.go refuses a folder of documents that Flux applies.
//
// It is pure, like package render: it reads no file and no cluster.
//
// # What is not touched
//
// What Git has is the author's: all labels and annotations, of tools too, are in the document. Interval and prune may
// be missing, because a parent's patch can set them: the document has null there. Older API versions are converted as
// in documents of fluxapp. Fields that the newer one has no more are taken out of the text, and told.
package adopt
