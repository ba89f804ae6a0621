package schema

import (
	"slices"
	"sort"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// holder returns the document of a text that a problem at a place of the text is about; nil when the text holds none. In a list
// that is the item at that place. A problem of the list itself, or of an item that fluxapp does not read, belongs to the first
// application of the list, or else to its first cluster, which cannot be read without the list.
func (docs Documents) holder(at tree.Position) *Document {
	if len(docs) < 2 {
		return docs.first()
	}
	behind := sort.Search(len(docs), func(i int) bool { return isBefore(at, docs[i].Root.Position()) })
	if behind > 0 && docs[behind-1].readsText() {
		return docs[behind-1]
	}
	for _, class := range []Class{App, Fleet} {
		if i := slices.IndexFunc(docs, func(d *Document) bool { return d.Class == class }); i >= 0 {
			return docs[i]
		}
	}
	return docs[0]
}

func (docs Documents) first() *Document {
	if len(docs) == 0 {
		return nil
	}
	return docs[0]
}

func isBefore(a, b tree.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
}

// readsText reports whether problems of the text of a document matter. A document that fluxapp does not read may hold anything.
func (d *Document) readsText() bool {
	return slices.Contains([]Class{App, Template, Repository, RunConfig, Fleet}, d.Class) || !d.Root.Exists()
}

// minds reports whether a problem of the text of the document matters. Of the document of a cluster fluxapp reads the metadata only,
// but what kubectl refuses anywhere in the document is refused here too.
func (d *Document) minds(p tree.Problem) bool {
	if d.Class != Fleet {
		return d.readsText() || d.hides(p)
	}
	switch p.Rule {
	case tree.Syntax, tree.DuplicateKey, tree.BadKey, tree.TooLarge, tree.NotJSON:
		return true
	}
	return d.readsAt(p.Node)
}

// readsAt reports whether fluxapp reads a value of the document of a cluster.
func (d *Document) readsAt(n tree.Node) bool {
	metadata := d.Root.Get("metadata")
	for _, part := range []tree.Node{
		d.Root.Get("apiVersion"), d.Root.Get("kind"), d.Root.Find("metadata"),
		metadata.Find("name"), metadata.Find("namespace"),
	} {
		if part.Same(n) {
			return true
		}
	}
	return isBelow(metadata.Find("labels"), n) || isBelow(metadata.Find("annotations"), n)
}

// isBelow reports whether a node is a map or one of its fields.
func isBelow(fields, n tree.Node) bool {
	if fields.Same(n) {
		return true
	}
	for field := range fields.Children() {
		if field.Same(n) {
			return true
		}
	}
	return false
}
