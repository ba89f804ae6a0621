package change

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Changes are all that differs between two renderings.
type Changes struct {
	// List is ordered by application and cluster, and then as the objects are rendered.
	List []Change
	// Unchanged counts the objects that are the same.
	Unchanged int
	// Gated are the objects that change only in what they wait for because of waves, and in the digest of it, in the
	// order of List. They have no fields and no place, and [Changes.Unchanged] does not count them.
	Gated []Change
	// Secrets are those in the documents of both sides, as far as they are known; the texts hide them.
	Secrets finding.Secrets

	before, after side
	freed         map[*Object]string // of after, what they wait for
	// resultBefore and resultAfter are the renderings that the sides are from; zero where a side was only read.
	resultBefore, resultAfter render.Result
}

type comparison struct {
	Changes
	beforeReader, afterReader *render.OwnReader

	served map[identity.Destination]bool // where workloads of after deliver to; nil until it is asked for
	// how often after refers to objects, and what references to the objects of after name; nil until they are asked for
	referred map[render.ID]int
	provided map[render.ID]bool
}
