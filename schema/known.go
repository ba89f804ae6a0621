package schema

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// known is what is looked for in a document many times, and may be long.
type known struct {
	spec     tree.Node // that it is known of
	workload Workload
	entries  []tree.Node
	fleet    saidFleet
}

// asKnown returns what Parse knows of the document, unless it was changed.
func (d *Document) asKnown() *known {
	if d.known != nil && d.known.spec == d.Spec {
		return d.known
	}
	return d.readKnown(tree.NewBuilder())
}

// readKnown looks through the document.
func (d *Document) readKnown(b *tree.Builder) *known {
	all, config := &known{spec: d.Spec, fleet: d.readFleet(b)}, d.Spec.Get("config")
	for _, workload := range workloads {
		if !config.Get(string(workload)).Exists() {
			continue
		}
		all.workload = workload
		if list := entryList(config, workload); list.Kind() == tree.List {
			for entry := range list.Children() {
				all.entries = append(all.entries, entry)
			}
		}
		break
	}
	return all
}
