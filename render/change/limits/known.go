package limits

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// known is what limits know of one of two runs. It is empty for a side whose objects were read and not rendered.
type known struct {
	run          render.Result
	applications map[string]render.Application // by their names
	clusters     map[string]*schema.Member     // among the documents, by name; the hub also by the empty one
}

func knownOf(run render.Result) known {
	k := known{run, map[string]render.Application{}, map[string]*schema.Member{}}
	for _, app := range run.Applications() {
		k.applications[app.Name()] = app
	}
	all := run.Clusters()
	for i := range all {
		name := all[i].Name
		if all[i].Hub() {
			name = ""
		}
		k.clusters[name] = &all[i]
	}
	return k
}

func (k known) isRendered() bool { return len(k.applications) > 0 }

// cluster returns a cluster as an application, or else its own document, has it; nil when nobody knows it.
func (k known) cluster(application, name string) *schema.Member {
	if app, found := k.applications[application]; found {
		return app.Cluster(name)
	}
	return k.clusters[name]
}
