package entries

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// Layer is one of the maps that an entry is merged from. It has the fields of an entry.
type Layer struct {
	Name   string // as explain prints it
	Fields tree.Node
}

// sharedSource is the name of the layer with the source of the application.
const sharedSource = "source"

// What all entries of an application share outside of its layers is below all of them: the chart, the name of the
// chart template, and the labels and annotations of all objects. Where it has references, these are replaced for each
// entry with its own. Elsewhere an entry does not hold it: one value serves all of them.
const (
	sharedChart    = "chart"
	sharedTemplate = "template"
	sharedMetadata = "metadata"
)
