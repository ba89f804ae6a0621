package render

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Options are the facts that a controller would look up. The zero value is ready to use.
type Options struct {
	// Namespace is given to documents that have none; empty leaves their objects without a namespace, with a warning.
	Namespace string
	// Applications are those that are rendered, as name or namespace/name; empty is all, and KubeSphere's GitRepositories too.
	// Templates may be saved by any application. One that is not among the documents is an error.
	Applications []string
	// FluxVersion is the oldest Flux that must accept the objects, as "2.8"; empty means the newest known, and the oldest known
	// is 2.6. Fields, values and kinds of sources that it lacks are errors at their places.
	FluxVersion string
	// Strict makes errors of all warnings.
	Strict bool
	// Shard is the part of the clusters whose objects are rendered; the zero Shard is all. All clusters are validated all
	// the same.
	Shard Shard
}

// OptionsOf returns the options that a RenderConfig asks for. Its check is not among them: that is for whoever has objects to
// compare with.
func OptionsOf(spec v1alpha1.RenderConfigSpec) Options {
	return Options{
		Namespace: spec.Namespace, Applications: spec.Applications, FluxVersion: spec.FluxVersion, Strict: spec.Strict,
	}
}

// Selects reports whether a document is rendered. A document that is neither an application nor a repository is always selected: it may
// be meant to be one, and then its errors must be reported.
func (o Options) Selects(d *schema.Document) bool { return o.selection().Selects(d) }

func (o Options) selection() inventory.Selection {
	return inventory.Selection{Namespace: o.Namespace, Applications: o.Applications, FluxVersion: o.FluxVersion}
}
