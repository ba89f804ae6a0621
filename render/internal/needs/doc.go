// Package needs lists what must exist before the objects of a run work, and that nobody in the run renders:
// namespaces, ServiceAccounts, Secrets, ConfigMaps, sources and other objects that are only named.
//
//	for _, n := range needs.Of(placements, nil) {
//		… // n.Kind n.Namespace/n.Name must exist on the hub, or on n.Clusters
//	}
//
// What an object refers to is looked up once for all objects of a [plan.Common], see [RefsOf]; the list has each
// thing once, with all its clusters. The package only reads placements.
package needs
