package plan

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// fileFor returns where the document says that an object lies which an instance brings; empty where it does not. An
// inline source of one cluster without a file of its own is in the file of its entry.
func (c *Common) fileFor(i entries.Instance) string {
	switch {
	case c.file.Exists():
		return i.TextOf(tree.NewBuilder(), c.App, c.file)
	case c.ofCluster && i.Template != nil:
		return i.Text(i.Template.Field.File)
	}
	return ""
}

// shareFile puts a source where it lies without a file, if several entries bring it and do not agree.
func (p *planner) shareFile(source *Placement, file string) {
	if !source.Common.file.Exists() && source.File != file {
		source.File = ""
	}
}
