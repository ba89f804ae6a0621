package entries

import "github.com/fluxapp-dev/fluxapp/render/internal/inventory"

// takeParams takes the params out of an entry. References read them, and nobody renders them.
func (m *merger) takeParams(e *mergedEntry, l *layered) {
	if !l.fields.Find("params").Exists() {
		return
	}
	if m.words != nil { // whose $(remove) and its escapes only merging tells apart
		l.params = append(l.params, l.fields.Find("params").Value())
		l.fields = inventory.Without(m.inv.Build, l.fields, "params")
		return
	}
	l.fields = inventory.Without(m.inv.Build, l.fields, "params")
	for _, layer := range stacked(l.below, e.entry, l.above) {
		if params := layer.Fields.Find("params"); params.Exists() {
			l.params = append(l.params, params.Value())
		}
	}
}
