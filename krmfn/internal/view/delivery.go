package view

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// deliveredBy returns the namespace/name of the Kustomization that applies an object because of delivery.
func deliveredBy(o render.Object) string {
	id := o.DeliveredBy()
	return strings.TrimPrefix(id.Namespace+"/"+id.Name, "/")
}

// waiting returns the applications that Kustomizations of delivery wait for before they apply those of their own.
func waiting(result render.Result) map[render.ID][]string {
	orders, all := map[render.ID]render.Object{}, map[render.ID][]string{}
	for _, k := range result.Delivery {
		if folder, _ := k.Delivers(); terms.IsOrdered(folder) {
			orders[k.ID()] = k
		}
	}
	for id, k := range orders {
		for ref, value := range kinds.Kustomization.Named(k.Value) {
			to := ref.Target(value, id.Namespace, k.Value)
			before, waits := orders[render.ID{Server: id.Server, Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}]
			if waits {
				all[id] = append(all[id], before.Application())
			}
		}
	}
	return all
}
