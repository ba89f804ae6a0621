package plan

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// addMetadata fixes what commonMetadata adds to an object. Where it has references, an entry has the values in its own
// metadata. An object that no entry makes has the values of its cluster, or the values that need no cluster.
func addMetadata(b *tree.Builder, placed *Placement) {
	c := placed.Common
	metadata := c.App.Document.CommonMetadata()
	switch {
	case c.App.Document.Class() != schema.ClassApplication:
	case !c.App.Document.MayMentionReferences() || !reference.Contains(metadata):
		c.Metadata = metadata
	case placed.IsEntry():
	case c.Shared:
		c.OwnMetadata = true
		c.Metadata, c.NoValue = entries.CommonMetadata(b, c.App, entries.Instance{})
	default: // a copy for one of several clusters
		own, other := *c, *c.Other
		own.Copies, own.Other, other.OwnMetadata = 0, &other, true
		own.Metadata, own.NoValue = entries.CommonMetadata(b, c.App, placed.broughtBy())
		placed.Common = &own
	}
}
