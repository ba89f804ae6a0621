package schema

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// FromNode returns the document that [Parse] would return for a value that a program has built. Its findings have the
// places and the paths of the nodes that it was built from, so that they are about the file that the author wrote. It
// has no setter comments that name policies.
func FromNode(file string, root tree.Node) *Document {
	d := classify(file, root)
	d.mentionsReference, d.mentionsSlip, d.mentionsRemoval = true, true, true // nobody has looked
	d.read()
	return d
}
