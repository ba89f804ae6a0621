package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type entry struct {
	layer    *overlay.Layer
	fields   tree.Node // on the layers of all clusters
	chosen   bool      // its clusters come from the fleet, and the fields do not tell which
	reported []string  // fields that were filled in
}
