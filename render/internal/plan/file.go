package plan

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
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

// shareFile puts a source where it lies without a file, if several entries bring it and do not agree. It refuses them
// where the source has a file of its own.
func (p *planner) shareFile(source *Placement, file string) {
	switch own := source.Common.file; {
	case source.File == file:
	case !own.Exists():
		source.Own().File = ""
	case !source.SharesReference():
		p.problems = append(p.problems, finding.Problem{Code: wording.CodeFile, Subject: source.Common.App.Document.Subject(),
			Node: own, Detail: fmt.Sprintf("entries or clusters share this source, and its file is %s for one and %s for "+
				"another; write one path", source.File, file)})
	}
}

// FileNode returns what says where the object lies; absent where nothing does.
func (p *Placement) FileNode() tree.Node {
	switch c := p.Common; {
	case p.IsEntry():
		return p.Field().File
	case c.file.Exists():
		return c.file
	case p.broughtBy.Template != nil:
		return p.broughtBy.Template.Field.File
	case c.Template != nil:
		return c.Template.Field.File
	}
	return tree.Node{}
}

// SaysFile reports whether the object is a source whose own fields say where it lies.
func (p *Placement) SaysFile() bool { return p.Common.file.Exists() }

// SharesReference reports whether clusters share the object, and what says its file has a reference to one of them.
func (p *Placement) SharesReference() bool {
	return p.Common.Shared && !p.Common.ofCluster && entries.RefersToCluster(p.Common.file)
}
