package output

import "github.com/fluxapp-dev/fluxapp/schema/finding"

// Rules of files, packages and the function. The rules of documents are in package schema.
const (
	// CodeDelivery: delivery cannot apply the objects from where they are written, or a run over some applications would
	// change what delivers the others.
	CodeDelivery finding.Code = "FA240"
	// CodeFunctionConfig: the functionConfig is not one that the function reads.
	CodeFunctionConfig finding.Code = "FA401"
	// CodeForeignObject: an object has the name of a rendered one, and fluxapp did not make it, or made it from another
	// document.
	CodeForeignObject finding.Code = "FA402"
	// CodeForeignFile: a file has the path of a rendered one, and fluxapp did not write it, or wrote it for another
	// document.
	CodeForeignFile finding.Code = "FA403"
	// CodeOrphan: an existing object is no longer rendered: its document renders it no more, is gone, or was not read.
	CodeOrphan finding.Code = "FA405"
	// CodeMissing: a check found that a rendered object does not exist.
	CodeMissing finding.Code = "FA407"
	// CodeOutOfDate: a check found an object that differs from the rendered one.
	CodeOutOfDate finding.Code = "FA408"
	// CodeSelection: the client passed only a part of the package.
	CodeSelection finding.Code = "FA409"
	// CodeApart: objects for several API servers have the same name, and the client does not keep the files that tell
	// them apart.
	CodeApart finding.Code = "FA410"
	// CodeDeleted: the run deleted or moved an object. The message says what Flux then does.
	CodeDeleted finding.Code = "FA416"
	// CodeEmptied: the run deleted the last file of a folder that Flux reads.
	CodeEmptied finding.Code = "FA417"
	// CodeLeft: a file with the annotation of objects cannot be read, and stays.
	CodeLeft finding.Code = "FA418"
	// CodeHides: a new kustomization.yaml would leave out files, which Flux then deletes.
	CodeHides finding.Code = "FA419"
	// CodeSecondOwner: another object of a document that the run does not render has the same Helm release, or the same
	// manifests, on the same cluster.
	CodeSecondOwner finding.Code = "FA420"
	// CodeMisplaced: an object of a document of the run is in a file to which this document writes nothing.
	CodeMisplaced finding.Code = "FA422"
	// CodeLowered: a version goes down in a file that a document names.
	CodeLowered finding.Code = "FA423"
	// CodeReprinted: an object is printed anew, because its values cannot be set in its text.
	CodeReprinted finding.Code = "FA424"
	// CodeOtherConfig: a comparison renders both sides with a RenderConfig that had other options in the revision.
	CodeOtherConfig finding.Code = "FA606"
	// CodeConfigAbove: a fluxapp.yaml lies above the folder that is read, where its options and limits do not hold.
	CodeConfigAbove finding.Code = "FA927"
)
