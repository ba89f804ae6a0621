package status

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
)

// absent finds the state of an object that was not observed.
func (o *Object) absent(observed *Observed) {
	o.State = Unknown
	switch kinds, wasRead := observed.kinds[o.Server]; {
	case !wasRead:
		o.Message = "nobody read the objects of " + people(o.Server)
	case reference.Placeholder(o.Namespace) || reference.Placeholder(o.Name):
		o.Message = "its name has ${…}, and what that becomes is not in the documents"
	case len(kinds) > 0 && kinds[o.Kind] == 0:
		o.Message = "no " + o.Kind + " was read; " + observed.kubectl(o.Kind) + " prints them"
	default:
		o.State, o.Message = Missing, people(o.Server)+" does not have it"
	}
}

func people(server string) string {
	if server == "" {
		return "the hub"
	}
	return "the cluster " + server
}

// kubectl returns the command that prints all objects of some kinds.
func (o *Observed) kubectl(names ...string) string {
	var resources []string
	for k := range o.Kinds.With(roles) {
		if slices.Contains(names, k.Name) {
			resources = append(resources, k.Resource())
		}
	}
	return "kubectl get " + strings.Join(resources, ",") + " -A -o yaml"
}
